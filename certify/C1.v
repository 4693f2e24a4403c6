(* C1: coalesce keeps the size and the function, and its result has depth at most 1.
   The key step: pushing a mode s:d onto merged modes M gives the function d*(x mod s) + M(x div s),
   whether the mode is dropped, merged with the first mode of M, or kept. *)
Require Import Lib Trees Layouts.

Lemma push_shapes s d m : 1 <= s -> shapes m -> shapes (push (s, d) m).
Proof.
  intros S W. unfold push. cond; [easy|]. destruct m as [|[s2 d2] m]; [repeat constructor; easy|].
  modes_in W. cond; repeat constructor; simpl; auto; nia.
Qed.
Lemma push_total s d m : total (push (s, d) m) = s * total m.
Proof. unfold push. cond; [lia|]. destruct m as [|[s2 d2] m]; [easy|]. cond; simpl; lia. Qed.
Lemma push_value s d m x : 1 <= s -> shapes m -> value (push (s, d) m) x = d * (x mod s) + value m (x / s).
Proof.
  intros S W. unfold push. cond.
  - subst. rewrite Z.mod_1_r, Z.div_1_r. lia.
  - destruct m as [|[s2 d2] m]; [easy|]. modes_in W. cond; [|easy]. simpl. subst.
    rewrite Z.rem_mul_r, Z.div_div by lia. lia.
Qed.
Lemma push_extended s d m x : 1 <= s -> shapes m -> m <> [] -> extended (push (s, d) m) x = d * (x mod s) + extended m (x / s).
Proof.
  intros S W N. unfold push. cond.
  - subst. rewrite Z.mod_1_r, Z.div_1_r. lia.
  - destruct m as [|[s2 d2] m]; [easy|]. modes_in W. cond; [|apply extended_step; easy]. subst.
    destruct m as [|m3 m].
    + cbn [extended]. pose proof (Z.div_mod x s). nia.
    + rewrite !extended_step by easy. rewrite Z.rem_mul_r, Z.div_div by lia. lia.
Qed.
Lemma push_nonempty p m : m <> [] -> push p m <> [].
Proof. intros. destruct p. unfold push. cond; [easy|]. destruct m as [|[]]; [easy|]. cond; easy. Qed.

Lemma coalesce_shapes m : shapes m -> shapes (coalesce_modes m).
Proof. induction m as [|[s d] m IH]; intros W; simpl; [easy|]. modes_in W. apply push_shapes; auto. Qed.
Lemma coalesce_total m : total (coalesce_modes m) = total m.
Proof. induction m as [|[s d] m IH]; [easy|]. cbn [coalesce_modes total fst]. now rewrite push_total, IH. Qed.
Lemma coalesce_value m x : shapes m -> value (coalesce_modes m) x = value m x.
Proof.
  revert x. induction m as [|[s d] m IH]; intros x W; [easy|]. modes_in W. cbn [coalesce_modes value].
  now rewrite push_value, IH by auto using coalesce_shapes.
Qed.

(* If the last mode, which takes the overflow, is not dropped, A^ is kept as well. *)
Lemma coalesce_extended_step p m : m <> [] -> coalesce_extended (p :: m) = push p (coalesce_extended m).
Proof. now destruct m. Qed.
Lemma coalesce_extended_nonempty m : m <> [] -> coalesce_extended m <> [].
Proof.
  induction m as [|p m IH]; [easy|]. intros _. destruct m as [|q m]; [easy|].
  rewrite coalesce_extended_step by easy. now apply push_nonempty, IH.
Qed.
Lemma coalesce_extended_shapes m : shapes m -> shapes (coalesce_extended m).
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. destruct m; [easy|].
  rewrite coalesce_extended_step by easy. now apply push_shapes; auto.
Qed.
Lemma coalesce_extended_defined m : m <> [] -> coalesce_extended_ok m = true.
Proof. induction m as [|p m IH]; [easy|]. destruct m; [easy|]. intros _. now apply IH. Qed.
Lemma coalesce_extended_value m x : shapes m -> extended (coalesce_extended m) x = extended m x.
Proof.
  revert x. induction m as [|[s d] m IH]; intros x W; [easy|]. modes_in W. destruct m as [|q m]; [easy|].
  rewrite coalesce_extended_step, push_extended, extended_step; try easy.
  - now rewrite IH.
  - now apply coalesce_extended_shapes.
  - now apply coalesce_extended_nonempty.
Qed.

(* The layout of a list of modes has these modes; the empty list becomes 1:0. *)
Lemma or_one_total m : total (or_one m) = total m.
Proof. now destruct m. Qed.
Lemma or_one_value m x : value (or_one m) x = value m x.
Proof. destruct m; [|easy]. cbn. lia. Qed.
Lemma layout_of_call m x : shapes m -> 0 <= x < total m ->
  Layout_call_ok (layout_of m) (Leaf x) = true /\ Layout_call (layout_of m) (Leaf x) = value m x.
Proof.
  intros W X. destruct (layout_of_modes m W) as (_ & V & E & _).
  rewrite <- or_one_total, <- E in X. destruct (call_value _ V x X) as [O ->]. now rewrite E, or_one_value.
Qed.
Lemma layout_of_size m : shapes m -> Layout_size (layout_of m) = total m.
Proof. intros W. destruct (layout_of_modes m W) as (_ & V & E & _). now rewrite size_total, E, or_one_total. Qed.

Lemma coalesce_defined A : valid A -> coalesce_ok A = true.
Proof.
  intros V. unfold coalesce_ok. rewrite modes_defined by easy. cbn [andb].
  now apply layout_of_modes, coalesce_shapes, modes_shapes.
Qed.

Theorem C1 : S_C1.
Proof.
  intros A i V N I0 I1. change (size_of_layout A) with (Layout_size A) in I1. rewrite size_total in I1 by easy.
  split; [now apply coalesce_defined|]. intros R. subst R. unfold coalesce.
  pose proof (coalesce_shapes _ (modes_shapes A V)) as W. rewrite layout_of_size, coalesce_total, size_total by easy.
  destruct (call_value A V i (conj I0 I1)) as [-> ->].
  destruct (layout_of_call (coalesce_modes (modes_of A)) i W) as [-> ->]; [now rewrite coalesce_total|].
  rewrite coalesce_value by now apply modes_shapes. split; [easy|]. split; [now apply layout_of_modes|easy].
Qed.
