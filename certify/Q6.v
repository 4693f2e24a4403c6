(* Q6: the copies of A in A x B do not overlap, if A is a divisible chain and B is injective.
   The key step: the complement of a divisible chain is large enough that B stays within it, so an offset
   of the product is an offset of A plus an offset of its complement. *)
Require Import Lib Trees Layouts Sorting C1 I1 I2 I3 Tiles Groups Distribute P1c K2 K9 OneByOne Q1 Q5.

Lemma large_enough m : forall cur size, shapes m -> 1 <= cur -> is_chain m cur 0 = true -> size <= cur * (total m * total (gaps m cur size)).
Proof.
  induction m as [|[s d] m IH]; intros cur size W C K; cbn [is_chain gaps] in *.
  - cbn [total fst]. rewrite ceil_eq. euclid (size + cur - 1) cur q r. nia.
  - modes_in W. destruct (s =? 1) eqn:S; cbn [orb] in *; bools.
    + subst. cbn [total fst]. specialize (IH cur size H2 C K). now rewrite Z.mul_1_l.
    + destruct (d =? 0) eqn:D0; bools; [lia|]. pose proof (Z.div_mod d cur ltac:(lia)) as D. assert (1 <= d / cur) by nia.
      destruct (d <? cur) eqn:D1; bools; [nia|]. set (g := d / cur) in *. clearbody g. cbn [total fst].
      assert (E : d = cur * g) by lia. subst d. specialize (IH (s * (cur * g)) size H2 ltac:(nia) ltac:(assumption)).
      set (G := total (gaps m (s * (cur * g)) size)) in *. clearbody G. replace (cur * (s * total m * (g * G))) with (s * (cur * g) * (total m * G)) by ring. easy.
Qed.

(* A layout of two modes at (a, b). *)
Lemma call_two A K a b : valid A -> valid K -> 0 <= a < total (modes_of A) -> 0 <= b < total (modes_of K) ->
  let R := make_layout_layout_layout A K in Layout_call_ok R (Tuple [Leaf a; Leaf b]) = true /\
  Layout_call R (Tuple [Leaf a; Leaf b]) = value (modes_of A) a + value (modes_of K) b.
Proof.
  intros V W IA IK. destruct (side_by_side [A; K]) as (_ & VR & E & S); [now repeat constructor|].
  change (make_layout [A; K]) with (make_layout_layout_layout A K) in *. cbv zeta. set (R := make_layout_layout_layout A K) in *. clearbody R.
  cbn [map concat] in E. rewrite app_nil_r in E. cbn [map] in S. rewrite <- !size_total in IA, IK by easy.
  assert (P : point (Tuple (map Leaf [a; b])) (layout_shape R) (a + total (modes_of A) * b)).
  { replace (a + total (modes_of A) * b) with (counted [a; b] (map product [layout_shape A; layout_shape K])).
    - rewrite S. apply at_modes; [rewrite <- S; now apply valid_sizes|]. cbn [map in_bounds]. both; try easy; (apply Z.leb_le || apply Z.ltb_lt); unfold Layout_size in *; lia.
    - rewrite <- size_total by easy. cbn [counted map]. unfold Layout_size. lia. }
  change (Tuple [Leaf a; Leaf b]) with (Tuple (map Leaf [a; b])). destruct (point_call R _ _ VR P) as [O ->]. split; [exact O|]. rewrite size_total in IA, IK by easy.
  assert (I : 0 <= a + total (modes_of A) * b < total (modes_of R)) by (rewrite E, total_app; nia).
  rewrite (extended_value _ (modes_shapes R VR) _ I), E. apply value_two; [now apply modes_shapes|easy].
Qed.

Theorem Q6 : S_Q6.
Proof.
  intros A B a b x y V N W NB SB A0 A1 B0 B1 X0 X1 Y0 Y1. rewrite modes_defined by easy. pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  rewrite is_chain_defined by (auto using sort_shapes; lia). split; [easy|]. intros K. cbv zeta. intros O. rewrite O.
  assert (C : is_chained A) by (apply multiples_chain with 0; auto using sort_shapes; lia).
  change (logical_product_ok A B) with (repeat_ok A B) in O. change (logical_product A B) with (repeat A B). unfold repeat_ok, repeat in *.
  destruct (cosize_reach B W) as [_ CB]. set (z := Layout_cosize B) in *. change (size_of_layout A) with (Layout_size A) in *. change (size_of_layout B) with (Layout_size B) in *.
  rewrite size_total in * by easy. set (M := total (modes_of A) * z) in *.
  apply andb_true_iff in O as [O _]. apply andb_true_iff in O as [O OC]. apply andb_true_iff in O as [_ OM].
  destruct (accepted_complement _ _ OM) as [VM NM]. set (G := complement A (Leaf M)) in *.
  destruct (composed G B VM NM W OC) as (VK & _ & T & _ & X). cbv zeta in *. set (K0 := composition G B) in *.
  destruct (call_value B W b) as [-> ->]; [easy|]. destruct (call_value B W y) as [-> ->]; [easy|]. split; [easy|]. intros INJ.
  destruct (call_two A K0 a b V VK) as [-> ->]; [easy|now rewrite T|]. destruct (call_two A K0 x y V VK) as [-> ->]; [easy|now rewrite T|]. split; [easy|].
  intros E. assert (RB : forall u, 0 <= u < total (modes_of B) -> 0 <= value (modes_of B) u < z).
  { intros u U. pose proof (value_natural _ WB SB u). pose proof (reach_value _ WB SB u U). lia. }
  assert (M1 : 1 <= M). { pose proof (total_pos _ WA). pose proof (RB b (conj B0 B1)). unfold M. nia. }
  assert (L : z <= total (gaps_of A M)).
  { pose proof (large_enough (sort_modes (modes_of A)) 1 M ltac:(auto using sort_shapes) ltac:(lia) K) as Q.
    rewrite sort_total in Q. pose proof (total_pos _ WA). unfold M in Q at 1. nia. }
  assert (CG : forall u, 0 <= u < total (modes_of B) -> let v := value (modes_of B) u in 0 <= v < total (gaps_of A M) /\
    value (modes_of K0) u = Layout_call G (Leaf v) ).
  { intros u U v. pose proof (RB u U) as RU. fold v in RU. assert (IV : 0 <= v < total (gaps_of A M)) by lia. split; [easy|].
    assert (TG : 0 <= v < total (modes_of G)) by (rewrite <- size_total by easy; unfold G; now rewrite complement_size).
    rewrite X. fold v. rewrite extended_value by auto using modes_shapes. symmetry. now apply call_value. }
  destruct (CG b (conj B0 B1)) as [VB EB]. destruct (CG y (conj Y0 Y1)) as [VY EY]. rewrite EB, EY in E.
  destruct (K2 A M a x (value (modes_of B) b) (value (modes_of B) y) V N M1) as [_ Q]; try easy; try (change (size_of_layout A) with (Layout_size A); now rewrite size_total).
  destruct (Q C) as [_ Q2]. cbv zeta in Q2. rewrite complement_size in Q2 by easy. destruct (Q2 (proj2 VB) (proj2 VY)) as [_ Q3].
  destruct (call_value A V a (conj A0 A1)) as [_ EA]. destruct (call_value A V x (conj X0 X1)) as [_ EX]. rewrite EA, EX in Q3.
  destruct (Q3 E) as [-> F]. split; [easy|]. destruct INJ as [J|J]; [easy|contradiction].
Qed.
