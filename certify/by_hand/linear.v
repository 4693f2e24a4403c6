(* Proofs by hand of contracts and lemmas in verif/theory/linear. They are read by
  verif/certify/generated/by_hand.py. *)

(* sums_of_steps_that_do_not_meet_are_linear *)
Proof.
  intros steps. induction steps as [|s steps IH]; intros i j N I J M; [easy|].
  cbn [at_least no_two_meet steps_summed] in *. truths.
  assert (I' : 0 <= i / 2) by (apply Z.div_pos; lia). assert (J' : 0 <= j / 2) by (apply Z.div_pos; lia).
  rewrite half_of_lxor, last_of_lxor, IH by easy.
  destruct (bits_apart_add_outside_an_xor s (steps_summed steps (i / 2)) (steps_summed steps (j / 2))) as (E1 & E2 &
    E3);
  [easy|now apply sum_is_natural..|now apply step_meets_no_sum_of_others|now apply step_meets_no_sum_of_others|].
  destruct (parity i) as [-> | ->], (parity j) as [-> | ->]; cbn [Z.add Z.modulo Z.div_eucl]; rewrite ?Z.mul_0_l,
    ?Z.mul_1_l, ?Z.add_0_l.
  - easy.
  - now rewrite E2.
  - now rewrite E1.
  - now rewrite E3.
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

(* xors_are_linear *)
Proof. intros. apply columns_are_linear. Qed.

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

(* words_without_a_bit_are_linear *)
Proof. intros. symmetry. now apply clearing_is_linear. Qed.

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

(* a_word_without_a_bit_lacks_it *)
Proof. intros. split; [now apply clearing_is_natural|now apply clearing_lacks]. Qed.

(* multiples_are_multiples_and_independent *)
Proof. intros columns n y A N O Y. now apply multiples_are_independent. Qed.

(* multiple_is_at *)
Proof.
  intros columns n x A N O X M. destruct (a_multiple_is_at columns n N O A x M) as (R & [L U] & E). now repeat split.
Qed.

(* cleared_words_are_one_or_differ_by_the_pivot *)
Proof.
  intros word value pivot bit W V P B O L. cbv zeta. split.
  - intros E. symmetry in E. rewrite Z.lxor_comm in E. apply xor_equal in E. rewrite Z.lxor_nilpotent in E. lia.
  - apply eq_true_iff_eq. rewrite orb_true_iff, !Z.eqb_eq. now apply cleared_words_are_equal.
Qed.

(* clearing_joins_two_counts *)
Proof.
  assert (S : forall columns v, subsets columns v = counted_by is_zero columns v)
    by (induction columns as [|c columns IH]; intros v; [easy|]; cbn [subsets counted_by]; now rewrite !IH).
  intros columns value pivot bit A V P B O L. cbv zeta. rewrite !S. apply clearing_joins; [easy|]. intros.
  now apply zero_of_two.
Qed.

(* numbers_are_twice_their_halves *)
Proof. intros [|first rest] value n E A V N; [discriminate E|]. now apply takers_of_halves. Qed.

(* kernels_are_natural *)
Proof. exact the_kernel_is_natural. Qed.

(* each_value_has_as_many_subsets *)
Proof.
  assert (S : forall columns v, subsets columns v = counted_by is_zero columns v)
    by (induction columns as [|c columns IH]; intros v; [easy|]; cbn [subsets counted_by]; now rewrite !IH).
  intros columns x A X. cbv zeta. rewrite S. now apply as_many_subsets_with_a_value.
Qed.

(* lifted_numbers_have_the_bit_in_front *)
Proof. intros. cbv zeta. now apply xor_of_lifted. Qed.

(* the_kernel_maps_to_zero *)
Proof.
  intros columns y A Y. cbv zeta. revert columns A y Y.
  apply (by_elimination (fun columns => forall y, 0 <= y ->
    xor_of columns (xor_of (kernel_of columns) y) = 0 /\ xor_of (kernel_of columns) y < number_of_sums columns /\
    (y < number_of_sums (kernel_of columns) -> (xor_of (kernel_of columns) y =? 0) = (y =? 0)))).
  - intros y Y. change (kernel_of []) with (@nil Z). cbn [xor_of number_of_sums]. split; [easy|]. split; [lia|].
    intros L.
    now replace y with 0 by lia.
  - intros rest IH y Y. rewrite kernel_of_zero. cbn [xor_of number_of_sums]. rewrite xor_of_lifted by (split;
    [lia|easy]).
    destruct (IH (y / 2) ltac:(apply Z.div_pos; lia)) as (I1 & I2 & I3). set (z := xor_of (kernel_of rest) (y / 2))
      in *.
    rewrite I1. replace (has 0 1) with 0 by easy. rewrite Z.add_0_l, Z.mul_1_r.
    pose proof (Z.div_mod y 2 ltac:(lia)) as D. pose proof (Z.mod_pos_bound y 2 ltac:(lia)) as M.
    assert (E : Z.lxor (y mod 2) (2 * z) = y mod 2 + 2 * z).
    { replace (y mod 2) with (y mod 2 + 2 * 0) at 1 by lia. replace (2 * z) with (0 + 2 * z) at 1 by lia.
      rewrite xor_of_halves by lia. rewrite Z.lxor_0_l, Z.add_0_r, Z.mod_mod by lia. easy. }
    rewrite E. destruct (digit_in_front (y mod 2) z ltac:(lia)) as [-> ->]. rewrite Z.mul_0_r, Z.lxor_0_l.
    split; [exact I1|]. split; [lia|]. rewrite lifted_as_many. intros L. specialize (I3 ltac:(lia)).
    apply eq_true_iff_eq. rewrite !Z.eqb_eq. destruct (Z.eqb_spec z 0), (Z.eqb_spec (y / 2) 0); try discriminate I3;
      lia.
  - intros p rest P A IH y Y. rewrite kernel_of_pivot by easy. destruct (the_lowest_bit p P) as [B PB]. rewrite
    xor_of_lifted by easy.
    destruct (IH y Y) as (I1 & I2 & I3). set (K := kernel_of (freed rest p (lowest p))) in *. set (z := xor_of K y)
      in *.
    rewrite xor_of_cleared in I1 by easy. rewrite as_many_sums_of_cleared in I2. rewrite lifted_as_many. cbn
      [number_of_sums].
    pose proof (has_is_a_digit (xor_of rest z) (lowest p)) as H. rewrite xor_of_a_digit by easy.
    rewrite Z.lxor_comm, <- clearing_adds. split; [exact I1|]. split; [lia|]. intros L. rewrite <- (I3 L).
    apply eq_true_iff_eq. rewrite !Z.eqb_eq. split; intros Q.
    + assert (0 <= z); [|lia]. apply xor_of_is_natural. now apply the_kernel_is_natural, cleared_columns_are_natural;
      [|lia].
    + rewrite Q, xor_of_none. unfold has. now rewrite Z.land_0_l.
Qed.

(* preimages_are_numbers *)
Proof.
  intros columns value A V. destruct (a_preimage_is_below columns A value) as (O & L & U). now repeat split.
Qed.

(* a_value_has_a_preimage *)
Proof. intros columns x value A X ->. now apply a_value_that_is_taken. Qed.

(* preimages_map_to_the_needs *)
Proof.
  intros columns needs x C. revert x. induction needs as [|n tl IH]; intros x N X B; cbn zeta.
  - rewrite preimages_nil. cbn [xor_of]. rewrite xor_of_none. split; [easy|]. pose proof (some_sums columns). lia.
  - cbn [at_least] in N. truths. rewrite first_beyond_cons in B. rewrite preimages_cons. cbn [xor_of].
    destruct (Z.eqb_spec (xor_of columns (preimage columns n)) n) as [E|E]; cbn [negb] in B; [|lia].
    destruct (a_preimage_is_below columns C n) as (_ & L & U).
    destruct (preimages_are_as_many columns tl) as (_ & A & _); [easy..|].
    destruct (IH (x / 2)) as [V S]; [easy|apply Z.div_pos; lia|lia|].
    pose proof (xor_of_is_natural (preimages columns tl) (x / 2) A).
    destruct (parity x) as [-> | ->]; rewrite ?Z.mul_0_l, ?Z.mul_1_l, ?Z.lxor_0_l; [easy|].
    rewrite xors_are_linear, E, V by easy. split; [easy|].
    now apply xor_of_coordinates_is_a_coordinate.
Qed.

(* an_xor_of_differences_is_a_difference *)
Proof. intros. apply differences_are_xors. Qed.

(* columns_without_differences_are_the_same *)
Proof.
  intros columns. induction columns as [|n tl IH]; intros [|m others] C O L B; cbn [length] in L; [easy|lia..|].
  cbn [at_least] in C, O. truths. rewrite differences_cons, first_beyond_cons in B. cbn [xor_of] in B.
  destruct (Z.eqb_spec 0 (Z.lxor n m)) as [E|E]; cbn [negb] in B; [|lia].
  symmetry in E. apply Z.lxor_eq in E. subst m. f_equal. apply IH; [easy|easy|lia|lia].
Qed.

(* each_word_has_a_turn *)
Proof.
  assert (R : forall words banks bank, 1 <= banks -> in_bank_ok words banks bank = true).
  { intros words banks bank B. induction words as [|w words IH]; [easy|]. cbn [in_bank_ok].
    rewrite IH, not_zero by lia. easy. }
  intros words banks B. induction words as [|w words [O L]]; [easy|]. cbn [turns turns_ok length].
  rewrite O, R, not_zero by lia. split; [easy|lia].
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

(* a_multiple_moves_no_word_to_another_bank *)
Proof. intros. now apply a_multiple_changes_no_remainder. Qed.

(* a_column_moves_both_words_alike *)
Proof.
  intros word first value n _ _ _ N O. cbv zeta. destruct (a_power n N O) as (k & K & ->). rewrite !xor_of_remainders
    by easy.
  apply eq_true_iff_eq. rewrite !Z.eqb_eq, (Z.lxor_comm (first mod _)). apply xor_equal.
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

(* words_of_a_bank_are_those_of_the_halves *)
Proof.
  intros columns value n m NC A V N O M. destruct columns as [|first rest]; [easy|]. cbn [hd tl at_least] in *. cbv
    zeta.
  truths.
  assert (W : forall c k, 0 <= k -> words_of c (k + 1) = xor_of c k :: words_of c k).
  { intros c k K. unfold words_of. replace (Z.to_nat (k + 1)) with (S (Z.to_nat k)) by lia. set (fuel := S (Z.to_nat
    k)). cbn [words_of_f].
    destruct (Z.leb_spec (k + 1) 0); [lia|]. now replace (k + 1 - 1) with k by lia. }
  rewrite <- (Z2Nat.id m M). induction (Z.to_nat m) as [|k IH]; [easy|].
  replace (2 * Z.of_nat (S k)) with (2 * Z.of_nat k + 1 + 1) by lia. replace (Z.of_nat (S k)) with (Z.of_nat k + 1)
    by lia.
  rewrite !W by lia. cbn [in_bank]. rewrite IH.
  replace (2 * Z.of_nat k + 1) with (1 + 2 * Z.of_nat k) by lia. rewrite xor_of_a_digit by lia.
  replace (2 * Z.of_nat k) with (0 + 2 * Z.of_nat k) by lia. rewrite xor_of_a_digit by lia. rewrite Z.mul_1_l,
    Z.mul_0_l, Z.lxor_0_l.
  set (w := xor_of rest (Z.of_nat k)).
  pose proof (a_column_moves_both_words_alike w first value n) as E. cbv zeta in E. rewrite E; try easy; [lia|].
  now apply xor_of_is_natural.
Qed.

(* words_of_a_bank_are_subsets *)
Proof.
  intros columns. induction columns as [|first rest IH]; intros value n A V N O; cbv zeta.
  - change (words_of [] (number_of_sums [])) with [0]. cbn [in_bank]. rewrite Z.mod_0_l, Z.eqb_sym, Z.add_0_r by lia.
    reflexivity.
  - destruct (sum_at_zero_is_zero rest) as [_ M].
    pose proof (words_of_a_bank_are_those_of_the_halves (first :: rest) value n (number_of_sums rest) eq_refl A V N O
      ltac:(lia)) as H.
    cbn [hd tl at_least] in *. cbv zeta in *. truths. cbn [number_of_sums]. rewrite H, !IH by (assumption || now
      apply xor_is_zero_of_equals_only).
    reflexivity.
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

(* a_swizzle_is_its_own_inverse *)
Proof.
  intros x bits base shift X B M S _.
  split; [now apply a_swizzle_of_a_natural|now apply a_swizzle_twice].
Qed.

(* a_swizzle_is_linear *)
Proof.
  intros x y bits base shift X Y B M _. cbv zeta. split; [now apply a_swizzle_of_a_natural|].
  split; [now apply a_swizzle_of_a_natural|now apply swizzles_are_linear].
Qed.

(* a_swizzle_keeps_its_block *)
Proof. intros. now apply a_swizzle_keeps_blocks. Qed.

(* a_swizzle_keeps_the_lowest_bits *)
Proof. intros. now apply a_swizzle_keeps_the_low_bits. Qed.

(* a_swizzle_goes_block_by_block *)
Proof.
  intros x bits base shift B M _. cbv zeta. unfold block_of. rewrite Z.mul_1_l. repeat split.
  - pose proof (Z.pow_pos_nonneg 2 (bits + base + Z.abs shift)). lia.
  - now apply a_swizzle_keeps_blocks.
  - now apply a_swizzle_of_the_place.
Qed.

(* a_swizzle_of_any_integer_is_its_own_inverse *)
Proof. intros. now apply a_swizzle_twice. Qed.

(* a_swizzle_of_any_integer_is_linear *)
Proof. intros. cbv zeta. now apply swizzles_are_linear. Qed.

(* a_swizzle_keeps_the_lowest_bits_of_any_integer *)
Proof. intros. now apply a_swizzle_keeps_the_low_bits. Qed.
