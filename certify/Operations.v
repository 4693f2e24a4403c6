(* What coalesce and composition do to lists of modes, for generated proofs without a record. The theorems
   follow from those of C1 and P1c. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute P1c Auto Readings.

Theorem coalesce_returns A m : reads A m -> coalesce_ok A = true.
Proof. intros (V & _). now apply coalesce_defined. Qed.
Theorem coalesce_reads A m : reads A m -> reads (coalesce A) (coalesce_modes (or_one m)).
Proof.
  intros (_ & E & S). unfold coalesce. rewrite E. apply layout_of_reads, coalesce_shapes.
  destruct m; [repeat constructor; cbn; lia|easy].
Qed.
Theorem composition_reads A B m p : reads A m -> m <> [] -> reads B p -> composition_ok A B = true ->
  exists r, reads (composition A B) r /\ shapes r /\ total r = total p /\ (p <> [] -> r <> []) /\
  compatible (layout_shape B) (layout_shape (composition A B)) = true /\ forall x, value r x = extended m (value p x).
Proof.
  intros (V & E & S) N (W & F & _) O. assert (NA : modes_of A <> []) by (rewrite E; now destruct m).
  destruct (composed A B V NA W O) as (VR & C & H & K & L). exists (modes_of (composition A B)).
  assert (R : modes_of (composition A B) <> []) by (apply K; rewrite F; now destruct p).
  pose proof (modes_shapes _ VR) as SR. split; [split; [easy|split; [|easy]]|].
  - now destruct (modes_of (composition A B)).
  - split; [easy|]. split; [now rewrite H, F, or_one_total|]. split; [easy|]. split; [easy|].
    intros x. rewrite L, E, F, or_one_value. now destruct m.
Qed.
Theorem extended_natural m : shapes m -> strides_from m 0 = true -> forall x, 0 <= x -> 0 <= extended m x.
Proof.
  induction m as [|[s d] m IH]; intros W S x X; [easy|]. modes_in W. cbn [strides_from snd] in S. bools.
  rewrite extended_cons. destruct m as [|q m]; [nia|]. pose proof (Z.mod_pos_bound x s ltac:(lia)).
  assert (Q : 0 <= x / s) by (apply Z.div_pos; lia). specialize (IH H2 H0 (x / s) Q). nia.
Qed.
Theorem values_of_coalesced m x : shapes m -> value (coalesce_modes m) x = value m x.
Proof. intros. now apply coalesce_value. Qed.
Theorem same_or_one m : m <> [] -> or_one m = m.
Proof. now destruct m. Qed.

Ltac has_modes := match goal with
  | H : nonempty ?m = true |- ?m <> [] => intros ->; discriminate H
  | H : ?m <> [] |- ?m <> [] => exact H
  end.
Ltac of_modes ::= lists; plain; first [assumption | apply Forall_nil | apply coalesce_shapes; of_modes | apply make_forall; [cbn [fst snd]; lia | of_modes]].
Ltac is_read ::= first [eassumption | eapply coalesce_reads; is_read | apply layout_of_reads; of_modes].

(* The layout that a composition makes, if composition accepts. *)
Ltac compositions := repeat match goal with O : composition_ok ?A ?B = true |- _ =>
  lazymatch goal with _ : reads (composition A B) _ |- _ => fail | _ => idtac end;
  let RA := fresh in let RB := fresh in let N := fresh in
  eassert (RA : reads A _) by is_read; eassert (RB : reads B _) by is_read;
  lazymatch type of RA with reads _ ?m => assert (N : m <> []) by has_modes end;
  let r := fresh "r" in let R := fresh "R" in let S := fresh "S" in let T := fresh "T" in let K := fresh "K" in let C := fresh "C" in let V := fresh "V" in
  destruct (composition_reads A B _ _ RA N RB O) as (r & R & S & T & K & C & V);
  specialize (K ltac:(has_modes)); clear RA RB N
  end.
Ltac named_values := repeat match goal with
  | V : forall x, value ?r x = extended _ (value _ x) |- context [value ?r ?x] => rewrite V
  | |- context [value (coalesce_modes ?m) ?x] => rewrite (values_of_coalesced m x) by of_modes
  | |- context [total (coalesce_modes ?m)] => rewrite (coalesce_total m)
  | |- context [compatible_ok ?a ?b] => rewrite (compatible_defined a b)
  | |- context [coalesce_ok ?L] => by_reading L coalesce_returns
  | |- context [or_one ?m] => rewrite (same_or_one m) by has_modes
  | _ : context [or_one ?m] |- _ => let N := fresh in assert (N : m <> []) by has_modes; rewrite (same_or_one m N) in *; clear N
  end.
Ltac natural := first [assumption | lia
  | apply extended_natural; [assumption | assumption | natural] | apply value_natural; assumption].
Ltac in_range ::= lists; goal_plain; named_values; first [assumption | lia | natural | split; first [lia | natural | timeout 2 nia]].
Ltac operations := compositions; readings; named_values.
