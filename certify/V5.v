(* V5, V7o: the left inverse gives the coordinates back, up to digits of stride 0.
   The key step: each stride is a multiple of the stride before it and reaches over that mode. So an offset
   in units of one stride splits into a digit and an offset in units of the next stride. *)
Require Import Lib Trees Layouts Sorting C1 Distribute V1.

(* The steps of the modes with nonzero stride. *)
Fixpoint moving (p : placed_modes) (y : Z) : Z :=
  match p with [] => 0 | (s, d, t) :: r => (if d =? 0 then 0 else t * (y mod s)) + moving r (y / s) end.

Lemma reaches_defined p : forall unit size, 1 <= unit -> 1 <= size -> sizes_of_placed p -> reaches_over_ok p unit size = true.
Proof.
  induction p as [|[[s d] t] p IH]; intros unit size U S W; [easy|]. inversion W; subst. cbn [reaches_over_ok].
  destruct (d =? 0) eqn:D; [auto|]. rewrite nonzero by lia. cbn [andb]. destruct (size * unit <=? d) eqn:E; cbn [negb orb].
  - bools. rewrite IH by (auto; nia). now rewrite orb_true_r.
  - now rewrite !orb_true_r.
Qed.
Lemma accepted_reaches p : forall unit size step, inverse_quotients_ok p unit size step = true -> reaches_over p unit size = true.
Proof.
  induction p as [|[[s d] t] p IH]; intros unit size step O; [easy|]. cbn [inverse_quotients_ok reaches_over] in *.
  destruct (d =? 0) eqn:D; [now apply IH in O|]. bools. destruct (d mod unit =? 0); cbn [negb] in *; [|easy].
  destruct (d <? size * unit) eqn:E; [easy|]. bools. apply IH in H1. both; [easy|now apply Z.leb_le|easy].
Qed.
Lemma reaches_accepted p : forall unit size step, 1 <= unit -> 1 <= size -> sizes_of_placed p -> reaches_over p unit size = true ->
  inverse_quotients_ok p unit size step = true /\ shapes (inverse_quotients p unit size step).
Proof.
  induction p as [|[[s d] t] p IH]; intros unit size step U S W R; [split; [easy|now repeat constructor]|].
  inversion W; subst. cbn [inverse_quotients_ok inverse_quotients reaches_over] in *. destruct (d =? 0) eqn:D; [auto|]. bools.
  rewrite (proj2 (Z.eqb_eq _ _) H), (proj2 (Z.ltb_ge d (size * unit)) H0), nonzero by lia. cbn [negb andb].
  destruct (IH d s t) as [I J]; auto; [nia|]. split; [easy|]. constructor; [|easy]. cbn [fst]. apply Z.div_le_lower_bound; nia.
Qed.

(* c + offset div unit, split into digits. *)
Lemma quotients_at p : forall unit size step c y, 1 <= unit -> 1 <= size -> sizes_of_placed p -> reaches_over p unit size = true ->
  0 <= c < size -> 0 <= y < total (strides p) -> exists w, value (strides p) y = unit * w /\
  0 <= c + w < total (inverse_quotients p unit size step) /\
  value (inverse_quotients p unit size step) (c + w) = step * c + moving p y.
Proof.
  induction p as [|[[s d] t] p IH]; intros unit size step c y U S W R C Y.
  - exists 0. cbn [strides map value inverse_quotients total fst moving]. rewrite Z.add_0_r, Z.mod_small by lia. repeat split; lia.
  - inversion W; subst. cbn [inverse_quotients reaches_over moving] in *. unfold strides in *. cbn [map total value fst] in *.
    destruct (coordinate s _ y H1 Y) as (E & F & G). destruct (d =? 0) eqn:D; bools.
    + destruct (IH unit size step c (y / s)) as (w & A & B & V); auto. exists w. split; [nia|]. split; [easy|]. lia.
    + rewrite (proj2 (Z.eqb_eq _ _) H), (proj2 (Z.ltb_ge d (size * unit)) H0). cbn [negb].
      pose proof (Z.div_mod d unit ltac:(lia)) as Q. set (g := d / unit) in *. clearbody g. assert (size <= g) by nia.
      destruct (IH d s t (y mod s) (y / s)) as (w & A & B & V); auto; [nia|].
      exists (g * (y mod s + w)). cbn [total value fst].
      digits (c + g * (y mod s + w)) g (y mod s + w) c. rewrite V. split; [rewrite A, Q, H; ring|]. split; [nia|]. lia.
Qed.

(* Dropping the digits of stride 0 does not change an offset. *)
Lemma moving_at p : sizes_of_placed p -> forall y, 0 <= y < total (strides p) -> exists z, 0 <= z < total (strides p) /\
  value (strides p) z = value (strides p) y /\ value (steps p) z = moving p y.
Proof.
  induction 1 as [|[[s d] t] p S W IH]; intros y Y; [exists 0; cbn in *; repeat split; lia|].
  unfold strides, steps in *. cbn [map total value fst moving] in *. destruct (coordinate s _ y S Y) as (E & F & G).
  destruct (IH (y / s) F) as (z & Z1 & A & B). destruct (d =? 0) eqn:D; bools.
  - exists (s * z). digits (s * z) s z 0. subst d. split; [nia|]. lia.
  - exists (y mod s + s * z). digits (y mod s + s * z) s z (y mod s). split; [nia|]. lia.
Qed.
Lemma moving_all p : repeats_nothing p = true -> forall y, moving p y = value (steps p) y.
Proof.
  induction p as [|[[s d] t] p IH]; intros R y; [easy|]. unfold steps in *. cbn [repeats_nothing map value moving fst snd] in *. bools.
  rewrite IH by easy. now rewrite (proj2 (Z.eqb_neq d 0)).
Qed.

(* The form of the left inverse. For one mode of stride 0 it is that mode. *)
Definition still (m : modes) := match m with [(_, d)] => d =? 0 | _ => false end.
Lemma left_inverse_cases L : let m := coalesce_modes (modes_of L) in
  left_inverse_ok L = modes_of_ok L && (if still m then layout_of_ok m else
    inverse_quotients_ok (graph_of m) 1 1 0 && layout_of_ok (coalesce_modes (inverse_quotients (graph_of m) 1 1 0))) /\
  left_inverse L = (if still m then layout_of m else layout_of (coalesce_modes (inverse_quotients (graph_of m) 1 1 0))).
Proof.
  intros m. unfold left_inverse_ok, left_inverse. cbv zeta. fold m. destruct m as [|[s d] [|q m]]; cbn [still snd]; [easy| |easy].
  split; [f_equal|]; now destruct (d =? 0).
Qed.

(* L'(L(i)) is the sum of the steps of the digits of i with nonzero stride. *)
Lemma inverse_at L i : valid L -> 0 <= i < total (modes_of L) -> let m := coalesce_modes (modes_of L) in still m = false ->
  reaches_over (graph_of m) 1 1 = true -> left_inverse_ok L = true /\ exists y, 0 <= y < total (strides (graph_of m)) /\
  value (steps (graph_of m)) y = i /\ value (strides (graph_of m)) y = value m i /\
  Layout_call_ok (left_inverse L) (Leaf (value m i)) = true /\
  Layout_call (left_inverse L) (Leaf (value m i)) = moving (graph_of m) y.
Proof.
  intros V I m T R. pose proof (coalesce_shapes _ (modes_shapes L V)) as W. fold m in W.
  pose proof (graph_sizes m W) as G. destruct (reaches_accepted _ 1 1 0 ltac:(lia) ltac:(lia) G R) as [O S].
  destruct (left_inverse_cases L) as [-> E]. fold m in E |- *. rewrite T, O, modes_defined by easy. rewrite T in E.
  pose proof (coalesce_shapes _ S) as SC. destruct (layout_of_modes _ SC) as [-> _]. split; [easy|].
  destruct (graph_of_coordinate m W i) as (y & Y & A & B); [unfold m; now rewrite coalesce_total|].
  exists y. rewrite E, A, B. destruct (quotients_at _ 1 1 0 0 y ltac:(lia) ltac:(lia) G R ltac:(lia) Y) as (w & Q1 & Q2 & Q3).
  assert (w = value m i) by lia. subst w. rewrite Z.add_0_l in *.
  destruct (layout_of_call _ (value m i) SC) as [-> ->]; [now rewrite coalesce_total|]. rewrite coalesce_value, Q3 by easy.
  repeat split; try easy; lia.
Qed.

Theorem V5 : S_V5.
Proof.
  intros L i V N S I0 I1. sizes. cbv zeta. intros A. unfold graph_ok. rewrite modes_defined by easy. split; [easy|].
  unfold graph. set (m := coalesce_modes (modes_of L)). intros R. pose proof (coalesce_shapes _ (modes_shapes L V)) as W. fold m in W.
  assert (T : still m = false).
  { destruct m as [|[s d] [|q m']]; try easy. cbn in R. bools. now apply Z.eqb_neq. }
  assert (Q : reaches_over (graph_of m) 1 1 = true).
  { destruct (left_inverse_cases L) as [E _]. fold m in E. rewrite E, T in A. bools. eapply accepted_reaches. eassumption. }
  destruct (inverse_at L i V (conj I0 I1) T Q) as (_ & y & Y & B & C & D & E). fold m in Y, B, C, D, E.
  rewrite A. destruct (call_value L V i (conj I0 I1)) as [-> ->]. rewrite <- coalesce_value by now apply modes_shapes. fold m.
  rewrite D, E. split; [easy|]. now rewrite moving_all.
Qed.

Theorem V7o : S_V7o.
Proof.
  intros L i V N I0 I1. sizes. unfold graph_ok, graph. rewrite modes_defined by easy. set (m := coalesce_modes (modes_of L)).
  pose proof (modes_shapes L V) as WL. pose proof (coalesce_shapes _ WL) as W. fold m in W.
  rewrite reaches_defined by (try lia; now apply graph_sizes). split; [easy|]. intros R.
  destruct (call_value L V i (conj I0 I1)) as [C1 C2]. rewrite C1, C2. rewrite <- coalesce_value by easy. fold m. rewrite size_total by easy.
  assert (K : forall x, value m x = value (modes_of L) x) by (intros x; now apply coalesce_value).
  destruct (still m) eqn:T.
  - (* One mode of stride 0: every offset is 0. *)
    destruct (left_inverse_cases L) as [E F]. fold m in E, F. rewrite T in E, F. rewrite E, F, modes_defined by easy.
    destruct (layout_of_modes m W) as [-> _]. pose proof (total_pos _ WL).
    assert (Z0 : forall x, value m x = 0) by (destruct m as [|[s d] [|]]; try easy; cbn in T; bools; subst; intros x; cbn; lia).
    rewrite Z0. destruct (layout_of_call m 0 W) as [-> ->]; [unfold m; rewrite coalesce_total; lia|]. rewrite Z0. split; [easy|]. cbv zeta.
    split; [lia|]. destruct (call_value L V 0) as [-> ->]; [lia|]. rewrite <- K, Z0. easy.
  - destruct (inverse_at L i V (conj I0 I1) T R) as (A & y & Y & B & C & D & E). fold m in Y, B, C, D, E. rewrite A, D, E. split; [easy|]. cbv zeta.
    destruct (moving_at _ (graph_sizes m W) y Y) as (z & Z1 & Z2 & Z3). rewrite <- Z3.
    destruct (graph_at_digits m W z Z1) as [G H]. rewrite (coalesce_total (modes_of L) : total m = total (modes_of L)) in G. split; [easy|].
    destruct (call_value L V _ G) as [-> ->]. split; [easy|]. split; [easy|]. rewrite <- K, H, Z2. easy.
Qed.
