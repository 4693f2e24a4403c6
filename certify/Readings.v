(* A layout as a list of modes, for the generated proofs of claims: what the prover's readings of a layout
   of any rank say, as theorems. The list of the layout 1:0 may be empty. *)
Require Import Lib Trees Layouts C1 X1 I1 Auto.

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
(* Of a shape: its size, by a function E that multiplies the sizes; and the coordinate of an index. *)
Theorem size_of_shape_reads E t : E [] = 1 -> (forall n l, E (n :: l) = n * E l) -> product t = E (flatten t).
Proof.
  intros N C. unfold product. induction (flatten t) as [|n l IH]; [easy|]. rewrite C, <- IH. apply product_cons.
Qed.
Theorem natural_terminals t x : require_shape_ok t = true -> flatten (natural (Leaf x) t) = digits x (flatten t).
Proof. intros V. cbn [natural]. now destruct (unflatten_integers (digits x (flatten t)) t (digits_length _ _)). Qed.
Theorem natural_congruent t x : require_shape_ok t = true -> congruent (natural (Leaf x) t) t = true.
Proof.
  intros V. cbn [natural]. destruct (unflatten_integers (digits x (flatten t)) t (digits_length _ _)) as (_ & _ & P).
  now apply congruent_profile.
Qed.
Theorem natural_returns t x : require_shape_ok t = true -> natural_ok (Leaf x) t = true.
Proof.
  intros V. destruct (unflatten_integers (digits x (flatten t)) t (digits_length _ _)) as (O & _).
  cbn [natural_ok]. now rewrite O, digits_defined by now apply sizes_of_shape.
Qed.
Theorem congruent_to_one a b t : congruent a t = true -> congruent b t = true -> congruent a b = true.
Proof. intros A B. apply congruent_profile in A, B. apply congruent_profile. now rewrite A, B. Qed.
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
Theorem sides_read A : XlaShape_sides_ok A = true -> Forall (Forall (fun e => 0 <= 1 + e /\ e <> 0)) (XlaShape_sides A).
Proof.
  intros V. eapply Forall_impl; [|exact (sides_are_good A V)]. intros tile [S _]. eapply Forall_impl; [|exact S].
  unfold side. intros. lia.
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
Theorem index_returns i d : in_bounds i d = true -> require_index_ok i d = true.
Proof.
  intros B. rewrite in_bounds_forall2 in B. unfold require_index_ok. pose proof (proj1 (forall2_Forall2 _ _ _) B) as F.
  apply Forall2_length in F. now rewrite F, Z.eqb_refl.
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
Ltac by_size P := let E := fresh in pose proof P as E; clear P; rewrite E in *; pose proof E as P; clear E.
(* A natural coordinate in bounds is its own natural form. *)
Ltac terminals_named := repeat match goal with
  | E : _ = flatten ?u |- context [flatten ?u] => rewrite <- E
  | V : require_shape_ok ?t = true |- context [flatten (natural (Leaf ?x) ?t)] => rewrite (natural_terminals t x V)
  end.
Ltac by_coordinate c t C := let B := fresh in
  assert (B : in_bounds (flatten c) (flatten t) = true) by (terminals_named; first [assumption | congruence]);
  let R := fresh in let O := fresh in let N := fresh in
  destruct (natural_is_own c t C B) as (R & O & N); rewrite ?R, ?O; rewrite ?N in *; clear B R O N.
(* Of two names for one list, all facts mention the same one. *)
Ltac is_said_beside E v := match goal with H : context [v] |- _ => tryif constr_eq H E then fail else idtac | |- context [v] => idtac end.
Ltac one_name := repeat match goal with E : ?v = ?w :> list _ |- _ => is_var v; is_var w; is_said_beside E v; rewrite E in * end.
(* Numbers of modes, and layouts whose nesting is known. *)
Ltac is_written n := lazymatch n with O => idtac | S ?m => is_written m end.
Ltac counted_out n := is_written n; let v := eval compute in (Z.of_nat n) in change (Z.of_nat n) with v.
Ltac taken_apart := progress cbn [makes_layout makes_layout_ok all2_ok forall2 as_many modes_in length Nat.eqb].
(* Each part of a conjunction is shown alone. *)
Ltac conjunction := lazymatch goal with |- _ && _ = true => apply andb_true_iff | _ => idtac end.
Ltac readings := cbn [layout_shape layout_stride flatten flat_map app] in *; one_name; repeat match goal with
  | B : in_bounds ?i ?d = true |- context [require_index_ok ?i ?d] => rewrite (index_returns i d B)
  | |- context [Z.of_nat ?n] => counted_out n
  | |- context [?a =? ?b] => is_number a; is_number b; let v := eval compute in (a =? b) in change (a =? b) with v
  | |- context [forall2 _ (_ :: _) _] => taken_apart
  | |- context [all2_ok _ _ (_ :: _) _] => taken_apart
  | |- context [as_many (_ :: _) _] => taken_apart
  | |- context [Layout_size ?L] => by_reading L size_reads
  | |- context [modes_of_ok ?L] => by_reading L modes_return
  | |- context [modes_of ?L] => by_reading L modes_read
  | |- context [Layout_call_ok ?L (Leaf ?x)] => at_reading L call_returns x
  | |- context [Layout_call ?L (Leaf ?x)] => at_reading L call_reads x
  | |- context [Layout_extended_ok ?L ?x] => at_reading L extended_returns x
  | |- context [Layout_extended ?L ?x] => at_reading L extended_reads x
  | R : (forall i, in_bounds i _ = true -> physical_point_ok ?A i = true /\ _), B : in_bounds ?i _ = true |- context [physical_point ?A ?i] => by_point (R i B)
  | R : (forall i, in_bounds i _ = true -> physical_point_ok ?A i = true /\ _), B : in_bounds ?i _ = true |- context [physical_point_ok ?A ?i] => by_point (R i B)
  | |- context [require_coordinate_ok (Leaf ?x) ?t] => progress cbn [require_coordinate_ok]
  | _ : context [require_coordinate_ok (Leaf ?x) ?t] |- _ => progress cbn [require_coordinate_ok] in *
  | A : congruent ?a ?t = true, B : congruent ?b ?t = true |- context [congruent ?a ?b] => rewrite (congruent_to_one a b t A B)
  | B : in_bounds ?p ?k = true |- context [length ?p] => rewrite (in_bounds_length p k B)
  | |- context [congruent_ok ?a ?b] => rewrite (congruent_defined a b)
  | P : product ?t = _ |- context [product ?t] => rewrite P
  | P : product ?t = _, _ : context [product ?t] |- _ => by_size P
  | V : require_shape_ok ?t = true |- context [natural_ok (Leaf ?x) ?t] => rewrite (natural_returns t x V)
  | V : require_shape_ok ?t = true |- context [flatten (natural (Leaf ?x) ?t)] => rewrite (natural_terminals t x V)
  | V : require_shape_ok ?t = true, _ : context [flatten (natural (Leaf ?x) ?t)] |- _ => rewrite (natural_terminals t x V) in *
  | V : require_shape_ok ?t = true |- context [congruent (natural (Leaf ?x) ?t) ?t] => rewrite (natural_congruent t x V)
  | V : require_shape_ok ?t = true, C : congruent ?c ?t = true |- context [congruent (natural (Leaf ?x) ?t) ?c] =>
      rewrite (congruent_to_one _ c t (natural_congruent t x V) C)
  | V : require_shape_ok ?t = true |- context [natural (natural (Leaf ?x) ?t) ?t] => by_coordinate (natural (Leaf x) t) t (natural_congruent t x V)
  | V : require_shape_ok ?t = true |- context [natural_ok (natural (Leaf ?x) ?t) ?t] => by_coordinate (natural (Leaf x) t) t (natural_congruent t x V)
  | V : require_shape_ok ?t = true |- context [require_coordinate_ok (natural (Leaf ?x) ?t) ?t] => by_coordinate (natural (Leaf x) t) t (natural_congruent t x V)
  | C : congruent ?c ?t = true |- context [natural ?c ?t] => by_coordinate c t C
  | C : congruent ?c ?t = true |- context [natural_ok ?c ?t] => by_coordinate c t C
  | C : congruent ?c ?t = true |- context [require_coordinate_ok ?c ?t] => by_coordinate c t C
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
  end; cbn [or_one] in *; conjunction.

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
Ltac argument_tree extent l t := try (match goal with V : require_shape_ok t = true |- _ =>
    pose proof (shape_reads t V); pose proof (size_of_shape_reads extent t ltac:(reflexivity) ltac:(reflexivity)) end);
  remember (flatten t) as l eqn:?.
Ltac argument_array all_sized picked entry_of dims order tiles A := match goal with
  | V : XlaShape_sides_ok A = true, O : is_order (xla_minor_to_major A) (xla_dims A) = true |- _ =>
      pose proof (sides_read A V); pose proof (tiles_read all_sized A ltac:(reflexivity) ltac:(reflexivity) V);
      pose proof (point_reads picked entry_of A ltac:(reflexivity) ltac:(reflexivity) ltac:(reflexivity) ltac:(reflexivity) O)
  end;
  remember (xla_dims A) as dims eqn:?; remember (xla_minor_to_major A) as order eqn:?; remember (XlaShape_sides A) as tiles eqn:?.
Ltac stated := plain; texts_everywhere; plain; truths; plain.
(* A hypothesis of a claim: conclude what stands before it. *)
Ltac assumed := run; lazymatch goal with
  | |- _ /\ _ => split; [solved_here | assumed]
  | |- _ -> _ => intro; plain; texts_everywhere; truths; plain
  end.
