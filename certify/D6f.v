(* D6f: modes that do not fit the shape of A carry, and for some strides of A this changes the result.
   The key step: with strides that count the carries, the value of a sum is at least the sum of the
   values, and greater by one for a carry. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute P1c.

Notation count m d x := (extended (counting m d) x).

Lemma counting_shapes m : shapes m -> forall d, shapes (counting m d).
Proof. induction m as [|[s e] m IH]; intros W d; [constructor|]. modes_in W. cbn [counting]. constructor; [easy|auto]. Qed.
Lemma counting_nonempty m d : m <> [] -> counting m d <> [].
Proof. now destruct m as [|[s e] m]. Qed.
Lemma count_step s e r d x : r <> [] -> count ((s, e) :: r) d x = d * (x mod s) + count r (s * d + 1) (x / s).
Proof. intros N. cbn [counting]. apply extended_step. now apply counting_nonempty. Qed.
Lemma count_zero m : m <> [] -> shapes m -> forall d, count m d 0 = 0.
Proof.
  induction m as [|[s e] m IH]; intros N W d; [easy|]. modes_in W. destruct m as [|p m]; [cbn; lia|].
  rewrite count_step, Z.mod_0_l, Z.div_0_l, IH by (easy || lia). lia.
Qed.
Lemma count_one m : m <> [] -> shapes m -> forall d, 0 <= d -> d <= count m d 1.
Proof.
  induction m as [|[s e] m IH]; intros N W d D; [easy|]. modes_in W. destruct m as [|p m]; [cbn; lia|]. rewrite count_step by easy.
  destruct (Z.eq_dec s 1) as [->|S].
  - rewrite Z.mod_1_r, Z.div_1_r. specialize (IH ltac:(easy) H2 (1 * d + 1) ltac:(lia)). lia.
  - rewrite Z.mod_small, Z.div_small, count_zero by (easy || lia). lia.
Qed.
Lemma count_sum m : m <> [] -> shapes m -> forall d y z, 0 <= d -> 0 <= y -> 0 <= z -> count m d y + count m d z <= count m d (y + z).
Proof.
  induction m as [|[s e] m IH]; intros N W d y z D Y Z0; [easy|]. modes_in W. destruct m as [|p m]; [cbn; lia|]. rewrite !count_step by easy.
  specialize (IH ltac:(easy) H2 (s * d + 1)). pose proof (count_one (p :: m) ltac:(easy) H2 (s * d + 1) ltac:(nia)) as O.
  euclid y s q u. euclid z s t v. assert (0 <= q /\ 0 <= t) as [] by (split; nia). destruct (Z_lt_le_dec (u + v) s).
  - digits (y + z) s (q + t) (u + v). specialize (IH q t). lia.
  - digits (y + z) s (q + t + 1) (u + v - s). pose proof (IH q t). pose proof (IH (q + t) 1). nia.
Qed.

Lemma misfit m : m <> [] -> shapes m -> forall x w d, 2 <= x -> 1 <= w -> 0 <= d -> fits m x w = false -> carry_ok m x w = true /\
  let '(v, c) := carry m x w in (0 <= v < w) /\ (0 <= c < x) /\ count m d v + count m d (w * c) < count m d (v + w * c).
Proof.
  induction m as [|[s e] m IH]; intros N W x w d X W1 D F; [easy|]. modes_in W. destruct m as [|p m]; [easy|].
  remember (p :: m) as r eqn:R. assert (NR : r <> []) by now subst.
  assert (FS : fits ((s, e) :: r) x w = if w mod s =? 0 then fits r x (w / s) else (s mod w =? 0) || (x * w <=? s)) by now rewrite R.
  assert (CS : carry ((s, e) :: r) x w = if w mod s =? 0 then (let '(v, c) := carry r x (w / s) in (s * v, c)) else if w <? s then (s mod w, s / w) else (s - w mod s, 1)) by now rewrite R.
  assert (OS : carry_ok ((s, e) :: r) x w = negb (s =? 0) && (if w mod s =? 0 then negb (s =? 0) && carry_ok r x (w / s) else if w <? s then negb (w =? 0) && negb (w =? 0) else negb (s =? 0))) by now rewrite R.
  rewrite FS in F. rewrite CS, OS, !(nonzero s) by lia. clear FS CS OS. pose proof (count_zero r NR H2 (s * d + 1)) as C0.
  pose proof (count_one r NR H2 (s * d + 1) ltac:(nia)) as C1. euclid w s q u. destruct (u =? 0) eqn:U; bools.
  - assert (E : w = s * q) by lia. assert (1 <= q) by nia. specialize (IH NR H2 x q (s * d + 1) X ltac:(lia) ltac:(nia) F).
    destruct IH as [O K]. rewrite O. split; [easy|]. destruct (carry r x q) as [v c]. destruct K as (K1 & K2 & K3). split; [nia|]. split; [easy|].
    rewrite !count_step by easy. digits (s * v) s v 0. digits (w * c) s (q * c) 0. digits (s * v + w * c) s (v + q * c) 0. lia.
  - destruct (w <? s) eqn:L; bools.
    + rewrite (nonzero w) by lia. split; [easy|]. euclid s w c v. assert (0 < v) by lia. assert (0 <= c) by nia. split; [lia|]. split; [nia|].
      rewrite !count_step by easy. assert (0 <= w * c) by nia. digits v s 0 v. digits (w * c) s 0 (w * c). digits (v + w * c) s 1 0. nia.
    + split; [easy|]. split; [lia|]. split; [lia|]. rewrite Z.mul_1_r, !count_step by easy. digits (s - u) s 0 (s - u). digits w s q u.
      digits (s - u + w) s (q + 1) 0. pose proof (count_sum r NR H2 (s * d + 1) q 1 ltac:(nia) ltac:(nia) ltac:(lia)). nia.
Qed.
Lemma fits_defined m : m <> [] -> shapes m -> forall x w, 1 <= w -> fits_ok m x w = true.
Proof.
  induction m as [|[s e] m IH]; intros N W x w W1; [easy|]. modes_in W. destruct m as [|p m]; [easy|]. cbn [fits_ok] in *.
  rewrite !(nonzero s), (nonzero w) by lia. cbn [andb]. destruct (w mod s =? 0) eqn:U; bools; [|now rewrite ?orb_true_r].
  apply IH; [easy|easy|]. pose proof (Z.div_mod w s ltac:(lia)). nia.
Qed.

Theorem D6f : S_D6f.
Proof.
  intros A x w V N X W1. apply nonempty_iff in N. rewrite modes_defined by easy. split; [easy|]. pose proof (modes_shapes A V) as W.
  cbv zeta. set (m := modes_of A) in *. rewrite fits_defined by easy. split; [easy|]. intros F. apply not_true_is_false in F.
  destruct (misfit m N W x w 0 X W1 ltac:(lia) F) as [O K]. rewrite O. split; [easy|]. destruct (carry m x w) as [v c]. destruct K as (K1 & K2 & K3).
  pose proof (counting_shapes m W 0) as S. pose proof (counting_nonempty m 0 N) as E. set (o := counting m 0) in *.
  rewrite !extended_defined by easy. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|]. cbn [andb]. split; [easy|].
  destruct (layout_of_modes o S) as (-> & VC & EC & _). split; [easy|]. assert (OC : modes_of (layout_of o) = o) by (rewrite EC; now destruct o).
  destruct (made_layout (Leaf x) (Leaf w)) as [VL EL]; [|easy|]. { cbn. both; [apply negb_true_iff, Z.ltb_ge; lia|easy]. }
  rewrite VL, EL. split; [easy|]. intros OR. rewrite OR. set (L := {| layout_shape := Leaf x; layout_stride := Leaf w |}) in *.
  assert (NC : modes_of (layout_of o) <> []) by now rewrite OC.
  destruct (composed (layout_of o) L VC NC VL OR) as (VR & _ & T & _ & X2). set (R := composition (layout_of o) L) in *.
  assert (ML : modes_of L = [(x, w)]) by easy. rewrite ML in T, X2. cbn [total fst value] in T, X2.
  destruct (call_value R VR c) as [-> ->]; [lia|]. rewrite X2, Z.mod_small, Z.add_0_r by lia.
  destruct (extended_modes (layout_of o) VC (v + w * c) NC) as [-> ->]; [nia|]. destruct (extended_modes (layout_of o) VC v NC) as [-> ->]; [lia|].
  rewrite OC. easy.
Qed.
