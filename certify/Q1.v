(* Q1: if B is admissible for the size of A, then A divided by B has A o B as its first mode, and the size
   and the elements of A. The key step: B and its complement side by side take every offset of A once, so
   A after them has the elements of A in another order. *)
Require Import Lib Trees Layouts Sorting C1 Tiles Groups Distribute P1c K2 K9 OneByOne.

(* Compatible shapes have the same size. *)
Lemma product_tuple t ts : product (Tuple (t :: ts)) = product t * product (Tuple ts).
Proof. unfold product. now rewrite flatten_cons, product_of_app. Qed.
Lemma compatible_size a : forall b, compatible a b = true -> product a = product b.
Proof.
  unfold compatible. induction a as [n|ts IH] using tree_ind'; intros b C.
  - cbn in C. bools. subst. unfold product at 1. cbn. lia.
  - destruct b as [m|us]; [discriminate C|]. rewrite at_terminals_tuple in C. apply forall2_Forall2 in C. revert us C.
    induction IH as [|t ts H _ IHts]; intros us C; inversion C; subst; [easy|]. rewrite !product_tuple. f_equal; [now apply H|now apply IHts].
Qed.

(* A layout of two modes. *)
Lemma value_two m o x i : shapes m -> 0 <= x < total m -> value (m ++ o) (x + total m * i) = value m x + value o i.
Proof.
  intros W X. rewrite value_app, value_periodic by easy.
  now rewrite (proj1 (divmod_unique (x + total m * i) (total m) i x ltac:(lia) X)).
Qed.
Lemma two_modes R S T : valid R -> compatible (Tuple [S; T]) (layout_shape R) = true -> Layout_rank R = 2 /\
  Layout_getitem_ok R 0 = true /\ valid (Layout_getitem R 0) /\ total (modes_of (Layout_getitem R 0)) = product S /\
  forall i, 0 <= i < product S -> value (modes_of R) i = value (modes_of (Layout_getitem R 0)) i.
Proof.
  intros V C. unfold compatible in C. destruct R as [[n|ss] d]; [discriminate C|]. cbn [layout_shape] in C.
  rewrite at_terminals_tuple in C. destruct ss as [|s [|t [|]]]; cbn [forall2] in C; bools; try easy.
  pose proof (valid_sizes _ V) as P. pose proof (valid_congruent _ V) as Q. cbn [layout_shape layout_stride] in P, Q.
  apply congruent_profile in Q. destruct d as [m|[|u [|v [|]]]]; try discriminate Q. cbn [profile map] in Q. injection Q as Q1 Q2.
  rewrite !flatten_cons in P. apply Forall_app in P. destruct P as [P1 P2]. apply Forall_app in P2. destruct P2 as [P2 _].
  destruct (made_layout s u) as [O E]; [now apply positive_sizes|now apply congruent_profile|].
  destruct (made_layout t v) as [O2 _]; [now apply positive_sizes|now apply congruent_profile|].
  assert (G : Layout_getitem {| layout_shape := Tuple [s; t]; layout_stride := Tuple [u; v] |} 0 = {| layout_shape := s; layout_stride := u |}) by exact E.
  split; [easy|]. split; [exact O|]. rewrite G. assert (W : valid {| layout_shape := s; layout_stride := u |}) by exact O. split; [easy|].
  assert (N : total (modes_of {| layout_shape := s; layout_stride := u |}) = product S).
  { rewrite <- size_total by easy. symmetry. now apply compatible_size. }
  split; [easy|]. intros i I.
  assert (M : modes_of {| layout_shape := Tuple [s; t]; layout_stride := Tuple [u; v] |} =
    modes_of {| layout_shape := s; layout_stride := u |} ++ modes_of {| layout_shape := t; layout_stride := v |}).
  { unfold modes_of, Layout_flat_modes. cbn [layout_shape layout_stride]. rewrite !flatten_cons. cbn [flatten flat_map]. rewrite !app_nil_r.
    apply paired_app. now apply profile_length. }
  rewrite M. replace i with (i + total (modes_of {| layout_shape := s; layout_stride := u |}) * 0) at 1 by lia.
  rewrite value_two; [|now apply modes_shapes|lia].
  assert (Z0 : forall m, shapes m -> value m 0 = 0).
  { clear. induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. cbn [value]. rewrite Z.mod_0_l, Z.div_0_l, IH by (easy || lia). lia. }
  rewrite Z0; [lia|]. exact (modes_shapes {| layout_shape := t; layout_stride := v |} O2).
Qed.

Theorem Q1 : S_Q1.
Proof.
  intros A B i c x V NA W NB SB I0 I1 C0 C1 X0 X1. sizes. unfold divides_evenly_ok, divides_evenly, is_divisible, tile_of. cbv zeta.
  rewrite modes_defined by easy. rewrite !size_total by easy. pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  pose proof (sort_shapes _ WB) as SS. pose proof (total_pos _ WA) as M1. set (n := total (modes_of A)) in *.
  split; [apply is_chain_defined; auto; lia|]. intros D. bools. rename H into K. split; [easy|].
  assert (C : is_chained B) by (apply multiples_chain with n; auto; lia).
  set (R := logical_divide A B). change (logical_divide_ok A B) with (divide_ok A B). rewrite H0.
  unfold divide_ok in H0. rewrite size_total in H0 by easy. fold n in H0. bools. rewrite H. split; [easy|].
  (* B and its complement side by side. *)
  set (T := make_layout_layout_layout B (complement B (Leaf n))) in *.
  assert (VC : valid (complement B (Leaf n))).
  { rewrite complement_modes by easy. now apply layout_of_modes, coalesce_shapes, gaps_of_shapes. }
  destruct (side_by_side [B; complement B (Leaf n)]) as (_ & VT & MT & ST); [now repeat constructor|].
  change (make_layout [B; complement B (Leaf n)]) with T in VT, MT, ST. cbn [map concat] in MT, ST. rewrite app_nil_r in MT.
  assert (TC : total (modes_of (complement B (Leaf n))) = total (gaps_of B n)) by (rewrite <- size_total, complement_size by easy; easy).
  destruct (below _ 1 n 0 0 0 SS ltac:(lia) M1 K) as [TN _]. rewrite sort_total, Z.mul_1_l in TN.
  assert (TT : total (modes_of T) = n) by now rewrite MT, total_app, TC.
  assert (VV : forall a y, 0 <= a < total (modes_of B) -> 0 <= y < total (gaps_of B n) ->
    value (modes_of T) (a + total (modes_of B) * y) = value (modes_of B) a + value (gaps_of B n) y /\
    0 <= value (modes_of B) a + value (gaps_of B n) y < n).
  { intros a y HA HY. rewrite MT, value_two by easy. destruct (complement_call B n W M1 C y HY) as [_ E].
    destruct (call_value _ VC y) as [_ E2]; [now rewrite TC|]. rewrite <- E2, E. split; [easy|].
    destruct (sort_moves _ WB) as (P & Q). destruct (Q a HA) as (P1 & P2 & _).
    destruct (below _ 1 n 0 (P a) y SS ltac:(lia) M1 K) as [_ F]. rewrite (value_sum (modes_of B)), <- P2, <- value_sum.
    specialize (F ltac:(lia) P1 HY). lia. }
  (* A after them. *)
  assert (O : composition_ok A T = true) by assumption.
  destruct (composed A T V NA VT O) as (VR & CR & TR & _ & XR). rewrite ST in CR.
  assert (ER : R = composition A T).
  { unfold R, logical_divide, by_mode, tile_of, divide. now rewrite size_total. }
  rewrite <- ER in VR, CR, TR, XR. clear ER. clearbody R. destruct (two_modes R _ _ VR CR) as (RK & GO & GV & GT & GX).
  rewrite TT in TR. change (product (layout_shape B)) with (Layout_size B) in GT, GX. rewrite size_total in GT, GX by easy.
  assert (AT : forall v, 0 <= v < n -> extended (modes_of A) v = value (modes_of A) v) by (intros; now apply extended_value).
  assert (G1 : 1 <= total (gaps_of B n)) by now apply total_pos, gaps_of_shapes.
  destruct (call_value T VT c) as [TO ->]; [lia|]. destruct (call_value B W i (conj I0 I1)) as [BO ->].
  destruct (VV i 0) as [Vi Ri]; [easy|lia|]. rewrite Z.mul_0_r, Z.add_0_r in Vi.
  assert (Z0 : value (gaps_of B n) 0 = 0) by now apply (proj1 (at_zero (modes_of A) (gaps_of B n) WA ltac:(now apply gaps_of_shapes))).
  rewrite Z0, Z.add_0_r in Vi, Ri.
  pose proof (total_pos _ WB) as B1. pose proof (Z.mod_pos_bound c (total (modes_of B)) ltac:(lia)) as Cm.
  pose proof (Z.div_mod c (total (modes_of B)) ltac:(lia)) as Cd.
  assert (Cq : 0 <= c / total (modes_of B) < total (gaps_of B n)) by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
  destruct (VV _ _ Cm Cq) as [Vc Rc]. rewrite Z.add_comm, <- Cd in Vc. rewrite <- Vc in Rc.
  destruct (call_value A V _ Ri) as [-> ->]. destruct (call_value A V _ Rc) as [-> ->].
  assert (BN : total (modes_of B) <= n) by nia.
  destruct (call_value R VR i) as [-> ->]; [lia|]. destruct (call_value R VR c) as [-> ->]; [lia|].
  destruct (call_value _ GV i) as [-> ->]; [lia|]. rewrite <- GX, !XR, Vi, !AT by easy.
  destruct (reached _ 1 n x SS ltac:(lia) M1 K X0 ltac:(lia)) as (R1 & R2 & R3 & R4 & R5). rewrite sort_total in R3.
  destruct (before_sorting _ WB _ R3) as (B2 & B3 & B4). unfold element_of_ok, element_of, gap_of_ok, gap_of.
  destruct (VV _ _ B3 R4) as [Vx Rx]. destruct (call_value A V x (conj X0 X1)) as [-> ->].
  assert (L : 0 <= place_before_sorting (modes_of B) (element_at (sort_modes (modes_of B)) 1 x) + total (modes_of B) * gap_at (sort_modes (modes_of B)) 1 x < n) by nia.
  rewrite (size_total B W).
  destruct (call_value R VR (place_before_sorting (modes_of B) (element_at (sort_modes (modes_of B)) 1 x) +
    total (modes_of B) * gap_at (sort_modes (modes_of B)) 1 x)) as [-> ->]; [rewrite TR; exact L|]. rewrite XR, Vx, AT, B4 by easy.
  rewrite TO, BO, GO, RK, R1, R2, B2, (size_total R VR), TR. replace (value (sort_modes (modes_of B)) (element_at (sort_modes (modes_of B)) 1 x) + value (gaps_of B n) (gap_at (sort_modes (modes_of B)) 1 x)) with x by lia.
  repeat split.
Qed.
