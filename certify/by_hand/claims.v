(* Proofs by hand of claims. They are read by verif/certify/generated/by_hand.py. *)

(* C6, with Lib Trees Layouts C1 Modes *)
Proof.
  intros A P k x V N G PL PN K X. cbv zeta. intros L. set (l := flatten P) in *.
  destruct (coalesced_modes A l V L) as (O & _ & RR & R). split; [exact O|]. split; [exact RR|]. intros Q.
  destruct (R k ltac:(lia)) as [R1 ->]. destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  pose proof (nonempty_mode A k V G ltac:(lia)) as NE. set (B := Layout_getitem A k) in *.
  pose proof (modes_shapes B M3) as SB. pose proof (coalesce_shapes _ SB) as SC.
  rewrite R1, M1. destruct (Z.ltb_spec k (Z.of_nat (length l))); (split; intros M; [|try lia]); try lia.
  - unfold coalesce. rewrite layout_of_size, coalesce_total, size_total by easy. split; [easy|].
    split; [now apply layout_of_modes|]. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|]. intros Y.
    destruct (call_value B M3 x (conj X Y)) as [-> ->].
    destruct (layout_of_call (coalesce_modes (modes_of B)) x SC) as [-> ->]; [now rewrite coalesce_total|].
    now rewrite coalesce_value.
  - repeat (split; [easy|]). rewrite size_total by easy. intros Y. now destruct (call_value B M3 x (conj X Y)) as [->
    ->].
Qed.

(* C8, with Lib Trees Layouts C1 Modes *)
Proof.
  intros A P k V N G PL PN K. cbv zeta. intros L M. set (l := flatten P) in *.
  destruct (coalesced_modes A l V L) as (O & _ & _ & R). destruct (R k ltac:(lia)) as [R1 ->].
  destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  assert (W : valid (coalesce (Layout_getitem A k))) by now apply coalesce_valid.
  rewrite O, R1, M1, (coalesce_defined _ M3). destruct (Z.ltb_spec k (Z.of_nat (length l))); [|lia].
  now rewrite modes_defined.
Qed.

(* N4, with Lib Trees Layouts C1 N1 Modes *)
Proof.
  intros A P k V N G PL PN K. cbv zeta. intros L. set (l := flatten P) in *.
  destruct (filtered_modes A l V L) as (O & _ & RR & R). split; [exact O|]. split; [exact RR|]. intros Q.
  destruct (R k ltac:(lia)) as [R1 ->]. destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  destruct (without_repeats _ M3) as (OZ & VZ & _ & _).
  assert (W : valid (filter_ (Layout_getitem A k))) by now apply coalesce_valid.
  assert (F : filter__ok (Layout_getitem A k) = true) by (unfold filter__ok; now rewrite OZ, coalesce_defined).
  rewrite R1, M1, F. split; intros M; destruct (Z.ltb_spec k (Z.of_nat (length l))); try lia; [|easy].
  now rewrite modes_defined.
Qed.

(* G1, with Lib Trees Layouts C1 P1c Distribute OneByOne D1a Q1 Modes *)
Proof.
  intros L i A b e j V NL I0 I1 VA NA GA B0 E1 J0 J1. change (size_of_layout A) with (Layout_size A) in *. change
    (size_of_layout L) with (Layout_size L) in *.
  assert (F : flatten_layout_ok L = true /\ valid (flatten_layout L) /\ modes_of (flatten_layout L) = modes_of L).
  { pose proof (modes_defined L V) as D. pose proof (modes_shapes L V) as W. unfold flatten_layout_ok, flatten_layout.
    destruct (layout_shape L) eqn:S; [split; [easy|]; split; [now rewrite S|easy]|].
    rewrite D. unfold in_one_tuple_ok, in_one_tuple. set (m := modes_of L) in *.
    assert (S1 : Printed.shapes_of m = map fst m) by (clear; induction m as [|[s d] m IH]; cbn; congruence).
    assert (S2 : Printed.strides_of m = map snd m) by (clear; induction m as [|[s d] m IH]; cbn; congruence). rewrite
      S1, S2.
    destruct (made_layout (Tuple (map Leaf (map fst m))) (Tuple (map Leaf (map snd m)))) as [O E].
    - unfold require_shape_ok. rewrite flat_tree. apply positive_sizes. rewrite Forall_map. exact W.
    - apply flat_congruent. now rewrite !map_length.
    - rewrite E. split; [exact O|]. split; [exact O|]. unfold modes_of, Layout_flat_modes. cbn [layout_shape
      layout_stride].
      now rewrite !flat_tree, paired_split. }
  destruct F as (F1 & F2 & F3). split; [exact F1|]. cbv zeta. rewrite (size_total L V) in *. rewrite (size_total A
    VA) in J1. rewrite (size_total _ F2), F3. split; [reflexivity|].
  destruct (call_value L V i (conj I0 I1)) as [-> ->]. destruct (call_value (flatten_layout L) F2 i) as [-> ->]; [now
    rewrite F3|].
  rewrite F3. do 3 (split; [reflexivity|]). intros [BE ER].
  destruct (in_slice A 0 b VA ltac:(lia) ltac:(lia)) as (O1 & V1 & M1). destruct (in_slice A b e VA ltac:(lia) ER) as
    (O2 & V2 & M2).
  destruct (in_slice A e (Layout_rank A) VA ltac:(lia) ltac:(lia)) as (O3 & V3 & M3).
  destruct (together_alone _ V2) as (O4 & V4 & M4). destruct (together_of_two _ _ V1 V4) as (O5 & V5 & M5).
  destruct (together_of_two _ _ V5 V3) as (O6 & V6 & M6).
  assert (C : (e =? -1) = false /\ ((0 <=? b) && (b <? e) && (e <=? Layout_rank A))%bool = true).
  { split; [apply Z.eqb_neq; lia|]. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt. lia. }
  destruct C as [C1' C2].
  assert (G : group A b e = Printed.side_by_side (Printed.side_by_side (between A 0 b) (make_layout_layout (between A
    b e))) (between A e (Layout_rank A))).
  { unfold group. cbv zeta. now rewrite C1', C2. }
  assert (GO : group_ok A b e = true).
  { unfold group_ok. cbv zeta. rewrite C1', C2. now rewrite O1, O2, O3, O4, O5, O6. }
  rewrite GO, G, (groups_defined A VA), (groups_defined _ V5), O1, O2, O3, O4, O5. do 4 (split; [reflexivity|]).
  set (R := Printed.side_by_side _ (between A e (Layout_rank A))) in *. rewrite M5, M4, M1, M3 in M6. cbn [Z.to_nat
    skipn] in M6.
  rewrite Z.sub_0_r in M6. pose proof (rank_iterated A) as N.
  assert (RR : Layout_rank R = Layout_rank A - (e - b) + 1).
  { rewrite <- !rank_iterated, M6, !app_length, firstn_length, firstn_length, skipn_length. cbn [length]. lia. }
  assert (RM : modes_of R = modes_of A).
  { rewrite (modes_of_iterated R V6), (modes_of_iterated A VA), M6, !map_app, !concat_app. cbn [map concat].
    rewrite app_nil_r, (modes_of_iterated (between A b e) V2), M2. rewrite firstn_all2 with (n := Z.to_nat
      (Layout_rank A - e)) by (rewrite skipn_length; lia).
    rewrite <- !concat_app, <- !map_app. do 2 f_equal. rewrite <- app_assoc.
    replace (skipn (Z.to_nat e) (Layout_iter A)) with (skipn (Z.to_nat (e - b)) (skipn (Z.to_nat b) (Layout_iter A)))
      by (rewrite skipped_twice; f_equal; lia).
    now rewrite firstn_skipn, firstn_skipn. }
  rewrite RR, (size_total R V6), (size_total A VA), RM. split; [reflexivity|]. split; [reflexivity|].
  destruct (call_value R V6 j) as [-> ->]; [rewrite RM; exact (conj J0 J1)|].
  destruct (call_value A VA j (conj J0 J1)) as [-> ->]. rewrite RM. do 2 (split; [reflexivity|]). reflexivity.
Qed.

(* G2, with Lib Trees Layouts C1 P1c Distribute OneByOne D1a Q1 Modes *)
Proof.
  intros A B i j V NA GA W NB I0 I1 J0 J1. change (size_of_layout A) with (Layout_size A) in *. change
    (size_of_layout B) with (Layout_size B) in *.
  destruct (together_alone B W) as (OB & VB & IB).
  assert (EA : append A B = Printed.side_by_side A (make_layout_layout B) /\ prepend A B = Printed.side_by_side
    (make_layout_layout B) A) by easy.
  assert (OA : append_ok A B = (make_layout_layout_ok B && Printed.side_by_side_ok A (make_layout_layout B))%bool /\
    prepend_ok A B = (make_layout_layout_ok B && Printed.side_by_side_ok (make_layout_layout B) A)%bool) by easy.
  destruct EA as [-> ->]. destruct OA as [-> ->].
  destruct (together_of_two A _ V VB) as (O1 & V1 & E1). destruct (together_of_two _ A VB V) as (O2 & V2 & E2).
  rewrite IB in E1, E2. rewrite OB, O1, O2, !groups_defined by easy. split; [easy|]. cbv zeta. split; [easy|].
  assert (M1 : modes_of (Printed.side_by_side A (make_layout_layout B)) = modes_of A ++ modes_of B).
  { rewrite modes_of_iterated, E1, map_app, concat_app, <- modes_of_iterated by easy. cbn [map concat]. now rewrite
    app_nil_r. }
  assert (M2 : modes_of (Printed.side_by_side (make_layout_layout B) A) = modes_of B ++ modes_of A).
  { rewrite modes_of_iterated, E2, map_app, concat_app, <- modes_of_iterated by easy. cbn [map concat]. now rewrite
    app_nil_r. }
  assert (R1 : Layout_rank (Printed.side_by_side A (make_layout_layout B)) = Layout_rank A + 1).
  { rewrite <- !rank_iterated, E1, app_length. cbn [length]. lia. }
  assert (R2 : Layout_rank (Printed.side_by_side (make_layout_layout B) A) = Layout_rank A + 1).
  { rewrite <- !rank_iterated, E2, app_length. cbn [length]. lia. }
  rewrite R1, R2, !size_total, M1, M2, !total_app by easy. split; [easy|]. split; [f_equal; lia|].
  rewrite !size_total in I1, J1 by easy. pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  destruct (call_value _ V1 (i + total (modes_of A) * j)) as [-> ->]; [rewrite M1, total_app; nia|].
  destruct (call_value _ V2 (j + total (modes_of B) * i)) as [-> ->]; [rewrite M2, total_app; nia|].
  destruct (call_value A V i (conj I0 I1)) as [-> ->]. destruct (call_value B W j (conj J0 J1)) as [-> ->].
  rewrite M1, M2, (value_two (modes_of A)), (value_two (modes_of B)) by (assumption || lia). do 5 (split;
    [reflexivity|]). lia.
Qed.

(* G5, with Lib Trees Layouts OneByOne D1a Modes *)
Proof.
  intros A B i j k V NA GA W NB I0 J0 K0 [I J]. cbv zeta. set (d := no_layout).
  assert (At : forall n, 0 <= n < Layout_rank A -> Layout_getitem_ok A n = true /\
    Layout_getitem A n = nth (Z.to_nat n) (Layout_iter A) d /\ valid (Layout_getitem A n)) by (intros n N; exact
      (mode_at A n d V N)).
  destruct (At i) as (Oi & Ei & Vi); [lia|]. destruct (At j) as (Oj & Ej & Vj); [lia|].
  destruct (modes_put_together [Layout_getitem A i; Layout_getitem A j] d) as (OS & VS & RS & GS); [now repeat
    constructor|].
  change (make_layout [Layout_getitem A i; Layout_getitem A j]) with (select A i j) in *. cbn [length] in GS.
  assert (SO : select_ok A i j = true).
  { change (select_ok A i j) with ((Layout_getitem_ok A i && Layout_getitem_ok A j) && make_layout_ok [Layout_getitem
    A i; Layout_getitem A j])%bool.
    now rewrite Oi, Oj, OS. }
  destruct (GS 0 ltac:(lia)) as [S1 S2]. destruct (GS 1 ltac:(lia)) as [S3 S4]. cbn [nth Z.to_nat] in S2, S4.
  change (nth (Pos.to_nat 1) [Layout_getitem A i; Layout_getitem A j] d) with (Layout_getitem A j) in S4.
  pose proof (rank_iterated A) as N.
  assert (T : i < j -> take_ok A i j = true /\ Layout_rank (take A i j) = j - i /\ forall n, 0 <= n < j - i ->
    Layout_getitem_ok (take A i j) n = true /\ Layout_getitem (take A i j) n = Layout_getitem A (i + n)).
  { intros L. destruct (in_slice A i j V ltac:(lia) ltac:(lia)) as (O & VT & E).
    assert (C : ((0 <=? i) && (i <? j) && (j <=? Layout_rank A))%bool = true) by (rewrite !andb_true_iff, !Z.leb_le,
      Z.ltb_lt; lia).
    unfold take_ok, take. rewrite C, O. assert (R : Layout_rank (between A i j) = j - i).
    { rewrite <- rank_iterated, E, firstn_length, skipn_length. lia. }
    split; [reflexivity|]. split; [exact R|]. intros n M. destruct (mode_at (between A i j) n d VT) as (X1 & X2 & _);
      [lia|].
    split; [exact X1|]. rewrite X2, E. destruct (At (i + n)) as (_ & -> & _); [lia|].
    rewrite nth_taken by lia. rewrite nth_skipped. f_equal. lia. }
  destruct (in_slice A 0 i V ltac:(lia) ltac:(lia)) as (O1 & V1 & M1).
  destruct (in_slice A (i + 1) (Layout_rank A) V ltac:(lia) ltac:(lia)) as (O3 & V3 & M3).
  destruct (together_alone B W) as (O4 & V4 & M4). destruct (together_of_two _ _ V1 V4) as (O5 & V5 & M5).
  destruct (together_of_two _ _ V5 V3) as (O6 & V6 & M6). rewrite M5, M4, M1, M3 in M6. cbn [Z.to_nat skipn] in M6.
    rewrite Z.sub_0_r in M6.
  assert (RO : replace_ok A i B = true).
  { change (replace_ok A i B) with (Layout_getitem_ok A i && (between_ok A (i + 1) (Layout_rank A) &&
      (((between_ok A 0 i && make_layout_layout_ok B) && Printed.side_by_side_ok (between A 0 i) (make_layout_layout
        B)) &&
      Printed.side_by_side_ok (Printed.side_by_side (between A 0 i) (make_layout_layout B)) (between A (i + 1)
        (Layout_rank A)))))%bool.
    now rewrite Oi, O3, O1, O4, O5, O6. }
  change (Printed.side_by_side (Printed.side_by_side (between A 0 i) (make_layout_layout B)) (between A (i + 1)
    (Layout_rank A))) with (replace A i B) in *.
  set (R := replace A i B) in *.
  assert (RR : Layout_rank R = Layout_rank A).
  { rewrite <- (rank_iterated R), M6, !app_length, !firstn_length, skipn_length. cbn [length]. lia. }
  assert (GR : forall n, 0 <= n < Layout_rank A -> Layout_getitem_ok R n = true /\ modes_of_ok (Layout_getitem R n) =
    true /\
    Layout_getitem R n = if n =? i then B else Layout_getitem A n).
  { intros n M. destruct (mode_at R n d V6) as (X1 & X2 & X3); [lia|]. split; [exact X1|]. split; [now apply
    modes_defined|].
    rewrite X2, M6. rewrite firstn_all2 with (n := Z.to_nat (Layout_rank A - (i + 1))) by (rewrite skipn_length; lia).
    destruct (Z.eqb_spec n i) as [-> | ?].
    - rewrite app_nth1 by (rewrite app_length, firstn_length; cbn [length]; lia).
      rewrite app_nth2 by (rewrite firstn_length; lia). rewrite firstn_length.
      replace (Z.to_nat i - Nat.min (Z.to_nat i) (length (Layout_iter A)))%nat with 0%nat by lia. reflexivity.
    - destruct (At n M) as (_ & -> & _). destruct (Z.lt_ge_cases n i).
      + rewrite app_nth1 by (rewrite app_length, firstn_length; lia). rewrite app_nth1 by (rewrite firstn_length;
        lia). apply nth_taken. lia.
      + rewrite app_nth2 by (rewrite app_length, firstn_length; cbn [length]; lia). rewrite app_length,
        firstn_length, nth_skipped.
        cbn [length]. f_equal. lia. }
  assert (TW : forall n, 0 <= n < Layout_rank A -> (if n =? i then true else Layout_getitem_ok A n) = true /\
    modes_of_ok (if n =? i then B else Layout_getitem A n) = true).
  { intros n M. destruct (At n M) as (X1 & _ & X3). destruct (n =? i); split; try reflexivity; try assumption; now
    apply modes_defined. }
  assert (FR : Printed.side_by_side_ok (between A 0 i) (make_layout_layout B) && groups_of_ok (Printed.side_by_side
    (between A 0 i) (make_layout_layout B)) = true).
  { now rewrite O5, groups_defined. }
  assert (BB : between_ok A 0 i && between_ok A (i + 1) (Layout_rank A) = true) by now rewrite O1, O3.
  assert (RB : replace_ok A i B && make_layout_layout_ok B = true) by now rewrite RO, O4.
  assert (LR : k < Layout_rank A -> Layout_getitem_ok R k && modes_of_ok (Layout_getitem R k) = true /\
    modes_of (Layout_getitem R k) = modes_of (if k =? i then B else Layout_getitem A k)).
  { intros M. destruct (GR k) as (X1 & X2 & X3); [lia|]. rewrite X1, X2, X3. split; reflexivity. }
  assert (LT : i < j -> k < j - i -> Layout_getitem_ok (take A i j) k && modes_of_ok (Layout_getitem (take A i j) k)
    = true /\
    Layout_getitem_ok A (i + k) && modes_of_ok (Layout_getitem A (i + k)) = true /\
    modes_of (Layout_getitem (take A i j) k) = modes_of (Layout_getitem A (i + k))).
  { intros L M. destruct (T L) as (_ & _ & X). destruct (X k) as [X1 X2]; [lia|]. destruct (At (i + k)) as (Y1 & _ &
    Y2); [lia|].
    rewrite X1, X2, Y1, (modes_defined _ Y2). split; [reflexivity|split; reflexivity]. }
  rewrite SO, S1, S3, S2, S4, Oi, Oj.
  clear - T LT LR TW FR BB RB RR I J K0.
  assert (T1 : i < j -> take_ok A i j = true) by (intros L; now destruct (T L)).
  assert (T2 : i < j -> Layout_rank (take A i j) = j - i) by (intros L; now destruct (T L) as (_ & X & _)). clear T.
  assert (TK : k < Layout_rank A -> (if k =? i then true else Layout_getitem_ok A k) = true) by (intros L; apply (TW
    k); lia).
  assert (TM : k < Layout_rank A -> modes_of_ok (if k =? i then B else Layout_getitem A k) = true) by (intros L;
    apply (TW k); lia). clear TW.
  repeat match goal with
  | |- _ /\ _ => split
  | |- _ -> _ => intro
  | |- take_ok _ _ _ = true => exact (T1 ltac:(assumption))
  | |- Layout_rank (take _ _ _) = _ => exact (T2 ltac:(assumption))
  | |- replace_ok _ _ _ && _ = true => exact RB
  | |- between_ok _ _ _ && _ = true => exact BB
  | |- Printed.side_by_side_ok _ _ && _ = true => exact FR
  | |- Layout_rank R = _ => exact RR
  | |- (if _ then true else _) = true => exact (TK ltac:(assumption))
  | |- modes_of_ok (if _ then _ else _) = true => exact (TM ltac:(assumption))
  | |- Layout_getitem_ok R k && _ = true => exact (proj1 (LR ltac:(assumption)))
  | |- modes_of (Layout_getitem R k) = _ => exact (proj2 (LR ltac:(assumption)))
  | |- Layout_getitem_ok (take _ _ _) k && _ = true => exact (proj1 (LT ltac:(assumption) ltac:(assumption)))
  | |- Layout_getitem_ok A (i + k) && _ = true => exact (proj1 (proj2 (LT ltac:(assumption) ltac:(assumption))))
  | |- modes_of (Layout_getitem (take _ _ _) k) = _ => exact (proj2 (proj2 (LT ltac:(assumption) ltac:(assumption))))
  | |- true && true = true => reflexivity
  | |- true = true => reflexivity
  end.
  all: try reflexivity.
Qed.

(* P1, with Lib Trees Layouts C1 P1c OneMode *)
Proof.
  intros A B i V N W D NB T I0 I1. cbv zeta. rewrite (modes_defined A V), (modes_defined B W). split; [reflexivity|].
  pose proof (P1c A B i V N W NB T I0 I1) as C. cbv zeta in C.
  destruct (depth_0_has_one_mode B W D NB T) as (n & w & E & P & T0).
  rewrite E in *.
  assert (NA : modes_of A <> []) by (intros Z; rewrite Z in N; discriminate N).
  rewrite (coalesce_extended_defined _ NA). split; [reflexivity|].
  pose proof (coalesce_extended_nonempty _ NA) as M. pose proof (coalesce_extended_shapes _ (modes_shapes A V)) as F.
  split; [now apply divides_defined|]. intros Q. set (m := coalesce_extended (modes_of A)) in *.
  assert (M' : nonempty m = true) by now destruct m.
  destruct (parts_are_no_more_than_modes m n w F M' P T0 Q) as [_ L].
  destruct (a_divisible_mode_is_accepted m n w _ F M' P T0 Q L) as (L1 & L2 & K).
  assert (O : composition_ok A B = true).
  { now apply (one_mode_composes A B n w (fun k => pieces_needed_f k m) (S (Z.to_nat n))). }
  rewrite O in C. exact (conj O (C eq_refl)).
Qed.

(* P2, with Lib Trees Layouts C1 P1c OneMode *)
Proof.
  intros A B i V N W D NB T I0 I1. cbv zeta. rewrite (modes_defined A V), (modes_defined B W). split; [reflexivity|].
  pose proof (P1c A B i V N W NB T I0 I1) as C. cbv zeta in C.
  destruct (depth_0_has_one_mode B W D NB T) as (n & w & E & P & T0).
  rewrite E in *.
  assert (NA : modes_of A <> []) by (intros Z; rewrite Z in N; discriminate N).
  pose proof (modes_shapes A V) as FA. rewrite (coalesce_extended_defined _ NA), (runs_defined _ NA FA n w P T0).
    split; [reflexivity|].
  pose proof (coalesce_extended_nonempty _ NA) as M. pose proof (coalesce_extended_shapes _ FA) as F.
  rewrite (runs_defined _ M F n w P T0).
  pose proof (coalescing_keeps_runs (modes_of A) n w FA N P T0) as R. set (m := coalesce_extended (modes_of A)) in *.
  assert (M' : nonempty m = true) by now destruct m.
  enough (G : runs m n w = true -> composition_ok A B = true).
  { assert (H : runs (modes_of A) n w = true \/ runs m n w = true -> composition_ok A B = true) by tauto.
    split; [reflexivity|]. split; (split; [reflexivity|]); intros X; pose proof (H X) as O; rewrite O in C;
      exact (conj O (C eq_refl)). }
  intros Q. apply (a_mode_that_runs_is_divisible m n w F M' P T0) in Q.
  destruct (parts_are_no_more_than_modes m n w F M' P T0 Q) as [_ L].
  destruct (a_divisible_mode_is_accepted m n w _ F M' P T0 Q L) as (L1 & L2 & K).
  now apply (one_mode_composes A B n w (fun k => pieces_needed_f k m) (S (Z.to_nat n))).
Qed.

(* P8, with Lib Trees Layouts P1c Distribute D1a Modes *)
Proof.
  intros A T k x V N G VT NT S GT K X. cbv zeta. split; [now apply iterates|]. intros O.
  destruct (composed_modes A T V G VT O) as (_ & RR & R). split; [exact O|]. split; [exact RR|]. intros Q.
  destruct (R k ltac:(lia)) as (R1 & R2 & ->). destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  pose proof (nonempty_mode A k V G ltac:(lia)) as NE. rewrite O, R1, M1. split; intros M.
  - destruct (mode_at T k no_layout VT ltac:(lia)) as (T1 & _ & T3). rewrite T1, (R2 M).
    destruct (Z.ltb_spec k (Layout_rank T)); [|lia].
    destruct (composed _ _ M3 NE T3 (R2 M)) as (VR & _ & T4 & _ & E). cbv zeta in *.
    rewrite modes_defined, !size_total, T4 by easy. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|].
    split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|]. intros Y.
    destruct (call_value _ VR x) as [-> ->]; [now rewrite T4|].
    assert (ST : strides_from (modes_of (Layout_getitem T k)) 0 = true) by now apply strides_of_mode.
    destruct (extended_of_value (Layout_getitem A k) (Layout_getitem T k) x) as (U1 & U2 & U3); auto.
    rewrite U1, U2, U3, E. easy.
  - destruct (Z.ltb_spec k (Layout_rank T)); [lia|easy].
Qed.

(* Q3, with Lib Trees Layouts Sorting C1 Tiles Groups Distribute P1c K2 OneByOne D1a Coalesced Q1 Modes *)
Proof.
  assert (Gaps : forall m cur size, 1 <= cur -> shapes m -> strides_from (gaps m cur size) 0 = true).
  { induction m as [|[s d] m IH]; intros cur size C W; cbn [gaps].
    - cbn [strides_from snd]. now destruct (Z.leb_spec 0 cur); [|lia].
    - assert (S : 1 <= s /\ shapes m) by (inversion W; subst; now split). destruct S as [S W'].
      destruct ((s =? 1) || (d =? 0)); [now apply IH|]. destruct (Z.ltb_spec d cur); [easy|].
      cbn [strides_from snd]. rewrite IH by (easy || nia). now destruct (Z.leb_spec 0 cur); [|lia]. }
  intros A B i c V NA W NB SB I0 I1 C0. cbv zeta. change (size_of_layout B) with (Layout_size B) in I1. intros OD.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. assert (N : modes_of A <> []) by (now
    destruct (modes_of A)).
  pose proof (total_pos _ WA) as M1. rewrite <- size_total in M1 by easy. set (n := Layout_size A) in *.
  assert (OE : logical_divide_ok A B = divide_ok A B) by easy. rewrite OE in *.
  assert (OX : complement_ok B (Leaf n) = true /\ make_layout_layout_layout_ok B (complement B (Leaf n)) = true /\
    composition_ok A (make_layout_layout_layout B (complement B (Leaf n))) = true).
  { unfold divide_ok in OD. fold n in OD. apply andb_true_iff in OD. destruct OD as [OD OX]. apply andb_true_iff in
    OD. now destruct OD. }
  destruct OX as (OC & OM & O). rewrite OC, OM, OD. pose proof (complement_valid B n W OC) as VC.
  assert (OG : gaps_ok (sort_modes (modes_of B)) 1 n = true).
  { unfold complement_ok in OC. rewrite product_leaf in OC. cbv zeta in OC. destruct (n <? 1); [easy|].
    apply andb_true_iff in OC. destruct OC as [OC _]. apply andb_true_iff in OC. now destruct OC. }
  rewrite OG, (modes_defined B W).
  set (g := gaps (sort_modes (modes_of B)) 1 n) in *.
  assert (WG : shapes g) by (apply accepted_gaps_shapes; [now apply sort_shapes|lia|lia|exact OG]).
  assert (EC : complement B (Leaf n) = layout_of (coalesce_modes g)) by now apply complement_modes.
  set (rest := complement B (Leaf n)) in *.
  destruct (OneByOne.side_by_side [B; rest]) as (_ & VT & MT & ST); [now repeat constructor|].
  change (make_layout [B; rest]) with (make_layout_layout_layout B rest) in VT, MT, ST. set (T :=
    make_layout_layout_layout B rest) in *.
  cbn [map concat] in MT, ST. rewrite app_nil_r in MT.
  destruct (composed A T V N VT O) as (VR & CR & TR & _ & XR). rewrite ST in CR. cbv zeta in *.
  change (composition A T) with (logical_divide A B) in VR, CR, TR, XR. set (R := logical_divide A B) in *. clearbody
    R.
  destruct (two_modes R _ _ VR CR) as (RK & GO & GV & GT & GX).
  destruct (mode_at R 1 no_layout VR ltac:(lia)) as (GO1 & _ & GV1).
  assert (CS : compatible (layout_shape B) (layout_shape (Layout_getitem R 0)) = true /\
    compatible (layout_shape rest) (layout_shape (Layout_getitem R 1)) = true).
  { pose proof (valid_congruent _ VR) as Q. pose proof (valid_sizes _ VR) as P. unfold compatible in CR. destruct R
    as [[m|ss] d]; [discriminate CR|]. cbn [layout_shape] in *.
    rewrite at_terminals_tuple in CR. destruct ss as [|s [|t [|]]]; cbn [forall2] in CR; try (rewrite ?andb_false_r
      in CR; easy).
    apply andb_true_iff in CR. destruct CR as [C1' C2]. apply andb_true_iff in C2. destruct C2 as [C2 _].
    apply congruent_profile in Q. destruct d as [m|[|u [|v [|]]]]; try discriminate Q. cbn [profile map] in Q.
      injection Q as Q1 Q2.
    rewrite !flatten_cons in P. apply Forall_app in P. destruct P as [P1 P2]. apply Forall_app in P2. destruct P2 as
      [P2 _].
    destruct (made_layout s u) as [_ E]; [now apply positive_sizes|now apply congruent_profile|].
    destruct (made_layout t v) as [_ E2]; [now apply positive_sizes|now apply congruent_profile|].
    assert (G0 : Layout_getitem {| layout_shape := Tuple [s; t]; layout_stride := Tuple [u; v] |} 0 = {| layout_shape
      := s; layout_stride := u |}) by exact E.
    assert (G1 : Layout_getitem {| layout_shape := Tuple [s; t]; layout_stride := Tuple [u; v] |} 1 = {| layout_shape
      := t; layout_stride := v |}) by exact E2.
    rewrite G0, G1. now split. }
  destruct CS as [CS CS1]. rewrite GO, GO1, RK, compatible_defined, CS.
  assert (S0 : Layout_size (Layout_getitem R 0) = Layout_size B) by (symmetry; now apply compatible_size).
  assert (S1 : Layout_size (Layout_getitem R 1) = Layout_size rest) by (symmetry; now apply compatible_size).
  rewrite S0, S1. repeat (split; [easy|]).
  rewrite size_total in I1 by easy.
  assert (SR : strides_from (modes_of rest) 0 = true).
  { rewrite EC. destruct (layout_of_modes _ (coalesce_shapes _ WG)) as (_ & _ & -> & _).
    destruct (coalescing_keeps_size_and_function g WG) as (_ & _ & _ & _ & F).
    specialize (F 0 (Gaps _ 1 n ltac:(lia) (sort_shapes _ WB))). now destruct (coalesce_modes g). }
  assert (SA : strides_from (modes_of T) 0 = true).
  { rewrite MT. generalize SB. clear -SR. induction (modes_of B) as [|m l IH]; intros S; [exact SR|].
    cbn [app strides_from] in *. apply andb_true_iff in S. destruct S as [-> S]. now apply IH. }
  pose proof (total_pos _ (modes_shapes _ VC)) as C1'. pose proof (total_pos _ WB) as B1'.
  assert (TT : total (modes_of T) = total (modes_of B) * total (modes_of rest)) by now rewrite MT, total_app.
  assert (IT : 0 <= i < total (modes_of T)) by nia.
  assert (VI : value (modes_of T) i = value (modes_of B) i).
  { rewrite MT. replace i with (i + total (modes_of B) * 0) at 1 by lia. rewrite value_two by easy.
    rewrite value_at_zero_is_zero by now apply modes_shapes. lia. }
  destruct (call_value T VT i IT) as [-> ->]. destruct (call_value B W i (conj I0 I1)) as [-> ->].
  destruct (call_value R VR i) as [-> ->]; [now rewrite TR|].
  destruct (call_value (Layout_getitem R 0) GV i) as [-> ->]; [rewrite <- size_total, S0, size_total by easy; easy|].
  rewrite <- GX by (change (product (layout_shape B)) with (Layout_size B); rewrite size_total by easy; easy).
  rewrite XR, VI. pose proof (value_natural _ WB SB i) as VN.
  destruct (extended_modes A V (value (modes_of B) i) N VN) as [-> ->].
  repeat (split; [easy|]). intros CT. rewrite size_total in CT by easy.
  destruct (call_value T VT c (conj C0 CT)) as [-> ->]. destruct (call_value R VR c) as [-> ->]; [now rewrite TR|].
  pose proof (value_natural _ (modes_shapes T VT) SA c) as VN2. destruct (extended_modes A V (value (modes_of T) c) N
    VN2) as [-> ->].
  rewrite XR. easy.
Qed.

(* D9, with Lib Trees Layouts Sorting C1 Tiles Groups Distribute P1c K2 K9 OneByOne D1a *)
Proof.
  intros A B c V NA W NB SB C0 C1. change (size_of_layout A) with (Layout_size A) in C1.
  assert (N : modes_of A <> []) by (intros Z; rewrite Z in NA; discriminate NA).
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. pose proof (sort_shapes _ WB) as SS.
  pose proof (total_pos _ WA) as M1. pose proof (total_pos _ WB) as B1.
  unfold divides_evenly_ok, divides_evenly, is_divisible, tile_of. cbv zeta. rewrite (modes_defined B W),
    (modes_defined A V).
  rewrite !(size_total A V), !(size_total B W) in *. set (n := total (modes_of A)) in *.
  split; [apply is_chain_defined; auto; lia|]. intros D. apply andb_true_iff in D. destruct D as [K O].
  assert (C : is_chained B) by (apply multiples_chain with n; auto; lia).
  split; [now apply complement_defined|].
  set (R := complement B (Leaf n)) in *.
  pose proof (gaps_of_shapes B n W M1 C) as WG. pose proof (coalesce_shapes _ WG) as WC.
  set (rest := coalesce_modes (gaps_of B n)) in *.
  assert (ER : R = layout_of rest) by now apply complement_modes.
  destruct (layout_of_modes rest WC) as (_ & VR & MR & _). rewrite <- ER in VR, MR. clear ER.
  rewrite (modes_defined R VR). split; [reflexivity|].
  destruct (OneByOne.side_by_side [B; R]) as (OT & VT & MT & ST); [now repeat constructor|].
  cbn [map concat] in MT. rewrite app_nil_r in MT.
  change (Printed.make_layout [B; R]) with (make_layout_layout_layout B R) in *. change (Printed.make_layout_ok [B;
    R]) with (make_layout_layout_layout_ok B R) in *.
  rewrite OT, (modes_defined _ VT), (coalesce_extended_defined _ N). split; [reflexivity|].
  set (T := make_layout_layout_layout B R) in *.
  assert (ET : modes_of T = tiling (modes_of B) n).
  { rewrite MT, MR. unfold tiling. cbv zeta. symmetry. apply P1c.followed_app. }
  destruct (a_sorted_tiling_is_compact (modes_of B) n WB M1 SB K) as (ST1 & TT & CT). rewrite <- ET in ST1, TT, CT.
  unfold divide_ok in O. rewrite (size_total A V) in O. fold n in O. apply andb_true_iff in O. destruct O as [O1 OC].
  fold R T in O1, OC.
  destruct (accepted_modes A T OC) as [RO NC]. set (m := coalesce_extended (modes_of A)) in *.
  pose proof (coalesce_extended_nonempty _ N) as NM. pose proof (coalesce_extended_shapes _ WA) as FM. fold m in NM,
    FM.
  pose proof (modes_shapes T VT) as WT. pose proof (modes_shapes R VR) as WR.
  assert (NM' : nonempty m = true) by (destruct m; [now destruct NM|reflexivity]).
  destruct (refined_modes_are_b m (modes_of T) FM WT NM') as [[G _] _].
  destruct (G RO) as (FG & _ & _ & CU & AS & _ & _ & SF). rewrite <- joined_concat in NC.
  pose proof (accepted_compact_modes_are_super_increasing m (modes_of T) _ FM WT FG NM' CU AS SF NC CT) as SI.
  rewrite super_increasing_defined by (assumption || lia || now apply sort_shapes).
  split; [reflexivity|]. split; [exact SI|]. rewrite not_zero by lia. split; [reflexivity|].
  assert (TR : total (modes_of B) * total (modes_of R) = n) by (rewrite <- TT, MT, total_app; reflexivity).
  pose proof (total_pos _ WR) as R1. pose proof (Z.mod_pos_bound c (total (modes_of B)) ltac:(lia)) as I.
  assert (J : 0 <= c / total (modes_of B) < total (modes_of R)).
  { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
  pose proof (Z.div_mod c (total (modes_of B)) ltac:(lia)) as DM.
  set (i := c mod total (modes_of B)) in *. set (j := c / total (modes_of B)) in *.
  rewrite !distributed_defined by assumption. split; [reflexivity|].
  rewrite MT in ST1. destruct (strides_app _ _ ST1) as [_ SR].
  pose proof (value_natural _ WB SB i) as VB. pose proof (value_natural _ WR SR j) as VJ.
  destruct (call_value B W i I) as [-> ->]. destruct (call_value R VR j J) as [-> ->].
  destruct (extended_modes A V (value (modes_of B) i + value (modes_of R) j) N) as [-> ->]; [lia|].
  rewrite MT, <- (P1c.followed_app (modes_of B) (modes_of R)) in SI. unfold m in SI.
  pose proof (super_increasing_lists_distribute_together (modes_of A) (modes_of B) (modes_of R) i j WA WB WR NA SB SR
    SI I J) as E.
  split; [reflexivity|]. split; [exact E|].
  assert (EL : logical_divide A B = composition A T).
  { unfold logical_divide, by_mode, tile_of, divide. now rewrite (size_total A V). }
  change (logical_divide_ok A B) with (divide_ok A B). rewrite EL. unfold divide_ok. rewrite (size_total A V). fold n
    R T.
  rewrite O1, OC. cbn [andb].
  destruct (composed A T V N VT OC) as (VL & _ & TL & _ & XL).
  destruct (call_value (composition A T) VL c) as [-> ->]; [rewrite TL, TT; lia|]. split; [reflexivity|].
  rewrite XL, MT, value_app by assumption. fold j.
  replace (value (modes_of B) c) with (value (modes_of B) i); [exact E|].
  replace c with (i + total (modes_of B) * j) by lia. symmetry. now apply value_periodic.
Qed.

(* D9c, with Lib Trees Layouts Sorting C1 Distribute K2 *)
Proof.
  assert (Bt : forall m w, m <> [] -> shapes m -> condition_1_between_ok m w = true).
  { induction m as [|[s d] m IH]; intros w N W; [easy|]. destruct m as [|p m]; [easy|].
    assert (S : 1 <= s /\ shapes (p :: m)) by (inversion W; subst; now split). destruct S as [S W'].
    change (negb (s =? 0) && (if w mod s =? 0 then negb (s =? 0) && condition_1_between_ok (p :: m) (w / s) else negb
      (w =? 0)) = true).
    rewrite not_zero by lia. destruct (Z.eqb_spec (w mod s) 0) as [E|E]; [now rewrite IH|].
    apply not_zero. intros ->. apply E, Z.mod_0_l. lia. }
  assert (O : forall m b, m <> [] -> shapes m -> condition_1_ok m b = true).
  { intros m b N W. induction b as [|[x w] b IH]; [easy|]. cbn [condition_1_ok]. rewrite !Bt, IH, !orb_true_r by
    easy. now destruct (x =? 1). }
  intros A B M i j V NA W NB SB M1 I0 I1 J0. cbv zeta. change (size_of_layout B) with (Layout_size B) in I1. rewrite
    size_total in I1 by easy.
  rewrite !modes_defined by easy. split; [easy|]. intros C. pose proof (modes_shapes A V) as WA. pose proof
    (modes_shapes B W) as WB.
  assert (N : modes_of A <> []) by (now destruct (modes_of A)).
  split; [now apply O|]. intros D. split; [now apply complement_defined|]. rewrite complement_size by easy. intros J1.
  pose proof (gaps_of_shapes B M W M1 C) as WG. pose proof (coalesce_shapes _ WG) as WC.
  rewrite complement_modes by easy. set (rest := coalesce_modes (gaps_of B M)) in *.
  destruct (layout_of_modes rest WC) as (_ & VR & MR & _).
  assert (J2 : 0 <= j < total rest) by (unfold rest; rewrite coalesce_total; lia).
  destruct (a_chain_and_its_complement_distribute (modes_of A) (modes_of B) M i j WA WB NA M1 C D (conj I0 I1) J2) as
    [P E].
  fold rest in P, E. destruct (call_value B W i (conj I0 I1)) as [-> ->]. destruct (layout_of_call rest j WC J2) as
    [-> ->].
  assert (P' : 0 <= value (modes_of B) i) by now apply value_natural.
  destruct (extended_modes A V (value (modes_of B) i + value rest j) N) as [-> ->]; [lia|].
  rewrite (modes_defined _ VR), MR. assert (WR : shapes (or_one rest)) by (rewrite <- MR; now apply modes_shapes).
  rewrite !distributed_defined by easy. split; [easy|]. split; [easy|]. rewrite E. f_equal.
  destruct rest as [|p r]; [|easy]. cbn [or_one distributed]. rewrite Z.mul_0_l, extended_at_zero_is_zero by easy.
    easy.
Qed.

(* T9, with Lib Trees Layouts *)
Proof.
  intros R T P U r p t VR NR SR VT NT ST VP NP SP VU NU SU R0 R1 P0 P1 T0. cbv zeta.
  rewrite (modes_defined R VR), (modes_defined T VT), (modes_defined P VP), (modes_defined U VU). rewrite
    !orb_true_r. split; [reflexivity|].
  intros H. apply andb_true_iff in H. destruct H as [H HU]. apply andb_true_iff in H. destruct H as [H HP]. apply
    andb_true_iff in H. destruct H as [HR HT].
  change (size_of_layout R) with (Layout_size R) in R1. change (size_of_layout P) with (Layout_size P) in P1.
  rewrite (size_total R VR), (size_total P VP) in *.
  destruct (layout_is_the_sum_of_its_steps (modes_of R) (modes_shapes R VR) HR SR) as [(DR & AR & CR) _].
  destruct (layout_is_the_sum_of_its_steps (modes_of T) (modes_shapes T VT) HT ST) as [(DT & AT & _) _].
  destruct (layout_is_the_sum_of_its_steps (modes_of P) (modes_shapes P VP) HP SP) as [(DP & AP & CP) _].
  destruct (layout_is_the_sum_of_its_steps (modes_of U) (modes_shapes U VU) HU SU) as [(DU & AU & _) _].
  rewrite DR, DT, DP, DU. split; [reflexivity|]. split; [reflexivity|]. rewrite <- CR, <- CP in *.
  set (regs := steps_of (modes_of R)) in *. set (thr := steps_of (modes_of T)) in *. set (want := steps_of (modes_of
    P)) in *. set (oth := steps_of (modes_of U)) in *.
  destruct (there_is_a_difference_for_each_column oth thr AU AT) as [AD _].
  destruct (as_many_sums_as_of_both want (differences oth thr)) as [_ AN]. specialize (AN 0 AP AD).
  change (in_turn want (differences oth thr)) with (needed want oth thr) in AN.
  destruct (steps_in_turn_add_up want (differences oth thr) p t AP AD (conj P0 P1) T0) as [_ X].
  change (in_turn want (differences oth thr)) with (needed want oth thr) in X.
  rewrite (an_xor_of_differences_is_a_difference oth thr t AU AT T0) in X.
  set (needs := needed want oth thr) in *. set (number := p + number_of_sums want * t) in *.
  destruct (what_is_beyond_has_a_bit regs needs AR AN) as (O & _ & _). split; [exact O|].
  assert (N0 : 0 <= number) by (pose proof (some_sums want); unfold number; nia). split.
  - intros Z0. destruct (preimages_are_as_many regs needs AR AN) as (OP & AQ & _). split; [exact OP|].
    destruct (preimages_map_to_the_needs regs needs number AR AN N0 Z0) as [E L].
    split; [split; [now apply xor_of_is_natural|exact L]|]. rewrite E, X.
    rewrite Z.lxor_assoc, (Z.lxor_assoc (xor_of oth t)), Z.lxor_nilpotent, Z.lxor_0_r. reflexivity.
  - intros Z0 N H. apply (what_is_beyond_is_taken_nowhere regs needs r AR AN R0 Z0). rewrite <- N, X.
    rewrite <- Z.lxor_assoc, <- H, Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r. reflexivity.
Qed.

(* T10, with Lib Trees Layouts *)
Proof.
  intros A B x V NA SA W NB SB X0 X1. cbv zeta. rewrite (modes_defined A V), (modes_defined B W). split;
    [reflexivity|]. intros [TA TB].
  change (size_of_layout A) with (Layout_size A) in X1. rewrite (size_total A V) in *. rewrite (size_total B W).
  destruct (layout_is_the_sum_of_its_steps (modes_of A) (modes_shapes A V) TA SA) as [(DA & PA & CA) _].
  destruct (layout_is_the_sum_of_its_steps (modes_of B) (modes_shapes B W) TB SB) as [(DB & PB & CB) _].
  rewrite DA, DB. split; [reflexivity|]. intros L. rewrite <- CA in *. rewrite <- CB in *.
  set (s := steps_of (modes_of A)) in *. set (t := steps_of (modes_of B)) in *.
  destruct (there_is_a_difference_for_each_column t s PB PA) as [PD CD]. cbv zeta in CD.
  destruct (what_is_beyond_has_a_bit [] (differences t s) eq_refl PD) as (O & B0 & B1).
  pose proof (columns_without_differences_are_the_same t s PB PA L) as E.
  pose proof (what_is_beyond_is_taken_nowhere [] (differences t s) 0 eq_refl PD ltac:(lia)) as F. cbv zeta in F.
  split; [exact O|]. set (bit := first_beyond [] (differences t s)) in *. destruct (Z.eqb_spec bit 0) as [Z0|Z0].
  - split; [lia|]. split; [|intros H; destruct (H Z0)]. intros _. rewrite (E Z0). split; reflexivity.
  - split; [lia|]. split; [intros H; destruct (Z0 H)|]. intros _ H. apply (F Z0).
    rewrite (an_xor_of_differences_is_a_difference t s bit PB PA B0), H, Z.lxor_nilpotent. reflexivity.
Qed.

(* S5, with Lib Trees Layouts *)
Proof.
  intros L i j V N S I I' J J'. cbv zeta. rewrite (modes_defined L V). split; [reflexivity|]. intros T.
  change (size_of_layout L) with (Layout_size L) in *. rewrite (size_total L V) in *.
  destruct (layout_is_the_sum_of_its_steps (modes_of L) (modes_shapes L V) T S) as [(D & A & C) E].
  pose proof (steps_that_meet_are_not_linear (steps_of (modes_of L)) A) as M.
  destruct (meeting_steps_are L (modes_defined L V) T D) as [-> ->]. rewrite D. destruct (meeting (steps_of (modes_of
    L))) as [a b]. destruct M as (A0 & B0 & A1
    & B1 & M0 & M1).
  split; [reflexivity|]. split; [reflexivity|].
  assert (X : forall x y, 0 <= x < total (modes_of L) -> 0 <= y < total (modes_of L) -> 0 <= Z.lxor x y < total
    (modes_of L)).
  { intros x y X Y. rewrite <- C in *. now apply xor_of_coordinates_is_a_coordinate. }
  assert (P : forall x, 0 <= x < total (modes_of L) -> Layout_call_ok L (Leaf x) = true /\ Layout_call L (Leaf x) =
    steps_summed (steps_of (modes_of L)) x).
  { intros x Y. destruct (call_value L V x Y) as [-> ->]. rewrite E by lia. split; reflexivity. }
  rewrite C in *. destruct (Z.eqb_spec a 0) as [Z0|Z0].
  - destruct (M0 Z0) as [_ M]. destruct (P i ltac:(lia)) as [-> ->]. destruct (P j ltac:(lia)) as [-> ->].
    destruct (P (Z.lxor i j)) as [-> ->]; [apply X; lia|]. split; [reflexivity|]. split; [reflexivity|].
    apply sums_of_steps_that_do_not_meet_are_linear; assumption || lia.
  - destruct (P a ltac:(lia)) as [-> ->]. destruct (P b ltac:(lia)) as [-> ->].
    destruct (P (Z.lxor a b)) as [-> ->]; [apply X; lia|]. split; [reflexivity|]. now apply M1.
Qed.

(* W1, with Lib Trees Layouts *)
Proof.
  intros L i j n V N S I I' J J' P. cbv zeta. rewrite (modes_defined L V). split; [reflexivity|]. intros T.
  change (size_of_layout L) with (Layout_size L) in *. rewrite (size_total L V) in *.
  destruct (layout_is_the_sum_of_its_steps (modes_of L) (modes_shapes L V) T S) as [(D & A & C) E].
  pose proof (steps_that_meet_are_not_linear (steps_of (modes_of L)) A) as M.
  destruct (meeting_steps_are L (modes_defined L V) T D) as [-> ->]. rewrite D. destruct (meeting (steps_of (modes_of
    L))) as [a b]. destruct M as (_ & _ & _ & _
    & M0 & _).
  split; [reflexivity|]. destruct (Z.eqb_spec a 0) as [Z0|Z0]; [|intros X; discriminate X]. intros _ O. destruct (M0
    Z0) as [_ M].
  split; [reflexivity|].
  assert (F : forall x, 0 <= x < total (modes_of L) -> Layout_call_ok L (Leaf x) = true /\ Layout_call L (Leaf x) =
    steps_summed (steps_of (modes_of L)) x).
  { intros x Y. destruct (call_value L V x Y) as [-> ->]. rewrite E by lia. split; reflexivity. }
  assert (X : 0 <= Z.lxor i j < total (modes_of L)).
  { rewrite <- C in *. apply xor_of_coordinates_is_a_coordinate; lia. }
  destruct (F _ X) as [-> ->]. destruct (F i ltac:(lia)) as [-> ->]. destruct (F j ltac:(lia)) as [-> ->]. split;
    [reflexivity|].
  assert (Z : negb (n =? 0) = true) by (apply not_zero; lia). rewrite Z, !orb_true_r. split; [reflexivity|].
  rewrite sums_of_steps_that_do_not_meet_are_linear, equal_by_xor, (one_bank_by_xor _ _ n) by (assumption || lia ||
    easy).
  reflexivity.
Qed.

(* W2, with Lib Trees Layouts *)
Proof.
  intros L i j n V N S I I' J J' P. cbv zeta. rewrite (modes_defined L V). split; [easy|]. intros T O.
  destruct (layout_is_the_sum_of_its_steps (modes_of L) (modes_shapes L V) T S) as [(D & _) _]. split; [exact D|].
  assert (Z : negb (n =? 0) = true) by (apply not_zero; lia). rewrite Z, !orb_true_r. split; [easy|].
  now rewrite columns_are_linear, equal_by_xor, (one_bank_by_xor _ _ n) by easy.
Qed.

(* W6 *)
Proof.
  intros words given banks k _ _ _ _ B K. cbv zeta. assert (Z : negb (banks =? 0) = true) by (apply not_zero; lia).
  assert (I : forall l b, in_bank_ok l banks b = true) by (intros l b; induction l; cbn [in_bank_ok]; now rewrite ?Z).
  assert (F : forall l, fewest_turns_ok l banks = true) by (induction l; cbn [fewest_turns_ok]; now rewrite ?Z, ?I).
  assert (T : forall l, turns_ok l banks = true) by (induction l; cbn [turns_ok]; now rewrite ?Z, ?I).
  assert (R : forall b t l g, is_free_ok b t l g banks = true).
  { intros b t l. induction l as [|w l IH]; intros [|x g]; try easy. cbn [is_free_ok]. now rewrite Z, IH, orb_true_r.
    }
  assert (S : forall l g m, serves_ok l g banks m = true).
  { induction l as [|w l IH]; intros [|x g] m; try easy. cbn [serves_ok]. now rewrite Z, R, IH, !orb_true_r. }
  rewrite F, T, !S. split; [easy|]. split; [easy|]. split; [now apply counting_serves|]. split; [easy|].
  intros G. now apply (a_schedule_has_the_fewest_turns_or_more (flatten words) (flatten given)).
Qed.

(* X12, with Lib Trees Layouts X1 Places B1 *)
Proof.
  intros dims tile at_ D DN T TN A AN. cbv zeta. set (bounds := flatten dims) in *. set (sizes := flatten tile) in *.
  set (index := flatten at_) in *. intros L.
  pose proof (shape_at_least dims D) as LB. pose proof (shape_at_least tile T) as LS. fold bounds in LB. fold sizes
    in LS.
  destruct (rounded_bounds_are_bounds bounds sizes LB LS L) as (RO & LP & LL). split; [exact RO|].
  set (padded_ := rounded_up bounds sizes) in *. intros I.
  destruct (good_sides tile T TN) as (SO & SG & _). fold sizes in SO, SG.
  destruct (index_places index padded_ I) as [PO PP]. rewrite PO, SO. split; [reflexivity|].
  assert (TS : forall l t, turned_sides l t = rev l ++ t).
  { induction l as [|n l IH]; intros t; [reflexivity|]. cbn [turned_sides rev]. rewrite IH, <- app_assoc.
    reflexivity. }
  assert (ES : sides_ sizes = turned_sides sizes []) by (rewrite TS, app_nil_r; now destruct sizes).
  rewrite ES in *. set (cut_ := turned_sides sizes []) in *.
  destruct (sizes_combine_nothing sizes [] ltac:(constructor) LS eq_refl) as (OC & CN & LC). fold cut_ in OC, CN, LC.
  assert (SZ : sized cut_ = true) by (clear -CN; destruct cut_; [reflexivity|]; cbn [combines_nothing sized] in *;
    now apply andb_true_iff in CN).
  assert (PL : forall p, Forall (fun p : Z * Z => 0 <= fst p < snd p) p -> Forall ok_places p).
  { intros p F. eapply Forall_impl; [|exact F]. intros q Q. unfold ok_places. cbv beta in Q. lia. }
  pose proof (PL _ PP) as P1. set (point := places index padded_) in *.
  destruct (a_corner_has_the_volume padded_ [] ltac:(constructor) LP) as [F1 _].
  destruct (a_corner_has_the_volume bounds [] ltac:(constructor) LB) as [F2 _].
  pose proof (corners_round_up bounds sizes [] [] [] ltac:(constructor) ltac:(constructor) ltac:(constructor) LB LS L
    eq_refl eq_refl) as RU.
  cbv zeta in RU. fold padded_ cut_ in RU. set (first := corner padded_ []) in *. set (mine := corner bounds []) in *.
  destruct (rounded_arrays_are_in_the_same_tiles mine first cut_ F2 F1 OC CN RU) as [ST WT].
  pose proof (a_point_has_the_bounds_of_its_corner index padded_ [] [] ltac:(constructor) ltac:(constructor) LP I
    eq_refl) as SB.
  cbv zeta in SB. fold (places index padded_) in SB. fold point first in SB.
  destruct (a_point_counts_as_its_index index padded_ [] ltac:(constructor) I) as (_ & _ & CI & _ & LN).
  fold (places index padded_) in CI, LN. fold point in CI, LN. cbn [column volume length] in CI, LN. rewrite
    Z.add_0_l, Z.mul_1_l in CI.
  destruct (a_tile_of_the_rank_covers_all point cut_ P1 OC ltac:(cbn [length] in LC; lia) CN) as (CO & UT & UC).
  destruct (covered_gives_dimensions point cut_ P1 OC SZ) as [_ DT]. destruct (covered_gives_dimensions first cut_ F1
    OC SZ) as [CO1 DF].
  destruct (covered_gives_dimensions mine cut_ F2 OC SZ) as [CO2 DM]. rewrite CO, CO1, CO2. split; [reflexivity|].
  destruct (tile_covers_the_same_dimensions point first cut_ P1 F1 OC SB SZ) as [TD _].
  set (tiles := covered point cut_) in *. set (others := covered first cut_) in *. set (owned := covered mine cut_)
    in *.
  destruct (within_gives_places tiles DT) as [WO WP]. destruct (within_gives_places others DF) as [_ WPF].
  destruct (across_gives_places tiles DT) as [AO AP]. rewrite WO. split; [reflexivity|].
  destruct (within_and_across_have_same_bounds tiles others DT DF TD) as (WB & _ & _).
  pose proof (same_bounds_have_one_volume _ _ WP WPF WB) as WV.
  pose proof (tiles_are_whole_for_all_elements tiles others DT DF TD WT) as WH.
  destruct (whole_tiles_need_no_padding tiles DT WH) as [_ PD]. rewrite UT in PD.
  set (far := volume (within tiles)) in *. pose proof (one_tile_is_a_layout tiles 1 far DT) as OT. rewrite PD, CI in
    OT.
  destruct (tile_modes_are_those_of_the_bounds tiles others 1 far DT DF TD) as (_ & _ & M1).
  destruct (tile_modes_are_those_of_the_tiles owned others 1 far DM DF ST) as (MO & _ & M2 & MV).
  rewrite <- M1 in M2. destruct (tile_modes_have_the_padded_volume tiles 1 far DT) as (_ & MF & MT & _). rewrite PD
    in MT.
  destruct (within_gives_places owned DM) as [WOM _].
  assert (EL : tile_layout bounds sizes = in_pairs (tile_modes tiles 1 far)).
  { unfold tile_layout, layout_in_tiles. rewrite L, Z.eqb_refl. cbn [negb]. rewrite ES. fold mine cut_ owned. rewrite
    MV, <- WV. fold far. now rewrite M2. }
  destruct (in_pairs_layout (length tiles) (tile_modes tiles 1 far) (tile_modes_even tiles _ _) MF) as (IO & IV & IM).
  unfold linear_index_with_tile_ok. fold point. rewrite PO, SO, ES. fold cut_.
  destruct (all_tiles [cut_] ltac:(now constructor) _ PP) as (TB & _). rewrite TB. split; [reflexivity|].
  pose proof (column_is_below_the_volume point P1) as CV. rewrite CI in CV.
  rewrite EL. destruct (call_value (in_pairs (tile_modes tiles 1 far)) IV (counted index padded_)) as [-> ->];
    [rewrite IM, MT; exact CV|].
  split.
  - unfold tile_layout_ok, layout_in_tiles_ok. rewrite L, Z.eqb_refl, SO, ES. fold mine cut_ owned. rewrite CO2, WOM,
    MV, <- WV. fold far.
    rewrite MO, M2, IO. cbn [negb andb]. rewrite andb_true_r.
    clear -I. revert I. generalize padded_. induction index as [|x i IH]; intros [|n d] I; try easy. cbn [in_bounds
      counted_ok] in *. bools. now apply IH.
  - rewrite IM, OT. unfold linear_index_with_tile. rewrite ES. fold point cut_. cbn [tiled_by]. unfold tile_once.
    fold tiles. rewrite UC, X1.places_joined_nil.
    unfold tiled. destruct (joined_places_count_whole_minor_arrays (within tiles) (across tiles) WP AP) as (_ & J &
      _). rewrite J. fold far. lia.
Qed.

(* X13, with Lib Trees Layouts X1 Places *)
Proof.
  intros dims tile second at_ _ _ T TN S SN _ B. cbv zeta. set (bounds := flatten dims) in *. set (index := flatten
    at_) in *.
  destruct (good_sides tile T TN) as (T1 & T2 & _). destruct (good_sides second S SN) as (S1 & S2 & _).
  destruct (index_places index bounds B) as [R P]. split; [exact R|].
  unfold linear_index_with_tile_ok, linear_index_with_tile, pad_reshape_transpose_ok, pad_reshape_transpose,
    linear_index_with_tile__ok, linear_index_with_tile_, pad_reshape_transpose__ok, pad_reshape_transpose_.
  destruct (all_tiles [sides_ (flatten tile)] ltac:(now constructor) _ P) as (A1 & A2 & A3).
  destruct (all_tiles [sides_ (flatten tile); sides_ (flatten second)] ltac:(constructor; [exact T2|now constructor])
    _ P)
    as (C1 & C2 & C3).
  now rewrite R, T1, S1, A1, A2, A3, C1, C2, C3.
Qed.

(* X14, with Lib Trees Layouts X1 Places *)
Proof.
  intros dims tile second at_ other D DN T TN S SN _ B _ J. cbv zeta. set (bounds := flatten dims) in *.
  set (i := flatten at_) in *. set (j := flatten other) in *.
  destruct (good_sides tile T TN) as (T1 & T2 & T3). destruct (good_sides second S SN) as (S1 & S2 & S3).
  destruct (index_places i bounds B) as [Ri Pi]. destruct (index_places j bounds J) as [Rj Pj].
  set (one := flatten tile) in *. set (two := flatten second) in *. rewrite Ri, Rj, T1, S1. split; [reflexivity|].
  pose proof (shape_at_least dims D) as L. fold bounds in L.
  assert (PL : forall p, Forall (fun p : Z * Z => 0 <= fst p < snd p) p -> Forall ok_places p).
  { intros p F. eapply Forall_impl; [|exact F]. intros q Q. unfold ok_places. cbv beta in Q. lia. }
  assert (Q : Forall (fun p : Z * Z => 0 <= fst p < snd p) (corner bounds [])).
  { clear -L. assert (G : forall p : list (Z * Z), Forall (fun p : Z * Z => 0 <= fst p < snd p) p -> Forall (fun p :
    Z * Z => 0 <= fst p < snd p)
      (corner bounds p)); [|now apply G]. induction bounds as [|n l IH]; intros p F; [exact F|]. cbn [corner
        at_least] in *.
    bools. apply IH; [assumption|]. constructor; [cbn; lia|exact F]. }
  destruct (a_corner_has_the_volume bounds [] ltac:(constructor) L) as [_ V]. cbn [volume] in V. rewrite Z.mul_1_l in
    V.
  assert (E : product dims = extent bounds).
  { unfold product, product_of. fold bounds. clear. induction bounds as [|n l IH]; cbn [fold_right extent];
    congruence. }
  assert (SAME : same_bounds (places i bounds) (corner bounds []) = true /\ same_bounds (places i bounds) (places j
    bounds) = true).
  { split; [apply (a_point_has_the_bounds_of_its_corner i bounds [] [])|apply
    (points_of_one_array_have_the_same_bounds i j bounds [] [])];
    easy || constructor. }
  destruct SAME as [SC SJ].
  assert (G : forall tiles, Forall (fun t => good t /\ Forall (Z.le 1) t) tiles -> tiled_by_ok (places i bounds)
    tiles = true /\
    tiled_by_ok (places j bounds) tiles = true /\ tiled_by_ok (corner bounds []) tiles = true /\
    (0 <= row (tiled_by (places i bounds) tiles) < product (Tuple (map Leaf (bounds_of (tiled_by (corner bounds [])
      tiles) [])))) /\
    product dims <= product (Tuple (map Leaf (bounds_of (tiled_by (corner bounds []) tiles) []))) /\
    (row (tiled_by (places i bounds) tiles) = row (tiled_by (places j bounds) tiles) -> i = j)).
  { intros tiles F. assert (FG : Forall good tiles) by (eapply Forall_impl; [|exact F]; now intros t []).
    assert (FO : Forall (Forall ok_tile) tiles).
    { eapply Forall_impl; [|exact F]. intros t [_ K]. eapply Forall_impl; [|exact K]. intros n. unfold ok_tile. lia. }
    assert (AS : all_sized tiles = true).
    { clear -F. induction F as [|t tiles [_ K] _ IH]; [reflexivity|]. cbn [all_sized]. rewrite IH, andb_true_r.
      destruct K; cbn [sized]; [reflexivity|now apply Z.leb_le]. }
    destruct (all_tiles tiles FG _ Pi) as (-> & _). destruct (all_tiles tiles FG _ Pj) as (-> & _).
    destruct (all_tiles tiles FG _ Q) as (-> & _). split; [reflexivity|]. split; [reflexivity|]. split;
      [reflexivity|].
    rewrite product_of_bounds. cbn [map]. change (product (Tuple [])) with 1. rewrite Z.mul_1_r.
    pose proof (row_range _ (tiled_by_places tiles FG _ Pi)) as RR.
    pose proof (tiles_keep_same_bounds _ _ tiles (PL _ Pi) (PL _ Q) FO SC AS) as SB.
    rewrite (same_bounds_have_one_volume _ _ (PL _ (tiled_by_places tiles FG _ Pi)) (PL _ (tiled_by_places tiles FG _
      Q)) SB) in RR.
    split; [exact RR|]. rewrite E, <- V. split; [now apply tiles_lose_nothing; [apply PL| |]|]. intros R.
    pose proof (tiles_keep_elements_apart _ _ tiles (PL _ Pi) (PL _ Pj) FO SJ AS R) as K.
    apply (one_row_major_position_is_one_column_major _ _ (PL _ Pi) (PL _ Pj) SJ) in K.
    destruct (a_point_counts_as_its_index i bounds [] ltac:(constructor) B) as (_ & _ & CI & _).
    destruct (a_point_counts_as_its_index j bounds [] ltac:(constructor) J) as (_ & _ & CJ & _).
    cbn [column volume] in CI, CJ. rewrite Z.add_0_l, Z.mul_1_l in CI, CJ. unfold places in K.
    apply (a_count_is_of_one_index i j bounds B J). congruence. }
  destruct (G [sides_ one] (Forall_cons _ (conj T2 T3) (Forall_nil _))) as (A1 & A2 & A3 & A4 & A5 & A6).
  destruct (G [sides_ one; sides_ two]
    (Forall_cons _ (conj T2 T3) (Forall_cons _ (conj S2 S3) (Forall_nil _)))) as (C1 & C2 & C3 & C4 & C5 & C6).
  unfold padded_size_ok, padded_size__ok, padded_size, padded_size_, tiled_bounds_ok, tiled_bounds__ok, tiled_bounds,
    tiled_bounds_,
    linear_index_with_tile_ok, linear_index_with_tile__ok, linear_index_with_tile, linear_index_with_tile_.
  rewrite Ri, Rj, T1, S1, A1, A2, A3, C1, C2, C3. repeat (split; [easy || assumption|]). exact C6.
Qed.
