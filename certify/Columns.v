(* XORs of columns: clearing a bit, counts of subsets, preimages, and multiples. *)
Require Export Bits.

Notation is_bit b := (1 <= b /\ Z.land b (b - 1) = 0).
Lemma xor_twice a b : Z.lxor (Z.lxor a b) b = a.
Proof. bitwise. Qed.
Lemma xor_equal a b c : Z.lxor a b = c <-> a = Z.lxor c b.
Proof. split; [intros <-|intros ->]; bitwise. Qed.
Lemma equal_by_xor a b : (a =? b) = (Z.lxor a b =? 0).
Proof. apply eq_true_iff_eq. rewrite !Z.eqb_eq. symmetry. apply Z.lxor_eq_0_iff. Qed.
Lemma parity x : x mod 2 = 0 \/ x mod 2 = 1.
Proof. pose proof (Z.mod_pos_bound x 2 ltac:(lia)). lia. Qed.
Lemma xor_of_remainders x y k : 0 <= k -> Z.lxor x y mod 2 ^ k = Z.lxor (x mod 2 ^ k) (y mod 2 ^ k).
Proof.
  intros K. apply Z.bits_inj'. intros i I. destruct (Z.lt_ge_cases i k).
  - now rewrite Z.mod_pow2_bits_low, !Z.lxor_spec, !Z.mod_pow2_bits_low by lia.
  - now rewrite Z.mod_pow2_bits_high, !Z.lxor_spec, !Z.mod_pow2_bits_high by lia.
Qed.
Lemma one_bank_by_xor a b n : is_bit n -> (a mod n =? b mod n) = (Z.lxor a b mod n =? 0).
Proof. intros [N O]. destruct (a_power n N O) as (k & K & ->). now rewrite equal_by_xor, xor_of_remainders. Qed.
Lemma land_of_xor x y m : Z.land (Z.lxor x y) m = Z.lxor (Z.land x m) (Z.land y m).
Proof. apply Z.bits_inj'. intros i I. rewrite Z.land_spec, !Z.lxor_spec, !Z.land_spec. now destruct (Z.testbit x i), (Z.testbit y i), (Z.testbit m i). Qed.

(* Clearing a bit: XOR with the pivot, if the number has the bit. *)
Lemma without_power x p k : 0 <= k -> without x p (2 ^ k) = if Z.testbit x k then Z.lxor x p else x.
Proof. intros K. unfold without. rewrite bit_of_power by easy. now destruct (Z.testbit x k). Qed.
Lemma clearing_zero p b : without 0 p b = 0.
Proof. easy. Qed.
Lemma clearing_is_linear x y p b : is_bit b -> without (Z.lxor x y) p b = Z.lxor (without x p b) (without y p b).
Proof.
  intros (B & O). destruct (a_power b B O) as (k & K & ->). rewrite !without_power, Z.lxor_spec by easy.
  destruct (Z.testbit x k), (Z.testbit y k); cbn [xorb]; bitwise.
Qed.
Lemma the_pivot_has_it p k : 0 <= k -> Z.land p (2 ^ k) <> 0 -> Z.testbit p k = true.
Proof. intros K H. apply Z.eqb_neq in H. rewrite bit_of_power in H by easy. now apply negb_false_iff in H. Qed.
Lemma cleared_words_are_equal w v p b : is_bit b -> Z.land p b <> 0 ->
  without w p b = without v p b <-> w = v \/ w = Z.lxor v p.
Proof.
  intros (B & O) P. destruct (a_power b B O) as (k & K & ->). apply the_pivot_has_it in P; [|easy]. rewrite !without_power by easy.
  assert (X : Z.testbit (Z.lxor v p) k = negb (Z.testbit v k)) by (rewrite Z.lxor_spec, P; apply xorb_true_r).
  destruct (Z.testbit w k) eqn:W, (Z.testbit v k) eqn:V; cbn [negb] in X; rewrite ?xor_equal, ?xor_twice; split; intros H; auto;
    destruct H; subst; try congruence; now rewrite ?xor_twice.
Qed.
Lemma clearing_the_pivot p b : is_bit b -> Z.land p b <> 0 -> without p p b = 0.
Proof. intros B P. rewrite <- (clearing_zero p b). apply cleared_words_are_equal; auto. Qed.
Lemma clearing_lacks x p b : is_bit b -> Z.land p b <> 0 -> Z.land (without x p b) b = 0.
Proof.
  intros (B & O) P. destruct (a_power b B O) as (k & K & ->). apply the_pivot_has_it in P; [|easy]. apply Z.eqb_eq.
  rewrite bit_of_power, without_power by easy. destruct (Z.testbit x k) eqn:X; [|now rewrite X]. now rewrite Z.lxor_spec, X, P.
Qed.
Lemma clearing_what_lacks x p b : Z.land x b = 0 -> without x p b = x.
Proof. intros H. unfold without. now rewrite H. Qed.
Lemma clearing_adds x p b : without x p b = Z.lxor x (has x b * p).
Proof. unfold without, has. destruct (negb _); now rewrite ?Z.mul_1_l, ?Z.mul_0_l, ?Z.lxor_0_r. Qed.
Lemma clearing_is_natural x p b : 0 <= x -> 0 <= p -> 0 <= without x p b.
Proof. intros X P. unfold without. destruct (negb _); [apply Z.lxor_nonneg|]; lia. Qed.
Lemma has_is_a_digit x b : has x b = 0 \/ has x b = 1.
Proof. unfold has. destruct (negb _); auto. Qed.

(* Columns whose bit is cleared. *)
Lemma xor_of_cleared columns p b : is_bit b -> forall y, xor_of (freed columns p b) y = without (xor_of columns y) p b.
Proof.
  intros B. induction columns as [|first rest IH]; intros y; [easy|]. cbn [freed xor_of]. rewrite IH, clearing_is_linear by easy.
  f_equal. destruct (parity y) as [-> | ->]; now rewrite ?Z.mul_0_l, ?Z.mul_1_l.
Qed.
Lemma as_many_cleared columns p b : length (freed columns p b) = length columns.
Proof. induction columns; cbn [freed length]; congruence. Qed.
Lemma cleared_columns_are_natural columns p b : at_least 0 columns = true -> 0 <= p -> at_least 0 (freed columns p b) = true.
Proof.
  intros A P. induction columns as [|first rest IH]; [easy|]. cbn [freed at_least] in *. truths.
  rewrite IH by easy. apply andb_true_iff. split; [|easy]. apply Z.leb_le. now apply clearing_is_natural.
Qed.
Lemma as_many_sums_of_cleared columns p b : number_of_sums (freed columns p b) = number_of_sums columns.
Proof. induction columns; cbn [freed number_of_sums]; congruence. Qed.
Lemma some_sums columns : 1 <= number_of_sums columns.
Proof. induction columns; cbn [number_of_sums]; lia. Qed.
Lemma xor_of_is_natural columns : forall x, at_least 0 columns = true -> 0 <= xor_of columns x.
Proof.
  induction columns as [|first rest IH]; intros x A; [easy|]. cbn [at_least xor_of] in *. truths.
  apply Z.lxor_nonneg. specialize (IH (x / 2) H0). destruct (parity x) as [-> | ->]; lia.
Qed.
(* The first column at a number is 0, or the first column. *)
Lemma first_column_cleared x p b w : is_bit b -> Z.land p b <> 0 -> without (Z.lxor (x mod 2 * p) w) p b = without w p b.
Proof.
  intros B P. rewrite clearing_is_linear by easy. destruct (parity x) as [-> | ->].
  - now rewrite Z.mul_0_l, clearing_zero, Z.lxor_0_l.
  - now rewrite Z.mul_1_l, clearing_the_pivot, Z.lxor_0_l.
Qed.
Lemma the_lowest_bit p : 1 <= p -> is_bit (lowest p) /\ Z.land p (lowest p) <> 0.
Proof. intros P. destruct (the_lowest_is_a_bit p P) as (? & ? & ?). repeat split; easy. Qed.

(* How often subsets of the columns have an XOR that f counts. *)
Fixpoint counted_by (f : Z -> Z) (columns : list Z) (v : Z) : Z :=
  match columns with [] => f v | first :: rest => counted_by f rest v + counted_by f rest (Z.lxor v first) end.
Lemma clearing_joins f p b columns : is_bit b -> (forall v, f (without v p b) = f v + f (Z.lxor v p)) ->
  forall v, counted_by f (freed columns p b) (without v p b) = counted_by f columns v + counted_by f columns (Z.lxor v p).
Proof.
  intros B F. induction columns as [|first rest IH]; intros v; cbn [freed counted_by]; [apply F|].
  rewrite <- clearing_is_linear, !IH by easy. replace (Z.lxor (Z.lxor v first) p) with (Z.lxor (Z.lxor v p) first) by bitwise. lia.
Qed.
Lemma counts_agree f columns : forall v w, (forall y, f (Z.lxor v y) = f (Z.lxor w y)) -> counted_by f columns v = counted_by f columns w.
Proof.
  induction columns as [|first rest IH]; intros v w F; cbn [counted_by].
  - pose proof (F 0) as F0. now rewrite !Z.lxor_0_r in F0.
  - f_equal; apply IH; [easy|]. intros y. now rewrite !Z.lxor_assoc.
Qed.
Lemma clearing_keeps f p b columns : (forall v, f (Z.lxor v p) = f v) ->
  forall v, counted_by f (freed columns p b) v = counted_by f columns v.
Proof.
  intros F. induction columns as [|first rest IH]; intros v; cbn [freed counted_by]; [easy|]. rewrite !IH. f_equal.
  unfold without. destruct (negb _); [|easy]. apply counts_agree. intros y. rewrite <- (F (Z.lxor (Z.lxor v first) y)). f_equal. bitwise.
Qed.
Lemma at_either f p columns x w : counted_by f (p :: columns) (Z.lxor (x mod 2 * p) w) = counted_by f columns w + counted_by f columns (Z.lxor w p).
Proof.
  cbn [counted_by]. destruct (parity x) as [-> | ->]; rewrite ?Z.mul_0_l, ?Z.mul_1_l, ?Z.lxor_0_l; [easy|].
  replace (Z.lxor (Z.lxor p w) p) with w by bitwise. rewrite (Z.lxor_comm p w). lia.
Qed.

(* Elimination: the functions that take one column after another as the pivot. *)
Lemma by_elimination (P : list Z -> Prop) : P [] -> (forall rest, P rest -> P (0 :: rest)) ->
  (forall p rest, 1 <= p -> at_least 0 rest = true -> P (freed rest p (lowest p)) -> P (p :: rest)) ->
  forall columns, at_least 0 columns = true -> P columns.
Proof.
  intros N Z0 S. enough (G : forall n columns, length columns = n -> at_least 0 columns = true -> P columns) by (intros; now apply (G (length columns))).
  induction n as [|n IH]; intros [|p rest] L A; try discriminate L; [exact N|]. injection L as L. cbn [at_least] in A. truths.
  destruct (Z.eq_dec p 0) as [-> | E]; [apply Z0; now apply IH|].
  apply S; [lia|easy|]. apply IH; [now rewrite as_many_cleared|apply cleared_columns_are_natural; [easy|lia]].
Qed.
Ltac eliminated := match goal with |- forall columns, at_least 0 columns = true -> @?P columns => apply (by_elimination P) end.
Ltac one_step f := intros P; unfold f; cbn [length]; cbn; rewrite as_many_cleared;
  match goal with p : Z |- _ => destruct (Z.eqb_spec p 0); [lia|reflexivity] end.
Lemma kernel_of_zero rest : kernel_of (0 :: rest) = 1 :: lifted (kernel_of rest) rest 1.
Proof. easy. Qed.
Lemma kernel_of_pivot p rest : 1 <= p -> kernel_of (p :: rest) = lifted (kernel_of (freed rest p (lowest p))) rest (lowest p).
Proof. one_step kernel_of. Qed.
Lemma kernel_of_ok_pivot p rest : 1 <= p -> kernel_of_ok (p :: rest) = kernel_of_ok (freed rest p (lowest p)).
Proof. one_step kernel_of_ok. Qed.
Lemma preimage_zero rest v : preimage (0 :: rest) v = 2 * preimage rest v.
Proof. easy. Qed.
Lemma preimage_pivot p rest v : 1 <= p -> preimage (p :: rest) v =
  let x := preimage (freed rest p (lowest p)) (without v p (lowest p)) in if xor_of rest x =? v then 2 * x else 1 + 2 * x.
Proof. one_step preimage. Qed.
Lemma preimage_ok_pivot p rest v : 1 <= p -> preimage_ok (p :: rest) v = preimage_ok (freed rest p (lowest p)) (without v p (lowest p)).
Proof. one_step preimage_ok. Qed.
Lemma multiples_pivot p rest n : 1 <= p -> multiples (p :: rest) n =
  let found := multiples (freed rest p (lowest p)) n in if negb (Z.land p (n - 1) =? 0) then found else p :: found.
Proof. one_step multiples. Qed.
Lemma multiples_ok_pivot p rest n : 1 <= p -> multiples_ok (p :: rest) n = multiples_ok (freed rest p (lowest p)) n.
Proof. one_step multiples_ok. Qed.
Lemma taker_pivot p rest n y : 1 <= p -> taker (p :: rest) n y = let others := freed rest p (lowest p) in
  if negb (Z.land p (n - 1) =? 0) then let x := taker others n y in has (xor_of rest x) (lowest p) + 2 * x
  else let x := taker others n (y / 2) in (y + has (xor_of rest x) (lowest p)) mod 2 + 2 * x.
Proof. one_step taker. Qed.
Lemma taker_ok_pivot p rest n y : 1 <= p -> taker_ok (p :: rest) n y = let others := freed rest p (lowest p) in
  if negb (Z.land p (n - 1) =? 0) then taker_ok others n y else taker_ok others n (y / 2).
Proof. one_step taker_ok. Qed.
Lemma place_of_pivot p rest n x : 1 <= p -> place_of (p :: rest) n x =
  let y := place_of (freed rest p (lowest p)) n (x / 2) in
  if Z.land p (n - 1) =? 0 then (x + has (xor_of rest (x / 2)) (lowest p)) mod 2 + 2 * y else y.
Proof. one_step place_of. Qed.
Lemma place_of_ok_pivot p rest n x : 1 <= p -> place_of_ok (p :: rest) n x = place_of_ok (freed rest p (lowest p)) n (x / 2).
Proof. one_step place_of_ok. Qed.

Lemma digit_in_front d q : d = 0 \/ d = 1 -> (d + 2 * q) mod 2 = d /\ (d + 2 * q) / 2 = q.
Proof. intros D. destruct (quotient_and_remainder (d + 2 * q) 2 q d); lia. Qed.
Lemma xor_of_a_digit p rest d q : d = 0 \/ d = 1 -> xor_of (p :: rest) (d + 2 * q) = Z.lxor (d * p) (xor_of rest q).
Proof. intros D. cbn [xor_of]. now destruct (digit_in_front d q D) as [-> ->]. Qed.
Lemma xor_of_zero_first rest x : xor_of (0 :: rest) x = xor_of rest (x / 2).
Proof. cbn [xor_of]. now rewrite Z.mul_0_r, Z.lxor_0_l. Qed.
Lemma xor_of_none columns : xor_of columns 0 = 0.
Proof. induction columns as [|first rest IH]; [easy|]. cbn [xor_of]. change (0 mod 2) with 0. change (0 / 2) with 0. now rewrite IH. Qed.
Lemma xor_of_lifted numbers rest b : is_bit b -> forall y,
  xor_of (lifted numbers rest b) y = has (xor_of rest (xor_of numbers y)) b + 2 * xor_of numbers y.
Proof.
  intros [B O]. destruct (a_power b B O) as (k & K & ->).
  induction numbers as [|x numbers IH]; intros y; cbn [lifted xor_of].
  - rewrite xor_of_none. unfold has. now rewrite Z.land_0_l.
  - rewrite IH. destruct (parity y) as [-> | ->]; rewrite ?Z.mul_0_l, ?Z.mul_1_l, ?Z.lxor_0_l; [easy|].
    rewrite columns_are_linear, xor_of_halves by (unfold has; destruct (negb _); lia). f_equal.
    unfold has. rewrite !bit_of_power, Z.lxor_spec by easy. now destruct (Z.testbit _ k), (Z.testbit _ k).
Qed.
Lemma lifted_as_many numbers rest b : number_of_sums (lifted numbers rest b) = number_of_sums numbers.
Proof. induction numbers; cbn [lifted number_of_sums]; congruence. Qed.
Lemma lifted_are_natural numbers rest b : at_least 0 numbers = true -> at_least 0 (lifted numbers rest b) = true.
Proof.
  intros A. induction numbers as [|x numbers IH]; [easy|]. cbn [lifted at_least] in *. truths. rewrite IH by easy.
  apply andb_true_iff. split; [|easy]. apply Z.leb_le. destruct (has_is_a_digit (xor_of rest x) b); lia.
Qed.
Lemma the_kernel_is_natural columns : at_least 0 columns = true -> kernel_of_ok columns = true /\ at_least 0 (kernel_of columns) = true.
Proof.
  revert columns. eliminated; [easy|intros rest [O A]|intros p rest P A [O N]].
  - split; [exact O|]. rewrite kernel_of_zero. cbn [at_least]. now rewrite lifted_are_natural.
  - rewrite kernel_of_ok_pivot, kernel_of_pivot by easy. split; [easy|]. now apply lifted_are_natural.
Qed.

(* Preimages. *)
Lemma a_preimage_is_below columns : at_least 0 columns = true -> forall v,
  preimage_ok columns v = true /\ 0 <= preimage columns v < number_of_sums columns.
Proof.
  revert columns. eliminated; [intros; cbn; lia|intros rest IH v|intros p rest P A IH v].
  - destruct (IH v) as (O & N). rewrite preimage_zero. cbn [number_of_sums]. split; [exact O|lia].
  - rewrite preimage_ok_pivot, preimage_pivot by easy. cbv zeta. destruct (IH (without v p (lowest p))) as (O & N). split; [exact O|].
    rewrite as_many_sums_of_cleared in N. cbn [number_of_sums]. destruct (_ =? v); lia.
Qed.
Lemma a_value_that_is_taken columns : at_least 0 columns = true -> forall x, xor_of columns (preimage columns (xor_of columns x)) = xor_of columns x.
Proof.
  revert columns. eliminated; [easy|intros rest IH x|intros p rest P A IH x].
  - rewrite !xor_of_zero_first, preimage_zero. replace (2 * _) with (0 + 2 * preimage rest (xor_of rest (x / 2))) by lia.
    rewrite (proj2 (digit_in_front 0 _ (or_introl eq_refl))). apply IH.
  - rewrite preimage_pivot by easy. cbv zeta. destruct (the_lowest_bit p P) as [B L]. set (v := xor_of (p :: rest) x).
    assert (V : without v p (lowest p) = xor_of (freed rest p (lowest p)) (x / 2)) by
      (rewrite xor_of_cleared by easy; now apply first_column_cleared).
    rewrite V. set (y := preimage _ _). specialize (IH (x / 2)). fold y in IH. rewrite <- V, xor_of_cleared in IH by easy.
    apply cleared_words_are_equal in IH; [|easy..]. destruct (Z.eqb_spec (xor_of rest y) v) as [E|E].
    + replace (2 * y) with (0 + 2 * y) by lia. rewrite xor_of_a_digit by auto. now rewrite Z.mul_0_l, Z.lxor_0_l.
    + rewrite xor_of_a_digit by auto. destruct IH as [C | ->]; [easy|]. rewrite Z.mul_1_l. bitwise.
Qed.

(* How many numbers take a value. *)
Lemma takers_none columns v : takers columns v 0 = 0.
Proof. easy. Qed.
Lemma takers_one_more columns v n : 0 <= n -> takers columns v (n + 1) = takers columns v n + (if xor_of columns n =? v then 1 else 0).
Proof.
  intros N. unfold takers at 1. cbn [takers_f]. destruct (Z.leb_spec (n + 1) 0); [lia|]. replace (n + 1 - 1) with n by lia.
  replace (Z.to_nat (n + 1)) with (S (Z.to_nat n)) by lia. reflexivity.
Qed.
Lemma takers_of_halves first rest v n : 0 <= n -> takers (first :: rest) v (2 * n) = takers rest v n + takers rest (Z.lxor v first) n.
Proof.
  intros N. rewrite <- (Z2Nat.id n) by easy. induction (Z.to_nat n) as [|k IH]; [easy|]. rewrite Nat2Z.inj_succ, <- Z.add_1_r.
  set (m := Z.of_nat k) in *. assert (M : 0 <= m) by lia. replace (2 * (m + 1)) with (2 * m + 1 + 1) by lia.
  rewrite !takers_one_more, IH by lia. replace (2 * m) with (0 + 2 * m) at 1 by lia. replace (2 * m + 1) with (1 + 2 * m) by lia.
  rewrite !xor_of_a_digit by auto. rewrite Z.mul_0_l, Z.mul_1_l, Z.lxor_0_l.
  replace (Z.lxor first (xor_of rest m) =? v) with (xor_of rest m =? Z.lxor v first); [lia|].
  apply eq_true_iff_eq. rewrite !Z.eqb_eq, (Z.lxor_comm first). symmetry. apply xor_equal.
Qed.

(* Counts of subsets, by elimination. *)
Definition is_zero (v : Z) : Z := if v =? 0 then 1 else 0.
Definition is_in_bank_0 (n v : Z) : Z := if v mod n =? 0 then 1 else 0.
Lemma of_two (a b c : bool) : (a = true <-> b = true \/ c = true) -> ~ (b = true /\ c = true) ->
  (if a then 1 else 0) = (if b then 1 else 0) + (if c then 1 else 0).
Proof. destruct a, b, c; cbn; intuition (congruence || lia). Qed.
Lemma zero_of_two p b v : is_bit b -> Z.land p b <> 0 -> is_zero (without v p b) = is_zero v + is_zero (Z.lxor v p).
Proof.
  intros B P. unfold is_zero. assert (N : p <> 0) by (intros ->; now apply P). apply of_two; rewrite !Z.eqb_eq.
  - rewrite <- (clearing_zero p b) at 1. rewrite cleared_words_are_equal, Z.lxor_0_l, xor_equal, Z.lxor_0_l by easy. easy.
  - rewrite xor_equal, Z.lxor_0_l. intros [-> E]. now apply N.
Qed.
Lemma as_many_subsets_with_a_value columns : at_least 0 columns = true -> forall x,
  counted_by is_zero columns (xor_of columns x) = number_of_sums (kernel_of columns).
Proof.
  revert columns. eliminated; [easy|intros rest IH x|intros p rest P A IH x].
  - rewrite xor_of_zero_first, kernel_of_zero. cbn [counted_by number_of_sums]. rewrite lifted_as_many, Z.lxor_0_r, IH. lia.
  - destruct (the_lowest_bit p P) as [B L]. rewrite kernel_of_pivot, lifted_as_many by easy. cbn [xor_of]. rewrite at_either.
    rewrite <- clearing_joins with (b := lowest p), <- xor_of_cleared by (try easy; intros; now apply zero_of_two). apply IH.
Qed.
Lemma bank_of_a_multiple n p v y : 1 <= n -> Z.land n (n - 1) = 0 -> Z.land p (n - 1) = 0 ->
  is_in_bank_0 n (Z.lxor (Z.lxor v p) y) = is_in_bank_0 n (Z.lxor v y).
Proof.
  intros N O P. unfold is_in_bank_0. replace (Z.lxor (Z.lxor v p) y) with (Z.lxor v (Z.lxor y p)) by bitwise.
  now rewrite a_multiple_changes_no_remainder.
Qed.
Lemma in_bank_0_with_one_of_two n p v : 1 <= n -> Z.land n (n - 1) = 0 -> 1 <= p -> Z.land p (n - 1) <> 0 ->
  ~ (v mod n = 0 /\ Z.lxor v p mod n = 0) /\ (without v p (lowest p) mod n = 0 <-> v mod n = 0 \/ Z.lxor v p mod n = 0).
Proof.
  intros N O P M. destruct (the_lowest_bit p P) as [B L]. assert (R : p mod n <> 0) by
    (destruct (a_power n N O) as (k & K & ->); now rewrite <- remainder_as_bits).
  assert (K : forall m, m mod n = 0 -> Z.land m (lowest p) = 0) by (intros; now apply (multiples_have_no_lowest_bit_of_others p n)).
  split.
  - intros [V X]. destruct (a_power n N O) as (k & K' & ->). rewrite xor_of_remainders, V, Z.lxor_0_l in X by easy. easy.
  - split.
    + unfold without. destruct (negb _); auto.
    + intros [V|V]; [now rewrite clearing_what_lacks by (now apply K)|].
      rewrite <- (first_column_cleared 1 p (lowest p) v) by easy. change (1 mod 2) with 1. rewrite Z.mul_1_l, Z.lxor_comm.
      now rewrite clearing_what_lacks by (now apply K).
Qed.
Lemma bank_of_two n p v : 1 <= n -> Z.land n (n - 1) = 0 -> 1 <= p -> Z.land p (n - 1) <> 0 ->
  is_in_bank_0 n (without v p (lowest p)) = is_in_bank_0 n v + is_in_bank_0 n (Z.lxor v p).
Proof.
  intros N O P M. destruct (in_bank_0_with_one_of_two n p v N O P M) as [D E]. unfold is_in_bank_0. apply of_two; rewrite !Z.eqb_eq; easy.
Qed.
Lemma as_many_subsets_in_a_bank columns n : 1 <= n -> Z.land n (n - 1) = 0 -> at_least 0 columns = true -> forall x,
  counted_by (is_in_bank_0 n) columns (xor_of columns x) = number_of_sums (kernel_of columns) * number_of_sums (multiples columns n).
Proof.
  intros N O. revert columns. eliminated; [intros x; change (is_in_bank_0 n 0 = 1); unfold is_in_bank_0; now rewrite Z.mod_0_l by lia|intros rest IH x|intros p rest P A IH x].
  - rewrite xor_of_zero_first, kernel_of_zero. change (multiples (0 :: rest) n) with (multiples rest n).
    cbn [counted_by number_of_sums]. rewrite lifted_as_many, Z.lxor_0_r, IH. lia.
  - destruct (the_lowest_bit p P) as [B L]. rewrite kernel_of_pivot, lifted_as_many, multiples_pivot by easy. cbv zeta.
    cbn [xor_of]. rewrite at_either. set (w := xor_of rest (x / 2)). specialize (IH (x / 2)). rewrite xor_of_cleared in IH by easy. fold w in IH.
    destruct (Z.eqb_spec (Z.land p (n - 1)) 0) as [M|M]; cbn [negb number_of_sums].
    + rewrite clearing_keeps in IH by (intros v; pose proof (bank_of_a_multiple n p v 0 N O M) as H; now rewrite !Z.lxor_0_r in H).
      assert (A1 : counted_by (is_in_bank_0 n) rest (Z.lxor w p) = counted_by (is_in_bank_0 n) rest w) by
        (apply counts_agree; intros y; now apply bank_of_a_multiple).
      assert (A2 : counted_by (is_in_bank_0 n) rest (without w p (lowest p)) = counted_by (is_in_bank_0 n) rest w) by
        (unfold without; destruct (negb _); easy). lia.
    + rewrite <- clearing_joins with (b := lowest p) by (try easy; intros; now apply bank_of_two). exact IH.
Qed.

(* Multiples of a power of two. *)
Lemma xor_of_lacking b columns : Forall (fun c => Z.land c b = 0) columns -> forall x, Z.land (xor_of columns x) b = 0.
Proof.
  induction 1 as [|c rest C F IH]; intros x; [easy|]. cbn [xor_of]. rewrite land_of_xor, IH, Z.lxor_0_r.
  destruct (parity x) as [-> | ->]; now rewrite ?Z.mul_0_l, ?Z.mul_1_l.
Qed.
Lemma cleared_columns_lack_it p b columns : is_bit b -> Z.land p b <> 0 -> Forall (fun c => Z.land c b = 0) (freed columns p b).
Proof. intros B P. induction columns; cbn [freed]; constructor; [now apply clearing_lacks|easy]. Qed.
Lemma clearing_by_lacking c p b m : Z.land c m = 0 -> Z.land p m = 0 -> Z.land (without c p b) m = 0.
Proof. intros C P. unfold without. destruct (negb _); [|easy]. now rewrite land_of_xor, C, P. Qed.
Lemma multiples_lack b n columns : at_least 0 columns = true -> Forall (fun c => Z.land c b = 0) columns -> Forall (fun c => Z.land c b = 0) (multiples columns n).
Proof.
  revert columns. eliminated; [easy|intros rest IH F; inversion F; now apply IH|intros p rest P A IH F]. rewrite multiples_pivot by easy. cbv zeta.
  inversion F as [|? ? P0 F0]; subst. assert (G : Forall (fun c => Z.land c b = 0) (freed rest p (lowest p))) by
    (clear - P0 F0; induction F0; cbn [freed]; constructor; [now apply clearing_by_lacking|easy]).
  destruct (negb _); [now apply IH|constructor; [easy|now apply IH]].
Qed.
Lemma multiples_returns columns n : at_least 0 columns = true -> multiples_ok columns n = true /\ at_least 0 (multiples columns n) = true.
Proof.
  revert columns. eliminated; [easy|easy|intros p rest P A [O N]]. rewrite multiples_ok_pivot, multiples_pivot by easy. cbv zeta.
  split; [easy|]. destruct (negb _); [easy|]. cbn [at_least]. rewrite N. apply andb_true_iff. split; [apply Z.leb_le; lia|easy].
Qed.
Lemma multiples_are_independent columns n : at_least 0 columns = true -> forall y, 0 <= y ->
  let word := xor_of (multiples columns n) y in Z.land word (n - 1) = 0 /\
  (y < number_of_sums (multiples columns n) -> (word =? 0) = (y =? 0)).
Proof.
  cbv zeta. revert columns. eliminated; [cbn; intros y Y; split; [easy|intros L; replace y with 0 by lia; easy]|easy|intros p rest P A IH y Y].
  destruct (the_lowest_bit p P) as [B L]. rewrite multiples_pivot by easy. cbv zeta.
  destruct (Z.eqb_spec (Z.land p (n - 1)) 0) as [M|M]; cbn [negb]; [|now apply IH].
  set (found := multiples (freed rest p (lowest p)) n) in *. cbn [number_of_sums xor_of]. destruct (IH (y / 2) ltac:(apply Z.div_pos; lia)) as [F I].
  split.
  - rewrite land_of_xor, F, Z.lxor_0_r. destruct (parity y) as [-> | ->]; now rewrite ?Z.mul_0_l, ?Z.mul_1_l.
  - intros U. pose proof (Z.div_mod y 2 ltac:(lia)). specialize (I ltac:(destruct (parity y); lia)).
    destruct (parity y) as [E|E]; rewrite E in *.
    + rewrite Z.mul_0_l, Z.lxor_0_l, I. apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia.
    + rewrite Z.mul_1_l. transitivity false; [apply Z.eqb_neq|symmetry; apply Z.eqb_neq; lia]. intros X. apply L.
      assert (W : Z.land (xor_of found (y / 2)) (lowest p) = 0).
      { apply xor_of_lacking, multiples_lack; [apply cleared_columns_are_natural; [easy|lia]|now apply cleared_columns_lack_it]. }
      apply xor_equal in X. rewrite Z.lxor_0_l in X. now rewrite <- X in W.
Qed.
Lemma taker_takes columns n : at_least 0 columns = true -> forall y, 0 <= y -> taker_ok columns n y = true /\
  0 <= taker columns n y < number_of_sums columns /\ xor_of columns (taker columns n y) = xor_of (multiples columns n) y.
Proof.
  revert columns. eliminated; [cbn; intros; repeat split; lia|intros rest IH y Y|intros p rest P A IH y Y].
  - destruct (IH y Y) as (O & N & E). change (taker (0 :: rest) n y) with (2 * taker rest n y). change (multiples (0 :: rest) n) with (multiples rest n).
    cbn [number_of_sums]. repeat split; [exact O|lia|lia|]. rewrite xor_of_zero_first. now rewrite (Z.mul_comm 2), Z.div_mul by lia.
  - destruct (the_lowest_bit p P) as [B L]. rewrite taker_pivot, taker_ok_pivot, multiples_pivot by easy. cbv zeta. cbn [number_of_sums].
    destruct (Z.eqb_spec (Z.land p (n - 1)) 0) as [M|M]; cbn [negb].
    + destruct (IH (y / 2) ltac:(apply Z.div_pos; lia)) as (O & N & E). set (x := taker _ n (y / 2)) in *. rewrite as_many_sums_of_cleared in N.
      set (h := has (xor_of rest x) (lowest p)). repeat split; [exact O|destruct (parity (y + h)); lia..|].
      rewrite xor_of_a_digit by apply parity. cbn [xor_of]. rewrite <- E, xor_of_cleared, clearing_adds, of_a_parity by easy. fold h.
      replace (h mod 2) with h by (unfold h; destruct (has_is_a_digit (xor_of rest x) (lowest p)) as [-> | ->]; easy). bitwise.
    + destruct (IH y Y) as (O & N & E). set (x := taker _ n y) in *. rewrite as_many_sums_of_cleared in N.
      pose proof (has_is_a_digit (xor_of rest x) (lowest p)) as H. repeat split; [exact O|lia..|].
      rewrite xor_of_a_digit, <- E, xor_of_cleared, clearing_adds by easy. apply Z.lxor_comm.
Qed.
Lemma a_multiple_is_at columns n : 1 <= n -> Z.land n (n - 1) = 0 -> at_least 0 columns = true -> forall x, Z.land (xor_of columns x) (n - 1) = 0 ->
  place_of_ok columns n x = true /\ 0 <= place_of columns n x < number_of_sums (multiples columns n) /\
  xor_of (multiples columns n) (place_of columns n x) = xor_of columns x.
Proof.
  intros N O. revert columns. eliminated; [intros; cbn; repeat split; lia|intros rest IH x M|intros p rest P A IH x M].
  - rewrite xor_of_zero_first in *. change (multiples (0 :: rest) n) with (multiples rest n). now apply IH.
  - destruct (the_lowest_bit p P) as [B L]. rewrite place_of_pivot, place_of_ok_pivot, multiples_pivot by easy. cbv zeta. cbn [xor_of] in *.
    set (w := xor_of rest (x / 2)) in *. specialize (IH (x / 2)). rewrite xor_of_cleared in IH by easy. fold w in IH.
    set (y := place_of _ n (x / 2)) in *. set (found := multiples (freed _ _ _) n) in *.
    destruct (Z.eqb_spec (Z.land p (n - 1)) 0) as [D|D]; cbn [negb].
    + assert (W : Z.land w (n - 1) = 0) by (rewrite land_of_xor in M; destruct (parity x) as [E|E]; rewrite E in M;
        rewrite ?Z.mul_0_l, ?Z.mul_1_l, ?D in M; now rewrite Z.lxor_0_l in M).
      destruct (IH ltac:(now apply clearing_by_lacking)) as (K & Y & E). set (h := has w (lowest p)). cbn [number_of_sums].
      repeat split; [exact K|destruct (parity (x + h)); lia..|].
      rewrite xor_of_a_digit, E, clearing_adds, of_a_parity by apply parity. fold h.
      replace (h mod 2) with h by (unfold h; destruct (has_is_a_digit w (lowest p)) as [-> | ->]; easy). bitwise.
    + set (v := Z.lxor (x mod 2 * p) w) in *. assert (V : without w p (lowest p) = v).
      { rewrite <- (first_column_cleared x p (lowest p) w) by easy. fold v. apply clearing_what_lacks.
        destruct (a_power n N O) as (k & K & ->). rewrite remainder_as_bits in M, D by easy.
        now apply (multiples_have_no_lowest_bit_of_others p (2 ^ k)). }
      rewrite V in IH. now apply IH.
Qed.
