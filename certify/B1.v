(* B1: an array in one tile of its rank is the CuTe layout with modes (tile, number of tiles), padding
   included, for any order. The key step: tile and number of tiles are digits of the column-major
   position in the padded array, the most minor dimension coming last. *)
Require Import Lib Trees Layouts C1 P1c Tiles X1 OneByOne X7.

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

(* Modes two by two, each pair a mode of the layout. *)
Notation two := (fun p : (Z * Z) * (Z * Z) => [fst p; snd p]).
Lemma every_other_cons {A} (x : A) l : every_other (x :: l) = x :: every_other (tl l).
Proof. now destruct l. Qed.
Lemma firsts_of ps : every_other (flat_map two ps) = map fst ps /\ every_other (tl (flat_map two ps)) = map snd ps.
Proof.
  induction ps as [|[p q] ps [I J]]; [easy|]. cbn [flat_map app fst snd map]. rewrite every_other_cons. cbn [tl].
  rewrite every_other_cons. cbn [tl]. now rewrite I, J.
Qed.
Lemma paired_up ps : map2 (fun x y => (x, y)) (map fst ps) (map snd ps) = (ps : list ((Z * Z) * (Z * Z))).
Proof. induction ps as [|[p q] ps IH]; [easy|]. cbn [map map2 fst snd]. now rewrite IH. Qed.
Theorem pairs_are ps : shapes (flat_map two ps) -> in_pairs_ok (flat_map two ps) = true /\
  valid (in_pairs (flat_map two ps)) /\ modes_of (in_pairs (flat_map two ps)) = flat_map two ps.
Proof.
  intros W. destruct (firsts_of ps) as [F1 F2]. unfold in_pairs_ok, in_pairs. cbv zeta. rewrite F1, F2, paired_up, !map_map.
  set (shape := Tuple _). set (stride := Tuple (map _ ps)).
  assert (FS : flatten shape = map fst (flat_map two ps)).
  { subst shape. clear. induction ps as [|[[s d] [t e]] ps IH]; [easy|]. cbn [map]. rewrite flatten_cons, IH. easy. }
  assert (FD : flatten stride = map snd (flat_map two ps)).
  { subst stride. clear. induction ps as [|[[s d] [t e]] ps IH]; [easy|]. cbn [map]. rewrite flatten_cons, IH. easy. }
  destruct (made_layout shape stride) as [O E].
  - unfold require_shape_ok. rewrite FS. apply positive_sizes. now rewrite Forall_map.
  - unfold congruent, shape, stride. rewrite at_terminals_tuple, forall2_Forall2. clear.
    induction ps as [|[[s d] [t e]] ps IH]; constructor; easy.
  - rewrite O, E. split; [|split; [exact O|]].
    + rewrite andb_true_r. apply forall2_Forall2. clear. induction ps; constructor; easy.
    + unfold modes_of. cbn [layout_shape layout_stride]. now rewrite FS, FD, paired_split.
Qed.
Lemma tile_modes_pairs dims : forall stride far, exists ps, tile_modes dims stride far = flat_map two ps.
Proof.
  induction dims as [|[[e d] t] dims IH]; intros stride far; [now exists []|]. cbn [tile_modes]. cbv zeta. rewrite followed_app.
  destruct (IH (stride * t) (far * ceil_div d t)) as [ps ->]. exists (ps ++ [((t, stride), (ceil_div d t, far))]).
  now rewrite flat_map_app.
Qed.

(* A tile of the array's rank that combines nothing. *)
Definition in_tiles (p : modes) (tile : list Z) : list (Z * Z * Z) := map2 (fun q t => (q, t)) p tile.
Lemma covered_step f p t ts : covered_f (S f) p (t :: ts) = let '(e, d) := foremost p in
  match ts with
  | [] => (e, d, t) :: covered_f f (tl p) []
  | u :: us => if u =? -1 then covered_f f (combine (e, d) (foremost (tl p)) :: tl (tl p)) (t :: us) else (e, d, t) :: covered_f f (tl p) ts
  end.
Proof. destruct p as [|[e d] [|q p]], ts; reflexivity. Qed.
Lemma covered_whole f : forall p t, (length t < f)%nat -> length t = length p -> combines_nothing t = true -> covered_f f p t = in_tiles p t.
Proof.
  induction f as [|f IH]; intros p t L E C; [lia|]. destruct t as [|t ts]; [now destruct p|]. destruct p as [|[e d] p]; [easy|].
  cbn [combines_nothing length] in *. bools. injection E as E. rewrite covered_step. cbn [foremost tl]. destruct ts as [|u us].
  - rewrite IH; [easy|cbn; lia|easy|easy].
  - cbn [combines_nothing] in *. bools. destruct (u =? -1) eqn:U; bools; [lia|].
    rewrite IH; [easy|cbn [length] in *; lia|easy|]. cbn [combines_nothing]. both; [now apply Z.leb_le|easy].
Qed.
Lemma covered_is p t : length t = length p -> combines_nothing t = true -> covered p t = in_tiles p t /\ uncovered p t = [].
Proof.
  intros L C. split; [apply covered_whole; auto; lia|]. clear C. revert p L.
  induction t as [|s t IH]; intros [|q p] L; try discriminate L; [easy|]. cbn. apply IH. now injection L.
Qed.
Lemma origin_length e : length (origin e) = length e.
Proof. induction e as [|p e IH]; [easy|]. cbn. now rewrite IH. Qed.
Lemma origin_places e : Forall place e -> Forall place (origin e).
Proof. induction 1 as [|[i n] e P _ IH]; [constructor|]. constructor; [cbn in *; lia|easy]. Qed.
Lemma same_modes p : forall t stride far, tile_modes (in_tiles (origin p) t) stride far = tile_modes (in_tiles p t) stride far.
Proof.
  induction p as [|[e d] p IH]; intros [|t ts] stride far; try easy. cbn [origin in_tiles map2 tile_modes snd]. cbv zeta.
  fold (in_tiles (origin p) ts) (in_tiles p ts). now rewrite IH.
Qed.
Lemma same_volume p : forall t, volume (within (in_tiles (origin p) t)) = volume (within (in_tiles p t)).
Proof.
  induction p as [|[e d] p IH]; intros [|t ts]; try easy. cbn [origin in_tiles map2 within volume snd].
  fold (in_tiles (origin p) ts) (in_tiles p ts). now rewrite IH.
Qed.
Lemma whole_is_padded p : forall t, length t = length p -> Forall element (in_tiles p t) ->
  whole_tiles_ok (in_tiles p t) = true /\ (whole_tiles (in_tiles p t) = true -> padded (in_tiles p t) = p).
Proof.
  induction p as [|[e d] p IH]; intros [|t ts] L W; try discriminate L; [easy|]. injection L as L.
  cbn [in_tiles map2] in *. fold (in_tiles p ts) in *. inversion W as [|? ? E W']; subst. cbn beta iota in E. destruct (IH ts L W') as [I J].
  cbn [whole_tiles_ok whole_tiles padded fst snd]. rewrite nonzero, I, orb_true_r by lia. split; [easy|]. intros H. bools. rewrite J by easy.
  repeat f_equal. pose proof (Z.div_mod d t ltac:(lia)). rewrite ceil_eq.
  rewrite (proj1 (divmod_unique (d + t - 1) t (d / t) (t - 1) ltac:(lia) ltac:(lia))). lia.
Qed.

Theorem B1 : S_B1.
Proof.
  intros A i _ O S I. rewrite S. split; [easy|]. intros [N T]. destruct (point_places A i O I) as [K P]. pose proof (sides_are_good A S) as G.
  unfold linear_index_ok, linear_index. rewrite K, S, N. destruct (XlaShape_sides A) as [|t [|]]; [easy| |now destruct T].
  inversion G as [|? ? G1 _]; subst. split; [easy|]. cbv zeta. cbn [hd tiled_by_ok tiled_by]. clear N T G S K.
  set (p := physical_point A i) in *. intros [L C]. apply Nat2Z.inj in L.
  assert (R : forall q, Forall place q -> covered_ok q t = true /\ Forall element (covered q t)).
  { intros q Q. unfold covered_ok, covered. apply covered_elements; auto; lia. }
  destruct (R p P) as [O1 E1]. destruct (R (origin p) (origin_places p P)) as [O2 E2]. clear R.
  destruct (once p t P G1) as (O3 & _). destruct (covered_is p t L C) as [D1 U].
  destruct (covered_is (origin p) t) as [D2 _]; [now rewrite origin_length|easy|].
  destruct (defined _ E1) as (_ & _ & F3 & _). destruct (defined _ E2) as (F1 & _).
  unfold layout_in_tiles_ok, layout_in_tiles, tile_once. rewrite O1, O2, O3, F3, F1, U, places_joined_nil. clear O1 O2 O3 F3 F1 U.
  rewrite D1 in *. rewrite D2 in *. rewrite same_volume, same_modes. unfold tiled. rewrite joined_row. set (dims := in_tiles p t) in *.
  set (far := volume (within dims)). destruct (tile_modes_are dims E1 1 far) as (_ & W & M & V).
  destruct (tile_modes_are _ E2 1 far) as (-> & _). pose proof (column_range _ (padded_places _ E1)) as R.
  destruct (tile_modes_pairs dims 1 far) as [ps Q]. rewrite Q in *. destruct (pairs_are ps W) as (X1 & X2 & X3). rewrite X1.
  split; [easy|]. split; [easy|]. split; [easy|].
  destruct (call_value _ X2 (column (padded dims))) as [C1 C2]; [now rewrite X3, M|]. rewrite X3, V in C2. rewrite C1, C2.
  split; [easy|]. split; [lia|]. destruct (whole_is_padded p t L E1) as [Y1 Y2]. fold dims in Y1, Y2. split; [exact Y1|].
  intros Y. rewrite <- (Y2 Y). rewrite C1, C2. split; [easy|]. lia.
Qed.
