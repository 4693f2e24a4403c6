(* Proofs by hand of contracts and lemmas in verif/theory/arrays. They are read by
  verif/certify/generated/by_hand.py. *)

(* tiles_are_pad_reshape_transpose *)
Proof.
  intros point tiles. revert point. induction tiles as [|tile tiles IH]; intros point F G A; [easy|].
  apply forall_cons in G. destruct G as [G0 G]. cbn [all_sized] in A. truths.
  destruct (one_tile_is_pad_reshape_transpose point tile F G0 H) as (R & T & E).
  destruct (tiling_gives_places point [tile] F ltac:(now constructor)) as [_ P]; [cbn [all_sized]; now rewrite H|].
  cbn [tiled_by] in P.
  cbn [reshaped_by reshaped_by_ok tiled_by tiled_by_ok]. rewrite R, T, E. now apply IH.
Qed.

(* covered_and_uncovered_make_the_array *)
Proof.
  pose proof uncovered_step as U. pose proof covered_step as C.
  assert (Z0 : forall point, row point = fst (foremost point) + snd (foremost point) * row (tl point) /\ volume point
    = snd (foremost point) * volume (tl point))
    by (intros [|[e d] point]; easy).
  enough (G : forall n tile point, (length tile <= n)%nat -> row (untiled (covered point tile)) + volume (untiled
    (covered point tile)) * row (uncovered point tile) = row point
    /\ volume (untiled (covered point tile)) * volume (uncovered point tile) = volume point) by (intros point tile _
      _ _; now apply (G (length tile))).
  induction n as [|n IH]; intros [|t rest] point L; try (cbn in L; lia); try (destruct point;
  cbn -[Z.mul Z.add row volume]; rewrite ?Z.mul_1_l; split; easy).
  rewrite C, U. destruct (Z0 point) as [R V]. destruct rest as [|c rest].
  - destruct (IH [] (tl point) ltac:(cbn; lia)) as [A B]. cbn [untiled fst snd row volume] in *.
    rewrite R, V, <- A, <- B. split; ring.
  - destruct (Z.eqb_spec c (-1)) as [E|E].
    + destruct (IH (t :: rest) (tiling_combine (foremost point) (foremost (tl point)) :: tl (tl point)) ltac:(cbn in
        *; lia)) as [A B].
      destruct (Z0 (tl point)) as [R2 V2]. rewrite !U in *. cbn [tl] in *. rewrite A, B, R, V, R2, V2.
      destruct (foremost point) as [e d], (foremost (tl point)) as [e2 d2].
      cbn [tiling_combine fst snd row volume]. split; ring.
    + destruct (IH (c :: rest) (tl point) ltac:(cbn in *; lia)) as [A B]. cbn [untiled fst snd row volume] in *.
      rewrite R, V, <- A, <- B. split; ring.
Qed.

(* tile_covers_the_same_dimensions *)
Proof.
  pose proof uncovered_step as U. pose proof covered_step as C.
  assert (S : forall p q, same_bounds p q = true -> snd (foremost p) = snd (foremost q) /\ same_bounds (tl p) (tl q)
    = true)
    by (intros [|[e d] p] [|[e2 d2] q] E; try discriminate E; cbn [same_bounds] in E; truths; cbn; easy).
  enough (G : forall n tile p q, (length tile <= n)%nat -> same_bounds p q = true -> same_bounds_and_tiles (covered p
    tile) (covered q tile) = true
    /\ same_bounds (uncovered p tile) (uncovered q tile) = true) by (intros p q tile _ _ _ E _;
    now apply (G (length tile))).
  induction n as [|n IH]; intros [|t rest] p q L E; try (cbn in L; lia); try (destruct p, q; easy).
  rewrite !C, !U. destruct (S p q E) as [D E1]. destruct rest as [|c rest].
  - destruct (IH [] (tl p) (tl q) ltac:(cbn; lia) E1) as [A B]. cbn [same_bounds_and_tiles fst snd].
    now rewrite A, B, D, !Z.eqb_refl.
  - destruct (S _ _ E1) as [D2 E2]. destruct (Z.eqb_spec c (-1)).
    + destruct (IH (t :: rest) (tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p)) (tiling_combine (foremost
        q) (foremost (tl q)) :: tl (tl q)) ltac:(cbn in *; lia)) as [A B].
      { cbn [same_bounds tiling_combine snd]. now rewrite D, D2, Z.eqb_refl. }
      rewrite !U in *. split; [exact A|exact B].
    + destruct (IH (c :: rest) (tl p) (tl q) ltac:(cbn in *; lia) E1) as [A B]. cbn [same_bounds_and_tiles fst snd].
      now rewrite A, B, D, !Z.eqb_refl.
Qed.

(* place_and_tile_determine_the_element *)
Proof.
  pose proof unique_digits as Q.
  induction a as [|[[e d] t] a IH]; intros [|[[e2 d2] t2] b] A B S W X; try discriminate S; [easy|].
  apply forall_cons in A. destruct A as [A0 A]. apply forall_cons in B. destruct B as [B0 B].
  unfold ok_dimensions in A0, B0.
  cbn [same_bounds_and_tiles within across untiled row fst snd] in *. truths. subst d2 t2.
  assert (C : forall x, 0 <= x < d -> 0 <= x / t < ceil_div d t).
  { intros x L. unfold ceil_div. cbv zeta. replace (product (Leaf t)) with t by (cbn; lia). split; [apply Z.div_pos;
    lia|].
    apply Z.lt_le_trans with (x / t + 1); [lia|]. replace (x / t + 1) with ((x + 1 * t) / t) by (rewrite Z.div_add;
    lia). apply Z.div_le_mono; lia. }
  destruct (Q _ _ _ _ _ (Z.mod_pos_bound e t ltac:(lia)) (Z.mod_pos_bound e2 t ltac:(lia)) W) as [W1 W2].
  destruct (Q _ _ _ _ _ (C e ltac:(lia)) (C e2 ltac:(lia)) X) as [X1 X2]. rewrite (IH b A B ltac:(easy) W2 X2).
  rewrite (Z.div_mod e t), (Z.div_mod e2 t), W1, X1 by lia. easy.
Qed.

(* the_others_agree *)
Proof.
  intros order i j k [I J]. induction order as [|first order IH]; intros A; [easy|]. cbn [agree_in_order] in *.
  truths. rewrite IH by easy.
  rewrite andb_true_r. apply orb_true_iff. destruct (Z.ltb_spec first (k + 1)); [now left|right].
  destruct H as [H|H]; [apply Z.ltb_lt in H; lia|].
  assert (E : forall l m, nonempty l = true -> m <> 0 -> entry_of l m = entry_of (tl l) (m - 1))
    by (intros [|x l] m N M; [discriminate N|]; cbn [entry_of tl]; destruct (Z.eqb_spec m 0); [lia|easy]).
  rewrite (E i), (E j) in H by (easy || lia). now replace (first - k - 1) with (first - (k + 1)) in H by lia.
Qed.

(* numbers_have_an_index *)
Proof.
  assert (E : forall l, product (Tuple (map Leaf l)) = extent l) by (induction l as [|x l IH]; [easy|]; cbn [extent];
  rewrite <- IH; easy).
  intros number dims. revert number. induction dims as [|d dims IH]; intros number A N; [cbn in *; repeat split;
  lia|].
  cbn [at_least extent] in *. truths. pose proof (extent_is_positive dims H0) as X.
  cbn [index_of index_of_ok in_bounds numbered]. cbv zeta.
  rewrite E. pose proof (Z.mod_pos_bound number (extent dims) ltac:(lia)) as M.
  destruct (IH (number mod extent dims) H0 M) as (O & B & K).
  rewrite O, B, K, not_zero by lia. repeat split; [|pose proof (Z.div_mod number (extent dims) ltac:(lia)); lia].
  rewrite andb_true_r. apply andb_true_iff. split; [apply Z.leb_le; apply Z.div_pos; lia|apply Z.ltb_lt;
  apply Z.div_lt_upper_bound; lia].
Qed.

(* what_is_held_is_an_element *)
Proof.
  assert (O : forall number dims order tiles, Forall (Forall ok_tile) tiles -> at_least 1 dims = true ->
    numbers_below order (Z.of_nat (length dims)) = true -> all_sized tiles = true -> 0 <= number < extent dims ->
    position_of_ok number dims order tiles = true).
  { intros number dims order tiles T D B A N. destruct (numbers_have_an_index number dims D N) as (I & J & _).
    destruct (places_in_an_order_are_places _ dims order J B) as [Q _]. unfold position_of_ok. rewrite I.
    now apply tiling_gives_places. }
  intros place n dims order tiles T D B _ A [N L]. unfold memory_held_at_ok, memory_held_at.
  assert (G : forall fuel k, 0 <= k <= n -> (Z.to_nat k < fuel)%nat ->
    memory_held_at_ok_f fuel place k dims order tiles = true /\
    (-1 <= memory_held_at_f fuel place k dims order tiles < k /\
    (0 <= memory_held_at_f fuel place k dims order tiles ->
    position_of (memory_held_at_f fuel place k dims order tiles) dims order tiles = place))).
  { induction fuel as [|fuel IH]; intros k K E; [lia|]. cbn [memory_held_at_ok_f memory_held_at_f].
    destruct (Z.leb_spec k 0); [split; [easy|lia]|]. rewrite O by (easy || lia). cbn [andb].
    destruct (Z.eqb_spec (position_of (k - 1) dims order tiles) place); [split; [easy|lia]|].
    destruct (IH (k - 1)) as (I1 & I2 & I3); [lia..|]. split; [exact I1|]. split; [lia|exact I3]. }
  apply G; lia.
Qed.

(* an_element_is_held_at_its_place *)
Proof.
  intros place k n dims order tiles T D B O A N K E. unfold memory_held_at.
  enough (G : forall fuel n, (Z.to_nat n < fuel)%nat -> 0 <= n <= extent dims -> 0 <= k < n ->
    memory_held_at_f fuel place n dims order tiles = k) by (apply G; lia).
  clear n N K. induction fuel as [|fuel IH]; intros n L N K; [lia|]. cbn [memory_held_at_f].
  destruct (Z.leb_spec n 0); [lia|]. destruct (Z.eqb_spec (position_of (n - 1) dims order tiles) place) as [P|P].
  - apply (elements_at_one_place_are_one (n - 1) k dims order tiles); assumption || lia.
  - destruct (Z.eq_dec k (n - 1)) as [Q|Q]; [now destruct P; rewrite E, Q|]. apply IH; lia.
Qed.

(* an_element_is_held_at_no_other_place *)
Proof.
  intros place k n dims order tiles T D B O A N K H E.
  destruct (what_is_held_is_an_element place n dims order tiles T D B O A N) as (_ & _ & F). apply H. rewrite <- F;
    [|lia].
  now rewrite E.
Qed.

(* reading_ends *)
Proof.
  assert (O : forall number dims order tiles, Forall (Forall ok_tile) tiles -> at_least 1 dims = true ->
    numbers_below order (Z.of_nat (length dims)) = true -> all_sized tiles = true -> 0 <= number < extent dims ->
    position_of_ok number dims order tiles = true).
  { intros number dims order tiles T D B A N. destruct (numbers_have_an_index number dims D N) as (I & J & _).
    destruct (places_in_an_order_are_places _ dims order J B) as [Q _]. unfold position_of_ok. rewrite I.
    now apply tiling_gives_places. }
  intros n dims order tiles read read_order read_tiles T T' D B I A D' B' I' A' [[N L] L']. unfold misread_ok,
    misread.
  assert (H : forall place, memory_held_at_ok place (extent dims) dims order tiles = true).
  { intros place. pose proof (extent_is_positive dims D). apply what_is_held_is_an_element; try assumption. lia. }
  assert (G : forall fuel k, 0 <= k <= n -> (Z.to_nat k < fuel)%nat ->
    misread_ok_f fuel k dims order tiles read read_order read_tiles = true /\
    0 <= misread_f fuel k dims order tiles read read_order read_tiles).
  { induction fuel as [|fuel IH]; intros k K E; [lia|]. cbn [misread_ok_f misread_f]. destruct (Z.leb_spec k 0);
    [easy|].
    rewrite !O by (assumption || lia). cbv zeta. cbn [andb]. destruct (IH (k - 1)) as [I1 I2]; [lia..|].
    rewrite ?H, I1. cbn [andb]. split; [reflexivity|]. destruct (_ =? _); lia. }
  apply G; lia.
Qed.

(* comparing_ends *)
Proof.
  assert (O : forall number dims order tiles, Forall (Forall ok_tile) tiles -> at_least 1 dims = true ->
    numbers_below order (Z.of_nat (length dims)) = true -> all_sized tiles = true -> 0 <= number < extent dims ->
    position_of_ok number dims order tiles = true).
  { intros number dims order tiles T D B A N. destruct (numbers_have_an_index number dims D N) as (I & J & _).
    destruct (places_in_an_order_are_places _ dims order J B) as [Q _]. unfold position_of_ok. rewrite I.
    now apply tiling_gives_places. }
  intros n dims order tiles read read_order read_tiles T T' D B _ A D' B' _ A' [[N L] L']. unfold moved_ok, moved.
  assert (G : forall fuel k, 0 <= k <= n -> (Z.to_nat k < fuel)%nat ->
    moved_ok_f fuel k dims order tiles read read_order read_tiles = true /\
    0 <= moved_f fuel k dims order tiles read read_order read_tiles).
  { induction fuel as [|fuel IH]; intros k K E; [lia|]. cbn [moved_ok_f moved_f]. destruct (Z.leb_spec k 0); [easy|].
    rewrite !O by (easy || lia). cbv zeta. cbn [andb]. destruct (IH (k - 1)) as [I1 I2]; [lia..|]. rewrite I1.
    split; [easy|]. destruct (_ =? _); lia. }
  apply G; lia.
Qed.

(* what_moves_is_misread *)
Proof.
  intros n dims order tiles read read_order read_tiles T T' D B O A D' B' O' A' [[N L] L']. cbv zeta. unfold misread,
    moved.
  enough (G : forall fuel k, 0 <= k <= extent dims ->
    misread_f fuel k dims order tiles read read_order read_tiles =
    moved_f fuel k dims order tiles read read_order read_tiles) by (apply G; lia).
  clear n N L L'. induction fuel as [|fuel IH]; intros k K; [reflexivity|]. cbn [misread_f moved_f]. cbv zeta.
  destruct (Z.leb_spec k 0); [reflexivity|]. rewrite IH by lia. f_equal.
  set (place := position_of (k - 1) read read_order read_tiles).
  assert (P : 0 <= extent dims <= extent dims) by lia. assert (I : 0 <= k - 1 < extent dims) by lia.
  destruct (Z.eqb_spec place (position_of (k - 1) dims order tiles)) as [E|E].
  - rewrite (an_element_is_held_at_its_place place (k - 1) (extent dims) dims order tiles T D B O A P I E).
    now rewrite Z.eqb_refl.
  - pose proof (an_element_is_held_at_no_other_place place (k - 1) (extent dims) dims order tiles T D B O A P I E) as
    Q.
    now apply Z.eqb_neq in Q as ->.
Qed.

(* merging_moves_no_element *)
Proof.
  assert (M : forall point t c rest, merged point (t :: c :: rest) = (if c =? -1
    then merged (tiling_combine (foremost point) (foremost (tl point)) :: tl (tl point)) (t :: rest)
    else foremost point :: merged (tl point) (c :: rest)) /\
    merged_ok point (t :: c :: rest) = (if c =? -1
    then merged_ok (tiling_combine (foremost point) (foremost (tl point)) :: tl (tl point)) (t :: rest)
    else merged_ok (tl point) (c :: rest))).
  { intros [|m [|m2 point]] t c rest; split; easy. }
  intros point tile F _. enough (G : forall n tile point, (length tile <= n)%nat -> Forall ok_places point ->
    merged_ok point tile = true /\ Forall ok_places (merged point tile) /\ row (merged point tile) = row point /\
    volume (merged point tile) = volume point) by now apply (G (length tile)).
  clear point tile F. induction n as [|n IH]; intros [|t [|c rest]] point L F; try (cbn [length] in L; lia);
    [easy..|].
  destruct (M point t c rest) as [-> ->].
  assert (H : forall p, Forall ok_places p -> ok_places (foremost p) /\ Forall ok_places (tl p) /\
    row p = fst (foremost p) + snd (foremost p) * row (tl p) /\ volume p = snd (foremost p) * volume (tl p)).
  { intros [|[e d] p] Q; [cbn; unfold ok_places; cbn; repeat split; try lia; constructor|].
    pose proof (forall_cons _ _ _ Q) as [Q1 Q2]. split; [exact Q1|]. split; [exact Q2|]. now split. }
  destruct (H _ F) as (P1 & F1 & -> & ->). destruct (H _ F1) as (P2 & F2 & R2 & V2).
  set (a := foremost point) in *. set (b := foremost (tl point)) in *. unfold ok_places in P1, P2.
  destruct (c =? -1).
  - destruct (IH (t :: rest) (tiling_combine a b :: tl (tl point))) as (O & G & R & V); [cbn [length] in *; lia|..].
    { constructor; [|exact F2]. unfold ok_places, tiling_combine. cbn [fst snd]. nia. }
    rewrite O, R, V, R2, V2. unfold tiling_combine. cbn [row volume fst snd]. split; [easy|]. split; [exact G|].
      split; lia.
  - destruct (IH (c :: rest) (tl point)) as (O & G & R & V); [cbn [length] in *; lia|exact F1|].
    rewrite O. split; [easy|]. split; [constructor; easy|]. destruct a as [e d]. cbn [row volume fst snd]. rewrite R,
      V. easy.
Qed.

(* combining_is_merging_first *)
Proof.
  pose proof uncovered_step as U. pose proof covered_step as C.
  assert (M : forall point t c rest, merged point (t :: c :: rest) = if c =? -1 then merged (tiling_combine (foremost
    point) (foremost (tl point)) :: tl (tl point)) (t :: rest)
      else foremost point :: merged (tl point) (c :: rest)) by (intros [|p [|q point]] t c rest; easy).
  assert (M1 : forall point t, merged point [t] = point) by (intros [|p point] t; easy).
  assert (M0 : forall point, merged point [] = point) by (intros [|p point]; easy).
  intros point tile _ T S. cbv zeta. rewrite !covered_returns. split; [easy|]. split; [easy|].
  enough (G : forall n tile point, (length tile <= n)%nat -> Forall ok_tile tile -> sized tile = true ->
    covered (merged point tile) (without_combine tile) = covered point tile /\ uncovered (merged point tile)
      (without_combine tile) = uncovered point tile) by now apply (G (length tile)).
  clear point tile T S. induction n as [|n IH]; intros [|t rest] point L T S; try (cbn in L; lia);
  try (now rewrite M0).
  assert (W : forall t rest, 1 <= t -> without_combine (t :: rest) = t :: without_combine rest) by (intros t' r T';
  cbn [without_combine]; destruct (Z.eqb_spec t' (-1)); [lia|easy]).
  cbn [sized] in S. apply Z.leb_le in S. rewrite W by easy. destruct rest as [|c rest]; [now rewrite M1|].
  apply forall_cons in T. destruct T as [T0 T]. pose proof (forall_cons _ _ _ T) as [T1 T2]. unfold ok_tile in T1.
  rewrite M, (C point), (U point).
  destruct (Z.eqb_spec c (-1)) as [-> | E].
  - change (without_combine (-1 :: rest)) with (without_combine rest). rewrite <- (W t) by easy.
    rewrite (U (tl point)).
    destruct (IH (t :: rest) (tiling_combine (foremost point) (foremost (tl point)) :: tl (tl point))) as [A B];
      [cbn in *; lia|now constructor|now apply Z.leb_le|]. rewrite (U (_ :: _)) in B. split; [exact A|exact B].
  - destruct (IH (c :: rest) (tl point)) as [A B]; [cbn in *; lia|easy|cbn [sized]; apply Z.leb_le; lia|].
    rewrite W in * by lia.
    rewrite C, U. cbn [foremost tl]. destruct (Z.eqb_spec c (-1)); [easy|]. rewrite A. split; [easy|exact B].
Qed.

(* reached_dimensions_are_places *)
Proof.
  intros point tile. revert point. induction tile as [|t tile IH]; intros [|p point] P T; cbn [reached length];
  try (split; [constructor|lia]).
  pose proof (forall_cons _ _ _ P) as [P0 P']. pose proof (forall_cons _ _ _ T) as [_ T'].
  destruct (IH point P' T') as [A B]. split; [now constructor|lia].
Qed.

(* a_tile_covers_the_dimensions_that_it_reaches *)
Proof.
  pose proof uncovered_step as U. pose proof covered_step as C.
  intros point tile _ _ _ L. cbv zeta. rewrite !covered_returns. split; [easy|]. split; [easy|]. split.
  - enough (G : forall n tile point, (length tile <= n)%nat -> (length tile <= length point)%nat -> covered (reached
      point tile) tile = covered point tile)
      by (apply (G (length tile)); lia).
    clear point tile L. induction n as [|n IH]; intros [|t rest] point L K; try (cbn in L; lia); try (destruct point;
    easy).
    destruct point as [|p point]; [cbn in K; lia|]. cbn [reached]. rewrite !C. cbn [foremost tl].
    destruct rest as [|c rest]; [destruct point; easy|].
    destruct point as [|q point]; [cbn in K; lia|]. cbn [reached foremost tl]. destruct (Z.eqb_spec c (-1)).
    + rewrite <- (IH (t :: rest) (_ :: point)) by (cbn in *; lia). easy.
    + f_equal. rewrite <- (IH (c :: rest) (q :: point)) by (cbn in *; lia). easy.
  - revert point L. induction tile as [|t rest IH]; intros [|p point] L; try (cbn in L; lia); try easy.
    cbn [reached]. rewrite U. cbn [tl]. apply IH. cbn in L. lia.
Qed.

(* tiling_beyond_the_array_is_lengthening_first *)
Proof.
  pose proof uncovered_step as U. pose proof covered_step as C.
  assert (N : forall point t rest, lengthened point (t :: rest) = foremost point :: lengthened (tl point) rest) by
    (intros [|p point] t rest; easy).
  intros point tile _ _ _. cbv zeta. rewrite !covered_returns. split; [easy|]. split; [easy|]. split.
  - enough (G : forall n tile point, (length tile <= n)%nat -> covered (lengthened point tile) tile = covered point
      tile) by now apply (G (length tile)).
    clear point tile. induction n as [|n IH]; intros [|t rest] point L; try (cbn in L; lia); try (destruct point;
    easy).
    rewrite N, !C. destruct rest as [|c rest]; [easy|]. rewrite N. cbn [foremost tl]. destruct (Z.eqb_spec c (-1)).
    + rewrite <- (IH (t :: rest) (_ :: tl (tl point))) by (cbn in *; lia). now rewrite N.
    + f_equal. rewrite <- (IH (c :: rest) (tl point)) by (cbn in *; lia). now rewrite N.
  - revert point. induction tile as [|t rest IH]; intros point; [easy|]. rewrite N, !U. apply IH.
Qed.

(* tile_covers_minor_dimensions_only *)
Proof.
  assert (U : forall tile minor major, (length tile <= length minor)%nat ->
    uncovered (places_joined minor major) tile = places_joined (uncovered minor tile) major).
  { induction tile as [|t tile IH]; intros [|m minor] major L; cbn [length] in L; try lia; [easy..|].
    cbn [places_joined]. rewrite !uncovered_step. cbn [tl]. apply IH. lia. }
  assert (C : forall n tile minor major, (length tile <= n)%nat -> (length tile <= length minor)%nat ->
    covered (places_joined minor major) tile = covered minor tile).
  { induction n as [|n IH]; intros [|t rest] minor major L K; try (cbn [length] in L; lia);
    [destruct minor, major; easy..|].
    destruct minor as [|m minor]; cbn [length] in K; [lia|]. cbn [places_joined]. rewrite !covered_step. cbn
      [foremost tl].
    destruct rest as [|c rest]; [f_equal; apply IH; cbn; lia|]. destruct (c =? -1).
    - destruct minor as [|m2 minor]; cbn [length] in K; [lia|]. cbn [places_joined foremost tl].
      change (tiling_combine m m2 :: places_joined minor major) with (places_joined (tiling_combine m m2 :: minor)
        major).
      apply IH; cbn [length] in *; lia.
    - f_equal. apply IH; cbn [length] in *; lia. }
  intros minor major tile _ _ _ _ L. cbv zeta. rewrite !covered_returns. split; [easy|]. split; [easy|].
  split; [apply (C (length tile)); lia|apply U; lia].
Qed.

(* tiles_lose_nothing *)
Proof.
  intros point tiles F FT A. revert point F. induction tiles as [|t tiles IH]; intros point F; [cbn; lia|].
  pose proof (forall_cons _ _ _ FT) as [T FT']. cbn [all_sized tiled_by] in *. apply andb_true_iff in A. destruct A
    as [A A'].
  destruct (tiling_gives_places point [t]) as [_ G]; [easy|now constructor|cbn; now rewrite A|]. cbn [tiled_by] in G.
  pose proof (one_tile_loses_nothing point t F T A). pose proof (IH FT' A' _ G). lia.
Qed.

(* corners_round_up *)
Proof.
  induction bounds as [|b bounds IH]; intros [|s sizes] p q tile Fp Fq Ft B S L C R; try discriminate L; [easy|].
  cbn [corner rounded_up turned_sides at_least length] in *. truths. cbv zeta in IH. apply IH; try easy; try lia.
  - constructor; [unfold ok_places; cbn; lia|easy].
  - constructor; [|easy]. unfold ok_places. cbn [fst snd]. unfold ceil_div. cbv zeta.
    replace (product (Leaf s)) with s by (cbn; lia).
    assert (1 <= (b + s - 1) / s) by (apply Z.div_le_lower_bound; lia). nia.
  - constructor; [unfold ok_tile; lia|easy].
  - cbn [combines_nothing]. rewrite C. apply andb_true_iff. split; [now apply Z.leb_le|easy].
  - cbn [rounds_up snd]. now rewrite Z.eqb_refl, R.
Qed.

(* tile_modes_are_those_of_the_tiles *)
Proof.
  intros a b stride far FA FB E. destruct (tile_modes_have_the_padded_volume a stride far FA) as [OA _].
  destruct (tile_modes_have_the_padded_volume b stride far FB) as [OB _]. rewrite OA, OB. split; [easy|]. split;
    [easy|].
  clear OA OB FA FB. revert b stride far E.
  induction a as [|[[e d] t] a IH]; intros [|[[e2 d2] t2] b] stride far E; try discriminate E; [easy|].
  cbn [same_tiles fst snd] in E. cbv zeta in E. apply andb_true_iff in E. destruct E as [T E]. apply andb_true_iff in
    E. destruct E as [C E].
  apply Z.eqb_eq in T, C. subst t2.
  cbn [tile_modes within volume snd]. cbv zeta. rewrite <- C. destruct (IH b (stride * t) (far * ceil_div d t)) as
    [I1 I2]; [easy|].
  now rewrite I1, I2.
Qed.
