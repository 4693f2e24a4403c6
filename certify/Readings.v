(* A layout as a list of modes, for the generated proofs of claims: what the prover's readings of a layout
   of any rank say, as theorems. The list of the layout 1:0 may be empty. *)
Require Import Lib Trees Layouts C1 X1 Auto.

Definition reads (A : layout) (m : modes) : Prop := valid A /\ modes_of A = or_one m /\ shapes m.
Arguments or_one m : simpl nomatch.

(* An argument of a claim, and the layout that a list makes. *)
Theorem argument_reads A : valid A -> nonempty (modes_of A) = true ->
  exists m, reads A m /\ shapes m /\ nonempty m = true.
Proof.
  intros V N. exists (modes_of A). pose proof (modes_shapes A V). split; [|easy].
  split; [easy|]. split; [|easy]. now destruct (modes_of A).
Qed.
Lemma greatest_natural l : Forall (Z.le 0) l -> 0 <= greatest 0 l.
Proof.
  intros [|x k X L]; cbn [greatest]; [lia|]. revert x X. induction L as [|y k Y _ IH]; intros x X; cbn [fold_left]; [easy|].
  apply IH. lia.
Qed.
Lemma depth_natural t : 0 <= depth t.
Proof.
  induction t as [n|ts IH] using tree_ind'; cbn [depth]; [lia|]. apply (Forall_map depth (Z.le 0)) in IH.
  pose proof (greatest_natural _ IH). lia.
Qed.
Lemma tuples_are_deep ts : 1 <= depth (Tuple ts).
Proof.
  enough (N : Forall (Z.le 0) (map depth ts)) by (pose proof (greatest_natural _ N); cbn [depth]; lia).
  apply Forall_map, Forall_forall. intros t _. apply depth_natural.
Qed.
Theorem one_mode_reads B : valid B -> Layout_depth B = 0 ->
  exists n d, B = {| layout_shape := Leaf n; layout_stride := Leaf d |} /\ reads B [(n, d)] /\ shapes [(n, d)].
Proof.
  intros V D. destruct B as [[n|ts] d].
  - destruct d as [d|us]; [|easy]. exists n, d. pose proof (modes_shapes _ V) as W. easy.
  - pose proof (tuples_are_deep ts). unfold Layout_depth in D. cbn [layout_shape] in D. lia.
Qed.
Theorem shape_reads t : require_shape_ok t = true -> at_least 1 (flatten t) = true.
Proof.
  unfold require_shape_ok. induction (flatten t) as [|n l IH]; [easy|]. cbn. rewrite !andb_true_iff. intros [N L].
  split; [|now apply IH]. bools. apply Z.leb_le. lia.
Qed.
(* P says of a list of tiles that the minor side of each tile is a size. *)
Theorem tiles_read P A : P [] = true ->
  (forall tile tiles, P (tile :: tiles) = match tile with [] => true | side :: _ => 1 <=? side end && P tiles) ->
  XlaShape_sides_ok A = true -> P (XlaShape_sides A) = true.
Proof.
  intros N C V. induction (sides_are_good A V) as [|tile tiles [_ G] _ IH]; [easy|]. rewrite C, IH, andb_true_r.
  destruct tile as [|side tile]; [easy|]. now apply Z.leb_le.
Qed.
(* P picks the entries of the index and of the dimensions in the order of the array, and E is an entry. *)
Theorem point_reads P E A : (forall i d, P i d [] = []) ->
  (forall i d k o, P i d (k :: o) = (E i k, E d k) :: P i d o) ->
  (forall k, E [] k = 0) -> (forall n l k, E (n :: l) k = if k =? 0 then n else E l (k - 1)) ->
  is_order (xla_minor_to_major A) (xla_dims A) = true ->
  forall i, in_bounds i (xla_dims A) = true ->
  physical_point_ok A i = true /\ physical_point A i = P i (xla_dims A) (xla_minor_to_major A).
Proof.
  intros N C E0 E1 O i B. split; [now apply point_places|]. unfold physical_point.
  assert (entry : forall l k, 0 <= k -> E l k = nth (Z.to_nat k) l 0).
  { induction l as [|n l IH]; intros k K; [rewrite E0; now destruct (Z.to_nat k)|]. rewrite E1.
    destruct (Z.eqb_spec k 0) as [->|D]; [easy|]. rewrite IH by lia. now replace (Z.to_nat k) with (S (Z.to_nat (k - 1))) by lia. }
  unfold is_order in O. bools. match goal with U : numbers_below _ _ = true |- _ => revert U end.
  generalize (xla_minor_to_major A). induction l as [|k o IH]; intros U; [easy|]. cbn [numbers_below] in U. bools.
  rewrite C. cbn [map]. rewrite IH, !entry by (easy || lia). easy.
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
Ltac by_point R := let P := fresh in let E := fresh in destruct R as [P E]; rewrite ?P, ?E; clear P E.
Ltac readings := repeat match goal with
  | |- context [Layout_size ?L] => by_reading L size_reads
  | |- context [modes_of_ok ?L] => by_reading L modes_return
  | |- context [modes_of ?L] => by_reading L modes_read
  | |- context [Layout_call_ok ?L (Leaf ?x)] => at_reading L call_returns x
  | |- context [Layout_call ?L (Leaf ?x)] => at_reading L call_reads x
  | |- context [Layout_extended_ok ?L ?x] => at_reading L extended_returns x
  | |- context [Layout_extended ?L ?x] => at_reading L extended_reads x
  | R : (forall i, in_bounds i _ = true -> physical_point_ok ?A i = true /\ _), B : in_bounds ?i _ = true |- context [physical_point ?A ?i] => by_point (R i B)
  | R : (forall i, in_bounds i _ = true -> physical_point_ok ?A i = true /\ _), B : in_bounds ?i _ = true |- context [physical_point_ok ?A ?i] => by_point (R i B)
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

(* An argument of a claim: a layout by its list of modes, a layout of one mode, an IntTuple by its terminals,
   an array by its dimensions, their order, and the sides of its tiles. *)
Ltac argument m A := match goal with
  | V : Layout_ok (layout_shape A) (layout_stride A) = true, N : nonempty (modes_of A) = true |- _ =>
      let R := fresh "R" in let W := fresh "W" in let E := fresh "E" in
      destruct (argument_reads A V N) as (m & R & W & E); clear N
  end.
Ltac argument_of_one_mode n d B := match goal with
  | V : Layout_ok (layout_shape B) (layout_stride B) = true, D : Layout_depth B = 0 |- _ =>
      let R := fresh "R" in let W := fresh "W" in destruct (one_mode_reads B V D) as (n & d & -> & R & W)
  end.
Ltac argument_tree l t := try (match goal with V : require_shape_ok t = true |- _ => pose proof (shape_reads t V); clear V end);
  remember (flatten t) as l eqn:?.
Ltac argument_array all_sized picked entry_of dims order tiles A := match goal with
  | V : XlaShape_sides_ok A = true, O : is_order (xla_minor_to_major A) (xla_dims A) = true |- _ =>
      pose proof (tiles_read all_sized A ltac:(reflexivity) ltac:(reflexivity) V);
      pose proof (point_reads picked entry_of A ltac:(reflexivity) ltac:(reflexivity) ltac:(reflexivity) ltac:(reflexivity) O)
  end;
  remember (xla_dims A) as dims eqn:?; remember (xla_minor_to_major A) as order eqn:?; remember (XlaShape_sides A) as tiles eqn:?.
Ltac stated := plain; texts_everywhere; plain; truths; plain.
(* A hypothesis of a claim: conclude what stands before it. *)
Ltac assumed := run; lazymatch goal with
  | |- _ /\ _ => split; [solved_here | assumed]
  | |- _ -> _ => intro; plain; texts_everywhere; truths; plain
  end.
