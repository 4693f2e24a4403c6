(* I2, I2r: a layout has the same value at the natural, the R-D and the 1-D coordinate of a point. The key
   step: split a number into digits for the sizes of the modes, and each digit into digits inside its mode.
   The result is the digits of the number in all sizes, because both count to the same number. *)
Require Import Lib Trees Layouts I1.

Lemma in_bounds_app p : forall k q l, in_bounds p k = true -> in_bounds q l = true -> in_bounds (p ++ q) (k ++ l) = true.
Proof.
  induction p as [|x p IH]; intros [|s k] q l B C; try easy. cbn [app in_bounds] in *. bools.
  rewrite (IH k q l H0 C). both; try easy; [now apply Z.leb_le|now apply Z.ltb_lt].
Qed.
Lemma counted_app p : forall k q l, length p = length k -> counted (p ++ q) (k ++ l) = counted p k + product_of k * counted q l.
Proof.
  induction p as [|x p IH]; intros [|s k] q l L; try discriminate L; [unfold product_of; cbn [app counted fold_right]; lia|]. injection L as L.
  cbn [app counted]. rewrite IH, product_cons by easy. lia.
Qed.

(* c is a coordinate in t with the 1-D coordinate i. *)
Definition point (c t : tree) (i : Z) := require_coordinate_ok c t = true /\ natural_ok c t = true /\
  profile (natural c t) = profile t /\ in_bounds (flatten (natural c t)) (flatten t) = true /\ counted (flatten (natural c t)) (flatten t) = i.

Lemma point_range c t i : point c t i -> 0 <= i < product t.
Proof. intros (_ & _ & _ & B & <-). now apply counted_range. Qed.
Lemma point_digits c t i : point c t i -> flatten (natural c t) = digits i (flatten t).
Proof. intros (_ & _ & _ & B & <-). now rewrite digits_counted. Qed.
Lemma point_offset c t i : require_shape_ok t = true -> point c t i -> crd2idx_ok c t = true /\ crd2idx c t = i.
Proof.
  intros V (R & O & _ & B & E). unfold crd2idx_ok, crd2idx, _offset_ok, _offset. cbv zeta.
  now rewrite V, R, O, counted_defined by now apply in_bounds_length.
Qed.
Lemma point_call L c i : valid L -> point c (layout_shape L) i -> Layout_call_ok L c = true /\ Layout_call L c = extended (modes_of L) i.
Proof.
  intros V P. pose proof (point_digits _ _ _ P) as D. destruct P as (R & O & F & _ & _).
  assert (C : congruent (natural c (layout_shape L)) (layout_stride L) = true).
  { apply congruent_profile. rewrite F. now apply congruent_profile, valid_congruent. }
  pose proof (valid_length L V) as N. destruct (call_parts L c V R) as [-> ->]. unfold inner_product_ok, inner_product.
  rewrite R, O, congruent_defined, C, D, dot_digits, dot_defined by now rewrite ?digits_length. easy.
Qed.

Lemma at_integer t i : Forall (Z.le 1) (flatten t) -> 0 <= i < product t -> point (Leaf i) t i.
Proof.
  intros W I. destruct (digits_in_bounds _ W i I) as [B C].
  destruct (unflatten_integers (digits i (flatten t)) t (digits_length _ _)) as (O & F & P).
  unfold point. cbn [require_coordinate_ok natural_ok natural]. rewrite digits_defined, O, F, P, B, C by easy.
  split; [|easy]. both; [now apply Z.leb_le|now apply Z.ltb_lt].
Qed.
Lemma at_natural t i : Forall (Z.le 1) (flatten t) -> 0 <= i < product t -> point (natural (Leaf i) t) t i.
Proof.
  intros W I. destruct (at_integer t i W I) as (_ & _ & P & B & C).
  destruct (natural_is_own (natural (Leaf i) t) t) as (R & O & N); [now apply congruent_profile|easy|].
  unfold point. now rewrite R, O, N, P, B, C.
Qed.
Lemma at_modes ts : forall p, Forall (Z.le 1) (flatten (Tuple ts)) -> in_bounds p (map product ts) = true ->
  point (Tuple (map Leaf p)) (Tuple ts) (counted p (map product ts)).
Proof.
  induction ts as [|t ts IH]; intros [|x p] W B; try easy. cbn [map in_bounds counted] in *. bools.
  rewrite flatten_cons in W. apply Forall_app in W. destruct W as [W1 W2].
  destruct (at_integer t x W1 (conj H H1)) as (R & O & P & D & C). destruct (IH p W2 H0) as (Rs & Os & Ps & Ds & Cs).
  unfold point. cbn [require_coordinate_ok natural_ok natural modes_in as_many map forall2 map2 length Nat.eqb] in *.
  apply andb_true_iff in Rs, Os. destruct Rs as [L Rs], Os as [_ Os]. rewrite L, R, O, Rs, Os.
  split; [easy|]. split; [easy|]. rewrite !flatten_cons. split; [cbn [profile map] in *; injection Ps as Ps; now rewrite P, Ps|].
  split; [now apply in_bounds_app|]. rewrite counted_app by now apply in_bounds_length. rewrite C, Cs. easy.
Qed.

(* The sizes of the modes, one integer each. *)
Lemma sizes_product t : product (sizes_of_modes t) = product t.
Proof.
  destruct t as [n|ts]; [easy|]. unfold sizes_of_modes, product, product_each. rewrite flat_tree.
  induction ts as [|t ts IH]; [easy|]. cbn [map]. rewrite flatten_cons, product_of_app, <- IH. easy.
Qed.
Lemma sizes_positive t : Forall (Z.le 1) (flatten t) -> Forall (Z.le 1) (flatten (sizes_of_modes t)).
Proof.
  destruct t as [n|ts]; [easy|]. unfold sizes_of_modes, product_each. rewrite flat_tree.
  induction ts as [|t ts IH]; intros W; [constructor|]. rewrite flatten_cons in W. apply Forall_app in W. destruct W as [W1 W2].
  constructor; [now apply product_pos|auto].
Qed.
Lemma flat_profile c ks : profile c = profile (Tuple (map Leaf ks)) -> c = Tuple (map Leaf (flatten c)).
Proof.
  destruct c as [n|cs]; [easy|]. cbn [profile]. intros P. injection P as P. rewrite !map_map in P. cbn in P. f_equal. revert ks P.
  induction cs as [|c cs IH]; intros [|k ks] P; try discriminate P; [easy|]. injection P as Q P. destruct c; [|easy].
  rewrite flatten_cons. cbn. f_equal. now apply (IH ks).
Qed.
Lemma at_rank t c : Forall (Z.le 1) (flatten t) -> congruent c (sizes_of_modes t) = true ->
  in_bounds (flatten c) (flatten (sizes_of_modes t)) = true -> point c t (counted (flatten c) (flatten (sizes_of_modes t))).
Proof.
  intros W C B. apply congruent_profile in C. destruct t as [n|ts].
  - destruct c as [x|]; [|easy]. cbn in B. bools. cbn [sizes_of_modes flatten counted]. replace (x + n * 0) with x by lia.
    apply at_integer; [easy|]. unfold product. cbn. lia.
  - unfold sizes_of_modes, product_each in *. rewrite flat_tree in *. rewrite (flat_profile c _ C). rewrite flat_tree. now apply at_modes.
Qed.

Lemma shape_positive t : require_shape_ok t = true -> Forall (Z.le 1) (flatten t).
Proof.
  intros V. apply forallb_Forall in V. eapply Forall_impl; [|exact V]. intros. cbv beta in *. bools. lia.
Qed.
Lemma idx2crd_point c t i : require_shape_ok t = true -> point c t i -> idx2crd_ok c t = true.
Proof. intros V (R & O & _). unfold idx2crd_ok. now rewrite V, R, O. Qed.

(* The R-D coordinate of i. *)
Lemma at_rank_of t i : require_shape_ok t = true -> 0 <= i < product t -> let c := idx2crd (Leaf i) (sizes_of_modes t) in
  idx2crd_ok (Leaf i) (sizes_of_modes t) = true /\ flatten c = digits i (flatten (sizes_of_modes t)) /\ point c t i.
Proof.
  intros V I c. pose proof (shape_positive t V) as W. pose proof (sizes_positive t W) as WS.
  assert (P : point (Leaf i) (sizes_of_modes t) i) by (apply at_integer; [easy|now rewrite sizes_product]).
  split; [|split; [now apply point_digits in P|]].
  - apply (idx2crd_point _ _ i); [|easy]. now apply positive_sizes.
  - destruct P as (_ & _ & F & B & E). rewrite <- E. apply at_rank; [easy|now apply congruent_profile|easy].
Qed.

Theorem I2 : S_I2.
Proof.
  intros L i V I0 I1. change (size_of_layout L) with (product (layout_shape L)) in I1. cbv zeta.
  assert (S : require_shape_ok (layout_shape L) = true) by (rewrite layout_parts in V; now bools).
  pose proof (shape_positive _ S) as W. pose proof (at_integer _ i W (conj I0 I1)) as P0.
  destruct (point_call L _ i V P0) as [-> ->]. rewrite (idx2crd_point _ _ i S P0).
  pose proof (at_natural _ i W (conj I0 I1)) as P1. unfold idx2crd at 1 2 3 4.
  destruct (point_offset _ _ i S P1) as [-> ->]. destruct (point_call L _ i V P1) as [-> ->].
  destruct (at_rank_of _ i S (conj I0 I1)) as (-> & _ & P2).
  destruct (point_offset _ _ i S P2) as [-> ->]. destruct (point_call L _ i V P2) as [-> ->]. easy.
Qed.

Theorem I2r : S_I2r.
Proof.
  intros t i c S I0 I1 C B. pose proof (shape_positive _ S) as W. cbv zeta.
  destruct (at_rank_of t i S (conj I0 I1)) as (-> & _ & P). destruct (point_offset _ _ i S P) as [-> ->].
  split; [easy|]. split; [easy|]. pose proof (at_rank t c W C B) as Q. pose proof (point_range _ _ _ Q) as R.
  destruct (point_offset _ _ _ S Q) as [-> ->]. set (x := counted _ _) in *. split; [easy|]. split; [exact R|].
  destruct (at_rank_of t x S R) as (-> & E & _). split; [easy|]. split; [rewrite E; now apply digits_counted|].
  pose proof (at_integer t x W R) as X. rewrite (idx2crd_point _ _ x S Q), (idx2crd_point _ _ x S X). split; [easy|]. split; [easy|].
  unfold idx2crd. now rewrite (point_digits _ _ x Q), (point_digits _ _ x X).
Qed.
