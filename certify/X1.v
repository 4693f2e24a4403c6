(* X1, X1r: an element's position by the tiling formula is that by pad, reshape, transpose, for every
   number of dimensions, tile after tile. The key step: the row-major position in the padded array,
   split at each tile, gives back the place inside the tile and the number of the tile. *)
Require Import Lib Tiles.

Lemma joined_app p q : places_joined p q = p ++ q.
Proof. induction p as [|x p IH]; [easy|]. cbn. now rewrite IH. Qed.
Lemma row_app p q : row (p ++ q) = row p + volume p * row q.
Proof. induction p as [|[e d] p IH]; cbn [app row volume snd]; [lia|]. rewrite IH. lia. Qed.
Lemma row_range p : Forall place p -> 0 <= row p < volume p.
Proof. induction 1 as [|[e d] p P _ IH]; [cbn; lia|]. cbn [row volume fst snd] in *. nia. Qed.
Lemma unravelled_row p : Forall place p -> unravelled p (row p) = p /\ forall x, unravelled_ok p x = true.
Proof.
  induction 1 as [|[e d] p P _ [I J]]; [easy|]. cbn [unravelled unravelled_ok row fst snd] in *. cbv zeta. split.
  - digits (e + d * row p) d (row p) e. now rewrite I.
  - intros x. now rewrite nonzero, J by lia.
Qed.

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
Lemma padded_places dims : Forall element dims -> Forall place (padded dims).
Proof.
  induction 1 as [|[[e d] t] dims E _ IH]; [constructor|]. cbn in E. cbn [padded]. constructor; [cbn|easy].
  pose proof (ceil_range e d t ltac:(lia) ltac:(lia)). pose proof (Z.div_mod e t). pose proof (Z.mod_pos_bound e t). nia.
Qed.
Lemma tiled_places dims : Forall element dims -> Forall place (tiled dims).
Proof.
  intros W. unfold tiled. rewrite joined_app, Forall_app. split; induction W as [|[[e d] t] dims E _ IH]; constructor; auto; cbn in *.
  - apply Z.mod_pos_bound. lia.
  - apply ceil_range; lia.
Qed.

(* One tile, and what it does not reach. *)
Theorem once p t : Forall place p -> Forall side t -> sized t = true ->
  tile_once_ok p t = true /\ covered_ok p t && transposed_ok (covered p t) (uncovered p t) = true /\
  transposed (covered p t) (uncovered p t) = tile_once p t /\ Forall place (tile_once p t).
Proof.
  intros P S Z. destruct (covers p t P S Z) as (O & E & U). set (dims := covered p t) in *. set (rest := uncovered p t) in *.
  destruct (defined dims E) as (D1 & D2 & D3 & D4 & D5). pose proof (row_range rest U) as R.
  pose proof (row_range _ (padded_places dims E)) as Q. destruct (unravelled_row rest U) as [V1 V2].
  destruct (reshape dims E (row rest)) as (_ & I & J); [lia|]. unfold tile_once_ok, tile_once. fold dims rest. split; [|split; [|split]].
  - unfold tiled_ok. now rewrite O, D1, D2.
  - unfold transposed_ok. cbv zeta. rewrite O, D3, nonzero, V2 by lia. destruct (D4 (row (places_joined (padded dims) rest))) as [-> ->]. easy.
  - unfold transposed, tiled. cbv zeta. rewrite !joined_app, row_app, I, J.
    destruct (divmod_unique (row (padded dims) + volume (padded dims) * row rest) (volume (padded dims)) (row rest) (row (padded dims))) as [-> _];
      [lia|lia|]. now rewrite V1.
  - rewrite joined_app, Forall_app. split; [now apply tiled_places|easy].
Qed.
Theorem by_tiles tiles : Forall (fun tile => Forall side tile) tiles -> all_sized tiles = true -> forall p, Forall place p ->
  tiled_by_ok p tiles = true /\ reshaped_by_ok p tiles = true /\ reshaped_by p tiles = tiled_by p tiles /\ Forall place (tiled_by p tiles).
Proof.
  induction 1 as [|t tiles S F IH]; intros Z p P; [easy|]. cbn [all_sized] in Z. bools.
  destruct (once p t P S H) as (O1 & O2 & O3 & O4). cbn [tiled_by_ok reshaped_by_ok tiled_by reshaped_by].
  unfold reshape_once_ok, reshape_once. rewrite O1, O2, O3. now apply IH.
Qed.

Theorem X1 : S_X1.
Proof.
  intros A i _ O S Z I [N T]. destruct (physical A i O I) as [K P]. apply sides_of in S.
  unfold linear_index_ok, linear_index. rewrite K. destruct (xla_sides A) as [|t [|]]; [easy| |now destruct T].
  cbn [all_sized] in Z. bools. inversion S as [|? ? S1 _]; subst.
  destruct (once _ t P S1 H) as (O1 & O2 & O3 & _). cbn [nonempty hd tiled_by_ok tiled_by]. split; [easy|].
  split; [exact O2|]. now rewrite O1, O3.
Qed.
Theorem X1r : S_X1r.
Proof.
  intros A i _ O S Z I. destruct (physical A i O I) as [K P]. apply sides_of in S.
  destruct (by_tiles _ S Z _ P) as (O1 & O2 & O3 & _). unfold linear_index_ok, linear_index. rewrite K. split; [easy|].
  cbv zeta. now rewrite O1, O2, O3.
Qed.
