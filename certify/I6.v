(* I5, I6: shapes that are compatible, terminal by terminal. I14: pairs of shapes where one divides the other.
   The key step: the digits of an integer in a part of its size count to that integer, so a coordinate of
   the coarser shape is a coordinate of the finer one. *)
Require Import Lib Trees Terminals Layouts I1.

Lemma compatible_defined a b : compatible_ok a b = true.
Proof. now apply at_terminals_ok. Qed.
Lemma compatible_tuple ts us : compatible (Tuple ts) (Tuple us) = forall2 compatible ts us.
Proof. apply at_terminals_tuple. Qed.
Lemma compatible_size a b : compatible a b = true -> product a = product b.
Proof.
  unfold compatible. revert a b. apply at_terminals_ind; [intros n b H; apply Z.eqb_eq in H; now rewrite leaf_size|intros ts us H].
  induction H as [|x y ts us [_ H] _ IH]; [easy|]. now rewrite !size_of_tuple, H, IH.
Qed.
Lemma compatible_refl a : compatible a a = true.
Proof.
  induction a as [n|ts IH] using tree_ind'; [apply Z.eqb_eq; now rewrite leaf_size|].
  rewrite compatible_tuple. apply forall2_Forall2. induction IH; now constructor.
Qed.
Lemma compatible_antisymm a b : compatible a b = true -> compatible b a = true -> a = b.
Proof.
  unfold compatible at 1. revert a b. apply (at_terminals_ind _ (fun a b => compatible b a = true -> a = b)).
  - intros n [m|us] H C; [|discriminate C]. apply Z.eqb_eq in H. rewrite leaf_size in H. now subst.
  - intros ts us F C. f_equal. rewrite compatible_tuple in C. revert C.
    induction F as [|x y ts us [_ X] _ IH]; intros C; [easy|]. cbn [forall2] in C. apply andb_true_iff in C as [C1 C2].
    f_equal; [now apply X|now apply IH].
Qed.
Lemma compatible_trans a b : compatible a b = true -> forall c, compatible b c = true -> compatible a c = true.
Proof.
  unfold compatible at 1. revert a b. apply (at_terminals_ind _ (fun a b => forall c, compatible b c = true -> compatible a c = true)).
  - intros n b H c C. bools. apply compatible_size in C. unfold compatible. cbn. apply Z.eqb_eq. now rewrite H, C.
  - intros ts us F c C. destruct c as [m|vs]; [discriminate C|]. rewrite compatible_tuple in *. revert vs C.
    induction F as [|x y ts us [_ X] _ IH]; intros [|v vs] C; try easy. cbn [forall2] in *. apply andb_true_iff in C as [C1 C2].
    apply andb_true_iff. split; [now apply X|now apply IH].
Qed.

Theorem I5 : S_I5.
Proof.
  intros s t u Vs Ns Vt Nt Vu Nu. rewrite !compatible_defined. split; [easy|]. split; [apply compatible_refl|]. split; [easy|].
  intros C. split; [easy|]. split; intros D; [split; [now apply compatible_antisymm|]|]; (split; [easy|]; intros E; split; [easy|]; now apply compatible_trans with t).
Qed.

(* A coordinate of the coarser shape is a coordinate of the finer one, with the same 1-D coordinate. *)
Lemma counted_app p q k l : length p = length k -> counted (p ++ q) (k ++ l) = counted p k + product_of k * counted q l.
Proof.
  revert p. induction k as [|s k IH]; intros [|x p] L; try discriminate L; [change (counted q l = 0 + 1 * counted q l); lia|].
  injection L as L. cbn [app counted]. rewrite IH by easy. rewrite product_cons. lia.
Qed.
Lemma bounds_app p q k l : length p = length k -> in_bounds (p ++ q) (k ++ l) = (in_bounds p k && in_bounds q l)%bool.
Proof.
  revert p. induction k as [|s k IH]; intros [|x p] L; try discriminate L; [easy|]. injection L as L.
  cbn [app in_bounds]. rewrite IH by easy. now rewrite andb_assoc.
Qed.
Definition finer s t := forall c, congruent c s = true -> in_bounds (flatten c) (flatten s) = true -> require_shape_ok t = true ->
  require_coordinate_ok c t = true /\ natural_ok c t = true /\ congruent (natural c t) t = true /\
  counted (flatten (natural c t)) (flatten t) = counted (flatten c) (flatten s).
Lemma compatible_finer s t : compatible s t = true -> finer s t.
Proof.
  unfold compatible. revert s t. apply at_terminals_ind.
  - intros n t H c C B V. bools. destruct c as [x|cs]; [|discriminate C]. cbn in B. bools.
    assert (X : 0 <= x < product t) by lia. destruct (coordinate_of t x V X) as (O & P & F).
    destruct (digits_in_bounds (flatten t) (sizes_of_shape t V) x X) as [_ D].
    unfold idx2crd_ok in O. apply andb_true_iff in O as [_ O]. apply andb_true_iff in O as [-> ->].
    unfold idx2crd in *. rewrite P, F, D. cbn. repeat split; lia.
  - intros ts us F c C B V. destruct c as [x|cs]; [discriminate C|].
    cbn [require_coordinate_ok natural_ok natural modes_in as_many].
    unfold congruent in C. rewrite at_terminals_tuple in C. fold congruent in C.
    enough (E : length cs = length us /\ forall2 require_coordinate_ok cs us = true /\ forall2 natural_ok cs us = true /\
      congruent (Tuple (map2 natural cs us)) (Tuple us) = true /\
      counted (flatten (Tuple (map2 natural cs us))) (flatten (Tuple us)) = counted (flatten (Tuple cs)) (flatten (Tuple ts))).
    { destruct E as (L & -> & -> & E). now rewrite (proj2 (Nat.eqb_eq _ _) L). }
    revert cs C B V. induction F as [|t u ts us [H X] _ IH]; intros [|c cs] C B V; try easy.
    cbn [forall2] in C. apply andb_true_iff in C as [C1 C2]. rewrite !flatten_cons in B. change (congruent c t = true) in C1.
    pose proof (congruent_length _ _ C1) as L. rewrite bounds_app in B by easy. apply andb_true_iff in B as [B1 B2].
    rewrite shape_cons in V. apply andb_true_iff in V as [V1 V2].
    destruct (X c C1 B1 V1) as (P1 & P2 & P3 & P4). destruct (IH cs C2 B2 V2) as (Q0 & Q1 & Q2 & Q3 & Q4).
    cbn [forall2 map2]. rewrite P1, P2, Q1, Q2, !flatten_cons, !counted_app, P4, Q4; try easy.
    + split; [cbn; congruence|]. split; [easy|]. split; [easy|]. split.
      * apply congruent_profile in P3, Q3. apply congruent_profile. cbn [profile map] in *. injection Q3 as Q3. now rewrite P3, Q3.
      * pose proof (compatible_size _ _ H) as S. unfold product in S. now rewrite S.
    + now apply congruent_length.
Qed.

Theorem I6 : S_I6.
Proof.
  intros s t i Vs Ns Vt Nt I0 I1. rewrite compatible_defined. split; [easy|]. intros C. split; [now apply compatible_size|].
  destruct (coordinate_of s i Vs (conj I0 I1)) as (K1 & K2 & K3).
  destruct (digits_in_bounds _ (sizes_of_shape s Vs) i (conj I0 I1)) as [D1 D2]. cbv zeta. split; [easy|].
  destruct (compatible_finer s t C _ K2) as (P1 & P2 & P3 & P4); [now rewrite K3|easy|].
  unfold crd2idx_ok, crd2idx, _offset_ok, _offset. cbv zeta. rewrite Vt, P1, P2, P4, K3, D2, counted_defined by now apply congruent_length.
  easy.
Qed.

(* A shape that divides another one. *)
Lemma weakly_compatible_defined a b : require_shape_ok a = true -> weakly_compatible_ok a b = true.
Proof.
  intros V. unfold weakly_compatible_ok. rewrite V. cbn [andb]. apply terminals_ok. intros n N y. apply nonzero.
  apply sizes_of_shape in V. rewrite Forall_forall in V. specialize (V n N). lia.
Qed.
Definition scales s t := require_shape_ok s = true -> int_tuples_quotients_ok s t = true /\ elem_scale_ok s (int_tuples_quotients s t) = true /\
  compatible (elem_scale s (int_tuples_quotients s t)) t = true.
Lemma weakly_compatible_scales s t : weakly_compatible s t = true -> scales s t.
Proof.
  unfold weakly_compatible. revert s t. apply at_terminals_ind.
  - intros n t H V. apply leaf_shape in V. cbn [int_tuples_quotients_ok int_tuples_quotients elem_scale_ok elem_scale]. unfold compatible. cbn [_at_terminals].
    rewrite !leaf_size, nonzero by lia. split; [easy|]. split; [easy|]. bools. apply Z.eqb_eq.
    symmetry. apply Z.div_exact; lia.
  - intros ts us F V. cbn [int_tuples_quotients_ok int_tuples_quotients elem_scale_ok elem_scale modes_in as_many].
    enough (E : forall2 int_tuples_quotients_ok ts us = true /\ length ts = length (map2 int_tuples_quotients ts us) /\
      forall2 elem_scale_ok ts (map2 int_tuples_quotients ts us) = true /\ forall2 compatible (map2 elem_scale ts (map2 int_tuples_quotients ts us)) us = true).
    { destruct E as (-> & L & -> & E). now rewrite (proj2 (Nat.eqb_eq _ _) L), compatible_tuple, E. }
    induction F as [|t u ts us [_ X] _ IH]; [easy|]. rewrite shape_cons in V. apply andb_true_iff in V as [V1 V2].
    destruct (X V1) as (P1 & P2 & P3). destruct (IH V2) as (Q1 & Q2 & Q3 & Q4).
    cbn [forall2 map2 length]. rewrite P1, P2, P3, Q1, Q3, Q4, <- Q2. easy.
Qed.
Lemma compatible_weakly s t : require_shape_ok s = true -> compatible s t = true -> weakly_compatible s t = true.
Proof.
  intros V C. revert V. revert s t C. apply (at_terminals_ind _ (fun s t => require_shape_ok s = true -> weakly_compatible s t = true)).
  - intros n t H V. apply leaf_shape in V. bools. unfold weakly_compatible. cbn. apply Z.eqb_eq. rewrite <- H. apply Z.mod_same. lia.
  - intros ts us F V. unfold weakly_compatible. rewrite at_terminals_tuple.
    induction F as [|t u ts us [_ X] _ IH]; [easy|]. rewrite shape_cons in V. apply andb_true_iff in V as [V1 V2].
    cbn [forall2]. rewrite IH by easy. rewrite andb_true_r. now apply X.
Qed.

Theorem I14 : S_I14.
Proof.
  intros s t Vs Ns Vt Nt. rewrite compatible_defined, !(weakly_compatible_defined s t Vs), weakly_congruent_defined. split; [easy|].
  assert (W : weakly_compatible s t = true -> weakly_congruent s t = true).
  { apply at_terminals_mono. easy. }
  assert (G : weakly_compatible s t = true -> (true = true) /\ weakly_congruent s t = true /\
    (int_tuples_quotients_ok s t && elem_scale_ok s (int_tuples_quotients s t))%bool = true /\
    (let scaled := elem_scale s (int_tuples_quotients s t) in compatible_ok scaled t = true /\ compatible scaled t = true)).
  { intros C. split; [easy|]. split; [now apply W|]. destruct (weakly_compatible_scales s t C Vs) as (-> & -> & E).
    cbv zeta. now rewrite compatible_defined. }
  split; intros C.
  - split; [easy|]. split; [now apply compatible_weakly|]. split; [easy|exact G].
  - split; [easy|exact G].
Qed.
