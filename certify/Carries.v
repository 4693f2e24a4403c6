(* A carry changes the value. The delta of A's modes s_k:d_k over a boundary is d_(k+1) - s_k*d_k. The key
   step: A^(x + y) - A^(x) - A^(y) is the sum of the deltas over which x + y carries, and deltas do not
   cancel. So A^ is linear on the steps of a mode n:w up to their first break, and not beyond it. *)
Require Import Lib Trees Layouts Tiles Distribute P1c D1a.

(* Whether z, which is x + y or x + y + 1, passes the first boundary or a later one by a carry. *)
Fixpoint passes (m : modes) (x y z : Z) : bool := match m with
  | [] => false
  | (s, _) :: r => (x + y <? z) || passes r (x / s) (y / s) (z / s) end.
Definition missing (m : modes) (merged x y z : Z) := extended m z - extended m x - extended m y - (z - x - y) * merged.

Lemma carry_of_two s x y z : 1 <= s -> x + y <= z <= x + y + 1 -> x / s + y / s <= z / s <= x / s + y / s + 1.
Proof. intros S Z. euclid x s a b. euclid y s c d. euclid z s e f. nia. Qed.
Lemma missing_step s d r merged x y z : 1 <= s -> r <> [] ->
  missing ((s, d) :: r) merged x y z = (z - x - y) * (d - merged) + missing r (s * d) (x / s) (y / s) (z / s).
Proof.
  intros S N. unfold missing. rewrite !extended_step by easy. pose proof (Z.div_mod x s). pose proof (Z.div_mod y s).
  pose proof (Z.div_mod z s). nia.
Qed.
Lemma missing_last s d merged x y z : missing [(s, d)] merged x y z = (z - x - y) * (d - merged).
Proof. unfold missing. cbn [extended]. lia. Qed.

Lemma carries_do_not_cancel m : forall merged x y z v, m <> [] -> shapes m -> x + y <= z <= x + y + 1 ->
  reaches m merged v = false -> v + missing m merged x y z <> 0.
Proof.
  induction m as [|[s d] r IH]; intros merged x y z v N W Z R; [easy|]. modes_in W. cbn [reaches] in R. bools.
  assert (E : z - x - y = 0 \/ z - x - y = 1) by lia. destruct r as [|q r].
  - rewrite missing_last. cbn [reaches] in *. bools. destruct E as [-> | ->]; lia.
  - rewrite missing_step by easy. pose proof (carry_of_two s x y z H1 Z) as C.
    destruct E as [E | E]; rewrite E.
    + specialize (IH (s * d) _ _ _ v ltac:(easy) H2 C H). lia.
    + specialize (IH (s * d) _ _ _ _ ltac:(easy) H2 C H0). lia.
Qed.
Lemma a_carry_after_shows m : forall merged x y z, m <> [] -> shapes m -> x + y <= z <= x + y + 1 ->
  cancelling_after m merged = false -> passes m x y z = true -> missing m merged x y z <> 0.
Proof.
  induction m as [|[s d] r IH]; intros merged x y z N W Z C P; [easy|]. modes_in W. cbn [cancelling_after passes] in *.
  apply orb_false_iff in C. destruct C as [C1 C2]. destruct r as [|q r].
  - cbn [reaches passes] in *. rewrite orb_false_r in P. bools. rewrite missing_last. nia.
  - rewrite missing_step by easy. pose proof (carry_of_two s x y z H1 Z) as D. destruct (x + y <? z) eqn:E; bools.
    + replace (z - x - y) with 1 by lia. rewrite Z.mul_1_l. now apply carries_do_not_cancel.
    + replace (z - x - y) with 0 by lia. rewrite Z.mul_0_l, Z.add_0_l. destruct P as [|P]; [easy|]. now apply IH.
Qed.
Theorem a_carry_shows m x y : shapes m -> m <> [] -> cancelling m = false -> passes m x y (x + y) = true ->
  extended m (x + y) <> extended m x + extended m y.
Proof.
  intros W N C P. destruct m as [|[s d] r]; [easy|]. modes_in W. cbn [passes cancelling] in *. rewrite Z.ltb_irrefl in P. cbn [orb] in P.
  assert (R : r <> []) by now destruct r. pose proof (carry_of_two s x y (x + y) H1 ltac:(lia)) as D.
  pose proof (a_carry_after_shows r (s * d) _ _ _ R H2 D C P) as E. pose proof (missing_step s d r 0 x y (x + y) H1 R) as F.
  unfold missing at 1 in F. lia.
Qed.

(* No carry occurs before the first break, and one occurs at the break. *)
Lemma first_break_step s d r n w : r <> [] -> first_break ((s, d) :: r) n w =
  if (n - 1) * (w mod s) <? s then first_break r n (w / s) else first_break r (ceil_div s (w mod s)) (w / s).
Proof. now destruct r. Qed.
Lemma no_carry_step s d r p : r <> [] -> no_carry ((s, d) :: r) p = (largest_residue p s <? s) && no_carry r (quotients p s).
Proof. now destruct r. Qed.
Lemma quotient_of_steps s w k : 1 <= s -> 0 <= k -> k * (w mod s) < s -> (k * w) / s = k * (w / s).
Proof. intros S K L. euclid w s q u. symmetry. apply Z.div_unique with (k * u); nia. Qed.
Lemma least_steps s u c : 1 <= u -> 1 <= s -> c = ceil_div s u -> (c - 1) * u < s <= c * u.
Proof. intros U S ->. rewrite ceil_eq. euclid (s + u - 1) u q r. nia. Qed.
Theorem break_carries m : forall n w, m <> [] -> shapes m -> 1 <= n -> 0 <= w ->
  let t := first_break m n w in 1 <= t <= n /\ no_carry m [(t, w)] = true /\
  (t < n -> passes m ((t - 1) * w) w (t * w) = true) /\ first_break_ok m n w = true.
Proof.
  induction m as [|[s d] r IH]; intros n w N W P Q; [easy|]. modes_in W. destruct r as [|q0 r0].
  { cbn. split; [lia|]. split; [easy|]. split; [lia|easy]. }
  remember (q0 :: r0) as r eqn:E. assert (R : r <> []) by (subst; easy). cbv zeta. rewrite first_break_step by easy.
  assert (O : first_break_ok ((s, d) :: r) n w = (if (n - 1) * (w mod s) <? s then first_break_ok r n (w / s)
    else ceil_div_ok s (w mod s) && first_break_ok r (ceil_div s (w mod s)) (w / s))).
  { subst r. cbn [first_break_ok]. rewrite !nonzero by lia. cbn [andb]. now rewrite andb_true_r. }
  rewrite O. clear O E q0 r0. pose proof (Z.mod_pos_bound w s ltac:(lia)) as U. assert (Q' : 0 <= w / s) by (apply Z.div_pos; lia).
  set (u := w mod s) in *. destruct ((n - 1) * u <? s) eqn:L; bools.
  - destruct (IH n (w / s) R H2 P Q') as (T & C & B & K). set (t := first_break r n (w / s)) in *. clearbody t.
    split; [easy|]. rewrite no_carry_step by easy. cbn [largest_residue quotients]. fold u. split; [|split; [|easy]].
    + rewrite C, andb_true_r. apply Z.ltb_lt. nia.
    + intros T'. cbn [passes]. rewrite !quotient_of_steps by (try lia; fold u; nia). rewrite B by lia. apply orb_true_r.
  - assert (1 <= u) by nia. set (c := ceil_div s u) in *. destruct (least_steps s u c) as [C1 C2]; try easy; try lia.
    assert (1 <= c) by nia. assert (c <= n - 1) by nia.
    destruct (IH c (w / s) R H2 H0 Q') as (T & C & B & K). set (t := first_break r c (w / s)) in *. clearbody t.
    split; [lia|]. rewrite no_carry_step by easy. cbn [largest_residue quotients]. fold u. split; [|split].
    + rewrite C, andb_true_r. apply Z.ltb_lt. nia.
    + intros _. cbn [passes]. rewrite (quotient_of_steps s w (t - 1)) by (try lia; fold u; nia).
      destruct (Z.eq_dec t c) as [->|D].
      * assert (F : (c * w) / s = c * (w / s) + 1).
        { subst u. pose proof (Z.div_mod w s ltac:(lia)). symmetry. apply Z.div_unique with (c * (w mod s) - s); nia. }
        rewrite F. destruct r as [|[s2 d2] r]; [easy|]. cbn [passes]. apply orb_true_iff. right. apply orb_true_iff. left. apply Z.ltb_lt. lia.
      * rewrite quotient_of_steps by (try lia; fold u; nia). rewrite B by lia. apply orb_true_r.
    + rewrite K, ceil_defined by easy. easy.
Qed.

(* A^ is linear on steps of w up to the break, and not at the break. *)
Lemma even_before m n w i : m <> [] -> shapes m -> 1 <= n -> 0 <= w -> 0 <= i < first_break m n w ->
  extended m (i * w) = i * extended m w.
Proof.
  intros N W P Q I. destruct (break_carries m n w N W P Q) as (T & C & _ & _). set (t := first_break m n w) in *. clearbody t.
  pose proof (no_carry_is_linear m [(t, w)] i N W ltac:(repeat constructor; cbn; lia) C) as E. cbn [value image_value] in E.
  rewrite Z.mod_small, !Z.add_0_r in E by easy. rewrite (Z.mul_comm i w), E. destruct (Z.eq_dec t 1).
  - replace i with 0 by lia. lia.
  - rewrite stride_of_big by lia. lia.
Qed.
Lemma uneven_there m n w : m <> [] -> shapes m -> cancelling m = false -> 1 <= n -> 0 <= w -> let t := first_break m n w in
  t < n -> extended m (t * w) <> t * extended m w.
Proof.
  intros N W D P Q t T. destruct (break_carries m n w N W P Q) as (R & _ & B & _). fold t in R, B.
  pose proof (even_before m n w (t - 1) N W P Q ltac:(fold t; lia)) as E.
  pose proof (a_carry_shows m ((t - 1) * w) w W N D) as F. replace ((t - 1) * w + w) with (t * w) in F by lia.
  specialize (F (B T)). lia.
Qed.
Lemma nothing_passes_from_0 m : shapes m -> forall w, passes m 0 w w = false.
Proof.
  induction m as [|[s d] m IH]; intros W w; [easy|]. modes_in W. cbn [passes].
  rewrite Z.add_0_l, Z.ltb_irrefl, Z.div_0_l by lia. now apply IH.
Qed.
Lemma break_of_two m n w : m <> [] -> shapes m -> 1 <= n -> 0 <= w -> first_break m n w < n -> 2 <= first_break m n w.
Proof.
  intros N W P Q T. destruct (break_carries m n w N W P Q) as (R & _ & B & _). specialize (B T).
  destruct (Z.eq_dec (first_break m n w) 1) as [E|]; [|lia]. rewrite E, Z.mul_1_l in B.
  now rewrite nothing_passes_from_0 in B.
Qed.
