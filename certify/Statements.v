(* The claims. Printed by `make theorems`; do not edit. *)
Require Import Prelude Printed.

(* I1: idx2crd and crd2idx are inverse to each other, between the 1-D and the natural coordinates *)
Definition S_I1 : Prop := forall (S_ : tree) (i : Z) (c : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  0 <= i ->
  i < (size_of S_) ->
  (congruent c S_) = true ->
  (in_bounds (flatten c) (flatten S_)) = true ->
  ((idx2crd_ok (Leaf i) S_) = true /\
  (let crd := (idx2crd (Leaf i) S_) in
  ((congruent_ok crd S_) = true /\
  (((congruent crd S_) = true) /\
  ((crd2idx_ok crd S_) = true /\
  (((crd2idx crd S_) = i) /\
  ((crd2idx_ok c S_) = true /\
  (let x := (crd2idx c S_) in
  ((0 <= x /\ x < (size S_)) /\
  ((idx2crd_ok (Leaf x) S_) = true /\
  (let back := (idx2crd (Leaf x) S_) in
  ((congruent_ok back c) = true /\
  (((congruent back c) = true) /\
  ((flatten back) = (flatten c))))))))))))))).

(* I2: a layout has the same offset at the natural, the R-D and the 1-D coordinate of a point *)
Definition S_I2 : Prop := forall (L : layout) (i : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  (let shape := (layout_shape L) in
  ((idx2crd_ok (Leaf i) shape) = true /\
  (let crd := (idx2crd (Leaf i) shape) in
  ((crd2idx_ok crd (layout_shape L)) = true /\
  (((crd2idx crd (layout_shape L)) = i) /\
  ((Layout_call_ok L crd) = true /\
  ((Layout_call_ok L (Leaf i)) = true /\
  (((Layout_call L crd) = (Layout_call L (Leaf i))) /\
  (let shape := (sizes_of_modes (layout_shape L)) in
  ((idx2crd_ok (Leaf i) shape) = true /\
  (let crd := (idx2crd (Leaf i) shape) in
  ((crd2idx_ok crd (layout_shape L)) = true /\
  (((crd2idx crd (layout_shape L)) = i) /\
  ((Layout_call_ok L crd) = true /\
  ((Layout_call_ok L (Leaf i)) = true /\
  ((Layout_call L crd) = (Layout_call L (Leaf i)))))))))))))))))).

(* I2r: idx2crd and crd2idx are inverse to each other, between the 1-D and the R-D coordinates *)
Definition S_I2r : Prop := forall (S_ : tree) (i : Z) (c : tree),
  (require_shape_ok S_) = true ->
  0 <= i ->
  i < (size_of S_) ->
  (congruent c (sizes_of_modes S_)) = true ->
  (in_bounds (flatten c) (flatten (sizes_of_modes S_))) = true ->
  (let sizes := (sizes_of_modes S_) in
  (((idx2crd_ok (Leaf i) sizes) && (crd2idx_ok (idx2crd (Leaf i) sizes) S_)) = true /\
  (((crd2idx (idx2crd (Leaf i) sizes) S_) = i) /\
  ((crd2idx_ok c S_) = true /\
  (let x := (crd2idx c S_) in
  ((0 <= x /\ x < (size S_)) /\
  ((idx2crd_ok (Leaf x) sizes) = true /\
  (((flatten (idx2crd (Leaf x) sizes)) = (flatten c)) /\
  ((idx2crd_ok c S_) = true /\
  ((idx2crd_ok (Leaf x) S_) = true /\
  ((flatten (idx2crd c S_)) = (flatten (idx2crd (Leaf x) S_))))))))))))).

(* I2m: a layout has the size, the function and the extended function of its list of modes *)
Definition S_I2m : Prop := forall (L : layout) (i : Z) (x : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= x ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((total modes) = (Layout_size L)) /\
  ((value_ok modes i) = true /\
  ((Layout_call_ok L (Leaf i)) = true /\
  (((value modes i) = (Layout_call L (Leaf i))) /\
  ((extended_ok modes x) = true /\
  ((Layout_extended_ok L x) = true /\
  ((extended modes x) = (Layout_extended L x)))))))))).

(* I3: cosize(L) = L(size - 1) + 1 for strides >= 0 *)
Definition S_I3 : Prop := forall (L : layout),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  ((cosize_ok L) = true /\
  ((Layout_call_ok L (Leaf ((Layout_size L) - 1))) = true /\
  ((cosize L) = ((Layout_call L (Leaf ((Layout_size L) - 1))) + 1)))).

(* I7: ceil_div(a, b) is the least c with a <= b*c, and dividing twice is dividing by the product *)
Definition S_I7 : Prop := forall (more : Z) (less : Z) (b : Z) (c : Z) (fewer : Z),
  0 <= more ->
  0 <= less ->
  1 <= b ->
  1 <= c ->
  0 <= fewer ->
  (let a := (more - less) in
  (let bound := (c - fewer) in
  ((ceil_div_ok a b) = true /\
  ((((ceil_div a b) <=? bound) = (a <=? (b * bound))) /\
  (((ceil_div_ok a b) && (ceil_div_ok (ceil_div a b) c)) = true /\
  (let twice := (ceil_div (ceil_div a b) c) in
  ((ceil_div_ok a (b * c)) = true /\
  (twice = (ceil_div a (b * c)))))))))).

(* I10: crd2crd maps a coordinate to the natural coordinate with the same index in another shape *)
Definition S_I10 : Prop := forall (S_ : tree) (T : tree) (i : Z),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  0 <= i ->
  i < (size_of S_) ->
  (((size S_) <= (size T)) ->
  (((idx2crd_ok (Leaf i) S_) && (crd2crd_ok (idx2crd (Leaf i) S_) S_ T)) = true /\
  (let over := (crd2crd (idx2crd (Leaf i) S_) S_ T) in
  ((congruent_ok over T) = true /\
  (((congruent over T) = true) /\
  ((crd2idx_ok over T) = true /\
  ((crd2idx over T) = i))))))).

(* I11: idx2crd_extended and crd2idx_extended agree with idx2crd and crd2idx within the size; beyond the size, the last mode takes the overflow *)
Definition S_I11 : Prop := forall (L : layout) (x : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  0 <= x ->
  (let S_ := (layout_shape L) in
  ((idx2crd_extended_ok (Leaf x) S_) = true /\
  (let c := (idx2crd_extended (Leaf x) S_) in
  ((congruent_ok c S_) = true /\
  (((congruent c S_) = true) /\
  ((crd2idx_extended_ok (Leaf x) S_) = true /\
  (((crd2idx_extended (Leaf x) S_) = x) /\
  ((crd2idx_extended_tree_tree_tree_ok (Leaf x) S_ (layout_stride L)) = true /\
  ((Layout_extended_ok L x) = true /\
  (((crd2idx_extended_tree_tree_tree (Leaf x) S_ (layout_stride L)) = (Layout_extended L x)) /\
  ((inner_product_ok c (layout_stride L)) = true /\
  ((Layout_extended_ok L x) = true /\
  (((inner_product c (layout_stride L)) = (Layout_extended L x)) /\
  ((x < (size S_)) ->
  ((idx2crd_ok (Leaf x) S_) = true /\
  (((flatten c) = (flatten (idx2crd (Leaf x) S_))) /\
  ((crd2idx_extended_ok (Leaf x) S_) = true /\
  ((crd2idx_ok (Leaf x) S_) = true /\
  ((crd2idx_extended (Leaf x) S_) = (crd2idx (Leaf x) S_)))))))))))))))))))).

(* C1: coalesce keeps the size and the function, and its result has depth at most 1 *)
Definition S_C1 : Prop := forall (A : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  ((coalesce_ok A) = true /\
  (let R := (coalesce A) in
  (((Layout_size R) = (Layout_size A)) /\
  (((Layout_depth R) <= 1) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  ((Layout_call_ok A (Leaf i)) = true /\
  ((Layout_call R (Leaf i)) = (Layout_call A (Leaf i))))))))).

(* C2: coalesce is a normal form: layouts of the same size are the same function if and only if they coalesce to the same layout; otherwise they differ at the coordinate `difference` *)
Definition S_C2 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  (((coalesce_ok A) && (coalesce_ok B)) = true /\
  (let R := (coalesce A) in
  (let S_ := (coalesce B) in
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let M := (coalesce_modes (modes_of A)) in
  (let N_ := (coalesce_modes (modes_of B)) in
  ((same_layout_ok R S_) = true /\
  ((((same_layout R S_) = true) ->
  (((Layout_size A) = (Layout_size B)) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  ((Layout_call_ok S_ (Leaf i)) = true /\
  (((Layout_call R (Leaf i)) = (Layout_call S_ (Leaf i))) /\
  ((Layout_call_ok A (Leaf i)) = true /\
  ((Layout_call_ok B (Leaf i)) = true /\
  ((Layout_call A (Leaf i)) = (Layout_call B (Leaf i)))))))))) /\
  ((~ ((same_layout R S_) = true)) ->
  (((Layout_size A) = (Layout_size B)) ->
  ((difference_ok M N_) = true /\
  (let x := (difference M N_) in
  ((0 <= x /\ x < (Layout_size A)) /\
  (((Layout_call_ok A (Leaf x)) && (Layout_call_ok B (Leaf x))) = true /\
  ((Layout_call A (Leaf x)) <> (Layout_call B (Leaf x))))))))))))))))).

(* C3: no layout with the function of A has fewer modes than coalesce(A): a layout with fewer modes has another size, or differs from A at the coordinate `difference` *)
Definition S_C3 : Prop := forall (A : layout) (B : layout),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (((modes_of_ok B) && ((coalesce_ok A) && (modes_of_ok (coalesce A)))) = true /\
  (((Z.of_nat (length (modes_of B))) < (Z.of_nat (length (modes_of (coalesce A))))) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let M := (coalesce_modes (modes_of A)) in
  (let N_ := (coalesce_modes (modes_of B)) in
  (((Layout_size A) = (Layout_size B)) ->
  ((difference_ok M N_) = true /\
  (let x := (difference M N_) in
  ((0 <= x /\ x < (Layout_size A)) /\
  (((Layout_call_ok A (Leaf x)) && (Layout_call_ok B (Leaf x))) = true /\
  ((Layout_call A (Leaf x)) <> (Layout_call B (Leaf x))))))))))))).

(* C5: coalesce is idempotent *)
Definition S_C5 : Prop := forall (A : layout),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  ((coalesce_ok A) = true /\
  (let once := (coalesce A) in
  ((coalesce_ok once) = true /\
  (let twice := (coalesce once) in
  ((modes_of_ok twice) = true /\
  ((modes_of_ok once) = true /\
  (((modes_of twice) = (modes_of once)) /\
  ((Layout_depth twice) = (Layout_depth once))))))))).

(* N1: filter_zeros keeps profile and image: the result has A's offset at the coordinate `kept_coordinate`, and A has the result's offset at `spread_coordinate` *)
Definition S_N1 : Prop := forall (A : layout) (i : Z) (j : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  0 <= j ->
  j < (size_of_layout A) ->
  (((filter_zeros_ok A) && (modes_of_ok A)) = true /\
  (let R := (filter_zeros A) in
  (let modes := (modes_of A) in
  ((j < (Layout_size R)) ->
  (((kept_coordinate_ok modes i) && (spread_coordinate_ok modes j)) = true /\
  (let kept := (kept_coordinate modes i) in
  (let spread := (spread_coordinate modes j) in
  ((congruent_ok (layout_shape R) (layout_shape A)) = true /\
  (((congruent (layout_shape R) (layout_shape A)) = true) /\
  ((Layout_call_ok R (Leaf kept)) = true /\
  ((Layout_call_ok A (Leaf i)) = true /\
  (((Layout_call R (Leaf kept)) = (Layout_call A (Leaf i))) /\
  ((Layout_call_ok A (Leaf spread)) = true /\
  ((Layout_call_ok R (Leaf j)) = true /\
  ((Layout_call A (Leaf spread)) = (Layout_call R (Leaf j))))))))))))))))).

(* N2: filter keeps the image, as filter_zeros does, and the size of A is the size of the result times the size of the nullspace *)
Definition S_N2 : Prop := forall (A : layout) (i : Z) (j : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  0 <= j ->
  j < (size_of_layout A) ->
  (((filter__ok A) && (modes_of_ok A)) = true /\
  (let R := (filter_ A) in
  (let modes := (modes_of A) in
  ((j < (Layout_size R)) ->
  (((kept_coordinate_ok modes i) && (spread_coordinate_ok modes j)) = true /\
  (let kept := (kept_coordinate modes i) in
  (let spread := (spread_coordinate modes j) in
  (((Layout_depth R) <= 1) /\
  ((nullspace_ok A) = true /\
  ((((Layout_size R) * (Layout_size (nullspace A))) = (Layout_size A)) /\
  ((Layout_call_ok R (Leaf kept)) = true /\
  ((Layout_call_ok A (Leaf i)) = true /\
  (((Layout_call R (Leaf kept)) = (Layout_call A (Leaf i))) /\
  ((Layout_call_ok A (Leaf spread)) = true /\
  ((Layout_call_ok R (Leaf j)) = true /\
  ((Layout_call A (Leaf spread)) = (Layout_call R (Leaf j)))))))))))))))))).

(* N3: all coordinates of the nullspace have the offset 0 *)
Definition S_N3 : Prop := forall (A : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  ((nullspace_ok A) = true /\
  (let R := (nullspace A) in
  ((i < (Layout_size R)) ->
  (((Layout_call_ok R (Leaf i)) && (Layout_call_ok A (Leaf (Layout_call R (Leaf i))))) = true /\
  ((Layout_call A (Leaf (Layout_call R (Leaf i)))) = 0))))).

(* R1: upcast by n, if accepted, keeps the profile, and its result R maps each wide element to its first narrow element: n * R(c) is the inner product of `narrow_point`(c) and A's strides, which equals A(narrow_point(c)) if that point is a coordinate *)
Definition S_R1 : Prop := forall (A : layout) (n : Z) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= n ->
  0 <= i ->
  i < (size_of_layout A) ->
  (let R := (upcast A n) in
  (((upcast_ok A n) = true) ->
  ((upcast_ok A n) = true /\
  ((i < (Layout_size R)) ->
  (((upcast_ok A n) && (digits_ok i (flatten (layout_shape R)))) = true /\
  (let c := (digits i (flatten (layout_shape R))) in
  (((modes_of_ok A) && (narrow_point_ok c (modes_of A) n)) = true /\
  (let at_ := (narrow_point c (modes_of A) n) in
  (((upcast_ok A n) && (congruent_ok (layout_shape R) (layout_shape A))) = true /\
  (((congruent (layout_shape R) (layout_shape A)) = true) /\
  (((upcast_ok A n) && (Layout_call_ok R (Leaf i))) = true /\
  ((dot_ok at_ (flatten (layout_stride A))) = true /\
  (((n * (Layout_call R (Leaf i))) = (dot at_ (flatten (layout_stride A)))) /\
  (((in_bounds at_ (flatten (layout_shape A))) = true) ->
  (((upcast_ok A n) && (Layout_call_ok R (Leaf i))) = true /\
  (((unflatten_ok (map Leaf at_) (layout_shape A)) && (Layout_call_ok A (unflatten (map Leaf at_) (layout_shape A)))) = true /\
  ((n * (Layout_call R (Leaf i))) = (Layout_call A (unflatten (map Leaf at_) (layout_shape A)))))))))))))))))))).

(* R2: downcast by n, if accepted, turns each element of A into n neighbours: in the result R, neighbour j of the element at c is at `neighbour`(c, j), and R(neighbour(c, j)) = n * A(c) + j *)
Definition S_R2 : Prop := forall (A : layout) (n : Z) (i : Z) (j : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= n ->
  0 <= i ->
  i < (size_of_layout A) ->
  0 <= j ->
  ((j < n) ->
  (let R := (downcast A n) in
  (((downcast_ok A n) = true) ->
  ((digits_ok i (flatten (layout_shape A))) = true /\
  (let c := (digits i (flatten (layout_shape A))) in
  (((modes_of_ok A) && (neighbour_ok c (modes_of A) n j)) = true /\
  (let at_ := (neighbour c (modes_of A) n j) in
  (((downcast_ok A n) && (congruent_ok (layout_shape R) (layout_shape A))) = true /\
  (((congruent (layout_shape R) (layout_shape A)) = true) /\
  ((((downcast_ok A n) && ((downcast_ok A n) && (unflatten_ok (map Leaf at_) (layout_shape R)))) && (Layout_call_ok R (unflatten (map Leaf at_) (layout_shape R)))) = true /\
  ((Layout_call_ok A (Leaf i)) = true /\
  ((Layout_call R (unflatten (map Leaf at_) (layout_shape R))) = ((n * (Layout_call A (Leaf i))) + j))))))))))))).

(* R3: upcast restores a layout that was downcast by the same factor *)
Definition S_R3 : Prop := forall (A : layout) (n : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= n ->
  (let R := (downcast A n) in
  (((downcast_ok A n) = true) ->
  (((downcast_ok A n) && (upcast_ok R n)) = true /\
  (let back := (upcast R n) in
  ((congruent_ok (layout_shape back) (layout_shape A)) = true /\
  (((congruent (layout_shape back) (layout_shape A)) = true) /\
  (((flatten (layout_shape back)) = (flatten (layout_shape A))) /\
  ((flatten (layout_stride back)) = (flatten (layout_stride A)))))))))).

(* P1c: composition is sound: if it accepts A and B, the result R is A after B, R(i) = A^(B(i)) for every coordinate i *)
Definition S_P1c : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (let R := (composition A B) in
  (((composition_ok A B) = true) ->
  (((composition_ok A B) && (compatible_ok (layout_shape B) (layout_shape R))) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  (((composition_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))))))))).

(* P4: composition is associative, (A o B) o C = A o (B o C), if it is accepted and C stays within B *)
Definition S_P4 : Prop := forall (A : layout) (B : layout) (C : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  (Layout_ok (layout_shape C) (layout_stride C)) = true ->
  (nonempty (modes_of C)) = true ->
  (strides_from (modes_of C) 0) = true ->
  0 <= i ->
  i < (size_of_layout C) ->
  (let AB := (composition A B) in
  (let BC := (composition B C) in
  ((((composition_ok A B) && (composition_ok B C)) = true) ->
  (((composition_ok A B) && (composition_ok B C)) = true /\
  (let left_ := (composition AB C) in
  (let right_ := (composition A BC) in
  ((((composition_ok AB C) && (composition_ok A BC)) = true) ->
  ((Layout_cosize_ok C) = true /\
  (((Layout_cosize C) <= (Layout_size B)) ->
  (((composition_ok AB C) && (Layout_call_ok left_ (Leaf i))) = true /\
  (((composition_ok A BC) && (Layout_call_ok right_ (Leaf i))) = true /\
  ((Layout_call left_ (Leaf i)) = (Layout_call right_ (Leaf i)))))))))))))).

(* P6: A composed with the compact layout of its size is A *)
Definition S_P6 : Prop := forall (A : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  (((modes_of_ok A) && (coalesce_extended_ok (modes_of A))) = true /\
  (let modes := (coalesce_extended (modes_of A)) in
  (((Layout_ok (Leaf (Layout_size A)) (Leaf 1)) && (composition_ok A (Layout (Leaf (Layout_size A)) (Leaf 1)))) = true /\
  (let R := (composition A (Layout (Leaf (Layout_size A)) (Leaf 1))) in
  (((Layout_size R) = (Layout_size A)) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  ((Layout_call_ok A (Leaf i)) = true /\
  ((Layout_call R (Leaf i)) = (Layout_call A (Leaf i)))))))))).

(* P7: A composed with B is coalesce(A) composed with B, if both are accepted and cosize(B) <= size(A) *)
Definition S_P7 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  ((Layout_cosize_ok B) = true /\
  (((Layout_cosize B) <= (Layout_size A)) ->
  ((coalesce_ok A) = true /\
  (let C := (coalesce A) in
  (let R := (composition A B) in
  (let S_ := (composition C B) in
  ((((composition_ok A B) && (composition_ok C B)) = true) ->
  ((composition_ok A B) = true /\
  ((composition_ok C B) = true /\
  (((Layout_size R) = (Layout_size S_)) /\
  (((Layout_call_ok B (Leaf i)) && (Layout_call_ok A (Leaf (Layout_call B (Leaf i))))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_call_ok C (Leaf (Layout_call B (Leaf i))))) = true /\
  (((Layout_call A (Leaf (Layout_call B (Leaf i)))) = (Layout_call C (Leaf (Layout_call B (Leaf i))))) /\
  (((composition_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((composition_ok C B) && (Layout_call_ok S_ (Leaf i))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_call S_ (Leaf i)))))))))))))))))).

(* P6i: the identity composed with B is B *)
Definition S_P6i : Prop := forall (n : Z) (B : layout) (i : Z),
  1 <= n ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((Layout_ok (Leaf n) (Leaf 1)) && (composition_ok (Layout (Leaf n) (Leaf 1)) B)) = true /\
  (let R := (composition (Layout (Leaf n) (Leaf 1)) B) in
  ((compatible_ok (layout_shape B) (layout_shape R)) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  ((Layout_call_ok B (Leaf i)) = true /\
  ((Layout_call R (Leaf i)) = (Layout_call B (Leaf i))))))))).

(* E4: composition rejects a B that is one mode with a negative stride: from its second element on, B leads to negative coordinates, which A does not have *)
Definition S_E4 : Prop := forall (A : layout) (n : Z) (w : Z) (c : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= n ->
  1 <= w ->
  1 <= c ->
  ((Layout_ok (Leaf n) (Leaf (- w))) = true /\
  (let B := (Layout (Leaf n) (Leaf (- w))) in
  (((negb (composition_ok A B)) = true) /\
  ((c < n) ->
  ((Layout_call_ok B (Leaf c)) = true /\
  ((Layout_call B (Leaf c)) < 0)))))).

(* P1x: composition accepts A o B if and only if some layout R compatible with B satisfies R(c) = A^(B(c)) for all c, provided that no deltas d_(k+1) - s_k*d_k of coalesced A add up to 0; if composition rejects A o B, every R compatible with B is wrong at the coordinate `mismatch` *)
Definition S_P1x : Prop := forall (A : layout) (B : layout) (G : (list (list (Z * Z)))) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  (forallb (fun group => (layout_of_ok group)) G) = true ->
  (cuts (modes_of B) G) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  ((((modes_of_ok A) && (coalesce_extended_ok (modes_of A))) && (modes_of_ok B)) = true /\
  (let modes := (coalesce_extended (modes_of A)) in
  (let b := (modes_of B) in
  ((cancelling_ok modes) = true /\
  ((~ ((cancelling modes) = true)) ->
  ((regroup_ok B G) = true /\
  (let made := (composition A B) in
  (let R := (regroup B G) in
  ((((composition_ok A B) = true) ->
  (((composition_ok A B) && (compatible_ok (layout_shape B) (layout_shape made))) = true /\
  (((compatible (layout_shape B) (layout_shape made)) = true) /\
  (((composition_ok A B) && (Layout_call_ok made (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call made (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i))))))))) /\
  ((~ ((composition_ok A B) = true)) ->
  ((mismatch_ok modes b G) = true /\
  (let c := (mismatch modes b G) in
  ((compatible_ok (layout_shape B) (layout_shape R)) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  ((0 <= c /\ c < (Layout_size B)) /\
  (((Layout_call_ok R (Leaf c)) && ((Layout_call_ok B (Leaf c)) && (Layout_extended_ok A (Layout_call B (Leaf c))))) = true /\
  ((Layout_call R (Leaf c)) <> (Layout_extended A (Layout_call B (Leaf c)))))))))))))))))))).

(* D3: for steps v_j of B and any T, the error A^(T) - sum of A^(v_j) of composing mode by mode is d_1*(T - sum of v_j) plus, for each mode s_k:d_k of A except the last, the number of carries out of this mode times (d_(k+1) - s_k*d_k) *)
Definition S_D3 : Prop := forall (A : layout) (B : layout) (i : Z) (T : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  0 <= T ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((nonempty a) = true /\
  (let '(s, d) := (hd (0, 0) a) in
  (let rest := (tl a) in
  ((error_ok rest (s * d) b i T s) = true /\
  (let carried := (error rest (s * d) b i T s) in
  (((Layout_extended_ok A T) && (distributed_ok a b i)) = true /\
  (let difference_ := ((Layout_extended A T) - (distributed a b i)) in
  ((value_ok b i) = true /\
  ((difference_ = ((d * (T - (value b i))) + carried)) /\
  (let R := (one_by_one A B) in
  (((one_by_one_ok A B) = true) ->
  (((Layout_extended_ok A T) && ((one_by_one_ok A B) && (Layout_call_ok R (Leaf i)))) = true /\
  (let wrong := ((Layout_extended A T) - (Layout_call R (Leaf i))) in
  ((Layout_call_ok B (Leaf i)) = true /\
  (wrong = ((d * (T - (Layout_call B (Leaf i)))) + carried))))))))))))))))))).

(* D4: composition distributes at a coordinate of B, for all strides of A, iff nothing carries *)
Definition S_D4 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((value_ok b i) = true /\
  (let T := (value b i) in
  ((nonempty a) = true /\
  (let '(s, d) := (hd (0, 0) a) in
  (let rest := (tl a) in
  ((nothing_carries_ok rest b i T s) = true /\
  (let clean := (nothing_carries rest b i T s) in
  (let R := (one_by_one A B) in
  (((clean = true) ->
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((distributed_ok a b i) = true /\
  (((Layout_extended A (Layout_call B (Leaf i))) = (distributed a b i)) /\
  ((((one_by_one_ok A B) = true) ->
  (((one_by_one_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  (((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))) /\
  (let other := (counting a 0) in
  (((extended_ok other T) && (distributed_ok other b i)) = true /\
  (let difference_ := ((extended other T) - (distributed other b i)) in
  ((carries_ok rest b i T s) = true /\
  ((difference_ = (carries rest b i T s)) /\
  (((difference_ =? 0) = clean) /\
  ((layout_of_ok other) = true /\
  (let C := (layout_of other) in
  (let S_ := (one_by_one C B) in
  (((one_by_one_ok C B) = true) ->
  ((((one_by_one_ok C B) && (Layout_call_ok S_ (Leaf i))) && (Layout_extended_ok C T)) = true /\
  (((Layout_call S_ (Leaf i)) =? (Layout_extended C T)) = clean)))))))))))))))) /\
  ((~ ((one_by_one_ok A B) = true)) ->
  (let other := (counting a 0) in
  (((extended_ok other T) && (distributed_ok other b i)) = true /\
  (let difference_ := ((extended other T) - (distributed other b i)) in
  ((carries_ok rest b i T s) = true /\
  ((difference_ = (carries rest b i T s)) /\
  (((difference_ =? 0) = clean) /\
  ((layout_of_ok other) = true /\
  (let C := (layout_of other) in
  (let S_ := (one_by_one C B) in
  (((one_by_one_ok C B) = true) ->
  ((((one_by_one_ok C B) && (Layout_call_ok S_ (Leaf i))) && (Layout_extended_ok C T)) = true /\
  (((Layout_call S_ (Leaf i)) =? (Layout_extended C T)) = clean)))))))))))))))))) /\
  ((~ (clean = true)) ->
  (let other := (counting a 0) in
  (((extended_ok other T) && (distributed_ok other b i)) = true /\
  (let difference_ := ((extended other T) - (distributed other b i)) in
  ((carries_ok rest b i T s) = true /\
  ((difference_ = (carries rest b i T s)) /\
  (((difference_ =? 0) = clean) /\
  ((layout_of_ok other) = true /\
  (let C := (layout_of other) in
  (let S_ := (one_by_one C B) in
  (((one_by_one_ok C B) = true) ->
  ((((one_by_one_ok C B) && (Layout_call_ok S_ (Leaf i))) && (Layout_extended_ok C T)) = true /\
  (((Layout_call S_ (Leaf i)) =? (Layout_extended C T)) = clean))))))))))))))))))))))))).

(* D11: for A = (s_1,s_2):(d_1,d_2), composition distributes at the coordinate (c_1, c_2, ..) of B with strides w_k if and only if the residues w_k*c_k mod s_1 add up to less than s_1, or s_1*d_1 = d_2 *)
Definition S_D11 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((((nonempty (tl a)) = true) /\ (~ ((nonempty (tl (tl a))) = true))) ->
  (((nonempty a) && (nonempty (tl a))) = true /\
  (let '(s, d) := (hd (0, 0) a) in
  (let '(_, e) := (hd (0, 0) (tl a)) in
  ((remainders_ok b i s) = true /\
  (let below := ((remainders b i s) <? s) in
  (((value_ok b i) && (carries_at_ok b i (value b i) s)) = true /\
  ((below = ((carries_at b i (value b i) s) =? 0)) /\
  ((((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) && (distributed_ok a b i)) = true /\
  (let holds := ((Layout_extended A (Layout_call B (Leaf i))) =? (distributed a b i)) in
  ((holds = (below || ((s * d) =? e))) /\
  (let R := (one_by_one A B) in
  (((one_by_one_ok A B) = true) ->
  ((((one_by_one_ok A B) && (Layout_call_ok R (Leaf i))) && ((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i))))) = true /\
  (let composed := ((Layout_call R (Leaf i)) =? (Layout_extended A (Layout_call B (Leaf i)))) in
  (composed = (below || ((s * d) =? e))))))))))))))))))))).

(* D1a: composition distributes over the modes of any B that it accepts as a whole: it accepts each mode, and (A o B_1, .., A o B_m) is A o B *)
Definition S_D1a : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  (let whole := (composition A B) in
  (((composition_ok A B) = true) ->
  ((coalesce_extended_ok a) = true /\
  (let merged := (coalesce_extended a) in
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((distributed_ok a b i) = true /\
  (((Layout_extended A (Layout_call B (Leaf i))) = (distributed a b i)) /\
  ((one_by_one_ok A B) = true /\
  (let R := (one_by_one A B) in
  ((compatible_ok (layout_shape B) (layout_shape R)) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  (((composition_ok A B) && (Layout_call_ok whole (Leaf i))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_call whole (Leaf i))))))))))))))))))).

(* D5: composition distributes over the modes x_k:w_k of a super-increasing B: each stride is above the sum of (x_j-1)*w_j before it, and every mode but the smallest fits A's shape *)
Definition S_D5 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((super_increasing_ok a b 1) = true /\
  (((super_increasing a b 1) = true) ->
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((distributed_ok a b i) = true /\
  (((Layout_extended A (Layout_call B (Leaf i))) = (distributed a b i)) /\
  (let R := (one_by_one A B) in
  (((one_by_one_ok A B) = true) ->
  (((one_by_one_ok A B) && (compatible_ok (layout_shape B) (layout_shape R))) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  (((one_by_one_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))))))))))))))))).

(* D6: composition distributes over the modes of a sorted B: x_k*w_k <= w_(k+1), and every mode but the smallest fits A's shape *)
Definition S_D6 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((ordered_ok a b 1) = true /\
  (((ordered a b 1) = true) ->
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((distributed_ok a b i) = true /\
  (((Layout_extended A (Layout_call B (Leaf i))) = (distributed a b i)) /\
  (let R := (one_by_one A B) in
  (((one_by_one_ok A B) = true) ->
  (((one_by_one_ok A B) && (compatible_ok (layout_shape B) (layout_shape R))) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  (((one_by_one_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))))))))))))))))).

(* D6p: D6 for the modes of B in any order, if they satisfy its conditions after sorting *)
Definition S_D6p : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((ordered_ok a (sort_modes b) 1) = true /\
  (((ordered a (sort_modes b) 1) = true) ->
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((distributed_ok a b i) = true /\
  (((Layout_extended A (Layout_call B (Leaf i))) = (distributed a b i)) /\
  (let R := (one_by_one A B) in
  (((one_by_one_ok A B) = true) ->
  (((one_by_one_ok A B) && (compatible_ok (layout_shape B) (layout_shape R))) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  (((one_by_one_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))))))))))))))))).

(* D6f: D6 needs the modes to fit: if x:w does not fit the shape of A, there are v < w, c < x and strides of A for which A^(v + w*c) > A^(v) + A^(w*c) *)
Definition S_D6f : Prop := forall (A : layout) (x : Z) (w : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  2 <= x ->
  1 <= w ->
  ((modes_of_ok A) = true /\
  (let a := (modes_of A) in
  ((fits_ok a x w) = true /\
  ((~ ((fits a x w) = true)) ->
  ((carry_ok a x w) = true /\
  (let '(v, c) := (carry a x w) in
  ((0 <= v /\ v < w) /\
  ((0 <= c /\ c < x) /\
  (let other := (counting a 0) in
  (((extended_ok other v) && (extended_ok other (w * c))) = true /\
  (let parts := ((extended other v) + (extended other (w * c))) in
  ((extended_ok other (v + (w * c))) = true /\
  ((parts < (extended other (v + (w * c)))) /\
  ((layout_of_ok other) = true /\
  (let C := (layout_of other) in
  ((Layout_ok (Leaf x) (Leaf w)) = true /\
  (let R := (composition C (Layout (Leaf x) (Leaf w))) in
  (((composition_ok C (Layout (Leaf x) (Leaf w))) = true) ->
  (((Layout_extended_ok C (v + (w * c))) && ((Layout_extended_ok C v) && ((composition_ok C (Layout (Leaf x) (Leaf w))) && (Layout_call_ok R (Leaf c))))) = true /\
  (((Layout_extended C v) + (Layout_call R (Leaf c))) < (Layout_extended C (v + (w * c))))))))))))))))))))))).

(* D6o: D6 needs x_1*w_1 <= w_2: for all w >= 1 and x >= 2, the modes of B = (w+1,x):(1,w) fit A = (w*x,2):(0,1) and x_1*w_1 is only w_2 + 1, but composition does not distribute over them *)
Definition S_D6o : Prop := forall (w : Z) (x : Z),
  1 <= w ->
  2 <= x ->
  (((Layout_ok (Tuple [(Leaf (w * x)); (Leaf 2)]) (Tuple [(Leaf 0); (Leaf 1)])) && (Layout_ok (Tuple [(Leaf (w + 1)); (Leaf x)]) (Tuple [(Leaf 1); (Leaf w)]))) = true /\
  (let A := (Layout (Tuple [(Leaf (w * x)); (Leaf 2)]) (Tuple [(Leaf 0); (Leaf 1)])) in
  (let B := (Layout (Tuple [(Leaf (w + 1)); (Leaf x)]) (Tuple [(Leaf 1); (Leaf w)])) in
  ((modes_of_ok A) = true /\
  (let a := (modes_of A) in
  (((fits_ok a (w + 1) 1) = true /\
  (((fits a (w + 1) 1) = true) ->
  (fits_ok a x w) = true)) /\
  ((((fits a (w + 1) 1) = true) /\ ((fits a x w) = true)) /\
  ((Layout_cosize_ok B) = true /\
  (((Layout_cosize B) <= (Layout_size A)) /\
  (((Layout_extended_ok A w) && (Layout_extended_ok A (w * (x - 1)))) = true /\
  (let parts := ((Layout_extended A w) + (Layout_extended A (w * (x - 1)))) in
  ((parts = 0) /\
  (((Layout_call_ok B (Tuple [(Leaf w); (Leaf (x - 1))])) && (Layout_extended_ok A (Layout_call B (Tuple [(Leaf w); (Leaf (x - 1))])))) = true /\
  ((Layout_extended A (Layout_call B (Tuple [(Leaf w); (Leaf (x - 1))]))) = 1)))))))))))))).

(* D10: composition distributes over any B that stays inside A, if A coalesces to one mode *)
Definition S_D10 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  ((~ ((nonempty (tl (coalesce_modes a))) = true)) ->
  ((Layout_call_ok B (Leaf i)) = true /\
  (((Layout_call B (Leaf i)) < (Layout_size A)) ->
  (((Layout_call_ok B (Leaf i)) && (Layout_call_ok A (Leaf (Layout_call B (Leaf i))))) = true /\
  ((distributed_ok a b i) = true /\
  (((Layout_call A (Leaf (Layout_call B (Leaf i)))) = (distributed a b i)) /\
  (let R := (one_by_one A B) in
  ((((one_by_one_ok A B) = true) ->
  (((one_by_one_ok A B) && (compatible_ok (layout_shape B) (layout_shape R))) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  (((one_by_one_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  (((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))) /\
  ((coalesce_extended_ok a) = true /\
  (let merged := (coalesce_extended a) in
  ((~ ((nonempty (tl merged)) = true)) ->
  ((one_by_one_ok A B) = true)))))))))) /\
  ((~ ((one_by_one_ok A B) = true)) ->
  ((coalesce_extended_ok a) = true /\
  (let merged := (coalesce_extended a) in
  ((~ ((nonempty (tl merged)) = true)) ->
  ((one_by_one_ok A B) = true)))))))))))))))).

(* K1: the complement of a chain is ordered: its strides are positive and strictly increasing, unless the complement is 1:0 *)
Definition S_K1 : Prop := forall (A : layout) (M : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= M ->
  ((modes_of_ok A) = true /\
  (((chain (sort_modes (modes_of A)) 1) = true) ->
  ((complement_ok A (Leaf M)) = true /\
  (let R := (complement A (Leaf M)) in
  ((1 < (Layout_size R)) ->
  ((modes_of_ok R) = true /\
  ((increasing (modes_of R) 1) = true))))))).

(* K2: for a chain A with complement R, the sum A(a) + R(x) determines the coordinates a and x, so A and R have only the offset 0 in common *)
Definition S_K2 : Prop := forall (A : layout) (M : Z) (a : Z) (b : Z) (x : Z) (y : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= M ->
  0 <= a ->
  a < (size_of_layout A) ->
  0 <= b ->
  b < (size_of_layout A) ->
  0 <= x ->
  0 <= y ->
  ((modes_of_ok A) = true /\
  (((chain (sort_modes (modes_of A)) 1) = true) ->
  ((complement_ok A (Leaf M)) = true /\
  (let R := (complement A (Leaf M)) in
  ((x < (Layout_size R)) ->
  ((y < (Layout_size R)) ->
  ((((Layout_call_ok A (Leaf a)) && (Layout_call_ok R (Leaf x))) && ((Layout_call_ok A (Leaf b)) && (Layout_call_ok R (Leaf y)))) = true /\
  ((((Layout_call A (Leaf a)) + (Layout_call R (Leaf x))) = ((Layout_call A (Leaf b)) + (Layout_call R (Leaf y)))) ->
  ((a = b) /\
  (x = y)))))))))).

(* K8: the complement, if accepted, is coalesced: coalesce changes nothing *)
Definition S_K8 : Prop := forall (A : layout) (M : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= M ->
  (let R := (complement A (Leaf M)) in
  (((complement_ok A (Leaf M)) = true) ->
  (((complement_ok A (Leaf M)) && (coalesce_ok R)) = true /\
  (let again := (coalesce R) in
  ((modes_of_ok again) = true /\
  (((complement_ok A (Leaf M)) && (modes_of_ok R)) = true /\
  (((modes_of again) = (modes_of R)) /\
  ((complement_ok A (Leaf M)) = true /\
  ((Layout_depth again) = (Layout_depth R)))))))))).

(* K9: a layout and its complement together are a bijection onto [0, M), if the layout, sorted by stride, is a chain of multiples up to M *)
Definition S_K9 : Prop := forall (A : layout) (M : Z) (a : Z) (b : Z) (x : Z) (y : Z) (t : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= M ->
  0 <= a ->
  a < (size_of_layout A) ->
  0 <= b ->
  b < (size_of_layout A) ->
  0 <= x ->
  0 <= y ->
  0 <= t ->
  ((modes_of_ok A) = true /\
  (let modes := (modes_of A) in
  ((is_chain_ok (sort_modes modes) 1 M) = true /\
  (((is_chain (sort_modes modes) 1 M) = true) ->
  ((complement_ok A (Leaf M)) = true /\
  (let R := (complement A (Leaf M)) in
  ((x < (Layout_size R)) ->
  ((y < (Layout_size R)) ->
  ((((Layout_size A) * (Layout_size R)) = M) /\
  (((Layout_call_ok A (Leaf a)) && (Layout_call_ok R (Leaf x))) = true /\
  ((0 <= ((Layout_call A (Leaf a)) + (Layout_call R (Leaf x))) /\ ((Layout_call A (Leaf a)) + (Layout_call R (Leaf x))) < M) /\
  ((((Layout_call_ok A (Leaf a)) && (Layout_call_ok R (Leaf x))) && ((Layout_call_ok A (Leaf b)) && (Layout_call_ok R (Leaf y)))) = true /\
  (((((Layout_call A (Leaf a)) + (Layout_call R (Leaf x))) = ((Layout_call A (Leaf b)) + (Layout_call R (Leaf y)))) ->
  ((a = b) /\
  ((x = y) /\
  ((t < M) ->
  ((((element_of_ok modes t) && (Layout_call_ok A (Leaf (element_of modes t)))) && ((gap_of_ok modes t) && (Layout_call_ok R (Leaf (gap_of modes t))))) = true /\
  (((Layout_call A (Leaf (element_of modes t))) + (Layout_call R (Leaf (gap_of modes t)))) = t)))))) /\
  ((~ (((Layout_call A (Leaf a)) + (Layout_call R (Leaf x))) = ((Layout_call A (Leaf b)) + (Layout_call R (Leaf y))))) ->
  ((t < M) ->
  ((((element_of_ok modes t) && (Layout_call_ok A (Leaf (element_of modes t)))) && ((gap_of_ok modes t) && (Layout_call_ok R (Leaf (gap_of modes t))))) = true /\
  (((Layout_call A (Leaf (element_of modes t))) + (Layout_call R (Leaf (gap_of modes t)))) = t))))))))))))))))).

(* V1: a layout after its right inverse is the identity: L(right_inverse(L)(i)) = i *)
Definition S_V1 : Prop := forall (L : layout) (i : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  0 <= i ->
  ((right_inverse_ok L) = true /\
  (let R := (right_inverse L) in
  ((i < (Layout_size R)) ->
  ((Layout_call_ok R (Leaf i)) = true /\
  ((0 <= (Layout_call R (Leaf i)) /\ (Layout_call R (Leaf i)) < (Layout_size L)) /\
  (((Layout_call_ok R (Leaf i)) && (Layout_call_ok L (Leaf (Layout_call R (Leaf i))))) = true /\
  ((Layout_call L (Leaf (Layout_call R (Leaf i)))) = i))))))).

(* V9: the right inverse is coalesced: coalesce changes nothing *)
Definition S_V9 : Prop := forall (L : layout),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  ((right_inverse_ok L) = true /\
  (let R := (right_inverse L) in
  ((coalesce_ok R) = true /\
  (let again := (coalesce R) in
  ((modes_of_ok again) = true /\
  ((modes_of_ok R) = true /\
  (((modes_of again) = (modes_of R)) /\
  ((Layout_depth again) = (Layout_depth R))))))))).

(* V10: the right inverse of a layout without a mode of stride 1 is 1:0 *)
Definition S_V10 : Prop := forall (L : layout),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  ((modes_of_ok L) = true /\
  (((lack (modes_of L) 1) = true) ->
  ((right_inverse_ok L) = true /\
  (let R := (right_inverse L) in
  (((Layout_depth R) = 0) /\
  (((Layout_size R) = 1) /\
  ((Layout_extended_ok R 1) = true /\
  ((Layout_extended R 1) = 0)))))))).

(* V5: the left inverse of an accepted injective layout with strides >= 0 maps each offset to its coordinate *)
Definition S_V5 : Prop := forall (L : layout) (i : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  (let R := (left_inverse L) in
  (((left_inverse_ok L) = true) ->
  ((graph_ok L) = true /\
  (((repeats_nothing (graph L)) = true) ->
  ((((left_inverse_ok L) && (Layout_call_ok L (Leaf i))) && (Layout_call_ok R (Leaf (Layout_call L (Leaf i))))) = true /\
  ((Layout_call R (Leaf (Layout_call L (Leaf i)))) = i)))))).

(* V7o: if each stride of the sorted modes is a multiple of the stride before it and at least the extent of the mode before it, the layout has a generalised left inverse: L(L'(L(i))) = L(i), and L'(L(i)) is a coordinate *)
Definition S_V7o : Prop := forall (L : layout) (i : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  (((graph_ok L) && (reaches_over_ok (graph L) 1 1)) = true /\
  (((reaches_over (graph L) 1 1) = true) ->
  ((((left_inverse_ok L) && (Layout_call_ok L (Leaf i))) && (Layout_call_ok (left_inverse L) (Leaf (Layout_call L (Leaf i))))) = true /\
  (let at_ := (Layout_call (left_inverse L) (Leaf (Layout_call L (Leaf i)))) in
  ((0 <= at_ /\ at_ < (Layout_size L)) /\
  ((Layout_call_ok L (Leaf at_)) = true /\
  ((Layout_call_ok L (Leaf i)) = true /\
  ((Layout_call L (Leaf at_)) = (Layout_call L (Leaf i)))))))))).

(* V9l: the left inverse, if accepted, is coalesced: coalesce changes nothing *)
Definition S_V9l : Prop := forall (L : layout),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (let R := (left_inverse L) in
  (((left_inverse_ok L) = true) ->
  ((modes_of_ok L) = true /\
  (let merged := (coalesce_modes (modes_of L)) in
  (((~ (~ ((nonempty merged) = true))) ->
  ((~ ((nonempty (tl merged)) = true)) ->
  (nonempty merged) = true)) /\
  ((((~ ((nonempty merged) = true)) \/ (((nonempty (tl merged)) = true) \/ ((snd (hd (0, 0) merged)) <> 0))) ->
  (((left_inverse_ok L) && (coalesce_ok R)) = true /\
  (let again := (coalesce R) in
  ((modes_of_ok again) = true /\
  (((left_inverse_ok L) && (modes_of_ok R)) = true /\
  (((modes_of again) = (modes_of R)) /\
  ((left_inverse_ok L) = true /\
  ((Layout_depth again) = (Layout_depth R))))))))) /\
  ((~ ((~ ((nonempty merged) = true)) \/ (((nonempty (tl merged)) = true) \/ ((snd (hd (0, 0) merged)) <> 0)))) ->
  (((left_inverse_ok L) && (coalesce_ok R)) = true /\
  (let again := (coalesce R) in
  ((modes_of_ok again) = true /\
  (((left_inverse_ok L) && (modes_of_ok R)) = true /\
  (((modes_of again) = (modes_of R)) /\
  ((left_inverse_ok L) = true /\
  ((Layout_depth again) = (Layout_depth R))))))))))))))).

(* V8: max_common_layout, if accepted, maps i to a coordinate where both layouts have offset i *)
Definition S_V8 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  0 <= i ->
  (let R := (max_common_layout A B) in
  (((max_common_layout_ok A B) = true) ->
  ((max_common_layout_ok A B) = true /\
  ((i < (Layout_size R)) ->
  ((right_inverse_ok B) = true /\
  (let inverse := (right_inverse B) in
  ((composition_ok A inverse) = true /\
  (let composed := (composition A inverse) in
  ((coalesce_ok composed) = true /\
  (let merged := (coalesce composed) in
  ((((modes_of_ok merged) && (nonempty (modes_of merged))) && (modes_of_ok merged)) = true /\
  (let '(_, d) := (hd (0, 0) (modes_of merged)) in
  (let rest := (tl (modes_of merged)) in
  (((d = 1) ->
  ((i < (Layout_size inverse)) /\
  ((Layout_call_ok merged (Leaf i)) = true /\
  (((Layout_call merged (Leaf i)) = i) /\
  ((Layout_call_ok composed (Leaf i)) = true /\
  ((Layout_call_ok merged (Leaf i)) = true /\
  (((Layout_call composed (Leaf i)) = (Layout_call merged (Leaf i))) /\
  (((max_common_layout_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  ((Layout_call_ok inverse (Leaf i)) = true /\
  (((Layout_call R (Leaf i)) = (Layout_call inverse (Leaf i))) /\
  ((((max_common_layout_ok A B) && (Layout_call_ok R (Leaf i))) && (Layout_call_ok A (Leaf (Layout_call R (Leaf i))))) = true /\
  (((Layout_call A (Leaf (Layout_call R (Leaf i)))) = i) /\
  ((((max_common_layout_ok A B) && (Layout_call_ok R (Leaf i))) && (Layout_call_ok B (Leaf (Layout_call R (Leaf i))))) = true /\
  (((Layout_call B (Leaf (Layout_call R (Leaf i)))) = i) /\
  ((max_common_vector_ok A B) = true /\
  ((max_common_layout_ok A B) = true /\
  ((max_common_vector A B) = (Layout_size R)))))))))))))))))) /\
  ((~ (d = 1)) ->
  ((((max_common_layout_ok A B) && (Layout_call_ok R (Leaf i))) && (Layout_call_ok A (Leaf (Layout_call R (Leaf i))))) = true /\
  (((Layout_call A (Leaf (Layout_call R (Leaf i)))) = i) /\
  ((((max_common_layout_ok A B) && (Layout_call_ok R (Leaf i))) && (Layout_call_ok B (Leaf (Layout_call R (Leaf i))))) = true /\
  (((Layout_call B (Leaf (Layout_call R (Leaf i)))) = i) /\
  ((max_common_vector_ok A B) = true /\
  ((max_common_layout_ok A B) = true /\
  ((max_common_vector A B) = (Layout_size R))))))))))))))))))))))).

(* Q1: if B is admissible for A (`divides_evenly`), mode 0 of A / B is A o B, and A / B has the size and the image of A *)
Definition S_Q1 : Prop := forall (A : layout) (B : layout) (i : Z) (c : Z) (x : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  0 <= c ->
  c < (size_of_layout A) ->
  0 <= x ->
  x < (size_of_layout A) ->
  ((divides_evenly_ok A B) = true /\
  (((divides_evenly A B) = true) ->
  ((modes_of_ok B) = true /\
  (let modes := (modes_of B) in
  (((complement_ok B (Leaf (Layout_size A))) && (make_layout_layout_layout_ok B (complement B (Leaf (Layout_size A))))) = true /\
  (let tiles := (make_layout_layout_layout B (complement B (Leaf (Layout_size A)))) in
  ((logical_divide_ok A B) = true /\
  (let R := (logical_divide A B) in
  (((Layout_rank R) = 2) /\
  (((Layout_call_ok B (Leaf i)) && (Layout_call_ok tiles (Leaf c))) = true /\
  (let offset := (Layout_call B (Leaf i)) in
  (let offset := (Layout_call tiles (Leaf c)) in
  (((Layout_size R) = (Layout_size A)) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_call_ok A (Leaf (Layout_call B (Leaf i))))) = true /\
  (((Layout_call R (Leaf i)) = (Layout_call A (Leaf (Layout_call B (Leaf i))))) /\
  (((Layout_getitem_ok R 0) && (Layout_call_ok (Layout_getitem R 0) (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_call_ok A (Leaf (Layout_call B (Leaf i))))) = true /\
  (((Layout_call (Layout_getitem R 0) (Leaf i)) = (Layout_call A (Leaf (Layout_call B (Leaf i))))) /\
  ((Layout_call_ok R (Leaf c)) = true /\
  (((Layout_call_ok tiles (Leaf c)) && (Layout_call_ok A (Leaf (Layout_call tiles (Leaf c))))) = true /\
  (((Layout_call R (Leaf c)) = (Layout_call A (Leaf (Layout_call tiles (Leaf c))))) /\
  (((element_of_ok modes x) && (gap_of_ok modes x)) = true /\
  (let at_ := ((element_of modes x) + ((Layout_size B) * (gap_of modes x))) in
  ((Layout_call_ok R (Leaf at_)) = true /\
  ((Layout_call_ok A (Leaf x)) = true /\
  ((Layout_call R (Leaf at_)) = (Layout_call A (Leaf x))))))))))))))))))))))))))))).

(* Q2: A / B, if accepted, is A composed with (B, complement(B, size(A))) *)
Definition S_Q2 : Prop := forall (A : layout) (B : layout) (c : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= c ->
  (let R := (logical_divide A B) in
  (((logical_divide_ok A B) = true) ->
  ((((complement_ok B (Leaf (Layout_size A))) && (make_layout_layout_layout_ok B (complement B (Leaf (Layout_size A))))) && (composition_ok A (make_layout_layout_layout B (complement B (Leaf (Layout_size A)))))) = true /\
  (let tiles := (composition A (make_layout_layout_layout B (complement B (Leaf (Layout_size A))))) in
  ((logical_divide_ok A B) = true /\
  (((Layout_size R) = (Layout_size tiles)) /\
  ((logical_divide_ok A B) = true /\
  ((c < (Layout_size R)) ->
  (((logical_divide_ok A B) && (Layout_call_ok R (Leaf c))) = true /\
  ((Layout_call_ok tiles (Leaf c)) = true /\
  ((Layout_call R (Leaf c)) = (Layout_call tiles (Leaf c))))))))))))).

(* Q5: if A x B is accepted, its mode 0 is A, and its size is size(A) * size(B) *)
Definition S_Q5 : Prop := forall (A : layout) (B : layout) (a : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= a ->
  a < (size_of_layout A) ->
  (let R := (logical_product A B) in
  (((logical_product_ok A B) = true) ->
  ((logical_product_ok A B) = true /\
  (((Layout_rank R) = 2) /\
  (((logical_product_ok A B) && (Layout_getitem_ok R 0)) = true /\
  (((Layout_size (Layout_getitem R 0)) = (Layout_size A)) /\
  ((((logical_product_ok A B) && (Layout_getitem_ok R 0)) && (Layout_call_ok (Layout_getitem R 0) (Leaf a))) = true /\
  ((Layout_call_ok A (Leaf a)) = true /\
  (((Layout_call (Layout_getitem R 0) (Leaf a)) = (Layout_call A (Leaf a))) /\
  ((logical_product_ok A B) = true /\
  (((Layout_size R) = ((Layout_size A) * (Layout_size B))) /\
  ((((logical_product_ok A B) && (Layout_getitem_ok R 1)) && (compatible_ok (layout_shape B) (layout_shape (Layout_getitem R 1)))) = true /\
  ((compatible (layout_shape B) (layout_shape (Layout_getitem R 1))) = true))))))))))))).

(* Q6: the copies of A in A x B do not overlap, if A is a divisible chain and B is injective *)
Definition S_Q6 : Prop := forall (A : layout) (B : layout) (a : Z) (b : Z) (x : Z) (y : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= a ->
  a < (size_of_layout A) ->
  0 <= b ->
  b < (size_of_layout B) ->
  0 <= x ->
  x < (size_of_layout A) ->
  0 <= y ->
  y < (size_of_layout B) ->
  (((modes_of_ok A) && (is_chain_ok (sort_modes (modes_of A)) 1 0)) = true /\
  (((is_chain (sort_modes (modes_of A)) 1 0) = true) ->
  (let R := (logical_product A B) in
  (((logical_product_ok A B) = true) ->
  (((~ (b = y)) ->
  ((Layout_call_ok B (Leaf b)) && (Layout_call_ok B (Leaf y))) = true) /\
  (((b = y) \/ ((Layout_call B (Leaf b)) <> (Layout_call B (Leaf y)))) ->
  ((((logical_product_ok A B) && (Layout_call_ok R (Tuple [(Leaf a); (Leaf b)]))) && ((logical_product_ok A B) && (Layout_call_ok R (Tuple [(Leaf x); (Leaf y)])))) = true /\
  (((Layout_call R (Tuple [(Leaf a); (Leaf b)])) = (Layout_call R (Tuple [(Leaf x); (Leaf y)]))) ->
  ((a = x) /\
  (b = y)))))))))).

(* T5: a fragment of mma.sync holds each element of its block at exactly one (lane, value), which `held_at` computes, and has as many (lane, value) pairs as elements *)
Definition S_T5 : Prop := forall (r : Z) (n : Z) (b : Z) (i : Z) (j : Z),
  1 <= r ->
  1 <= n ->
  1 <= b ->
  0 <= i ->
  0 <= j ->
  (let rows := (8 * r) in
  (let columns := ((4 * n) * b) in
  ((i < rows) ->
  ((j < columns) ->
  ((mma_fragment_ok rows columns n) = true /\
  (let L := (mma_fragment rows columns n) in
  (((Layout_getitem_ok L 0) && (Layout_getitem_ok L 1)) = true /\
  ((((Layout_rank L), (Layout_size (Layout_getitem L 0)), (Layout_size (Layout_getitem L 1))) = (2, 32, ((n * r) * b))) /\
  (((Layout_size L) = (rows * columns)) /\
  ((held_at_ok r n i j) = true /\
  (let '(lane, value_) := (held_at r n i j) in
  (((i / 8) < r) /\
  ((negb (n =? 0)) = true /\
  ((((j / n) / 4) < b) /\
  ((negb ((4 * n) =? 0)) = true /\
  (let a := (i / 8) in
  (let b2 := (j / (4 * n)) in
  ((0 <= (r * ((b - 1) - b2))) /\
  ((0 <= (a + (r * b2))) /\
  (((a + (r * b2)) < (r * b)) /\
  (((negb (n =? 0)) && (negb ((4 * n) =? 0))) = true /\
  (let a := (j mod n) in
  (let b2 := ((i / 8) + (r * (j / (4 * n)))) in
  (let bound := (r * b) in
  ((0 <= (n * ((bound - 1) - b2))) /\
  ((0 <= (a + (n * b2))) /\
  (((a + (n * b2)) < (n * bound)) /\
  ((0 <= lane /\ lane < 32) /\
  ((0 <= value_ /\ value_ < ((n * r) * b)) /\
  ((negb (n =? 0)) = true /\
  ((negb ((4 * n) =? 0)) = true /\
  ((((j / n) / 4) = (j / (4 * n))) /\
  ((((negb (n =? 0)) && (negb (n =? 0))) && (negb ((4 * n) =? 0))) = true /\
  (((((j mod n) + (n * ((j / n) mod 4))) + (n * (4 * (j / (4 * n))))) = j) /\
  ((Layout_call_layout_tree_tree_ok L (Leaf lane) (Leaf value_)) = true /\
  ((Layout_call_layout_tree_tree L (Leaf lane) (Leaf value_)) = (i + (rows * j)))))))))))))))))))))))))))))))))))))).

(* S1: a swizzle is its own inverse *)
Definition S_S1 : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z),
  0 <= B ->
  0 <= M ->
  ((B <= (Z.abs S_)) ->
  (((_is_accepted B M S_) = true) ->
  ((apply_swizzle_ok x B M S_) = true /\
  (let once := (apply_swizzle x B M S_) in
  ((apply_swizzle_ok once B M S_) = true /\
  ((apply_swizzle once B M S_) = x)))))).

(* S1e: every accepted swizzle with abs(S) >= B is its own inverse, on all naturals *)
Definition S_S1e : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z),
  0 <= B ->
  0 <= M ->
  0 <= x ->
  ((B <= (Z.abs S_)) ->
  (((_is_accepted B M S_) = true) ->
  ((apply_swizzle_ok x B M S_) = true /\
  (let once := (apply_swizzle x B M S_) in
  ((0 <= once) /\
  ((apply_swizzle_ok once B M S_) = true /\
  ((apply_swizzle once B M S_) = x))))))).

(* S2: a swizzle is a bijection of [0, 2^(B + M + abs(S))), linear over XOR *)
Definition S_S2 : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z) (y : Z),
  0 <= B ->
  0 <= M ->
  (((_is_accepted B M S_) = true) ->
  (((apply_swizzle_ok x B M S_) && (apply_swizzle_ok y B M S_)) = true /\
  (let image := (apply_swizzle x B M S_) in
  (let other := (apply_swizzle y B M S_) in
  ((apply_swizzle_ok (Z.lxor x y) B M S_) = true /\
  (((apply_swizzle (Z.lxor x y) B M S_) = (Z.lxor image other)) /\
  ((0 <=? ((B + M) + (Z.abs S_))) = true /\
  (let size_ := (1 * 2 ^ ((B + M) + (Z.abs S_))) in
  (((0 <= x /\ x < size_) /\ (B <= (Z.abs S_))) ->
  ((0 <= image) /\
  ((image < size_) /\
  ((apply_swizzle_ok image B M S_) = true /\
  ((apply_swizzle image B M S_) = x))))))))))))).

(* S2e: every accepted swizzle is linear over XOR on all naturals and, if abs(S) >= B, a bijection of [0, 2^(B + M + abs(S))) *)
Definition S_S2e : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z) (y : Z),
  0 <= B ->
  0 <= M ->
  0 <= x ->
  0 <= y ->
  (((_is_accepted B M S_) = true) ->
  (((apply_swizzle_ok x B M S_) && (apply_swizzle_ok y B M S_)) = true /\
  (let image := (apply_swizzle x B M S_) in
  (let other := (apply_swizzle y B M S_) in
  ((apply_swizzle_ok (Z.lxor x y) B M S_) = true /\
  (((apply_swizzle (Z.lxor x y) B M S_) = (Z.lxor image other)) /\
  ((0 <=? ((B + M) + (Z.abs S_))) = true /\
  (let size_ := (1 * 2 ^ ((B + M) + (Z.abs S_))) in
  (((x < size_) /\ (B <= (Z.abs S_))) ->
  ((0 <= image) /\
  ((image < size_) /\
  ((apply_swizzle_ok image B M S_) = true /\
  ((apply_swizzle image B M S_) = x))))))))))))).

(* S4: a swizzle keeps the M lowest bits *)
Definition S_S4 : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z),
  0 <= B ->
  0 <= M ->
  (((_is_accepted B M S_) = true) ->
  ((0 <=? M) = true /\
  (let lowest := ((1 * 2 ^ M) - 1) in
  ((apply_swizzle_ok x B M S_) = true /\
  ((Z.land (apply_swizzle x B M S_) lowest) = (Z.land x lowest)))))).

(* S4e: every accepted swizzle keeps the M lowest bits of all naturals *)
Definition S_S4e : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z),
  0 <= B ->
  0 <= M ->
  0 <= x ->
  (((_is_accepted B M S_) = true) ->
  ((0 <=? M) = true /\
  (let lowest := ((1 * 2 ^ M) - 1) in
  ((apply_swizzle_ok x B M S_) = true /\
  ((Z.land (apply_swizzle x B M S_) lowest) = (Z.land x lowest)))))).

(* S7: a swizzle keeps the bits above its block of 2^(B + M + abs(S)) integers *)
Definition S_S7 : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z),
  0 <= B ->
  0 <= M ->
  (((_is_accepted B M S_) = true) ->
  (let bits := ((B + M) + (Z.abs S_)) in
  (((apply_swizzle_ok x B M S_) && (0 <=? bits)) = true /\
  ((0 <=? bits) = true /\
  (((apply_swizzle x B M S_) / 2 ^ bits) = (x / 2 ^ bits)))))).

(* S7e: every accepted swizzle keeps all bits of a natural number from bit B + M + abs(S) upwards, so the number stays in its block of 2^(B + M + abs(S)) naturals *)
Definition S_S7e : Prop := forall (B : Z) (M : Z) (S_ : Z) (x : Z),
  0 <= B ->
  0 <= M ->
  0 <= x ->
  (((_is_accepted B M S_) = true) ->
  (let bits := ((B + M) + (Z.abs S_)) in
  (((apply_swizzle_ok x B M S_) && (0 <=? bits)) = true /\
  ((0 <=? bits) = true /\
  (((apply_swizzle x B M S_) / 2 ^ bits) = (x / 2 ^ bits)))))).

(* X1: with one tile, the position of an element by the tiling formula is its position by pad, reshape, transpose *)
Definition S_X1 : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  (((XlaShape_sides_ok A) = true /\
  (((nonempty (XlaShape_sides A)) = true) ->
  (XlaShape_sides_ok A) = true)) /\
  ((((nonempty (XlaShape_sides A)) = true) /\ (~ ((nonempty (tl (XlaShape_sides A))) = true))) ->
  (((physical_point_ok A i) && ((XlaShape_sides_ok A) && (nonempty (XlaShape_sides A)))) = true /\
  (let point := (physical_point A i) in
  (let tile := (hd [] (XlaShape_sides A)) in
  (((covered_ok point tile) && (transposed_ok (covered point tile) (uncovered point tile))) = true /\
  (let moved := (transposed (covered point tile) (uncovered point tile)) in
  ((linear_index_ok A i) = true /\
  ((linear_index A i) = (row moved)))))))))).

(* X1r: with any number of tiles, the formula gives the positions that pad, reshape, transpose give *)
Definition S_X1r : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  ((physical_point_ok A i) = true /\
  (let point := (physical_point A i) in
  (((XlaShape_sides_ok A) && (reshaped_by_ok point (XlaShape_sides A))) = true /\
  (let moved := (reshaped_by point (XlaShape_sides A)) in
  ((linear_index_ok A i) = true /\
  ((linear_index A i) = (row moved))))))).

(* X4: elements of a tiled array have different positions, below the padded size *)
Definition S_X4 : Prop := forall (A : xla_shape) (i : (list Z)) (j : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  (in_bounds j (xla_dims A)) = true ->
  (((physical_point_ok A i) && (physical_point_ok A j)) = true /\
  (let point := (physical_point A i) in
  (let other := (physical_point A j) in
  (let first := (origin point) in
  (((linear_index_ok A i) && ((XlaShape_sides_ok A) && (tiled_by_ok first (XlaShape_sides A)))) = true /\
  (let position := (linear_index A i) in
  (let size_ := (volume (tiled_by first (XlaShape_sides A))) in
  ((0 <= position /\ position < size_) /\
  ((linear_index_ok A j) = true /\
  ((position = (linear_index A j)) ->
  (i = j))))))))))).

(* X7: without tiles, an array is the CuTe layout in which each stride is the product of the sizes after it *)
Definition S_X7 : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  ((XlaShape_sides_ok A) = true /\
  ((~ ((nonempty (XlaShape_sides A)) = true)) ->
  ((physical_point_ok A i) = true /\
  (let point := (physical_point A i) in
  ((layout_of_ok (row_major (origin point) 1)) = true /\
  (let layout_ := (layout_of (row_major (origin point) 1)) in
  ((Layout_call_ok layout_ (Leaf (column point))) = true /\
  ((linear_index_ok A i) = true /\
  ((Layout_call layout_ (Leaf (column point))) = (linear_index A i)))))))))).

(* X8: a * in a tile merges its dimension with the next more minor one before tiling; the merge adds no padding *)
Definition S_X8 : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  (((XlaShape_sides_ok A) = true /\
  (((nonempty (XlaShape_sides A)) = true) ->
  (XlaShape_sides_ok A) = true)) /\
  ((((nonempty (XlaShape_sides A)) = true) /\ (~ ((nonempty (tl (XlaShape_sides A))) = true))) ->
  (((physical_point_ok A i) && ((XlaShape_sides_ok A) && (nonempty (XlaShape_sides A)))) = true /\
  (let point := (physical_point A i) in
  (let tile := (hd [] (XlaShape_sides A)) in
  ((merged_ok point tile) = true /\
  (let array := (merged point tile) in
  (let sides_ := (without_combine tile) in
  (((combines_nothing sides_) = true) /\
  (((row array) = (row point)) /\
  (((volume array) = (volume point)) /\
  ((linear_index_ok A i) = true /\
  ((tile_once_ok array sides_) = true /\
  ((linear_index A i) = (row (tile_once array sides_)))))))))))))))).

(* X9: a tile with k sides acts on the k most minor dimensions only *)
Definition S_X9 : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  (((XlaShape_sides_ok A) = true /\
  (((nonempty (XlaShape_sides A)) = true) ->
  (XlaShape_sides_ok A) = true)) /\
  ((((nonempty (XlaShape_sides A)) = true) /\ (~ ((nonempty (tl (XlaShape_sides A))) = true))) ->
  (((physical_point_ok A i) && ((XlaShape_sides_ok A) && (nonempty (XlaShape_sides A)))) = true /\
  (let point := (physical_point A i) in
  (let tile := (hd [] (XlaShape_sides A)) in
  (((Z.of_nat (length tile)) <= (Z.of_nat (length point))) ->
  (let minor := (reached point tile) in
  (let major := (uncovered point tile) in
  ((tile_once_ok minor tile) = true /\
  (let inside := (tile_once minor tile) in
  (((Z.of_nat (length minor)) = (Z.of_nat (length tile))) /\
  ((linear_index_ok A i) = true /\
  ((linear_index A i) = ((row inside) + ((volume inside) * (row major)))))))))))))))).

(* X9h: a tile of higher rank than the array acts as if the array had dimensions of size 1 in front *)
Definition S_X9h : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  (((XlaShape_sides_ok A) = true /\
  (((nonempty (XlaShape_sides A)) = true) ->
  (XlaShape_sides_ok A) = true)) /\
  ((((nonempty (XlaShape_sides A)) = true) /\ (~ ((nonempty (tl (XlaShape_sides A))) = true))) ->
  (((physical_point_ok A i) && ((XlaShape_sides_ok A) && (nonempty (XlaShape_sides A)))) = true /\
  (let point := (physical_point A i) in
  (let tile := (hd [] (XlaShape_sides A)) in
  (let longer := (lengthened point tile) in
  (((Z.of_nat (length tile)) <= (Z.of_nat (length longer))) /\
  (((row longer) = (row point)) /\
  (((volume longer) = (volume point)) /\
  ((linear_index_ok A i) = true /\
  ((tile_once_ok longer tile) = true /\
  ((linear_index A i) = (row (tile_once longer tile)))))))))))))).

(* B1: an array with one tile, of the same rank as the array, is the CuTe layout with modes (tile, number of tiles), including padding *)
Definition S_B1 : Prop := forall (A : xla_shape) (i : (list Z)),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (in_bounds i (xla_dims A)) = true ->
  (((XlaShape_sides_ok A) = true /\
  (((nonempty (XlaShape_sides A)) = true) ->
  (XlaShape_sides_ok A) = true)) /\
  ((((nonempty (XlaShape_sides A)) = true) /\ (~ ((nonempty (tl (XlaShape_sides A))) = true))) ->
  (((physical_point_ok A i) && ((XlaShape_sides_ok A) && (nonempty (XlaShape_sides A)))) = true /\
  (let point := (physical_point A i) in
  (let tile := (hd [] (XlaShape_sides A)) in
  ((((Z.of_nat (length tile)) = (Z.of_nat (length point))) /\ ((combines_nothing tile) = true)) ->
  ((covered_ok point tile) = true /\
  (let dims := (covered point tile) in
  ((covered_ok (origin point) tile) = true /\
  (let first := (covered (origin point) tile) in
  (((layout_in_tiles_ok first) && (linear_index_ok A i)) = true /\
  (let layout_ := (layout_in_tiles first) in
  (let position := (linear_index A i) in
  (((padded_ok dims) && (Layout_call_ok layout_ (Leaf (column (padded dims))))) = true /\
  (((Layout_call layout_ (Leaf (column (padded dims)))) = position) /\
  ((whole_tiles_ok dims) = true /\
  (((whole_tiles dims) = true) ->
  ((Layout_call_ok layout_ (Leaf (column point))) = true /\
  ((Layout_call layout_ (Leaf (column point))) = position))))))))))))))))))).

(* I5: compatible is a partial order: reflexive, antisymmetric, transitive *)
Definition S_I5 : Prop := forall (S_ : tree) (T : tree) (U : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  (require_shape_ok U) = true ->
  (nonempty (flatten U)) = true ->
  ((compatible_ok S_ S_) = true /\
  (((compatible S_ S_) = true) /\
  ((compatible_ok S_ T) = true /\
  (((compatible S_ T) = true) ->
  ((compatible_ok T S_) = true /\
  ((((compatible T S_) = true) ->
  ((S_ = T) /\
  ((compatible_ok T U) = true /\
  (((compatible T U) = true) ->
  ((compatible_ok S_ U) = true /\
  ((compatible S_ U) = true)))))) /\
  ((~ ((compatible T S_) = true)) ->
  ((compatible_ok T U) = true /\
  (((compatible T U) = true) ->
  ((compatible_ok S_ U) = true /\
  ((compatible S_ U) = true))))))))))).

(* I6: compatible(S, T) implies equal size, and every coordinate of S is a coordinate of T *)
Definition S_I6 : Prop := forall (S_ : tree) (T : tree) (i : Z),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  0 <= i ->
  i < (size_of S_) ->
  ((compatible_ok S_ T) = true /\
  (((compatible S_ T) = true) ->
  (((size S_) = (size T)) /\
  ((idx2crd_ok (Leaf i) S_) = true /\
  (let crd := (idx2crd (Leaf i) S_) in
  ((crd2idx_ok crd T) = true /\
  ((crd2idx crd T) = i))))))).

(* I11t: for a tuple, idx2crd_extended, if accepted, gives the profile of the shape and is idempotent; it is accepted if neither the shape nor a part of it is an empty tuple *)
Definition S_I11t : Prop := forall (S_ : tree) (x : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (at_least 0 (flatten x)) = true ->
  (nonempty (flatten x)) = true ->
  ((weakly_congruent_ok x S_) = true /\
  (((weakly_congruent x S_) = true) ->
  (let c := (idx2crd_extended x S_) in
  ((((has_terminals_throughout S_) = true) ->
  (((idx2crd_extended_ok x S_) = true) /\
  (((idx2crd_extended_ok x S_) = true) ->
  (((idx2crd_extended_ok x S_) && (congruent_ok c S_)) = true /\
  (((congruent c S_) = true) /\
  (((idx2crd_extended_ok x S_) && (idx2crd_extended_ok c S_)) = true /\
  ((idx2crd_extended_ok x S_) = true /\
  (((idx2crd_extended c S_) = c) /\
  ((crd2idx_extended_ok x S_) = true /\
  (((idx2crd_extended_ok x S_) && (crd2idx_extended_ok c S_)) = true /\
  ((crd2idx_extended x S_) = (crd2idx_extended c S_)))))))))))) /\
  ((~ ((has_terminals_throughout S_) = true)) ->
  (((idx2crd_extended_ok x S_) = true) ->
  (((idx2crd_extended_ok x S_) && (congruent_ok c S_)) = true /\
  (((congruent c S_) = true) /\
  (((idx2crd_extended_ok x S_) && (idx2crd_extended_ok c S_)) = true /\
  ((idx2crd_extended_ok x S_) = true /\
  (((idx2crd_extended c S_) = c) /\
  ((crd2idx_extended_ok x S_) = true /\
  (((idx2crd_extended_ok x S_) && (crd2idx_extended_ok c S_)) = true /\
  ((crd2idx_extended x S_) = (crd2idx_extended c S_))))))))))))))).

(* I9: running products are compact strides: the strides from prefix_product map each coordinate to its index, and a layout with strides from prefix_product or suffix_product has a cosize equal to its size *)
Definition S_I9 : Prop := forall (S_ : tree) (i : Z),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  0 <= i ->
  i < (size_of S_) ->
  (((prefix_product_ok S_ 1) && (suffix_product_ok S_)) = true /\
  (let column_ := (prefix_product S_ 1) in
  (let row_ := (suffix_product S_) in
  (((congruent_ok column_ S_) = true /\
  (((congruent column_ S_) = true) ->
  (congruent_ok row_ S_) = true)) /\
  ((((congruent column_ S_) = true) /\ ((congruent row_ S_) = true)) /\
  (((idx2crd_ok (Leaf i) S_) && (inner_product_ok (idx2crd (Leaf i) S_) column_)) = true /\
  (((inner_product (idx2crd (Leaf i) S_) column_) = i) /\
  (((Layout_ok S_ column_) && (cosize_ok (Layout S_ column_))) = true /\
  (((cosize (Layout S_ column_)) = (product S_)) /\
  (((Layout_ok S_ row_) && (cosize_ok (Layout S_ row_))) = true /\
  ((cosize (Layout S_ row_)) = (product S_)))))))))))).

(* I12: congruent is an equivalence and holds if and only if weakly_congruent holds both ways; weakly_congruent is reflexive and transitive *)
Definition S_I12 : Prop := forall (S_ : tree) (T : tree) (U : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  (require_shape_ok U) = true ->
  (nonempty (flatten U)) = true ->
  ((congruent_ok S_ S_) = true /\
  (((congruent S_ S_) = true) /\
  ((congruent_ok S_ T) = true /\
  ((congruent_ok T S_) = true /\
  (((congruent S_ T) = (congruent T S_)) /\
  (((weakly_congruent_ok S_ T) && ((negb (weakly_congruent S_ T)) || (weakly_congruent_ok T S_))) = true /\
  (let both_ways := ((weakly_congruent S_ T) && (weakly_congruent T S_)) in
  ((congruent_ok S_ T) = true /\
  (((congruent S_ T) = both_ways) /\
  (((congruent_ok S_ T) = true /\
  (((congruent S_ T) = true) ->
  (congruent_ok T U) = true)) /\
  (((((congruent S_ T) = true) /\ ((congruent T U) = true)) ->
  ((congruent_ok S_ U) = true /\
  (((congruent S_ U) = true) /\
  (((weakly_congruent_ok S_ T) = true /\
  (((weakly_congruent S_ T) = true) ->
  (weakly_congruent_ok T U) = true)) /\
  ((((weakly_congruent S_ T) = true) /\ ((weakly_congruent T U) = true)) ->
  ((weakly_congruent_ok S_ U) = true /\
  ((weakly_congruent S_ U) = true))))))) /\
  ((~ (((congruent S_ T) = true) /\ ((congruent T U) = true))) ->
  (((weakly_congruent_ok S_ T) = true /\
  (((weakly_congruent S_ T) = true) ->
  (weakly_congruent_ok T U) = true)) /\
  ((((weakly_congruent S_ T) = true) /\ ((weakly_congruent T U) = true)) ->
  ((weakly_congruent_ok S_ U) = true /\
  ((weakly_congruent S_ U) = true)))))))))))))))).

(* I13: elem_scale keeps the profile and multiplies the size, and shape_div undoes it *)
Definition S_I13 : Prop := forall (S_ : tree) (T : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  ((weakly_congruent_ok S_ T) = true /\
  (((weakly_congruent S_ T) = true) ->
  ((elem_scale_ok S_ T) = true /\
  (let scaled := (elem_scale S_ T) in
  ((congruent_ok scaled S_) = true /\
  (((congruent scaled S_) = true) /\
  (((product scaled) = ((product S_) * (product T))) /\
  ((shape_div_ok scaled T) = true /\
  ((shape_div scaled T) = S_))))))))).

(* I14: compatible shapes are weakly compatible, and weakly compatible shapes are weakly congruent; a weakly compatible shape, scaled by `quotients`, is compatible *)
Definition S_I14 : Prop := forall (S_ : tree) (T : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  ((compatible_ok S_ T) = true /\
  ((((compatible S_ T) = true) ->
  ((weakly_compatible_ok S_ T) = true /\
  (((weakly_compatible S_ T) = true) /\
  ((weakly_compatible_ok S_ T) = true /\
  (((weakly_compatible S_ T) = true) ->
  ((weakly_congruent_ok S_ T) = true /\
  (((weakly_congruent S_ T) = true) /\
  (((int_tuples_quotients_ok S_ T) && (elem_scale_ok S_ (int_tuples_quotients S_ T))) = true /\
  (let scaled := (elem_scale S_ (int_tuples_quotients S_ T)) in
  ((compatible_ok scaled T) = true /\
  ((compatible scaled T) = true))))))))))) /\
  ((~ ((compatible S_ T) = true)) ->
  ((weakly_compatible_ok S_ T) = true /\
  (((weakly_compatible S_ T) = true) ->
  ((weakly_congruent_ok S_ T) = true /\
  (((weakly_congruent S_ T) = true) /\
  (((int_tuples_quotients_ok S_ T) && (elem_scale_ok S_ (int_tuples_quotients S_ T))) = true /\
  (let scaled := (elem_scale S_ (int_tuples_quotients S_ T)) in
  ((compatible_ok scaled T) = true /\
  ((compatible scaled T) = true))))))))))).

(* I15: unflatten puts a list of terminals under a profile, and flatten returns the list *)
Definition S_I15 : Prop := forall (S_ : tree) (x : Z),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  0 <= x ->
  (let terminals := (map (fun s => (s - x)) (nesting_flatten (Tuple [S_]))) in
  ((unflatten_ok (map Leaf terminals) S_) = true /\
  (let filled := (unflatten (map Leaf terminals) S_) in
  (((congruent_ok S_ filled) = true /\
  (((congruent S_ filled) = true) ->
  (weakly_congruent_ok S_ filled) = true)) /\
  ((((congruent S_ filled) = true) /\ ((weakly_congruent S_ filled) = true)) /\
  ((nesting_flatten (Tuple [filled])) = terminals)))))).

(* I16: shape_div, if accepted, keeps the profile of the dividend *)
Definition S_I16 : Prop := forall (S_ : tree) (T : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  (let R := (shape_div S_ T) in
  (((shape_div_ok S_ T) = true) ->
  (((shape_div_ok S_ T) && (congruent_ok R S_)) = true /\
  ((congruent R S_) = true)))).

(* I17: unflatten also puts tuples at the terminals of a profile; the profile is weakly congruent to the result *)
Definition S_I17 : Prop := forall (S_ : tree) (T : tree),
  (require_shape_ok S_) = true ->
  (nonempty (flatten S_)) = true ->
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  ((unflatten_ok (map (fun _ => T) (nesting_flatten (Tuple [S_]))) S_) = true /\
  (let filled := (unflatten (map (fun _ => T) (nesting_flatten (Tuple [S_]))) S_) in
  ((weakly_congruent_ok S_ filled) = true /\
  (((weakly_congruent S_ filled) = true) /\
  (let terminals := (flat_map (fun _ => (flatten T)) (nesting_flatten (Tuple [S_]))) in
  ((nesting_flatten (Tuple [filled])) = terminals)))))).

(* C6: by-mode coalesce keeps the rank, and the size and function of each mode; modes beyond the profile are unchanged *)
Definition S_C6 : Prop := forall (A : layout) (P : tree) (k : Z) (x : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (at_least 0 (flatten P)) = true ->
  (nonempty (flatten P)) = true ->
  0 <= k ->
  0 <= x ->
  (let profile := (flatten P) in
  (((Z.of_nat (length profile)) <= (Layout_rank A)) ->
  ((coalesce_layout_tree_ok A (Tuple (map Leaf profile))) = true /\
  (let R := (coalesce_layout_tree A (Tuple (map Leaf profile))) in
  (((Layout_rank R) = (Layout_rank A)) /\
  ((k < (Layout_rank A)) ->
  (((k < (Z.of_nat (length profile))) ->
  ((Layout_getitem_ok R k) = true /\
  (((Layout_depth (Layout_getitem R k)) <= 1) /\
  ((Layout_getitem_ok R k) = true /\
  ((Layout_getitem_ok A k) = true /\
  (((Layout_size (Layout_getitem R k)) = (Layout_size (Layout_getitem A k))) /\
  ((Layout_getitem_ok A k) = true /\
  ((x < (Layout_size (Layout_getitem A k))) ->
  (((Layout_getitem_ok R k) && (Layout_call_ok (Layout_getitem R k) (Leaf x))) = true /\
  (((Layout_getitem_ok A k) && (Layout_call_ok (Layout_getitem A k) (Leaf x))) = true /\
  ((Layout_call (Layout_getitem R k) (Leaf x)) = (Layout_call (Layout_getitem A k) (Leaf x))))))))))))) /\
  ((~ (k < (Z.of_nat (length profile)))) ->
  (((Layout_getitem_ok R k) && (Layout_getitem_ok A k)) = true /\
  (((Layout_getitem R k) = (Layout_getitem A k)) /\
  ((Layout_getitem_ok R k) = true /\
  ((Layout_getitem_ok A k) = true /\
  (((Layout_size (Layout_getitem R k)) = (Layout_size (Layout_getitem A k))) /\
  ((Layout_getitem_ok A k) = true /\
  ((x < (Layout_size (Layout_getitem A k))) ->
  (((Layout_getitem_ok R k) && (Layout_call_ok (Layout_getitem R k) (Leaf x))) = true /\
  (((Layout_getitem_ok A k) && (Layout_call_ok (Layout_getitem A k) (Leaf x))) = true /\
  ((Layout_call (Layout_getitem R k) (Leaf x)) = (Layout_call (Layout_getitem A k) (Leaf x)))))))))))))))))))).

(* C8: by-mode coalesce coalesces mode k if the profile has an entry k; the integers of the profile have no effect *)
Definition S_C8 : Prop := forall (A : layout) (P : tree) (k : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (at_least 0 (flatten P)) = true ->
  (nonempty (flatten P)) = true ->
  0 <= k ->
  (let profile := (flatten P) in
  (((Z.of_nat (length profile)) <= (Layout_rank A)) ->
  ((k < (Z.of_nat (length profile))) ->
  ((((coalesce_layout_tree_ok A (Tuple (map Leaf profile))) && (Layout_getitem_ok (coalesce_layout_tree A (Tuple (map Leaf profile))) k)) && ((Layout_getitem_ok A k) && (coalesce_ok (Layout_getitem A k)))) = true /\
  (let R := (Layout_getitem (coalesce_layout_tree A (Tuple (map Leaf profile))) k) in
  (let S_ := (coalesce (Layout_getitem A k)) in
  ((modes_of_ok R) = true /\
  ((modes_of_ok S_) = true /\
  (((modes_of R) = (modes_of S_)) /\
  ((Layout_depth R) = (Layout_depth S_))))))))))).

(* N4: by-mode filter filters mode k if the profile has an entry k; the integers of the profile have no effect, and other modes are unchanged *)
Definition S_N4 : Prop := forall (A : layout) (P : tree) (k : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (at_least 0 (flatten P)) = true ->
  (nonempty (flatten P)) = true ->
  0 <= k ->
  (let profile := (flatten P) in
  (((Z.of_nat (length profile)) <= (Layout_rank A)) ->
  ((filter__layout_tree_ok A (Tuple (map Leaf profile))) = true /\
  (let R := (filter__layout_tree A (Tuple (map Leaf profile))) in
  (((Layout_rank R) = (Layout_rank A)) /\
  ((k < (Layout_rank A)) ->
  (((k < (Z.of_nat (length profile))) ->
  (((Layout_getitem_ok A k) && (filter__ok (Layout_getitem A k))) = true /\
  (let alone := (filter_ (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok alone) = true /\
  (((modes_of (Layout_getitem R k)) = (modes_of alone)) /\
  ((Layout_getitem_ok R k) = true /\
  ((Layout_depth (Layout_getitem R k)) = (Layout_depth alone))))))))) /\
  ((~ (k < (Z.of_nat (length profile)))) ->
  (((Layout_getitem_ok R k) && (Layout_getitem_ok A k)) = true /\
  ((Layout_getitem R k) = (Layout_getitem A k))))))))))).

(* G1: flatten, and grouping of modes, keep the size and the function of 1-D coordinates *)
Definition S_G1 : Prop := forall (L : layout) (i : Z) (A : layout) (begin : Z) (end_ : Z) (j : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  0 <= begin ->
  1 <= end_ ->
  0 <= j ->
  j < (size_of_layout A) ->
  ((flatten_layout_ok L) = true /\
  (let F := (flatten_layout L) in
  (((Layout_size F) = (Layout_size L)) /\
  ((Layout_call_ok F (Leaf i)) = true /\
  ((Layout_call_ok L (Leaf i)) = true /\
  (((Layout_call F (Leaf i)) = (Layout_call L (Leaf i))) /\
  ((begin < end_ /\ end_ <= (Layout_rank A)) ->
  (((group_ok A begin end_) && (groups_of_ok A)) = true /\
  (let G := (group A begin end_) in
  (let modes := (groups_of A) in
  (((between_ok A 0 begin) && ((between_ok A begin end_) && (make_layout_layout_ok (between A begin end_)))) = true /\
  (let before := (between A 0 begin) in
  (let grouped := (make_layout_layout (between A begin end_)) in
  ((between_ok A end_ (Layout_rank A)) = true /\
  (let behind := (between A end_ (Layout_rank A)) in
  (((side_by_side_ok before grouped) && (groups_of_ok (side_by_side before grouped))) = true /\
  (let front := (groups_of (side_by_side before grouped)) in
  (((Layout_rank G) = (((Layout_rank A) - (end_ - begin)) + 1)) /\
  (((Layout_size G) = (Layout_size A)) /\
  ((Layout_call_ok G (Leaf j)) = true /\
  ((Layout_call_ok A (Leaf j)) = true /\
  ((Layout_call G (Leaf j)) = (Layout_call A (Leaf j)))))))))))))))))))))))).

(* G2: appending or prepending a mode adds its offsets: append(A, B)(i + size(A)*j) = A(i) + B(j) *)
Definition S_G2 : Prop := forall (A : layout) (B : layout) (i : Z) (j : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  0 <= i ->
  i < (size_of_layout A) ->
  0 <= j ->
  j < (size_of_layout B) ->
  (((append_ok A B) && (prepend_ok A B)) = true /\
  (let behind := (append A B) in
  (let before := (prepend A B) in
  (((groups_of_ok A) && ((make_layout_layout_ok B) && (groups_of_ok (make_layout_layout B)))) = true /\
  (let groups := (groups_of A) in
  (let alone := (groups_of (make_layout_layout B)) in
  ((((Layout_rank behind), (Layout_rank before)) = (((Layout_rank A) + 1), ((Layout_rank A) + 1))) /\
  ((((Layout_size behind), (Layout_size before)) = (((Layout_size A) * (Layout_size B)), ((Layout_size A) * (Layout_size B)))) /\
  ((Layout_call_ok behind (Leaf (i + ((Layout_size A) * j)))) = true /\
  (((Layout_call_ok A (Leaf i)) && (Layout_call_ok B (Leaf j))) = true /\
  (((Layout_call behind (Leaf (i + ((Layout_size A) * j)))) = ((Layout_call A (Leaf i)) + (Layout_call B (Leaf j)))) /\
  ((Layout_call_ok before (Leaf (j + ((Layout_size B) * i)))) = true /\
  (((Layout_call_ok A (Leaf i)) && (Layout_call_ok B (Leaf j))) = true /\
  ((Layout_call before (Leaf (j + ((Layout_size B) * i)))) = ((Layout_call A (Leaf i)) + (Layout_call B (Leaf j))))))))))))))))).

(* G5: modes are selected by index: select and take return the modes at the given indices, in order, and replace keeps all modes but one *)
Definition S_G5 : Prop := forall (A : layout) (B : layout) (i : Z) (j : Z) (k : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  0 <= i ->
  0 <= j ->
  0 <= k ->
  (((i < (Layout_rank A)) /\ (j < (Layout_rank A))) ->
  ((select_ok A i j) = true /\
  (let chosen := (select A i j) in
  (((Layout_getitem_ok chosen 0) && (Layout_getitem_ok A i)) = true /\
  (((Layout_getitem chosen 0) = (Layout_getitem A i)) /\
  (((Layout_getitem_ok chosen 1) && (Layout_getitem_ok A j)) = true /\
  (((Layout_getitem chosen 1) = (Layout_getitem A j)) /\
  (((i < j) ->
  ((take_ok A i j) = true /\
  (let taken := (take A i j) in
  (((Layout_rank taken) = (j - i)) /\
  (((k < (j - i)) ->
  (((Layout_getitem_ok taken k) && (modes_of_ok (Layout_getitem taken k))) = true /\
  (((Layout_getitem_ok A (i + k)) && (modes_of_ok (Layout_getitem A (i + k)))) = true /\
  (((modes_of (Layout_getitem taken k)) = (modes_of (Layout_getitem A (i + k)))) /\
  (((replace_ok A i B) && (make_layout_layout_ok B)) = true /\
  (let R := (replace A i B) in
  (let added := (make_layout_layout B) in
  (((Layout_rank R) = (Layout_rank A)) /\
  ((k < (Layout_rank A)) ->
  (((between_ok A 0 i) && (between_ok A (i + 1) (Layout_rank A))) = true /\
  (let before := (between A 0 i) in
  (let behind := (between A (i + 1) (Layout_rank A)) in
  (((side_by_side_ok before added) && (groups_of_ok (side_by_side before added))) = true /\
  (let front := (groups_of (side_by_side before added)) in
  (((k <= i) ->
  (((k < i) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))) /\
  ((~ (k < i)) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))))) /\
  ((~ (k <= i)) ->
  (((k < i) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))) /\
  ((~ (k < i)) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted)))))))))))))))))))))))))) /\
  ((~ (k < (j - i))) ->
  (((replace_ok A i B) && (make_layout_layout_ok B)) = true /\
  (let R := (replace A i B) in
  (let added := (make_layout_layout B) in
  (((Layout_rank R) = (Layout_rank A)) /\
  ((k < (Layout_rank A)) ->
  (((between_ok A 0 i) && (between_ok A (i + 1) (Layout_rank A))) = true /\
  (let before := (between A 0 i) in
  (let behind := (between A (i + 1) (Layout_rank A)) in
  (((side_by_side_ok before added) && (groups_of_ok (side_by_side before added))) = true /\
  (let front := (groups_of (side_by_side before added)) in
  (((k <= i) ->
  (((k < i) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))) /\
  ((~ (k < i)) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))))) /\
  ((~ (k <= i)) ->
  (((k < i) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))) /\
  ((~ (k < i)) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted)))))))))))))))))))))))))))) /\
  ((~ (i < j)) ->
  (((replace_ok A i B) && (make_layout_layout_ok B)) = true /\
  (let R := (replace A i B) in
  (let added := (make_layout_layout B) in
  (((Layout_rank R) = (Layout_rank A)) /\
  ((k < (Layout_rank A)) ->
  (((between_ok A 0 i) && (between_ok A (i + 1) (Layout_rank A))) = true /\
  (let before := (between A 0 i) in
  (let behind := (between A (i + 1) (Layout_rank A)) in
  (((side_by_side_ok before added) && (groups_of_ok (side_by_side before added))) = true /\
  (let front := (groups_of (side_by_side before added)) in
  (((k <= i) ->
  (((k < i) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))) /\
  ((~ (k < i)) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))))) /\
  ((~ (k <= i)) ->
  (((k < i) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))) /\
  ((~ (k < i)) ->
  (((i < k) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))) /\
  ((~ (i < k)) ->
  ((if (k =? i) then true else (Layout_getitem_ok A k)) = true /\
  (let wanted := (if (k =? i) then B else (Layout_getitem A k)) in
  (((Layout_getitem_ok R k) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok wanted) = true /\
  ((modes_of (Layout_getitem R k)) = (modes_of wanted))))))))))))))))))))))))))))))).

(* G7: domain_offset moves the origin to a coordinate: R(x) + offset = A(c + x) within A *)
Definition S_G7 : Prop := forall (A : layout) (c : tree) (x : tree),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (congruent c (layout_shape A)) = true ->
  (in_bounds (flatten c) (flatten (layout_shape A))) = true ->
  (congruent x (layout_shape A)) = true ->
  (in_bounds (flatten x) (flatten (layout_shape A))) = true ->
  ((summed_ok (flatten c) (flatten x)) = true /\
  (let sums := (summed (flatten c) (flatten x)) in
  (((in_bounds sums (flatten (layout_shape A))) = true) ->
  ((domain_offset_ok c A) = true /\
  (let '(R, offset) := (domain_offset c A) in
  ((Layout_call_ok A c) = true /\
  ((offset = (Layout_call A c)) /\
  ((Layout_call_ok R x) = true /\
  (((unflatten_ok (map Leaf sums) (layout_shape A)) && (Layout_call_ok A (unflatten (map Leaf sums) (layout_shape A)))) = true /\
  (((Layout_call R x) + offset) = (Layout_call A (unflatten (map Leaf sums) (layout_shape A))))))))))))).

(* P1: A composed with one mode of B is A after B, under the divisibility conditions *)
Definition S_P1 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (Layout_depth B) = 0 ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  ((modes_of_ok B) = true /\
  (match (modes_of B) with
  | [(n, w)] => (((modes_of_ok A) && (coalesce_extended_ok (modes_of A))) = true /\
  (let modes := (coalesce_extended (modes_of A)) in
  ((divides_ok modes n w) = true /\
  (((divides modes n w) = true) ->
  ((composition_ok A B) = true /\
  (let R := (composition A B) in
  ((compatible_ok (layout_shape B) (layout_shape R)) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i))))))))))))))
  | _ => False end)).

(* P2: call a mode n:w in step with A if p_(j-1) | w | p_j and p_(k-1) | n*w | p_k for some j <= k, where p_0, p_1, .. are the prefix products of A's shape: if n:w is in step with A or with coalesced A, A o n:w is accepted and is A after n:w *)
Definition S_P2 : Prop := forall (A : layout) (B : layout) (i : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (Layout_depth B) = 0 ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  ((modes_of_ok B) = true /\
  (match (modes_of B) with
  | [(n, w)] => (((modes_of_ok A) && (coalesce_extended_ok (modes_of A))) = true /\
  (let modes := (coalesce_extended (modes_of A)) in
  (((modes_of_ok A) && (runs_ok (modes_of A) n w)) = true /\
  (let in_step := (runs (modes_of A) n w) in
  (((in_step = true) ->
  (((~ (in_step = true)) ->
  (runs_ok modes n w) = true) /\
  (((in_step = true) \/ ((runs modes n w) = true)) ->
  ((composition_ok A B) = true /\
  (let R := (composition A B) in
  ((compatible_ok (layout_shape B) (layout_shape R)) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i))))))))))))) /\
  ((~ (in_step = true)) ->
  (((~ (in_step = true)) ->
  (runs_ok modes n w) = true) /\
  (((in_step = true) \/ ((runs modes n w) = true)) ->
  ((composition_ok A B) = true /\
  (let R := (composition A B) in
  ((compatible_ok (layout_shape B) (layout_shape R)) = true /\
  (((compatible (layout_shape B) (layout_shape R)) = true) /\
  ((Layout_call_ok R (Leaf i)) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  ((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i))))))))))))))))))
  | _ => False end)).

(* P8: composition of A with a tuple T of tilers, if accepted, has A[k] o T[k] as mode k; modes of A without a tiler are unchanged *)
Definition S_P8 : Prop := forall (A : layout) (T : layout) (k : Z) (x : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (Layout_ok (layout_shape T) (layout_stride T)) = true ->
  (nonempty (modes_of T)) = true ->
  (strides_from (modes_of T) 0) = true ->
  (none_empty (groups_of T)) = true ->
  0 <= k ->
  0 <= x ->
  ((tilers_of_ok T) = true /\
  (let R := (composition_layout A (tilers_of T)) in
  (((composition_layout_ok A (tilers_of T)) = true) ->
  ((composition_layout_ok A (tilers_of T)) = true /\
  (((Layout_rank R) = (Layout_rank A)) /\
  ((k < (Layout_rank A)) ->
  (((k < (Layout_rank T)) ->
  ((((Layout_getitem_ok A k) && (Layout_getitem_ok T k)) && (composition_ok (Layout_getitem A k) (Layout_getitem T k))) = true /\
  (let alone := (composition (Layout_getitem A k) (Layout_getitem T k)) in
  ((((composition_layout_ok A (tilers_of T)) && (Layout_getitem_ok R k)) && (modes_of_ok (Layout_getitem R k))) = true /\
  ((modes_of_ok alone) = true /\
  (((modes_of (Layout_getitem R k)) = (modes_of alone)) /\
  (((composition_layout_ok A (tilers_of T)) && (Layout_getitem_ok R k)) = true /\
  ((Layout_getitem_ok T k) = true /\
  (((Layout_size (Layout_getitem R k)) = (Layout_size (Layout_getitem T k))) /\
  ((Layout_getitem_ok T k) = true /\
  ((x < (Layout_size (Layout_getitem T k))) ->
  ((((composition_layout_ok A (tilers_of T)) && (Layout_getitem_ok R k)) && (Layout_call_ok (Layout_getitem R k) (Leaf x))) = true /\
  ((((Layout_getitem_ok A k) && ((Layout_getitem_ok T k) && (Layout_call_ok (Layout_getitem T k) (Leaf x)))) && (Layout_extended_ok (Layout_getitem A k) (Layout_call (Layout_getitem T k) (Leaf x)))) = true /\
  ((Layout_call (Layout_getitem R k) (Leaf x)) = (Layout_extended (Layout_getitem A k) (Layout_call (Layout_getitem T k) (Leaf x))))))))))))))))) /\
  ((~ (k < (Layout_rank T))) ->
  ((((composition_layout_ok A (tilers_of T)) && (Layout_getitem_ok R k)) && (Layout_getitem_ok A k)) = true /\
  ((Layout_getitem R k) = (Layout_getitem A k))))))))))).

(* E2: a layout of two extents >= 0 is accepted if and only if neither is 0 *)
Definition S_E2 : Prop := forall (s : Z) (t : Z) (d : Z),
  0 <= s ->
  0 <= t ->
  0 <= d ->
  (let A := (make_layout_tree_tree (Tuple [(Leaf s); (Leaf t)]) (Tuple [(Leaf d); (Leaf d)])) in
  ((make_layout_tree_tree_ok (Tuple [(Leaf s); (Leaf t)]) (Tuple [(Leaf d); (Leaf d)])) = ((1 <=? s) && (1 <=? t)))).

(* K3c: the complement of a chain A up to M has at most M coordinates if (s - 1) * d < M for each mode s:d of A, in particular if cosize(A) <= M *)
Definition S_K3c : Prop := forall (A : layout) (M : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  1 <= M ->
  ((modes_of_ok A) = true /\
  (let modes := (sort_modes (modes_of A)) in
  (((chain modes 1) = true) ->
  (((stay_below modes M) = true) ->
  ((complement_ok A (Leaf M)) = true /\
  ((Layout_size (complement A (Leaf M))) <= M)))))).

(* Q3: logical_divide, if accepted, is A after (B, R), even if B or its complement R reaches beyond A; mode 0 is A after B *)
Definition S_Q3 : Prop := forall (A : layout) (B : layout) (i : Z) (c : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= i ->
  i < (size_of_layout B) ->
  0 <= c ->
  (let R := (logical_divide A B) in
  (((logical_divide_ok A B) = true) ->
  ((complement_ok B (Leaf (Layout_size A))) = true /\
  (let rest := (complement B (Leaf (Layout_size A))) in
  ((make_layout_layout_layout_ok B rest) = true /\
  (let tiles := (make_layout_layout_layout B rest) in
  (((modes_of_ok B) && (gaps_ok (sort_modes (modes_of B)) 1 (Layout_size A))) = true /\
  (let left_ := (coalesce_modes (gaps (sort_modes (modes_of B)) 1 (Layout_size A))) in
  ((logical_divide_ok A B) = true /\
  (((Layout_rank R) = 2) /\
  (((logical_divide_ok A B) && (Layout_getitem_ok R 0)) = true /\
  (((Layout_size (Layout_getitem R 0)) = (Layout_size B)) /\
  (((logical_divide_ok A B) && (Layout_getitem_ok R 1)) = true /\
  (((Layout_size (Layout_getitem R 1)) = (Layout_size rest)) /\
  ((((logical_divide_ok A B) && (Layout_getitem_ok R 0)) && (compatible_ok (layout_shape B) (layout_shape (Layout_getitem R 0)))) = true /\
  (((compatible (layout_shape B) (layout_shape (Layout_getitem R 0))) = true) /\
  ((Layout_call_ok tiles (Leaf i)) = true /\
  ((Layout_call_ok B (Leaf i)) = true /\
  (((Layout_call tiles (Leaf i)) = (Layout_call B (Leaf i))) /\
  (((logical_divide_ok A B) && (Layout_call_ok R (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  (((Layout_call R (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))) /\
  ((((logical_divide_ok A B) && (Layout_getitem_ok R 0)) && (Layout_call_ok (Layout_getitem R 0) (Leaf i))) = true /\
  (((Layout_call_ok B (Leaf i)) && (Layout_extended_ok A (Layout_call B (Leaf i)))) = true /\
  (((Layout_call (Layout_getitem R 0) (Leaf i)) = (Layout_extended A (Layout_call B (Leaf i)))) /\
  ((c < (Layout_size tiles)) ->
  (((logical_divide_ok A B) && (Layout_call_ok R (Leaf c))) = true /\
  (((Layout_call_ok tiles (Leaf c)) && (Layout_extended_ok A (Layout_call tiles (Leaf c)))) = true /\
  ((Layout_call R (Leaf c)) = (Layout_extended A (Layout_call tiles (Leaf c)))))))))))))))))))))))))))))))).

(* Q4: logical_divide by a tuple T of tilers, if accepted, has the modes of A[k] / T[k] as mode k and leaves modes without a tiler unchanged; zipped_divide, tiled_divide and flat_divide regroup its modes *)
Definition S_Q4 : Prop := forall (A : layout) (T : layout) (k : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (none_empty (groups_of A)) = true ->
  (Layout_ok (layout_shape T) (layout_stride T)) = true ->
  (nonempty (modes_of T)) = true ->
  (strides_from (modes_of T) 0) = true ->
  (none_empty (groups_of T)) = true ->
  0 <= k ->
  ((tilers_of_ok T) = true /\
  (let tilers := (tilers_of T) in
  (let L := (logical_divide_layout A tilers) in
  (((logical_divide_layout_ok A tilers) = true) ->
  ((((zipped_divide_ok A tilers) && (tiled_divide_ok A tilers)) && (flat_divide_ok A tilers)) = true /\
  (let Z_ := (zipped_divide A tilers) in
  (let S_ := (tiled_divide A tilers) in
  (let F := (flat_divide A tilers) in
  ((Layout_iter_ok Z_) = true /\
  (match (Layout_iter Z_) with
  | [tiles; rests] => ((((Layout_rank tiles), (Layout_rank rests)) = ((Layout_rank T), (Layout_rank A))) /\
  ((logical_divide_layout_ok A tilers) = true /\
  ((((Layout_rank L), (Layout_rank S_), (Layout_rank F)) = ((Layout_rank A), (1 + (Layout_rank A)), ((Layout_rank T) + (Layout_rank A)))) /\
  ((k < (Layout_rank A)) ->
  (((groups_of_ok tiles) && (groups_of_ok rests)) = true /\
  ((((Layout_rank T) <= k) ->
  (((Layout_getitem_ok S_ 0) && (modes_of_ok (Layout_getitem S_ 0))) = true /\
  ((modes_of_ok tiles) = true /\
  (((modes_of (Layout_getitem S_ 0)) = (modes_of tiles)) /\
  (((Layout_getitem_ok S_ (1 + k)) && (modes_of_ok (Layout_getitem S_ (1 + k)))) = true /\
  (((Layout_getitem_ok rests k) && (modes_of_ok (Layout_getitem rests k))) = true /\
  (((modes_of (Layout_getitem S_ (1 + k))) = (modes_of (Layout_getitem rests k))) /\
  (((Layout_getitem_ok F ((Layout_rank T) + k)) && (modes_of_ok (Layout_getitem F ((Layout_rank T) + k)))) = true /\
  (((Layout_getitem_ok rests k) && (modes_of_ok (Layout_getitem rests k))) = true /\
  (((modes_of (Layout_getitem F ((Layout_rank T) + k))) = (modes_of (Layout_getitem rests k))) /\
  (((k < (Layout_rank T)) ->
  (((Layout_getitem_ok F k) && (modes_of_ok (Layout_getitem F k))) = true /\
  (((Layout_getitem_ok tiles k) && (modes_of_ok (Layout_getitem tiles k))) = true /\
  (((modes_of (Layout_getitem F k)) = (modes_of (Layout_getitem tiles k))) /\
  (((Layout_getitem_ok tiles k) && (modes_of_ok (Layout_getitem tiles k))) = true /\
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  (((modes_of (Layout_getitem tiles k)) = (modes_of (Layout_getitem (Layout_getitem L k) 0))) /\
  (((Layout_getitem_ok rests k) && (modes_of_ok (Layout_getitem rests k))) = true /\
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  (((modes_of (Layout_getitem rests k)) = (modes_of (Layout_getitem (Layout_getitem L k) 1))) /\
  (((Layout_getitem_ok A k) && (Layout_getitem_ok T k)) = true /\
  (let alone := (logical_divide (Layout_getitem A k) (Layout_getitem T k)) in
  (((logical_divide_ok (Layout_getitem A k) (Layout_getitem T k)) = true) ->
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  ((((logical_divide_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 0)) && (modes_of_ok (Layout_getitem alone 0))) = true /\
  (((modes_of (Layout_getitem (Layout_getitem L k) 0)) = (modes_of (Layout_getitem alone 0))) /\
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  ((((logical_divide_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 1)) && (modes_of_ok (Layout_getitem alone 1))) = true /\
  ((modes_of (Layout_getitem (Layout_getitem L k) 1)) = (modes_of (Layout_getitem alone 1))))))))))))))))))))) /\
  ((~ (k < (Layout_rank T))) ->
  ((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok A k)) = true /\
  (((Layout_getitem L k) = (Layout_getitem A k)) /\
  (((Layout_getitem_ok rests k) && (Layout_getitem_ok A k)) = true /\
  ((Layout_getitem rests k) = (Layout_getitem A k))))))))))))))))) /\
  ((~ ((Layout_rank T) <= k)) ->
  (((Layout_getitem_ok S_ 0) && (modes_of_ok (Layout_getitem S_ 0))) = true /\
  ((modes_of_ok tiles) = true /\
  (((modes_of (Layout_getitem S_ 0)) = (modes_of tiles)) /\
  (((Layout_getitem_ok S_ (1 + k)) && (modes_of_ok (Layout_getitem S_ (1 + k)))) = true /\
  (((Layout_getitem_ok rests k) && (modes_of_ok (Layout_getitem rests k))) = true /\
  (((modes_of (Layout_getitem S_ (1 + k))) = (modes_of (Layout_getitem rests k))) /\
  (((Layout_getitem_ok F ((Layout_rank T) + k)) && (modes_of_ok (Layout_getitem F ((Layout_rank T) + k)))) = true /\
  (((Layout_getitem_ok rests k) && (modes_of_ok (Layout_getitem rests k))) = true /\
  (((modes_of (Layout_getitem F ((Layout_rank T) + k))) = (modes_of (Layout_getitem rests k))) /\
  (((k < (Layout_rank T)) ->
  (((Layout_getitem_ok F k) && (modes_of_ok (Layout_getitem F k))) = true /\
  (((Layout_getitem_ok tiles k) && (modes_of_ok (Layout_getitem tiles k))) = true /\
  (((modes_of (Layout_getitem F k)) = (modes_of (Layout_getitem tiles k))) /\
  (((Layout_getitem_ok tiles k) && (modes_of_ok (Layout_getitem tiles k))) = true /\
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  (((modes_of (Layout_getitem tiles k)) = (modes_of (Layout_getitem (Layout_getitem L k) 0))) /\
  (((Layout_getitem_ok rests k) && (modes_of_ok (Layout_getitem rests k))) = true /\
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  (((modes_of (Layout_getitem rests k)) = (modes_of (Layout_getitem (Layout_getitem L k) 1))) /\
  (((Layout_getitem_ok A k) && (Layout_getitem_ok T k)) = true /\
  (let alone := (logical_divide (Layout_getitem A k) (Layout_getitem T k)) in
  (((logical_divide_ok (Layout_getitem A k) (Layout_getitem T k)) = true) ->
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  ((((logical_divide_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 0)) && (modes_of_ok (Layout_getitem alone 0))) = true /\
  (((modes_of (Layout_getitem (Layout_getitem L k) 0)) = (modes_of (Layout_getitem alone 0))) /\
  (((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  ((((logical_divide_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 1)) && (modes_of_ok (Layout_getitem alone 1))) = true /\
  ((modes_of (Layout_getitem (Layout_getitem L k) 1)) = (modes_of (Layout_getitem alone 1))))))))))))))))))))) /\
  ((~ (k < (Layout_rank T))) ->
  ((((logical_divide_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok A k)) = true /\
  (((Layout_getitem L k) = (Layout_getitem A k)) /\
  (((Layout_getitem_ok rests k) && (Layout_getitem_ok A k)) = true /\
  ((Layout_getitem rests k) = (Layout_getitem A k)))))))))))))))))))))))
  | _ => False end)))))))))).

(* Q11: if tilers B and C divide the modes P and Q evenly, (P, Q) / (B, C) has the size and the image of (P, Q) *)
Definition S_Q11 : Prop := forall (P : layout) (Q : layout) (B : layout) (C : layout) (i : Z) (j : Z),
  (Layout_ok (layout_shape P) (layout_stride P)) = true ->
  (nonempty (modes_of P)) = true ->
  (Layout_ok (layout_shape Q) (layout_stride Q)) = true ->
  (nonempty (modes_of Q)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  (Layout_ok (layout_shape C) (layout_stride C)) = true ->
  (nonempty (modes_of C)) = true ->
  (strides_from (modes_of C) 0) = true ->
  0 <= i ->
  i < (size_of_layout P) ->
  0 <= j ->
  j < (size_of_layout Q) ->
  ((make_layout_layout_layout_ok P Q) = true /\
  (let A := (make_layout_layout_layout P Q) in
  ((divides_evenly_layout_ok A [B; C]) = true /\
  (((divides_evenly_layout A [B; C]) = true) ->
  ((logical_divide_layout_ok A [B; C]) = true /\
  (let R := (logical_divide_layout A [B; C]) in
  (((Layout_size R) = (Layout_size A)) /\
  (((place_in_tiles_ok B i) && (place_in_tiles_ok C j)) = true /\
  ((((place_in_tiles_ok B i) && (place_in_tiles_ok C j)) && (Layout_call_ok R (Tuple [(Leaf (place_in_tiles B i)); (Leaf (place_in_tiles C j))]))) = true /\
  ((Layout_call_ok A (Tuple [(Leaf i); (Leaf j)])) = true /\
  (((Layout_call R (Tuple [(Leaf (place_in_tiles B i)); (Leaf (place_in_tiles C j))])) = (Layout_call A (Tuple [(Leaf i); (Leaf j)]))) /\
  ((((tiles_of_ok B (Layout_size P)) && (Layout_call_ok (tiles_of B (Layout_size P)) (Leaf i))) && ((tiles_of_ok C (Layout_size Q)) && (Layout_call_ok (tiles_of C (Layout_size Q)) (Leaf j)))) = true /\
  ((Layout_call_ok R (Tuple [(Leaf i); (Leaf j)])) = true /\
  (((((tiles_of_ok B (Layout_size P)) && (Layout_call_ok (tiles_of B (Layout_size P)) (Leaf i))) && ((tiles_of_ok C (Layout_size Q)) && (Layout_call_ok (tiles_of C (Layout_size Q)) (Leaf j)))) && (Layout_call_ok A (Tuple [(Leaf (Layout_call (tiles_of B (Layout_size P)) (Leaf i))); (Leaf (Layout_call (tiles_of C (Layout_size Q)) (Leaf j)))]))) = true /\
  ((Layout_call R (Tuple [(Leaf i); (Leaf j)])) = (Layout_call A (Tuple [(Leaf (Layout_call (tiles_of B (Layout_size P)) (Leaf i))); (Leaf (Layout_call (tiles_of C (Layout_size Q)) (Leaf j)))]))))))))))))))))).

(* D9: if B is admissible for A, the modes of B and of B's complement, sorted by stride, are super-increasing and fit coalesced A; so logical_divide distributes over these modes *)
Definition S_D9 : Prop := forall (A : layout) (B : layout) (c : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= c ->
  c < (size_of_layout A) ->
  ((divides_evenly_ok A B) = true /\
  (((divides_evenly A B) = true) ->
  ((complement_ok B (Leaf (Layout_size A))) = true /\
  (let R := (complement B (Leaf (Layout_size A))) in
  ((((modes_of_ok A) && (modes_of_ok B)) && (modes_of_ok R)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  (let r := (modes_of R) in
  ((((make_layout_layout_layout_ok B R) && (modes_of_ok (make_layout_layout_layout B R))) && (coalesce_extended_ok a)) = true /\
  (let both := (modes_of (make_layout_layout_layout B R)) in
  (let merged_ := (coalesce_extended a) in
  ((super_increasing_ok merged_ (sort_modes both) 1) = true /\
  (((super_increasing merged_ (sort_modes both) 1) = true) /\
  (((negb ((Layout_size B) =? 0)) && (negb ((Layout_size B) =? 0))) = true /\
  (let i := (c mod (Layout_size B)) in
  (let j := (c / (Layout_size B)) in
  (((distributed_ok a b i) && (distributed_ok a r j)) = true /\
  (let parts := ((distributed a b i) + (distributed a r j)) in
  ((((Layout_call_ok B (Leaf i)) && (Layout_call_ok R (Leaf j))) && (Layout_extended_ok A ((Layout_call B (Leaf i)) + (Layout_call R (Leaf j))))) = true /\
  (((Layout_extended A ((Layout_call B (Leaf i)) + (Layout_call R (Leaf j)))) = parts) /\
  (((logical_divide_ok A B) && (Layout_call_ok (logical_divide A B) (Leaf c))) = true /\
  ((Layout_call (logical_divide A B) (Leaf c)) = parts)))))))))))))))))))))).

(* D9c: if B is a chain of modes that meet condition (1) of the post on left distributivity, composition distributes over the modes of B and of its complement: A^(B(i) + R(j)) is the sum over these modes *)
Definition S_D9c : Prop := forall (A : layout) (B : layout) (M : Z) (i : Z) (j : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  1 <= M ->
  0 <= i ->
  i < (size_of_layout B) ->
  0 <= j ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let a := (modes_of A) in
  (let b := (modes_of B) in
  (((chain (sort_modes b) 1) = true) ->
  ((condition_1_ok a b) = true /\
  (((condition_1 a b) = true) ->
  ((complement_ok B (Leaf M)) = true /\
  (let R := (complement B (Leaf M)) in
  ((j < (Layout_size R)) ->
  (((distributed_ok a b i) && ((modes_of_ok R) && (distributed_ok a (modes_of R) j))) = true /\
  (let parts := ((distributed a b i) + (distributed a (modes_of R) j)) in
  ((((Layout_call_ok B (Leaf i)) && (Layout_call_ok R (Leaf j))) && (Layout_extended_ok A ((Layout_call B (Leaf i)) + (Layout_call R (Leaf j))))) = true /\
  ((Layout_extended A ((Layout_call B (Leaf i)) + (Layout_call R (Leaf j)))) = parts))))))))))))).

(* Q7: logical_product by a tuple of tilers has the modes of A[k] x T[k] as mode k, and keeps modes beyond the tuple; zipped, tiled and flat product regroup the modes of the result *)
Definition S_Q7 : Prop := forall (A : layout) (T : layout) (k : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (strides_from (modes_of A) 0) = true ->
  (none_empty (groups_of A)) = true ->
  (Layout_ok (layout_shape T) (layout_stride T)) = true ->
  (nonempty (modes_of T)) = true ->
  (strides_from (modes_of T) 0) = true ->
  (none_empty (groups_of T)) = true ->
  0 <= k ->
  ((tilers_of_ok T) = true /\
  (let tilers := (tilers_of T) in
  (let L := (logical_product_layout A tilers) in
  (((logical_product_layout_ok A tilers) = true) ->
  ((((zipped_product_ok A tilers) && (tiled_product_ok A tilers)) && (flat_product_ok A tilers)) = true /\
  (let Z_ := (zipped_product A tilers) in
  (let S_ := (tiled_product A tilers) in
  (let F := (flat_product A tilers) in
  ((Layout_iter_ok Z_) = true /\
  (match (Layout_iter Z_) with
  | [blocks; copies] => ((((Layout_rank blocks), (Layout_rank copies)) = ((Layout_rank T), (Layout_rank A))) /\
  ((logical_product_layout_ok A tilers) = true /\
  ((((Layout_rank L), (Layout_rank S_), (Layout_rank F)) = ((Layout_rank A), (1 + (Layout_rank A)), ((Layout_rank T) + (Layout_rank A)))) /\
  ((k < (Layout_rank A)) ->
  (((groups_of_ok blocks) && (groups_of_ok copies)) = true /\
  ((((Layout_rank T) <= k) ->
  (((Layout_getitem_ok S_ 0) && (modes_of_ok (Layout_getitem S_ 0))) = true /\
  ((modes_of_ok blocks) = true /\
  (((modes_of (Layout_getitem S_ 0)) = (modes_of blocks)) /\
  (((Layout_getitem_ok S_ (1 + k)) && (modes_of_ok (Layout_getitem S_ (1 + k)))) = true /\
  (((Layout_getitem_ok copies k) && (modes_of_ok (Layout_getitem copies k))) = true /\
  (((modes_of (Layout_getitem S_ (1 + k))) = (modes_of (Layout_getitem copies k))) /\
  (((Layout_getitem_ok F ((Layout_rank T) + k)) && (modes_of_ok (Layout_getitem F ((Layout_rank T) + k)))) = true /\
  (((Layout_getitem_ok copies k) && (modes_of_ok (Layout_getitem copies k))) = true /\
  (((modes_of (Layout_getitem F ((Layout_rank T) + k))) = (modes_of (Layout_getitem copies k))) /\
  (((k < (Layout_rank T)) ->
  (((Layout_getitem_ok F k) && (modes_of_ok (Layout_getitem F k))) = true /\
  (((Layout_getitem_ok blocks k) && (modes_of_ok (Layout_getitem blocks k))) = true /\
  (((modes_of (Layout_getitem F k)) = (modes_of (Layout_getitem blocks k))) /\
  (((Layout_getitem_ok blocks k) && (modes_of_ok (Layout_getitem blocks k))) = true /\
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  (((modes_of (Layout_getitem blocks k)) = (modes_of (Layout_getitem (Layout_getitem L k) 0))) /\
  (((Layout_getitem_ok copies k) && (modes_of_ok (Layout_getitem copies k))) = true /\
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  (((modes_of (Layout_getitem copies k)) = (modes_of (Layout_getitem (Layout_getitem L k) 1))) /\
  (((Layout_getitem_ok A k) && (Layout_getitem_ok T k)) = true /\
  (let alone := (logical_product (Layout_getitem A k) (Layout_getitem T k)) in
  (((logical_product_ok (Layout_getitem A k) (Layout_getitem T k)) = true) ->
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  ((((logical_product_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 0)) && (modes_of_ok (Layout_getitem alone 0))) = true /\
  (((modes_of (Layout_getitem (Layout_getitem L k) 0)) = (modes_of (Layout_getitem alone 0))) /\
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  ((((logical_product_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 1)) && (modes_of_ok (Layout_getitem alone 1))) = true /\
  ((modes_of (Layout_getitem (Layout_getitem L k) 1)) = (modes_of (Layout_getitem alone 1))))))))))))))))))))) /\
  ((~ (k < (Layout_rank T))) ->
  ((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok A k)) = true /\
  (((Layout_getitem L k) = (Layout_getitem A k)) /\
  (((Layout_getitem_ok copies k) && (Layout_getitem_ok A k)) = true /\
  ((Layout_getitem copies k) = (Layout_getitem A k))))))))))))))))) /\
  ((~ ((Layout_rank T) <= k)) ->
  (((Layout_getitem_ok S_ 0) && (modes_of_ok (Layout_getitem S_ 0))) = true /\
  ((modes_of_ok blocks) = true /\
  (((modes_of (Layout_getitem S_ 0)) = (modes_of blocks)) /\
  (((Layout_getitem_ok S_ (1 + k)) && (modes_of_ok (Layout_getitem S_ (1 + k)))) = true /\
  (((Layout_getitem_ok copies k) && (modes_of_ok (Layout_getitem copies k))) = true /\
  (((modes_of (Layout_getitem S_ (1 + k))) = (modes_of (Layout_getitem copies k))) /\
  (((Layout_getitem_ok F ((Layout_rank T) + k)) && (modes_of_ok (Layout_getitem F ((Layout_rank T) + k)))) = true /\
  (((Layout_getitem_ok copies k) && (modes_of_ok (Layout_getitem copies k))) = true /\
  (((modes_of (Layout_getitem F ((Layout_rank T) + k))) = (modes_of (Layout_getitem copies k))) /\
  (((k < (Layout_rank T)) ->
  (((Layout_getitem_ok F k) && (modes_of_ok (Layout_getitem F k))) = true /\
  (((Layout_getitem_ok blocks k) && (modes_of_ok (Layout_getitem blocks k))) = true /\
  (((modes_of (Layout_getitem F k)) = (modes_of (Layout_getitem blocks k))) /\
  (((Layout_getitem_ok blocks k) && (modes_of_ok (Layout_getitem blocks k))) = true /\
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  (((modes_of (Layout_getitem blocks k)) = (modes_of (Layout_getitem (Layout_getitem L k) 0))) /\
  (((Layout_getitem_ok copies k) && (modes_of_ok (Layout_getitem copies k))) = true /\
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  (((modes_of (Layout_getitem copies k)) = (modes_of (Layout_getitem (Layout_getitem L k) 1))) /\
  (((Layout_getitem_ok A k) && (Layout_getitem_ok T k)) = true /\
  (let alone := (logical_product (Layout_getitem A k) (Layout_getitem T k)) in
  (((logical_product_ok (Layout_getitem A k) (Layout_getitem T k)) = true) ->
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 0)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 0))) = true /\
  ((((logical_product_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 0)) && (modes_of_ok (Layout_getitem alone 0))) = true /\
  (((modes_of (Layout_getitem (Layout_getitem L k) 0)) = (modes_of (Layout_getitem alone 0))) /\
  (((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok (Layout_getitem L k) 1)) && (modes_of_ok (Layout_getitem (Layout_getitem L k) 1))) = true /\
  ((((logical_product_ok (Layout_getitem A k) (Layout_getitem T k)) && (Layout_getitem_ok alone 1)) && (modes_of_ok (Layout_getitem alone 1))) = true /\
  ((modes_of (Layout_getitem (Layout_getitem L k) 1)) = (modes_of (Layout_getitem alone 1))))))))))))))))))))) /\
  ((~ (k < (Layout_rank T))) ->
  ((((logical_product_layout_ok A tilers) && (Layout_getitem_ok L k)) && (Layout_getitem_ok A k)) = true /\
  (((Layout_getitem L k) = (Layout_getitem A k)) /\
  (((Layout_getitem_ok copies k) && (Layout_getitem_ok A k)) = true /\
  ((Layout_getitem copies k) = (Layout_getitem A k)))))))))))))))))))))))
  | _ => False end)))))))))).

(* T7: if no two points of a linear layout have a bit in common as 1-D coordinates, its thread-value layout maps (thread, register), where a thread is a lane, warp and block, to the XOR of the points at the 1 bits of thread and register *)
Definition S_T7 : Prop := forall (T : tree) (R : layout) (K : layout) (W : layout) (B : layout) (r : Z) (k : Z) (w : Z) (b : Z),
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  (Layout_ok (layout_shape R) (layout_stride R)) = true ->
  (nonempty (modes_of R)) = true ->
  (strides_from (modes_of R) 0) = true ->
  (Layout_ok (layout_shape K) (layout_stride K)) = true ->
  (nonempty (modes_of K)) = true ->
  (strides_from (modes_of K) 0) = true ->
  (Layout_ok (layout_shape W) (layout_stride W)) = true ->
  (nonempty (modes_of W)) = true ->
  (strides_from (modes_of W) 0) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= r ->
  r < (size_of_layout R) ->
  0 <= k ->
  k < (size_of_layout K) ->
  0 <= w ->
  w < (size_of_layout W) ->
  0 <= b ->
  b < (size_of_layout B) ->
  (let sizes := (flatten T) in
  (((all_powers sizes) = true) ->
  (((((modes_of_ok R) && ((negb (powers_of_two (modes_of R))) || (modes_of_ok K))) && ((negb ((powers_of_two (modes_of R)) && (powers_of_two (modes_of K)))) || (modes_of_ok W))) && ((negb (((powers_of_two (modes_of R)) && (powers_of_two (modes_of K))) && (powers_of_two (modes_of W)))) || (modes_of_ok B))) = true /\
  ((((((powers_of_two (modes_of R)) && (powers_of_two (modes_of K))) && (powers_of_two (modes_of W))) && (powers_of_two (modes_of B))) = true) ->
  ((((((modes_of_ok R) && (steps_of_ok (modes_of R))) && ((modes_of_ok K) && (steps_of_ok (modes_of K)))) && ((modes_of_ok W) && (steps_of_ok (modes_of W)))) && ((modes_of_ok B) && (steps_of_ok (modes_of B)))) = true /\
  ((((((modes_of_ok R) && (steps_of_ok (modes_of R))) && ((negb (all_below (steps_of (modes_of R)) (extent sizes))) || ((modes_of_ok K) && (steps_of_ok (modes_of K))))) && ((negb ((all_below (steps_of (modes_of R)) (extent sizes)) && (all_below (steps_of (modes_of K)) (extent sizes)))) || ((modes_of_ok W) && (steps_of_ok (modes_of W))))) && ((negb (((all_below (steps_of (modes_of R)) (extent sizes)) && (all_below (steps_of (modes_of K)) (extent sizes))) && (all_below (steps_of (modes_of W)) (extent sizes)))) || ((modes_of_ok B) && (steps_of_ok (modes_of B))))) = true /\
  ((((((all_below (steps_of (modes_of R)) (extent sizes)) && (all_below (steps_of (modes_of K)) (extent sizes))) && (all_below (steps_of (modes_of W)) (extent sizes))) && (all_below (steps_of (modes_of B)) (extent sizes))) = true) ->
  (((points_of_ok R sizes) && (points_of_ok K sizes)) = true /\
  (let registers := (points_of R sizes) in
  (let lanes := (points_of K sizes) in
  (((points_of_ok W sizes) && (points_of_ok B sizes)) = true /\
  (let warps := (points_of W sizes) in
  (let blocks := (points_of B sizes) in
  (((steps_of_points_ok lanes sizes) && (steps_of_points_ok warps sizes)) = true /\
  (let lane := (steps_of_points lanes sizes) in
  (let warp := (steps_of_points warps sizes) in
  (((steps_of_points_ok blocks sizes) && (steps_of_points_ok registers sizes)) = true /\
  (let block := (steps_of_points blocks sizes) in
  (let register := (steps_of_points registers sizes) in
  (let behind := (in_turn warp block) in
  (let threads := (in_turn lane behind) in
  (((fst (meeting (in_turn threads register))) = 0) ->
  (let outer := (w + ((Layout_size W) * b)) in
  (let thread := (k + ((Layout_size K) * outer)) in
  (let size_ := (Layout_size W) in
  (let bound := (Layout_size B) in
  ((0 <= (size_ * ((bound - 1) - b))) /\
  ((0 <= (w + (size_ * b))) /\
  (((w + (size_ * b)) < (size_ * bound)) /\
  (let size_ := (Layout_size K) in
  (let bound := ((Layout_size W) * (Layout_size B)) in
  ((0 <= (size_ * ((bound - 1) - outer))) /\
  ((0 <= (k + (size_ * outer))) /\
  (((k + (size_ * outer)) < (size_ * bound)) /\
  (let whole := (thread + ((((Layout_size K) * (Layout_size W)) * (Layout_size B)) * r)) in
  (((xor_of_points_ok lanes k sizes) && (xor_of_points_ok warps w sizes)) = true /\
  (let at_k := (xor_of_points lanes k sizes) in
  (let at_w := (xor_of_points warps w sizes) in
  (((xor_of_points_ok blocks b sizes) && (xor_of_points_ok registers r sizes)) = true /\
  (let at_b := (xor_of_points blocks b sizes) in
  (let at_r := (xor_of_points registers r sizes) in
  ((xored_ok at_w at_b) = true /\
  (let at_w_b := (xored at_w at_b) in
  ((xored_ok at_k at_w_b) = true /\
  (let at_thread := (xored at_k at_w_b) in
  ((xored_ok at_thread at_r) = true /\
  (let held := (xored at_thread at_r) in
  ((thread_value_ok lanes warps blocks registers sizes) = true /\
  (let TV := (thread_value lanes warps blocks registers sizes) in
  ((Layout_getitem_ok TV 0) = true /\
  (((Layout_size (Layout_getitem TV 0)) = (((Layout_size K) * (Layout_size W)) * (Layout_size B))) /\
  ((Layout_getitem_ok TV 1) = true /\
  (((Layout_size (Layout_getitem TV 1)) = (Layout_size R)) /\
  (((in_bounds held sizes) = true) /\
  ((Layout_call_ok TV (Tuple [(Leaf thread); (Leaf r)])) = true /\
  ((counted_ok held sizes) = true /\
  ((Layout_call TV (Tuple [(Leaf thread); (Leaf r)])) = (counted held sizes)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).

(* T8: if no two steps of a thread-value layout have a bit in common, the element of (thread, value) is the XOR of the steps, read as points of the tensor, at the 1 bits of thread and value; the thread-value layout of all these points is the same function as the given layout *)
Definition S_T8 : Prop := forall (T : tree) (A : layout) (V : layout) (n : Z) (t : Z) (v : Z),
  (require_shape_ok T) = true ->
  (nonempty (flatten T)) = true ->
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (strides_from (modes_of A) 0) = true ->
  (Layout_ok (layout_shape V) (layout_stride V)) = true ->
  (nonempty (modes_of V)) = true ->
  (strides_from (modes_of V) 0) = true ->
  1 <= n ->
  0 <= t ->
  t < (size_of_layout A) ->
  0 <= v ->
  v < (size_of_layout V) ->
  (let sizes := (flatten T) in
  (((all_powers sizes) = true) ->
  (((modes_of_ok A) && (modes_of_ok V)) = true /\
  (let modes := (modes_of A) in
  (let values := (modes_of V) in
  ((((powers_of_two modes) = true) /\ ((powers_of_two values) = true)) ->
  (((steps_of_ok modes) && (steps_of_ok values)) = true /\
  (let of_threads := (steps_of modes) in
  (let of_registers := (steps_of values) in
  (let elements := (extent sizes) in
  (let inside := ((all_below of_threads elements) && (all_below of_registers elements)) in
  ((inside = true) ->
  (((points_of_ok A sizes) && (points_of_ok V sizes)) = true /\
  (let threads := (points_of A sizes) in
  (let registers := (points_of V sizes) in
  (((fst (meeting (in_turn of_threads of_registers))) = 0) ->
  (let both := (t + ((Layout_size A) * v)) in
  (let lanes := (lowest_points threads n) in
  (let warps := (other_points threads n) in
  (((steps_of_points_ok lanes sizes) && (steps_of_points_ok warps sizes)) = true /\
  (let lane := (steps_of_points lanes sizes) in
  (let warp := (steps_of_points warps sizes) in
  (let number := (number_of_sums lane) in
  (((negb (number =? 0)) && (negb (number =? 0))) = true /\
  (let k := (t mod number) in
  (let w := (t / number) in
  (((xor_of_points_ok lanes k sizes) && (xor_of_points_ok warps w sizes)) = true /\
  (let at_k := (xor_of_points lanes k sizes) in
  (let at_w := (xor_of_points warps w sizes) in
  ((xor_of_points_ok registers v sizes) = true /\
  (let at_v := (xor_of_points registers v sizes) in
  ((xored_ok at_k at_w) = true /\
  (let at_t := (xored at_k at_w) in
  ((xored_ok at_t at_v) = true /\
  (let held := (xored at_t at_v) in
  (((in_bounds held sizes) = true) /\
  ((counted_ok held sizes) = true /\
  (((Layout_call_ok A (Leaf t)) && (Layout_call_ok V (Leaf v))) = true /\
  (((counted held sizes) = ((Layout_call A (Leaf t)) + (Layout_call V (Leaf v)))) /\
  ((thread_value_ok lanes warps [] registers sizes) = true /\
  (let TV := (thread_value lanes warps [] registers sizes) in
  ((Layout_call_ok TV (Tuple [(Leaf t); (Leaf v)])) = true /\
  (((Layout_call_ok A (Leaf t)) && (Layout_call_ok V (Leaf v))) = true /\
  ((Layout_call TV (Tuple [(Leaf t); (Leaf v)])) = ((Layout_call A (Leaf t)) + (Layout_call V (Leaf v))))))))))))))))))))))))))))))))))))))))))))))).

(* T9: a conversion between linear layouts stays within each thread iff XORs of the source's register columns give the target's register columns and, for each thread bit, the XOR of its columns in the two layouts; for a warp instead of a thread, lane bits count as register bits *)
Definition S_T9 : Prop := forall (R : layout) (T : layout) (P : layout) (U : layout) (r : Z) (p : Z) (t : Z),
  (Layout_ok (layout_shape R) (layout_stride R)) = true ->
  (nonempty (modes_of R)) = true ->
  (strides_from (modes_of R) 0) = true ->
  (Layout_ok (layout_shape T) (layout_stride T)) = true ->
  (nonempty (modes_of T)) = true ->
  (strides_from (modes_of T) 0) = true ->
  (Layout_ok (layout_shape P) (layout_stride P)) = true ->
  (nonempty (modes_of P)) = true ->
  (strides_from (modes_of P) 0) = true ->
  (Layout_ok (layout_shape U) (layout_stride U)) = true ->
  (nonempty (modes_of U)) = true ->
  (strides_from (modes_of U) 0) = true ->
  0 <= r ->
  r < (size_of_layout R) ->
  0 <= p ->
  p < (size_of_layout P) ->
  0 <= t ->
  (((((modes_of_ok R) && ((negb (powers_of_two (modes_of R))) || (modes_of_ok T))) && ((negb ((powers_of_two (modes_of R)) && (powers_of_two (modes_of T)))) || (modes_of_ok P))) && ((negb (((powers_of_two (modes_of R)) && (powers_of_two (modes_of T))) && (powers_of_two (modes_of P)))) || (modes_of_ok U))) = true /\
  ((((((powers_of_two (modes_of R)) && (powers_of_two (modes_of T))) && (powers_of_two (modes_of P))) && (powers_of_two (modes_of U))) = true) ->
  ((((modes_of_ok R) && (steps_of_ok (modes_of R))) && ((modes_of_ok T) && (steps_of_ok (modes_of T)))) = true /\
  (let registers := (steps_of (modes_of R)) in
  (let threads := (steps_of (modes_of T)) in
  ((((modes_of_ok P) && (steps_of_ok (modes_of P))) && ((modes_of_ok U) && (steps_of_ok (modes_of U)))) = true /\
  (let wanted := (steps_of (modes_of P)) in
  (let others := (steps_of (modes_of U)) in
  (let needs := (needed wanted others threads) in
  (let number := (p + ((Layout_size P) * t)) in
  (let own := (xor_of wanted p) in
  (let one := (xor_of others t) in
  (let other := (xor_of threads t) in
  (let element := (Z.lxor own one) in
  ((first_beyond_ok registers needs) = true /\
  (let bit := (first_beyond registers needs) in
  (((bit = 0) ->
  ((preimages_ok registers needs) = true /\
  (let found := (preimages registers needs) in
  (let there := (xor_of found number) in
  ((0 <= there /\ there < (Layout_size R)) /\
  (let held := (Z.lxor (xor_of registers there) other) in
  (held = element))))))) /\
  ((~ (bit = 0)) ->
  ((number = bit) ->
  (let held := (Z.lxor (xor_of registers r) other) in
  (held <> element))))))))))))))))))))).

(* T10: a conversion between linear layouts with equally many registers and threads is a no-op (each register of each thread holds the same element before and after) iff their columns agree *)
Definition S_T10 : Prop := forall (A : layout) (B : layout) (x : Z),
  (Layout_ok (layout_shape A) (layout_stride A)) = true ->
  (nonempty (modes_of A)) = true ->
  (strides_from (modes_of A) 0) = true ->
  (Layout_ok (layout_shape B) (layout_stride B)) = true ->
  (nonempty (modes_of B)) = true ->
  (strides_from (modes_of B) 0) = true ->
  0 <= x ->
  x < (size_of_layout A) ->
  (((modes_of_ok A) && (modes_of_ok B)) = true /\
  (let modes := (modes_of A) in
  (let others := (modes_of B) in
  ((((powers_of_two modes) = true) /\ ((powers_of_two others) = true)) ->
  (((steps_of_ok modes) && (steps_of_ok others)) = true /\
  (let source := (steps_of modes) in
  (let target := (steps_of others) in
  (((Z.of_nat (length source)) = (Z.of_nat (length target))) ->
  (let apart := (differences target source) in
  ((first_beyond_ok [] apart) = true /\
  (let bit := (first_beyond [] apart) in
  (let number := (if (bit =? 0) then x else bit) in
  (let held := (xor_of source number) in
  (let wanted := (xor_of target number) in
  ((0 <= number /\ number < (Z.max (Layout_size A) (Layout_size B))) /\
  (((bit = 0) ->
  ((held = wanted) /\
  (target = source))) /\
  ((~ (bit = 0)) ->
  (held <> wanted)))))))))))))))))).

(* S5: a layout with power-of-two shapes is linear over F2 iff no two of its steps d*2^j have a bit in common *)
Definition S_S5 : Prop := forall (L : layout) (i : Z) (j : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= j ->
  j < (size_of_layout L) ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  ((meeting_steps_ok L) = true /\
  (let meeting_ := (meeting_steps L) in
  ((steps_of_ok modes) = true /\
  (let steps := (steps_of modes) in
  (match meeting_ with
  | Some meeting_ => (let '(a, b) := meeting_ in
  (((Layout_call_ok L (Leaf (Z.lxor a b))) && ((Layout_call_ok L (Leaf a)) && (Layout_call_ok L (Leaf b)))) = true /\
  ((Layout_call L (Leaf (Z.lxor a b))) <> (Z.lxor (Layout_call L (Leaf a)) (Layout_call L (Leaf b))))))
  | None => ((Layout_call_ok L (Leaf (Z.lxor i j))) = true /\
  (((Layout_call_ok L (Leaf i)) && (Layout_call_ok L (Leaf j))) = true /\
  ((Layout_call L (Leaf (Z.lxor i j))) = (Z.lxor (Layout_call L (Leaf i)) (Layout_call L (Leaf j)))))) end)))))))).

(* S6: if no two steps of a layout have a bit in common, its offset is the XOR of its steps at the bits of the coordinate *)
Definition S_S6 : Prop := forall (L : layout) (i : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  ((meeting_steps_ok L) = true /\
  (((match (meeting_steps L) with
  | Some _ => false
  | None => true end) = true) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  ((Layout_call_ok L (Leaf i)) = true /\
  ((xor_of columns i) = (Layout_call L (Leaf i))))))))))).

(* S13: if `kernel_of` gives a basis of k elements for the kernel of a linear layout, each value is the value of exactly 2^k coordinates; the XORs of subsets of the basis are 2^k different coordinates, all with the value 0 *)
Definition S_S13 : Prop := forall (L : layout) (i : Z) (x : Z) (y : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= x ->
  0 <= y ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  ((kernel_of_ok columns) = true /\
  (let kernel := (kernel_of columns) in
  (let count := (number_of_sums kernel) in
  ((takers_ok columns (xor_of columns i) (Layout_size L)) = true /\
  (let often := (takers columns (xor_of columns i) (Layout_size L)) in
  ((often = count) /\
  (((x < count) /\ (y < count)) ->
  ((0 <= (xor_of kernel x) /\ (xor_of kernel x) < (Layout_size L)) /\
  (((xor_of columns (xor_of kernel x)) = 0) /\
  (let equal := ((xor_of kernel x) =? (xor_of kernel y)) in
  (equal = (x =? y))))))))))))))))).

(* S14: for a linear layout and a value, `preimage` gives a coordinate with this value, if any coordinate has the value *)
Definition S_S14 : Prop := forall (L : layout) (i : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  (let value_ := (xor_of columns i) in
  ((preimage_ok columns value_) = true /\
  (let found := (preimage columns value_) in
  ((0 <= found /\ found < (Layout_size L)) /\
  ((xor_of columns found) = value_)))))))))).

(* W1: if words are linear over F2, coordinates i and j have different words in one bank iff the word of i ^ j is a nonzero multiple of the number of banks *)
Definition S_W1 : Prop := forall (L : layout) (i : Z) (j : Z) (n : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= j ->
  j < (size_of_layout L) ->
  1 <= n ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  ((meeting_steps_ok L) = true /\
  (((match (meeting_steps L) with
  | Some _ => false
  | None => true end) = true) ->
  (((Z.land n (n - 1)) = 0) ->
  ((steps_of_ok modes) = true /\
  (let steps := (steps_of modes) in
  ((Layout_call_ok L (Leaf (Z.lxor i j))) = true /\
  (let word := (Layout_call L (Leaf (Z.lxor i j))) in
  (((((Layout_call_ok L (Leaf i)) && (Layout_call_ok L (Leaf j))) && (((Layout_call L (Leaf i)) =? (Layout_call L (Leaf j))) || (((Layout_call_ok L (Leaf i)) && (negb (n =? 0))) && ((Layout_call_ok L (Leaf j)) && (negb (n =? 0)))))) && ((word =? 0) || (negb (n =? 0)))) = true /\
  (((negb ((Layout_call L (Leaf i)) =? (Layout_call L (Leaf j)))) && (((Layout_call L (Leaf i)) mod n) =? ((Layout_call L (Leaf j)) mod n))) = ((negb (word =? 0)) && ((word mod n) =? 0)))))))))))))).

(* W2: if the word of each coordinate x is the XOR of the columns at the 1 bits of x, coordinates i and j have different words in the same one of 2^b banks iff the word of i ^ j is a nonzero multiple of 2^b *)
Definition S_W2 : Prop := forall (L : layout) (i : Z) (j : Z) (n : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= j ->
  j < (size_of_layout L) ->
  1 <= n ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  (((Z.land n (n - 1)) = 0) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  (let one := (xor_of columns i) in
  (let other := (xor_of columns j) in
  (let word := (xor_of columns (Z.lxor i j)) in
  ((((one =? other) || ((negb (n =? 0)) && (negb (n =? 0)))) && ((word =? 0) || (negb (n =? 0)))) = true /\
  (((negb (one =? other)) && ((one mod n) =? (other mod n))) = ((negb (word =? 0)) && ((word mod n) =? 0))))))))))))).

(* W3: XORing a word with elements of the basis `multiples` gives a word in the same bank *)
Definition S_W3 : Prop := forall (L : layout) (i : Z) (y : Z) (n : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= y ->
  1 <= n ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  (((Z.land n (n - 1)) = 0) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  ((taker_ok columns n y) = true /\
  (let x := (taker columns n y) in
  ((multiples_ok columns n) = true /\
  (let word := (xor_of columns i) in
  (let other := (xor_of (multiples columns n) y) in
  ((0 <= (Z.lxor i x) /\ (Z.lxor i x) < (Layout_size L)) /\
  (((xor_of columns (Z.lxor i x)) = (Z.lxor word other)) /\
  (((negb (n =? 0)) && (negb (n =? 0))) = true /\
  (((Z.lxor word other) mod n) = (word mod n)))))))))))))))).

(* W4: any two words of a bank differ by an XOR of elements of the basis `multiples` *)
Definition S_W4 : Prop := forall (L : layout) (i : Z) (j : Z) (n : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  0 <= j ->
  j < (size_of_layout L) ->
  1 <= n ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  (((Z.land n (n - 1)) = 0) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  (let one := (xor_of columns i) in
  (let other := (xor_of columns j) in
  (((negb (n =? 0)) && (negb (n =? 0))) = true /\
  (((one mod n) = (other mod n)) ->
  (((multiples_ok columns n) && (place_of_ok columns n (Z.lxor i j))) = true /\
  (let basis := (multiples columns n) in
  (let y := (place_of columns n (Z.lxor i j)) in
  ((0 <= y /\ y < (number_of_sums basis)) /\
  ((Z.lxor one (xor_of basis y)) = other))))))))))))))).

(* W5: different sets of elements of the basis `multiples` have different XORs: if the basis has k elements, each bank with a word has 2^k words *)
Definition S_W5 : Prop := forall (L : layout) (x : Z) (y : Z) (n : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= x ->
  0 <= y ->
  1 <= n ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  (((Z.land n (n - 1)) = 0) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  ((multiples_ok columns n) = true /\
  (let basis := (multiples columns n) in
  (((x < (number_of_sums basis)) /\ (y < (number_of_sums basis))) ->
  (((xor_of basis x) = (xor_of basis y)) ->
  (x = y))))))))))).

(* W6: if a wavefront serves at most one word of each bank, the least number of wavefronts for a set of words is the number of words in the busiest bank *)
Definition S_W6 : Prop := forall (words : tree) (given : tree) (banks : Z) (k : Z),
  (at_least 0 (flatten words)) = true ->
  (nonempty (flatten words)) = true ->
  (at_least 0 (flatten given)) = true ->
  (nonempty (flatten given)) = true ->
  1 <= banks ->
  0 <= k ->
  (let those := (flatten words) in
  (let schedule := (flatten given) in
  ((fewest_turns_ok those banks) = true /\
  (let fewest := (fewest_turns those banks) in
  (((turns_ok those banks) && (serves_ok those (turns those banks) banks fewest)) = true /\
  (((serves those (turns those banks) banks fewest) = true) /\
  ((serves_ok those schedule banks k) = true /\
  (((serves those schedule banks k) = true) ->
  (fewest <= k))))))))).

(* W7: if the word of each coordinate x is the XOR of the columns at the 1 bits of x, each of 2^b banks that holds a word holds the words of exactly 2^(k+m) coordinates, where `kernel_of` gives k basis elements and `multiples` gives m; by S13, 2^k coordinates have the same word, so the bank holds 2^m words *)
Definition S_W7 : Prop := forall (L : layout) (i : Z) (n : Z),
  (Layout_ok (layout_shape L) (layout_stride L)) = true ->
  (nonempty (modes_of L)) = true ->
  (strides_from (modes_of L) 0) = true ->
  0 <= i ->
  i < (size_of_layout L) ->
  1 <= n ->
  ((modes_of_ok L) = true /\
  (let modes := (modes_of L) in
  (((powers_of_two modes) = true) ->
  (((Z.land n (n - 1)) = 0) ->
  ((steps_of_ok modes) = true /\
  (let columns := (steps_of modes) in
  (let word := (xor_of columns i) in
  ((((words_of_ok columns (Layout_size L)) && (negb (n =? 0))) && (in_bank_ok (words_of columns (Layout_size L)) n (word mod n))) = true /\
  (let found := (in_bank (words_of columns (Layout_size L)) n (word mod n)) in
  (((kernel_of_ok columns) && (multiples_ok columns n)) = true /\
  (let count := ((number_of_sums (kernel_of columns)) * (number_of_sums (multiples columns n))) in
  (found = count)))))))))))).

(* X15: let A and B have equally many elements, numbered row-major: if memory is written as A and read as B, element n of B is element n of A iff element n has the same position in both; so, with any padding, a bitcast is a reshape iff all positions agree *)
Definition S_X15 : Prop := forall (A : xla_shape) (B : xla_shape) (k : Z),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (at_least 1 (xla_dims B)) = true ->
  (is_order (xla_minor_to_major B) (xla_dims B)) = true ->
  (XlaShape_sides_ok B) = true ->
  0 <= k ->
  (let n := (extent (xla_dims A)) in
  (((extent (xla_dims B)) = n) ->
  ((k < n) ->
  (((XlaShape_sides_ok A) && (XlaShape_sides_ok B)) = true /\
  (((index_of_ok k (xla_dims B)) && (linear_index_ok B (index_of k (xla_dims B)))) = true /\
  (let there := (linear_index B (index_of k (xla_dims B))) in
  (((XlaShape_sides_ok A) && (memory_held_at_ok there n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A))) = true /\
  (let read := (memory_held_at there n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A)) in
  (((index_of_ok k (xla_dims A)) && (linear_index_ok A (index_of k (xla_dims A)))) = true /\
  ((((linear_index A (index_of k (xla_dims A))) = there) ->
  ((read = k) /\
  ((((XlaShape_sides_ok A) && (XlaShape_sides_ok B)) && (misread_ok n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B))) = true /\
  ((((XlaShape_sides_ok A) && (XlaShape_sides_ok B)) && (moved_ok n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B))) = true /\
  ((misread n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B)) = (moved n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B))))))) /\
  ((~ ((linear_index A (index_of k (xla_dims A))) = there)) ->
  ((read <> k) /\
  ((((XlaShape_sides_ok A) && (XlaShape_sides_ok B)) && (misread_ok n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B))) = true /\
  ((((XlaShape_sides_ok A) && (XlaShape_sides_ok B)) && (moved_ok n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B))) = true /\
  ((misread n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B)) = (moved n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A) (xla_dims B) (xla_minor_to_major B) (XlaShape_sides B))))))))))))))))).

(* X16: if memory is written as A and read as B, no element of A is read as two elements of B; so a bitcast that reads no padding, between arrays with equally many elements, permutes the elements *)
Definition S_X16 : Prop := forall (A : xla_shape) (B : xla_shape) (j : Z) (k : Z),
  (at_least 1 (xla_dims A)) = true ->
  (is_order (xla_minor_to_major A) (xla_dims A)) = true ->
  (XlaShape_sides_ok A) = true ->
  (at_least 1 (xla_dims B)) = true ->
  (is_order (xla_minor_to_major B) (xla_dims B)) = true ->
  (XlaShape_sides_ok B) = true ->
  0 <= j ->
  0 <= k ->
  (let n := (extent (xla_dims A)) in
  (((XlaShape_sides_ok A) && (XlaShape_sides_ok B)) = true /\
  (((j < (extent (xla_dims B))) /\ (k < (extent (xla_dims B)))) ->
  ((((index_of_ok j (xla_dims B)) && (linear_index_ok B (index_of j (xla_dims B)))) && ((index_of_ok k (xla_dims B)) && (linear_index_ok B (index_of k (xla_dims B))))) = true /\
  (let there := (linear_index B (index_of j (xla_dims B))) in
  (let elsewhere := (linear_index B (index_of k (xla_dims B))) in
  ((((XlaShape_sides_ok A) && (memory_held_at_ok there n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A))) && ((XlaShape_sides_ok A) && (memory_held_at_ok elsewhere n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A)))) = true /\
  (let one := (memory_held_at there n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A)) in
  (let other := (memory_held_at elsewhere n (xla_dims A) (xla_minor_to_major A) (XlaShape_sides A)) in
  (((- 1) <= one /\ one < n) /\
  ((0 <= one) ->
  (((index_of_ok one (xla_dims A)) && (linear_index_ok A (index_of one (xla_dims A)))) = true /\
  (((linear_index A (index_of one (xla_dims A))) = there) /\
  ((one = other) ->
  (j = k))))))))))))))).

(* X11: the row-major position of an element is below the product of the bounds, and is the offset of row_major_layout at the element's coordinate *)
Definition S_X11 : Prop := forall (dims : tree) (at_ : tree),
  (require_shape_ok dims) = true ->
  (nonempty (flatten dims)) = true ->
  (congruent at_ dims) = true ->
  (in_bounds (flatten at_) (flatten dims)) = true ->
  (let bounds := (flatten dims) in
  (let index := (flatten at_) in
  ((places_ok index bounds) = true /\
  (let point := (places index bounds) in
  (let first := (corner bounds []) in
  ((places_linear_index_ok index bounds) = true /\
  (let position := (places_linear_index index bounds) in
  ((((row_major_layout_ok bounds) && (crd2idx_ok at_ dims)) && (Layout_call_ok (row_major_layout bounds) (Leaf (crd2idx at_ dims)))) = true /\
  (((Layout_call (row_major_layout bounds) (Leaf (crd2idx at_ dims))) = position) /\
  ((0 <= position) /\
  (position < (product dims)))))))))))).

(* X12: tile_layout maps each element of the array, padded to whole tiles, to the position that the tiling formula gives *)
Definition S_X12 : Prop := forall (dims : tree) (tile : tree) (at_ : tree),
  (require_shape_ok dims) = true ->
  (nonempty (flatten dims)) = true ->
  (require_shape_ok tile) = true ->
  (nonempty (flatten tile)) = true ->
  (at_least 0 (flatten at_)) = true ->
  (nonempty (flatten at_)) = true ->
  (let bounds := (flatten dims) in
  (let sizes := (flatten tile) in
  (let index := (flatten at_) in
  (((Z.of_nat (length sizes)) = (Z.of_nat (length bounds))) ->
  ((rounded_up_ok bounds sizes) = true /\
  (let padded_ := (rounded_up bounds sizes) in
  (((in_bounds index padded_) = true) ->
  (((places_ok index padded_) && (sides__ok sizes)) = true /\
  (let point := (places index padded_) in
  (let first := (corner padded_ []) in
  (let cut_ := (sides_ sizes) in
  ((((covered_ok point cut_) && (covered_ok first cut_)) && (covered_ok (corner bounds []) cut_)) = true /\
  (let tiles := (covered point cut_) in
  (let others := (covered first cut_) in
  (let own := (covered (corner bounds []) cut_) in
  ((within_ok tiles) = true /\
  (let far := (volume (within tiles)) in
  ((linear_index_with_tile_ok index padded_ sizes) = true /\
  (let position := (linear_index_with_tile index padded_ sizes) in
  ((((tile_layout_ok bounds sizes) && (counted_ok index padded_)) && (Layout_call_ok (tile_layout bounds sizes) (Leaf (counted index padded_)))) = true /\
  (let at_its_coordinate := (Layout_call (tile_layout bounds sizes) (Leaf (counted index padded_))) in
  (at_its_coordinate = position)))))))))))))))))))))).

(* X13: with one or two tiles of any ranks, positions from bounds and tile sizes equal positions by pad, reshape, transpose *)
Definition S_X13 : Prop := forall (dims : tree) (tile : tree) (second : tree) (at_ : tree),
  (require_shape_ok dims) = true ->
  (nonempty (flatten dims)) = true ->
  (require_shape_ok tile) = true ->
  (nonempty (flatten tile)) = true ->
  (require_shape_ok second) = true ->
  (nonempty (flatten second)) = true ->
  (congruent at_ dims) = true ->
  (in_bounds (flatten at_) (flatten dims)) = true ->
  (let bounds := (flatten dims) in
  (let index := (flatten at_) in
  (let one := (flatten tile) in
  (let two := (flatten second) in
  ((places_ok index bounds) = true /\
  (let point := (places index bounds) in
  ((linear_index_with_tile_ok index bounds one) = true /\
  (let position := (linear_index_with_tile index bounds one) in
  ((pad_reshape_transpose_ok index bounds one) = true /\
  (((pad_reshape_transpose index bounds one) = position) /\
  ((linear_index_with_tile__ok index bounds one two) = true /\
  (let position := (linear_index_with_tile_ index bounds one two) in
  ((pad_reshape_transpose__ok index bounds one two) = true /\
  ((pad_reshape_transpose_ index bounds one two) = position)))))))))))))).

(* X14: with one or two tiles of any ranks, the elements of an array have different positions, all below the padded size, and there are at least as many positions as elements *)
Definition S_X14 : Prop := forall (dims : tree) (tile : tree) (second : tree) (at_ : tree) (other : tree),
  (require_shape_ok dims) = true ->
  (nonempty (flatten dims)) = true ->
  (require_shape_ok tile) = true ->
  (nonempty (flatten tile)) = true ->
  (require_shape_ok second) = true ->
  (nonempty (flatten second)) = true ->
  (congruent at_ dims) = true ->
  (in_bounds (flatten at_) (flatten dims)) = true ->
  (congruent other dims) = true ->
  (in_bounds (flatten other) (flatten dims)) = true ->
  (let bounds := (flatten dims) in
  (let i := (flatten at_) in
  (let j := (flatten other) in
  (let one := (flatten tile) in
  (let two := (flatten second) in
  (((places_ok i bounds) && (places_ok j bounds)) = true /\
  (let p := (places i bounds) in
  (let q := (places j bounds) in
  (let first := (corner bounds []) in
  ((sides__ok one) = true /\
  ((padded_size_ok bounds one) = true /\
  (let size_ := (padded_size bounds one) in
  ((linear_index_with_tile_ok i bounds one) = true /\
  ((0 <= (linear_index_with_tile i bounds one) /\ (linear_index_with_tile i bounds one) < size_) /\
  ((tiled_bounds_ok bounds one) = true /\
  (((product (Tuple (map Leaf (tiled_bounds bounds one)))) = size_) /\
  (((product dims) <= size_) /\
  (((sides__ok one) && (sides__ok two)) = true /\
  ((padded_size__ok bounds one two) = true /\
  (let size_ := (padded_size_ bounds one two) in
  ((linear_index_with_tile__ok i bounds one two) = true /\
  ((0 <= (linear_index_with_tile_ i bounds one two) /\ (linear_index_with_tile_ i bounds one two) < size_) /\
  ((tiled_bounds__ok bounds one two) = true /\
  (((product (Tuple (map Leaf (tiled_bounds_ bounds one two)))) = size_) /\
  (((product dims) <= size_) /\
  (((linear_index_with_tile_ok i bounds one) && (linear_index_with_tile_ok j bounds one)) = true /\
  ((((linear_index_with_tile i bounds one) = (linear_index_with_tile j bounds one)) ->
  (i = j)) /\
  ((~ ((linear_index_with_tile i bounds one) = (linear_index_with_tile j bounds one))) ->
  (((linear_index_with_tile__ok i bounds one two) && (linear_index_with_tile__ok j bounds one two)) = true /\
  (((linear_index_with_tile_ i bounds one two) = (linear_index_with_tile_ j bounds one two)) ->
  (i = j))))))))))))))))))))))))))))))).
