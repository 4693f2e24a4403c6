(* B1: an array with one tile of its rank is the CuTe layout with modes (tile, number of tiles), padding
   included. If the tile divides the array, this holds at the array's own coordinates. The key step: the
   most minor dimension comes last, so its two digits are the highest of the column-major position. *)
Require Import Lib Trees Layouts C1 P1c Tiles X1 OneByOne X7.

(* The dimensions without their tiles. *)
Fixpoint untiled (dims : list (Z * Z * Z)) : list (Z * Z) :=
  match dims with [] => [] | (e, d, _) :: rest => (e, d) :: untiled rest end.
Lemma tile_modes_are dims : Forall element dims -> forall stride far, tile_modes_ok dims stride far = true /\
  shapes (tile_modes dims stride far) /\ total (tile_modes dims stride far) = volume (padded dims) /\
  value (tile_modes dims stride far) (column (padded dims)) = stride * row (within dims) + far * row (across dims).
Proof.
  induction 1 as [|[[e d] t] dims E F IH]; intros stride far; [split; [easy|split; [constructor|split; cbn; lia]]|].
  cbn in E. cbn [tile_modes_ok tile_modes padded column volume within across row fst snd]. cbv zeta. rewrite followed_app.
  pose proof (ceil_range e d t ltac:(lia) ltac:(lia)) as C. set (c := ceil_div d t) in *.
  destruct (IH (stride * t) (far * c)) as (O & W & T & V). rewrite ceil_defined, O by lia. clearbody c.
  pose proof (column_range _ (padded_places _ F)). split; [easy|]. split; [|split].
  - apply Forall_app. split; [easy|]. repeat constructor; cbn; lia.
  - rewrite total_app, T. cbn. lia.
  - rewrite <- T. rewrite value_behind by (easy || lia). rewrite V. cbn [value]. rewrite (Z.mod_small (e / t)) by lia. lia.
Qed.
Lemma whole_is_padded dims : Forall element dims -> whole_tiles_ok dims = true /\ (whole_tiles dims = true -> padded dims = untiled dims).
Proof.
  induction 1 as [|[[e d] t] dims E _ [I J]]; [easy|]. cbn in E. cbn [whole_tiles_ok whole_tiles padded untiled fst snd].
  rewrite nonzero, I by lia. rewrite orb_true_r. split; [easy|]. intros H. bools. rewrite J by easy. repeat f_equal.
  pose proof (Z.div_mod d t ltac:(lia)). rewrite ceil_eq.
  rewrite (proj1 (divmod_unique (d + t - 1) t (d / t) (t - 1) ltac:(lia) ltac:(lia))). lia.
Qed.


(* A tile of the array's rank that combines no dimensions: one side for each dimension. *)
Fixpoint with_sides (p : list (Z * Z)) (tile : list Z) : list (Z * Z * Z) :=
  match p, tile with (e, d) :: p, t :: tile => (e, d, t) :: with_sides p tile | _, _ => [] end.
Lemma covered_is : forall fuel tile p, (length tile < fuel)%nat -> length tile = length p -> combines_nothing tile = true ->
  covered_f fuel p tile = with_sides p tile /\ uncovered p tile = [].
Proof.
  induction fuel as [|fuel IH]; intros tile p L E C; [lia|]. destruct tile as [|t tile], p as [|[e d] p]; try discriminate E; [easy|].
  cbn [length] in *. injection E as E. cbn [combines_nothing] in C. bools. destruct (IH tile p ltac:(lia) E H0) as [I J].
  cbn [covered_f foremost uncovered with_sides]. split; [|easy]. destruct tile as [|u tile]; [now rewrite I|].
  cbn [combines_nothing] in H0. bools. rewrite (proj2 (Z.eqb_neq u (-1))) by lia. now rewrite I.
Qed.
Lemma sides_of_origin tile : forall p, length tile = length p -> untiled (with_sides p tile) = p /\
  within_ok (with_sides (origin p) tile) = within_ok (with_sides p tile) /\
  volume (within (with_sides (origin p) tile)) = volume (within (with_sides p tile)) /\
  forall s f, tile_modes_ok (with_sides (origin p) tile) s f = tile_modes_ok (with_sides p tile) s f /\
    tile_modes (with_sides (origin p) tile) s f = tile_modes (with_sides p tile) s f.
Proof.
  induction tile as [|t tile IH]; intros [|[e d] p] L; try discriminate L; [easy|]. injection L as L. destruct (IH p L) as (I1 & I2 & I3 & I4).
  cbn [origin with_sides untiled within_ok within volume tile_modes tile_modes_ok fst snd]. rewrite I1, I2, I3. repeat split; cbv zeta; now rewrite (proj1 (I4 _ _)) || now rewrite (proj2 (I4 _ _)).
Qed.

(* The layout with each two neighbouring modes grouped as one. *)
Lemma every_other_behind {A} (x : A) l : every_other (x :: l) = x :: every_other (tl l).
Proof. now destruct l. Qed.
Lemma in_pairs_is n : forall m, length m = (2 * n)%nat -> shapes m -> let ps := combine (every_other m) (every_other (tl m)) in
  let both f := map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map f ps) in
  Nat.eqb (length (every_other m)) (length (every_other (tl m))) = true /\
  flatten (Tuple (both (fun '((s, _), (t, _)) => (s, t)))) = map fst m /\ flatten (Tuple (both (fun '((_, d), (_, e)) => (d, e)))) = map snd m /\
  map profile (both (fun '((s, _), (t, _)) => (s, t))) = map profile (both (fun '((_, d), (_, e)) => (d, e))).
Proof.
  induction n as [|n IH]; intros m L W; [destruct m; [easy|discriminate L]|]. destruct m as [|[s d] [|[t e] m]]; try (cbn in L; lia).
  inversion W as [|? ? _ W1]; subst. inversion W1 as [|? ? _ W2]; subst. destruct (IH m) as (I1 & I2 & I3 & I4); [cbn [length] in L; lia|easy|].
  cbv zeta in *. cbn [tl]. rewrite !every_other_behind. cbn [tl combine map length Nat.eqb]. rewrite !flatten_cons, I2, I3, I4.
  split; [exact I1|]. repeat split.
Qed.
Lemma in_pairs_layout n m : length m = (2 * n)%nat -> shapes m -> in_pairs_ok m = true /\ valid (in_pairs m) /\ modes_of (in_pairs m) = m.
Proof.
  intros L W. destruct (in_pairs_is n m L W) as (I1 & I2 & I3 & I4). cbv zeta in *. unfold in_pairs_ok, in_pairs. cbv zeta. rewrite I1.
  destruct (made_layout (Tuple (map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map (fun '((s, _), (t, _)) => (s, t)) (combine (every_other m) (every_other (tl m))))))
    (Tuple (map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1]) (map (fun '((_, d), (_, e)) => (d, e)) (combine (every_other m) (every_other (tl m))))))) as [O E].
  - unfold require_shape_ok. rewrite I2. apply positive_sizes. rewrite Forall_map. exact W.
  - apply congruent_profile. cbn [profile]. now rewrite I4.
  - rewrite E, O. split; [easy|]. split; [exact O|]. unfold modes_of, Layout_flat_modes. cbn [layout_shape layout_stride]. rewrite I2, I3. apply paired_split.
Qed.
Lemma tile_modes_even dims : forall s f, length (tile_modes dims s f) = (2 * length dims)%nat.
Proof.
  induction dims as [|[[e d] t] dims IH]; intros s f; [easy|]. cbn [tile_modes]. cbv zeta. rewrite followed_app, app_length, IH. cbn [length]. lia.
Qed.

Theorem B1 : S_B1.
Proof.
  intros A i D O S B. rewrite S. split; [easy|]. intros [N M]. destruct (point_places A i O B) as [P Q]. pose proof (sides_are_good A S) as G.
  unfold linear_index_ok, linear_index. rewrite P, S, N. split; [easy|]. cbv zeta.
  destruct (XlaShape_sides A) as [|tile [|]]; [easy| |easy]. cbn [hd]. inversion G as [|? ? G1 _]; subst. set (p := physical_point A i) in *. clearbody p.
  intros [L C]. assert (L' : length tile = length p) by lia.
  assert (Qo : Forall place (origin p)) by (clear -Q; induction Q as [|[e d] p E _ IH]; [constructor|]; constructor; [cbn in *; lia|easy]).
  assert (Lo : length tile = length (origin p)) by (rewrite L'; clear; induction p; cbn; congruence).
  destruct (covered_elements (Datatypes.S (length tile)) tile p ltac:(lia) G1 Q) as [K W].
  destruct (covered_elements (Datatypes.S (length tile)) tile (origin p) ltac:(lia) G1 Qo) as [Ko _].
  destruct (covered_is (Datatypes.S (length tile)) tile p ltac:(lia) L' C) as [E U].
  destruct (covered_is (Datatypes.S (length tile)) tile (origin p) ltac:(lia) Lo C) as [Eo _].
  fold (covered p tile) in W, E. fold (covered_ok p tile) in K. fold (covered (origin p) tile) in Eo. fold (covered_ok (origin p) tile) in Ko.
  destruct (sides_of_origin tile p L') as (S1 & S2 & S3 & S4). destruct (once p tile Q G1) as (T1 & _ & _ & _).
  rewrite K, Ko. split; [easy|]. split; [easy|]. unfold layout_in_tiles_ok, layout_in_tiles. rewrite Eo, S2, S3.
  destruct (S4 1 (volume (within (with_sides p tile)))) as [-> ->]. rewrite <- E. set (dims := covered p tile) in *.
  destruct (defined dims W) as (D1 & D2 & D3 & _). destruct (tile_modes_are dims W 1 (volume (within dims))) as (O1 & O2 & O3 & O4).
  destruct (in_pairs_layout (length dims) _ (tile_modes_even dims _ _) O2) as (R1 & R2 & R3). rewrite D1, O1, R1.
  cbn [tiled_by tiled_by_ok]. rewrite T1. split; [easy|].
  pose proof (column_range _ (padded_places _ W)) as Z0.
  destruct (call_value _ R2 (column (padded dims))) as [C1 C2]; [now rewrite R3, O3|].
  assert (Y : value (tile_modes dims 1 (volume (within dims))) (column (padded dims)) = row (tile_once p tile)).
  { rewrite O4. unfold tile_once, tiled. fold dims. rewrite U, places_joined_nil, joined_row. lia. }
  rewrite D3, C1, C2, R3, Y. split; [easy|]. split; [easy|]. destruct (whole_is_padded dims W) as [-> H]. split; [easy|]. intros F.
  assert (PU : padded dims = p) by (rewrite (H F), E; exact S1).
  replace (column p) with (column (padded dims)) by now rewrite PU. now rewrite C1, C2, R3.
Qed.
