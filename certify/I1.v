(* I1: idx2crd and crd2idx are inverse to each other, between 1-D and natural coordinates. I10: crd2crd
   converts through the 1-D coordinate. I11: beyond the size, the last digit takes the overflow.
   The key step: a number is recovered from its digits, and digits below their sizes are recovered from
   their number. The nesting follows the shape. *)
Require Import Lib Trees Layouts.

Lemma counted_defined k : forall p, length p = length k -> counted_ok p k = true.
Proof. induction k as [|s k IH]; intros [|x p] L; try discriminate L; [easy|]. apply IH. now injection L. Qed.
Lemma in_bounds_length p : forall k, in_bounds p k = true -> length p = length k.
Proof.
  induction p as [|x p IH]; intros [|s k] B; try easy. cbn [in_bounds] in B. bools. cbn. now rewrite (IH k).
Qed.
Lemma product_pos k : Forall (Z.le 1) k -> 1 <= product_of k.
Proof. induction 1 as [|s k S _ IH]; [easy|]. unfold product_of in *. cbn [fold_right]. nia. Qed.
Lemma product_cons s k : product_of (s :: k) = s * product_of k.
Proof. reflexivity. Qed.

Lemma digits_in_bounds k : Forall (Z.le 1) k -> forall x, 0 <= x < product_of k ->
  in_bounds (digits x k) k = true /\ counted (digits x k) k = x.
Proof.
  induction 1 as [|s k S W IH]; intros x X; [cbn in *; split; [easy|lia]|]. rewrite product_cons in X. rewrite digits_cons.
  destruct k as [|t k].
  - unfold product_of in X. cbn [fold_right in_bounds counted] in *. split; [|lia].
    both; [apply Z.leb_le; lia|apply Z.ltb_lt; lia|easy].
  - remember (t :: k) as r. pose proof (product_pos r W). destruct (IH (x / s)) as [I J].
    { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
    cbn [in_bounds counted]. rewrite I, J. pose proof (Z.mod_pos_bound x s). pose proof (Z.div_mod x s). split; [|lia].
    both; [apply Z.leb_le; lia|apply Z.ltb_lt; lia|easy].
Qed.
Lemma counted_range k : forall p, in_bounds p k = true -> 0 <= counted p k < product_of k.
Proof.
  induction k as [|s k IH]; intros [|x p] B; try easy. cbn [in_bounds counted] in *. bools. rewrite product_cons.
  specialize (IH p H0). nia.
Qed.
Lemma digits_counted k : forall p, in_bounds p k = true -> digits (counted p k) k = p.
Proof.
  induction k as [|s k IH]; intros [|x p] B; try easy. cbn [in_bounds counted] in *. bools. rewrite digits_cons.
  destruct k as [|t k]; [destruct p; [|easy]; cbn; f_equal; lia|].
  digits (x + s * counted p (t :: k)) s (counted p (t :: k)) x. now rewrite IH.
Qed.

(* The natural form of a natural coordinate in bounds is the coordinate itself. *)
Lemma natural_is_own c : forall t, congruent c t = true -> in_bounds (flatten c) (flatten t) = true ->
  require_coordinate_ok c t = true /\ natural_ok c t = true /\ natural c t = c.
Proof.
  induction c as [n|cs IH] using tree_ind'; intros [m|ts] C B; try easy.
  - cbn in B. bools. cbn. unfold product. cbn. rewrite Z.mul_1_r. rewrite (proj2 (Z.leb_le 0 n)), (proj2 (Z.ltb_lt n m)) by easy.
    now rewrite !andb_true_r in *.
  - cbn [require_coordinate_ok natural_ok natural modes_in as_many].
    pose proof C as L. apply congruent_profile in L. cbn [profile] in L. injection L as L.
    pose proof (f_equal (@length tree) L) as N. rewrite !map_length in N. rewrite (proj2 (Nat.eqb_eq _ _) N). cbn [andb].
    clear C N. revert ts L B. induction IH as [|x cs X _ IHcs]; intros [|u ts] L B; try easy.
    cbn [map] in L. injection L as L1 L2. rewrite !flatten_cons in B.
    assert (B' : in_bounds (flatten x) (flatten u) = true /\ in_bounds (flatten (Tuple cs)) (flatten (Tuple ts)) = true).
    { apply profile_length in L1. clear -B L1. revert B L1. generalize (flatten x) (flatten u) (flatten (Tuple cs)) (flatten (Tuple ts)).
      induction l as [|a l IH]; intros [|b k] p q B L; try discriminate L; [easy|]. cbn [app in_bounds] in *. bools.
      injection L as L. destruct (IH k p q H0 L) as [-> ->]. split; [|easy]. both; try easy; [now apply Z.leb_le|now apply Z.ltb_lt]. }
    destruct B' as [B1 B2]. destruct (X u) as (E1 & E2 & E3); [now apply congruent_profile|easy|].
    destruct (IHcs ts L2 B2) as (F1 & F2 & F3). cbn [forall2 map2]. rewrite E1, E2, E3, F1, F2. injection F3 as F3.
    split; [easy|]. split; [easy|]. now rewrite F3.
Qed.

Lemma counting c t : Forall (Z.le 1) (flatten t) -> congruent c t = true -> in_bounds (flatten c) (flatten t) = true ->
  crd2idx_ok c t = true /\ crd2idx c t = counted (flatten c) (flatten t).
Proof.
  intros W C B. destruct (natural_is_own c t C B) as (N1 & N2 & N3). unfold crd2idx_ok, crd2idx, _offset_ok, _offset. cbv zeta.
  rewrite N1, N2, N3, counted_defined by now apply in_bounds_length. split; [|easy]. both; try easy. now apply positive_sizes.
Qed.

Lemma sizes_of_shape t : require_shape_ok t = true -> Forall (Z.le 1) (flatten t).
Proof.
  intros V. apply forallb_Forall in V. eapply Forall_impl; [|exact V]. intros. cbv beta in *. bools. lia.
Qed.
(* The coordinate of an index: its digits, in the nesting of the shape. *)
Lemma coordinate_of t x : require_shape_ok t = true -> 0 <= x < product t -> idx2crd_ok (Leaf x) t = true /\
  congruent (idx2crd (Leaf x) t) t = true /\ flatten (idx2crd (Leaf x) t) = digits x (flatten t).
Proof.
  intros V X. unfold idx2crd_ok, idx2crd. destruct (unflatten_integers (digits x (flatten t)) t (digits_length _ _)) as (O & F & P).
  cbn [natural natural_ok require_coordinate_ok]. rewrite V, O, digits_defined.
  - rewrite (proj2 (Z.leb_le 0 x)), (proj2 (Z.ltb_lt x (product t))) by easy.
    split; [easy|]. split; [now apply congruent_profile|easy].
  - now apply sizes_of_shape.
Qed.

Theorem I1 : S_I1.
Proof.
  intros t i c V N I0 I1 C B. pose proof (sizes_of_shape t V) as W.
  pose proof (fun x => coordinate_of t x V) as K.
  destruct (K i (conj I0 I1)) as (K1 & K2 & K3). destruct (digits_in_bounds _ W i (conj I0 I1)) as [D1 D2].
  cbv zeta. split; [easy|]. rewrite !congruent_defined. split; [easy|]. split; [easy|].
  destruct (counting _ t W K2) as [-> ->]; [now rewrite K3|]. rewrite K3, D2. split; [easy|]. split; [easy|].
  destruct (counting c t W C B) as [-> ->]. split; [easy|].
  pose proof (counted_range _ _ B) as R. split; [exact R|]. destruct (K _ R) as (J1 & J2 & J3).
  split; [easy|]. split; [easy|]. split.
  - apply congruent_profile. transitivity (profile t); [now apply congruent_profile|symmetry; now apply congruent_profile].
  - rewrite J3. now apply digits_counted.
Qed.

Theorem I10 : S_I10.
Proof.
  intros t u i V N W M I0 I1 L. pose proof (sizes_of_shape t V) as S. pose proof (sizes_of_shape u W) as U.
  destruct (coordinate_of t i V (conj I0 I1)) as (K1 & K2 & K3). destruct (digits_in_bounds _ S i (conj I0 I1)) as [D1 D2].
  destruct (counting _ t S K2) as [C1 C2]; [now rewrite K3|]. rewrite K3, D2 in C2.
  assert (X : 0 <= i < product u) by (split; [easy|]; change (product t <= product u) in L; unfold size_of in *; lia).
  destruct (coordinate_of u i W X) as (J1 & J2 & J3). destruct (digits_in_bounds _ U i X) as [E1 E2].
  unfold crd2crd_ok, crd2crd. cbv zeta. rewrite K1, C1, C2, J1, congruent_defined. split; [easy|]. split; [easy|]. split; [easy|].
  destruct (counting _ u U J2) as [-> ->]; [now rewrite J3|]. now rewrite J3, E2.
Qed.

(* Any number is recovered from its digits; the last digit is unbounded. *)
Lemma digits_count k : k <> [] -> Forall (Z.le 1) k -> forall x, counted (digits x k) k = x.
Proof.
  intros N W. revert N. induction W as [|s k S W IH]; intros N x; [easy|]. rewrite digits_cons. destruct k as [|t k].
  - cbn [counted]. lia.
  - cbn [counted]. cbn [counted] in IH. rewrite IH by easy. pose proof (Z.div_mod x s). lia.
Qed.

Theorem I11 : S_I11.
Proof.
  intros L x V N X t. subst t. apply nonempty_iff in N. destruct (extended_modes L V x N X) as [O _].
  pose proof (valid_sizes L V) as W. pose proof (positive_sizes _ W) as P. fold (require_shape_ok (layout_shape L)) in P.
  unfold Layout_extended_ok in O. apply andb_true_iff in O as [O1 O2]. apply andb_true_iff in O2 as [O2 O3].
  destruct (unflatten_integers (digits x (flatten (layout_shape L))) (layout_shape L) (digits_length _ _)) as (_ & F & C).
  change (unflatten (map Leaf (digits x (flatten (layout_shape L)))) (layout_shape L)) with (natural (Leaf x) (layout_shape L)) in F, C.
  assert (K : flatten (layout_shape L) <> []) by (intros E; apply N; unfold modes_of, Layout_flat_modes; now rewrite E).
  unfold idx2crd_extended_ok, crd2idx_extended_ok, crd2idx_extended_tree_tree_tree_ok, _offset_ok, _offset_tree_tree_tree_ok,
    idx2crd_extended, crd2idx_extended, crd2idx_extended_tree_tree_tree, _offset, _offset_tree_tree_tree, Layout_extended_ok. cbv zeta.
  change (idx2crd (Leaf x) (layout_shape L)) with (natural (Leaf x) (layout_shape L)).
  rewrite P, O1, O2, O3, congruent_defined, F, counted_defined, digits_count by (easy || now rewrite digits_length).
  split; [easy|]. split; [easy|]. split; [now apply congruent_profile|]. do 8 (split; [easy|]).
  intros B. change (x < product (layout_shape L)) in B. destruct (coordinate_of _ x P (conj X B)) as (I & _ & _).
  rewrite I. split; [easy|]. split; [easy|]. split; [easy|].
  unfold idx2crd_ok in I. apply andb_true_iff in I as [_ I]. apply andb_true_iff in I as [I _].
  unfold crd2idx_ok, crd2idx, _offset_ok, _offset. cbv zeta. rewrite P, I, O2, F, counted_defined, digits_count by (easy || now rewrite digits_length).
  easy.
Qed.
