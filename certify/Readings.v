(* A layout as a list of modes, for the generated proofs of claims: what the prover's readings of a layout
   of any rank say, as theorems. The list of the layout 1:0 may be empty. *)
Require Import Lib Trees Layouts C1 Auto.

Definition reads (A : layout) (m : modes) : Prop := valid A /\ modes_of A = or_one m /\ shapes m.
Arguments or_one m : simpl nomatch.

(* An argument of a claim, and the layout that a list makes. *)
Theorem argument_reads A : valid A -> nonempty (modes_of A) = true ->
  exists m, reads A m /\ shapes m /\ nonempty m = true.
Proof.
  intros V N. exists (modes_of A). pose proof (modes_shapes A V). split; [|easy].
  split; [easy|]. split; [|easy]. now destruct (modes_of A).
Qed.
Theorem layout_of_reads m : shapes m -> reads (layout_of m) m.
Proof. intros W. destruct (layout_of_modes m W) as (_ & V & E & _). easy. Qed.
Theorem layout_of_returns m : shapes m -> layout_of_ok m = true.
Proof. intros W. now destruct (layout_of_modes m W). Qed.
Theorem layout_of_depth m : shapes m -> Layout_depth (layout_of m) = match m with [] | [_] => 0 | _ => 1 end.
Proof.
  intros W. destruct m as [|[s d] [|q m]]; [easy| |].
  - modes_in W. unfold layout_of. cbn [fst snd]. destruct (made_layout (Leaf s) (Leaf d)) as [_ ->]; [|easy|easy].
    cbn. both; [|easy]. apply negb_true_iff, Z.ltb_ge. lia.
  - unfold layout_of. rewrite map_firsts, map_seconds. remember ((s, d) :: q :: m) as l.
    destruct (made_layout (Tuple (map Leaf (map fst l))) (Tuple (map Leaf (map snd l)))) as [_ ->].
    + unfold require_shape_ok. rewrite flat_tree. apply positive_sizes. rewrite Forall_map. exact W.
    + apply flat_congruent. now rewrite !map_length.
    + unfold Layout_depth. cbn [layout_shape depth]. rewrite !map_map. cbn [depth]. now rewrite greatest_zeros.
Qed.

(* What a layout has is what its list of modes has. *)
Theorem size_reads A m : reads A m -> Layout_size A = total m.
Proof. intros (V & E & _). now rewrite size_total, E, or_one_total. Qed.
Theorem modes_return A m : reads A m -> modes_of_ok A = true.
Proof. intros (V & _). now apply modes_defined. Qed.
Theorem modes_read A m : reads A m -> modes_of A = or_one m.
Proof. now intros (_ & E & _). Qed.
Theorem call_returns A m x : reads A m -> 0 <= x < total m -> Layout_call_ok A (Leaf x) = true.
Proof. intros (V & E & _) X. apply call_value; [easy|]. now rewrite E, or_one_total. Qed.
Theorem call_reads A m x : reads A m -> 0 <= x < total m -> Layout_call A (Leaf x) = value m x.
Proof.
  intros (V & E & _) X. rewrite <- (or_one_value m x), <- E. apply call_value; [easy|]. now rewrite E, or_one_total.
Qed.
Theorem extended_returns A m x : reads A m -> 0 <= x -> Layout_extended_ok A x = true.
Proof. intros (V & E & _) X. apply extended_modes; [easy| |easy]. rewrite E. now destruct m. Qed.
Theorem extended_reads A m x : reads A m -> 0 <= x -> Layout_extended A x = extended (or_one m) x.
Proof. intros (V & E & _) X. rewrite <- E. apply extended_modes; [easy| |easy]. rewrite E. now destruct m. Qed.

(* Replace calls of functions on layouts by their readings. `lists` is redefined: it runs the functions on lists. *)
Ltac lists := idtac.
Ltac of_modes := lists; plain; first [assumption | apply Forall_nil | apply make_forall; [cbn [fst snd]; lia | of_modes]].
Ltac is_read := first [eassumption | apply layout_of_reads; of_modes].
Ltac in_range := lists; goal_plain; first [assumption | lia | split; first [lia | timeout 2 nia]].
Ltac by_reading L law :=
  let R := fresh in eassert (R : reads L _) by is_read; rewrite (law L _ R) in *; clear R.
Ltac at_reading L law x :=
  let R := fresh in eassert (R : reads L _) by is_read; let E := fresh in epose proof (law L _ x R) as E; clear R;
  lazymatch type of E with ?P -> _ => let p := fresh in assert (p : P) by in_range; specialize (E p); clear p end;
  rewrite E in *; clear E.
Ltac by_list m law := let W := fresh in assert (W : Forall (fun p : Z * Z => 1 <= fst p) m) by of_modes; rewrite (law m W) in *; clear W.
Ltac readings := repeat match goal with
  | |- context [Layout_size ?L] => by_reading L size_reads
  | |- context [modes_of_ok ?L] => by_reading L modes_return
  | |- context [modes_of ?L] => by_reading L modes_read
  | |- context [Layout_call_ok ?L (Leaf ?x)] => at_reading L call_returns x
  | |- context [Layout_call ?L (Leaf ?x)] => at_reading L call_reads x
  | |- context [Layout_extended_ok ?L ?x] => at_reading L extended_returns x
  | |- context [Layout_extended ?L ?x] => at_reading L extended_reads x
  | |- context [layout_of_ok ?m] => by_list m layout_of_returns
  | |- context [Layout_depth (layout_of ?m)] => by_list m layout_of_depth
  | _ : context [Layout_size ?L] |- _ => by_reading L size_reads
  | _ : context [modes_of_ok ?L] |- _ => by_reading L modes_return
  | _ : context [modes_of ?L] |- _ => by_reading L modes_read
  | _ : context [Layout_call_ok ?L (Leaf ?x)] |- _ => at_reading L call_returns x
  | _ : context [Layout_call ?L (Leaf ?x)] |- _ => at_reading L call_reads x
  | _ : context [Layout_extended_ok ?L ?x] |- _ => at_reading L extended_returns x
  | _ : context [Layout_extended ?L ?x] |- _ => at_reading L extended_reads x
  | _ : context [layout_of_ok ?m] |- _ => by_list m layout_of_returns
  | _ : context [Layout_depth (layout_of ?m)] |- _ => by_list m layout_of_depth
  end; cbn [or_one] in *.

(* A call on a list that has no unknown rest, unless the value of the call has a name. *)
Ltac whole l := lazymatch l with [] => idtac | _ :: ?r => whole r end.
Ltac computed_call call own := lazymatch goal with _ : _ = call |- _ => fail | _ => looked call own end.

(* An argument of a claim is its list of modes. *)
Ltac argument A m := match goal with
  | V : Layout_ok (layout_shape A) (layout_stride A) = true, N : nonempty (modes_of A) = true |- _ =>
      let R := fresh "R" in let W := fresh "W" in let E := fresh "E" in
      destruct (argument_reads A V N) as (m & R & W & E); clear N
  end.
Ltac stated := plain; texts_everywhere; plain; truths; plain.
(* A hypothesis of a claim: conclude what stands before it. *)
Ltac assumed := run; lazymatch goal with
  | |- _ /\ _ => split; [solved_here | assumed]
  | |- _ -> _ => intro; plain; texts_everywhere; truths; plain
  end.
