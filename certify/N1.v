(* N1, N2, N3: filter_zeros and filter keep the image, and the nullspace maps to 0.
   The key step: a coordinate is its digits along the modes, and the digit along a mode of stride 0 does
   not affect the value. *)
Require Import Lib Trees Layouts C1 Nested.

(* The modes of stride 0, and the modes without them. *)
Lemma null_at m : shapes m -> forall step, shapes (null_modes m step) /\ forall i, 0 <= i < total (null_modes m step) ->
  exists y, 0 <= y < total m /\ value (null_modes m step) i = step * y /\ value m y = 0.
Proof.
  induction m as [|[s d] m IH]; intros W step; [split; [apply Forall_nil|intros i I; exists 0; cbn in *; lia]|]. modes_in W.
  cbn [null_modes]. destruct (IH H2 (s * step)) as [A B]. destruct (d =? 0) eqn:D; bools.
  - split; [now constructor|]. intros i I. cbn [total fst value] in *. pose proof (total_pos _ A).
    euclid i s q r. destruct (B q) as (y & Y & E & F); [nia|]. exists (r + s * y). digits (r + s * y) s y r. subst d. split; [nia|]. split; [nia|lia].
  - split; [easy|]. intros i I. destruct (B i I) as (y & Y & E & F). exists (s * y). cbn [total fst value]. digits (s * y) s y 0.
    split; [nia|]. split; [nia|lia].
Qed.
Lemma null_total m : shapes m -> forall step, total (null_modes m step) * total (unrepeated m) = total m.
Proof.
  induction m as [|[s d] m IH]; intros W step; [easy|]. modes_in W. cbn [null_modes unrepeated total]. specialize (IH H2 (s * step)).
  destruct (d =? 0); cbn [total fst]; nia.
Qed.
Lemma unrepeated_shapes m : shapes m -> shapes (unrepeated m).
Proof. induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. cbn [unrepeated]. constructor; [|auto]. cbn. destruct (d =? 0); lia. Qed.
Lemma unrepeated_length m : length (unrepeated m) = length m.
Proof. induction m as [|[s d] m IH]; [easy|]. cbn [unrepeated length]. now rewrite IH. Qed.

(* Coordinates without their digits along modes of stride 0, and back, with digits 0 there. *)
Lemma kept_at m : shapes m -> forall x, 0 <= x < total m -> kept_coordinate_ok m x = true /\
  0 <= kept_coordinate m x < total (unrepeated m) /\ value (unrepeated m) (kept_coordinate m x) = value m x.
Proof.
  induction m as [|[s d] m IH]; intros W x X; [cbn in *; lia|]. modes_in W. cbn [kept_coordinate kept_coordinate_ok unrepeated total fst value] in *.
  rewrite nonzero by lia. cbn [andb]. pose proof (total_pos _ (unrepeated_shapes _ H2)). euclid x s q r.
  destruct (IH H2 q) as (O & Y & E); [nia|]. set (y := kept_coordinate m q) in *. clearbody y. destruct (d =? 0) eqn:D; bools.
  - split; [easy|]. rewrite Z.mod_1_r, Z.div_1_r. subst d. split; [lia|]. lia.
  - split; [easy|]. digits (r + s * y) s y r. split; [nia|]. now rewrite E.
Qed.
Lemma spread_at m : shapes m -> forall x, 0 <= x < total (unrepeated m) -> spread_coordinate_ok m x = true /\
  0 <= spread_coordinate m x < total m /\ value m (spread_coordinate m x) = value (unrepeated m) x.
Proof.
  induction m as [|[s d] m IH]; intros W x X; [cbn in *; lia|]. modes_in W. cbn [spread_coordinate spread_coordinate_ok unrepeated total fst value] in *.
  pose proof (total_pos _ (unrepeated_shapes _ H2)). destruct (d =? 0) eqn:D; bools.
  - rewrite Z.mod_1_r, Z.div_1_r. destruct (IH H2 x) as (O & Y & E); [lia|]. set (y := spread_coordinate m x) in *. clearbody y.
    split; [easy|]. digits (s * y) s y 0. split; [nia|]. lia.
  - rewrite nonzero by lia. cbn [andb]. euclid x s q r. destruct (IH H2 q) as (O & Y & E); [nia|].
    set (y := spread_coordinate m q) in *. clearbody y. split; [easy|]. digits (r + s * y) s y r. split; [nia|]. now rewrite E.
Qed.

Theorem N3 : S_N3.
Proof.
  intros A i V N I0 _. pose proof (modes_shapes A V) as W. destruct (null_at _ W 1) as [S C].
  unfold nullspace_ok, nullspace. rewrite modes_defined by easy. destruct (layout_of_modes _ S) as [-> _]. split; [easy|]. cbv zeta.
  rewrite layout_of_size by easy. intros I. destruct (layout_of_call _ i S) as [-> ->]; [easy|].
  destruct (C i) as (y & Y & E & F); [lia|]. rewrite E, Z.mul_1_l. destruct (call_value A V y Y) as [-> ->]. easy.
Qed.

(* The layout without modes of stride 0, in A's nesting. *)
Lemma without_repeats A : valid A -> filter_zeros_ok A = true /\ valid (filter_zeros A) /\
  modes_of (filter_zeros A) = unrepeated (modes_of A) /\ congruent (layout_shape (filter_zeros A)) (layout_shape A) = true.
Proof.
  intros V. unfold filter_zeros, filter_zeros_ok. rewrite modes_defined by easy. cbn [andb].
  apply nested_modes; [easy|now apply unrepeated_shapes, modes_shapes|apply unrepeated_length].
Qed.

Theorem N1 : S_N1.
Proof.
  intros A i j V N I0 I J0 _. change (size_of_layout A) with (Layout_size A) in *. rewrite size_total in I by easy.
  destruct (without_repeats A V) as (O & VR & M & K). rewrite O, modes_defined by easy. split; [easy|]. cbv zeta.
  rewrite (size_total _ VR), M. intros J. pose proof (modes_shapes A V) as W. destruct (kept_at _ W i) as (OK & Y & E); [lia|].
  destruct (spread_at _ W j) as (OS & X & F); [lia|]. rewrite OK, OS. split; [easy|]. rewrite congruent_defined, K. split; [easy|]. split; [easy|].
  rewrite <- M in Y, J. destruct (call_value _ VR _ Y) as [-> ->]. destruct (call_value A V i) as [-> ->]; [lia|].
  destruct (call_value A V _ X) as [-> ->]. destruct (call_value _ VR j) as [-> ->]; [lia|]. now rewrite M, E, F.
Qed.

Theorem N2 : S_N2.
Proof.
  intros A i j V N I0 I J0 _. change (size_of_layout A) with (Layout_size A) in *. rewrite size_total in I by easy.
  destruct (without_repeats A V) as (O & VR & M & K). unfold filter__ok, filter_, coalesce_ok, coalesce.
  rewrite O, modes_defined, M by easy. rewrite (modes_defined A V). pose proof (modes_shapes A V) as W.
  pose proof (unrepeated_shapes _ W) as U. pose proof (coalesce_shapes _ U) as C. destruct (layout_of_modes _ C) as (-> & VC & _ & D).
  split; [easy|]. cbv zeta. rewrite layout_of_size, coalesce_total by easy. intros J.
  destruct (kept_at _ W i) as (OK & Y & E); [lia|]. destruct (spread_at _ W j) as (OS & X & F); [lia|].
  rewrite OK, OS. split; [easy|]. split; [easy|]. destruct (null_at _ W 1) as [S _].
  unfold nullspace_ok, nullspace. rewrite (modes_defined A V). destruct (layout_of_modes _ S) as [-> _]. split; [easy|].
  rewrite layout_of_size, size_total by easy. split; [pose proof (null_total _ W 1); lia|].
  destruct (layout_of_call _ (kept_coordinate (modes_of A) i) C) as [-> ->]; [now rewrite coalesce_total|].
  destruct (call_value A V i) as [-> ->]; [lia|]. destruct (call_value A V _ X) as [-> ->].
  destruct (layout_of_call _ j C) as [-> ->]; [rewrite coalesce_total; lia|]. now rewrite !coalesce_value, E, F.
Qed.
