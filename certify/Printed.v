(* The functions of the Python text. Printed by `make theorems`; do not edit. *)
Require Import Prelude.

(* spec/int_tuple.py: flatten *)
Fixpoint flatten (t : tree) : (list Z) :=
  (match t with
  | Tuple t => (flat_map flatten t)
  | Leaf t => [t] end).

(* spec/int_tuple.py: require_shape *)
Definition require_shape_ok (t : tree) : bool :=
  (forallb (fun entry => (negb (entry <? 1))) (flatten t)).

(* spec/int_tuple.py: product *)
Definition product (t : tree) : Z :=
  (product_of (flatten t)).

(* verif/readings/domains.py: size_of *)
Definition size_of (argument : tree) : Z :=
  (product argument).

(* verif/readings/terminals.py: in_bounds *)
Fixpoint in_bounds (point : (list Z)) (sizes : (list Z)) : bool :=
  (match point with
  | [] => (match sizes with
  | [] => true
  | first :: rest => false end)
  | first :: rest => (match sizes with
  | [] => false
  | first2 :: rest2 => (((0 <=? first) && (first <? first2)) && (in_bounds rest rest2)) end) end).

(* spec/int_tuple.py: _at_terminals *)
Fixpoint _at_terminals (a : tree) (b : tree) (holds : (Z -> tree -> bool)) : bool :=
  (match a with
  | Tuple a => (let same_rank := (match b with
  | Tuple b => ((Z.of_nat (length a)) =? (Z.of_nat (length b)))
  | Leaf b => false end) in
  (same_rank && (forall2 (fun x y => (_at_terminals x y holds)) a (modes_in b))))
  | Leaf a => (holds a b) end).
Fixpoint _at_terminals_ok (a : tree) (b : tree) (holds : (Z -> tree -> bool)) (holds_ok : (Z -> tree -> bool)) : bool :=
  (match a with
  | Tuple a => (let same_rank := (match b with
  | Tuple b => ((Z.of_nat (length a)) =? (Z.of_nat (length b)))
  | Leaf b => false end) in
  ((negb same_rank) || ((as_many a b) && (all2_ok (fun x y => (_at_terminals x y holds)) (fun x y => (_at_terminals_ok x y holds holds_ok)) a (modes_in b)))))
  | Leaf a => (holds_ok a b) end).

(* spec/int_tuple.py: congruent *)
Definition congruent (a : tree) (b : tree) : bool :=
  (_at_terminals a b (fun _ y => (match y with
  | Tuple y => false
  | Leaf y => true end))).
Definition congruent_ok (a : tree) (b : tree) : bool :=
  (_at_terminals_ok a b (fun _ y => (match y with
  | Tuple y => false
  | Leaf y => true end)) (fun _ y => true)).

(* spec/coordinates.py: require_coordinate *)
Fixpoint require_coordinate_ok (crd : tree) (shape : tree) : bool :=
  (match crd with
  | Tuple crd => ((as_many crd shape) && (forall2 require_coordinate_ok crd (modes_in shape)))
  | Leaf crd => ((0 <=? crd) && (crd <? (product shape))) end).

(* spec/coordinates.py: digits *)
Fixpoint digits (x : Z) (sizes : (list Z)) : (list Z) :=
  (match sizes with
  | [] => []
  | first :: rest => (match rest with
  | [] => [x]
  | first2 :: rest2 => ((x mod first) :: (digits (x / first) rest)) end) end).
Fixpoint digits_ok (x : Z) (sizes : (list Z)) : bool :=
  (match sizes with
  | [] => true
  | first :: rest => (match rest with
  | [] => true
  | first2 :: rest2 => ((negb (first =? 0)) && ((negb (first =? 0)) && (digits_ok (x / first) rest))) end) end).

(* spec/int_tuple.py: _filled *)
Fixpoint _filled (flat : (list tree)) (profile : tree) (first : Z) : tree :=
  (match profile with
  | Tuple profile => (let counts := (map (fun mode => (Z.of_nat (length (flatten mode)))) profile) in
  (let places := (removelast (accumulated Z.add counts first)) in
  (Tuple (map2 (fun mode k => (_filled flat mode k)) profile places))))
  | Leaf profile => (nth (Z.to_nat first) flat (Leaf 0)) end).
Fixpoint _filled_ok (flat : (list tree)) (profile : tree) (first : Z) : bool :=
  (match profile with
  | Tuple profile => (let counts := (map (fun mode => (Z.of_nat (length (flatten mode)))) profile) in
  (let places := (removelast (accumulated Z.add counts first)) in
  (forall2 (fun mode k => (_filled_ok flat mode k)) profile places)))
  | Leaf profile => ((first <? (Z.of_nat (length flat))) && (0 <=? first)) end).

(* spec/int_tuple.py: unflatten *)
Definition unflatten (flat : (list tree)) (profile : tree) : tree :=
  (let wanted := (Z.of_nat (length (flatten profile))) in
  (if (negb ((Z.of_nat (length flat)) =? wanted)) then (Leaf 0) else (_filled flat profile 0))).
Definition unflatten_ok (flat : (list tree)) (profile : tree) : bool :=
  (let wanted := (Z.of_nat (length (flatten profile))) in
  (if (negb ((Z.of_nat (length flat)) =? wanted)) then false else (_filled_ok flat profile 0))).

(* spec/coordinates.py: natural *)
Fixpoint natural (crd : tree) (shape : tree) : tree :=
  (match crd with
  | Tuple crd => (Tuple (map2 natural crd (modes_in shape)))
  | Leaf crd => (unflatten (map Leaf (digits crd (flatten shape))) shape) end).
Fixpoint natural_ok (crd : tree) (shape : tree) : bool :=
  (match crd with
  | Tuple crd => ((as_many crd shape) && (forall2 natural_ok crd (modes_in shape)))
  | Leaf crd => ((digits_ok crd (flatten shape)) && (unflatten_ok (map Leaf (digits crd (flatten shape))) shape)) end).

(* spec/coordinates.py: idx2crd *)
Definition idx2crd (idx : tree) (shape : tree) : tree :=
  (natural idx shape).
Definition idx2crd_ok (idx : tree) (shape : tree) : bool :=
  ((require_shape_ok shape) && ((require_coordinate_ok idx shape) && (natural_ok idx shape))).

(* spec/coordinates.py: counted *)
Fixpoint counted (point : (list Z)) (sizes : (list Z)) : Z :=
  (match sizes with
  | [] => 0
  | first :: rest => (match point with
  | [] => 0
  | first2 :: rest2 => (first2 + (first * (counted rest2 rest))) end) end).
Fixpoint counted_ok (point : (list Z)) (sizes : (list Z)) : bool :=
  (match sizes with
  | [] => true
  | first :: rest => (match point with
  | [] => false
  | first2 :: rest2 => (counted_ok rest2 rest) end) end).

(* spec/coordinates.py: _offset *)
Definition _offset (crd : tree) (shape : tree) : Z :=
  (let point := (natural crd shape) in
  (counted (flatten point) (flatten shape))).
Definition _offset_ok (crd : tree) (shape : tree) : bool :=
  ((natural_ok crd shape) && (let point := (natural crd shape) in
  (counted_ok (flatten point) (flatten shape)))).

(* spec/coordinates.py: crd2idx *)
Definition crd2idx (crd : tree) (shape : tree) : Z :=
  (_offset crd shape).
Definition crd2idx_ok (crd : tree) (shape : tree) : bool :=
  ((require_shape_ok shape) && ((require_coordinate_ok crd shape) && (_offset_ok crd shape))).

(* spec/layout.py: _shape *)
Definition _shape (x : tree) : tree :=
  x.

(* spec/int_tuple.py: get *)
Definition get (t : tree) : tree :=
  t.

(* spec/layout.py: size *)
Definition size (x : tree) : Z :=
  (product (get (_shape x))).

(* spec/checks.py: makes_layout *)
Fixpoint makes_layout (shape : tree) (stride : tree) : bool :=
  (match shape with
  | Tuple shape => (match stride with
  | Tuple stride => (((Z.of_nat (length shape)) =? (Z.of_nat (length stride))) && (forall2 makes_layout shape stride))
  | Leaf stride => false end)
  | Leaf shape => (let integers := (match stride with
  | Tuple stride => false
  | Leaf stride => true end) in
  (integers && (1 <=? shape))) end).
Fixpoint makes_layout_ok (shape : tree) (stride : tree) : bool :=
  (match shape with
  | Tuple shape => (match stride with
  | Tuple stride => ((negb ((Z.of_nat (length shape)) =? (Z.of_nat (length stride)))) || ((as_many shape (Tuple stride)) && (all2_ok makes_layout makes_layout_ok shape stride)))
  | Leaf stride => true end)
  | Leaf shape => true end).

(* spec/layout.py: Layout.__init__ *)
Definition Layout (shape : tree) (stride : tree) : layout :=
  (if (makes_layout shape stride) then (Build_layout shape stride) else no_layout).
Definition Layout_ok (shape : tree) (stride : tree) : bool :=
  ((makes_layout_ok shape stride) && (makes_layout shape stride)).

(* spec/int_tuple.py: paired *)
Fixpoint paired (shapes : (list Z)) (strides : (list Z)) : (list (Z * Z)) :=
  (match shapes with
  | [] => []
  | first :: rest => (match strides with
  | [] => []
  | first2 :: rest2 => ((first, first2) :: (paired rest rest2)) end) end).
Fixpoint paired_ok (shapes : (list Z)) (strides : (list Z)) : bool :=
  (match shapes with
  | [] => true
  | first :: rest => (match strides with
  | [] => false
  | first2 :: rest2 => (paired_ok rest rest2) end) end).

(* spec/layout.py: Layout.flat_modes *)
Definition Layout_flat_modes (self : layout) : (list (Z * Z)) :=
  (paired (flatten (layout_shape self)) (flatten (layout_stride self))).
Definition Layout_flat_modes_ok (self : layout) : bool :=
  (paired_ok (flatten (layout_shape self)) (flatten (layout_stride self))).

(* spec/modes.py: modes_of *)
Definition modes_of (layout_ : layout) : (list (Z * Z)) :=
  (Layout_flat_modes layout_).
Definition modes_of_ok (layout_ : layout) : bool :=
  (Layout_flat_modes_ok layout_).

(* spec/layout.py: Layout.size *)
Definition Layout_size (self : layout) : Z :=
  (product (layout_shape self)).

(* verif/readings/domains.py: size_of *)
Definition size_of_layout (argument : layout) : Z :=
  (Layout_size argument).

(* spec/int_tuple.py: product_each *)
Definition product_each (t : (list tree)) : (list Z) :=
  (map product t).

(* verif/readings/domains.py: sizes_of_modes *)
Definition sizes_of_modes (shape : tree) : tree :=
  (match shape with
  | Tuple shape => (Tuple (map Leaf (product_each shape)))
  | Leaf shape => (Leaf shape) end).

(* spec/int_tuple.py: dot *)
Fixpoint dot (a : (list Z)) (b : (list Z)) : Z :=
  (match a with
  | [] => 0
  | first :: rest => (match b with
  | [] => 0
  | first2 :: rest2 => ((first * first2) + (dot rest rest2)) end) end).
Fixpoint dot_ok (a : (list Z)) (b : (list Z)) : bool :=
  (match a with
  | [] => true
  | first :: rest => (match b with
  | [] => false
  | first2 :: rest2 => (dot_ok rest rest2) end) end).

(* spec/int_tuple.py: inner_product *)
Definition inner_product (a : tree) (b : tree) : Z :=
  (if (congruent a b) then (dot (flatten a) (flatten b)) else 0).
Definition inner_product_ok (a : tree) (b : tree) : bool :=
  ((congruent_ok a b) && (if (congruent a b) then (dot_ok (flatten a) (flatten b)) else false)).

(* spec/layout.py: Layout.flat_shape *)
Definition Layout_flat_shape (self : layout) : (list Z) :=
  (flatten (layout_shape self)).

(* spec/layout.py: Layout.flat_stride *)
Definition Layout_flat_stride (self : layout) : (list Z) :=
  (flatten (layout_stride self)).

(* spec/layout.py: Layout.__call__ *)
Definition Layout_call (self : layout) (coordinate_0 : tree) : Z :=
  (match coordinate_0 with
  | Tuple crd => (inner_product (natural (Tuple crd) (layout_shape self)) (layout_stride self))
  | Leaf crd => (if ((0 <=? crd) && (crd <? (Layout_size self))) then (dot (digits crd (Layout_flat_shape self)) (Layout_flat_stride self)) else 0) end).
Definition Layout_call_ok (self : layout) (coordinate_0 : tree) : bool :=
  (match coordinate_0 with
  | Tuple crd => ((require_coordinate_ok (Tuple crd) (layout_shape self)) && ((natural_ok (Tuple crd) (layout_shape self)) && (inner_product_ok (natural (Tuple crd) (layout_shape self)) (layout_stride self))))
  | Leaf crd => (if ((0 <=? crd) && (crd <? (Layout_size self))) then ((digits_ok crd (Layout_flat_shape self)) && (dot_ok (digits crd (Layout_flat_shape self)) (Layout_flat_stride self))) else false) end).

(* spec/modes.py: total *)
Fixpoint total (modes : (list (Z * Z))) : Z :=
  (match modes with
  | [] => 1
  | first :: rest => ((fst first) * (total rest)) end).

(* spec/modes.py: value *)
Fixpoint value (modes : (list (Z * Z))) (x : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, d) :: rest => ((d * (x mod s)) + (value rest (x / s))) end).
Fixpoint value_ok (modes : (list (Z * Z))) (x : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => ((negb (s =? 0)) && ((negb (s =? 0)) && (value_ok rest (x / s)))) end).

(* spec/modes.py: extended *)
Fixpoint extended (modes : (list (Z * Z))) (x : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, d) :: rest => (match rest with
  | [] => (d * x)
  | first :: rest2 => ((d * (x mod s)) + (extended rest (x / s))) end) end).
Fixpoint extended_ok (modes : (list (Z * Z))) (x : Z) : bool :=
  (match modes with
  | [] => false
  | (s, d) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && ((negb (s =? 0)) && (extended_ok rest (x / s)))) end) end).

(* spec/coordinates.py: require_natural *)
Fixpoint require_natural_ok (crd : tree) (shape : tree) : bool :=
  (match crd with
  | Tuple crd => ((as_many crd shape) && (forall2 require_natural_ok crd (modes_in shape)))
  | Leaf crd => (if (crd <? 0) then false else (match shape with
  | Tuple shape => (negb ((negb (nonempty shape)) && (negb (crd =? 0))))
  | Leaf shape => true end)) end).

(* spec/layout.py: Layout.extended *)
Definition Layout_extended (self : layout) (x : Z) : Z :=
  (inner_product (natural (Leaf x) (layout_shape self)) (layout_stride self)).
Definition Layout_extended_ok (self : layout) (x : Z) : bool :=
  ((require_natural_ok (Leaf x) (layout_shape self)) && ((natural_ok (Leaf x) (layout_shape self)) && (inner_product_ok (natural (Leaf x) (layout_shape self)) (layout_stride self)))).

(* verif/readings/modes.py: strides_from *)
Fixpoint strides_from (modes : (list (Z * Z))) (floor : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => ((floor <=? (snd first)) && (strides_from rest floor)) end).

(* spec/layout.py: Layout.mode *)
Definition Layout_mode (self : layout) : layout :=
  (Layout (get (layout_shape self)) (get (layout_stride self))).
Definition Layout_mode_ok (self : layout) : bool :=
  (Layout_ok (get (layout_shape self)) (get (layout_stride self))).

(* spec/layout.py: reach *)
Fixpoint reach (shapes : (list Z)) (strides : (list Z)) : Z :=
  (match shapes with
  | [] => 0
  | first :: rest => (match strides with
  | [] => 0
  | first2 :: rest2 => (((first - 1) * (Z.abs first2)) + (reach rest rest2)) end) end).
Fixpoint reach_ok (shapes : (list Z)) (strides : (list Z)) : bool :=
  (match shapes with
  | [] => true
  | first :: rest => (match strides with
  | [] => false
  | first2 :: rest2 => (reach_ok rest rest2) end) end).

(* spec/layout.py: Layout.cosize *)
Definition Layout_cosize (self : layout) : Z :=
  (1 + (reach (flatten (layout_shape self)) (flatten (layout_stride self)))).
Definition Layout_cosize_ok (self : layout) : bool :=
  (reach_ok (flatten (layout_shape self)) (flatten (layout_stride self))).

(* spec/layout.py: cosize *)
Definition cosize (layout_ : layout) : Z :=
  (Layout_cosize (Layout_mode layout_)).
Definition cosize_ok (layout_ : layout) : bool :=
  ((Layout_mode_ok layout_) && (Layout_cosize_ok (Layout_mode layout_))).

(* spec/int_tuple.py: ceil_div *)
Definition ceil_div (a : Z) (b : Z) : Z :=
  (let divisor := (product (Leaf b)) in
  (((a + divisor) - 1) / divisor)).
Definition ceil_div_ok (a : Z) (b : Z) : bool :=
  ((require_shape_ok (Leaf b)) && (let divisor := (product (Leaf b)) in
  (negb (divisor =? 0)))).

(* spec/coordinates.py: crd2crd *)
Definition crd2crd (crd : tree) (src_shape : tree) (dst_shape : tree) : tree :=
  (idx2crd (Leaf (crd2idx crd src_shape)) dst_shape).
Definition crd2crd_ok (crd : tree) (src_shape : tree) (dst_shape : tree) : bool :=
  ((crd2idx_ok crd src_shape) && (idx2crd_ok (Leaf (crd2idx crd src_shape)) dst_shape)).

(* spec/coordinates.py: idx2crd_extended *)
Definition idx2crd_extended (idx : tree) (shape : tree) : tree :=
  (natural idx shape).
Definition idx2crd_extended_ok (idx : tree) (shape : tree) : bool :=
  ((require_shape_ok shape) && ((require_natural_ok idx shape) && (natural_ok idx shape))).

(* spec/coordinates.py: crd2idx_extended *)
Definition crd2idx_extended (crd : tree) (shape : tree) : Z :=
  (_offset crd shape).
Definition crd2idx_extended_ok (crd : tree) (shape : tree) : bool :=
  ((require_shape_ok shape) && ((require_natural_ok crd shape) && (_offset_ok crd shape))).

(* spec/coordinates.py: _offset *)
Definition _offset_tree_tree_tree (crd : tree) (shape : tree) (stride : tree) : Z :=
  (let point := (natural crd shape) in
  (inner_product point stride)).
Definition _offset_tree_tree_tree_ok (crd : tree) (shape : tree) (stride : tree) : bool :=
  ((natural_ok crd shape) && (let point := (natural crd shape) in
  (inner_product_ok point stride))).

(* spec/coordinates.py: crd2idx_extended *)
Definition crd2idx_extended_tree_tree_tree (crd : tree) (shape : tree) (stride : tree) : Z :=
  (_offset_tree_tree_tree crd shape stride).
Definition crd2idx_extended_tree_tree_tree_ok (crd : tree) (shape : tree) (stride : tree) : bool :=
  ((require_shape_ok shape) && ((require_natural_ok crd shape) && (_offset_tree_tree_tree_ok crd shape stride))).

(* spec/coalesce.py: push *)
Definition push (mode : (Z * Z)) (modes : (list (Z * Z))) : (list (Z * Z)) :=
  (let '(s, d) := mode in
  (if (s =? 1) then modes else (match modes with
  | [] => [mode]
  | (next_s, next_d) :: rest => (if (next_d =? (s * d)) then (((s * next_s), d) :: rest) else (mode :: modes)) end))).

(* spec/coalesce.py: coalesce_modes *)
Fixpoint coalesce_modes (modes : (list (Z * Z))) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | first :: rest => (push first (coalesce_modes rest)) end).

(* spec/modes.py: layout_of *)
Definition layout_of (modes : (list (Z * Z))) : layout :=
  (match modes with
  | [] => (Layout (Leaf 1) (Leaf 0))
  | first :: rest => (match rest with
  | [] => (Layout (Leaf (fst first)) (Leaf (snd first)))
  | first2 :: rest2 => (Layout (Tuple (map Leaf (map (fun '(s, _) => s) modes))) (Tuple (map Leaf (map (fun '(_, d) => d) modes)))) end) end).
Definition layout_of_ok (modes : (list (Z * Z))) : bool :=
  (match modes with
  | [] => (Layout_ok (Leaf 1) (Leaf 0))
  | first :: rest => (match rest with
  | [] => (Layout_ok (Leaf (fst first)) (Leaf (snd first)))
  | first2 :: rest2 => (Layout_ok (Tuple (map Leaf (map (fun '(s, _) => s) modes))) (Tuple (map Leaf (map (fun '(_, d) => d) modes)))) end) end).

(* spec/coalesce.py: coalesce *)
Definition coalesce (layout_ : layout) : layout :=
  (layout_of (coalesce_modes (modes_of layout_))).
Definition coalesce_ok (layout_ : layout) : bool :=
  ((modes_of_ok layout_) && (layout_of_ok (coalesce_modes (modes_of layout_)))).

(* spec/int_tuple.py: depth *)
Fixpoint depth (t : tree) : Z :=
  (match t with
  | Tuple t => (1 + (greatest 0 (map depth t)))
  | Leaf t => 0 end).

(* spec/layout.py: Layout.depth *)
Definition Layout_depth (self : layout) : Z :=
  (depth (layout_shape self)).

(* verif/theory/layouts/normal_form.py: identical *)
Fixpoint identical (left_ : (list (Z * Z))) (right_ : (list (Z * Z))) : bool :=
  (match left_ with
  | [] => (match right_ with
  | [] => true
  | first :: rest => false end)
  | first :: rest => (match right_ with
  | [] => false
  | first2 :: rest2 => ((((fst first) =? (fst first2)) && ((snd first) =? (snd first2))) && (identical rest rest2)) end) end).

(* verif/claims/coalesce.py: same_layout *)
Definition same_layout (left_ : layout) (right_ : layout) : bool :=
  ((identical (modes_of left_) (modes_of right_)) && ((Layout_depth left_) =? (Layout_depth right_))).
Definition same_layout_ok (left_ : layout) (right_ : layout) : bool :=
  ((modes_of_ok left_) && (modes_of_ok right_)).

(* verif/theory/layouts/normal_form.py: difference *)
Fixpoint difference (left_ : (list (Z * Z))) (right_ : (list (Z * Z))) : Z :=
  (match left_ with
  | [] => (match right_ with
  | [] => 0
  | first :: rest => 0 end)
  | first :: rest => (match right_ with
  | [] => 0
  | first2 :: rest2 => (let '(s, d) := first in
  (let '(t, e) := first2 in
  (if (negb (d =? e)) then 1 else (if (negb (s =? t)) then (Z.min s t) else (s * (difference rest rest2)))))) end) end).
Fixpoint difference_ok (left_ : (list (Z * Z))) (right_ : (list (Z * Z))) : bool :=
  (match left_ with
  | [] => false
  | first :: rest => (match right_ with
  | [] => false
  | first2 :: rest2 => (let '(s, d) := first in
  (let '(t, e) := first2 in
  (if (negb (d =? e)) then true else (if (negb (s =? t)) then true else (difference_ok rest rest2))))) end) end).

(* spec/filter.py: unrepeated *)
Fixpoint unrepeated (modes : (list (Z * Z))) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | (s, d) :: rest => (((if (d =? 0) then 1 else s), d) :: (unrepeated rest)) end).

(* spec/modes.py: shapes_of *)
Fixpoint shapes_of (modes : (list (Z * Z))) : (list Z) :=
  (match modes with
  | [] => []
  | first :: rest => ((fst first) :: (shapes_of rest)) end).

(* spec/modes.py: strides_of *)
Fixpoint strides_of (modes : (list (Z * Z))) : (list Z) :=
  (match modes with
  | [] => []
  | first :: rest => ((snd first) :: (strides_of rest)) end).

(* spec/nesting.py: nested_as *)
Definition nested_as (layout_ : layout) (modes : (list (Z * Z))) : layout :=
  (let shape := (unflatten (map Leaf (shapes_of modes)) (layout_shape layout_)) in
  (Layout shape (unflatten (map Leaf (strides_of modes)) (layout_shape layout_)))).
Definition nested_as_ok (layout_ : layout) (modes : (list (Z * Z))) : bool :=
  ((unflatten_ok (map Leaf (shapes_of modes)) (layout_shape layout_)) && (let shape := (unflatten (map Leaf (shapes_of modes)) (layout_shape layout_)) in
  ((unflatten_ok (map Leaf (strides_of modes)) (layout_shape layout_)) && (Layout_ok shape (unflatten (map Leaf (strides_of modes)) (layout_shape layout_)))))).

(* spec/filter.py: filter_zeros *)
Definition filter_zeros (layout_ : layout) : layout :=
  (nested_as layout_ (unrepeated (modes_of layout_))).
Definition filter_zeros_ok (layout_ : layout) : bool :=
  ((modes_of_ok layout_) && (nested_as_ok layout_ (unrepeated (modes_of layout_)))).

(* verif/theory/layouts/repeats.py: kept_coordinate *)
Fixpoint kept_coordinate (modes : (list (Z * Z))) (x : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, d) :: rest => (if (d =? 0) then (kept_coordinate rest (x / s)) else ((x mod s) + (s * (kept_coordinate rest (x / s))))) end).
Fixpoint kept_coordinate_ok (modes : (list (Z * Z))) (x : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (d =? 0) then ((negb (s =? 0)) && (kept_coordinate_ok rest (x / s))) else ((negb (s =? 0)) && ((negb (s =? 0)) && (kept_coordinate_ok rest (x / s))))) end).

(* verif/theory/layouts/repeats.py: spread_coordinate *)
Fixpoint spread_coordinate (modes : (list (Z * Z))) (x : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, d) :: rest => (if (d =? 0) then (s * (spread_coordinate rest x)) else ((x mod s) + (s * (spread_coordinate rest (x / s))))) end).
Fixpoint spread_coordinate_ok (modes : (list (Z * Z))) (x : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (d =? 0) then (spread_coordinate_ok rest x) else ((negb (s =? 0)) && ((negb (s =? 0)) && (spread_coordinate_ok rest (x / s))))) end).

(* spec/filter.py: filter_ *)
Definition filter_ (layout_ : layout) : layout :=
  (coalesce (filter_zeros layout_)).
Definition filter__ok (layout_ : layout) : bool :=
  ((filter_zeros_ok layout_) && (coalesce_ok (filter_zeros layout_))).

(* spec/filter.py: null_modes *)
Fixpoint null_modes (modes : (list (Z * Z))) (step : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | (s, d) :: rest => (if (d =? 0) then ((s, step) :: (null_modes rest (s * step))) else (null_modes rest (s * step))) end).

(* spec/filter.py: nullspace *)
Definition nullspace (layout_ : layout) : layout :=
  (layout_of (null_modes (modes_of layout_) 1)).
Definition nullspace_ok (layout_ : layout) : bool :=
  ((modes_of_ok layout_) && (layout_of_ok (null_modes (modes_of layout_) 1))).

(* spec/recast.py: require_factor *)
Definition require_factor_ok (n : Z) : bool :=
  (negb (n <? 1)).

(* spec/recast.py: widened *)
Definition widened (mode : (Z * Z)) (n : Z) : (Z * Z) :=
  (let '(s, d) := mode in
  (if (d =? 0) then mode else (if ((d mod n) =? 0) then (s, (d / n)) else (if (negb ((n mod d) =? 0)) then (0, 0) else ((ceil_div s (n / (Z.abs d))), (if (0 <? d) then 1 else (- 1))))))).
Definition widened_ok (mode : (Z * Z)) (n : Z) : bool :=
  (let '(s, d) := mode in
  (if (d =? 0) then true else ((negb (n =? 0)) && (if ((d mod n) =? 0) then (negb (n =? 0)) else ((negb (d =? 0)) && (if (negb ((n mod d) =? 0)) then false else ((negb ((Z.abs d) =? 0)) && (ceil_div_ok s (n / (Z.abs d)))))))))).

(* spec/recast.py: all_widened *)
Fixpoint all_widened (modes : (list (Z * Z))) (n : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | first :: rest => ((widened first n) :: (all_widened rest n)) end).
Fixpoint all_widened_ok (modes : (list (Z * Z))) (n : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => ((widened_ok first n) && (all_widened_ok rest n)) end).

(* spec/recast.py: upcast *)
Definition upcast (layout_ : layout) (n : Z) : layout :=
  (nested_as layout_ (all_widened (modes_of layout_) n)).
Definition upcast_ok (layout_ : layout) (n : Z) : bool :=
  ((require_factor_ok n) && (((modes_of_ok layout_) && (all_widened_ok (modes_of layout_) n)) && (nested_as_ok layout_ (all_widened (modes_of layout_) n)))).

(* verif/theory/layouts/widths.py: steps_to_the_next *)
Definition steps_to_the_next (d : Z) (n : Z) : Z :=
  (if ((d =? 0) || ((d mod n) =? 0)) then 1 else (n / (Z.abs d))).
Definition steps_to_the_next_ok (d : Z) (n : Z) : bool :=
  (((d =? 0) || (negb (n =? 0))) && (if ((d =? 0) || ((d mod n) =? 0)) then true else (negb ((Z.abs d) =? 0)))).

(* verif/theory/layouts/widths.py: narrow_point *)
Fixpoint narrow_point (point : (list Z)) (modes : (list (Z * Z))) (n : Z) : (list Z) :=
  (match modes with
  | [] => []
  | first :: rest => (match point with
  | [] => []
  | first2 :: rest2 => (let first3 := (first2 * (steps_to_the_next (snd first) n)) in
  (first3 :: (narrow_point rest2 rest n))) end) end).
Fixpoint narrow_point_ok (point : (list Z)) (modes : (list (Z * Z))) (n : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (match point with
  | [] => false
  | first2 :: rest2 => ((steps_to_the_next_ok (snd first) n) && (let first3 := (first2 * (steps_to_the_next (snd first) n)) in
  (narrow_point_ok rest2 rest n))) end) end).

(* spec/recast.py: require_forward *)
Fixpoint require_forward_ok (modes : (list (Z * Z))) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (d =? (- 1)) then false else (require_forward_ok rest)) end).

(* spec/recast.py: adjacent *)
Fixpoint adjacent (modes : (list (Z * Z))) : Z :=
  (match modes with
  | [] => 0
  | first :: rest => (let others := (adjacent rest) in
  (if ((snd first) =? 1) then (others + 1) else others)) end).

(* spec/recast.py: narrowed *)
Definition narrowed (mode : (Z * Z)) (n : Z) : (Z * Z) :=
  (let '(s, d) := mode in
  (if (d =? 1) then ((n * s), 1) else (s, (n * d)))).

(* spec/recast.py: all_narrowed *)
Fixpoint all_narrowed (modes : (list (Z * Z))) (n : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | first :: rest => ((narrowed first n) :: (all_narrowed rest n)) end).

(* spec/recast.py: downcast *)
Definition downcast (layout_ : layout) (n : Z) : layout :=
  (let modes := (modes_of layout_) in
  (if (negb ((adjacent modes) =? 1)) then no_layout else (nested_as layout_ (all_narrowed modes n)))).
Definition downcast_ok (layout_ : layout) (n : Z) : bool :=
  ((require_factor_ok n) && ((modes_of_ok layout_) && (let modes := (modes_of layout_) in
  ((require_forward_ok modes) && (if (negb ((adjacent modes) =? 1)) then false else (nested_as_ok layout_ (all_narrowed modes n))))))).

(* verif/theory/layouts/widths.py: neighbour *)
Fixpoint neighbour (point : (list Z)) (modes : (list (Z * Z))) (n : Z) (j : Z) : (list Z) :=
  (match modes with
  | [] => []
  | first :: rest => (match point with
  | [] => (let first2 := (if ((snd first) =? 1) then ((n * 0) + j) else 0) in
  (first2 :: (neighbour [] rest n j)))
  | first2 :: rest2 => (let first3 := (if ((snd first) =? 1) then ((n * first2) + j) else first2) in
  (first3 :: (neighbour rest2 rest n j))) end) end).
Fixpoint neighbour_ok (point : (list Z)) (modes : (list (Z * Z))) (n : Z) (j : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (match point with
  | [] => ((if ((snd first) =? 1) then false else false) && (let first2 := (if ((snd first) =? 1) then ((n * 0) + j) else 0) in
  (neighbour_ok [] rest n j)))
  | first2 :: rest2 => (let first3 := (if ((snd first) =? 1) then ((n * first2) + j) else first2) in
  (neighbour_ok rest2 rest n j)) end) end).

(* spec/coalesce.py: coalesce_extended *)
Fixpoint coalesce_extended (modes : (list (Z * Z))) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | head :: rest => (match rest with
  | [] => [head]
  | first :: rest2 => (push head (coalesce_extended rest)) end) end).
Fixpoint coalesce_extended_ok (modes : (list (Z * Z))) : bool :=
  (match modes with
  | [] => false
  | head :: rest => (match rest with
  | [] => true
  | first :: rest2 => (coalesce_extended_ok rest) end) end).

(* spec/composition.py: first_break *)
Fixpoint first_break (modes : (list (Z * Z))) (n : Z) (w : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, _unused) :: rest => (match rest with
  | [] => n
  | first :: rest2 => (if (((n - 1) * (w mod s)) <? s) then (first_break rest n (w / s)) else (first_break rest (ceil_div s (w mod s)) (w / s))) end) end).
Fixpoint first_break_ok (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if (((n - 1) * (w mod s)) <? s) then ((negb (s =? 0)) && (first_break_ok rest n (w / s))) else ((((negb (s =? 0)) && (ceil_div_ok s (w mod s))) && (negb (s =? 0))) && (first_break_ok rest (ceil_div s (w mod s)) (w / s))))) end) end).

(* spec/composition.py: refine *)
Fixpoint refine_f (fuel : nat) (modes : (list (Z * Z))) (n : Z) (w : Z) (most : Z) : (list (Z * Z)) :=
  match fuel with O => [] | S fuel =>
  (let t := (first_break modes n w) in
  (if (t =? n) then [(n, w)] else (if (negb ((n mod t) =? 0)) then [] else (if (most <=? 1) then [] else ((t, w) :: (refine_f fuel modes (n / t) (t * w) (most - 1))))))) end.
Definition refine (modes : (list (Z * Z))) (n : Z) (w : Z) (most : Z) : (list (Z * Z)) :=
  refine_f (S (Z.to_nat most)) modes n w most.
Fixpoint refine_ok_f (fuel : nat) (modes : (list (Z * Z))) (n : Z) (w : Z) (most : Z) : bool :=
  match fuel with O => false | S fuel =>
  ((first_break_ok modes n w) && (let t := (first_break modes n w) in
  (if (t =? n) then true else ((negb (t =? 0)) && (if (negb ((n mod t) =? 0)) then false else (if (most <=? 1) then false else ((negb (t =? 0)) && (refine_ok_f fuel modes (n / t) (t * w) (most - 1))))))))) end.
Definition refine_ok (modes : (list (Z * Z))) (n : Z) (w : Z) (most : Z) : bool :=
  refine_ok_f (S (Z.to_nat most)) modes n w most.

(* spec/composition.py: refine_all *)
Fixpoint refine_all (modes : (list (Z * Z))) (b : (list (Z * Z))) : (list (list (Z * Z))) :=
  (match b with
  | [] => []
  | (n, w) :: rest => (if (w <? 0) then [] else ((refine modes n w (Z.of_nat (length modes))) :: (refine_all modes rest))) end).
Fixpoint refine_all_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) : bool :=
  (match b with
  | [] => true
  | (n, w) :: rest => (if (w <? 0) then false else ((refine_ok modes n w (Z.of_nat (length modes))) && (refine_all_ok modes rest))) end).

(* spec/modes.py: followed *)
Fixpoint followed (modes : (list (Z * Z))) (others : (list (Z * Z))) : (list (Z * Z)) :=
  (match modes with
  | [] => others
  | first :: rest => (first :: (followed rest others)) end).

(* spec/modes.py: joined *)
Fixpoint joined (groups : (list (list (Z * Z)))) : (list (Z * Z)) :=
  (match groups with
  | [] => []
  | first :: rest => (match rest with
  | [] => first
  | first2 :: rest2 => (followed first (joined rest)) end) end).

(* spec/composition.py: largest_residue *)
Fixpoint largest_residue (pieces : (list (Z * Z))) (s : Z) : Z :=
  (match pieces with
  | [] => 0
  | (t, w) :: rest => (((t - 1) * (w mod s)) + (largest_residue rest s)) end).
Fixpoint largest_residue_ok (pieces : (list (Z * Z))) (s : Z) : bool :=
  (match pieces with
  | [] => true
  | (t, w) :: rest => ((negb (s =? 0)) && (largest_residue_ok rest s)) end).

(* spec/composition.py: quotients *)
Fixpoint quotients (pieces : (list (Z * Z))) (s : Z) : (list (Z * Z)) :=
  (match pieces with
  | [] => []
  | (t, w) :: rest => ((t, (w / s)) :: (quotients rest s)) end).
Fixpoint quotients_ok (pieces : (list (Z * Z))) (s : Z) : bool :=
  (match pieces with
  | [] => true
  | (t, w) :: rest => ((negb (s =? 0)) && (quotients_ok rest s)) end).

(* spec/composition.py: no_carry *)
Fixpoint no_carry (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => (((largest_residue pieces s) <? s) && (no_carry rest (quotients pieces s))) end) end).
Fixpoint no_carry_ok (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((largest_residue_ok pieces s) && ((negb ((largest_residue pieces s) <? s)) || ((quotients_ok pieces s) && (no_carry_ok rest (quotients pieces s))))) end) end).

(* spec/composition.py: stride_of *)
Fixpoint stride_of (modes : (list (Z * Z))) (t : Z) (w : Z) : Z :=
  (if (1 <? t) then (extended modes w) else (match modes with
  | [] => 0
  | (s, d) :: rest => (match rest with
  | [] => (w * d)
  | first :: rest2 => (if (negb ((w mod s) =? 0)) then (w * d) else (stride_of rest t (w / s))) end) end)).
Fixpoint stride_of_ok (modes : (list (Z * Z))) (t : Z) (w : Z) : bool :=
  (if (1 <? t) then (extended_ok modes w) else (match modes with
  | [] => false
  | (s, d) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if (negb ((w mod s) =? 0)) then true else ((negb (s =? 0)) && (stride_of_ok rest t (w / s))))) end) end)).

(* spec/composition.py: images *)
Fixpoint images (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : (list (Z * Z)) :=
  (match pieces with
  | [] => []
  | (t, w) :: rest => ((t, (stride_of modes t w)) :: (images modes rest)) end).
Fixpoint images_ok (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : bool :=
  (match pieces with
  | [] => true
  | (t, w) :: rest => ((stride_of_ok modes t w) && (images_ok modes rest)) end).

(* spec/composition.py: images_all *)
Fixpoint images_all (modes : (list (Z * Z))) (groups : (list (list (Z * Z)))) : (list (list (Z * Z))) :=
  (match groups with
  | [] => []
  | first :: rest => ((images modes first) :: (images_all modes rest)) end).
Fixpoint images_all_ok (modes : (list (Z * Z))) (groups : (list (list (Z * Z)))) : bool :=
  (match groups with
  | [] => true
  | first :: rest => ((images_ok modes first) && (images_all_ok modes rest)) end).

(* spec/composition.py: regroup *)
Definition regroup (b : layout) (groups : (list (list (Z * Z)))) : layout :=
  (let composed := (map layout_of groups) in
  (match (layout_shape b) with
  | Tuple _ => (let shape := (unflatten (map layout_shape composed) (layout_shape b)) in
  (Layout shape (unflatten (map layout_stride composed) (layout_shape b))))
  | Leaf _ => (match composed with
  | [] => no_layout
  | first :: rest => first end) end)).
Definition regroup_ok (b : layout) (groups : (list (list (Z * Z)))) : bool :=
  ((forallb layout_of_ok groups) && (let composed := (map layout_of groups) in
  (match (layout_shape b) with
  | Tuple _ => ((unflatten_ok (map layout_shape composed) (layout_shape b)) && (let shape := (unflatten (map layout_shape composed) (layout_shape b)) in
  ((unflatten_ok (map layout_stride composed) (layout_shape b)) && (Layout_ok shape (unflatten (map layout_stride composed) (layout_shape b))))))
  | Leaf _ => (match composed with
  | [] => false
  | first :: rest => true end) end))).

(* spec/composition.py: _compose *)
Definition _compose (a : layout) (b : layout) : layout :=
  (let own := (modes_of a) in
  (match own with
  | [] => no_layout
  | first :: rest => (let modes := (coalesce_extended own) in
  (let groups := (refine_all modes (modes_of b)) in
  (let pieces := (joined groups) in
  (if (no_carry modes pieces) then (regroup b (images_all modes groups)) else no_layout)))) end)).
Definition _compose_ok (a : layout) (b : layout) : bool :=
  ((modes_of_ok a) && (let own := (modes_of a) in
  (match own with
  | [] => false
  | first :: rest => ((coalesce_extended_ok own) && (let modes := (coalesce_extended own) in
  (((modes_of_ok b) && (refine_all_ok modes (modes_of b))) && (let groups := (refine_all modes (modes_of b)) in
  (let pieces := (joined groups) in
  ((no_carry_ok modes pieces) && (if (no_carry modes pieces) then ((images_all_ok modes groups) && (regroup_ok b (images_all modes groups))) else false))))))) end))).

(* spec/composition.py: composition *)
Definition composition (a : layout) (b : layout) : layout :=
  (_compose a b).
Definition composition_ok (a : layout) (b : layout) : bool :=
  (_compose_ok a b).

(* spec/int_tuple.py: compatible *)
Definition compatible (a : tree) (b : tree) : bool :=
  (_at_terminals a b (fun x y => (x =? (product y)))).
Definition compatible_ok (a : tree) (b : tree) : bool :=
  (_at_terminals_ok a b (fun x y => (x =? (product y))) (fun x y => true)).

(* verif/readings/groups.py: cuts *)
Fixpoint cuts (b : (list (Z * Z))) (groups : (list (list (Z * Z)))) : bool :=
  (match groups with
  | [] => (match b with
  | [] => true
  | first :: rest => false end)
  | first :: rest => (match b with
  | [] => false
  | first2 :: rest2 => (let fits := ((nonempty first) && ((total first) =? (fst first2))) in
  (fits && (cuts rest2 rest))) end) end).

(* verif/theory/composition/carries_show.py: reaches *)
Fixpoint reaches (modes : (list (Z * Z))) (merged : Z) (v : Z) : bool :=
  (match modes with
  | [] => (v =? 0)
  | (s, d) :: rest => ((reaches rest (s * d) v) || (reaches rest (s * d) ((v + d) - merged))) end).

(* verif/theory/composition/carries_show.py: cancelling_after *)
Fixpoint cancelling_after (modes : (list (Z * Z))) (merged : Z) : bool :=
  (match modes with
  | [] => false
  | (s, d) :: rest => ((reaches rest (s * d) (d - merged)) || (cancelling_after rest (s * d))) end).

(* verif/theory/composition/carries_show.py: cancelling *)
Definition cancelling (modes : (list (Z * Z))) : bool :=
  (match modes with
  | [] => false
  | (s, d) :: rest => (cancelling_after rest (s * d)) end).
Definition cancelling_ok (modes : (list (Z * Z))) : bool :=
  (match modes with
  | [] => false
  | (s, d) :: rest => true end).

(* verif/theory/composition/breaks.py: astray *)
Fixpoint astray (modes : (list (Z * Z))) (group : (list (Z * Z))) (w : Z) : Z :=
  (match group with
  | [] => 1
  | (s, d) :: rest => (let t := (first_break modes (total group) w) in
  (if (negb (d =? (extended modes w))) then 1 else (if (negb (s =? t)) then (Z.min s t) else (s * (astray modes rest (s * w)))))) end).
Fixpoint astray_ok (modes : (list (Z * Z))) (group : (list (Z * Z))) (w : Z) : bool :=
  (match group with
  | [] => true
  | (s, d) :: rest => ((first_break_ok modes (total group) w) && (let t := (first_break modes (total group) w) in
  ((extended_ok modes w) && (if (negb (d =? (extended modes w))) then true else (if (negb (s =? t)) then true else (astray_ok modes rest (s * w))))))) end).

(* verif/theory/composition/refused.py: first_astray *)
Fixpoint first_astray (modes : (list (Z * Z))) (b : (list (Z * Z))) (groups : (list (list (Z * Z)))) : Z :=
  (match b with
  | [] => 1
  | (n, w) :: rest => (match groups with
  | [] => 0
  | first :: rest2 => (let i := (astray modes (coalesce_modes first) w) in
  (if (i <? n) then i else (n * (first_astray modes rest rest2)))) end) end).
Fixpoint first_astray_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (groups : (list (list (Z * Z)))) : bool :=
  (match b with
  | [] => true
  | (n, w) :: rest => (match groups with
  | [] => false
  | first :: rest2 => ((astray_ok modes (coalesce_modes first) w) && (let i := (astray modes (coalesce_modes first) w) in
  (if (i <? n) then true else (first_astray_ok modes rest rest2)))) end) end).

(* verif/theory/composition/breaks.py: cut *)
Fixpoint cut_f (fuel : nat) (modes : (list (Z * Z))) (n : Z) (w : Z) : (list (Z * Z)) :=
  match fuel with O => [] | S fuel =>
  (let t := (first_break modes n w) in
  (if ((t =? n) || (negb ((n mod t) =? 0))) then [(n, w)] else ((t, w) :: (cut_f fuel modes (n / t) (t * w))))) end.
Definition cut (modes : (list (Z * Z))) (n : Z) (w : Z) : (list (Z * Z)) :=
  cut_f (S (Z.to_nat n)) modes n w.
Fixpoint cut_ok_f (fuel : nat) (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  match fuel with O => false | S fuel =>
  ((first_break_ok modes n w) && (let t := (first_break modes n w) in
  (((t =? n) || (negb (t =? 0))) && (if ((t =? n) || (negb ((n mod t) =? 0))) then true else ((negb (t =? 0)) && (cut_ok_f fuel modes (n / t) (t * w))))))) end.
Definition cut_ok (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  cut_ok_f (S (Z.to_nat n)) modes n w.

(* verif/theory/composition/refused.py: cut_all *)
Fixpoint cut_all (modes : (list (Z * Z))) (b : (list (Z * Z))) : (list (list (Z * Z))) :=
  (match b with
  | [] => []
  | (n, w) :: rest => ((cut modes n w) :: (cut_all modes rest)) end).
Fixpoint cut_all_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) : bool :=
  (match b with
  | [] => true
  | (n, w) :: rest => ((cut_ok modes n w) && (cut_all_ok modes rest)) end).

(* verif/theory/composition/carrying_together.py: collision *)
Fixpoint collision_f (fuel : nat) (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : Z :=
  match fuel with O => 0 | S fuel =>
  (match pieces with
  | [] => ((total []) - 1)
  | first :: rest => (match rest with
  | [] => ((total pieces) - 1)
  | first2 :: rest2 => (if (no_carry modes rest) then ((total pieces) - 1) else ((fst first) * (collision_f fuel modes rest))) end) end) end.
Definition collision (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : Z :=
  collision_f (S (length modes + length pieces)) modes pieces.
Fixpoint collision_ok_f (fuel : nat) (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : bool :=
  match fuel with O => false | S fuel =>
  (match pieces with
  | [] => true
  | first :: rest => (match rest with
  | [] => true
  | first2 :: rest2 => ((no_carry_ok modes rest) && (if (no_carry modes rest) then true else (collision_ok_f fuel modes rest))) end) end) end.
Definition collision_ok (modes : (list (Z * Z))) (pieces : (list (Z * Z))) : bool :=
  collision_ok_f (S (length modes + length pieces)) modes pieces.

(* verif/theory/composition/refused.py: mismatch *)
Definition mismatch (modes : (list (Z * Z))) (b : (list (Z * Z))) (groups : (list (list (Z * Z)))) : Z :=
  (let i := (first_astray modes b groups) in
  (if (i <? (total b)) then i else (collision modes (joined (cut_all modes b))))).
Definition mismatch_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (groups : (list (list (Z * Z)))) : bool :=
  ((first_astray_ok modes b groups) && (let i := (first_astray modes b groups) in
  (if (i <? (total b)) then true else ((cut_all_ok modes b) && (collision_ok modes (joined (cut_all modes b))))))).

(* verif/theory/distributivity/cost_of_carries.py: floors *)
Fixpoint floors (b : (list (Z * Z))) (i : Z) (p : Z) : Z :=
  (match b with
  | [] => 0
  | (x, w) :: rest => (((w * (i mod x)) / p) + (floors rest (i / x) p)) end).
Fixpoint floors_ok (b : (list (Z * Z))) (i : Z) (p : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (((negb (x =? 0)) && (negb (p =? 0))) && ((negb (x =? 0)) && (floors_ok rest (i / x) p))) end).

(* verif/theory/distributivity/cost_of_carries.py: carries_at *)
Definition carries_at (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : Z :=
  ((t / p) - (floors b i p)).
Definition carries_at_ok (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : bool :=
  ((negb (p =? 0)) && (floors_ok b i p)).

(* verif/theory/distributivity/cost_of_carries.py: error *)
Fixpoint error (modes : (list (Z * Z))) (merged : Z) (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, d) :: rest => (((d - merged) * (carries_at b i t p)) + (error rest (s * d) b i t (p * s))) end).
Fixpoint error_ok (modes : (list (Z * Z))) (merged : Z) (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => ((carries_at_ok b i t p) && (error_ok rest (s * d) b i t (p * s))) end).

(* verif/theory/distributivity/super_increasing.py: distributed *)
Fixpoint distributed (modes : (list (Z * Z))) (b : (list (Z * Z))) (i : Z) : Z :=
  (match b with
  | [] => 0
  | (x, w) :: rest => ((extended modes (w * (i mod x))) + (distributed modes rest (i / x))) end).
Fixpoint distributed_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (i : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (((negb (x =? 0)) && (extended_ok modes (w * (i mod x)))) && ((negb (x =? 0)) && (distributed_ok modes rest (i / x)))) end).

(* spec/int_tuple.py: rank *)
Definition rank (t : tree) : Z :=
  (match t with
  | Tuple t => (Z.of_nat (length t))
  | Leaf t => 1 end).

(* spec/layout.py: Layout.rank *)
Definition Layout_rank (self : layout) : Z :=
  (rank (layout_shape self)).

(* spec/int_tuple.py: get *)
Definition get_tree_Z (t : tree) (path_0 : Z) : tree :=
  (if ((0 <=? path_0) && (path_0 <? (rank t))) then (let t := (match t with
  | Tuple t => (nth (Z.to_nat path_0) t (Leaf 0))
  | Leaf t => (Leaf t) end) in
  t) else (Leaf 0)).
Definition get_tree_Z_ok (t : tree) (path_0 : Z) : bool :=
  (if ((0 <=? path_0) && (path_0 <? (rank t))) then (match t with
  | Tuple t => ((path_0 <? (Z.of_nat (length t))) && (0 <=? path_0))
  | Leaf t => true end) else false).

(* spec/layout.py: Layout.mode *)
Definition Layout_mode_layout_Z (self : layout) (path_0 : Z) : layout :=
  (Layout (get_tree_Z (layout_shape self) path_0) (get_tree_Z (layout_stride self) path_0)).
Definition Layout_mode_layout_Z_ok (self : layout) (path_0 : Z) : bool :=
  (((get_tree_Z_ok (layout_shape self) path_0) && (get_tree_Z_ok (layout_stride self) path_0)) && (Layout_ok (get_tree_Z (layout_shape self) path_0) (get_tree_Z (layout_stride self) path_0))).

(* spec/layout.py: Layout.__iter__ *)
Definition Layout_iter (self : layout) : (list layout) :=
  (map (fun index => (Layout_mode_layout_Z self index)) (upto (Layout_rank self))).
Definition Layout_iter_ok (self : layout) : bool :=
  (forallb (fun index => (Layout_mode_layout_Z_ok self index)) (upto (Layout_rank self))).

(* spec/layout.py: make_layout *)
Definition make_layout (arguments : (list layout)) : layout :=
  (Layout (Tuple (map layout_shape arguments)) (Tuple (map layout_stride arguments))).
Definition make_layout_ok (arguments : (list layout)) : bool :=
  (Layout_ok (Tuple (map layout_shape arguments)) (Tuple (map layout_stride arguments))).

(* verif/readings/one_by_one.py: one_by_one *)
Definition one_by_one (a : layout) (b : layout) : layout :=
  (make_layout (map (fun mode => (composition a mode)) (Layout_iter b))).
Definition one_by_one_ok (a : layout) (b : layout) : bool :=
  (((Layout_iter_ok b) && (forallb (fun mode => (composition_ok a mode)) (Layout_iter b))) && (make_layout_ok (map (fun mode => (composition a mode)) (Layout_iter b)))).

(* verif/theory/distributivity/cost_of_carries.py: nothing_carries *)
Fixpoint nothing_carries (modes : (list (Z * Z))) (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (let later := (p * (fst first)) in
  (((carries_at b i t p) =? 0) && (nothing_carries rest b i t later))) end).
Fixpoint nothing_carries_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (let later := (p * (fst first)) in
  ((carries_at_ok b i t p) && ((negb ((carries_at b i t p) =? 0)) || (nothing_carries_ok rest b i t later)))) end).

(* verif/theory/distributivity/cost_of_carries.py: counting *)
Fixpoint counting (modes : (list (Z * Z))) (d : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | (s, _unused) :: rest => ((s, d) :: (counting rest ((s * d) + 1))) end).

(* verif/theory/distributivity/cost_of_carries.py: carries *)
Fixpoint carries (modes : (list (Z * Z))) (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : Z :=
  (match modes with
  | [] => 0
  | first :: rest => ((carries_at b i t p) + (carries rest b i t (p * (fst first)))) end).
Fixpoint carries_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (i : Z) (t : Z) (p : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => ((carries_at_ok b i t p) && (carries_ok rest b i t (p * (fst first)))) end).

(* verif/theory/distributivity/cost_of_carries.py: remainders *)
Fixpoint remainders (b : (list (Z * Z))) (i : Z) (p : Z) : Z :=
  (match b with
  | [] => 0
  | (x, w) :: rest => (((w * (i mod x)) mod p) + (remainders rest (i / x) p)) end).
Fixpoint remainders_ok (b : (list (Z * Z))) (i : Z) (p : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (((negb (x =? 0)) && (negb (p =? 0))) && ((negb (x =? 0)) && (remainders_ok rest (i / x) p))) end).

(* verif/theory/distributivity/super_increasing.py: fits *)
Fixpoint fits (modes : (list (Z * Z))) (x : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (fits rest x (w / s)) else (((s mod w) =? 0) || ((x * w) <=? s))) end) end).
Fixpoint fits_ok (modes : (list (Z * Z))) (x : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (fits_ok rest x (w / s))) else (negb (w =? 0)))) end) end).

(* verif/theory/distributivity/super_increasing.py: super_increasing *)
Fixpoint super_increasing (modes : (list (Z * Z))) (b : (list (Z * Z))) (u : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (if ((x =? 1) || (w =? 0)) then (super_increasing modes rest u) else (if (w <? u) then false else (if ((negb (u =? 1)) && (negb (fits modes x w))) then false else (super_increasing modes rest (u + ((x - 1) * w)))))) end).
Fixpoint super_increasing_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (u : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (if ((x =? 1) || (w =? 0)) then (super_increasing_ok modes rest u) else (if (w <? u) then true else (((u =? 1) || (fits_ok modes x w)) && (if ((negb (u =? 1)) && (negb (fits modes x w))) then true else (super_increasing_ok modes rest (u + ((x - 1) * w))))))) end).

(* verif/theory/distributivity/super_increasing.py: ordered *)
Fixpoint ordered (modes : (list (Z * Z))) (b : (list (Z * Z))) (u : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (if ((x =? 1) || (w =? 0)) then (ordered modes rest u) else (if (w <? u) then false else (if ((negb (u =? 1)) && (negb (fits modes x w))) then false else (ordered modes rest (x * w))))) end).
Fixpoint ordered_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) (u : Z) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (if ((x =? 1) || (w =? 0)) then (ordered_ok modes rest u) else (if (w <? u) then true else (((u =? 1) || (fits_ok modes x w)) && (if ((negb (u =? 1)) && (negb (fits modes x w))) then true else (ordered_ok modes rest (x * w)))))) end).

(* spec/complement.py: insert *)
Fixpoint insert (mode : (Z * Z)) (modes : (list (Z * Z))) : (list (Z * Z)) :=
  (match modes with
  | [] => (mode :: [])
  | first :: rest => (if ((snd mode) <=? (snd first)) then (mode :: modes) else (first :: (insert mode rest))) end).

(* spec/complement.py: sort_modes *)
Fixpoint sort_modes (modes : (list (Z * Z))) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | first :: rest => (insert first (sort_modes rest)) end).

(* verif/theory/distributivity/misfits.py: carry *)
Fixpoint carry (modes : (list (Z * Z))) (x : Z) (w : Z) : (Z * Z) :=
  (match modes with
  | [] => (0, 0)
  | (s, _unused) :: rest => (match rest with
  | [] => (0, 0)
  | first :: rest2 => (if ((w mod s) =? 0) then (let '(v, c) := (carry rest x (w / s)) in
  ((s * v), c)) else (if (w <? s) then ((s mod w), (s / w)) else ((s - (w mod s)), 1))) end) end).
Fixpoint carry_ok (modes : (list (Z * Z))) (x : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (carry_ok rest x (w / s))) else (if (w <? s) then ((negb (w =? 0)) && (negb (w =? 0))) else (negb (s =? 0))))) end) end).

(* verif/theory/complement/gaps.py: chain *)
Fixpoint chain (modes : (list (Z * Z))) (current : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (s =? 1) then (chain rest current) else ((current <=? d) && (chain rest (s * d)))) end).

(* spec/complement.py: gaps *)
Fixpoint gaps (modes : (list (Z * Z))) (current : Z) (size_ : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => [((ceil_div size_ current), current)]
  | (s, d) :: rest => (if ((s =? 1) || (d =? 0)) then (gaps rest current size_) else (if (d <? current) then [] else (((d / current), current) :: (gaps rest (s * d) size_)))) end).
Fixpoint gaps_ok (modes : (list (Z * Z))) (current : Z) (size_ : Z) : bool :=
  (match modes with
  | [] => (ceil_div_ok size_ current)
  | (s, d) :: rest => (if ((s =? 1) || (d =? 0)) then (gaps_ok rest current size_) else (if (d <? current) then false else ((negb (current =? 0)) && (gaps_ok rest (s * d) size_)))) end).

(* spec/complement.py: complement *)
Definition complement (layout_ : layout) (cotarget : tree) : layout :=
  (let size_ := (product cotarget) in
  (if (size_ <? 1) then no_layout else (layout_of (coalesce_modes (gaps (sort_modes (modes_of layout_)) 1 size_))))).
Definition complement_ok (layout_ : layout) (cotarget : tree) : bool :=
  (let size_ := (product cotarget) in
  (if (size_ <? 1) then false else (((modes_of_ok layout_) && (gaps_ok (sort_modes (modes_of layout_)) 1 size_)) && (layout_of_ok (coalesce_modes (gaps (sort_modes (modes_of layout_)) 1 size_)))))).

(* verif/theory/layouts/modes.py: increasing *)
Fixpoint increasing (modes : (list (Z * Z))) (low : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => ((low <=? (snd first)) && (increasing rest ((snd first) + 1))) end).

(* spec/divide.py: is_chain *)
Fixpoint is_chain (modes : (list (Z * Z))) (current : Z) (size_ : Z) : bool :=
  (match modes with
  | [] => ((size_ mod current) =? 0)
  | (s, d) :: rest => (if (s =? 1) then (is_chain rest current size_) else ((1 <=? d) && (((d mod current) =? 0) && (is_chain rest (s * d) size_)))) end).
Fixpoint is_chain_ok (modes : (list (Z * Z))) (current : Z) (size_ : Z) : bool :=
  (match modes with
  | [] => (negb (current =? 0))
  | (s, d) :: rest => (if (s =? 1) then (is_chain_ok rest current size_) else ((negb (1 <=? d)) || ((negb (current =? 0)) && ((negb ((d mod current) =? 0)) || (is_chain_ok rest (s * d) size_))))) end).

(* verif/theory/complement/cover.py: element_at *)
Fixpoint element_at (modes : (list (Z * Z))) (current : Z) (t : Z) : Z :=
  (match modes with
  | [] => 0
  | (s, d) :: rest => (if (s =? 1) then (element_at rest current t) else (let u := (t / (d / current)) in
  ((u mod s) + (s * (element_at rest (s * d) (u / s)))))) end).
Fixpoint element_at_ok (modes : (list (Z * Z))) (current : Z) (t : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (s =? 1) then (element_at_ok rest current t) else (((negb (current =? 0)) && (negb ((d / current) =? 0))) && (let u := (t / (d / current)) in
  ((negb (s =? 0)) && ((negb (s =? 0)) && (element_at_ok rest (s * d) (u / s))))))) end).

(* verif/theory/layouts/sorting.py: place_before_insertion *)
Fixpoint place_before_insertion (mode : (Z * Z)) (modes : (list (Z * Z))) (n : Z) : Z :=
  (match modes with
  | [] => n
  | first :: rest => (if ((snd mode) <=? (snd first)) then n else (let s := (fst mode) in
  (let t := (fst first) in
  (let inner := (place_before_insertion mode rest (n / t)) in
  ((inner mod s) + (s * ((n mod t) + (t * (inner / s))))))))) end).
Fixpoint place_before_insertion_ok (mode : (Z * Z)) (modes : (list (Z * Z))) (n : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (if ((snd mode) <=? (snd first)) then true else (let s := (fst mode) in
  (let t := (fst first) in
  (((negb (t =? 0)) && (place_before_insertion_ok mode rest (n / t))) && (let inner := (place_before_insertion mode rest (n / t)) in
  ((negb (s =? 0)) && ((negb (t =? 0)) && (negb (s =? 0))))))))) end).

(* verif/theory/layouts/sorting.py: place_before_sorting *)
Fixpoint place_before_sorting (modes : (list (Z * Z))) (n : Z) : Z :=
  (match modes with
  | [] => n
  | first :: rest => (let s := (fst first) in
  (let inner := (place_before_insertion first (sort_modes rest) n) in
  ((inner mod s) + (s * (place_before_sorting rest (inner / s)))))) end).
Fixpoint place_before_sorting_ok (modes : (list (Z * Z))) (n : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (let s := (fst first) in
  ((place_before_insertion_ok first (sort_modes rest) n) && (let inner := (place_before_insertion first (sort_modes rest) n) in
  ((negb (s =? 0)) && ((negb (s =? 0)) && (place_before_sorting_ok rest (inner / s))))))) end).

(* verif/theory/complement/cover.py: element_of *)
Definition element_of (modes : (list (Z * Z))) (t : Z) : Z :=
  (place_before_sorting modes (element_at (sort_modes modes) 1 t)).
Definition element_of_ok (modes : (list (Z * Z))) (t : Z) : bool :=
  ((element_at_ok (sort_modes modes) 1 t) && (place_before_sorting_ok modes (element_at (sort_modes modes) 1 t))).

(* verif/theory/complement/cover.py: gap_at *)
Fixpoint gap_at (modes : (list (Z * Z))) (current : Z) (t : Z) : Z :=
  (match modes with
  | [] => t
  | (s, d) :: rest => (if (s =? 1) then (gap_at rest current t) else (let g := (d / current) in
  ((t mod g) + (g * (gap_at rest (s * d) ((t / g) / s)))))) end).
Fixpoint gap_at_ok (modes : (list (Z * Z))) (current : Z) (t : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (s =? 1) then (gap_at_ok rest current t) else ((negb (current =? 0)) && (let g := (d / current) in
  ((negb (g =? 0)) && (((negb (g =? 0)) && (negb (s =? 0))) && (gap_at_ok rest (s * d) ((t / g) / s))))))) end).

(* verif/theory/complement/cover.py: gap_of *)
Definition gap_of (modes : (list (Z * Z))) (t : Z) : Z :=
  (gap_at (sort_modes modes) 1 t).
Definition gap_of_ok (modes : (list (Z * Z))) (t : Z) : bool :=
  (gap_at_ok (sort_modes modes) 1 t).

(* spec/inverse.py: placed *)
Fixpoint placed (modes : (list (Z * Z))) (step : Z) : (list (Z * Z * Z)) :=
  (match modes with
  | [] => []
  | (s, d) :: rest => ((s, d, step) :: (placed rest (s * step))) end).

(* spec/inverse.py: insert_placed *)
Fixpoint insert_placed (mode : (Z * Z * Z)) (modes : (list (Z * Z * Z))) : (list (Z * Z * Z)) :=
  (match modes with
  | [] => (mode :: [])
  | first :: rest => (if ((snd (fst mode)) <=? (snd (fst first))) then (mode :: modes) else (first :: (insert_placed mode rest))) end).

(* spec/inverse.py: sort_placed *)
Fixpoint sort_placed (modes : (list (Z * Z * Z))) : (list (Z * Z * Z)) :=
  (match modes with
  | [] => []
  | first :: rest => (insert_placed first (sort_placed rest)) end).

(* spec/inverse.py: chain *)
Fixpoint inverse_chain (modes : (list (Z * Z * Z))) (current : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => []
  | (s, d, step) :: rest => (if (d =? current) then ((s, step) :: (inverse_chain rest (s * current))) else (inverse_chain rest current)) end).

(* spec/inverse.py: right_inverse *)
Definition right_inverse (layout_ : layout) : layout :=
  (let modes := (coalesce_modes (modes_of layout_)) in
  (layout_of (coalesce_modes (inverse_chain (sort_placed (placed modes 1)) 1)))).
Definition right_inverse_ok (layout_ : layout) : bool :=
  ((modes_of_ok layout_) && (let modes := (coalesce_modes (modes_of layout_)) in
  (layout_of_ok (coalesce_modes (inverse_chain (sort_placed (placed modes 1)) 1))))).

(* verif/theory/inverse/without_a_stride.py: lack *)
Fixpoint lack (modes : (list (Z * Z))) (d : Z) : bool :=
  (match modes with
  | [] => true
  | first :: rest => ((negb ((snd first) =? d)) && (lack rest d)) end).

(* spec/inverse.py: quotients *)
Fixpoint inverse_quotients (modes : (list (Z * Z * Z))) (unit_ : Z) (size_ : Z) (step : Z) : (list (Z * Z)) :=
  (match modes with
  | [] => [(size_, step)]
  | (s, d, next_step) :: rest => (if (d =? 0) then (inverse_quotients rest unit_ size_ step) else (if (negb ((d mod unit_) =? 0)) then [] else (if (d <? (size_ * unit_)) then [] else (((d / unit_), step) :: (inverse_quotients rest d s next_step))))) end).
Fixpoint inverse_quotients_ok (modes : (list (Z * Z * Z))) (unit_ : Z) (size_ : Z) (step : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d, next_step) :: rest => (if (d =? 0) then (inverse_quotients_ok rest unit_ size_ step) else ((negb (unit_ =? 0)) && (if (negb ((d mod unit_) =? 0)) then false else (if (d <? (size_ * unit_)) then false else ((negb (unit_ =? 0)) && (inverse_quotients_ok rest d s next_step)))))) end).

(* spec/inverse.py: left_inverse *)
Definition left_inverse (layout_ : layout) : layout :=
  (let modes := (coalesce_modes (modes_of layout_)) in
  (match modes with
  | [] => (layout_of (coalesce_modes (inverse_quotients (sort_placed (placed [] 1)) 1 1 0)))
  | first :: rest => (match rest with
  | [] => (if ((snd first) =? 0) then (layout_of modes) else (layout_of (coalesce_modes (inverse_quotients (sort_placed (placed modes 1)) 1 1 0))))
  | first2 :: rest2 => (layout_of (coalesce_modes (inverse_quotients (sort_placed (placed modes 1)) 1 1 0))) end) end)).
Definition left_inverse_ok (layout_ : layout) : bool :=
  ((modes_of_ok layout_) && (let modes := (coalesce_modes (modes_of layout_)) in
  (match modes with
  | [] => ((inverse_quotients_ok (sort_placed (placed [] 1)) 1 1 0) && (layout_of_ok (coalesce_modes (inverse_quotients (sort_placed (placed [] 1)) 1 1 0))))
  | first :: rest => (match rest with
  | [] => (if ((snd first) =? 0) then (layout_of_ok modes) else ((inverse_quotients_ok (sort_placed (placed modes 1)) 1 1 0) && (layout_of_ok (coalesce_modes (inverse_quotients (sort_placed (placed modes 1)) 1 1 0)))))
  | first2 :: rest2 => ((inverse_quotients_ok (sort_placed (placed modes 1)) 1 1 0) && (layout_of_ok (coalesce_modes (inverse_quotients (sort_placed (placed modes 1)) 1 1 0)))) end) end))).

(* verif/claims/inverse.py: graph *)
Definition graph (layout_ : layout) : (list (Z * Z * Z)) :=
  (sort_placed (placed (coalesce_modes (modes_of layout_)) 1)).
Definition graph_ok (layout_ : layout) : bool :=
  (modes_of_ok layout_).

(* verif/theory/inverse/left_inverse.py: repeats_nothing *)
Fixpoint repeats_nothing (modes : (list (Z * Z * Z))) : bool :=
  (match modes with
  | [] => true
  | first :: rest => ((negb ((snd (fst first)) =? 0)) && (repeats_nothing rest)) end).

(* verif/theory/inverse/left_inverse.py: reaches_over *)
Fixpoint reaches_over (modes : (list (Z * Z * Z))) (unit_ : Z) (size_ : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d, _unused) :: rest => (if (d =? 0) then (reaches_over rest unit_ size_) else (((d mod unit_) =? 0) && (((size_ * unit_) <=? d) && (reaches_over rest d s)))) end).
Fixpoint reaches_over_ok (modes : (list (Z * Z * Z))) (unit_ : Z) (size_ : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d, _unused) :: rest => (if (d =? 0) then (reaches_over_ok rest unit_ size_) else ((negb (unit_ =? 0)) && ((negb ((d mod unit_) =? 0)) || ((negb ((size_ * unit_) <=? d)) || (reaches_over_ok rest d s))))) end).

(* spec/common.py: max_common_layout *)
Definition max_common_layout (a : layout) (b : layout) : layout :=
  (let inverse := (right_inverse b) in
  (if ((Layout_size a) <? (Layout_cosize inverse)) then no_layout else (let '(n, d) := (hd (0, 0) (modes_of (coalesce (composition a inverse)))) in
  (if (d =? 1) then (composition inverse (Layout (Leaf n) (Leaf 1))) else (Layout (Leaf 1) (Leaf 0)))))).
Definition max_common_layout_ok (a : layout) (b : layout) : bool :=
  ((right_inverse_ok b) && (let inverse := (right_inverse b) in
  ((Layout_cosize_ok inverse) && (if ((Layout_size a) <? (Layout_cosize inverse)) then false else (((((composition_ok a inverse) && (coalesce_ok (composition a inverse))) && (modes_of_ok (coalesce (composition a inverse)))) && (nonempty (modes_of (coalesce (composition a inverse))))) && (let '(n, d) := (hd (0, 0) (modes_of (coalesce (composition a inverse)))) in
  (if (d =? 1) then ((Layout_ok (Leaf n) (Leaf 1)) && (composition_ok inverse (Layout (Leaf n) (Leaf 1)))) else (Layout_ok (Leaf 1) (Leaf 0))))))))).

(* spec/common.py: max_common_vector *)
Definition max_common_vector (a : layout) (b : layout) : Z :=
  (Layout_size (max_common_layout a b)).
Definition max_common_vector_ok (a : layout) (b : layout) : bool :=
  (max_common_layout_ok a b).

(* spec/by_mode.py: tile_of *)
Definition tile_of (tiler : layout) : layout :=
  tiler.

(* spec/layout.py: make_layout *)
Definition make_layout_layout_layout (arguments_0 : layout) (arguments_1 : layout) : layout :=
  (Layout (Tuple [(layout_shape arguments_0); (layout_shape arguments_1)]) (Tuple [(layout_stride arguments_0); (layout_stride arguments_1)])).
Definition make_layout_layout_layout_ok (arguments_0 : layout) (arguments_1 : layout) : bool :=
  (Layout_ok (Tuple [(layout_shape arguments_0); (layout_shape arguments_1)]) (Tuple [(layout_stride arguments_0); (layout_stride arguments_1)])).

(* spec/divide.py: divide *)
Definition divide (a : layout) (b : layout) : layout :=
  (composition a (make_layout_layout_layout b (complement b (Leaf (Layout_size a))))).
Definition divide_ok (a : layout) (b : layout) : bool :=
  (((complement_ok b (Leaf (Layout_size a))) && (make_layout_layout_layout_ok b (complement b (Leaf (Layout_size a))))) && (composition_ok a (make_layout_layout_layout b (complement b (Leaf (Layout_size a)))))).

(* spec/divide.py: is_divisible *)
Definition is_divisible (a : layout) (b : layout) : bool :=
  (divide_ok a b).

(* spec/divide.py: divides_evenly *)
Definition divides_evenly (a : layout) (tiler : layout) : bool :=
  (let tile := (tile_of tiler) in
  ((is_chain (sort_modes (modes_of tile)) 1 (Layout_size a)) && (is_divisible a tile))).
Definition divides_evenly_ok (a : layout) (tiler : layout) : bool :=
  (let tile := (tile_of tiler) in
  ((modes_of_ok tile) && (is_chain_ok (sort_modes (modes_of tile)) 1 (Layout_size a)))).

(* spec/by_mode.py: by_mode *)
Definition by_mode (split : (layout -> layout -> layout)) (a : layout) (tiler : layout) : layout :=
  (split a (tile_of tiler)).
Definition by_mode_ok (split : (layout -> layout -> layout)) (split_ok : (layout -> layout -> bool)) (a : layout) (tiler : layout) : bool :=
  (split_ok a (tile_of tiler)).

(* spec/divide.py: logical_divide *)
Definition logical_divide (a : layout) (tiler : layout) : layout :=
  (by_mode (fun a0 a1 => (divide a0 a1)) a tiler).
Definition logical_divide_ok (a : layout) (tiler : layout) : bool :=
  (by_mode_ok (fun a0 a1 => (divide a0 a1)) (fun a0 a1 => (divide_ok a0 a1)) a tiler).

(* spec/layout.py: Layout.__getitem__ *)
Definition Layout_getitem (self : layout) (index : Z) : layout :=
  (Layout_mode_layout_Z self index).
Definition Layout_getitem_ok (self : layout) (index : Z) : bool :=
  (Layout_mode_layout_Z_ok self index).

(* spec/products.py: repeat *)
Definition repeat (a : layout) (b : layout) : layout :=
  (make_layout_layout_layout a (composition (complement a (Leaf ((Layout_size a) * (Layout_cosize b)))) b)).
Definition repeat_ok (a : layout) (b : layout) : bool :=
  ((((Layout_cosize_ok b) && (complement_ok a (Leaf ((Layout_size a) * (Layout_cosize b))))) && (composition_ok (complement a (Leaf ((Layout_size a) * (Layout_cosize b)))) b)) && (make_layout_layout_layout_ok a (composition (complement a (Leaf ((Layout_size a) * (Layout_cosize b)))) b))).

(* spec/products.py: logical_product *)
Definition logical_product (block : layout) (tiler : layout) : layout :=
  (by_mode (fun a0 a1 => (repeat a0 a1)) block tiler).
Definition logical_product_ok (block : layout) (tiler : layout) : bool :=
  (by_mode_ok (fun a0 a1 => (repeat a0 a1)) (fun a0 a1 => (repeat_ok a0 a1)) block tiler).

(* spec/atoms/rules.py: mma_fragment *)
Definition mma_fragment (rows : Z) (columns : Z) (neighbours : Z) : layout :=
  (if ((rows <? 1) || (negb ((rows mod 8) =? 0))) then no_layout else (if ((neighbours <? 1) || ((columns <? 1) || (negb ((columns mod (4 * neighbours)) =? 0)))) then no_layout else (let step := (neighbours * rows) in
  (let blocks := (columns / (4 * neighbours)) in
  (let proper := (map (fun '(s, d) => (s, d)) (filter (fun '(s, d) => (1 <? s)) [(neighbours, rows); ((rows / 8), 8); (blocks, (4 * step))])) in
  (let shape := (map (fun '(s, _) => s) proper) in
  (let stride := (map (fun '(_, d) => d) proper) in
  (Layout (Tuple [(Tuple [(Leaf 4); (Leaf 8)]); (match shape with [] => (Leaf 1) | _ => (Tuple (map Leaf shape)) end)]) (Tuple [(Tuple [(Leaf step); (Leaf 1)]); (match stride with [] => (Leaf 0) | _ => (Tuple (map Leaf stride)) end)]))))))))).
Definition mma_fragment_ok (rows : Z) (columns : Z) (neighbours : Z) : bool :=
  (((rows <? 1) || (negb (8 =? 0))) && (if ((rows <? 1) || (negb ((rows mod 8) =? 0))) then false else (((neighbours <? 1) || ((columns <? 1) || (negb ((4 * neighbours) =? 0)))) && (if ((neighbours <? 1) || ((columns <? 1) || (negb ((columns mod (4 * neighbours)) =? 0)))) then false else (let step := (neighbours * rows) in
  ((negb ((4 * neighbours) =? 0)) && (let blocks := (columns / (4 * neighbours)) in
  ((negb (8 =? 0)) && ((negb (8 =? 0)) && (let proper := (map (fun '(s, d) => (s, d)) (filter (fun '(s, d) => (1 <? s)) [(neighbours, rows); ((rows / 8), 8); (blocks, (4 * step))])) in
  (let shape := (map (fun '(s, _) => s) proper) in
  (let stride := (map (fun '(_, d) => d) proper) in
  (Layout_ok (Tuple [(Tuple [(Leaf 4); (Leaf 8)]); (match shape with [] => (Leaf 1) | _ => (Tuple (map Leaf shape)) end)]) (Tuple [(Tuple [(Leaf step); (Leaf 1)]); (match stride with [] => (Leaf 0) | _ => (Tuple (map Leaf stride)) end)])))))))))))))).

(* verif/claims/threads.py: held_at *)
Definition held_at (r : Z) (n : Z) (i : Z) (j : Z) : (Z * Z) :=
  ((((j / n) mod 4) + (4 * (i mod 8))), ((j mod n) + (n * ((i / 8) + (r * (j / (4 * n))))))).
Definition held_at_ok (r : Z) (n : Z) (i : Z) (j : Z) : bool :=
  ((negb (n =? 0)) && ((negb (n =? 0)) && (negb ((4 * n) =? 0)))).

(* spec/layout.py: Layout.__call__ *)
Definition Layout_call_layout_tree_tree (self : layout) (coordinate_0 : tree) (coordinate_1 : tree) : Z :=
  (inner_product (natural (Tuple [coordinate_0; coordinate_1]) (layout_shape self)) (layout_stride self)).
Definition Layout_call_layout_tree_tree_ok (self : layout) (coordinate_0 : tree) (coordinate_1 : tree) : bool :=
  ((require_coordinate_ok (Tuple [coordinate_0; coordinate_1]) (layout_shape self)) && ((natural_ok (Tuple [coordinate_0; coordinate_1]) (layout_shape self)) && (inner_product_ok (natural (Tuple [coordinate_0; coordinate_1]) (layout_shape self)) (layout_stride self)))).

(* verif/claims/swizzle.py: _is_accepted *)
Definition _is_accepted (B : Z) (M : Z) (S_ : Z) : bool :=
  (((B + M) + (Z.abs S_)) <=? 65536).

(* spec/swizzle.py: require_swizzle *)
Definition require_swizzle_ok (bits : Z) (base : Z) (shift : Z) : bool :=
  (if ((bits <? 0) || (base <? 0)) then false else (negb (65536 <? ((bits + base) + (Z.abs shift))))).

(* spec/swizzle.py: apply_swizzle *)
Definition apply_swizzle (x : Z) (bits : Z) (base : Z) (shift : Z) : Z :=
  (let mask := ((1 * 2 ^ bits) - 1) in
  (if (0 <=? shift) then (Z.lxor x ((Z.land x (mask * 2 ^ (base + shift))) / 2 ^ shift)) else (Z.lxor x ((Z.land x (mask * 2 ^ base)) * 2 ^ (- shift))))).
Definition apply_swizzle_ok (x : Z) (bits : Z) (base : Z) (shift : Z) : bool :=
  ((require_swizzle_ok bits base shift) && ((0 <=? bits) && (let mask := ((1 * 2 ^ bits) - 1) in
  (if (0 <=? shift) then ((0 <=? (base + shift)) && (0 <=? shift)) else ((0 <=? base) && (0 <=? (- shift))))))).

(* verif/readings/terminals.py: at_least *)
Fixpoint at_least (low : Z) (entries : (list Z)) : bool :=
  (match entries with
  | [] => true
  | first :: rest => ((low <=? first) && (at_least low rest)) end).

(* verif/readings/orders.py: numbers_below *)
Fixpoint numbers_below (order : (list Z)) (n : Z) : bool :=
  (match order with
  | [] => true
  | first :: rest => (((0 <=? first) && (first <? n)) && (numbers_below rest n)) end).

(* verif/readings/orders.py: has_number *)
Fixpoint has_number (order : (list Z)) (k : Z) : bool :=
  (match order with
  | [] => false
  | first :: rest => ((first =? k) || (has_number rest k)) end).

(* verif/readings/orders.py: has_each *)
Fixpoint has_each (numbers : (list Z)) (order : (list Z)) (k : Z) : bool :=
  (match numbers with
  | [] => true
  | first :: rest => ((has_number order k) && (has_each rest order (k + 1))) end).

(* verif/readings/orders.py: is_order *)
Definition is_order (order : (list Z)) (dims : (list Z)) : bool :=
  (((Z.of_nat (length order)) =? (Z.of_nat (length dims))) && ((numbers_below order (Z.of_nat (length dims))) && (has_each dims order 0))).

(* spec/xla/tiling.py: sides *)
Definition sides (tile : (list (option Z))) : (list Z) :=
  (match tile with
  | [] => (map (fun t => (match t with
  | Some t => t
  | None => (-1) end)) (rev []))
  | first :: rest => (match (last tile None) with
  | Some _ => (map (fun t => (match t with
  | Some t => t
  | None => (-1) end)) (rev tile))
  | None => [] end) end).
Definition sides_ok (tile : (list (option Z))) : bool :=
  (match tile with
  | [] => (forallb (fun t => (match t with
  | Some t => (negb (t <? 1))
  | None => true end)) ([] : (list (option Z))))
  | first :: rest => ((forallb (fun t => (match t with
  | Some t => (negb (t <? 1))
  | None => true end)) tile) && (match (last tile None) with
  | Some _ => true
  | None => false end)) end).

(* spec/xla/shape.py: XlaShape.sides *)
Definition XlaShape_sides (self : xla_shape) : (list (list Z)) :=
  (map sides (xla_tiles self)).
Definition XlaShape_sides_ok (self : xla_shape) : bool :=
  (forallb sides_ok (xla_tiles self)).

(* spec/xla/places.py: require_index *)
Definition require_index_ok (index : (list Z)) (bounds : (list Z)) : bool :=
  (if (negb ((Z.of_nat (length index)) =? (Z.of_nat (length bounds)))) then false else (forall2 (fun e d => ((0 <=? e) && (e <? d))) index bounds)).

(* spec/xla/position.py: physical_point *)
Definition physical_point (shape : xla_shape) (index : (list Z)) : (list (Z * Z)) :=
  (map (fun k => ((nth (Z.to_nat k) index 0), (nth (Z.to_nat k) (xla_dims shape) 0))) (xla_minor_to_major shape)).
Definition physical_point_ok (shape : xla_shape) (index : (list Z)) : bool :=
  ((require_index_ok index (xla_dims shape)) && (forallb (fun k => (((k <? (Z.of_nat (length index))) && (0 <=? k)) && ((k <? (Z.of_nat (length (xla_dims shape)))) && (0 <=? k)))) (xla_minor_to_major shape))).

(* spec/xla/tiling.py: foremost *)
Definition foremost (point : (list (Z * Z))) : (Z * Z) :=
  (match point with
  | [] => (0, 1)
  | first :: rest => first end).

(* spec/xla/tiling.py: combine *)
Definition tiling_combine (minor : (Z * Z)) (major : (Z * Z)) : (Z * Z) :=
  (((fst minor) + ((snd minor) * (fst major))), ((snd minor) * (snd major))).

(* spec/xla/tiling.py: covered *)
Fixpoint covered_f (fuel : nat) (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z * Z)) :=
  match fuel with O => [] | S fuel =>
  (match tile with
  | [] => []
  | first :: rest => (match point with
  | [] => (let '(e, d) := (foremost []) in
  (match rest with
  | [] => ((e, d, first) :: (covered_f fuel [] []))
  | first2 :: rest2 => (if (first2 =? (-1)) then (let combined := (tiling_combine (e, d) (foremost [])) in
  (covered_f fuel (combined :: []) (first :: rest2))) else ((e, d, first) :: (covered_f fuel [] rest))) end))
  | first2 :: major => (let '(e, d) := (foremost point) in
  (match rest with
  | [] => ((e, d, first) :: (covered_f fuel major []))
  | first3 :: rest2 => (if (first3 =? (-1)) then (let combined := (tiling_combine (e, d) (foremost major)) in
  (match major with
  | [] => (covered_f fuel (combined :: []) (first :: rest2))
  | first4 :: rest3 => (covered_f fuel (combined :: rest3) (first :: rest2)) end)) else ((e, d, first) :: (covered_f fuel major rest))) end)) end) end) end.
Definition covered (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z * Z)) :=
  covered_f (S (length tile)) point tile.
Fixpoint covered_ok_f (fuel : nat) (point : (list (Z * Z))) (tile : (list Z)) : bool :=
  match fuel with O => false | S fuel =>
  (match tile with
  | [] => true
  | first :: rest => (match point with
  | [] => (let '(e, d) := (foremost []) in
  (match rest with
  | [] => (covered_ok_f fuel [] [])
  | first2 :: rest2 => (if (first2 =? (-1)) then (let combined := (tiling_combine (e, d) (foremost [])) in
  (covered_ok_f fuel (combined :: []) (first :: rest2))) else (covered_ok_f fuel [] rest)) end))
  | first2 :: major => (let '(e, d) := (foremost point) in
  (match rest with
  | [] => (covered_ok_f fuel major [])
  | first3 :: rest2 => (if (first3 =? (-1)) then (let combined := (tiling_combine (e, d) (foremost major)) in
  (match major with
  | [] => (covered_ok_f fuel (combined :: []) (first :: rest2))
  | first4 :: rest3 => (covered_ok_f fuel (combined :: rest3) (first :: rest2)) end)) else (covered_ok_f fuel major rest)) end)) end) end) end.
Definition covered_ok (point : (list (Z * Z))) (tile : (list Z)) : bool :=
  covered_ok_f (S (length tile)) point tile.

(* spec/xla/tiling.py: uncovered *)
Fixpoint uncovered (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  (match tile with
  | [] => point
  | first :: rest => (match point with
  | [] => (uncovered [] rest)
  | first2 :: rest2 => (uncovered rest2 rest) end) end).

(* spec/xla/reshaping.py: padded *)
Fixpoint padded (dims : (list (Z * Z * Z))) : (list (Z * Z)) :=
  (match dims with
  | [] => []
  | (e, d, t) :: rest => ((e, ((ceil_div d t) * t)) :: (padded rest)) end).
Fixpoint padded_ok (dims : (list (Z * Z * Z))) : bool :=
  (match dims with
  | [] => true
  | (e, d, t) :: rest => ((ceil_div_ok d t) && (padded_ok rest)) end).

(* spec/xla/places.py: joined *)
Fixpoint places_joined (minor : (list (Z * Z))) (major : (list (Z * Z))) : (list (Z * Z)) :=
  (match minor with
  | [] => major
  | first :: rest => (first :: (places_joined rest major)) end).

(* spec/xla/places.py: row *)
Fixpoint row (point : (list (Z * Z))) : Z :=
  (match point with
  | [] => 0
  | (e, d) :: rest => (e + (d * (row rest))) end).

(* spec/xla/reshaping.py: reshaped_within *)
Fixpoint reshaped_within (dims : (list (Z * Z * Z))) (x : Z) : (list (Z * Z)) :=
  (match dims with
  | [] => []
  | (_unused, d, t) :: rest => (((x mod t), t) :: (reshaped_within rest ((x / t) / (ceil_div d t)))) end).
Fixpoint reshaped_within_ok (dims : (list (Z * Z * Z))) (x : Z) : bool :=
  (match dims with
  | [] => true
  | (_unused, d, t) :: rest => ((negb (t =? 0)) && ((((negb (t =? 0)) && (ceil_div_ok d t)) && (negb ((ceil_div d t) =? 0))) && (reshaped_within_ok rest ((x / t) / (ceil_div d t))))) end).

(* spec/xla/reshaping.py: reshaped_across *)
Fixpoint reshaped_across (dims : (list (Z * Z * Z))) (x : Z) : (list (Z * Z)) :=
  (match dims with
  | [] => []
  | (_unused, d, t) :: rest => (let c := (ceil_div d t) in
  ((((x / t) mod c), c) :: (reshaped_across rest ((x / t) / c)))) end).
Fixpoint reshaped_across_ok (dims : (list (Z * Z * Z))) (x : Z) : bool :=
  (match dims with
  | [] => true
  | (_unused, d, t) :: rest => ((ceil_div_ok d t) && (let c := (ceil_div d t) in
  (((negb (t =? 0)) && (negb (c =? 0))) && (((negb (t =? 0)) && (negb (c =? 0))) && (reshaped_across_ok rest ((x / t) / c)))))) end).

(* spec/xla/places.py: volume *)
Fixpoint volume (point : (list (Z * Z))) : Z :=
  (match point with
  | [] => 1
  | first :: rest => ((snd first) * (volume rest)) end).

(* spec/xla/places.py: unravelled *)
Fixpoint unravelled (point : (list (Z * Z))) (x : Z) : (list (Z * Z)) :=
  (match point with
  | [] => []
  | first :: rest => (let d := (snd first) in
  (((x mod d), d) :: (unravelled rest (x / d)))) end).
Fixpoint unravelled_ok (point : (list (Z * Z))) (x : Z) : bool :=
  (match point with
  | [] => true
  | first :: rest => (let d := (snd first) in
  ((negb (d =? 0)) && ((negb (d =? 0)) && (unravelled_ok rest (x / d))))) end).

(* spec/xla/reshaping.py: transposed *)
Definition transposed (dims : (list (Z * Z * Z))) (rest : (list (Z * Z))) : (list (Z * Z)) :=
  (let x := (row (places_joined (padded dims) rest)) in
  (let inner := (reshaped_within dims x) in
  (let outer := (reshaped_across dims x) in
  (places_joined (places_joined inner outer) (unravelled rest (x / (volume (padded dims)))))))).
Definition transposed_ok (dims : (list (Z * Z * Z))) (rest : (list (Z * Z))) : bool :=
  ((padded_ok dims) && (let x := (row (places_joined (padded dims) rest)) in
  (((reshaped_within_ok dims x) && (reshaped_across_ok dims x)) && (let inner := (reshaped_within dims x) in
  (let outer := (reshaped_across dims x) in
  (((padded_ok dims) && (negb ((volume (padded dims)) =? 0))) && (unravelled_ok rest (x / (volume (padded dims)))))))))).

(* spec/xla/tiling.py: within *)
Fixpoint within (dims : (list (Z * Z * Z))) : (list (Z * Z)) :=
  (match dims with
  | [] => []
  | (e, _unused, t) :: rest => (((e mod t), t) :: (within rest)) end).
Fixpoint within_ok (dims : (list (Z * Z * Z))) : bool :=
  (match dims with
  | [] => true
  | (e, _unused, t) :: rest => ((negb (t =? 0)) && (within_ok rest)) end).

(* spec/xla/tiling.py: across *)
Fixpoint across (dims : (list (Z * Z * Z))) : (list (Z * Z)) :=
  (match dims with
  | [] => []
  | (e, d, t) :: rest => (((e / t), (ceil_div d t)) :: (across rest)) end).
Fixpoint across_ok (dims : (list (Z * Z * Z))) : bool :=
  (match dims with
  | [] => true
  | (e, d, t) :: rest => (((negb (t =? 0)) && (ceil_div_ok d t)) && (across_ok rest)) end).

(* spec/xla/tiling.py: tiled *)
Definition tiled (dims : (list (Z * Z * Z))) : (list (Z * Z)) :=
  (places_joined (within dims) (across dims)).
Definition tiled_ok (dims : (list (Z * Z * Z))) : bool :=
  ((within_ok dims) && (across_ok dims)).

(* spec/xla/tiling.py: tile_once *)
Definition tile_once (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  (places_joined (tiled (covered point tile)) (uncovered point tile)).
Definition tile_once_ok (point : (list (Z * Z))) (tile : (list Z)) : bool :=
  ((covered_ok point tile) && (tiled_ok (covered point tile))).

(* spec/xla/tiling.py: tiled_by *)
Fixpoint tiled_by (point : (list (Z * Z))) (tiles : (list (list Z))) : (list (Z * Z)) :=
  (match tiles with
  | [] => point
  | first :: rest => (tiled_by (tile_once point first) rest) end).
Fixpoint tiled_by_ok (point : (list (Z * Z))) (tiles : (list (list Z))) : bool :=
  (match tiles with
  | [] => true
  | first :: rest => ((tile_once_ok point first) && (tiled_by_ok (tile_once point first) rest)) end).

(* spec/xla/position.py: linear_index *)
Definition linear_index (shape : xla_shape) (index : (list Z)) : Z :=
  (row (tiled_by (physical_point shape index) (XlaShape_sides shape))).
Definition linear_index_ok (shape : xla_shape) (index : (list Z)) : bool :=
  (((physical_point_ok shape index) && (XlaShape_sides_ok shape)) && (tiled_by_ok (physical_point shape index) (XlaShape_sides shape))).

(* spec/xla/reshaping.py: reshape_once *)
Definition reshape_once (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  (transposed (covered point tile) (uncovered point tile)).
Definition reshape_once_ok (point : (list (Z * Z))) (tile : (list Z)) : bool :=
  ((covered_ok point tile) && (transposed_ok (covered point tile) (uncovered point tile))).

(* spec/xla/reshaping.py: reshaped_by *)
Fixpoint reshaped_by (point : (list (Z * Z))) (tiles : (list (list Z))) : (list (Z * Z)) :=
  (match tiles with
  | [] => point
  | first :: rest => (reshaped_by (reshape_once point first) rest) end).
Fixpoint reshaped_by_ok (point : (list (Z * Z))) (tiles : (list (list Z))) : bool :=
  (match tiles with
  | [] => true
  | first :: rest => ((reshape_once_ok point first) && (reshaped_by_ok (reshape_once point first) rest)) end).

(* spec/xla/places.py: origin *)
Fixpoint origin (point : (list (Z * Z))) : (list (Z * Z)) :=
  (match point with
  | [] => []
  | first :: rest => ((0, (snd first)) :: (origin rest)) end).

(* spec/xla/cute.py: row_major *)
Fixpoint row_major (point : (list (Z * Z))) (stride : Z) : (list (Z * Z)) :=
  (match point with
  | [] => []
  | first :: rest => (let d := (snd first) in
  (followed (row_major rest (stride * d)) [(d, stride)])) end).

(* spec/xla/cute.py: column *)
Fixpoint column (point : (list (Z * Z))) : Z :=
  (match point with
  | [] => 0
  | first :: rest => ((column rest) + ((volume rest) * (fst first))) end).

(* verif/theory/arrays/reach.py: merged *)
Fixpoint merged_f (fuel : nat) (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  match fuel with O => [] | S fuel =>
  (match tile with
  | [] => point
  | first :: rest => (match rest with
  | [] => point
  | first2 :: rest2 => (match point with
  | [] => (let minor := (foremost []) in
  (if (first2 =? (-1)) then (let one := (tiling_combine minor (foremost [])) in
  (merged_f fuel (one :: []) (first :: rest2))) else (minor :: (merged_f fuel [] rest))))
  | first3 :: major => (let minor := (foremost point) in
  (if (first2 =? (-1)) then (let one := (tiling_combine minor (foremost major)) in
  (match major with
  | [] => (merged_f fuel (one :: []) (first :: rest2))
  | first4 :: rest3 => (merged_f fuel (one :: rest3) (first :: rest2)) end)) else (minor :: (merged_f fuel major rest)))) end) end) end) end.
Definition merged (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  merged_f (S (length tile)) point tile.
Fixpoint merged_ok_f (fuel : nat) (point : (list (Z * Z))) (tile : (list Z)) : bool :=
  match fuel with O => false | S fuel =>
  (match tile with
  | [] => true
  | first :: rest => (match rest with
  | [] => true
  | first2 :: rest2 => (match point with
  | [] => (let minor := (foremost []) in
  (if (first2 =? (-1)) then (let one := (tiling_combine minor (foremost [])) in
  (merged_ok_f fuel (one :: []) (first :: rest2))) else (merged_ok_f fuel [] rest)))
  | first3 :: major => (let minor := (foremost point) in
  (if (first2 =? (-1)) then (let one := (tiling_combine minor (foremost major)) in
  (match major with
  | [] => (merged_ok_f fuel (one :: []) (first :: rest2))
  | first4 :: rest3 => (merged_ok_f fuel (one :: rest3) (first :: rest2)) end)) else (merged_ok_f fuel major rest))) end) end) end) end.
Definition merged_ok (point : (list (Z * Z))) (tile : (list Z)) : bool :=
  merged_ok_f (S (length tile)) point tile.

(* verif/theory/arrays/reach.py: without_combine *)
Fixpoint without_combine (tile : (list Z)) : (list Z) :=
  (match tile with
  | [] => []
  | first :: rest => (if (first =? (-1)) then (without_combine rest) else (first :: (without_combine rest))) end).

(* verif/theory/arrays/reach.py: combines_nothing *)
Fixpoint combines_nothing (tile : (list Z)) : bool :=
  (match tile with
  | [] => true
  | first :: rest => ((1 <=? first) && (combines_nothing rest)) end).

(* verif/theory/arrays/reach.py: reached *)
Fixpoint reached (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  (match tile with
  | [] => (match point with
  | [] => []
  | first :: rest => [] end)
  | first :: rest => (match point with
  | [] => []
  | first2 :: rest2 => (first2 :: (reached rest2 rest)) end) end).

(* verif/theory/arrays/reach.py: lengthened *)
Fixpoint lengthened (point : (list (Z * Z))) (tile : (list Z)) : (list (Z * Z)) :=
  (match tile with
  | [] => point
  | first :: rest => (match point with
  | [] => ((foremost []) :: (lengthened [] rest))
  | first2 :: rest2 => ((foremost point) :: (lengthened rest2 rest)) end) end).

(* spec/xla/cute.py: tile_modes *)
Fixpoint tile_modes (dims : (list (Z * Z * Z))) (stride : Z) (far : Z) : (list (Z * Z)) :=
  (match dims with
  | [] => []
  | (_unused, d, t) :: rest => (let c := (ceil_div d t) in
  (followed (tile_modes rest (stride * t) (far * c)) [(t, stride); (c, far)])) end).
Fixpoint tile_modes_ok (dims : (list (Z * Z * Z))) (stride : Z) (far : Z) : bool :=
  (match dims with
  | [] => true
  | (_unused, d, t) :: rest => ((ceil_div_ok d t) && (let c := (ceil_div d t) in
  (tile_modes_ok rest (stride * t) (far * c)))) end).

(* spec/xla/cute.py: in_pairs *)
Definition in_pairs (modes : (list (Z * Z))) : layout :=
  (let pairs := (combine (every_other modes) (every_other (tl modes))) in
  (Layout (Tuple (map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map (fun '((s, _), (t, _)) => (s, t)) pairs))) (Tuple (map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map (fun '((_, d), (_, e)) => (d, e)) pairs))))).
Definition in_pairs_ok (modes : (list (Z * Z))) : bool :=
  ((Nat.eqb (length (every_other modes)) (length (every_other (tl modes)))) && (let pairs := (combine (every_other modes) (every_other (tl modes))) in
  (Layout_ok (Tuple (map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map (fun '((s, _), (t, _)) => (s, t)) pairs))) (Tuple (map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map (fun '((_, d), (_, e)) => (d, e)) pairs)))))).

(* spec/xla/cute.py: layout_in_tiles *)
Definition layout_in_tiles (dims : (list (Z * Z * Z))) : layout :=
  (in_pairs (tile_modes dims 1 (volume (within dims)))).
Definition layout_in_tiles_ok (dims : (list (Z * Z * Z))) : bool :=
  (((within_ok dims) && (tile_modes_ok dims 1 (volume (within dims)))) && (in_pairs_ok (tile_modes dims 1 (volume (within dims))))).

(* verif/theory/arrays/as_layouts.py: whole_tiles *)
Fixpoint whole_tiles (dims : (list (Z * Z * Z))) : bool :=
  (match dims with
  | [] => true
  | first :: rest => ((((snd (fst first)) mod (snd first)) =? 0) && (whole_tiles rest)) end).
Fixpoint whole_tiles_ok (dims : (list (Z * Z * Z))) : bool :=
  (match dims with
  | [] => true
  | first :: rest => ((negb ((snd first) =? 0)) && ((negb (((snd (fst first)) mod (snd first)) =? 0)) || (whole_tiles_ok rest))) end).

(* spec/int_tuple.py: weakly_congruent *)
Definition weakly_congruent (a : tree) (b : tree) : bool :=
  (_at_terminals a b (fun _x _y => true)).
Definition weakly_congruent_ok (a : tree) (b : tree) : bool :=
  (_at_terminals_ok a b (fun _x _y => true) (fun _x _y => true)).

(* verif/claims/coordinates.py: has_terminals_throughout *)
Fixpoint has_terminals_throughout (t : tree) : bool :=
  (match t with
  | Tuple t => ((0 <? (Z.of_nat (length t))) && (forallb has_terminals_throughout t))
  | Leaf t => true end).

(* spec/int_tuple.py: prefix_product *)
Definition prefix_product (t : tree) (init : Z) : tree :=
  (unflatten (map Leaf (removelast (accumulated Z.mul (flatten t) init))) t).
Definition prefix_product_ok (t : tree) (init : Z) : bool :=
  (unflatten_ok (map Leaf (removelast (accumulated Z.mul (flatten t) init))) t).

(* spec/int_tuple.py: suffix_product *)
Definition suffix_product (t : tree) : tree :=
  (let products := (removelast (accumulated Z.mul (rev (flatten t)) 1)) in
  (unflatten (map Leaf (rev products)) t)).
Definition suffix_product_ok (t : tree) : bool :=
  (let products := (removelast (accumulated Z.mul (rev (flatten t)) 1)) in
  (unflatten_ok (map Leaf (rev products)) t)).

(* spec/int_tuple.py: elem_scale *)
Fixpoint elem_scale (a : tree) (b : tree) : tree :=
  (match a with
  | Tuple a => (Tuple (map2 elem_scale a (modes_in b)))
  | Leaf a => (Leaf (a * (product b))) end).
Fixpoint elem_scale_ok (a : tree) (b : tree) : bool :=
  (match a with
  | Tuple a => ((as_many a b) && (forall2 elem_scale_ok a (modes_in b)))
  | Leaf a => true end).

(* spec/int_tuple.py: shape_div *)
Definition int_tuple_shape_div (a : Z) (b : tree) : Z :=
  (let divisor := (product b) in
  (if ((negb ((a mod divisor) =? 0)) && (negb ((divisor mod a) =? 0))) then 0 else (((a + divisor) - 1) / divisor))).
Definition int_tuple_shape_div_ok (a : Z) (b : tree) : bool :=
  ((require_shape_ok (Leaf a)) && ((require_shape_ok b) && (let divisor := (product b) in
  (((negb (divisor =? 0)) && (((a mod divisor) =? 0) || (negb (a =? 0)))) && (if ((negb ((a mod divisor) =? 0)) && (negb ((divisor mod a) =? 0))) then false else (negb (divisor =? 0))))))).

(* spec/int_tuple.py: _divide_in_turn *)
Fixpoint _divide_in_turn (a : tree) (b : Z) (divide_ : (Z -> tree -> Z)) : tree :=
  (match a with
  | Tuple a => (let left_ := (removelast (accumulated divide_ a b)) in
  (Tuple (map2 (fun mode n => (_divide_in_turn mode n divide_)) a left_)))
  | Leaf a => (Leaf (divide_ a (Leaf b))) end).
Fixpoint _divide_in_turn_ok (a : tree) (b : Z) (divide_ : (Z -> tree -> Z)) (divide__ok : (Z -> tree -> bool)) : bool :=
  (match a with
  | Tuple a => ((accumulated_ok divide_ divide__ok a b) && (let left_ := (removelast (accumulated divide_ a b)) in
  (forall2 (fun mode n => (_divide_in_turn_ok mode n divide_ divide__ok)) a left_)))
  | Leaf a => (divide__ok a (Leaf b)) end).

(* spec/int_tuple.py: shape_div *)
Fixpoint shape_div (a : tree) (b : tree) : tree :=
  (match a with
  | Tuple a => (match b with
  | Tuple b => (Tuple (map2 shape_div a b))
  | Leaf b => (_divide_in_turn (Tuple a) b (fun a0 a1 => (int_tuple_shape_div a0 a1))) end)
  | Leaf a => (let divisor := (product b) in
  (if ((negb ((a mod divisor) =? 0)) && (negb ((divisor mod a) =? 0))) then (Leaf 0) else (Leaf (((a + divisor) - 1) / divisor)))) end).
Fixpoint shape_div_ok (a : tree) (b : tree) : bool :=
  (match a with
  | Tuple a => (match b with
  | Tuple b => ((as_many a (Tuple b)) && (forall2 shape_div_ok a b))
  | Leaf b => (_divide_in_turn_ok (Tuple a) b (fun a0 a1 => (int_tuple_shape_div a0 a1)) (fun a0 a1 => (int_tuple_shape_div_ok a0 a1))) end)
  | Leaf a => ((require_shape_ok (Leaf a)) && ((require_shape_ok b) && (let divisor := (product b) in
  (((negb (divisor =? 0)) && (((a mod divisor) =? 0) || (negb (a =? 0)))) && (if ((negb ((a mod divisor) =? 0)) && (negb ((divisor mod a) =? 0))) then false else (negb (divisor =? 0))))))) end).

(* spec/int_tuple.py: weakly_compatible *)
Definition weakly_compatible (a : tree) (b : tree) : bool :=
  (_at_terminals a b (fun x y => (((product y) mod x) =? 0))).
Definition weakly_compatible_ok (a : tree) (b : tree) : bool :=
  ((require_shape_ok a) && (_at_terminals_ok a b (fun x y => (((product y) mod x) =? 0)) (fun x y => (negb (x =? 0))))).

(* verif/claims/int_tuples.py: quotients *)
Fixpoint int_tuples_quotients (s : tree) (t : tree) : tree :=
  (match s with
  | Tuple s => (match t with
  | Tuple t => (Tuple (map2 int_tuples_quotients s t))
  | Leaf t => (Leaf ((product (Leaf t)) / (product (Tuple s)))) end)
  | Leaf s => (Leaf ((product t) / (product (Leaf s)))) end).
Fixpoint int_tuples_quotients_ok (s : tree) (t : tree) : bool :=
  (match s with
  | Tuple s => (match t with
  | Tuple t => (forall2 int_tuples_quotients_ok s t)
  | Leaf t => (negb ((product (Tuple s)) =? 0)) end)
  | Leaf s => (negb ((product (Leaf s)) =? 0)) end).

(* spec/nesting.py: flatten *)
Definition nesting_flatten (x : tree) : (list Z) :=
  (flatten x).

(* verif/readings/by_mode.py: groups_of *)
Definition groups_of (layout_ : layout) : (list (list (Z * Z))) :=
  (map modes_of (Layout_iter layout_)).
Definition groups_of_ok (layout_ : layout) : bool :=
  ((Layout_iter_ok layout_) && (forallb modes_of_ok (Layout_iter layout_))).

(* verif/readings/by_mode.py: none_empty *)
Fixpoint none_empty (groups : (list (list (Z * Z)))) : bool :=
  (match groups with
  | [] => true
  | first :: rest => ((nonempty first) && (none_empty rest)) end).

(* spec/select.py: change_modes *)
Definition change_modes (change : (layout -> tree -> layout)) (layout_ : layout) (parts : (list tree)) : layout :=
  (let changed := (map_short change (Layout_iter layout_) parts) in
  (make_layout (changed ++ (sliced (Z.of_nat (length parts)) (Z.of_nat (length (Layout_iter layout_))) (Layout_iter layout_))))).
Definition change_modes_ok (change : (layout -> tree -> layout)) (change_ok : (layout -> tree -> bool)) (layout_ : layout) (parts : (list tree)) : bool :=
  (((Layout_iter_ok layout_) && (all_short change_ok (Layout_iter layout_) parts)) && (let changed := (map_short change (Layout_iter layout_) parts) in
  ((Layout_iter_ok layout_) && (make_layout_ok (changed ++ (sliced (Z.of_nat (length parts)) (Z.of_nat (length (Layout_iter layout_))) (Layout_iter layout_))))))).

(* spec/coalesce.py: coalesce *)
Fixpoint coalesce_layout_tree (layout_ : layout) (profile : tree) : layout :=
  (match profile with
  | Tuple profile => (if ((Layout_rank layout_) <? (Z.of_nat (length profile))) then no_layout else (change_modes (fun a0 a1 => (coalesce_layout_tree a0 a1)) layout_ profile))
  | Leaf profile => (layout_of (coalesce_modes (modes_of layout_))) end).
Fixpoint coalesce_layout_tree_ok (layout_ : layout) (profile : tree) : bool :=
  (match profile with
  | Tuple profile => (if ((Layout_rank layout_) <? (Z.of_nat (length profile))) then false else (change_modes_ok (fun a0 a1 => (coalesce_layout_tree a0 a1)) (fun a0 a1 => (coalesce_layout_tree_ok a0 a1)) layout_ profile))
  | Leaf profile => ((modes_of_ok layout_) && (layout_of_ok (coalesce_modes (modes_of layout_)))) end).

(* spec/filter.py: filter_ *)
Fixpoint filter__layout_tree (layout_ : layout) (profile : tree) : layout :=
  (match profile with
  | Tuple profile => (if ((Layout_rank layout_) <? (Z.of_nat (length profile))) then no_layout else (change_modes (fun a0 a1 => (filter__layout_tree a0 a1)) layout_ profile))
  | Leaf profile => (coalesce (filter_zeros layout_)) end).
Fixpoint filter__layout_tree_ok (layout_ : layout) (profile : tree) : bool :=
  (match profile with
  | Tuple profile => (if ((Layout_rank layout_) <? (Z.of_nat (length profile))) then false else (change_modes_ok (fun a0 a1 => (filter__layout_tree a0 a1)) (fun a0 a1 => (filter__layout_tree_ok a0 a1)) layout_ profile))
  | Leaf profile => ((filter_zeros_ok layout_) && (coalesce_ok (filter_zeros layout_))) end).

(* spec/modes.py: in_one_tuple *)
Definition in_one_tuple (modes : (list (Z * Z))) : layout :=
  (Layout (Tuple (map Leaf (shapes_of modes))) (Tuple (map Leaf (strides_of modes)))).
Definition in_one_tuple_ok (modes : (list (Z * Z))) : bool :=
  (Layout_ok (Tuple (map Leaf (shapes_of modes))) (Tuple (map Leaf (strides_of modes)))).

(* spec/nesting.py: flatten *)
Definition flatten_layout (x : layout) : layout :=
  (match (layout_shape x) with
  | Tuple _ => (in_one_tuple (modes_of x))
  | Leaf _ => x end).
Definition flatten_layout_ok (x : layout) : bool :=
  (match (layout_shape x) with
  | Tuple _ => ((modes_of_ok x) && (in_one_tuple_ok (modes_of x)))
  | Leaf _ => true end).

(* spec/select.py: between *)
Definition between (layout_ : layout) (begin : Z) (end_ : Z) : layout :=
  (make_layout (sliced begin end_ (Layout_iter layout_))).
Definition between_ok (layout_ : layout) (begin : Z) (end_ : Z) : bool :=
  ((Layout_iter_ok layout_) && (make_layout_ok (sliced begin end_ (Layout_iter layout_)))).

(* spec/layout.py: make_layout *)
Definition make_layout_layout (arguments_0 : layout) : layout :=
  (Layout (Tuple [(layout_shape arguments_0)]) (Tuple [(layout_stride arguments_0)])).
Definition make_layout_layout_ok (arguments_0 : layout) : bool :=
  (Layout_ok (Tuple [(layout_shape arguments_0)]) (Tuple [(layout_stride arguments_0)])).

(* spec/select.py: side_by_side *)
Definition side_by_side (a : layout) (b : layout) : layout :=
  (make_layout ((Layout_iter a) ++ (Layout_iter b))).
Definition side_by_side_ok (a : layout) (b : layout) : bool :=
  (((Layout_iter_ok a) && (Layout_iter_ok b)) && (make_layout_ok ((Layout_iter a) ++ (Layout_iter b)))).

(* spec/nesting.py: group *)
Definition group (layout_ : layout) (begin : Z) (end_ : Z) : layout :=
  (let last_ := (if (end_ =? (- 1)) then (Layout_rank layout_) else end_) in
  (if (((0 <=? begin) && (begin <? last_)) && (last_ <=? (Layout_rank layout_))) then (let grouped := (make_layout_layout (between layout_ begin last_)) in
  (let before := (side_by_side (between layout_ 0 begin) grouped) in
  (side_by_side before (between layout_ last_ (Layout_rank layout_))))) else no_layout)).
Definition group_ok (layout_ : layout) (begin : Z) (end_ : Z) : bool :=
  (let last_ := (if (end_ =? (- 1)) then (Layout_rank layout_) else end_) in
  (if (((0 <=? begin) && (begin <? last_)) && (last_ <=? (Layout_rank layout_))) then (((between_ok layout_ begin last_) && (make_layout_layout_ok (between layout_ begin last_))) && (let grouped := (make_layout_layout (between layout_ begin last_)) in
  (((between_ok layout_ 0 begin) && (side_by_side_ok (between layout_ 0 begin) grouped)) && (let before := (side_by_side (between layout_ 0 begin) grouped) in
  ((between_ok layout_ last_ (Layout_rank layout_)) && (side_by_side_ok before (between layout_ last_ (Layout_rank layout_)))))))) else false)).

(* spec/select.py: _more *)
Definition _more (layout_ : layout) : Z :=
  1.

(* spec/select.py: append *)
Definition append (layout_ : layout) (mode : layout) : layout :=
  (side_by_side layout_ (make_layout (List.repeat mode (Z.to_nat (_more layout_))))).
Definition append_ok (layout_ : layout) (mode : layout) : bool :=
  ((make_layout_ok (List.repeat mode (Z.to_nat (_more layout_)))) && (side_by_side_ok layout_ (make_layout (List.repeat mode (Z.to_nat (_more layout_)))))).

(* spec/select.py: prepend *)
Definition prepend (layout_ : layout) (mode : layout) : layout :=
  (side_by_side (make_layout (List.repeat mode (Z.to_nat (_more layout_)))) layout_).
Definition prepend_ok (layout_ : layout) (mode : layout) : bool :=
  ((make_layout_ok (List.repeat mode (Z.to_nat (_more layout_)))) && (side_by_side_ok (make_layout (List.repeat mode (Z.to_nat (_more layout_)))) layout_)).

(* spec/select.py: select *)
Definition select (layout_ : layout) (indices_0 : Z) (indices_1 : Z) : layout :=
  (make_layout_layout_layout (Layout_mode_layout_Z layout_ indices_0) (Layout_mode_layout_Z layout_ indices_1)).
Definition select_ok (layout_ : layout) (indices_0 : Z) (indices_1 : Z) : bool :=
  (((Layout_mode_layout_Z_ok layout_ indices_0) && (Layout_mode_layout_Z_ok layout_ indices_1)) && (make_layout_layout_layout_ok (Layout_mode_layout_Z layout_ indices_0) (Layout_mode_layout_Z layout_ indices_1))).

(* spec/select.py: take *)
Definition take (layout_ : layout) (begin : Z) (end_ : Z) : layout :=
  (if (((0 <=? begin) && (begin <? end_)) && (end_ <=? (Layout_rank layout_))) then (between layout_ begin end_) else no_layout).
Definition take_ok (layout_ : layout) (begin : Z) (end_ : Z) : bool :=
  (if (((0 <=? begin) && (begin <? end_)) && (end_ <=? (Layout_rank layout_))) then (between_ok layout_ begin end_) else false).

(* spec/select.py: replace *)
Definition replace (layout_ : layout) (index : Z) (mode : layout) : layout :=
  (let behind := (between layout_ (index + 1) (Layout_rank layout_)) in
  (side_by_side (side_by_side (between layout_ 0 index) (make_layout_layout mode)) behind)).
Definition replace_ok (layout_ : layout) (index : Z) (mode : layout) : bool :=
  ((Layout_mode_layout_Z_ok layout_ index) && ((between_ok layout_ (index + 1) (Layout_rank layout_)) && (let behind := (between layout_ (index + 1) (Layout_rank layout_)) in
  ((((between_ok layout_ 0 index) && (make_layout_layout_ok mode)) && (side_by_side_ok (between layout_ 0 index) (make_layout_layout mode))) && (side_by_side_ok (side_by_side (between layout_ 0 index) (make_layout_layout mode)) behind))))).

(* verif/theory/layouts/coordinates.py: summed *)
Fixpoint summed (point : (list Z)) (others : (list Z)) : (list Z) :=
  (match point with
  | [] => []
  | first :: rest => (match others with
  | [] => []
  | first2 :: rest2 => ((first + first2) :: (summed rest rest2)) end) end).
Fixpoint summed_ok (point : (list Z)) (others : (list Z)) : bool :=
  (match point with
  | [] => true
  | first :: rest => (match others with
  | [] => false
  | first2 :: rest2 => (summed_ok rest rest2) end) end).

(* spec/shaped.py: domain_offset *)
Definition domain_offset (crd : tree) (layout_ : layout) : (layout * Z) :=
  (layout_, (Layout_call layout_ crd)).
Definition domain_offset_ok (crd : tree) (layout_ : layout) : bool :=
  (Layout_call_ok layout_ crd).

(* verif/theory/composition/divisibility.py: divides *)
Fixpoint divides (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (divides rest n (w / s)) else (if (((n - 1) * w) <? s) then true else (if ((negb ((s mod w) =? 0)) || (negb ((n mod (s / w)) =? 0))) then false else (divides rest (n / (s / w)) 1)))) end) end).
Fixpoint divides_ok (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (divides_ok rest n (w / s))) else (if (((n - 1) * w) <? s) then true else (((negb (w =? 0)) && ((negb ((s mod w) =? 0)) || ((negb (w =? 0)) && (negb ((s / w) =? 0))))) && (if ((negb ((s mod w) =? 0)) || (negb ((n mod (s / w)) =? 0))) then true else (((negb (w =? 0)) && (negb ((s / w) =? 0))) && (divides_ok rest (n / (s / w)) 1))))))) end) end).

(* verif/theory/composition/in_step.py: ends *)
Fixpoint ends (modes : (list (Z * Z))) (e : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => (if ((s mod e) =? 0) then true else (((e mod s) =? 0) && (ends rest (e / s)))) end) end).
Fixpoint ends_ok (modes : (list (Z * Z))) (e : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (e =? 0)) && (if ((s mod e) =? 0) then true else ((negb (s =? 0)) && ((negb ((e mod s) =? 0)) || ((negb (s =? 0)) && (ends_ok rest (e / s))))))) end) end).

(* verif/theory/composition/in_step.py: runs *)
Fixpoint runs (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (runs rest n (w / s)) else ((ends modes (n * w)) && ((s mod w) =? 0))) end) end).
Fixpoint runs_ok (modes : (list (Z * Z))) (n : Z) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (runs_ok rest n (w / s))) else ((ends_ok modes (n * w)) && ((negb (ends modes (n * w))) || (negb (w =? 0)))))) end) end).

(* verif/readings/by_mode.py: tilers_of *)
Definition tilers_of (layout_ : layout) : (list layout) :=
  (Layout_iter layout_).
Definition tilers_of_ok (layout_ : layout) : bool :=
  (Layout_iter_ok layout_).

(* spec/composition.py: require_reached *)
Definition require_reached_ok (a : layout) (tilers : (list layout)) : bool :=
  (negb ((Layout_rank a) <? (Z.of_nat (length tilers)))).

(* spec/select.py: change_modes *)
Definition change_modes_layout (change : (layout -> layout -> layout)) (layout_ : layout) (parts : (list layout)) : layout :=
  (let changed := (map_short change (Layout_iter layout_) parts) in
  (make_layout (changed ++ (sliced (Z.of_nat (length parts)) (Z.of_nat (length (Layout_iter layout_))) (Layout_iter layout_))))).
Definition change_modes_layout_ok (change : (layout -> layout -> layout)) (change_ok : (layout -> layout -> bool)) (layout_ : layout) (parts : (list layout)) : bool :=
  (((Layout_iter_ok layout_) && (all_short change_ok (Layout_iter layout_) parts)) && (let changed := (map_short change (Layout_iter layout_) parts) in
  ((Layout_iter_ok layout_) && (make_layout_ok (changed ++ (sliced (Z.of_nat (length parts)) (Z.of_nat (length (Layout_iter layout_))) (Layout_iter layout_))))))).

(* spec/composition.py: _by_mode *)
Definition _by_mode (a : layout) (tilers : (list layout)) : layout :=
  (change_modes_layout (fun a0 a1 => (composition a0 a1)) a tilers).
Definition _by_mode_ok (a : layout) (tilers : (list layout)) : bool :=
  ((require_reached_ok a tilers) && (change_modes_layout_ok (fun a0 a1 => (composition a0 a1)) (fun a0 a1 => (composition_ok a0 a1)) a tilers)).

(* spec/composition.py: composition *)
Definition composition_layout (a : layout) (b : (list layout)) : layout :=
  (_by_mode a b).
Definition composition_layout_ok (a : layout) (b : (list layout)) : bool :=
  (_by_mode_ok a b).

(* spec/layout.py: _of_shape *)
Definition _of_shape (shape : tree) (stride : tree) : layout :=
  (Layout shape stride).
Definition _of_shape_ok (shape : tree) (stride : tree) : bool :=
  (Layout_ok shape stride).

(* spec/layout.py: make_layout *)
Definition make_layout_tree_tree (arguments_0 : tree) (arguments_1 : tree) : layout :=
  (_of_shape arguments_0 arguments_1).
Definition make_layout_tree_tree_ok (arguments_0 : tree) (arguments_1 : tree) : bool :=
  (_of_shape_ok arguments_0 arguments_1).

(* verif/theory/complement/bounds.py: stay_below *)
Fixpoint stay_below (modes : (list (Z * Z))) (size_ : Z) : bool :=
  (match modes with
  | [] => true
  | (s, d) :: rest => (((s =? 1) || (((s - 1) * d) <? size_)) && (stay_below rest size_)) end).

(* spec/by_mode.py: by_mode *)
Definition by_mode_layout (split : (layout -> layout -> layout)) (a : layout) (tiler : (list layout)) : layout :=
  (change_modes_layout (fun a0 a1 => (by_mode split a0 a1)) a tiler).
Definition by_mode_layout_ok (split : (layout -> layout -> layout)) (split_ok : (layout -> layout -> bool)) (a : layout) (tiler : (list layout)) : bool :=
  ((require_reached_ok a tiler) && (change_modes_layout_ok (fun a0 a1 => (by_mode split a0 a1)) (fun a0 a1 => (by_mode_ok split split_ok a0 a1)) a tiler)).

(* spec/divide.py: logical_divide *)
Definition logical_divide_layout (a : layout) (tiler : (list layout)) : layout :=
  (by_mode_layout (fun a0 a1 => (divide a0 a1)) a tiler).
Definition logical_divide_layout_ok (a : layout) (tiler : (list layout)) : bool :=
  (by_mode_layout_ok (fun a0 a1 => (divide a0 a1)) (fun a0 a1 => (divide_ok a0 a1)) a tiler).

(* spec/by_mode.py: zipped *)
Definition by_mode_zipped (split : (layout -> layout -> layout)) (a : layout) (tiler : layout) : layout :=
  (split a (tile_of tiler)).
Definition by_mode_zipped_ok (split : (layout -> layout -> layout)) (split_ok : (layout -> layout -> bool)) (a : layout) (tiler : layout) : bool :=
  (split_ok a (tile_of tiler)).

(* spec/by_mode.py: gathered *)
Definition gathered (split : (layout -> layout -> layout)) (a : layout) (tiler : (list layout)) : (layout * layout) :=
  (let pairs := (map_short (fun mode part => (by_mode_zipped split mode part)) (Layout_iter a) tiler) in
  (let rests := (map (fun pair => (Layout_getitem pair 1)) pairs) in
  ((make_layout (map (fun pair => (Layout_getitem pair 0)) pairs)), (make_layout (rests ++ (sliced (Z.of_nat (length tiler)) (Z.of_nat (length (Layout_iter a))) (Layout_iter a))))))).
Definition gathered_ok (split : (layout -> layout -> layout)) (split_ok : (layout -> layout -> bool)) (a : layout) (tiler : (list layout)) : bool :=
  (((Layout_iter_ok a) && (all_short (fun mode part => (by_mode_zipped_ok split split_ok mode part)) (Layout_iter a) tiler)) && (let pairs := (map_short (fun mode part => (by_mode_zipped split mode part)) (Layout_iter a) tiler) in
  ((forallb (fun pair => (Layout_getitem_ok pair 1)) pairs) && (let rests := (map (fun pair => (Layout_getitem pair 1)) pairs) in
  (((forallb (fun pair => (Layout_getitem_ok pair 0)) pairs) && (make_layout_ok (map (fun pair => (Layout_getitem pair 0)) pairs))) && ((Layout_iter_ok a) && (make_layout_ok (rests ++ (sliced (Z.of_nat (length tiler)) (Z.of_nat (length (Layout_iter a))) (Layout_iter a)))))))))).

(* spec/by_mode.py: zipped *)
Definition zipped (split : (layout -> layout -> layout)) (a : layout) (tiler : (list layout)) : layout :=
  (make_layout_layout_layout (fst (gathered split a tiler)) (snd (gathered split a tiler))).
Definition zipped_ok (split : (layout -> layout -> layout)) (split_ok : (layout -> layout -> bool)) (a : layout) (tiler : (list layout)) : bool :=
  ((require_reached_ok a tiler) && (((gathered_ok split split_ok a tiler) && (gathered_ok split split_ok a tiler)) && (make_layout_layout_layout_ok (fst (gathered split a tiler)) (snd (gathered split a tiler))))).

(* spec/divide.py: zipped_divide *)
Definition zipped_divide (a : layout) (tiler : (list layout)) : layout :=
  (zipped (fun a0 a1 => (divide a0 a1)) a tiler).
Definition zipped_divide_ok (a : layout) (tiler : (list layout)) : bool :=
  (zipped_ok (fun a0 a1 => (divide a0 a1)) (fun a0 a1 => (divide_ok a0 a1)) a tiler).

(* spec/divide.py: tiled_divide *)
Definition tiled_divide (a : layout) (tiler : (list layout)) : layout :=
  (match (Layout_iter (zipped_divide a tiler)) with
  | [tile; rest] => (prepend rest tile)
  | _ => no_layout end).
Definition tiled_divide_ok (a : layout) (tiler : (list layout)) : bool :=
  ((zipped_divide_ok a tiler) && ((Layout_iter_ok (zipped_divide a tiler)) && (match (Layout_iter (zipped_divide a tiler)) with
  | [tile; rest] => (prepend_ok rest tile)
  | _ => false end))).

(* spec/divide.py: flat_divide *)
Definition flat_divide (a : layout) (tiler : (list layout)) : layout :=
  (match (Layout_iter (zipped_divide a tiler)) with
  | [tile; rest] => (side_by_side tile rest)
  | _ => no_layout end).
Definition flat_divide_ok (a : layout) (tiler : (list layout)) : bool :=
  ((zipped_divide_ok a tiler) && ((Layout_iter_ok (zipped_divide a tiler)) && (match (Layout_iter (zipped_divide a tiler)) with
  | [tile; rest] => (side_by_side_ok tile rest)
  | _ => false end))).

(* spec/divide.py: divides_evenly *)
Definition divides_evenly_layout (a : layout) (tiler : (list layout)) : bool :=
  (((Z.of_nat (length tiler)) <=? (Layout_rank a)) && (all_short divides_evenly (Layout_iter a) tiler)).
Definition divides_evenly_layout_ok (a : layout) (tiler : (list layout)) : bool :=
  ((negb ((Z.of_nat (length tiler)) <=? (Layout_rank a))) || ((Layout_iter_ok a) && (all2_ok divides_evenly divides_evenly_ok (Layout_iter a) tiler))).

(* verif/theory/complement/evenly.py: place_in_tiles *)
Definition place_in_tiles (tile : layout) (x : Z) : Z :=
  (let modes := (modes_of tile) in
  ((element_of modes x) + ((Layout_size tile) * (gap_of modes x)))).
Definition place_in_tiles_ok (tile : layout) (x : Z) : bool :=
  ((modes_of_ok tile) && (let modes := (modes_of tile) in
  ((element_of_ok modes x) && (gap_of_ok modes x)))).

(* verif/theory/complement/evenly.py: tiles_of *)
Definition tiles_of (tile : layout) (size_ : Z) : layout :=
  (make_layout_layout_layout tile (complement tile (Leaf size_))).
Definition tiles_of_ok (tile : layout) (size_ : Z) : bool :=
  ((complement_ok tile (Leaf size_)) && (make_layout_layout_layout_ok tile (complement tile (Leaf size_)))).

(* verif/theory/distributivity/condition_1.py: between *)
Fixpoint condition_1_between (modes : (list (Z * Z))) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (condition_1_between rest (w / s)) else ((s mod w) =? 0)) end) end).
Fixpoint condition_1_between_ok (modes : (list (Z * Z))) (w : Z) : bool :=
  (match modes with
  | [] => false
  | (s, _unused) :: rest => (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (condition_1_between_ok rest (w / s))) else (negb (w =? 0)))) end) end).

(* verif/theory/distributivity/condition_1.py: condition_1 *)
Fixpoint condition_1 (modes : (list (Z * Z))) (b : (list (Z * Z))) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (if (x =? 1) then (condition_1 modes rest) else ((condition_1_between modes w) && ((condition_1_between modes (x * w)) && (condition_1 modes rest)))) end).
Fixpoint condition_1_ok (modes : (list (Z * Z))) (b : (list (Z * Z))) : bool :=
  (match b with
  | [] => true
  | (x, w) :: rest => (if (x =? 1) then (condition_1_ok modes rest) else ((condition_1_between_ok modes w) && ((negb (condition_1_between modes w)) || ((condition_1_between_ok modes (x * w)) && ((negb (condition_1_between modes (x * w))) || (condition_1_ok modes rest)))))) end).

(* spec/products.py: logical_product *)
Definition logical_product_layout (block : layout) (tiler : (list layout)) : layout :=
  (by_mode_layout (fun a0 a1 => (repeat a0 a1)) block tiler).
Definition logical_product_layout_ok (block : layout) (tiler : (list layout)) : bool :=
  (by_mode_layout_ok (fun a0 a1 => (repeat a0 a1)) (fun a0 a1 => (repeat_ok a0 a1)) block tiler).

(* spec/products.py: zipped_product *)
Definition zipped_product (block : layout) (tiler : (list layout)) : layout :=
  (zipped (fun a0 a1 => (repeat a0 a1)) block tiler).
Definition zipped_product_ok (block : layout) (tiler : (list layout)) : bool :=
  (zipped_ok (fun a0 a1 => (repeat a0 a1)) (fun a0 a1 => (repeat_ok a0 a1)) block tiler).

(* spec/products.py: tiled_product *)
Definition tiled_product (block : layout) (tiler : (list layout)) : layout :=
  (match (Layout_iter (zipped_product block tiler)) with
  | [blocks; copies] => (prepend copies blocks)
  | _ => no_layout end).
Definition tiled_product_ok (block : layout) (tiler : (list layout)) : bool :=
  ((zipped_product_ok block tiler) && ((Layout_iter_ok (zipped_product block tiler)) && (match (Layout_iter (zipped_product block tiler)) with
  | [blocks; copies] => (prepend_ok copies blocks)
  | _ => false end))).

(* spec/products.py: flat_product *)
Definition flat_product (block : layout) (tiler : (list layout)) : layout :=
  (match (Layout_iter (zipped_product block tiler)) with
  | [blocks; copies] => (side_by_side blocks copies)
  | _ => no_layout end).
Definition flat_product_ok (block : layout) (tiler : (list layout)) : bool :=
  ((zipped_product_ok block tiler) && ((Layout_iter_ok (zipped_product block tiler)) && (match (Layout_iter (zipped_product block tiler)) with
  | [blocks; copies] => (side_by_side_ok blocks copies)
  | _ => false end))).

(* verif/theory/linear/points.py: all_powers *)
Fixpoint all_powers (sizes : (list Z)) : bool :=
  (match sizes with
  | [] => true
  | first :: rest => ((1 <=? first) && (((Z.land first (first - 1)) =? 0) && (all_powers rest))) end).

(* spec/steps.py: powers_of_two *)
Fixpoint powers_of_two (modes : (list (Z * Z))) : bool :=
  (match modes with
  | [] => true
  | first :: rest => (let s := (fst first) in
  (((Z.land s (s - 1)) =? 0) && (powers_of_two rest))) end).

(* spec/steps.py: steps_of *)
Fixpoint steps_of_f (fuel : nat) (modes : (list (Z * Z))) : (list Z) :=
  match fuel with O => [] | S fuel =>
  (match modes with
  | [] => []
  | (s, d) :: rest => (if (s =? 1) then (steps_of_f fuel rest) else (d :: (steps_of_f fuel (((s / 2), (2 * d)) :: rest)))) end) end.
Definition steps_of (modes : (list (Z * Z))) : (list Z) :=
  steps_of_f (S (length modes + list_sum (map (fun '(x, _) => Z.to_nat x) modes))) modes.
Fixpoint steps_of_ok_f (fuel : nat) (modes : (list (Z * Z))) : bool :=
  match fuel with O => false | S fuel =>
  (match modes with
  | [] => true
  | (s, d) :: rest => (if (s =? 1) then (steps_of_ok_f fuel rest) else (steps_of_ok_f fuel (((s / 2), (2 * d)) :: rest))) end) end.
Definition steps_of_ok (modes : (list (Z * Z))) : bool :=
  steps_of_ok_f (S (length modes + list_sum (map (fun '(x, _) => Z.to_nat x) modes))) modes.

(* verif/readings/terminals.py: extent *)
Fixpoint extent (sizes : (list Z)) : Z :=
  (match sizes with
  | [] => 1
  | first :: rest => (first * (extent rest)) end).

(* verif/theory/linear/points.py: all_below *)
Fixpoint all_below (steps : (list Z)) (n : Z) : bool :=
  (match steps with
  | [] => true
  | first :: rest => (((0 <=? first) && (first <? n)) && (all_below rest n)) end).

(* spec/thread_value.py: points_of_steps *)
Fixpoint points_of_steps (steps : (list Z)) (sizes : (list Z)) : (list (list Z)) :=
  (match steps with
  | [] => []
  | first :: rest => ((digits first sizes) :: (points_of_steps rest sizes)) end).
Fixpoint points_of_steps_ok (steps : (list Z)) (sizes : (list Z)) : bool :=
  (match steps with
  | [] => true
  | first :: rest => ((digits_ok first sizes) && (points_of_steps_ok rest sizes)) end).

(* spec/thread_value.py: points_of_layout *)
Definition points_of_layout (layout_ : layout) (sizes : (list Z)) : (list (list Z)) :=
  (points_of_steps (steps_of (modes_of layout_)) sizes).
Definition points_of_layout_ok (layout_ : layout) (sizes : (list Z)) : bool :=
  (((modes_of_ok layout_) && (steps_of_ok (modes_of layout_))) && (points_of_steps_ok (steps_of (modes_of layout_)) sizes)).

(* verif/claims/threads.py: points_of *)
Definition points_of (layout_ : layout) (sizes : (list Z)) : (list (list Z)) :=
  (points_of_layout layout_ sizes).
Definition points_of_ok (layout_ : layout) (sizes : (list Z)) : bool :=
  (points_of_layout_ok layout_ sizes).

(* spec/thread_value.py: steps_of_points *)
Fixpoint steps_of_points (points : (list (list Z))) (sizes : (list Z)) : (list Z) :=
  (match points with
  | [] => []
  | first :: rest => ((counted first sizes) :: (steps_of_points rest sizes)) end).
Fixpoint steps_of_points_ok (points : (list (list Z))) (sizes : (list Z)) : bool :=
  (match points with
  | [] => true
  | first :: rest => ((counted_ok first sizes) && (steps_of_points_ok rest sizes)) end).

(* spec/steps.py: in_turn *)
Fixpoint in_turn (steps : (list Z)) (others : (list Z)) : (list Z) :=
  (match steps with
  | [] => others
  | first :: rest => (first :: (in_turn rest others)) end).

(* spec/steps.py: met_by *)
Fixpoint met_by (step : Z) (steps : (list Z)) : Z :=
  (match steps with
  | [] => 0
  | first :: rest => (if (negb ((Z.land step first) =? 0)) then 1 else (2 * (met_by step rest))) end).

(* spec/steps.py: meeting *)
Fixpoint meeting (steps : (list Z)) : (Z * Z) :=
  (match steps with
  | [] => (0, 0)
  | first :: rest => (let met := (met_by first rest) in
  (if (negb (met =? 0)) then (1, (2 * met)) else (let '(i, j) := (meeting rest) in
  ((2 * i), (2 * j))))) end).

(* spec/thread_value.py: xored *)
Fixpoint xored (point : (list Z)) (other : (list Z)) : (list Z) :=
  (match point with
  | [] => []
  | first :: rest => (match other with
  | [] => []
  | first2 :: rest2 => ((Z.lxor first first2) :: (xored rest rest2)) end) end).
Fixpoint xored_ok (point : (list Z)) (other : (list Z)) : bool :=
  (match point with
  | [] => true
  | first :: rest => (match other with
  | [] => false
  | first2 :: rest2 => (xored_ok rest rest2) end) end).

(* spec/thread_value.py: xor_of_points *)
Fixpoint xor_of_points (points : (list (list Z))) (x : Z) (sizes : (list Z)) : (list Z) :=
  (match points with
  | [] => (digits 0 sizes)
  | first :: rest => (let rest2 := (xor_of_points rest (x / 2) sizes) in
  (if (negb ((x mod 2) =? 0)) then (xored first rest2) else rest2)) end).
Fixpoint xor_of_points_ok (points : (list (list Z))) (x : Z) (sizes : (list Z)) : bool :=
  (match points with
  | [] => (digits_ok 0 sizes)
  | first :: rest => ((xor_of_points_ok rest (x / 2) sizes) && (let rest2 := (xor_of_points rest (x / 2) sizes) in
  (if (negb ((x mod 2) =? 0)) then (xored_ok first rest2) else true))) end).

(* spec/steps.py: modes_of_steps *)
Fixpoint modes_of_steps (steps : (list Z)) : (list (Z * Z)) :=
  (match steps with
  | [] => []
  | first :: rest => (let rest2 := (modes_of_steps rest) in
  (match rest2 with
  | [] => ((2, first) :: [])
  | first2 :: rest3 => (if ((snd first2) =? (2 * first)) then (((2 * (fst first2)), first) :: rest3) else ((2, first) :: rest2)) end)) end).

(* spec/thread_value.py: thread_value *)
Definition thread_value (lanes : (list (list Z))) (warps : (list (list Z))) (blocks : (list (list Z))) (registers : (list (list Z))) (sizes : (list Z)) : layout :=
  (let threads := (in_turn (steps_of_points lanes sizes) (in_turn (steps_of_points warps sizes) (steps_of_points blocks sizes))) in
  (let values := (steps_of_points registers sizes) in
  (make_layout_layout_layout (layout_of (modes_of_steps threads)) (layout_of (modes_of_steps values))))).
Definition thread_value_ok (lanes : (list (list Z))) (warps : (list (list Z))) (blocks : (list (list Z))) (registers : (list (list Z))) (sizes : (list Z)) : bool :=
  (((steps_of_points_ok lanes sizes) && ((steps_of_points_ok warps sizes) && (steps_of_points_ok blocks sizes))) && (let threads := (in_turn (steps_of_points lanes sizes) (in_turn (steps_of_points warps sizes) (steps_of_points blocks sizes))) in
  ((steps_of_points_ok registers sizes) && (let values := (steps_of_points registers sizes) in
  (((layout_of_ok (modes_of_steps threads)) && (layout_of_ok (modes_of_steps values))) && (make_layout_layout_layout_ok (layout_of (modes_of_steps threads)) (layout_of (modes_of_steps values)))))))).

(* spec/thread_value.py: lowest_points *)
Fixpoint lowest_points (points : (list (list Z))) (count : Z) : (list (list Z)) :=
  (match points with
  | [] => []
  | first :: rest => (if (count <=? 1) then [] else (first :: (lowest_points rest (count / 2)))) end).

(* spec/thread_value.py: other_points *)
Fixpoint other_points (points : (list (list Z))) (count : Z) : (list (list Z)) :=
  (match points with
  | [] => []
  | first :: rest => (if (count <=? 1) then points else (other_points rest (count / 2))) end).

(* verif/theory/linear/steps.py: number_of_sums *)
Fixpoint number_of_sums (steps : (list Z)) : Z :=
  (match steps with
  | [] => 1
  | first :: rest => (2 * (number_of_sums rest)) end).

(* spec/conversions.py: differences *)
Fixpoint differences (columns : (list Z)) (others : (list Z)) : (list Z) :=
  (match columns with
  | [] => others
  | first :: rest => (match others with
  | [] => columns
  | first2 :: rest2 => ((Z.lxor first first2) :: (differences rest rest2)) end) end).

(* spec/conversions.py: needed *)
Definition needed (registers : (list Z)) (threads : (list Z)) (source : (list Z)) : (list Z) :=
  (in_turn registers (differences threads source)).

(* spec/xors.py: xor_of *)
Fixpoint xor_of (columns : (list Z)) (x : Z) : Z :=
  (match columns with
  | [] => 0
  | first :: rest => (Z.lxor ((x mod 2) * first) (xor_of rest (x / 2))) end).

(* spec/xors.py: lowest *)
Definition lowest (x : Z) : Z :=
  (x - (Z.land x (x - 1))).

(* spec/xors.py: without *)
Definition without (x : Z) (pivot : Z) (bit : Z) : Z :=
  (if (negb ((Z.land x bit) =? 0)) then (Z.lxor x pivot) else x).

(* spec/xors.py: freed *)
Fixpoint freed (columns : (list Z)) (pivot : Z) (bit : Z) : (list Z) :=
  (match columns with
  | [] => []
  | first :: rest => ((without first pivot bit) :: (freed rest pivot bit)) end).

(* spec/xors.py: preimage *)
Fixpoint preimage_f (fuel : nat) (columns : (list Z)) (value_ : Z) : Z :=
  match fuel with O => 0 | S fuel =>
  (match columns with
  | [] => 0
  | pivot :: rest => (if (pivot =? 0) then (2 * (preimage_f fuel rest value_)) else (let bit := (lowest pivot) in
  (let x := (preimage_f fuel (freed rest pivot bit) (without value_ pivot bit)) in
  (if ((xor_of rest x) =? value_) then (2 * x) else (1 + (2 * x)))))) end) end.
Definition preimage (columns : (list Z)) (value_ : Z) : Z :=
  preimage_f (S (length columns)) columns value_.
Fixpoint preimage_ok_f (fuel : nat) (columns : (list Z)) (value_ : Z) : bool :=
  match fuel with O => false | S fuel =>
  (match columns with
  | [] => true
  | pivot :: rest => (if (pivot =? 0) then (preimage_ok_f fuel rest value_) else (let bit := (lowest pivot) in
  (preimage_ok_f fuel (freed rest pivot bit) (without value_ pivot bit)))) end) end.
Definition preimage_ok (columns : (list Z)) (value_ : Z) : bool :=
  preimage_ok_f (S (length columns)) columns value_.

(* spec/conversions.py: first_beyond *)
Fixpoint first_beyond (columns : (list Z)) (needs : (list Z)) : Z :=
  (match needs with
  | [] => 0
  | first :: rest => (if (negb ((xor_of columns (preimage columns first)) =? first)) then 1 else (2 * (first_beyond columns rest))) end).
Fixpoint first_beyond_ok (columns : (list Z)) (needs : (list Z)) : bool :=
  (match needs with
  | [] => true
  | first :: rest => ((preimage_ok columns first) && (if (negb ((xor_of columns (preimage columns first)) =? first)) then true else (first_beyond_ok columns rest))) end).

(* spec/conversions.py: preimages *)
Fixpoint preimages (columns : (list Z)) (needs : (list Z)) : (list Z) :=
  (match needs with
  | [] => []
  | first :: rest => ((preimage columns first) :: (preimages columns rest)) end).
Fixpoint preimages_ok (columns : (list Z)) (needs : (list Z)) : bool :=
  (match needs with
  | [] => true
  | first :: rest => ((preimage_ok columns first) && (preimages_ok columns rest)) end).

(* spec/linear.py: _require_powers_of_two *)
Definition _require_powers_of_two_ok (modes : (list (Z * Z))) : bool :=
  (if (powers_of_two modes) then true else (match modes with
  | [] => (forallb (fun '(s, _) => ((Z.land s (s - 1)) =? 0)) ([] : (list (Z * Z))))
  | first :: rest => (forallb (fun '(s, _) => ((Z.land s (s - 1)) =? 0)) modes) end)).

(* spec/linear.py: meeting_steps *)
Definition meeting_steps (layout_ : layout) : (option (Z * Z)) :=
  (let modes := (modes_of layout_) in
  (let '(i, j) := (meeting (steps_of modes)) in
  (if (negb (i =? 0)) then (Some (i, j)) else None))).
Definition meeting_steps_ok (layout_ : layout) : bool :=
  ((modes_of_ok layout_) && (let modes := (modes_of layout_) in
  ((_require_powers_of_two_ok modes) && (steps_of_ok modes)))).

(* spec/xors.py: has *)
Definition has (x : Z) (bit : Z) : Z :=
  (if (negb ((Z.land x bit) =? 0)) then 1 else 0).

(* spec/xors.py: lifted *)
Fixpoint lifted (numbers : (list Z)) (rest : (list Z)) (bit : Z) : (list Z) :=
  (match numbers with
  | [] => []
  | first :: rest2 => (((has (xor_of rest first) bit) + (2 * first)) :: (lifted rest2 rest bit)) end).

(* spec/xors.py: kernel_of *)
Fixpoint kernel_of_f (fuel : nat) (columns : (list Z)) : (list Z) :=
  match fuel with O => [] | S fuel =>
  (match columns with
  | [] => []
  | pivot :: rest => (if (pivot =? 0) then (1 :: (lifted (kernel_of_f fuel rest) rest 1)) else (let bit := (lowest pivot) in
  (lifted (kernel_of_f fuel (freed rest pivot bit)) rest bit))) end) end.
Definition kernel_of (columns : (list Z)) : (list Z) :=
  kernel_of_f (S (length columns)) columns.
Fixpoint kernel_of_ok_f (fuel : nat) (columns : (list Z)) : bool :=
  match fuel with O => false | S fuel =>
  (match columns with
  | [] => true
  | pivot :: rest => (if (pivot =? 0) then (kernel_of_ok_f fuel rest) else (let bit := (lowest pivot) in
  (kernel_of_ok_f fuel (freed rest pivot bit)))) end) end.
Definition kernel_of_ok (columns : (list Z)) : bool :=
  kernel_of_ok_f (S (length columns)) columns.

(* verif/theory/linear/kernels.py: takers *)
Fixpoint takers_f (fuel : nat) (columns : (list Z)) (value_ : Z) (n : Z) : Z :=
  match fuel with O => 0 | S fuel =>
  (if (n <=? 0) then 0 else (let one := (if ((xor_of columns (n - 1)) =? value_) then 1 else 0) in
  ((takers_f fuel columns value_ (n - 1)) + one))) end.
Definition takers (columns : (list Z)) (value_ : Z) (n : Z) : Z :=
  takers_f (S (Z.to_nat n)) columns value_ n.
Fixpoint takers_ok_f (fuel : nat) (columns : (list Z)) (value_ : Z) (n : Z) : bool :=
  match fuel with O => false | S fuel =>
  (if (n <=? 0) then true else (let one := (if ((xor_of columns (n - 1)) =? value_) then 1 else 0) in
  (takers_ok_f fuel columns value_ (n - 1)))) end.
Definition takers_ok (columns : (list Z)) (value_ : Z) (n : Z) : bool :=
  takers_ok_f (S (Z.to_nat n)) columns value_ n.

(* spec/memory/multiples.py: taker *)
Fixpoint taker_f (fuel : nat) (columns : (list Z)) (n : Z) (y : Z) : Z :=
  match fuel with O => 0 | S fuel =>
  (match columns with
  | [] => 0
  | pivot :: rest => (if (pivot =? 0) then (2 * (taker_f fuel rest n y)) else (let bit := (lowest pivot) in
  (let others := (freed rest pivot bit) in
  (if (negb ((Z.land pivot (n - 1)) =? 0)) then (let x := (taker_f fuel others n y) in
  ((has (xor_of rest x) bit) + (2 * x))) else (let x := (taker_f fuel others n (y / 2)) in
  (((y + (has (xor_of rest x) bit)) mod 2) + (2 * x))))))) end) end.
Definition taker (columns : (list Z)) (n : Z) (y : Z) : Z :=
  taker_f (S (length columns)) columns n y.
Fixpoint taker_ok_f (fuel : nat) (columns : (list Z)) (n : Z) (y : Z) : bool :=
  match fuel with O => false | S fuel =>
  (match columns with
  | [] => true
  | pivot :: rest => (if (pivot =? 0) then (taker_ok_f fuel rest n y) else (let bit := (lowest pivot) in
  (let others := (freed rest pivot bit) in
  (if (negb ((Z.land pivot (n - 1)) =? 0)) then (taker_ok_f fuel others n y) else (taker_ok_f fuel others n (y / 2)))))) end) end.
Definition taker_ok (columns : (list Z)) (n : Z) (y : Z) : bool :=
  taker_ok_f (S (length columns)) columns n y.

(* spec/memory/multiples.py: multiples *)
Fixpoint multiples_f (fuel : nat) (columns : (list Z)) (n : Z) : (list Z) :=
  match fuel with O => [] | S fuel =>
  (match columns with
  | [] => []
  | pivot :: rest => (if (pivot =? 0) then (multiples_f fuel rest n) else (let found := (multiples_f fuel (freed rest pivot (lowest pivot)) n) in
  (if (negb ((Z.land pivot (n - 1)) =? 0)) then found else (pivot :: found)))) end) end.
Definition multiples (columns : (list Z)) (n : Z) : (list Z) :=
  multiples_f (S (length columns)) columns n.
Fixpoint multiples_ok_f (fuel : nat) (columns : (list Z)) (n : Z) : bool :=
  match fuel with O => false | S fuel =>
  (match columns with
  | [] => true
  | pivot :: rest => (if (pivot =? 0) then (multiples_ok_f fuel rest n) else (multiples_ok_f fuel (freed rest pivot (lowest pivot)) n)) end) end.
Definition multiples_ok (columns : (list Z)) (n : Z) : bool :=
  multiples_ok_f (S (length columns)) columns n.

(* verif/theory/linear/multiples.py: place_of *)
Fixpoint place_of_f (fuel : nat) (columns : (list Z)) (n : Z) (x : Z) : Z :=
  match fuel with O => 0 | S fuel =>
  (match columns with
  | [] => 0
  | pivot :: rest => (if (pivot =? 0) then (place_of_f fuel rest n (x / 2)) else (let bit := (lowest pivot) in
  (let y := (place_of_f fuel (freed rest pivot bit) n (x / 2)) in
  (if ((Z.land pivot (n - 1)) =? 0) then (((x + (has (xor_of rest (x / 2)) bit)) mod 2) + (2 * y)) else y)))) end) end.
Definition place_of (columns : (list Z)) (n : Z) (x : Z) : Z :=
  place_of_f (S (length columns)) columns n x.
Fixpoint place_of_ok_f (fuel : nat) (columns : (list Z)) (n : Z) (x : Z) : bool :=
  match fuel with O => false | S fuel =>
  (match columns with
  | [] => true
  | pivot :: rest => (if (pivot =? 0) then (place_of_ok_f fuel rest n (x / 2)) else (let bit := (lowest pivot) in
  (place_of_ok_f fuel (freed rest pivot bit) n (x / 2)))) end) end.
Definition place_of_ok (columns : (list Z)) (n : Z) (x : Z) : bool :=
  place_of_ok_f (S (length columns)) columns n x.

(* spec/memory/turns.py: in_bank *)
Fixpoint in_bank (words : (list Z)) (banks : Z) (bank : Z) : Z :=
  (match words with
  | [] => 0
  | first :: rest => ((if ((first mod banks) =? bank) then 1 else 0) + (in_bank rest banks bank)) end).
Fixpoint in_bank_ok (words : (list Z)) (banks : Z) (bank : Z) : bool :=
  (match words with
  | [] => true
  | first :: rest => ((negb (banks =? 0)) && (in_bank_ok rest banks bank)) end).

(* spec/memory/turns.py: fewest_turns *)
Fixpoint fewest_turns (words : (list Z)) (banks : Z) : Z :=
  (match words with
  | [] => 0
  | first :: rest => (let here := (1 + (in_bank rest banks (first mod banks))) in
  (Z.max here (fewest_turns rest banks))) end).
Fixpoint fewest_turns_ok (words : (list Z)) (banks : Z) : bool :=
  (match words with
  | [] => true
  | first :: rest => (((negb (banks =? 0)) && (in_bank_ok rest banks (first mod banks))) && (let here := (1 + (in_bank rest banks (first mod banks))) in
  (fewest_turns_ok rest banks))) end).

(* spec/memory/turns.py: turns *)
Fixpoint turns (words : (list Z)) (banks : Z) : (list Z) :=
  (match words with
  | [] => []
  | first :: rest => ((in_bank rest banks (first mod banks)) :: (turns rest banks)) end).
Fixpoint turns_ok (words : (list Z)) (banks : Z) : bool :=
  (match words with
  | [] => true
  | first :: rest => (((negb (banks =? 0)) && (in_bank_ok rest banks (first mod banks))) && (turns_ok rest banks)) end).

(* verif/theory/linear/turns.py: is_free *)
Fixpoint is_free (bank : Z) (turn : Z) (words : (list Z)) (given : (list Z)) (banks : Z) : bool :=
  (match words with
  | [] => true
  | first :: rest => (match given with
  | [] => true
  | first2 :: rest2 => (let taken := (((first mod banks) =? bank) && (first2 =? turn)) in
  ((negb taken) && (is_free bank turn rest rest2 banks))) end) end).
Fixpoint is_free_ok (bank : Z) (turn : Z) (words : (list Z)) (given : (list Z)) (banks : Z) : bool :=
  (match words with
  | [] => true
  | first :: rest => (match given with
  | [] => true
  | first2 :: rest2 => ((negb (banks =? 0)) && (let taken := (((first mod banks) =? bank) && (first2 =? turn)) in
  (taken || (is_free_ok bank turn rest rest2 banks)))) end) end).

(* verif/theory/linear/turns.py: serves *)
Fixpoint serves (words : (list Z)) (given : (list Z)) (banks : Z) (k : Z) : bool :=
  (match words with
  | [] => (match given with
  | [] => true
  | first :: rest => false end)
  | first :: rest => (match given with
  | [] => false
  | first2 :: rest2 => (((0 <=? first2) && (first2 <? k)) && ((is_free (first mod banks) first2 rest rest2 banks) && (serves rest rest2 banks k))) end) end).
Fixpoint serves_ok (words : (list Z)) (given : (list Z)) (banks : Z) (k : Z) : bool :=
  (match words with
  | [] => true
  | first :: rest => (match given with
  | [] => true
  | first2 :: rest2 => ((negb ((0 <=? first2) && (first2 <? k))) || (((negb (banks =? 0)) && (is_free_ok (first mod banks) first2 rest rest2 banks)) && ((negb (is_free (first mod banks) first2 rest rest2 banks)) || (serves_ok rest rest2 banks k)))) end) end).

(* verif/theory/linear/in_banks.py: words_of *)
Fixpoint words_of_f (fuel : nat) (columns : (list Z)) (n : Z) : (list Z) :=
  match fuel with O => [] | S fuel =>
  (if (n <=? 0) then [] else ((xor_of columns (n - 1)) :: (words_of_f fuel columns (n - 1)))) end.
Definition words_of (columns : (list Z)) (n : Z) : (list Z) :=
  words_of_f (S (Z.to_nat n)) columns n.
Fixpoint words_of_ok_f (fuel : nat) (columns : (list Z)) (n : Z) : bool :=
  match fuel with O => false | S fuel =>
  (if (n <=? 0) then true else (words_of_ok_f fuel columns (n - 1))) end.
Definition words_of_ok (columns : (list Z)) (n : Z) : bool :=
  words_of_ok_f (S (Z.to_nat n)) columns n.

(* spec/xla/position.py: index_of *)
Fixpoint index_of (number : Z) (dims : (list Z)) : (list Z) :=
  (match dims with
  | [] => []
  | first :: rest => (let first2 := (number / (product (Tuple (map Leaf rest)))) in
  (let rest2 := (number mod (product (Tuple (map Leaf rest)))) in
  (first2 :: (index_of rest2 rest)))) end).
Fixpoint index_of_ok (number : Z) (dims : (list Z)) : bool :=
  (match dims with
  | [] => true
  | first :: rest => (((negb ((product (Tuple (map Leaf rest))) =? 0)) && (negb ((product (Tuple (map Leaf rest))) =? 0))) && (let first2 := (number / (product (Tuple (map Leaf rest)))) in
  (let rest2 := (number mod (product (Tuple (map Leaf rest)))) in
  (index_of_ok rest2 rest)))) end).

(* verif/readings/orders.py: entry_of *)
Fixpoint entry_of (numbers : (list Z)) (k : Z) : Z :=
  (match numbers with
  | [] => 0
  | first :: rest => (if (k =? 0) then first else (entry_of rest (k - 1))) end).

(* verif/readings/orders.py: picked *)
Fixpoint picked (index : (list Z)) (dims : (list Z)) (order : (list Z)) : (list (Z * Z)) :=
  (match order with
  | [] => []
  | first :: rest => (((entry_of index first), (entry_of dims first)) :: (picked index dims rest)) end).

(* verif/theory/arrays/memory.py: position_of *)
Definition position_of (number : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) : Z :=
  (row (tiled_by (picked (index_of number dims) dims order) tiles)).
Definition position_of_ok (number : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) : bool :=
  ((index_of_ok number dims) && (tiled_by_ok (picked (index_of number dims) dims order) tiles)).

(* verif/theory/arrays/memory.py: held_at *)
Fixpoint memory_held_at_f (fuel : nat) (place : Z) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) : Z :=
  match fuel with O => 0 | S fuel =>
  (if (n <=? 0) then (- 1) else (if ((position_of (n - 1) dims order tiles) =? place) then (n - 1) else (memory_held_at_f fuel place (n - 1) dims order tiles))) end.
Definition memory_held_at (place : Z) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) : Z :=
  memory_held_at_f (S (Z.to_nat n)) place n dims order tiles.
Fixpoint memory_held_at_ok_f (fuel : nat) (place : Z) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) : bool :=
  match fuel with O => false | S fuel =>
  (if (n <=? 0) then true else ((position_of_ok (n - 1) dims order tiles) && (if ((position_of (n - 1) dims order tiles) =? place) then true else (memory_held_at_ok_f fuel place (n - 1) dims order tiles)))) end.
Definition memory_held_at_ok (place : Z) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) : bool :=
  memory_held_at_ok_f (S (Z.to_nat n)) place n dims order tiles.

(* verif/theory/arrays/memory.py: misread *)
Fixpoint misread_f (fuel : nat) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : Z :=
  match fuel with O => 0 | S fuel =>
  (if (n <=? 0) then 0 else (let place := (position_of (n - 1) read read_order read_tiles) in
  (let one := (if ((memory_held_at place (extent dims) dims order tiles) =? (n - 1)) then 0 else 1) in
  ((misread_f fuel (n - 1) dims order tiles read read_order read_tiles) + one)))) end.
Definition misread (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : Z :=
  misread_f (S (Z.to_nat n)) n dims order tiles read read_order read_tiles.
Fixpoint misread_ok_f (fuel : nat) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : bool :=
  match fuel with O => false | S fuel =>
  (if (n <=? 0) then true else ((position_of_ok (n - 1) read read_order read_tiles) && (let place := (position_of (n - 1) read read_order read_tiles) in
  ((memory_held_at_ok place (extent dims) dims order tiles) && (let one := (if ((memory_held_at place (extent dims) dims order tiles) =? (n - 1)) then 0 else 1) in
  (misread_ok_f fuel (n - 1) dims order tiles read read_order read_tiles)))))) end.
Definition misread_ok (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : bool :=
  misread_ok_f (S (Z.to_nat n)) n dims order tiles read read_order read_tiles.

(* verif/theory/arrays/memory.py: moved *)
Fixpoint moved_f (fuel : nat) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : Z :=
  match fuel with O => 0 | S fuel =>
  (if (n <=? 0) then 0 else (let place := (position_of (n - 1) read read_order read_tiles) in
  (let one := (if (place =? (position_of (n - 1) dims order tiles)) then 0 else 1) in
  ((moved_f fuel (n - 1) dims order tiles read read_order read_tiles) + one)))) end.
Definition moved (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : Z :=
  moved_f (S (Z.to_nat n)) n dims order tiles read read_order read_tiles.
Fixpoint moved_ok_f (fuel : nat) (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : bool :=
  match fuel with O => false | S fuel =>
  (if (n <=? 0) then true else ((position_of_ok (n - 1) read read_order read_tiles) && (let place := (position_of (n - 1) read read_order read_tiles) in
  ((position_of_ok (n - 1) dims order tiles) && (let one := (if (place =? (position_of (n - 1) dims order tiles)) then 0 else 1) in
  (moved_ok_f fuel (n - 1) dims order tiles read read_order read_tiles)))))) end.
Definition moved_ok (n : Z) (dims : (list Z)) (order : (list Z)) (tiles : (list (list Z))) (read : (list Z)) (read_order : (list Z)) (read_tiles : (list (list Z))) : bool :=
  moved_ok_f (S (Z.to_nat n)) n dims order tiles read read_order read_tiles.

(* spec/xla/places.py: minor_first *)
Fixpoint minor_first (index : (list Z)) (bounds : (list Z)) (turned : (list (Z * Z))) : (list (Z * Z)) :=
  (match index with
  | [] => turned
  | first :: rest => (match bounds with
  | [] => []
  | first2 :: rest2 => (minor_first rest rest2 ((first, first2) :: turned)) end) end).
Fixpoint minor_first_ok (index : (list Z)) (bounds : (list Z)) (turned : (list (Z * Z))) : bool :=
  (match index with
  | [] => true
  | first :: rest => (match bounds with
  | [] => false
  | first2 :: rest2 => (minor_first_ok rest rest2 ((first, first2) :: turned)) end) end).

(* spec/xla/places.py: places *)
Definition places (index : (list Z)) (bounds : (list Z)) : (list (Z * Z)) :=
  (minor_first index bounds []).
Definition places_ok (index : (list Z)) (bounds : (list Z)) : bool :=
  ((require_index_ok index bounds) && (minor_first_ok index bounds [])).

(* spec/xla/places.py: corner *)
Fixpoint corner (bounds : (list Z)) (turned : (list (Z * Z))) : (list (Z * Z)) :=
  (match bounds with
  | [] => turned
  | first :: rest => (corner rest ((0, first) :: turned)) end).

(* spec/xla/places.py: linear_index *)
Definition places_linear_index (index : (list Z)) (bounds : (list Z)) : Z :=
  (row (places index bounds)).
Definition places_linear_index_ok (index : (list Z)) (bounds : (list Z)) : bool :=
  (places_ok index bounds).

(* spec/xla/cute.py: row_major_layout *)
Definition row_major_layout (bounds : (list Z)) : layout :=
  (layout_of (row_major (corner bounds []) 1)).
Definition row_major_layout_ok (bounds : (list Z)) : bool :=
  (layout_of_ok (row_major (corner bounds []) 1)).

(* verif/theory/arrays/whole_tiles.py: rounded_up *)
Fixpoint rounded_up (bounds : (list Z)) (sizes : (list Z)) : (list Z) :=
  (match bounds with
  | [] => []
  | first :: rest => (match sizes with
  | [] => []
  | first2 :: rest2 => (((ceil_div first first2) * first2) :: (rounded_up rest rest2)) end) end).
Fixpoint rounded_up_ok (bounds : (list Z)) (sizes : (list Z)) : bool :=
  (match bounds with
  | [] => true
  | first :: rest => (match sizes with
  | [] => false
  | first2 :: rest2 => ((ceil_div_ok first first2) && (rounded_up_ok rest rest2)) end) end).

(* spec/xla/tiling.py: sides *)
Definition sides_ (tile : (list Z)) : (list Z) :=
  (match tile with
  | [] => (rev [])
  | first :: rest => (rev tile) end).
Definition sides__ok (tile : (list Z)) : bool :=
  (match tile with
  | [] => (forallb (fun t => (negb (t <? 1))) ([] : (list Z)))
  | first :: rest => (forallb (fun t => (negb (t <? 1))) tile) end).

(* spec/xla/tiling.py: linear_index_with_tile *)
Definition linear_index_with_tile (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) : Z :=
  (row (tiled_by (places index bounds) [(sides_ tiles_0)])).
Definition linear_index_with_tile_ok (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) : bool :=
  (((places_ok index bounds) && (sides__ok tiles_0)) && (tiled_by_ok (places index bounds) [(sides_ tiles_0)])).

(* spec/xla/cute.py: tile_layout *)
Definition tile_layout (bounds : (list Z)) (tile : (list Z)) : layout :=
  (if (negb ((Z.of_nat (length tile)) =? (Z.of_nat (length bounds)))) then no_layout else (layout_in_tiles (covered (corner bounds []) (sides_ tile)))).
Definition tile_layout_ok (bounds : (list Z)) (tile : (list Z)) : bool :=
  (if (negb ((Z.of_nat (length tile)) =? (Z.of_nat (length bounds)))) then false else (((sides__ok tile) && (covered_ok (corner bounds []) (sides_ tile))) && (layout_in_tiles_ok (covered (corner bounds []) (sides_ tile))))).

(* spec/xla/reshaping.py: pad_reshape_transpose *)
Definition pad_reshape_transpose (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) : Z :=
  (row (reshaped_by (places index bounds) [(sides_ tiles_0)])).
Definition pad_reshape_transpose_ok (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) : bool :=
  (((places_ok index bounds) && (sides__ok tiles_0)) && (reshaped_by_ok (places index bounds) [(sides_ tiles_0)])).

(* spec/xla/tiling.py: linear_index_with_tile *)
Definition linear_index_with_tile_ (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : Z :=
  (row (tiled_by (places index bounds) [(sides_ tiles_0); (sides_ tiles_1)])).
Definition linear_index_with_tile__ok (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : bool :=
  (((places_ok index bounds) && ((sides__ok tiles_0) && (sides__ok tiles_1))) && (tiled_by_ok (places index bounds) [(sides_ tiles_0); (sides_ tiles_1)])).

(* spec/xla/reshaping.py: pad_reshape_transpose *)
Definition pad_reshape_transpose_ (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : Z :=
  (row (reshaped_by (places index bounds) [(sides_ tiles_0); (sides_ tiles_1)])).
Definition pad_reshape_transpose__ok (index : (list Z)) (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : bool :=
  (((places_ok index bounds) && ((sides__ok tiles_0) && (sides__ok tiles_1))) && (reshaped_by_ok (places index bounds) [(sides_ tiles_0); (sides_ tiles_1)])).

(* spec/xla/places.py: bounds_of *)
Fixpoint bounds_of (point : (list (Z * Z))) (turned : (list Z)) : (list Z) :=
  (match point with
  | [] => turned
  | first :: rest => (bounds_of rest ((snd first) :: turned)) end).

(* spec/xla/tiling.py: tiled_bounds *)
Definition tiled_bounds (bounds : (list Z)) (tiles_0 : (list Z)) : (list Z) :=
  (bounds_of (tiled_by (corner bounds []) [(sides_ tiles_0)]) []).
Definition tiled_bounds_ok (bounds : (list Z)) (tiles_0 : (list Z)) : bool :=
  ((sides__ok tiles_0) && (tiled_by_ok (corner bounds []) [(sides_ tiles_0)])).

(* spec/xla/tiling.py: padded_size *)
Definition padded_size (bounds : (list Z)) (tiles_0 : (list Z)) : Z :=
  (product (Tuple (map Leaf (tiled_bounds bounds tiles_0)))).
Definition padded_size_ok (bounds : (list Z)) (tiles_0 : (list Z)) : bool :=
  (tiled_bounds_ok bounds tiles_0).

(* spec/xla/tiling.py: tiled_bounds *)
Definition tiled_bounds_ (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : (list Z) :=
  (bounds_of (tiled_by (corner bounds []) [(sides_ tiles_0); (sides_ tiles_1)]) []).
Definition tiled_bounds__ok (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : bool :=
  (((sides__ok tiles_0) && (sides__ok tiles_1)) && (tiled_by_ok (corner bounds []) [(sides_ tiles_0); (sides_ tiles_1)])).

(* spec/xla/tiling.py: padded_size *)
Definition padded_size_ (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : Z :=
  (product (Tuple (map Leaf (tiled_bounds_ bounds tiles_0 tiles_1)))).
Definition padded_size__ok (bounds : (list Z)) (tiles_0 : (list Z)) (tiles_1 : (list Z)) : bool :=
  (tiled_bounds__ok bounds tiles_0 tiles_1).
