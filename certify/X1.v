(* X1: an element's position by the tiling formula is that by pad, reshape, transpose, for every
   number of dimensions. The key step: the row-major position in the padded array, split at each
   tile, gives back the place inside the tile and the number of the tile, dimension by dimension. *)
Require Import Lib Tiles.

Lemma reshape dims : Forall element dims -> forall y, 0 <= y -> let x := row (padded dims) + volume (padded dims) * y in
  0 <= row (padded dims) /\ reshaped_within dims x = within dims /\ reshaped_across dims x = across dims.
Proof.
  induction dims as [|[[e d] t] dims IH]; intros W y Y x; subst x; [simpl; easy|].
  inversion W as [|? ? E0 W']; subst. cbn beta iota in E0. destruct E0 as (E & D & T).
  destruct (IH W' y Y) as (I1 & I2 & I3). cbn [padded row volume snd reshaped_within reshaped_across within across].
  set (rest := row (padded dims) + volume (padded dims) * y) in *.
  assert (C := ceil_range e d t ltac:(lia) T). set (c := ceil_div d t) in *. clearbody c. euclid e t q r.
  assert (0 <= c * t * row (padded dims)) by (apply Z.mul_nonneg_nonneg; nia). split; [lia|].
  replace (e + c * t * row (padded dims) + c * t * volume (padded dims) * y) with (t * (q + c * rest) + r) by (unfold rest; lia).
  digits (t * (q + c * rest) + r) t (q + c * rest) r. digits (q + c * rest) c rest q. now rewrite I2, I3.
Qed.
Lemma defined dims : Forall element dims -> within_ok dims = true /\ across_ok dims = true /\ padded_ok dims = true /\
  (forall x, reshaped_within_ok dims x = true /\ reshaped_across_ok dims x = true) /\ 1 <= volume (padded dims).
Proof.
  induction 1 as [|[[e d] t] dims E0 _ IH]; [easy|]. cbn beta iota in E0. destruct E0 as (E & D & T), IH as (I1 & I2 & I3 & I4 & I5).
  assert (1 <= ceil_div d t) by (apply ceil_pos; lia).
  cbn [within_ok across_ok padded_ok reshaped_within_ok reshaped_across_ok].
  rewrite I1, I2, I3, ceil_defined, !nonzero by lia. split; [easy|]. split; [easy|]. split; [easy|].
  split; [|cbn [padded volume snd]; nia]. intros x. destruct (I4 (x / t / ceil_div d t)) as [-> ->]. easy.
Qed.
Lemma places_joined_nil p : places_joined p [] = p.
Proof. induction p; simpl; congruence. Qed.

Theorem X1 : S_X1.
Proof.
  intros dims W. apply elements in W. destruct (defined dims W) as (D1 & D2 & D3 & D4 & D5).
  destruct (reshape dims W 0) as (_ & I & A); [lia|]. rewrite Z.mul_0_r, Z.add_0_r in *.
  unfold tiled_ok, transposed_ok, tiled, transposed. cbv zeta. cbn [unravelled unravelled_ok].
  rewrite D1, D2, D3, nonzero, places_joined_nil by lia. destruct (D4 (row (padded dims))) as [-> ->].
  now rewrite !places_joined_nil, I, A.
Qed.
