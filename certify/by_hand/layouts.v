(* Proofs by hand of contracts and lemmas in verif/theory/layouts. They are read by verif/certify/generated/by_hand.py. *)

(* parted_groups_cut_each_list *)
Proof.
  assert (A : forall g k l, followed (followed g k) l = followed g (followed k l)) by (induction g as [|m g IH];
  intros; cbn [followed]; congruence).
  assert (N : forall g k, nonempty g = true -> nonempty (followed g k) = true) by (intros [|m g] k E;
  [discriminate E|easy]).
  intros groups b others _ _ _. revert groups. induction b as [|m b IH]; intros groups C L.
  - assert (O : parted_ok groups [] others = true) by (destruct groups; easy).
    assert (E : parted groups [] others = ([], groups)) by (destruct groups; easy).
    rewrite O, E. cbn [followed] in *. destruct (joined_cuts others groups C) as (_ & S1 & S2). repeat split; try
      easy; try (cbn;
    lia); try (right; easy).
  - destruct groups as [|g groups]; [cbn in L; lia|]. cbn [followed cuts parted parted_ok length] in *. truths.
    specialize (IH groups H0 ltac:(lia)).
    destruct IH as [O IH].
    change (parted (g :: groups) (m :: b) others) with (let '(mine, theirs) := parted groups b others in (g :: mine,
      theirs)).
    destruct (parted groups b others) as [mine theirs]. destruct IH as (L1 & L2 & C1 & C2 & T1 & T2 & N1 & N2 & E).
    cbv beta iota.
    rewrite !one_more_group, E, A, total_of_followed, T1. cbn [cuts total length]. rewrite H, C1, H1, Z.eqb_refl.
      repeat split; try easy; try lia.
    all: left; now apply N.
Qed.

(* last_coordinate_reaches_furthest *)
Proof.
  intros shapes. induction shapes as [|n shapes IH]; intros [|d strides] P L N; cbn [length] in L; try lia; [easy|].
  cbn [at_least] in P, N. truths. cbv zeta in *. assert (1 <= extent shapes) by now apply extent_is_positive.
  cbn [extent reach]. rewrite digits_cons, Z.abs_eq by easy. destruct shapes as [|m shapes].
  - destruct strides; [|cbn [length] in L; lia]. cbn [dot extent reach]. lia.
  - destruct (quotient_and_remainder (n * extent (m :: shapes) - 1) n (extent (m :: shapes) - 1) (n - 1)) as [-> ->];
    [lia..|].
    cbn [dot]. rewrite IH; [easy|easy|lia|easy].
Qed.

(* extents_of_parts_have_as_many_points *)
Proof.
  assert (S : forall l, product (some_mode l) = extent l) by (induction l as [|x l IH]; [easy|]; cbn [extent];
  rewrite <- IH; easy).
  intros those. induction those as [|part parts IH]; [easy|]. cbn [flattened extents at_least length extent]. intros A.
  destruct (appending_adds_lengths_and_multiplies_extents part (flattened parts)) as [[L E] B].
  destruct (B 1 A) as [B1 B2].
  destruct (IH B2) as (I1 & I2 & I3). rewrite S, E, I2, I3. pose proof (extent_is_positive part B1). repeat split;
  [lia|].
  rewrite andb_true_r. now apply Z.leb_le.
Qed.

(* integers_below_their_sizes_are_accepted *)
Proof.
  intros crd parts L _. assert (E : require_each_ok crd parts = in_bounds crd (extents parts)).
  { revert parts L. induction crd as [|c crd IH]; intros [|p parts] L; cbn [length] in L; try lia; [easy|].
    cbn [require_each_ok extents in_bounds require_coordinate_ok]. now rewrite IH by lia. }
  rewrite E. now split.
Qed.

(* natural_coordinates_are_digits_of_the_index, with Trees Layouts *)
Proof.
  assert (Nat : forall c p, at_least 1 p = true -> natural_ok (Leaf c) (some_mode p) = true /\
    flatten (natural (Leaf c) (some_mode p)) = digits c p).
  { intros c p A. unfold some_mode. cbn [natural natural_ok]. rewrite flat_tree.
    destruct (unflatten_integers (digits c p) (Tuple (map Leaf p))) as (O & E & _); [rewrite flat_tree; apply
      digits_length|].
    destruct (as_many_digits_as_sizes c p A) as [D _]. now rewrite O, D. }
  assert (S : forall l, product (some_mode l) = extent l).
  { induction l as [|x l IH]; [easy|]. cbn [extent]. rewrite <- IH. easy. }
  intros crd. induction crd as [|c crd IH]; intros [|p parts] P B; cbn [extents in_bounds] in B; try discriminate B;
    [easy|].
  cbn [flattened extents] in *. apply andb_true_iff in B. destruct B as [C B]. rewrite S in *.
  destruct (appending_adds_lengths_and_multiplies_extents p (flattened parts)) as [_ L]. destruct (L 1 P) as [P1 P2].
  destruct (IH parts P2 B) as (O & D & E). destruct (extents_of_parts_have_as_many_points parts P2) as (_ & A & X).
  destruct (digits_of_a_count_are_the_point crd (extents parts) A B) as (I0 & I1 & _).
  assert (C' : 0 <= c < extent p) by lia. rewrite X in I1. destruct (Nat c p P1) as [N1 N2].
  destruct (digits_in_appended_sizes_are_appended c (counted crd (extents parts)) p (flattened parts) P C' (conj I0
    I1)) as (D1 & _ & D2).
  cbn [natural_of_each natural_of_each_ok counted]. cbv zeta in *. now rewrite N1, N2, O, D1, D2, E.
Qed.

(* canonical_modes_are_identical_or_differ *)
Proof.
  assert (V0 : forall modes, Forall ok_modes modes -> value modes 0 = 0).
  { induction modes as [|[s d] rest IH]; intros F; [easy|]. apply forall_cons in F. destruct F as [F0 F].
    unfold ok_modes in F0. cbn [fst] in F0.
    cbn [value]. rewrite Z.mod_0_l, Z.div_0_l, IH by (easy || lia). lia. }
  assert (V1 : forall s d rest, 2 <= s -> Forall ok_modes rest -> value ((s, d) :: rest) 1 = d).
  { intros s d rest S F. cbn [value]. rewrite Z.mod_small, Z.div_small, V0 by (easy || lia). lia. }
  intros left right L R. revert right R. apply proj1 with (B := True). split; [|easy].
  induction left as [|[s d] left IH]; intros [|[t e] right] R CL CR T I; cbn [canonical total] in *.
  - exfalso. now apply I.
  - exfalso. apply forall_cons in R. destruct R as [R0 R]. truths. pose proof (size_is_positive right R).
    cbn [fst] in *. nia.
  - exfalso. apply forall_cons in L. destruct L as [L0 L]. truths. pose proof (size_is_positive left L).
    cbn [fst] in *. nia.
  - apply forall_cons in L. destruct L as [L0 L]. apply forall_cons in R. destruct R as [R0 R]. truths.
    cbn [fst] in *.
    pose proof (size_is_positive left L) as TL. pose proof (size_is_positive right R) as TR.
    assert (X : difference_ok ((s, d) :: left) ((t, e) :: right) = if negb (d =? e) then true else if negb (s =? t)
      then true else difference_ok left right) by easy.
    assert (Y : difference ((s, d) :: left) ((t, e) :: right) = if negb (d =? e) then 1 else if negb (s =? t) then
      Z.min s t else s * difference left right) by easy.
    rewrite X, Y. clear X Y.
    destruct (Z.eqb_spec d e) as [-> | D]; cbn [negb].
    + destruct (Z.eqb_spec s t) as [-> | S]; cbn [negb].
      * assert (I' : ~ identical left right = true) by (intros I'; cbn [identical fst snd] in I;
        rewrite !Z.eqb_refl, I' in I; discriminate I).
        destruct (IH L right R ltac:(easy) ltac:(easy) ltac:(nia) I') as (O & B1 & B2 & B3). repeat split;
        [exact O|nia|nia|].
        cbn [value]. rewrite (Z.mul_comm t), Z.mod_mul, Z.div_mul by lia. lia.
      * assert (B : forall s t (l r : list (Z * Z)), s < t -> 2 <= s -> s * total l = t * total r -> Forall ok_modes
          l -> Forall ok_modes r -> continues l (s * e) = false -> canonical l = true ->
            s < s * total l /\ value ((s, e) :: l) s <> value ((t, e) :: r) s).
        { clear - V0 V1. intros s t l r ST S2 T L R C K. pose proof (size_is_positive r R).
          destruct l as [|[s2 d2] l]; [cbn [total] in T; nia|]. pose proof (forall_cons _ _ _ L) as [_ L'].
          cbn [canonical] in K. truths.
          pose proof (size_is_positive l L'). cbn [total fst continues snd] in *. truths. split; [nia|].
          change (e * (s mod s) + value ((s2, d2) :: l) (s / s) <> e * (s mod t) + value r (s / t)).
          rewrite Z.mod_same, Z.div_same, V1, (Z.mod_small s t), (Z.div_small s t), V0 by (easy || lia). lia. }
        split; [easy|]. split; [lia|]. destruct (Z.lt_ge_cases s t).
        -- rewrite Z.min_l by lia. now apply B.
        -- rewrite Z.min_r by lia. destruct (B t s right left) as [B1 B2]; try easy; try lia.
    + repeat split; [lia|nia|]. rewrite !V1 by easy. easy.
Qed.

(* narrow_points_are_as_long *)
Proof.
  intros point modes. revert point. induction modes as [|[s d] modes IH]; intros [|x point] n F N L; cbn [length] in
    L;
  try lia; [easy|].
  pose proof (forall_cons _ _ _ F) as [_ F']. destruct (IH point n F' N ltac:(lia)) as [O E].
  cbn [narrow_point narrow_point_ok snd]. cbv zeta. rewrite O. cbn [length]. split; [|lia]. unfold
    steps_to_the_next_ok.
  destruct (Z.eqb_spec d 0), (Z.eqb_spec n 0); try lia; [easy|]. cbn [orb negb andb].
  destruct (d mod n =? 0); [easy|]. now destruct (Z.eqb_spec (Z.abs d) 0); [lia|].
Qed.

(* widenable_modes_are_widened *)
Proof.
  intros modes n F N. induction modes as [|[s d] modes IH]; [repeat split; constructor|].
  pose proof (forall_cons _ _ _ F) as [P F']. destruct (IH F') as [A B]. unfold ok_modes in P. cbn [fst] in P.
  assert (W : widened_ok (s, d) n = ((d =? 0) || ((d mod n =? 0) || (n mod d =? 0))) /\
    (widened_ok (s, d) n = true -> 1 <= fst (widened (s, d) n))).
  { unfold widened_ok, widened. destruct (Z.eqb_spec d 0); [easy|]. destruct (Z.eqb_spec n 0); [lia|].
    cbn [orb negb andb]. destruct (d mod n =? 0); [easy|]. cbn [orb negb andb].
    destruct (Z.eqb_spec (n mod d) 0) as [E|]; [|easy]. cbn [negb].
    assert (Q : 1 <= n / Z.abs d).
    { apply Z.div_le_lower_bound; [lia|]. rewrite Z.mul_1_r. apply Z.divide_pos_le; [lia|].
      apply Z.divide_abs_l. now apply Z.mod_divide. }
    set (q := n / Z.abs d) in *. destruct (Z.eqb_spec (Z.abs d) 0); [lia|]. cbn [negb andb fst].
    assert (C : ceil_div_ok s q = true /\ 1 <= ceil_div s q).
    { unfold ceil_div_ok, ceil_div, require_shape_ok. cbv zeta. replace (product (Leaf q)) with q by (cbn; lia).
      destruct (Z.eqb_spec q 0); [lia|]. split; [cbn; now destruct (Z.ltb_spec q 1); [lia|]|].
      apply Z.div_le_lower_bound; lia. }
    destruct C as [-> C]. now split. }
  destruct W as [W1 W2]. cbn [all_widened all_widened_ok widenable snd length]. cbv zeta. rewrite <- W1. split.
  - intros H. truths. destruct (A H0) as (A1 & A2 & A3). split; [constructor; [now apply W2|easy]|].
    rewrite H, A3. split; [lia|easy].
  - intros H. truths. now rewrite H, B.
Qed.

(* wider_elements_are_at_points_apart *)
Proof.
  intros point modes. revert point. induction modes as [|[s d] modes IH]; intros [|x point] n F N W L; cbn [length]
    in L;
  try lia; [cbn; lia|].
  pose proof (forall_cons _ _ _ F) as [_ F']. cbn [widenable snd] in W. cbv zeta in *. apply andb_true_iff in W.
    destruct W as [W W'].
  cbn [all_widened narrow_point strides_of snd dot]. cbv zeta. rewrite Z.mul_add_distr_l, (IH point n F' N W'
    ltac:(lia)). f_equal.
  unfold widened, steps_to_the_next. destruct (Z.eqb_spec d 0) as [-> | D]; [cbn; lia|]. cbn [orb] in *.
  destruct (Z.eqb_spec (d mod n) 0) as [E|E]; cbn [orb snd] in *.
  - pose proof (Z.div_mod d n ltac:(lia)). nia.
  - apply Z.eqb_eq in W. rewrite W. cbn [Z.eqb negb snd]. pose proof (Z.div_mod n d D).
    assert (M : n mod Z.abs d = 0).
    { apply Z.mod_divide; [lia|]. apply Z.divide_abs_l. now apply Z.mod_divide. }
    pose proof (Z.div_mod n (Z.abs d) ltac:(lia)). destruct (Z.ltb_spec 0 d).
    + rewrite Z.abs_eq in * by lia. nia.
    + rewrite Z.abs_neq in * by lia. nia.
Qed.

(* narrowed_modes_widen_to_themselves *)
Proof.
  intros modes n F N H. destruct (modes_are_as_many_when_narrowed modes n F N) as [FN _].
  assert (G : widenable (all_narrowed modes n) n = true /\ all_widened (all_narrowed modes n) n = modes).
  { clear FN. induction modes as [|[s d] modes IH]; [easy|]. cbn [forward snd] in H. apply andb_true_iff in H.
    destruct H as [H H'].
    pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P. destruct (IH F' H') as [I1 I2].
    cbn [all_narrowed widenable all_widened]. cbv zeta. rewrite I1, I2, andb_true_r. unfold narrowed.
    destruct (Z.eqb_spec d 1) as [-> | D].
    - cbn [snd widened Z.eqb Pos.eqb orb Z.ltb Z.compare Z.abs]. rewrite Z.mod_1_r, Z.div_1_r. split; [now rewrite
      orb_true_r|]. f_equal.
      destruct (Z.eq_dec n 1) as [-> | ?]; [now rewrite Z.mul_1_l|]. rewrite Z.mod_small by lia. cbn [Z.eqb negb].
      rewrite ceil_of_a_multiple by (try lia; rewrite Z.mul_comm; apply Z.mod_mul; lia). now rewrite Z.mul_comm,
        Z.div_mul by lia.
    - cbn [snd widened]. rewrite (Z.mul_comm n d), Z.mod_mul, Z.div_mul by lia. split; [now rewrite orb_true_r|].
      f_equal.
      destruct (Z.eqb_spec (d * n) 0); [|easy]. f_equal. nia. }
  destruct G as [G1 G2]. split; [exact G1|]. split; [|exact G2].
  now apply widenable_modes_are_widened.
Qed.

(* chained_groups_keep_their_order *)
Proof.
  assert (G : forall i groups, (i < length groups)%nat ->
    group_at_ok groups (Z.of_nat i) = true /\ group_at groups (Z.of_nat i) = nth i groups []).
  { intros i groups. unfold group_at_ok, group_at. rewrite Nat2Z.id. revert groups.
    induction i as [|i IH]; intros [|g groups] L; cbn [length] in L; try lia; [easy|].
    change (nth (S i) (g :: groups) []) with (nth i groups []). set (fuel := S i). cbn [group_at_ok_f group_at_f].
    destruct (Z.eqb_spec (Z.of_nat fuel) 0); [lia|]. replace (Z.of_nat fuel - 1) with (Z.of_nat i) by lia. apply IH.
      lia. }
  intros groups others k F F' N N' K. cbv zeta. assert (C : chained groups others = groups ++ others).
  { clear. induction groups as [|g groups IH]; [easy|]. cbn [chained app]. now rewrite IH. }
  rewrite C. destruct (G (Z.to_nat k) (groups ++ others)) as [_ E]; [rewrite app_length; lia|].
  rewrite Z2Nat.id in E by lia. rewrite E. split; intros L.
  - destruct (G (Z.to_nat k) groups) as [O1 E1]; [lia|]. rewrite Z2Nat.id in O1, E1 by lia.
    rewrite app_nth1 by lia. easy.
  - destruct (G (Z.to_nat k - length groups)%nat others) as [O1 E1]; [lia|].
    rewrite Nat2Z.inj_sub, Z2Nat.id in O1, E1 by lia. rewrite app_nth2 by lia. easy.
Qed.

(* a_stretch_keeps_the_order *)
Proof.
  assert (G : forall i groups, (i < length groups)%nat ->
    group_at_ok groups (Z.of_nat i) = true /\ group_at groups (Z.of_nat i) = nth i groups []).
  { intros i groups. unfold group_at_ok, group_at. rewrite Nat2Z.id. revert groups.
    induction i as [|i IH]; intros [|g groups] L; cbn [length] in L; try lia; [easy|].
    change (nth (S i) (g :: groups) []) with (nth i groups []). set (fuel := S i). cbn [group_at_ok_f group_at_f].
    destruct (Z.eqb_spec (Z.of_nat fuel) 0); [lia|]. replace (Z.of_nat fuel - 1) with (Z.of_nat i) by lia. apply IH.
      lia. }
  assert (T : forall groups b e k, 0 <= b -> Z.of_nat k < e - b -> e <= Z.of_nat (length groups) ->
    nth k (stretch groups b e) [] = nth (Z.to_nat b + k) groups [] /\ (k < length (stretch groups b e))%nat).
  { induction groups as [|g groups IH]; intros b e k B K E; cbn [length] in E; [lia|]. rewrite stretch_cons.
    destruct (Z.leb_spec e 0); [lia|]. destruct (Z.ltb_spec 0 b).
    - replace (Z.to_nat b + k)%nat with (S (Z.to_nat (b - 1) + k)) by lia. apply IH; lia.
    - replace b with 0 by lia. destruct k as [|k]; cbn [nth length]; [split; [easy|lia]|].
      destruct (IH 0 (e - 1) k) as [I1 I2]; [lia..|]. split; [exact I1|lia]. }
  intros groups b e k F N B K. cbv zeta. destruct (T groups b e (Z.to_nat k)) as [E L]; [lia..|].
  destruct (G _ _ L) as [_ E1]. destruct (G (Z.to_nat b + Z.to_nat k)%nat groups) as [O E2]; [lia|].
  rewrite Z2Nat.id in E1 by lia. rewrite Nat2Z.inj_add, !Z2Nat.id in O, E2 by lia. split; [exact O|congruence].
Qed.

(* coalescing_each_keeps_the_rank, with Layouts C1 *)
Proof.
  intros groups profile F N. revert profile. induction groups as [|g groups IH]; intros [|p profile] L; cbn [length]
    in L; try lia.
  - split; [easy|]. split; [constructor|easy].
  - split; [easy|]. split; [exact F|]. split; [easy|exact N].
  - cbn [none_empty] in N. apply andb_true_iff in N as [NG N']. pose proof (forall_cons _ _ _ F) as [G F'].
    destruct (IH F' N' profile ltac:(lia)) as (O & A & B & C).
    destruct (layout_of_modes g G) as (OA & VA & MA & _). assert (M : modes_of (layout_of g) = g) by (now destruct g).
    pose proof (coalesce_shapes g G) as S. destruct (layout_of_modes _ S) as (OB & VB & MB & _).
    cbn [coalesced_each coalesced_each_ok coalesce_layout_tree coalesce_layout_tree_ok]. cbv zeta.
    unfold some_layout, some_layout_ok. rewrite M, OA, OB, MB, O, (modes_defined _ VA), (modes_defined _ VB).
    split; [easy|]. split; [constructor; [|exact A]|].
    + destruct (coalesce_modes g); [constructor; [cbv; easy|constructor]|exact S].
    + cbn [length none_empty]. rewrite C. split; [lia|now destruct (coalesce_modes g)].
Qed.

(* filtering_each_keeps_the_rank, with Layouts C1 N1 *)
Proof.
  intros groups profile F N. revert profile. induction groups as [|g groups IH]; intros [|p profile] L; cbn [length]
    in L; try lia.
  - split; [easy|]. split; [constructor|easy].
  - split; [easy|]. split; [exact F|]. split; [easy|exact N].
  - cbn [none_empty] in N. apply andb_true_iff in N as [NG N']. pose proof (forall_cons _ _ _ F) as [G F'].
    destruct (IH F' N' profile ltac:(lia)) as (O & A & B & C).
    destruct (layout_of_modes g G) as (OA & VA & MA & _). destruct (without_repeats _ VA) as (OZ & VZ & MZ & _).
    assert (M : modes_of (layout_of g) = g) by (now destruct g). rewrite M in MZ.
    pose proof (coalesce_shapes _ (unrepeated_shapes _ G)) as S. destruct (layout_of_modes _ S) as (OB & VB & MB & _).
    cbn [filtered_each filtered_each_ok filter__layout_tree filter__layout_tree_ok]. cbv zeta.
    unfold some_layout, some_layout_ok. rewrite OA, OZ, O, (coalesce_defined _ VZ). unfold coalesce.
    rewrite MZ, MB, (modes_defined _ VB). split; [easy|]. split; [constructor; [|exact A]|].
    + destruct (coalesce_modes (unrepeated g)); [constructor; [cbv; easy|constructor]|exact S].
    + cbn [length none_empty]. rewrite C. split; [lia|now destruct (coalesce_modes (unrepeated g))].
Qed.

(* added_modes_have_the_sums_of_the_offsets *)
Proof.
  assert (G : forall fuel a b, Forall ok_modes a -> Forall ok_modes b -> total a = total b -> added_ok_f fuel a b =
    true ->
    Forall ok_modes (added_f fuel a b) /\ total (added_f fuel a b) = total a /\
    forall x, 0 <= x < total a -> value (added_f fuel a b) x = value a x + value b x).
  { induction fuel as [|fuel IH]; intros a b FA FB T O; [easy|].
    destruct a as [|[s d] a].
    { assert (added_f (S fuel) [] b = []) as -> by (now destruct b). cbn [total] in *. split; [constructor|]. split;
      [easy|].
      intros x X. replace x with 0 by lia. rewrite !value_at_zero_is_zero by (easy || constructor). easy. }
    destruct b as [|[t e] b].
    { cbn [added_f total fst] in *. split; [constructor|]. split; [easy|].
      intros x X. replace x with 0 by lia. rewrite !value_at_zero_is_zero by (easy || constructor). easy. }
    pose proof (forall_cons _ _ _ FA) as [S1 FA']. pose proof (forall_cons _ _ _ FB) as [T1 FB'].
    unfold ok_modes in S1, T1. cbn [fst] in S1, T1.
    cbn [added_f added_ok_f total fst] in *. apply andb_true_iff in O. destruct O as [_ O].
    destruct (Z.eqb_spec (Z.max s t mod Z.min s t) 0) as [M|M]; cbn [negb] in *; [|easy].
    assert (Step : forall n k f y, 1 <= n -> 1 <= k -> f * (y mod (n * k)) = f * (y mod n) + f * n * (y / n mod k) /\
      y / (n * k) = y / n / k).
    { intros n k f y A B. rewrite Z.rem_mul_r, Z.div_div by lia. split; [lia|easy]. }
    destruct (Z.ltb_spec s t) as [L|L]; [|destruct (Z.ltb_spec t s) as [L2|L2]].
    - rewrite Z.max_r, Z.min_l in M by lia. assert (exists k, t = s * k) as [k ->].
      { exists (t / s). pose proof (Z.div_mod t s ltac:(lia)). lia. }
      assert (K : 1 <= k) by nia. replace (s * k / s) with k in * by (rewrite Z.mul_comm, Z.div_mul; lia).
      apply andb_true_iff in O. destruct O as [_ O]. destruct (IH a ((k, e * s) :: b)) as (I1 & I2 & I3).
      { easy. } { now constructor. } { cbn [total fst]. nia. } { easy. }
      cbn [total value fst]. split; [now constructor|]. split; [now rewrite I2|]. intros x X.
      rewrite I3 by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]). cbn [value].
      destruct (Step s k e x S1 K) as [-> ->]. lia.
    - rewrite Z.max_l, Z.min_r in M by lia. assert (exists k, s = t * k) as [k ->].
      { exists (s / t). pose proof (Z.div_mod s t ltac:(lia)). lia. }
      assert (K : 1 <= k) by nia. replace (t * k / t) with k in * by (rewrite Z.mul_comm, Z.div_mul; lia).
      apply andb_true_iff in O. destruct O as [_ O]. destruct (IH ((k, d * t) :: a) b) as (I1 & I2 & I3).
      { now constructor. } { easy. } { cbn [total fst]. nia. } { easy. }
      cbn [total value fst] in *. split; [now constructor|]. split; [rewrite I2; lia|]. intros x X.
      rewrite I3 by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
      destruct (Step t k d x T1 K) as [-> ->]. lia.
    - assert (t = s) as -> by lia. destruct (IH a b) as (I1 & I2 & I3); [easy|easy|nia|easy|].
      cbn [total value fst]. split; [now constructor|]. split; [now rewrite I2|]. intros x X.
      rewrite I3 by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]). lia. }
  intros a b FA FB T. unfold added_ok, added. set (fuel := S (length a + length b)). cbv zeta.
  assert (H : (added_ok_f fuel a b = true -> Forall ok_modes (added_f fuel a b) /\ total (added_f fuel a b) = total
    a) /\
    forall x, added_ok_f fuel a b = true -> 0 <= x < total a -> value (added_f fuel a b) x = value a x + value b x).
  { split; [intros O; destruct (G fuel a b FA FB T O) as (G1 & G2 & _); now split|].
    intros x O X. now apply G. }
  clearbody fuel. clear G. split; [|now intros _]. intros [NA NB]. destruct a as [|[s d] a]; [easy|]. destruct b as
    [|[t e] b]; [easy|].
  cbn [hd tl fst total] in *. pose proof (forall_cons _ _ _ FA) as [S1 _]. pose proof (forall_cons _ _ _ FB) as [T1
    _].
  unfold ok_modes in S1, T1. cbn [fst] in S1, T1.
  split; intros L; (split; [intros M; split; [|exact H]|now intros _]).
  - pose proof (Z.div_mod t s ltac:(lia)). nia.
  - pose proof (Z.div_mod s t ltac:(lia)). nia.
Qed.
