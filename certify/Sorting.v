(* Sorting modes permutes the digits of a coordinate and keeps every sum over the modes, such as the
   value. The key step: inserting a mode exchanges two neighbouring digits at a time. *)
Require Import Lib Layouts.

(* The sum over the modes of f(stride, digit). *)
Fixpoint sum_over (f : Z -> Z -> Z) (m : modes) (x : Z) : Z :=
  match m with [] => 0 | (s, d) :: r => f d (x mod s) + sum_over f r (x / s) end.
Lemma value_sum m : forall x, value m x = sum_over Z.mul m x.
Proof. induction m as [|[s d] m IH]; intros x; [easy|]. cbn. now rewrite IH. Qed.

Lemma unique_digits d p q u v : 0 <= u < d -> 0 <= v < d -> d * p + u = d * q + v -> p = q /\ u = v.
Proof. intros. assert (p = q) by nia. subst. lia. Qed.
Lemma same_digits s a b : 1 <= s -> a mod s = b mod s -> a / s = b / s -> a = b.
Proof. intros S M D. rewrite (Z.div_mod a s), (Z.div_mod b s) by lia. congruence. Qed.

Definition moved (m m' : modes) (P : Z -> Z) := forall a, 0 <= a < total m -> 0 <= P a < total m' /\ (forall f, sum_over f m' (P a) = sum_over f m a)
  /\ forall b, 0 <= b < total m -> P a = P b -> a = b.
Lemma insert_moves p m : shapes (p :: m) -> exists P, moved (p :: m) (insert p m) P.
Proof.
  destruct p as [s d]. intros W. modes_in W. induction m as [|[s2 d2] m IH]; [now exists (fun a => a)|].
  cbn [insert snd]. cond; [now exists (fun a => a)|]. modes_in H2. destruct IH as (P & IH); [now constructor|easy|].
  exists (fun a => a / s mod s2 + s2 * P (a mod s + s * (a / s / s2))). intros a A. cbn [total sum_over fst] in *.
  pose proof (total_pos m H4). unfold moved in IH. cbn [total sum_over fst] in IH.
  assert (R : forall a, 0 <= a < s * (s2 * total m) -> 0 <= a mod s < s /\ 0 <= a / s mod s2 < s2 /\ 0 <= a mod s + s * (a / s / s2) < s * total m).
  { intros u U. pose proof (total_pos m H4). euclid u s q r. assert (0 <= q < s2 * total m) by nia. euclid q s2 q2 r2. assert (0 <= q2 < total m) by nia. nia. }
  destruct (R a A) as (R1 & R2 & R3). destruct (IH _ R3) as (I1 & I2 & I3).
  digits (a / s mod s2 + s2 * P (a mod s + s * (a / s / s2))) s2 (P (a mod s + s * (a / s / s2))) (a / s mod s2).
  split; [nia|]. split.
  - intros f. rewrite I2. digits (a mod s + s * (a / s / s2)) s (a / s / s2) (a mod s). lia.
  - intros b B E. destruct (R b B) as (Q1 & Q2 & Q3).
    destruct (unique_digits s2 (P (a mod s + s * (a / s / s2))) (P (b mod s + s * (b / s / s2))) (a / s mod s2) (b / s mod s2)) as [F G]; try lia.
    apply I3 in F; auto. destruct (unique_digits s (a / s / s2) (b / s / s2) (a mod s) (b mod s)) as [F1 F2]; try lia.
    apply (same_digits s); auto. apply (same_digits s2); auto.
Qed.
Lemma insert_shapes p m : shapes (p :: m) -> shapes (insert p m).
Proof.
  intros W. inversion W; subst. induction m as [|q m IH]; [easy|]. cbn [insert]. cond; [easy|].
  inversion H2; subst. constructor; auto.
Qed.
Lemma sort_shapes m : shapes m -> shapes (sort_modes m).
Proof. induction m; intros W; [easy|]. inversion W; subst. apply insert_shapes. constructor; auto. Qed.
Lemma insert_total p m : total (insert p m) = fst p * total m.
Proof. induction m as [|q m IH]; [easy|]. cbn [insert]. cond; [easy|]. cbn [total]. rewrite IH. lia. Qed.
Lemma sort_total m : total (sort_modes m) = total m.
Proof. induction m as [|p m IH]; [easy|]. cbn [sort_modes total]. now rewrite insert_total, IH. Qed.
Lemma sort_moves m : shapes m -> exists P, moved m (sort_modes m) P.
Proof.
  induction m as [|[s d] m IH]; intros W; [now exists (fun a => a)|]. modes_in W. destruct (IH H2) as (P & I).
  destruct (insert_moves (s, d) (sort_modes m)) as (Q & J); [constructor; auto using sort_shapes|].
  exists (fun a => Q (a mod s + s * P (a / s))). intros a A. cbn [sort_modes total sum_over fst] in *. unfold moved in *.
  cbn [total sum_over fst] in J.
  assert (R : forall a, 0 <= a < s * total m -> 0 <= a mod s < s /\ 0 <= a / s < total m) by (intros u U; euclid u s q r; nia).
  destruct (R a A). destruct (I (a / s)) as (I1 & I2 & I3); auto.
  destruct (J (a mod s + s * P (a / s))) as (J1 & J2 & J3); [nia|]. split; [easy|]. split.
  - intros f. rewrite J2. digits (a mod s + s * P (a / s)) s (P (a / s)) (a mod s). now rewrite I2.
  - intros b B E. destruct (R b B). destruct (I (b / s)) as (K1 & _); auto. apply J3 in E; [|nia].
    destruct (unique_digits s (P (a / s)) (P (b / s)) (a mod s) (b mod s)) as [F G]; try lia.
    apply I3 in F; auto. apply (same_digits s); auto.
Qed.
Lemma sort_strides m low : strides_from m low = true -> strides_from (sort_modes m) low = true.
Proof.
  assert (I : forall p l, low <= snd p -> strides_from l low = true -> strides_from (insert p l) low = true).
  { intros p l P. induction l as [|q l IH]; intros S; cbn [insert strides_from] in *; [both; [now apply Z.leb_le|easy]|].
    bools. cond; cbn [strides_from]; both; try (now apply Z.leb_le); auto. }
  induction m as [|p m IH]; intros S; [easy|]. cbn [strides_from sort_modes] in *. bools. now apply I; [|apply IH].
Qed.
