(* The proofs of contracts and lemmas that are written by hand. The comment before each proof names the contract and,
   after `with`, files that the proof imports. `make certify-generated` prints the statement of the contract before
   the proof, as for all contracts, so this file does not compile alone. The recorded proofs of these contracts are
   too slow as scripts, or Rocq's arithmetic does not find one of their steps. *)

(* a_bit_of_an_xor_is_of_one *)
Proof. intros. now apply one_part_has_the_bit. Qed.

(* lowest_is_a_bit *)
Proof. exact the_lowest_is_a_bit. Qed.

(* xors_are_linear *)
Proof. intros. apply columns_are_linear. Qed.

(* an_xor_of_differences_is_a_difference *)
Proof. intros. apply differences_are_xors. Qed.

(* a_multiple_moves_no_word_to_another_bank *)
Proof. intros. now apply a_multiple_changes_no_remainder. Qed.

(* a_swizzle_is_its_own_inverse *)
Proof.
  intros x bits base shift X B M S _.
  split; [now apply a_swizzle_of_a_natural|now apply a_swizzle_twice].
Qed.

(* a_swizzle_of_any_integer_is_its_own_inverse *)
Proof. intros. now apply a_swizzle_twice. Qed.

(* a_swizzle_is_linear *)
Proof.
  intros x y bits base shift X Y B M _. cbv zeta. split; [now apply a_swizzle_of_a_natural|].
  split; [now apply a_swizzle_of_a_natural|now apply swizzles_are_linear].
Qed.

(* a_swizzle_keeps_its_block *)
Proof. intros. now apply a_swizzle_keeps_blocks. Qed.

(* a_swizzle_keeps_the_lowest_bits *)
Proof. intros. now apply a_swizzle_keeps_the_low_bits. Qed.

(* a_swizzle_keeps_the_lowest_bits_of_any_integer *)
Proof. intros. now apply a_swizzle_keeps_the_low_bits. Qed.

(* a_swizzle_goes_block_by_block *)
Proof.
  intros x bits base shift B M _. cbv zeta. unfold block_of. rewrite Z.mul_1_l. repeat split.
  - pose proof (Z.pow_pos_nonneg 2 (bits + base + Z.abs shift)). lia.
  - now apply a_swizzle_keeps_blocks.
  - now apply a_swizzle_of_the_place.
Qed.

(* a_mask_moves_by_more *)
Proof.
  intros bits base shift B M S. assert (P : forall k, 0 <= k -> 1 <= 1 * 2 ^ k) by (intros k;
  pose proof (Z.pow_pos_nonneg 2 k); lia).
  assert (O : forall k, 0 <= k -> Z.land (1 * 2 ^ k) (1 * 2 ^ k - 1) = 0) by (intros;
  rewrite Z.mul_1_l; now apply a_power_has_one_bit).
  cbv zeta. repeat split; try (apply P); try (apply O);
  try (apply a_mask_is_less_than_the_factor); try (apply a_product_of_powers_has_one_bit); try lia.
  unfold mask_of. cbv zeta. pose proof (P bits B). apply Z.mul_nonneg_nonneg;
  [destruct (Z.leb_spec 0 shift)|lia]; pose proof (P base M); lia.
Qed.

(* steps_that_meet_are_not_linear *)
Proof.
  induction steps_ as [|first rest IH]; intros A; cbn [meeting]; [cbn; repeat split; lia|].
  cbn [at_least] in A. truths. specialize (IH H0).
  pose proof (step_meets_none_or_the_one_found first rest H H0) as (M0 & M1 & M2 & M3).
  destruct (Z.eqb_spec (met_by first rest) 0) as [E|E];
  cbn [negb number_of_sums no_two_meet steps_summed].
  - destruct (meeting rest) as [i j]. destruct IH as (I & J & I' & J' & Z0 & N).
    change (Z.lxor (2 * i) (2 * j)) with (Z.lxor (0 + 2 * i) (0 + 2 * j)).
    rewrite xor_of_halves by lia. change ((0 + 0) mod 2) with 0.
    rewrite Z.add_0_l, !(Z.mul_comm 2), !Z.mod_mul, !Z.div_mul by lia.
    repeat split; try lia.
    + rewrite M2 by easy. apply Z0. lia.
    + intros X. rewrite !Z.mul_0_l, !Z.add_0_l. apply N. lia.
  - repeat split; try lia. intros _ Q. set (j := met_by first rest) in *.
    change (Z.lxor 1 (2 * j)) with (Z.lxor (1 + 2 * 0) (0 + 2 * j)) in Q.
    rewrite xor_of_halves in Q by lia. rewrite Z.lxor_0_l in Q.
    pose proof (sum_is_natural rest j H0 M0) as S. pose proof (sum_at_zero_is_zero rest) as [Z0 _].
    pose proof (a_sum_is_xor_and_twice_and first (steps_summed rest j) H S) as P.
    change ((1 + 0) mod 2) with 1 in Q.
    rewrite (Z.mul_comm 2 j), Z.mod_add, Z.div_add, Z.mod_mul, Z.div_mul in Q by lia.
    change (1 mod 2) with 1 in Q. change (1 / 2) with 0 in Q. change (0 mod 2) with 0 in Q.
    rewrite Z0, Z.add_0_l, Z.mul_1_l, Z.mul_0_l, Z.add_0_r, Z.add_0_l in Q.
    specialize (M3 E). lia.
Qed.

(* points_in_bounds_are_steps *)
Proof.
  assert (R : forall point sizes, in_bounds point sizes = true -> counted_ok point sizes = true).
  { induction point as [|c point IH]; intros [|s sizes] B; rewrite ?in_bounds_cons in B; try easy.
    rewrite counted_ok_cons. truths. destruct point; [destruct sizes; easy|]. now apply IH. }
  intros points sizes P. pose proof (powers_are_positive sizes P) as S. induction points as [|point points IH];
  [easy|].
  cbn [all_within steps_of_points steps_of_points_ok at_least]. intros A. truths. destruct (IH H0) as [O N].
  destruct (digits_of_a_count_are_the_point point sizes S H) as (C & _). rewrite R, O, N by easy. split; [easy|].
  apply andb_true_iff. split; [now apply Z.leb_le|easy].
Qed.

(* each_word_has_a_turn *)
Proof.
  assert (R : forall words banks bank, 1 <= banks -> in_bank_ok words banks bank = true).
  { intros words banks bank B. induction words as [|w words IH]; [easy|]. cbn [in_bank_ok].
    rewrite IH, not_zero by lia. easy. }
  intros words banks B. induction words as [|w words [O L]]; [easy|]. cbn [turns turns_ok length].
  rewrite O, R, not_zero by lia. split; [easy|lia].
Qed.

(* words_without_a_bit_are_linear *)
Proof. intros. symmetry. now apply clearing_is_linear. Qed.

(* a_word_without_a_bit_lacks_it *)
Proof. intros. split; [now apply clearing_is_natural|now apply clearing_lacks]. Qed.

(* freed_columns_lack_the_bit *)
Proof.
  intros. repeat split.
  - now apply cleared_columns_are_natural.
  - apply as_many_sums_of_cleared.
  - intros. now apply xor_of_cleared.
Qed.

(* multiples_are_natural *)
Proof. intros. now apply multiples_returns. Qed.

(* taker_takes_what_is_at_y *)
Proof. intros columns n y A N Y. destruct (taker_takes columns n A y Y) as (O & [L U] & E). now repeat split. Qed.

(* multiples_are_multiples_and_independent *)
Proof. intros columns n y A N O Y. now apply multiples_are_independent. Qed.

(* multiple_is_at *)
Proof.
  intros columns n x A N O X M. destruct (a_multiple_is_at columns n N O A x M) as (R & [L U] & E). now repeat split.
Qed.

(* kernels_are_natural *)
Proof. exact the_kernel_is_natural. Qed.

(* preimages_are_numbers *)
Proof.
  intros columns value A V. destruct (a_preimage_is_below columns A value) as (O & L & U). now repeat split.
Qed.

(* a_value_has_a_preimage *)
Proof. intros columns x value A X ->. now apply a_value_that_is_taken. Qed.

(* numbers_are_twice_their_halves *)
Proof. intros [|first rest] value n E A V N; [discriminate E|]. now apply takers_of_halves. Qed.

(* clearing_joins_two_counts *)
Proof.
  assert (S : forall columns v, subsets columns v = counted_by is_zero columns v)
    by (induction columns as [|c columns IH]; intros v; [easy|]; cbn [subsets counted_by]; now rewrite !IH).
  intros columns value pivot bit A V P B O L. cbv zeta. rewrite !S. apply clearing_joins; [easy|]. intros.
  now apply zero_of_two.
Qed.

(* each_value_has_as_many_subsets *)
Proof.
  assert (S : forall columns v, subsets columns v = counted_by is_zero columns v)
    by (induction columns as [|c columns IH]; intros v; [easy|]; cbn [subsets counted_by]; now rewrite !IH).
  intros columns x A X. cbv zeta. rewrite S. now apply as_many_subsets_with_a_value.
Qed.

(* cleared_words_are_one_or_differ_by_the_pivot *)
Proof.
  intros word value pivot bit W V P B O L. cbv zeta. split.
  - intros E. symmetry in E. rewrite Z.lxor_comm in E. apply xor_equal in E. rewrite Z.lxor_nilpotent in E. lia.
  - apply eq_true_iff_eq. rewrite orb_true_iff, !Z.eqb_eq. now apply cleared_words_are_equal.
Qed.

(* a_cleared_word_is_in_bank_0_with_one_of_two *)
Proof.
  intros value pivot n V P N O M. cbv zeta. destruct (in_bank_0_with_one_of_two n pivot value N O P M) as [D E].
  split; [rewrite !Z.eqb_eq; easy|]. apply eq_true_iff_eq. now rewrite orb_true_iff, !Z.eqb_eq.
Qed.

(* values_of_one_bank_have_one_count *)
Proof.
  assert (S : forall columns v n, subsets_in_bank columns v n = counted_by (is_in_bank_0 n) columns v)
    by (induction columns as [|c columns IH]; intros v n; [easy|]; cbn [counted_by]; now rewrite <- !IH).
  intros columns value other n A V W N O E. cbv zeta. rewrite !S. apply counts_agree. intros y. unfold is_in_bank_0.
  destruct (a_power n N O) as (k & K & ->). now rewrite !xor_of_remainders, E.
Qed.

(* clearing_by_another_pivot_joins_two_counts *)
Proof.
  assert (S : forall columns v n, subsets_in_bank columns v n = counted_by (is_in_bank_0 n) columns v)
    by (induction columns as [|c columns IH]; intros v n; [easy|]; cbn [counted_by]; now rewrite <- !IH).
  intros columns value pivot n A V P N O M. cbv zeta. rewrite !S. apply clearing_joins; [now apply the_lowest_bit|].
  intros. now apply bank_of_two.
Qed.

(* clearing_by_a_multiple_keeps_the_count *)
Proof.
  assert (S : forall columns v n, subsets_in_bank columns v n = counted_by (is_in_bank_0 n) columns v)
    by (induction columns as [|c columns IH]; intros v n; [easy|]; cbn [counted_by]; now rewrite <- !IH).
  intros columns value pivot bit n A V P B O N M D. cbv zeta. rewrite !S. apply clearing_keeps. intros v.
  pose proof (bank_of_a_multiple n pivot v 0 N M D) as H. now rewrite !Z.lxor_0_r in H.
Qed.

(* each_bank_has_as_many_subsets *)
Proof.
  assert (S : forall columns v n, subsets_in_bank columns v n = counted_by (is_in_bank_0 n) columns v)
    by (induction columns as [|c columns IH]; intros v n; [easy|]; cbn [counted_by]; now rewrite <- !IH).
  intros columns x n A X N O. cbv zeta. rewrite S. now apply as_many_subsets_in_a_bank.
Qed.

(* a_piece_that_takes_no_step_does_not_carry *)
Proof.
  assert (C : forall modes t w, t = 1 \/ w = 0 -> Forall ok_modes modes -> nonempty modes = true -> no_carry modes
    [(t, w)] = true).
  { induction modes as [|[s d] rest IH]; intros t w T F N; [easy|]. rewrite no_carry_cons.
    destruct rest as [|q rest]; [easy|].
    apply forall_cons in F. destruct F as [F0 F]. unfold ok_modes in F0. cbn [fst largest_residue quotients] in *.
    apply andb_true_iff. split; [apply Z.ltb_lt; destruct T; subst; rewrite ?Z.mod_0_l by lia; lia|].
    apply IH; [|easy..]. destruct T; subst; rewrite ?Z.div_0_l by lia; auto. }
  intros modes t w F N T W. split; intros; apply C; auto; lia.
Qed.

(* first_break_of_a_divisible_mode_divides *)
Proof.
  intros modes n w F N P W. cbv zeta. intros [T D]. revert n w P W T D.
  induction modes as [|[s d] rest IH]; intros n w P W T D; [easy|].
  rewrite first_break_cons, !divides_cons, !parts_cons in *. destruct rest as [|q rest]; [lia|].
  remember (q :: rest) as r eqn:R.
  apply forall_cons in F. destruct F as [F0 F]. unfold ok_modes in F0. cbn [fst] in F0.
  assert (N' : nonempty r = true) by now subst.
  specialize (IH F N'). pose proof (Z.div_mod w s ltac:(lia)) as DW.
  pose proof (Z.mod_pos_bound w s ltac:(lia)) as MW.
  destruct (Z.eqb_spec (w mod s) 0) as [E|E].
  - rewrite E, Z.mul_0_r in *. destruct (Z.ltb_spec 0 s); [|lia]. set (t := first_break r n (w / s)) in *.
    destruct (IH n (w / s) P ltac:(apply Z.div_pos; lia) T D) as (I & J & K).
    assert (X : (t * w) mod s = 0 /\ t * w / s = t * (w / s)).
    { assert (V : w = w / s * s) by lia. replace (t * w) with (t * (w / s) * s) by (rewrite V at 2; ring).
      now rewrite Z.mod_mul, Z.div_mul by lia. }
    destruct X as [X1 X2]. rewrite X1, X2. easy.
  - destruct (Z.ltb_spec ((n - 1) * w) s) as [L|L].
    + exfalso. assert (w < s \/ n = 1) as [S| ->] by nia.
      * rewrite Z.mod_small, Z.div_small, first_break_at_0 in T by (easy || lia). destruct (Z.ltb_spec ((n - 1) * w) s); lia.
      * pose proof (first_break_is_from_1_to_n r 1 (w / s) F N' ltac:(lia) ltac:(apply Z.div_pos;
        lia)) as (_ & B & _).
        destruct (Z.ltb_spec ((1 - 1) * (w mod s)) s); lia.
    + destruct (Z.eqb_spec (s mod w) 0) as [M|M]; [|discriminate D].
      destruct (Z.eqb_spec (n mod (s / w)) 0) as [M2|M2]; [|discriminate D].
      cbn [negb orb] in D. assert (W1 : 1 <= w) by lia. pose proof (Z.div_mod s w ltac:(lia)) as DS.
      rewrite M, Z.add_0_r in DS.
      set (k := s / w) in *. assert (K : 1 <= k) by nia. assert (S : w < s).
      { destruct (Z.eq_dec k 1) as [E1|E1]; [|nia]. rewrite E1, Z.mul_1_r in DS. rewrite DS, Z.mod_same in E by lia.
        easy. }
      rewrite (Z.mod_small w s), (Z.div_small w s) in * by lia. destruct (Z.ltb_spec ((n - 1) * w) s); [lia|].
      pose proof (ceil_of_a_multiple s w W1 M) as C. fold k in C.
      rewrite C, first_break_at_0 in * by easy.
      replace (k * w) with s by lia. rewrite Z.mod_same, Z.div_same by lia. cbn [Z.eqb]. repeat split;
      [easy|easy|lia].
Qed.

(* pushing_between_boundaries_keeps_the_sum *)
Proof.
  intros a [s d] b j A M B N D W S J. unfold ok_modes in M. cbn [fst snd] in *.
  pose proof (extended_at_zero_is_zero a A N) as Z0. unfold push.
  destruct (Z.eqb_spec s 1) as [-> | S1]; [split; [easy|];
  now rewrite Z.mod_1_r, Z.div_1_r, Z.mul_0_r, Z0, Z.add_0_l|].
  assert (D1 : (1 <=? d) = true) by now apply Z.leb_le. destruct b as [|[n e] rest].
  - cbn [settled distributed snd]. now rewrite D1, W.
  - apply forall_cons in B. destruct B as [B0 B]. unfold ok_modes in B0. cbn [fst settled snd] in *.
    apply andb_true_iff in S. destruct S as [E1 S]. apply andb_true_iff in S. destruct S as [C S].
    apply Z.leb_le in E1.
    destruct (Z.eqb_spec e (s * d)) as [-> | E].
    + cbn [settled distributed snd]. rewrite D1, W, S. split; [easy|]. rewrite <- Z.div_div, Z.add_assoc by lia.
      f_equal.
      rewrite Z.rem_mul_r by lia. pose proof (Z.mod_pos_bound j s ltac:(lia)).
      pose proof (Z.mod_pos_bound (j / s) n ltac:(lia)).
      replace (d * (j mod s + s * ((j / s) mod n))) with (d * (j mod s) + s * d * ((j / s) mod n)) by ring.
      apply (a_fitting_mode_does_not_carry a (d * (j mod s)) (s * d) n ((j / s) mod n)); [easy|easy| |nia|easy].
      apply a_stride_between_boundaries_fits; [easy|easy|lia|easy].
    + cbn [settled distributed snd]. rewrite D1, W. split; [|easy]. now rewrite C, S, (proj2 (Z.leb_le 1 e)).
Qed.

(* a_chain_and_its_gaps_distribute *)
Proof.
  intros a modes current size v i j A M N C1 SZ C W K V I J. pose proof (extended_at_zero_is_zero a A N) as Z0.
  revert current v i j C1 C W V I J K.
  induction modes as [|[s d] rest IH]; intros current v i j C1 C W V I J K; cbv zeta in *.
  - cbn [gaps total value distributed fst] in *. set (last := ceil_div size current) in *.
    pose proof (Z.mod_pos_bound j last ltac:(lia)).
    rewrite !Z.add_0_r. apply (a_fitting_mode_does_not_carry a v current last (j mod last)); [easy|easy| |easy|easy].
    now apply a_stride_between_boundaries_fits.
  - apply forall_cons in M. destruct M as [M0 M]. unfold ok_modes in M0. cbn [fst] in M0. specialize (IH M).
    pose proof (size_is_positive rest M) as T.
    cbn [gaps chain condition_1 total value distributed fst] in *. destruct (Z.eqb_spec s 1) as [-> | S1].
    + cbn [orb] in *. rewrite Z.mod_1_r, Z.div_1_r, !Z.mul_0_r, !Z.add_0_l, Z0 in *. rewrite Z.add_0_l. apply IH;
      try easy. now rewrite Z.mul_1_l in I.
    + truths. cbn [orb] in *. destruct (Z.eqb_spec d 0); [lia|]. destruct (Z.ltb_spec d current); [lia|].
      cbn [total value distributed fst] in *.
      set (g := d / current) in *. set (below := v + current * (j mod g)).
      assert (G : 1 <= g) by (apply Z.div_le_lower_bound; lia).
      assert (GD : g * current <= d) by (unfold g; rewrite Z.mul_comm; apply Z.mul_div_le; lia).
      pose proof (Z.mod_pos_bound j g ltac:(lia)). pose proof (Z.mod_pos_bound i s ltac:(lia)).
      pose proof (a_fitting_mode_does_not_carry a v current g (j mod g) A N (a_stride_between_boundaries_fits a g
        current A N C1 W) ltac:(lia) ltac:(easy)) as F1.
      fold below in F1. assert (BL : 0 <= below < d) by (unfold below; nia).
      pose proof (a_fitting_mode_does_not_carry a below d s (i mod s) A N (a_stride_between_boundaries_fits a s d A N
        ltac:(lia) ltac:(easy)) BL ltac:(easy)) as F2.
      pose proof (IH (s * d) (below + d * (i mod s)) (i / s) (j / g)) as F3.
      pose proof quotient_below as U.
      specialize (F3 ltac:(nia) ltac:(easy) ltac:(easy) ltac:(nia) ltac:(now apply U) ltac:(now apply U)
        ltac:(easy)). unfold below in *.
      replace (v + (d * (i mod s) + value rest (i / s)) + (current * (j mod g) + value (gaps rest (s * d) size) (j /
        g)))
        with (v + current * (j mod g) + d * (i mod s) + value rest (i / s) + value (gaps rest (s * d) size) (j / g))
          by ring. lia.
Qed.

(* parted_groups_cut_each_list *)
Proof.
  assert (A : forall g k l, followed (followed g k) l = followed g (followed k l)) by (induction g as [|m g IH];
  intros; cbn [followed]; congruence).
  assert (N : forall g k, nonempty g = true -> nonempty (followed g k) = true) by (intros [|m g] k E;
  [discriminate E|easy]).
  intros groups b others _ _ _. revert groups. induction b as [|m b IH]; intros groups C L.
  - assert (O : parted_ok groups [] others = true) by (destruct groups; easy).
    assert (E : parted groups [] others = ([], groups)) by (destruct groups; easy).
    rewrite O, E. cbn [followed] in *. destruct (joined_cuts others groups C) as (_ & S1 & S2). repeat split; try easy; try (cbn;
    lia); try (right; easy).
  - destruct groups as [|g groups]; [cbn in L; lia|]. cbn [followed cuts parted parted_ok length] in *. truths.
    specialize (IH groups H0 ltac:(lia)).
    destruct IH as [O IH].
    change (parted (g :: groups) (m :: b) others) with (let '(mine, theirs) := parted groups b others in (g :: mine,
      theirs)).
    destruct (parted groups b others) as [mine theirs]. destruct IH as (L1 & L2 & C1 & C2 & T1 & T2 & N1 & N2 & E).
    cbv beta iota.
    rewrite !one_more_group, E, A, total_of_followed, T1. cbn [cuts total length]. rewrite H, C1, H1, Z.eqb_refl. repeat split; try easy; try lia.
    all: left; now apply N.
Qed.

(* a_divisible_mode_is_accepted *)
Proof.
  intros modes n w most F N P W D Q.
  pose proof (a_divisible_mode_is_cut_into_its_parts modes n w F N P W D) as [C1 C2].
  split; [easy|]. split; [lia|]. clear C1 C2. revert n w most P W D Q. induction modes as [|[s d] r IH];
  intros n w most P W D Q; [easy|].
  rewrite no_carry_cons, divides_cons, parts_cons in *. destruct r as [|q r]; [easy|].
  remember (q :: r) as rest eqn:R.
  pose proof (forall_cons _ _ _ F) as [F0 F']. unfold ok_modes in F0. cbn [fst] in F0.
  assert (N' : nonempty rest = true) by now subst.
  assert (M : forall n w, 1 <= n -> 0 <= w -> w mod s = 0 -> divides rest n (w / s) = true -> forall most, parts rest
    n (w / s) <= most ->
    largest_residue (refine ((s, d) :: rest) n w most) s = 0 /\ quotients (refine ((s, d) :: rest) n w most) s =
      refine rest n (w / s) most).
  { intros n' w' P' W' E D' most' Q'.
    pose proof (pieces_of_a_multiple_are_those_of_the_rest ((s, d) :: rest) n' w' most' F ltac:(split;
    [easy|exact N']) P' W' E) as X.
    cbn [tl hd fst] in X. rewrite divides_cons, parts_cons in X. subst rest. rewrite E in X. cbn [Z.eqb] in X.
    destruct (X D' Q') as (X1 & _ & _ & X2). now split. }
  specialize (IH F' N'). pose proof (Z.div_mod w s ltac:(lia)) as DW.
  pose proof (Z.mod_pos_bound w s ltac:(lia)) as MW.
  destruct (Z.eqb_spec (w mod s) 0) as [E|E].
  - destruct (M n w P W E D most Q) as [-> ->]. apply andb_true_iff. split; [apply Z.ltb_lt; lia|]. apply IH;
    try easy. apply Z.div_pos; lia.
  - assert (B : first_break ((s, d) :: rest) n w = if (n - 1) * (w mod s) <? s then first_break rest n (w / s) else
      first_break rest (ceil_div s (w mod s)) (w / s)).
    { rewrite first_break_cons. now subst rest. }
    unfold refine. cbn [refine_f]. destruct (Z.ltb_spec ((n - 1) * w) s) as [L|L].
    + assert (T : first_break ((s, d) :: rest) n w = n).
      { rewrite B. pose proof (Z.mod_le w s W ltac:(lia)). destruct (Z.ltb_spec ((n - 1) * (w mod s)) s); [|nia].
        destruct (Z.eq_dec n 1) as [-> | ?].
        - pose proof (first_break_is_from_1_to_n rest 1 (w / s) F' N' ltac:(lia) ltac:(apply Z.div_pos;
          lia)) as (_ & G1 & _ & G2). apply G2. lia.
        - rewrite Z.div_small by nia. now apply first_break_at_0. }
      rewrite T, Z.eqb_refl. cbn [largest_residue quotients]. apply andb_true_iff. split;
      [pose proof (Z.mod_le w s W ltac:(lia)); apply Z.ltb_lt; nia|].
      destruct (a_piece_that_takes_no_step_does_not_carry rest n (w / s) F' N' P ltac:(apply Z.div_pos;
      lia)) as [G1 G2].
      destruct (Z.lt_ge_cases 1 n); [apply G1; [easy|apply Z.div_small; nia]|apply G2; lia].
    + destruct (Z.eqb_spec (s mod w) 0) as [V|V]; [|discriminate D].
      destruct (Z.eqb_spec (n mod (s / w)) 0) as [V2|V2]; [|discriminate D].
      cbn [negb orb] in D. assert (W1 : 1 <= w) by lia. pose proof (Z.div_mod s w ltac:(lia)) as DS.
      rewrite V, Z.add_0_r in DS.
      set (k := s / w) in *. assert (K : 1 <= k) by nia. assert (S : w < s).
      { destruct (Z.eq_dec k 1) as [E1|E1]; [|nia]. rewrite E1, Z.mul_1_r in DS. rewrite DS, Z.mod_same in E by lia.
        easy. }
      pose proof (ceil_of_a_multiple s w W1 V) as C. fold k in C.
      rewrite (Z.mod_small w s), (Z.div_small w s) in * by lia. assert (T : first_break ((s, d) :: rest) n w = k).
      { rewrite B. destruct (Z.ltb_spec ((n - 1) * w) s); [lia|]. rewrite C. now apply first_break_at_0. }
      rewrite T, V2. pose proof (Z.div_mod n k ltac:(lia)) as DN. rewrite V2, Z.add_0_r in DN.
      assert (NK : 2 <= n / k) by nia.
      destruct (Z.eqb_spec k n); [nia|]. cbn [negb Z.eqb].
      pose proof (parts_are_no_more_than_modes rest (n / k) 1 F' N' ltac:(lia) ltac:(lia) D) as [PK _].
      destruct (Z.leb_spec most 1); [lia|]. replace (Z.to_nat most) with (Datatypes.S (Z.to_nat (most - 1))) by lia.
      fold (refine ((s, d) :: rest) (n / k) (k * w) (most - 1)). replace (k * w) with s by lia.
      assert (X : 1 = s / s /\ s mod s = 0) by (rewrite Z.div_same, Z.mod_same by lia; easy). destruct X as [X1 X2].
      destruct (M (n / k) s ltac:(lia) ltac:(lia) X2 ltac:(now rewrite <- X1) (most - 1) ltac:(rewrite <- X1;
      lia)) as [Y1 Y2]. rewrite <- X1 in Y2.
      cbn [largest_residue quotients]. rewrite Y1, Y2, Z.mod_small, Z.div_small by lia. apply andb_true_iff. split;
      [apply Z.ltb_lt; nia|].
      pose proof (a_divisible_mode_is_cut_into_its_parts rest (n / k) 1 F' N' ltac:(lia) ltac:(lia) D) as [C1 C2].
      destruct (refined_pieces_are_steps_of_w rest (n / k) 1 (most - 1) F' N' ltac:(lia) ltac:(lia)) as [[RP RO] _].
      specialize (RP (RO ltac:(lia))). destruct RP as (OK & _ & _ & _ & _ & SF & _).
      apply stride_0_in_front_does_not_carry; try easy. apply IH; try easy; lia.
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

(* tiles_are_pad_reshape_transpose *)
Proof.
  intros point tiles. revert point. induction tiles as [|tile tiles IH]; intros point F G A; [easy|].
  apply forall_cons in G. destruct G as [G0 G]. cbn [all_sized] in A. truths.
  destruct (one_tile_is_pad_reshape_transpose point tile F G0 H) as (R & T & E).
  destruct (tiling_gives_places point [tile] F ltac:(now constructor)) as [_ P]; [cbn [all_sized]; now rewrite H|].
  cbn [tiled_by] in P.
  cbn [reshaped_by reshaped_by_ok tiled_by tiled_by_ok]. rewrite R, T, E. now apply IH.
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

(* sum_determines_modes_gaps_and_rest *)
Proof.
  pose proof unique_digits as Q.
  pose proof quotient_below as U.
  intros modes current size v w a b x y M C1 SZ C. cbv zeta. intros V W A B X Y E.
  revert current v w a b x y C1 C V W A B X Y E.
  induction modes as [|[s d] rest IH]; intros current v w a b x y C1 C V W A B X Y E.
  - cbn [gaps total value fst] in *. set (last := ceil_div size current) in *. rewrite !Z.mod_small in E by lia.
    destruct (Q current v w x y V W ltac:(lia)). repeat split; lia.
  - apply forall_cons in M. destruct M as [M0 M]. unfold ok_modes in M0. cbn [fst] in M0. specialize (IH M).
    pose proof (size_is_positive rest M) as T.
    cbn [gaps chain total value fst] in *. destruct (Z.eqb_spec s 1) as [-> | S1].
    + cbn [orb] in *. rewrite !Z.mod_1_r, !Z.div_1_r, !Z.mul_0_r, !Z.add_0_l, !Z.mul_1_l in *. now apply (IH current).
    + truths. cbn [orb] in *. destruct (Z.eqb_spec d 0); [lia|]. destruct (Z.ltb_spec d current); [lia|].
      cbn [total value fst] in *.
      set (g := d / current) in *. assert (G : 1 <= g) by (apply Z.div_le_lower_bound; lia).
      assert (GD : g * current <= d) by (unfold g; rewrite Z.mul_comm; apply Z.mul_div_le; lia).
      pose proof (Z.mod_pos_bound x g ltac:(lia)) as X1. pose proof (Z.mod_pos_bound y g ltac:(lia)) as Y1.
      pose proof (Z.mod_pos_bound a s ltac:(lia)) as A1. pose proof (Z.mod_pos_bound b s ltac:(lia)) as B1.
      set (p := v + current * (x mod g)). set (q := w + current * (y mod g)). assert (P1 : 0 <= p < d) by (unfold p;
      nia). assert (Q1 : 0 <= q < d) by (unfold q; nia).
      assert (P2 : 0 <= p + d * (a mod s) < s * d) by nia. assert (Q2 : 0 <= q + d * (b mod s) < s * d) by nia.
      destruct (IH (s * d) (p + d * (a mod s)) (q + d * (b mod s)) (a / s) (b / s) (x / g) (y / g)) as (E1 & E2 &
        E3); try easy; try nia; try (now apply U).
      destruct (Q d p q (a mod s) (b mod s) P1 Q1 E1) as [E4 E5].
      destruct (Q current v w (x mod g) (y mod g) ltac:(lia) ltac:(lia) E4) as [E6 E7].
      rewrite (Z.div_mod a s), (Z.div_mod b s), (Z.div_mod x g), (Z.div_mod y g), E2, E3, E5, E7 by lia. easy.
Qed.

(* divisible_chain_and_gaps_stay_below_the_size *)
Proof.
  pose proof quotient_below as U.
  intros modes current size v a x M C1 SZ C V A X. cbv zeta. revert current v a x C1 C V A X.
  induction modes as [|[s d] rest IH]; intros current v a x C1 C V A X.
  - cbn [gaps total value fst is_chain] in *. truths.
    pose proof (ceil_of_a_multiple size current C1 C) as L.
    pose proof (Z.div_mod size current ltac:(lia)). rewrite L in *. rewrite Z.mod_small by lia. nia.
  - apply forall_cons in M. destruct M as [M0 M]. unfold ok_modes in M0. cbn [fst] in M0. specialize (IH M).
    pose proof (size_is_positive rest M) as T.
    cbn [gaps is_chain total value fst] in *. destruct (Z.eqb_spec s 1) as [-> | S1].
    + cbn [orb] in *. rewrite !Z.mod_1_r, !Z.div_1_r, !Z.mul_0_r, !Z.add_0_l, !Z.mul_1_l in *. now apply (IH current).
    + truths. cbn [orb] in *. pose proof (Z.div_mod d current ltac:(lia)) as D. destruct (Z.eqb_spec d 0); [lia|].
      destruct (Z.ltb_spec d current); [pose proof (Z.mod_small d current ltac:(lia)); lia|].
      cbn [total value fst] in *. set (g := d / current) in *. assert (G : 1 <= g) by nia.
      pose proof (Z.mod_pos_bound x g ltac:(lia)) as X1. pose proof (Z.mod_pos_bound a s ltac:(lia)) as A1.
      assert (P1 : 0 <= v + current * (x mod g) < d) by nia.
      pose proof (IH (s * d) (v + current * (x mod g) + d * (a mod s)) (a / s) (x / g) ltac:(nia) ltac:(easy)
        ltac:(nia) ltac:(now apply U) ltac:(now apply U)). lia.
Qed.

(* divisible_chain_and_gaps_take_every_offset *)
Proof.
  intros modes current size t M C1 SZ C T0 T1. cbv zeta. revert current t C1 C T0 T1.
  induction modes as [|[s d] rest IH]; intros current t C1 C T0 T1.
  - cbn [gaps total value fst is_chain element_at gap_at] in *. truths.
    pose proof (ceil_of_a_multiple size current C1 C) as L.
    pose proof (Z.div_mod size current ltac:(lia)). rewrite L in *. assert (t < size / current) by nia.
    rewrite Z.mod_small by lia. lia.
  - apply forall_cons in M. destruct M as [M0 M]. unfold ok_modes in M0. cbn [fst] in M0. specialize (IH M).
    pose proof (size_is_positive rest M) as TP.
    cbn [gaps is_chain total value fst element_at gap_at] in *. destruct (Z.eqb_spec s 1) as [-> | S1].
    + cbn [orb] in *. rewrite !Z.mod_1_r, !Z.div_1_r, !Z.mul_0_r, !Z.add_0_l, !Z.mul_1_l in *. now apply (IH current).
    + truths. cbn [orb] in *. pose proof (Z.div_mod d current ltac:(lia)) as D. destruct (Z.eqb_spec d 0); [lia|].
      destruct (Z.ltb_spec d current); [pose proof (Z.mod_small d current ltac:(lia)); lia|].
      cbn [total value fst] in *. set (g := d / current) in *. assert (G : 1 <= g) by nia.
      pose proof (Z.div_mod t g ltac:(lia)) as DT. pose proof (Z.mod_pos_bound t g ltac:(lia)) as MT.
      set (u := t / g) in *.
      pose proof (Z.div_mod u s ltac:(lia)) as DU. pose proof (Z.mod_pos_bound u s ltac:(lia)) as MU.
      assert (U0 : 0 <= u) by (apply Z.div_pos; lia). assert (U1 : 0 <= u / s) by (apply Z.div_pos; lia).
      destruct (IH (s * d) (u / s) ltac:(nia) ltac:(easy) U1 ltac:(nia)) as (A1 & A2 & X1 & X2 & E).
      set (a := element_at rest (s * d) (u / s)) in *. set (x := gap_at rest (s * d) (u / s)) in *.
      assert (R : forall m z k, 0 <= m < z -> (m + z * k) mod z = m /\ (m + z * k) / z = k) by (intros m z k N;
      destruct (quotient_and_remainder (m + z * k) z k m); lia).
      destruct (R (u mod s) s a ltac:(lia)) as [-> ->]. destruct (R (t mod g) g x ltac:(lia)) as [-> ->].
      repeat split; nia.
Qed.

(* a_misfit_carries_with_less_than_its_stride *)
Proof.
  intros modes x w M N X W F. revert w W F. induction modes as [|[s d] rest IH]; intros w W F; [easy|].
  rewrite fits_cons, carry_cons, carry_ok_cons in *. destruct rest as [|q rest]; [easy|].
  remember (q :: rest) as r eqn:R.
  apply forall_cons in M. destruct M as [M0 M]. unfold ok_modes in *. cbn [fst] in M0.
  assert (N' : nonempty r = true) by now subst.
  pose proof (Z.div_mod w s ltac:(lia)) as DW. pose proof (Z.mod_pos_bound w s ltac:(lia)) as MW.
  rewrite not_zero by lia. cbn [andb].
  destruct (Z.eqb_spec (w mod s) 0) as [E|E].
  - destruct (IH M N' (w / s) ltac:(nia) F) as (O & K & B). destruct (carry r x (w / s)) as [v c]. cbn [fst] in *.
    repeat split; try easy; nia.
  - destruct (Z.eqb_spec (s mod w) 0) as [S|S]; [now destruct F|]. destruct (Z.leb_spec (x * w) s) as [L|L];
    [now destruct F|].
    pose proof (Z.mod_pos_bound s w ltac:(lia)) as MS. pose proof (Z.div_mod s w ltac:(lia)) as DS.
    destruct (Z.ltb_spec w s).
    + rewrite not_zero by lia. cbn [fst]. pose proof (Z.div_pos s w ltac:(lia) ltac:(lia)).
      pose proof (Z.div_lt_upper_bound s w x ltac:(lia) ltac:(lia)). repeat split; lia.
    + cbn [fst]. repeat split; lia.
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

(* extents_of_parts_have_as_many_points *)
Proof.
  assert (S : forall l, product (some_mode l) = extent l) by (induction l as [|x l IH]; [easy|]; cbn [extent];
  rewrite <- IH; easy).
  induction parts_ as [|part parts IH]; [easy|]. cbn [flattened extents at_least length extent]. intros A.
  destruct (appending_adds_lengths_and_multiplies_extents part (flattened parts)) as [[L E] B].
  destruct (B 1 A) as [B1 B2].
  destruct (IH B2) as (I1 & I2 & I3). rewrite S, E, I2, I3. pose proof (extent_is_positive part B1). repeat split;
  [lia|].
  rewrite andb_true_r. now apply Z.leb_le.
Qed.

(* b_whose_pieces_do_not_carry_distributes *)
Proof.
  intros modes b groups i M B G N C S SF K I. pose proof (extended_at_zero_is_zero modes M N) as Z0.
  revert groups i G C S SF K I.
  induction b as [|[n w] rest IH]; intros [|g groups] i G C S SF K I; try discriminate C; [split; [easy|exact Z0]|].
  apply forall_cons in B. destruct B as [B0 B]. pose proof (forall_cons _ _ _ G) as [G0 G']. unfold ok_modes in B0.
  cbn [fst] in B0.
  pose proof (joined_is_the_first_followed_by_the_rest (g :: groups) G ltac:(easy)) as [_ J]. cbn [hd tl] in J.
  rewrite J in *.
  cbn [cuts all_stepping total value distributed fst snd] in *. apply andb_true_iff in C. destruct C as [C C2].
  apply andb_true_iff in C. destruct C as [_ C1]. apply Z.eqb_eq in C1.
  apply andb_true_iff in S. destruct S as [S1 S2]. set (others := joined groups) in *.
  pose proof (joined_has_the_value_of_the_groups groups G') as [O _]. fold others in O.
  destruct (joined_groups_keep_the_size rest groups B G' C2) as (_ & T & _). fold others in T.
  destruct (no_step_back_together_is_none_apart g others G0 O SF) as [SF1 SF2].
  destruct (no_carry_together_is_none_apart modes g others M G0 O N SF1 SF2 K) as [K1 K2].
  assert (R : 0 <= i / n < total rest) by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
  pose proof (Z.mod_pos_bound i n ltac:(lia)) as Q.
  destruct (IH B groups (i / n) G' C2 S2 SF2 K2 R) as [V E]. fold others in V.
  pose proof (followed_adds_the_values_of_both g others G0 O) as ((F & L & _) & A & _). specialize (A i).
  cbv zeta in A. rewrite C1, T in *. specialize (A I).
  assert (W : value g (i mod n) = w * (i mod n)) by (apply stepping_pieces_are_steps_of_w; try easy; lia).
  assert (X : value (followed g others) i = w * (i mod n) + value rest (i / n)) by lia. split; [exact X|].
  rewrite <- X. rewrite a_is_linear_on_pieces_that_do_not_carry by (easy || lia).
  pose proof (images_of_two_lists_add_up modes g others i M G0 O N) as Y. cbv zeta in Y. rewrite C1, T in Y.
  rewrite Y by easy.
  rewrite <- !a_is_linear_on_pieces_that_do_not_carry by (easy || lia). now rewrite W, V, E.
Qed.

(* a_sorted_tiling_is_compact *)
Proof.
  intros b size B SZ S C. cbv zeta. pose proof (sorting_gives_modes b B) as BS.
  pose proof (divisible_chain_is_a_chain _ 1 size BS ltac:(lia) C) as CH.
  destruct (gaps_of_a_chain_are_ordered _ 1 size BS ltac:(lia) SZ) as [G1 G2]. destruct (G1 (G2 CH)) as [G I].
  clear G1 G2.
  destruct (coalescing_keeps_size_and_function _ G) as ((L & TL) & _ & _ & LI & _). specialize (LI 1 ltac:(lia) I).
  set (left := coalesce_modes (gaps (sort_modes b) 1 size)) in *.
  assert (E : tiling b size = followed b (match left with [] => [(1, 0)] | _ => left end)) by easy.
  set (last := match left with [] => [(1, 0)] | _ => left end) in *.
  assert (LK : Forall ok_modes last) by (unfold last; destruct left; [repeat constructor|easy]; unfold ok_modes; cbn;
  lia).
  assert (LT : total last = total left) by (unfold last; now destruct left).
  assert (LS : strides_from last 0 = true) by (unfold last; destruct left;
  [easy|now apply (increasing_strides_are_natural _ 1)]).
  destruct (followed_adds_the_values_of_both b last B LK) as ((F & T & _) & _ & FS). rewrite <- E in *.
  specialize (FS 0 S LS).
  pose proof (size_is_positive b B) as TB. pose proof (size_is_positive left L) as TLP.
  pose proof (layout_and_complement_stay_below_the_size b size 0 0 B SZ C) as X. cbv zeta in X.
  change (gaps_between b size) with left in X.
  destruct (X ltac:(lia) ltac:(lia)) as (SIZE & _ & _). assert (TM : total (tiling b size) = size) by lia. clear X.
  split; [exact FS|]. split; [exact TM|]. set (modes := tiling b size) in *.
  destruct (sorting_reindexes modes 0 0 F ltac:(lia) ltac:(lia)) as (TS & _).
  pose proof (sorting_gives_modes modes F) as FM.
  pose proof (sorted_strides_ascend modes 0 F FS) as A.
  assert (TAKES : forall t, 0 <= t < size -> exists z, 0 <= z < total (sort_modes modes) /\ value (sort_modes modes)
    z = t).
  { intros t R. destruct (a_sorted_tiling_takes_every_offset b size t B SZ S C R) as (P1 & P2 & P3). eexists. split;
    [split; [exact P1|exact P2]|exact P3]. }
  apply (full_modes_without_a_hole_are_compact _ 0); try easy.
  - destruct (a_hole_is_not_taken (sort_modes modes) 0 1 0 0 FM ltac:(lia) ltac:(lia) A ltac:(lia) ltac:(lia)) as [H0
      H1].
    destruct (Z.eq_dec (hole (sort_modes modes) 1) 0) as [H|H]; [exact H|exfalso]. destruct (H1 ltac:(lia)) as [H2 _].
    destruct (TAKES (hole (sort_modes modes) 1) ltac:(lia)) as (z & Z1 & Z2).
    destruct (a_hole_is_not_taken (sort_modes modes) 0 1 0 z FM ltac:(lia) ltac:(lia) A ltac:(lia) Z1) as [_ H3].
    destruct (H3 ltac:(lia)) as [_ H4]. lia.
  - destruct (TAKES (size - 1) ltac:(lia)) as (z & Z1 & Z2). pose proof (value_is_within_reach _ z FM Z1). lia.
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

(* modes_composed_one_by_one_are_the_sum, with Layouts C1 P1c D1a *)
Proof.
  intros a b FA FB N. assert (NA : a <> []) by (now destruct a).
  destruct (layout_of_modes a FA) as (OA & VA & MA & _).
  assert (MA' : modes_of (layout_of a) = a) by (now destruct a). clear MA.
  assert (NM : modes_of (layout_of a) <> []) by now rewrite MA'.
  assert (L : forall n w, 1 <= n -> Layout_ok (Leaf n) (Leaf w) = true /\ valid (Layout (Leaf n) (Leaf w)) /\
    modes_of (Layout (Leaf n) (Leaf w)) = [(n, w)]).
  { intros n w P. destruct (made_layout (Leaf n) (Leaf w)) as [O E]; [|easy|].
    - cbn. rewrite andb_true_r. apply negb_true_iff, Z.ltb_ge. lia.
    - rewrite E. split; [exact O|]. split; [exact O|easy]. }
  assert (S : compositions_ok a b = true -> Forall (Forall ok_modes) (compositions a b) /\ cuts b (compositions a b)
    = true /\
    forall x, 0 <= x < total b -> groups_value (compositions a b) x = distributed a b x).
  { induction b as [|[n w] b IH]; intros O; [split; [constructor|split; easy]|]. apply forall_cons in FB.
    destruct FB as [B0 FB]. unfold ok_modes in B0. cbn [fst] in B0.
    cbn [compositions_ok] in O. apply andb_true_iff in O. destruct O as [O O2]. apply andb_true_iff in O.
    destruct O as [O _]. apply andb_true_iff in O. destruct O as [_ O].
    destruct (IH FB O2) as (I1 & I2 & I3). destruct (L n w B0) as (_ & VB & MB).
    destruct (composed (layout_of a) _ VA NM VB O) as (VR & _ & TR & NR & X).
    rewrite MA', MB in *. cbn [total fst] in TR. rewrite Z.mul_1_r in TR. cbn [compositions]. split; [|split].
    - constructor; [now apply modes_shapes|easy].
    - cbn [cuts fst]. rewrite TR, Z.eqb_refl, I2. rewrite andb_true_r. cbn [andb]. rewrite andb_true_r.
      now destruct (modes_of (composition _ _)); [destruct NR|].
    - intros x R. cbn [total fst groups_value distributed] in *. cbv zeta. rewrite TR, X. cbn [value].
      rewrite Z.add_0_r, Z.mod_mod by lia. rewrite I3; [easy|].
      split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
  split; [split|].
  - intros O. destruct (S O) as (S1 & S2 & _). split; [exact S1|]. destruct (joined_cuts _ _ S2) as (C1 & C2 & C3).
    rewrite C1, C2. now repeat split.
  - clear S. intros E. assert (M : Forall ok_modes (coalesce_extended a)) by (now apply coalesce_extended_shapes).
    assert (MN : coalesce_extended a <> []) by now apply coalesce_extended_nonempty.
    induction b as [|[n w] b IH]; [easy|]. apply forall_cons in FB. destruct FB as [B0 FB]. unfold ok_modes in B0.
    cbn [fst] in B0. cbn [each_accepted] in E. cbv zeta in E.
    apply andb_true_iff in E. destruct E as [E1 E]. apply andb_true_iff in E. destruct E as [E2 E].
    apply andb_true_iff in E1. destruct E1 as [W E1]. apply andb_true_iff in E1. destruct E1 as [P1 P2].
    apply Z.leb_le in W, P1, P2. destruct (L n w B0) as (LO & VB & MB). cbn [compositions_ok].
    rewrite OA, LO, (IH FB E), !andb_true_r. cbn [andb].
    assert (K : composition_ok (layout_of a) (Layout (Leaf n) (Leaf w)) = true).
    { apply accepts_composition; [easy|easy|easy|]. rewrite MA', MB. unfold accepts. cbn [refine_all refine_all_ok].
      destruct (Z.ltb_spec w 0); [lia|]. cbn [concat]. rewrite app_nil_r.
      destruct (refined_pieces_are_steps_of_w (coalesce_extended a) n w (Z.of_nat (length (coalesce_extended a))) M)
        as [[_ RO] _]; [now destruct (coalesce_extended a)|lia|lia|].
      rewrite RO by lia. split; [easy|exact E2]. }
    rewrite K. cbn [andb]. destruct (composed (layout_of a) _ VA NM VB K) as (VR & _). now apply modes_defined.
  - intros x O. destruct (S O) as (_ & _ & S3). apply S3.
Qed.
