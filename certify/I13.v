(* I13: a shape is scaled by the entries at its terminals, and divided by them again. I16: shape_div keeps
   the profile. The key step: shape_div passes on one remaining divisor for each mode, and one more. *)
Require Import Lib Trees Terminals I1.

Definition scaled_back s t := require_shape_ok s = true -> require_shape_ok t = true ->
  elem_scale_ok s t = true /\ profile (elem_scale s t) = profile s /\ product (elem_scale s t) = product s * product t /\
  shape_div_ok (elem_scale s t) t = true /\ shape_div (elem_scale s t) t = s.
Lemma shape_product t : require_shape_ok t = true -> 1 <= product t.
Proof. intros V. now apply product_pos, sizes_of_shape. Qed.
Lemma weakly_congruent_scaled s t : weakly_congruent s t = true -> scaled_back s t.
Proof.
  unfold weakly_congruent. revert s t. apply at_terminals_ind.
  - intros n t _ V W. apply leaf_shape in V. pose proof (shape_product t W) as P.
    cbn [elem_scale_ok elem_scale shape_div_ok shape_div profile]. rewrite !leaf_size. cbv zeta.
    rewrite nonzero by lia. rewrite Z.mod_mul by lia. cbn [Z.eqb negb andb orb]. rewrite W.
    assert (L : require_shape_ok (Leaf (n * product t)) = true).
    { unfold require_shape_ok. cbn. rewrite andb_true_r. apply negb_true_iff, Z.ltb_ge. nia. }
    rewrite L. repeat split. f_equal. symmetry. apply Z.div_unique with (product t - 1); lia.
  - intros ts us F V W. cbn [elem_scale_ok elem_scale shape_div_ok shape_div modes_in as_many profile].
    enough (E : length ts = length us /\ forall2 elem_scale_ok ts us = true /\ map profile (map2 elem_scale ts us) = map profile ts /\
      product (Tuple (map2 elem_scale ts us)) = product (Tuple ts) * product (Tuple us) /\
      length (map2 elem_scale ts us) = length us /\ forall2 shape_div_ok (map2 elem_scale ts us) us = true /\
      map2 shape_div (map2 elem_scale ts us) us = ts).
    { destruct E as (L & -> & -> & -> & M & -> & ->). rewrite !(proj2 (Nat.eqb_eq _ _)) by easy. easy. }
    induction F as [|t u ts us [_ X] _ IH]; [easy|]. rewrite shape_cons in V, W.
    apply andb_true_iff in V as [V1 V2]. apply andb_true_iff in W as [W1 W2].
    destruct (X V1 W1) as (P1 & P2 & P3 & P4 & P5). destruct (IH V2 W2) as (Q0 & Q1 & Q2 & Q3 & Q4 & Q5 & Q6).
    cbn [forall2 map2 map length]. rewrite !size_of_tuple, P1, P2, P3, P4, P5, Q0, Q1, Q2, Q3, Q5, Q6, Q4. repeat split; lia.
Qed.

Theorem I13 : S_I13.
Proof.
  intros s t Vs Ns Vt Nt. rewrite weakly_congruent_defined. split; [easy|]. intros W.
  destruct (weakly_congruent_scaled s t W Vs Vt) as (-> & P & Z & D & E). cbv zeta. rewrite congruent_defined.
  split; [easy|]. split; [easy|]. split; [now apply congruent_profile|]. easy.
Qed.

Lemma accumulated_cons {A B} (f : B -> A -> B) x l s :
  accumulated f (x :: l) s = s :: accumulated f l (f s x) /\ accumulated f l (f s x) <> [].
Proof. split; [easy|]. now destruct l. Qed.
Lemma accumulated_length {A B} (f : B -> A -> B) l : forall s, length (removelast (accumulated f l s)) = length l.
Proof.
  induction l as [|x l IH]; intros s; [easy|]. destruct (accumulated_cons f x l s) as [-> N]. specialize (IH (f s x)).
  destruct (accumulated f l (f s x)) as [|y k]; [easy|]. change (S (length (removelast (y :: k))) = S (length l)). now rewrite IH.
Qed.
Lemma divide_profile f a : forall b, profile (_divide_in_turn a b f) = profile a.
Proof.
  induction a as [n|ts IH] using tree_ind'; intros b; [easy|]. cbn [_divide_in_turn profile]. cbv zeta. f_equal.
  pose proof (accumulated_length f ts b) as L. revert L. generalize (removelast (accumulated f ts b)).
  induction IH as [|t ts X _ IHts]; intros [|n k] L; try discriminate L; [easy|]. cbn [map2 map]. now rewrite X, IHts by now injection L.
Qed.
Lemma shape_div_profile a : forall b, shape_div_ok a b = true -> profile (shape_div a b) = profile a.
Proof.
  induction a as [n|ts IH] using tree_ind'; intros b O.
  - cbn [shape_div]. cbv zeta. now destruct (_ && _)%bool.
  - destruct b as [m|us]; [apply divide_profile|]. cbn [shape_div_ok shape_div profile as_many] in *. f_equal.
    apply andb_true_iff in O as [_ O]. revert us O. induction IH as [|t ts X _ IHts]; intros [|u us] O; try easy.
    cbn [forall2 map2 map] in *. apply andb_true_iff in O as [O1 O2]. now rewrite X, IHts.
Qed.

Theorem I16 : S_I16.
Proof.
  intros s t Vs Ns Vt Nt. cbv zeta. intros O. rewrite O, congruent_defined. split; [easy|].
  now apply congruent_profile, shape_div_profile.
Qed.
