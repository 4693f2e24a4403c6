(* X1, X1r: the tiling formula gives the same positions as pad, reshape and transpose, for one tile or tile
   after tile, and for arrays of any rank in any order. The key step: the row-major position in the padded
   array, split at each tile, gives the place inside the tile and the number of the tile, dimension by
   dimension. So both functions make the same list of places. *)
Require Import Lib Tiles.

Notation place := (fun p : Z * Z => 0 <= fst p < snd p).
Lemma places_of e : forallb (fun place : Z * Z => (0 <=? fst place) && (fst place <? snd place)) e = true -> Forall place e.
Proof. intros F. apply forallb_Forall in F. eapply Forall_impl; [|exact F]. intros p H. cbv beta in *. bools. lia. Qed.

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


(* The dimensions that a tile does not reach are counted last. *)
Lemma joined_row p q : row (places_joined p q) = row p + volume p * row q.
Proof. induction p as [|[i n] p IH]; cbn [row volume places_joined snd]; [lia|]. rewrite IH. lia. Qed.
Lemma row_range p : Forall place p -> 0 <= row p < volume p.
Proof. induction 1 as [|[i n] p P _ IH]; [easy|]. cbn [row volume fst snd] in *. nia. Qed.
Lemma unravelled_row p : Forall place p -> unravelled_ok p (row p) = true /\ unravelled p (row p) = p.
Proof.
  induction 1 as [|[i n] p P F [I J]]; [easy|]. cbn [fst snd] in P. cbn [unravelled unravelled_ok row snd]. cbv zeta.
  pose proof (row_range p F). digits (i + n * row p) n (row p) i. now rewrite nonzero, I, J by lia.
Qed.
Lemma padded_places dims : Forall element dims -> Forall place (padded dims).
Proof.
  induction 1 as [|[[e d] t] dims E _ IH]; [constructor|]. cbn in E. cbn [padded]. constructor; [cbn|easy].
  pose proof (ceil_range e d t ltac:(lia) ltac:(lia)). pose proof (Z.div_mod e t). pose proof (Z.mod_pos_bound e t). nia.
Qed.
Lemma joined_places p q : Forall place p -> Forall place q -> Forall place (places_joined p q).
Proof. induction 1; intros Q; [easy|]. cbn. constructor; auto. Qed.
Lemma tiled_places dims : Forall element dims -> Forall place (tiled dims).
Proof.
  intros F. apply joined_places; induction F as [|[[e d] t] dims E _ IH]; try constructor; try easy; cbn in *.
  - apply Z.mod_pos_bound. lia.
  - apply ceil_range; lia.
Qed.
Lemma transposed_is dims rest : Forall element dims -> Forall place rest ->
  transposed_ok dims rest = true /\ transposed dims rest = places_joined (tiled dims) rest.
Proof.
  intros W R. destruct (defined dims W) as (D1 & D2 & D3 & D4 & D5). pose proof (row_range rest R) as Y.
  destruct (reshape dims W (row rest)) as (_ & I & A); [lia|]. destruct (unravelled_row rest R) as [U V].
  pose proof (row_range _ (padded_places dims W)) as P. unfold transposed_ok, transposed. cbv zeta. rewrite joined_row in *.
  rewrite (proj1 (divmod_unique (row (padded dims) + volume (padded dims) * row rest) (volume (padded dims)) (row rest) (row (padded dims)) ltac:(lia) P)).
  destruct (D4 (row (padded dims) + volume (padded dims) * row rest)) as [-> ->]. now rewrite D3, U, V, I, A, nonzero by lia.
Qed.

(* The sides of a tile: a side is a size, or combines a dimension with the next one. *)
Definition side (t : Z) := t = -1 \/ 1 <= t.
Definition good (tile : list Z) := Forall side tile /\ 1 <= hd 1 tile.
Lemma foremost_place p : Forall place p -> let '(e, d) := foremost p in 0 <= e < d.
Proof. intros F. destruct F as [|[e d] p P _]; [cbn; lia|exact P]. Qed.
Lemma combined_place p q : 0 <= fst p < snd p -> 0 <= fst q < snd q -> place (tiling_combine p q).
Proof. destruct p, q. cbn. nia. Qed.
Lemma covered_elements : forall fuel tile p, (length tile < fuel)%nat -> good tile -> Forall place p ->
  covered_ok_f fuel p tile = true /\ Forall element (covered_f fuel p tile).
Proof.
  induction fuel as [|fuel IH]; intros tile p L [G H] P; [lia|]. destruct tile as [|t tile]; [split; [easy|constructor]|].
  cbn [hd] in H. inversion G as [|? ? _ G']; subst. cbn [length] in L.
  assert (S : forall q, Forall place q -> match tile with [] => True | u :: _ => u <> -1 end ->
    covered_ok_f fuel q tile = true /\ Forall element (covered_f fuel q tile)).
  { intros q Q N. apply IH; [lia| |easy]. split; [easy|]. destruct tile as [|u tile]; [cbn; lia|]. inversion G' as [|? ? [|]]; subst; cbn; lia. }
  assert (T : forall u r q, tile = u :: r -> Forall place q -> covered_ok_f fuel q (t :: r) = true /\ Forall element (covered_f fuel q (t :: r))).
  { intros u r q -> Q. apply IH; [cbn [length] in *; lia| |easy]. inversion G' as [|? ? _ G2]; subst. split; [|cbn; lia].
    constructor; [now right|easy]. }
  cbn [covered_f covered_ok_f]. destruct P as [|[e d] p E P].
  - cbn [foremost]. destruct tile as [|u tile].
    + destruct (S [] ltac:(constructor) I) as [-> F]. split; [easy|]. constructor; [cbn; lia|easy].
    + destruct (u =? -1) eqn:U; bools.
      * apply (T u); [easy|]. constructor; [now apply combined_place|constructor].
      * destruct (S [] ltac:(constructor) U) as [-> F]. split; [easy|]. constructor; [cbn; lia|easy].
  - cbn [foremost]. cbn [fst snd] in E. destruct tile as [|u tile].
    + destruct (S p P I) as [-> F]. split; [easy|]. constructor; [cbn; lia|easy].
    + destruct (u =? -1) eqn:U; bools.
      * pose proof (foremost_place p P) as Q. destruct P as [|[e2 d2] p E2 P]; cbn [foremost] in *.
        -- apply (T u); [easy|]. constructor; [apply combined_place; cbn; lia|constructor].
        -- apply (T u); [easy|]. constructor; [apply combined_place; cbn; lia|easy].
      * destruct (S p P U) as [-> F]. split; [easy|]. constructor; [cbn; lia|easy].
Qed.
Lemma uncovered_places tile : forall p, Forall place p -> Forall place (uncovered p tile).
Proof. induction tile as [|t tile IH]; intros p P; [now destruct p|]. cbn [uncovered]. destruct P; apply IH; [constructor|easy]. Qed.

(* One tile: both functions make the same list. *)
Lemma once p tile : Forall place p -> good tile -> tile_once_ok p tile = true /\ reshape_once_ok p tile = true /\
  reshape_once p tile = tile_once p tile /\ Forall place (tile_once p tile).
Proof.
  intros P G. destruct (covered_elements (S (length tile)) tile p ltac:(lia) G P) as [O W].
  fold (covered p tile) in W. fold (covered_ok p tile) in O. pose proof (uncovered_places tile p P) as R.
  destruct (transposed_is _ _ W R) as [T E]. destruct (defined _ W) as (D1 & D2 & _).
  unfold tile_once_ok, reshape_once_ok, reshape_once, tile_once, tiled_ok. rewrite O, T, E, D1, D2.
  split; [easy|]. split; [easy|]. split; [easy|]. apply joined_places; [now apply tiled_places|easy].
Qed.
Lemma all_tiles tiles : Forall good tiles -> forall p, Forall place p -> tiled_by_ok p tiles = true /\ reshaped_by_ok p tiles = true /\
  reshaped_by p tiles = tiled_by p tiles.
Proof.
  induction 1 as [|tile tiles G _ IH]; intros p P; [easy|]. destruct (once p tile P G) as (A & B & C & D).
  cbn [tiled_by tiled_by_ok reshaped_by reshaped_by_ok]. rewrite A, B, C. now apply IH.
Qed.

(* The sides of a tile that the constructor accepts. *)
Lemma sides_good tile : sides_ok tile = true -> good (sides tile).
Proof.
  intros O. assert (E : sides tile = map (fun t => match t with Some t => t | None => -1 end) (rev tile) /\
    forallb (fun t => match t with Some t => negb (t <? 1) | None => true end) tile = true /\
    match rev tile with [] => True | t :: _ => t <> None end).
  { unfold sides, sides_ok in *. destruct tile as [|t tile]; [easy|]. bools. destruct (last (t :: tile) None) eqn:L; [|easy].
    split; [easy|]. split; [easy|]. rewrite (app_removelast_last None (l := t :: tile)), rev_app_distr by easy. cbn [rev app]. now rewrite L. }
  destruct E as (-> & F & H). apply forallb_Forall in F. apply Forall_rev in F. split.
  - rewrite Forall_map. eapply Forall_impl; [|exact F]. intros [t|] K; [right|now left]. bools. lia.
  - destruct F as [|[t|] r K]; cbn; [lia| |easy]. bools. lia.
Qed.
Lemma sides_are_good A : XlaShape_sides_ok A = true -> Forall good (XlaShape_sides A).
Proof. intros O. apply forallb_Forall in O. unfold XlaShape_sides. rewrite Forall_map. eapply Forall_impl; [|exact O]. apply sides_good. Qed.

(* The place of an element along each dimension. *)
Lemma in_bounds_forall2 i : forall d, in_bounds i d = forall2 (fun e d => (0 <=? e) && (e <? d)) i d.
Proof.
  induction i as [|e i IH]; intros [|n d]; try easy.
Qed.
Lemma nth_in_bounds i : forall d k, in_bounds i d = true -> (k < length d)%nat -> 0 <= nth k i 0 < nth k d 0.
Proof.
  induction i as [|e i IH]; intros [|n d] k B K; try easy; try (cbn in K; lia). cbn [in_bounds] in B. bools.
  destruct k; cbn [nth]; [lia|]. apply IH; [easy|]. cbn in K. lia.
Qed.
Lemma point_places A i : is_order (xla_minor_to_major A) (xla_dims A) = true -> in_bounds i (xla_dims A) = true ->
  physical_point_ok A i = true /\ Forall place (physical_point A i).
Proof.
  intros O B. unfold is_order in O. bools. pose proof B as F. rewrite in_bounds_forall2 in F.
  pose proof (Forall2_length _ _ _ (proj1 (forall2_Forall2 _ _ _) F)) as L.
  unfold physical_point_ok, physical_point, require_index_ok. rewrite L, Z.eqb_refl, F. cbn [negb andb].
  assert (K : Forall (fun k => 0 <= k < Z.of_nat (length (xla_dims A))) (xla_minor_to_major A)).
  { assert (U : numbers_below (xla_minor_to_major A) (Z.of_nat (length (xla_dims A))) = true) by assumption. clear -U. revert U.
    generalize (xla_minor_to_major A). induction l as [|k o IH]; intros U; [constructor|]. cbn [numbers_below] in U. bools. constructor; [lia|auto]. }
  split.
  - apply forallb_Forall. eapply Forall_impl; [|exact K]. intros k R. cbv beta in *. both; (apply Z.ltb_lt || apply Z.leb_le); lia.
  - rewrite Forall_map. eapply Forall_impl; [|exact K]. intros k R. cbv beta in R. cbn [fst snd]. apply nth_in_bounds; [easy|lia].
Qed.

Theorem X1 : S_X1.
Proof.
  intros A i D O S B. rewrite S. split; [easy|]. intros [N M]. destruct (point_places A i O B) as [P Q]. pose proof (sides_are_good A S) as G.
  unfold linear_index_ok, linear_index. rewrite P, S, N. split; [easy|]. cbv zeta.
  destruct (XlaShape_sides A) as [|tile [|]]; [easy| |easy]. cbn [hd]. inversion G as [|? ? G1 _]; subst.
  destruct (once _ tile Q G1) as (C & R & E & _). fold (reshape_once_ok (physical_point A i) tile) (reshape_once (physical_point A i) tile).
  cbn [tiled_by tiled_by_ok]. rewrite C, R, E. destruct (tile_once _ tile); easy.
Qed.
Theorem X1r : S_X1r.
Proof.
  intros A i D O S B. destruct (point_places A i O B) as [P Q]. destruct (all_tiles _ (sides_are_good A S) _ Q) as (C & R & E).
  unfold linear_index_ok, linear_index. cbv zeta. now rewrite P, S, C, R, E.
Qed.
