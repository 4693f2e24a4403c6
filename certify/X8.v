(* X8, X9, X9h: a * in a tile means that the dimension is merged first. A tile acts on as many minor
   dimensions as it has sides; if it has more sides than the array has dimensions, it acts on the array with
   dimensions of size 1 in front. The key step: in each case the tile covers the same elements, and leaves
   the same dimensions. *)
Require Import Lib Tiles X1.

Definition pair_with (p : Z * Z) (t : Z) : Z * Z * Z := (p, t).
Lemma covered_step f p t tile : covered_f (S f) p (t :: tile) = match tile with
  | [] => pair_with (foremost p) t :: covered_f f (tl p) []
  | u :: r => if u =? -1 then covered_f f (tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p)) (t :: r)
    else pair_with (foremost p) t :: covered_f f (tl p) tile end.
Proof. destruct p as [|[e d] [|q p]], tile as [|u tile]; cbn [covered_f foremost tl]; try easy; now destruct (u =? -1). Qed.
Lemma merged_step f p t u r : merged_f (S f) p (t :: u :: r) =
  if u =? -1 then merged_f f (tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p)) (t :: r)
  else foremost p :: merged_f f (tl p) (u :: r).
Proof. destruct p as [|[e d] [|q p]]; cbn [merged_f foremost tl]; cbv zeta; easy. Qed.
Lemma merged_ok_step f p t u r : merged_ok_f (S f) p (t :: u :: r) =
  if u =? -1 then merged_ok_f f (tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p)) (t :: r)
  else merged_ok_f f (tl p) (u :: r).
Proof. destruct p as [|[e d] [|q p]]; cbn [merged_ok_f foremost tl]; cbv zeta; easy. Qed.
Lemma uncovered_step p t tile : uncovered p (t :: tile) = uncovered (tl p) tile.
Proof. now destruct p. Qed.
Lemma lengthened_step p t tile : lengthened p (t :: tile) = foremost p :: lengthened (tl p) tile.
Proof. now destruct p. Qed.

Lemma covered_fuel : forall f g p tile, (length tile < f)%nat -> (length tile < g)%nat -> covered_f f p tile = covered_f g p tile.
Proof.
  induction f as [|f IH]; intros [|g] p tile F G; try lia. destruct tile as [|t tile]; [easy|]. rewrite !covered_step. cbn [length] in *.
  destruct tile as [|u r]; [now rewrite (IH g) by (cbn [length]; lia)|]. cbn [length] in *.
  destruct (u =? -1); [apply IH; cbn [length]; lia|]. now rewrite (IH g) by (cbn [length]; lia).
Qed.
Lemma covered_in_steps n p tile : (length tile < n)%nat -> covered p tile = covered_f n p tile.
Proof. intros L. apply covered_fuel; lia. Qed.

(* A point with places of size 1 appended, as many as the tile has sides. *)
Lemma covered_lengthened : forall f p tile, covered_f f (lengthened p tile) tile = covered_f f p tile.
Proof.
  induction f as [|f IH]; intros p tile; [easy|]. destruct tile as [|t tile]; [easy|]. rewrite lengthened_step, !covered_step. cbn [foremost tl].
  destruct tile as [|u r]; [f_equal; now destruct f|]. destruct (u =? -1).
  - rewrite lengthened_step. cbn [foremost tl]. rewrite <- (IH (_ :: tl (tl p))), lengthened_step. easy.
  - now rewrite IH.
Qed.
Lemma uncovered_lengthened tile : forall p, uncovered (lengthened p tile) tile = uncovered p tile.
Proof. induction tile as [|t tile IH]; intros p; [now destruct p|]. rewrite lengthened_step, !uncovered_step. apply IH. Qed.
Lemma lengthened_facts tile : forall p, row (lengthened p tile) = row p /\ volume (lengthened p tile) = volume p /\
  (length tile <= length (lengthened p tile))%nat.
Proof.
  induction tile as [|t tile IH]; intros p; [cbn [lengthened length]; repeat split; lia|]. rewrite lengthened_step.
  destruct (IH (tl p)) as (R & V & L). cbn [row volume length]. destruct (foremost p) as [e d] eqn:F. cbn [fst snd]. rewrite R, V.
  destruct p as [|[e2 d2] p]; cbn [foremost tl row volume snd] in *; injection F as <- <-; split; [lia|split; lia|lia|split; lia].
Qed.
Lemma tail_places p : Forall place p -> Forall place (tl p).
Proof. intros P. destruct P; [constructor|assumption]. Qed.
Lemma lengthened_places tile : forall p, Forall place p -> Forall place (lengthened p tile).
Proof.
  induction tile as [|t tile IH]; intros p P; [exact P|]. rewrite lengthened_step. constructor.
  - pose proof (foremost_place p P) as Q. now destruct (foremost p).
  - now apply IH, tail_places.
Qed.

(* The places that a tile reaches. *)
Lemma covered_reached : forall f p tile, covered_f f (reached p tile) tile = covered_f f p tile.
Proof.
  assert (N : forall tile, reached [] tile = []) by now intros [].
  assert (S : forall p t tile, foremost (reached p (t :: tile)) = foremost p /\ tl (reached p (t :: tile)) = reached (tl p) tile).
  { intros [|q p] t tile; [|easy]. split; [easy|]. cbn [tl]. now rewrite !N. }
  induction f as [|f IH]; intros p tile; [easy|]. destruct tile as [|t tile]; [easy|].
  rewrite !covered_step. destruct (S p t tile) as [-> ->]. destruct tile as [|u r]; [f_equal; now destruct f|]. destruct (u =? -1).
  - destruct (S (tl p) u r) as [-> ->]. rewrite <- (IH (_ :: tl (tl p))). easy.
  - now rewrite IH.
Qed.
Lemma reached_facts tile : forall p, (length tile <= length p)%nat -> length (reached p tile) = length tile /\ uncovered (reached p tile) tile = [].
Proof.
  induction tile as [|t tile IH]; intros [|q p] L; try easy. cbn [reached length uncovered] in *.
  destruct (IH p) as [-> ->]; [lia|easy].
Qed.
Lemma reached_places tile : forall p, Forall place p -> Forall place (reached p tile).
Proof. induction tile as [|t tile IH]; intros p P; destruct P; cbn; constructor; auto. Qed.

(* Dimensions merged first. *)
Lemma merged_covers : forall n p tile, (length tile < n)%nat -> good tile -> let m := merged_f n p tile in let s := without_combine tile in
  merged_ok_f n p tile = true /\ covered_f n m s = covered_f n p tile /\ uncovered m s = uncovered p tile /\
  combines_nothing s = true /\ row m = row p /\ volume m = volume p /\ (Forall place p -> Forall place m).
Proof.
  induction n as [|n IH]; intros p tile L [G H]; [lia|]. cbv zeta. destruct tile as [|t tile].
  { cbn. split; [easy|]. split; [easy|]. now split. }
  cbn [hd] in H. inversion G as [|? ? _ G']; subst. assert (T : t =? -1 = false) by (apply Z.eqb_neq; lia).
  destruct tile as [|u r].
  { cbn [merged_f merged_ok_f without_combine]. rewrite T. cbn [combines_nothing]. rewrite (proj2 (Z.leb_le 1 t)) by easy. now repeat split. }
  cbn [length] in L. inversion G' as [|? ? U G'']; subst. rewrite merged_step, merged_ok_step, covered_step.
  assert (W : without_combine (t :: u :: r) = t :: without_combine (u :: r)) by (cbn [without_combine]; now rewrite T).
  rewrite W. destruct (u =? -1) eqn:E.
  - assert (W2 : t :: without_combine (u :: r) = without_combine (t :: r)) by (cbn [without_combine]; now rewrite T, E). rewrite W2.
    destruct (IH (tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p)) (t :: r)) as (I1 & I2 & I3 & I4 & I5 & I6 & I7); [cbn [length]; lia|split; [now constructor; [right|]|easy]|].
    cbv zeta in *. set (m := merged_f n _ (t :: r)) in *. clearbody m. split; [easy|].
    assert (K : (length (without_combine (t :: r)) <= S (length r))%nat).
    { cbn [without_combine]. rewrite T. cbn [length]. apply le_n_S. clear. induction r as [|v r IH]; [easy|]. cbn [without_combine length]. destruct (v =? -1); cbn [length]; lia. }
    split; [rewrite <- I2; apply covered_fuel; lia|]. split; [rewrite I3, !uncovered_step; easy|]. split; [easy|].
    split; [rewrite I5|split; [rewrite I6|]].
    + destruct p as [|[e d] [|[e2 d2] p]]; cbn; lia.
    + destruct p as [|[e d] [|[e2 d2] p]]; cbn; lia.
    + intros P. apply I7. constructor; [|now apply tail_places, tail_places].
      pose proof (foremost_place p P) as Q1. pose proof (foremost_place _ (tail_places p P)) as Q2.
      destruct (foremost p), (foremost (tl p)). now apply combined_place.
  - destruct (IH (tl p) (u :: r)) as (I1 & I2 & I3 & I4 & I5 & I6 & I7); [cbn [length]; lia|split; [easy|]|].
    { destruct U as [->|U]; [discriminate E|easy]. }
    cbv zeta in *. set (m := merged_f n _ (u :: r)) in *. clearbody m. split; [easy|].
    assert (X : without_combine (u :: r) = u :: without_combine r) by (cbn [without_combine]; now rewrite E). rewrite X in *.
    split; [rewrite covered_step, E; cbn [foremost tl]; now rewrite I2|]. split; [rewrite !(uncovered_step _ t); exact I3|].
    split; [change ((1 <=? t) && combines_nothing (u :: without_combine r) = true); now rewrite (proj2 (Z.leb_le 1 t)), I4|]. cbn [row volume].
    destruct (foremost p) as [e d] eqn:F. cbn [fst snd]. rewrite I5, I6. split; [|split].
    + destruct p as [|[e2 d2] p]; injection F as <- <-; cbn; lia.
    + destruct p as [|[e2 d2] p]; injection F as <- <-; cbn; lia.
    + intros P. constructor; [|now apply I7, tail_places]. pose proof (foremost_place p P) as Q. now rewrite F in Q.
Qed.

(* The position of an element, in one tile. *)
Lemma in_one_tile A i : is_order (xla_minor_to_major A) (xla_dims A) = true -> XlaShape_sides_ok A = true -> in_bounds i (xla_dims A) = true ->
  nonempty (XlaShape_sides A) = true /\ ~ nonempty (tl (XlaShape_sides A)) = true ->
  let tile := hd [] (XlaShape_sides A) in let p := physical_point A i in
  (physical_point_ok A i && (XlaShape_sides_ok A && nonempty (XlaShape_sides A))) = true /\ good tile /\ Forall place p /\
  linear_index_ok A i = true /\ linear_index A i = row (tile_once p tile).
Proof.
  intros O S B [N M]. destruct (point_places A i O B) as [P Q]. pose proof (sides_are_good A S) as G. rewrite N, S, P.
  unfold linear_index_ok, linear_index. rewrite P, S. cbv zeta. destruct (XlaShape_sides A) as [|tile [|]]; [easy| |now destruct M].
  cbn [hd]. inversion G as [|? ? G1 _]; subst. destruct (once _ tile Q G1) as (C & _). split; [easy|]. split; [easy|]. split; [easy|].
  cbn [tiled_by tiled_by_ok]. rewrite C. split; [easy|]. easy.
Qed.

Theorem X9h : S_X9h.
Proof.
  intros A i D O S B. rewrite S. split; [easy|]. intros H. destruct (in_one_tile A i O S B H) as (K & G & P & L & E).
  rewrite S in K. rewrite K. split; [easy|]. cbv zeta in *. set (p := physical_point A i) in *. set (tile := hd [] _) in *. clearbody p tile.
  destruct (lengthened_facts tile p) as (R & V & N). split; [lia|]. split; [easy|]. split; [easy|]. split; [easy|].
  destruct (once _ tile (lengthened_places tile p P) G) as (C & _). split; [easy|]. rewrite E. unfold tile_once.
  rewrite uncovered_lengthened, !(covered_in_steps (Datatypes.S (length tile))), covered_lengthened by lia. easy.
Qed.

Theorem X9 : S_X9.
Proof.
  intros A i D O S B. rewrite S. split; [easy|]. intros H. destruct (in_one_tile A i O S B H) as (K & G & P & L & E).
  rewrite S in K. rewrite K. split; [easy|]. cbv zeta in *. set (p := physical_point A i) in *. set (tile := hd [] _) in *. clearbody p tile.
  intros N. destruct (reached_facts tile p) as [M U]; [lia|]. destruct (once _ tile (reached_places tile p P) G) as (C & _).
  split; [easy|]. split; [lia|]. split; [easy|]. rewrite E. unfold tile_once at 2 3. rewrite U, places_joined_nil.
  unfold tile_once. rewrite joined_row, !(covered_in_steps (Datatypes.S (length tile))), covered_reached by lia. easy.
Qed.

Theorem X8 : S_X8.
Proof.
  intros A i D O S B. rewrite S. split; [easy|]. intros H. destruct (in_one_tile A i O S B H) as (K & G & P & L & E).
  rewrite S in K. rewrite K. split; [easy|]. cbv zeta in *. set (p := physical_point A i) in *. set (tile := hd [] _) in *. clearbody p tile.
  destruct (merged_covers (Datatypes.S (length tile)) p tile ltac:(lia) G) as (I1 & I2 & I3 & I4 & I5 & I6 & I7). cbv zeta in *.
  fold (merged p tile) in *. fold (merged_ok p tile) in *. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|].
  assert (T : (length (without_combine tile) <= length tile)%nat).
  { clear. induction tile as [|v r IH]; [easy|]. cbn [without_combine length]. destruct (v =? -1); cbn [length]; lia. }
  assert (W : good (without_combine tile)).
  { clear -I4 G. destruct G as [_ H]. split.
    - revert I4. generalize (without_combine tile). induction l as [|t l IH]; intros I; [constructor|]. cbn [combines_nothing] in I. bools. constructor; [now right|auto].
    - destruct (without_combine tile); cbn [combines_nothing hd] in *; bools; lia. }
  destruct (once _ _ (I7 P) W) as (C & _). split; [easy|]. rewrite E. unfold tile_once. rewrite I3.
  rewrite !(covered_in_steps (Datatypes.S (length tile))) by lia. now rewrite I2.
Qed.
