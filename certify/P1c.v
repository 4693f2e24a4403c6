(* P1c: if A composed with B is accepted, the result is A after B.
   The key step: if no sum of the pieces' steps carries out of a mode of A, then A^ of a sum of steps is
   the sum of A^ of the steps. The proof is by induction on A's modes: x = s*quotient + residue. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute.

(* The part of a sum of pieces inside a mode of size s, and A^ of the pieces one by one. *)
Fixpoint residue (pieces : modes) (s x : Z) : Z :=
  match pieces with [] => 0 | (t, w) :: rest => x mod t * (w mod s) + residue rest s (x / t) end.
Fixpoint image_value (m pieces : modes) (x : Z) : Z :=
  match pieces with [] => 0 | (t, w) :: rest => stride_of m t w * (x mod t) + image_value m rest (x / t) end.

Lemma quotients_shapes p s : shapes p -> shapes (quotients p s).
Proof. induction p as [|[t w] p IH]; intros W; simpl; [easy|]. modes_in W. constructor; auto. Qed.
Lemma quotients_value p s : 1 <= s -> forall x, s * value (quotients p s) x + residue p s x = value p x.
Proof.
  intros S. induction p as [|[t w] p IH]; intros x; simpl; [lia|].
  rewrite <- (IH (x / t)). pose proof (Z.div_mod w s). nia.
Qed.
Lemma residue_range p s : 1 <= s -> shapes p -> forall x, 0 <= residue p s x <= largest_residue p s.
Proof.
  intros S. induction p as [|[t w] p IH]; intros W x; simpl; [lia|]. modes_in W.
  specialize (IH H2 (x / t)). pose proof (Z.mod_pos_bound w s). pose proof (Z.mod_pos_bound x t). nia.
Qed.
Lemma stride_last s d t w : stride_of [(s, d)] t w = d * w.
Proof. simpl. cond; lia. Qed.
Lemma image_last s d p : forall x, image_value [(s, d)] p x = d * value p x.
Proof. induction p as [|[t w] p IH]; intros x; cbn [image_value value]; [lia|]. rewrite stride_last, IH. lia. Qed.
Lemma stride_of_big m t w : 1 < t -> stride_of m t w = extended m w.
Proof. intros. destruct m; cbn [stride_of]; cond; easy || lia. Qed.
Lemma image_step s d r p : r <> [] -> shapes p -> forall x,
  image_value ((s, d) :: r) p x = d * residue p s x + image_value r (quotients p s) x.
Proof.
  intros N. induction p as [|[t w] p IH]; intros W x; cbn [image_value residue quotients]; [lia|]. modes_in W.
  rewrite IH by auto. destruct (Z.eq_dec t 1) as [->|T]; [rewrite Z.mod_1_r; lia|].
  rewrite !stride_of_big, extended_step by (auto; lia). lia.
Qed.
Theorem no_carry_is_linear m : forall p x, m <> [] -> shapes m -> shapes p -> no_carry m p = true ->
  extended m (value p x) = image_value m p x.
Proof.
  induction m as [|[s d] r IH]; intros p x N W P C; [easy|]. modes_in W. destruct r as [|q r].
  - rewrite image_last. simpl. lia.
  - remember (q :: r) as rest. assert (R : rest <> []) by (subst; easy).
    assert (C' : (largest_residue p s <? s) && no_carry rest (quotients p s) = true) by (rewrite Heqrest in *; exact C).
    bools. rewrite extended_step, image_step by auto.
    pose proof (quotients_value p s H1 x). pose proof (residue_range p s H1 P x).
    digits (value p x) s (value (quotients p s) x) (residue p s x).
    rewrite IH by auto using quotients_shapes. lia.
Qed.
Lemma images_value m p : forall x, value (images m p) x = image_value m p x.
Proof. induction p as [|[t w] p IH]; intros x; simpl; [easy|]. now rewrite IH. Qed.

(* The pieces of a mode n:w are the function x -> w*x on [0, n). *)
Lemma first_break_pos m : forall n w, m <> [] -> shapes m -> 1 <= n -> 1 <= first_break m n w.
Proof.
  induction m as [|[s d] m IH]; intros n w N W P; [easy|]. modes_in W. rewrite first_break_cons.
  destruct m as [|q m]; [easy|]. cond; apply IH; auto; try easy.
  pose proof (Z.mod_pos_bound w s). apply ceil_pos; nia.
Qed.
Lemma refine_value m : m <> [] -> shapes m -> forall f n w most, refine_ok_f f m n w most = true -> 1 <= n ->
  let p := refine_f f m n w most in p <> [] /\ shapes p /\ total p = n /\ forall x, value p x = w * (x mod n).
Proof.
  intros N W. induction f as [|f IH]; intros n w most O P; [easy|]. cbn [refine_ok_f] in O. cbn [refine_f].
  pose proof (first_break_pos m n w N W P). set (t := first_break m n w) in *. clearbody t. cbv zeta in *. bools.
  destruct (t =? n) eqn:T; bools.
  - subst t. split; [easy|]. split; [repeat constructor; simpl; lia|]. split; [simpl; lia|]. intros x. simpl. lia.
  - destruct (negb (n mod t =? 0)) eqn:D; bools; try easy. destruct (most <=? 1) eqn:M; bools; try easy.
    pose proof (Z.div_mod n t ltac:(lia)). set (k := n / t) in *. clearbody k. assert (1 <= k) by nia.
    destruct (IH k (t * w) (most - 1)) as (_ & S & Z & V); auto.
    split; [easy|]. split; [constructor; auto|]. split; [cbn [total fst]; rewrite Z; lia|].
    intros x. cbn [value]. rewrite V. replace n with (t * k) by lia. rewrite Z.rem_mul_r by lia. lia.
Qed.

(* Lists one after another. *)
Lemma followed_app m o : followed m o = m ++ o.
Proof. induction m as [|p m IH]; [easy|]. cbn. now rewrite IH. Qed.
Lemma joined_concat gs : joined gs = concat gs.
Proof.
  induction gs as [|g gs IH]; [easy|]. rewrite joined_cons, IH, followed_app. destruct gs; [|easy].
  cbn. now rewrite app_nil_r.
Qed.
Lemma value_app m o : shapes m -> forall x, value (m ++ o) x = value m x + value o (x / total m).
Proof.
  induction m as [|[s d] m IH]; intros W x; [now rewrite Z.div_1_r|]. modes_in W. cbn [app value total fst].
  pose proof (total_pos m H2). rewrite IH, <- Z.div_div by (auto; lia). lia.
Qed.
Lemma total_app m o : total (m ++ o) = total m * total o.
Proof. induction m; cbn [app total]; lia. Qed.
Lemma images_app m p q : images m (p ++ q) = images m p ++ images m q.
Proof. induction p as [|[t w] p IH]; simpl; congruence. Qed.
Lemma images_concat m gs : concat (images_all m gs) = images m (concat gs).
Proof. induction gs as [|g gs IH]; [easy|]. cbn [images_all concat]. now rewrite images_app, IH. Qed.
Lemma images_total m p : total (images m p) = total p.
Proof. induction p as [|[t w] p IH]; [easy|]. cbn [images total fst]. now rewrite IH. Qed.
Lemma images_shapes m p : shapes p -> shapes (images m p).
Proof. induction p as [|[t w] p IH]; intros W; [easy|]. modes_in W. constructor; auto. Qed.

(* The pieces of all modes of B: a group of the same size for each mode, together with B's function. *)
Lemma refine_all_value m b : m <> [] -> shapes m -> shapes b -> refine_all_ok m b = true ->
  let gs := refine_all m b in Forall (fun g => g <> [] /\ shapes g) gs /\ Forall2 (fun s g => s = total g) (map fst b) gs /\
  total (concat gs) = total b /\ forall x, value (concat gs) x = value b x.
Proof.
  intros N W. induction b as [|[n w] b IH]; intros B O; [split; [constructor|]; split; [constructor|easy]|].
  modes_in B. cbn [refine_all_ok refine_all] in *.
  destruct (w <? 0) eqn:E; bools; try easy. destruct (IH H2 H0) as (S & F & T & V).
  destruct (refine_value m N W _ n w _ H H1) as (P & S1 & T1 & V1). fold (refine m n w (Z.of_nat (length m))) in *.
  cbv zeta. cbn [concat map fst]. split; [now constructor|]. split; [now constructor|].
  split; [rewrite total_app; cbn [total fst]; congruence|].
  intros x. cbn [value]. now rewrite value_app, V, V1, T1 by auto.
Qed.

(* The result of composition, if it accepts: a layout that is A after B. *)
Theorem composed A B : valid A -> modes_of A <> [] -> valid B -> composition_ok A B = true ->
  let R := composition A B in valid R /\ compatible (layout_shape B) (layout_shape R) = true /\
  total (modes_of R) = total (modes_of B) /\ (modes_of B <> [] -> modes_of R <> []) /\
  forall x, value (modes_of R) x = extended (modes_of A) (value (modes_of B) x).
Proof.
  intros V N W O. unfold composition_ok, _compose_ok in O. unfold composition, _compose.
  revert O. destruct (modes_of A) eqn:EA; [easy|]. rewrite <- EA in *. intros O. cbv zeta in *. bools.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  set (m := coalesce_extended (modes_of A)) in *.
  assert (M : m <> []) by now apply coalesce_extended_nonempty.
  assert (S : shapes m) by now apply coalesce_extended_shapes.
  assert (RA : refine_all_ok m (modes_of B) = true) by assumption.
  destruct (refine_all_value m _ M S WB RA) as (F1 & F2 & T & X). set (gs := refine_all m (modes_of B)) in *.
  rewrite joined_concat in *. destruct (no_carry m (concat gs)) eqn:C; [|easy].
  assert (G : Forall (fun g => g <> [] /\ shapes g) (images_all m gs)).
  { clear -F1. induction F1 as [|h hs [P Q] _ IH]; [constructor|]. cbn. constructor; [|easy].
    split; [destruct h as [|[]]; easy|now apply images_shapes]. }
  assert (K : map or_one (images_all m gs) = images_all m gs).
  { clear -G. induction G as [|h hs [P _] _ IH]; [easy|]. cbn. rewrite IH. now destruct h. }
  assert (F3 : Forall2 (fun s g => s = total g) (map fst (modes_of B)) (images_all m gs)).
  { clear -F2. induction F2; [constructor|]. cbn. constructor; [now rewrite images_total|easy]. }
  rewrite modes_sizes in F3 by easy.
  destruct (regrouped B (images_all m gs)) as (_ & VR & E & CO).
  - symmetry. apply (Forall2_length _ _ _ F3).
  - easy.
  - eapply Forall_impl; [|exact G]. now intros h [].
  - rewrite K, images_concat in E. split; [easy|]. split; [now apply CO|]. rewrite E, images_total. split; [easy|]. split.
    + intros NB D. clearbody gs. inversion F2 as [E0|s h ss hs _ _ E1 E2]; [now destruct (modes_of B)|].
      rewrite <- E2 in *. inversion F1 as [|? ? [Q _] _]. now destruct h as [|[] h].
    + intros x. rewrite images_value, <- no_carry_is_linear, X; auto; [now apply coalesce_extended_value|].
      clear -F1. induction F1 as [|h hs [_ Q] _ IH]; [constructor|]. cbn. now apply Forall_app.
Qed.

Lemma compatible_defined a b : compatible_ok a b = true.
Proof. now apply at_terminals_ok. Qed.

Theorem P1c : S_P1c.
Proof.
  intros A B i V N W NB S I0 I1. sizes. intros R O. destruct (composed A B V N W O) as (VR & C & T & _ & X). fold R in VR, C, T, X.
  rewrite O, compatible_defined, C. split; [easy|]. split; [easy|].
  destruct (call_value R VR i) as [-> ->]; [now rewrite T|]. split; [easy|].
  destruct (extended_of_value A B i) as (-> & -> & ->); auto.
Qed.
