(* I12: comparison of profiles. I15, I17: the trees put at the terminals of a profile are found there. *)
Require Import Lib Trees Terminals.

Lemma congruent_weakly a b : congruent a b = true -> weakly_congruent a b = true.
Proof. now apply at_terminals_mono. Qed.
Lemma weakly_both_ways a b : weakly_congruent a b = true -> weakly_congruent b a = true -> profile a = profile b.
Proof.
  unfold weakly_congruent at 1. revert a b. apply (at_terminals_ind _ (fun a b => weakly_congruent b a = true -> profile a = profile b)).
  - now intros n [m|us].
  - intros ts us F C. cbn [profile]. f_equal. unfold weakly_congruent in C. rewrite at_terminals_tuple in C. revert C.
    induction F as [|x y ts us [_ X] _ IH]; intros C; [easy|]. cbn [forall2] in C. apply andb_true_iff in C as [C1 C2].
    cbn [map]. f_equal; [now apply X|now apply IH].
Qed.
Lemma weakly_congruent_trans a b : weakly_congruent a b = true -> forall c, weakly_congruent b c = true -> weakly_congruent a c = true.
Proof.
  unfold weakly_congruent at 1. revert a b. apply (at_terminals_ind _ (fun a b => forall c, weakly_congruent b c = true -> weakly_congruent a c = true)); [easy|].
  intros ts us F c C. destruct c as [m|vs]; [discriminate C|]. unfold weakly_congruent in *. rewrite at_terminals_tuple in *. revert vs C.
  induction F as [|x y ts us [_ X] _ IH]; intros [|v vs] C; try easy. cbn [forall2] in *. apply andb_true_iff in C as [C1 C2].
  apply andb_true_iff. split; [now apply X|now apply IH].
Qed.

Theorem I12 : S_I12.
Proof.
  intros s t u Vs Ns Vt Nt Vu Nu. rewrite !congruent_defined, !weakly_congruent_defined.
  assert (S : forall a b, congruent a b = congruent b a).
  { intros. apply eq_true_iff_eq. rewrite !congruent_profile. split; congruence. }
  assert (B : congruent s t = (weakly_congruent s t && weakly_congruent t s)%bool).
  { apply eq_true_iff_eq. rewrite andb_true_iff. split.
    - intros C. split; apply congruent_weakly; [easy|now rewrite S].
    - intros [C1 C2]. now apply congruent_profile, weakly_both_ways. }
  assert (W : weakly_congruent s t = true /\ weakly_congruent t u = true -> weakly_congruent s u = true).
  { intros [C1 C2]. now apply weakly_congruent_trans with t. }
  assert (C : congruent s t = true /\ congruent t u = true -> congruent s u = true).
  { rewrite !congruent_profile. intros []. congruence. }
  assert (R : congruent s s = true) by now apply congruent_profile.
  cbv zeta. rewrite <- B, orb_true_r. do 4 (split; [easy|]). split; [apply S|]. do 4 (split; [easy|]).
  split; intros H; [split; [easy|]; split; [now apply C|]|]; (split; [easy|]; intros; split; [easy|now apply W]).
Qed.

(* A tuple of one mode has the terminals of that mode. *)
Lemma flatten_one t : flatten (Tuple [t]) = flatten t.
Proof. rewrite flatten_cons. apply app_nil_r. Qed.

Theorem I15 : S_I15.
Proof.
  intros s x V N. unfold nesting_flatten. cbv zeta.
  rewrite !flatten_one. destruct (unflatten_integers (map (fun e => e - x) (flatten s)) s) as (O & E & P); [now rewrite map_length|].
  intros X. rewrite O, congruent_defined, weakly_congruent_defined, E.
  assert (C : congruent s (unflatten (map Leaf (map (fun e => e - x) (flatten s))) s) = true) by now apply congruent_profile.
  split; [easy|]. split; [easy|]. split; [|easy]. split; [easy|]. revert C. now apply at_terminals_mono.
Qed.

Theorem I17 : S_I17.
Proof.
  intros s t Vs Ns Vt Nt. unfold nesting_flatten. cbv zeta. rewrite !flatten_one.
  destruct (unflatten_spec (map (fun _ => t) (flatten s)) s) as [O [F A]]; [now rewrite map_length|].
  rewrite O, F, weakly_congruent_defined. split; [easy|]. split; [easy|]. split.
  - apply A. clear. induction (flatten s); cbn [map]; now constructor.
  - clear. induction (flatten s) as [|n k IH]; [easy|]. cbn [map flat_map]. now rewrite IH.
Qed.
