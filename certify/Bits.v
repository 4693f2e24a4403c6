(* Facts about bits that `Z.testbit` proves in a few lines. The generated proofs use them, because the printed
   proofs by induction on halves need too much time. *)
Require Export Auto Printed.

Lemma a_power n : 1 <= n -> Z.land n (n - 1) = 0 -> exists k, 0 <= k /\ n = 2 ^ k.
Proof.
  intros N B. exists (Z.log2 n). pose proof (Z.log2_nonneg n) as K. pose proof (Z.log2_spec n ltac:(lia)) as [L U].
  split; [exact K|]. destruct (Z.eq_dec n (2 ^ Z.log2 n)) as [E|E]; [exact E|exfalso].
  assert (S : Z.log2 (n - 1) = Z.log2 n) by (apply Z.log2_unique; lia).
  assert (P : 0 < n - 1) by (pose proof (Z.pow_pos_nonneg 2 (Z.log2 n)); lia).
  pose proof (Z.bit_log2 (n - 1) P) as T. rewrite S in T. pose proof (Z.bit_log2 n ltac:(lia)) as T'.
  pose proof (Z.land_spec n (n - 1) (Z.log2 n)) as F. now rewrite B, Z.testbit_0_l, T, T' in F.
Qed.
Lemma a_power_has_one_bit k : 0 <= k -> Z.land (2 ^ k) (2 ^ k - 1) = 0.
Proof.
  intros K. rewrite Z.sub_1_r, <- Z.ones_equiv. apply Z.bits_inj'. intros i I.
  rewrite Z.land_spec, Z.testbit_0_l, Z.pow2_bits_eqb by lia. destruct (Z.eqb_spec k i); [subst i|easy].
  now rewrite Z.ones_spec_high by lia.
Qed.
Lemma bit_of_power x k : 0 <= k -> (Z.land x (2 ^ k) =? 0) = negb (Z.testbit x k).
Proof.
  intros K. destruct (Z.testbit x k) eqn:T; cbn [negb]; [apply Z.eqb_neq; intros E|apply Z.eqb_eq].
  - pose proof (Z.land_spec x (2 ^ k) k) as F. now rewrite E, Z.testbit_0_l, T, Z.pow2_bits_true in F by lia.
  - apply Z.bits_inj'. intros i I. rewrite Z.land_spec, Z.testbit_0_l, Z.pow2_bits_eqb by lia.
    destruct (Z.eqb_spec k i); [subst i; now rewrite T|apply andb_false_r].
Qed.
Lemma remainder_of_power x k : 0 <= k -> x mod 2 ^ k = 0 <-> forall i, 0 <= i < k -> Z.testbit x i = false.
Proof.
  intros K. split.
  - intros E i I. now rewrite <- (Z.mod_pow2_bits_low x k i), E, Z.testbit_0_l by lia.
  - intros B. apply Z.bits_inj'. intros i I. rewrite Z.testbit_0_l. destruct (Z.lt_ge_cases i k).
    + rewrite Z.mod_pow2_bits_low by lia. now apply B.
    + now apply Z.mod_pow2_bits_high.
Qed.
Lemma remainder_as_bits x k : 0 <= k -> Z.land x (2 ^ k - 1) = x mod 2 ^ k.
Proof. intros K. rewrite Z.sub_1_r, <- Z.ones_equiv. now apply Z.land_ones. Qed.

Lemma lowest_bit x : 1 <= x -> exists k, 0 <= k /\ lowest x = 2 ^ k /\ Z.testbit x k = true /\ x mod 2 ^ k = 0.
Proof.
  revert x. apply (by_measure (fun x => x) (fun x => 1 <= x -> exists k, 0 <= k /\ lowest x = 2 ^ k /\ Z.testbit x k = true /\ x mod 2 ^ k = 0)).
  intros x IH X. unfold lowest in *. pose proof (Z.div_mod x 2 ltac:(lia)) as D. pose proof (Z.mod_pos_bound x 2 ltac:(lia)) as M.
  pose proof (half_of_land x (x - 1)) as H. pose proof (last_of_land x (x - 1)) as L.
  pose proof (Z.div_mod (Z.land x (x - 1)) 2 ltac:(lia)) as D'.
  set (y := x / 2) in *. destruct (Z.eq_dec (x mod 2) 0) as [E|E].
  - assert (Q : (x - 1) / 2 = y - 1 /\ (x - 1) mod 2 = 1) by (apply quotient_and_remainder; lia). destruct Q as [Q R].
    rewrite Q in H. rewrite E, R in L. change ((0 + 1) / 2) with 0 in L.
    destruct (IH y ltac:(lia) ltac:(lia)) as (k & K & B & T & R'). exists (Z.succ k).
    assert (X' : x = 2 * y) by lia. rewrite Z.pow_succ_r by lia.
    assert (T' : Z.testbit x (Z.succ k) = true) by (rewrite X'; now rewrite Z.double_bits_succ).
    assert (R2 : x mod (2 * 2 ^ k) = 0) by (rewrite X'; rewrite Z.mul_mod_distr_l by (try apply Z.pow_nonzero; lia); lia).
    repeat split; [lia|lia|exact T'|exact R2].
  - assert (T : Z.testbit x 0 = true) by (pose proof (Z.bit0_mod x) as T; destruct (Z.testbit x 0); [easy|cbn in T; lia]).
    assert (Q : (x - 1) / 2 = y /\ (x - 1) mod 2 = 0) by (apply quotient_and_remainder; lia). destruct Q as [Q R].
    rewrite Q, Z.land_diag in H. rewrite R in L. replace (x mod 2) with 1 in * by lia. change ((1 + 0) / 2) with 0 in L.
    exists 0. change (2 ^ 0) with 1. rewrite Z.mod_1_r. repeat split; [lia|lia|exact T].
Qed.

(* The lowest bit. *)
Lemma the_lowest_is_a_bit x : 1 <= x -> let bit := lowest x in 1 <= bit /\ Z.land bit (bit - 1) = 0 /\ Z.land x bit <> 0.
Proof.
  intros X. destruct (lowest_bit x X) as (k & K & -> & T & _). cbv zeta. pose proof (Z.pow_pos_nonneg 2 k).
  repeat split; [lia|now apply a_power_has_one_bit|]. apply Z.eqb_neq. now rewrite bit_of_power, T.
Qed.
Lemma one_part_has_the_bit a b bit : 1 <= bit -> Z.land bit (bit - 1) = 0 ->
  (Z.land (Z.lxor a b) bit =? 0) = eqb (Z.land a bit =? 0) (Z.land b bit =? 0).
Proof.
  intros B O. destruct (a_power bit B O) as (k & K & ->). rewrite !bit_of_power, Z.lxor_spec by easy.
  now destruct (Z.testbit a k), (Z.testbit b k).
Qed.
Lemma multiples_have_no_lowest_bit_of_others x n m : 1 <= x -> 1 <= n -> Z.land n (n - 1) = 0 ->
  x mod n <> 0 -> m mod n = 0 -> Z.land m (lowest x) = 0.
Proof.
  intros X N O R M. destruct (a_power n N O) as (j & J & ->). destruct (lowest_bit x X) as (k & K & -> & _ & Z0).
  apply Z.eqb_eq. rewrite bit_of_power by easy. destruct (Z.lt_ge_cases k j) as [L|G].
  - apply negb_true_iff. now apply (remainder_of_power m j).
  - exfalso. apply R. rewrite remainder_of_power in * by easy. intros i I. apply Z0. lia.
Qed.

(* XORs of columns. *)
Lemma of_a_parity x y f : (x + y) mod 2 * f = Z.lxor (x mod 2 * f) (y mod 2 * f).
Proof.
  pose proof (Z.mod_pos_bound x 2 ltac:(lia)). pose proof (Z.mod_pos_bound y 2 ltac:(lia)). rewrite Z.add_mod by lia.
  assert (A : x mod 2 = 0 \/ x mod 2 = 1) by lia. assert (B : y mod 2 = 0 \/ y mod 2 = 1) by lia.
  destruct A as [-> | ->], B as [-> | ->]; cbn -[Z.mul]; rewrite ?Z.mul_0_l, ?Z.mul_1_l, ?Z.lxor_0_l, ?Z.lxor_0_r, ?Z.lxor_nilpotent; easy.
Qed.
Lemma an_xor_of_xors a b c d : Z.lxor (Z.lxor a b) (Z.lxor c d) = Z.lxor (Z.lxor a c) (Z.lxor b d).
Proof. bitwise. Qed.
Lemma columns_are_linear columns : forall i j, xor_of columns (Z.lxor i j) = Z.lxor (xor_of columns i) (xor_of columns j).
Proof.
  induction columns as [|first rest IH]; intros i j; [easy|]. cbn [xor_of].
  now rewrite half_of_lxor, IH, an_xor_of_xors, last_of_lxor, <- Z.add_mod, of_a_parity by lia.
Qed.
Lemma differences_are_xors columns : forall others x,
  xor_of (differences columns others) x = Z.lxor (xor_of columns x) (xor_of others x).
Proof.
  induction columns as [|f rest IH]; intros [|g others] x; cbn [differences xor_of]; rewrite ?Z.lxor_0_l, ?Z.lxor_0_r; [easy..|].
  rewrite IH, an_xor_of_xors. f_equal. pose proof (Z.mod_pos_bound x 2 ltac:(lia)).
  assert (A : x mod 2 = 0 \/ x mod 2 = 1) by lia. now destruct A as [-> | ->]; rewrite ?Z.mul_0_l, ?Z.mul_1_l.
Qed.
Lemma a_multiple_changes_no_remainder value first pivot n : 1 <= n -> Z.land n (n - 1) = 0 -> Z.land pivot (n - 1) = 0 ->
  Z.lxor value (Z.lxor first pivot) mod n = Z.lxor value first mod n.
Proof.
  intros N O M. destruct (a_power n N O) as (k & K & ->). rewrite remainder_as_bits in M by easy.
  rewrite <- !remainder_as_bits by easy. rewrite <- remainder_as_bits in M by easy. apply Z.bits_inj'. intros i I.
  pose proof (Z.land_spec pivot (2 ^ k - 1) i) as P. rewrite M, Z.testbit_0_l in P. rewrite !Z.land_spec, !Z.lxor_spec.
  destruct (Z.testbit value i), (Z.testbit first i), (Z.testbit pivot i), (Z.testbit (2 ^ k - 1) i); easy.
Qed.

Lemma xor_of_halves a b i j : 0 <= a < 2 -> 0 <= b < 2 -> Z.lxor (a + 2 * i) (b + 2 * j) = (a + b) mod 2 + 2 * Z.lxor i j.
Proof.
  intros A B. destruct (quotient_and_remainder (a + 2 * i) 2 i a ltac:(lia) A) as [Q R].
  destruct (quotient_and_remainder (b + 2 * j) 2 j b ltac:(lia) B) as [Q' R'].
  pose proof (half_of_lxor (a + 2 * i) (b + 2 * j)) as H. pose proof (last_of_lxor (a + 2 * i) (b + 2 * j)) as L.
  rewrite Q, Q' in H. rewrite R, R' in L. pose proof (Z.div_mod (Z.lxor (a + 2 * i) (b + 2 * j)) 2). lia.
Qed.

(* Swizzles. The bits i with m <= i < m + b of x ^ e differ from those of x. *)
Lemma bits_of_a_mask b m i : 0 <= b -> 0 <= m -> 0 <= i ->
  Z.testbit ((1 * 2 ^ b - 1) * 2 ^ m) i = (m <=? i) && (i <? m + b).
Proof.
  intros B M I. rewrite Z.mul_1_l, Z.sub_1_r, <- Z.ones_equiv, Z.mul_pow2_bits, Z.testbit_ones by lia.
  destruct (Z.leb_spec m i), (Z.ltb_spec i (m + b)), (Z.leb_spec 0 (i - m)), (Z.ltb_spec (i - m) b); easy || lia.
Qed.
Definition to b m s i : bool := let low := if 0 <=? s then m else m - s in (low <=? i) && (i <? low + b).
Lemma bits_of_a_swizzle x b m s i : 0 <= b -> 0 <= m -> 0 <= i ->
  Z.testbit (apply_swizzle x b m s) i = xorb (Z.testbit x i) (Z.testbit x (i + s) && to b m s i).
Proof.
  intros B M I. unfold apply_swizzle, to. cbv zeta. destruct (Z.leb_spec 0 s); rewrite Z.lxor_spec; f_equal.
  - rewrite Z.div_pow2_bits, Z.land_spec, bits_of_a_mask by lia. f_equal.
    destruct (Z.leb_spec (m + s) (i + s)), (Z.ltb_spec (i + s) (m + s + b)), (Z.leb_spec m i), (Z.ltb_spec i (m + b)); easy || lia.
  - rewrite Z.mul_pow2_bits by lia. replace (i - - s) with (i + s) by lia. destruct (Z.lt_ge_cases (i + s) 0).
    + rewrite !Z.testbit_neg_r by lia. easy.
    + rewrite Z.land_spec, bits_of_a_mask by lia. f_equal.
      destruct (Z.leb_spec m (i + s)), (Z.ltb_spec (i + s) (m + b)), (Z.leb_spec (m - s) i), (Z.ltb_spec i (m - s + b)); easy || lia.
Qed.
Lemma a_swizzle_keeps_the_bits_above x b m s i : 0 <= b -> 0 <= m -> b + m + Z.abs s <= i ->
  Z.testbit (apply_swizzle x b m s) i = Z.testbit x i.
Proof.
  intros B M I. rewrite bits_of_a_swizzle by lia. replace (to b m s i) with false; [now rewrite andb_false_r, xorb_false_r|].
  unfold to. destruct (Z.leb_spec 0 s); symmetry; apply andb_false_iff; right; apply Z.ltb_ge; lia.
Qed.
Lemma a_swizzle_keeps_blocks x b m s : 0 <= b -> 0 <= m ->
  apply_swizzle x b m s / 2 ^ (b + m + Z.abs s) = x / 2 ^ (b + m + Z.abs s).
Proof.
  intros B M. apply Z.bits_inj'. intros i I. rewrite !Z.div_pow2_bits by lia. apply a_swizzle_keeps_the_bits_above; lia.
Qed.
Lemma a_swizzle_of_the_place x b m s : 0 <= b -> 0 <= m ->
  apply_swizzle x b m s mod 2 ^ (b + m + Z.abs s) = apply_swizzle (x mod 2 ^ (b + m + Z.abs s)) b m s.
Proof.
  intros B M. set (n := b + m + Z.abs s). apply Z.bits_inj'. intros i I. destruct (Z.lt_ge_cases i n) as [L|G].
  - rewrite Z.mod_pow2_bits_low by lia. rewrite !bits_of_a_swizzle by lia. rewrite (Z.mod_pow2_bits_low x n i) by lia. f_equal.
    destruct (to b m s i) eqn:T; [|now rewrite !andb_false_r]. f_equal. unfold to in T. destruct (Z.lt_ge_cases (i + s) 0).
    + now rewrite !Z.testbit_neg_r by lia.
    + symmetry. apply Z.mod_pow2_bits_low. destruct (Z.leb_spec 0 s); truths; lia.
  - rewrite Z.mod_pow2_bits_high by lia. rewrite a_swizzle_keeps_the_bits_above by lia. symmetry. apply Z.mod_pow2_bits_high. lia.
Qed.
Lemma a_swizzle_keeps_the_low_bits x b m s : 0 <= b -> 0 <= m ->
  Z.land (apply_swizzle x b m s) (1 * 2 ^ m - 1) = Z.land x (1 * 2 ^ m - 1).
Proof.
  intros B M. rewrite Z.mul_1_l, !remainder_as_bits by easy. apply Z.bits_inj'. intros i I. destruct (Z.lt_ge_cases i m).
  - rewrite !Z.mod_pow2_bits_low, bits_of_a_swizzle by lia. replace (to b m s i) with false; [now rewrite andb_false_r, xorb_false_r|].
    unfold to. destruct (Z.leb_spec 0 s); symmetry; apply andb_false_iff; left; apply Z.leb_gt; lia.
  - now rewrite !Z.mod_pow2_bits_high by lia.
Qed.
Lemma a_swizzle_twice x b m s : 0 <= b -> 0 <= m -> b <= Z.abs s -> apply_swizzle (apply_swizzle x b m s) b m s = x.
Proof.
  intros B M S. apply Z.bits_inj'. intros i I. rewrite bits_of_a_swizzle by lia.
  destruct (to b m s i) eqn:T; [|now rewrite andb_false_r, xorb_false_r, bits_of_a_swizzle, T, andb_false_r, xorb_false_r by lia].
  assert (0 <= i + s) by (unfold to in T; destruct (Z.leb_spec 0 s); truths; lia).
  rewrite !bits_of_a_swizzle by lia. rewrite T. replace (to b m s (i + s)) with false.
  - rewrite !andb_true_r, andb_false_r, xorb_false_r. now destruct (Z.testbit x i), (Z.testbit x (i + s)).
  - symmetry. unfold to in *. destruct (Z.leb_spec 0 s); truths; apply andb_false_iff.
    + right. apply Z.ltb_ge. lia.
    + left. apply Z.leb_gt. lia.
Qed.
Lemma swizzles_are_linear x y b m s : 0 <= b -> 0 <= m ->
  apply_swizzle (Z.lxor x y) b m s = Z.lxor (apply_swizzle x b m s) (apply_swizzle y b m s).
Proof.
  intros B M. apply Z.bits_inj'. intros i I. rewrite Z.lxor_spec, !bits_of_a_swizzle, Z.lxor_spec by lia.
  destruct (to b m s i); [|rewrite !andb_false_r, !xorb_false_r; reflexivity]. rewrite !andb_true_r.
  destruct (Z.lt_ge_cases (i + s) 0).
  - rewrite !(Z.testbit_neg_r _ (i + s)) by easy. now destruct (Z.testbit x i), (Z.testbit y i).
  - rewrite Z.lxor_spec. now destruct (Z.testbit x i), (Z.testbit y i), (Z.testbit x (i + s)), (Z.testbit y (i + s)).
Qed.
Lemma a_swizzle_of_a_natural x b m s : 0 <= x -> 0 <= apply_swizzle x b m s.
Proof.
  intros X.
  unfold apply_swizzle. cbv zeta. destruct (Z.leb_spec 0 s); apply Z.lxor_nonneg; split; intros; try easy.
  - apply Z.div_pos; [apply Z.land_nonneg; now left|now apply Z.pow_pos_nonneg].
  - apply Z.mul_nonneg_nonneg; [apply Z.land_nonneg; now left|apply Z.pow_nonneg; lia].
Qed.
Lemma a_mask_is_less_than_the_factor b s : 0 <= b <= s -> 1 * 2 ^ b - 1 < 1 * 2 ^ s.
Proof. intros. pose proof (Z.pow_le_mono_r 2 b s). lia. Qed.
Lemma a_product_of_powers_has_one_bit s m : 0 <= s -> 0 <= m -> let n := 1 * 2 ^ s * (1 * 2 ^ m) in Z.land n (n - 1) = 0.
Proof. intros S M. cbv zeta. rewrite !Z.mul_1_l, <- Z.pow_add_r by easy. apply a_power_has_one_bit. lia. Qed.
