(* A^ distributes over the modes of a sorted, or super-increasing, B whose modes fit A. The key step is
   that nothing carries: a mode x:w that fits A leaves room for every v < w below its steps, so
   A^(v + w*c) = A^(v) + A^(w*c), by induction on the modes of A. *)
Require Import Lib Trees Layouts.

Lemma extended_0 m : shapes m -> extended m 0 = 0.
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. destruct m; [simpl; lia|].
  rewrite extended_step, Z.mod_0_l, Z.div_0_l, IH by (auto; easy || lia). lia.
Qed.
Lemma fits_step s d r x w : r <> [] -> fits ((s, d) :: r) x w =
  if w mod s =? 0 then fits r x (w / s) else (s mod w =? 0) || (x * w <=? s).
Proof. now destruct r. Qed.
Lemma no_carry_of_one m : forall v w x c, shapes m -> fits m x w = true -> 0 <= v < w -> 0 <= c < x ->
  extended m (v + w * c) = extended m v + extended m (w * c).
Proof.
  induction m as [|[s d] rest IH]; intros v w x c W F V C; [easy|]. modes_in W.
  destruct rest as [|m2 rest]; [simpl; ring|]. remember (m2 :: rest) as r eqn:R.
  assert (M : r <> []) by (subst; easy). clear R. rewrite fits_step in F by auto. rewrite !extended_step by auto.
  destruct (w mod s =? 0) eqn:D1; bools.
  - (* The steps cover a whole number of modes, so the low digit of v does not change. *)
    euclid w s k z. subst z. euclid v s vq vr. digits (v + w * c) s (vq + k * c) vr. digits (w * c) s (k * c) 0.
    assert (B1 : 0 <= vq < k) by (split; nia). rewrite (IH vq k x c H2 F B1 C). ring.
  - destruct F as [F|F]; bools.
    + (* The steps stay inside one mode and leave room for v. *)
      euclid s w e z. subst z. assert (1 <= e) by nia. euclid c e b a.
      digits (v + w * c) s b (v + w * a). digits (w * c) s b (w * a). digits v s 0 v. rewrite extended_0 by auto. lia.
    + (* Nothing leaves the mode. *)
      digits (v + w * c) s 0 (v + w * c). digits (w * c) s 0 (w * c). digits v s 0 v. rewrite extended_0 by auto. lia.
Qed.

(* The induction carries v, the sum of the previous steps, which is below u; the next stride is at least u. *)
Lemma distribute m : shapes m -> forall b u v i, shapes b -> strides_from b 0 = true -> super_increasing m b u = true ->
  1 <= u -> 0 <= v < u -> 0 <= i < total b -> extended m (v + value b i) = extended m v + distributed m b i.
Proof.
  intros W. induction b as [|[x w] rest IH]; intros u v i S N O U V I.
  - simpl. rewrite !Z.add_0_r. lia.
  - modes_in S. cbn [strides_from value distributed super_increasing total fst snd] in *. bools. euclid i x q c.
    assert (0 <= q < total rest) by nia.
    destruct ((x =? 1) || (w =? 0)) eqn:T; bools.
    + assert (Z0 : w * c = 0) by (destruct T; bools; nia).
      rewrite Z0, Z.add_0_l, extended_0, (IH u) by auto. lia.
    + destruct (w <? u) eqn:L; [easy|]. bools.
      destruct (u =? 1) eqn:U1; bools; cbn [negb andb] in O.
      * assert (v = 0) by lia. subst v. rewrite !Z.add_0_l, extended_0, Z.add_0_l by auto. apply (IH (u + (x - 1) * w)); auto; nia.
      * destruct (fits m x w) eqn:F; cbn [negb] in O; [|easy].
        rewrite Z.add_assoc, (IH (u + (x - 1) * w)), (no_carry_of_one m v w x c) by (auto; nia). ring.
Qed.
Lemma ordered_increases m b : forall u t, shapes b -> 1 <= t <= u -> ordered m b u = true -> super_increasing m b t = true.
Proof.
  induction b as [|[x w] rest IH]; intros u t S T O; [easy|]. modes_in S. cbn [ordered super_increasing] in *.
  destruct ((x =? 1) || (w =? 0)) eqn:E; [now apply (IH u)|]. bools.
  destruct (w <? u) eqn:L; [easy|]. bools. replace (w <? t) with false by (symmetry; apply Z.ltb_ge; lia).
  destruct (fits m x w) eqn:F; cbn [negb] in *.
  - rewrite !andb_false_r in *. apply (IH (x * w)); try easy. nia.
  - rewrite !andb_true_r in *. destruct (u =? 1) eqn:U; cbn [negb] in O; [|easy]. bools.
    replace (t =? 1) with true by (symmetry; apply Z.eqb_eq; lia). cbn [negb]. apply (IH (x * w)); try easy. nia.
Qed.

Lemma fits_defined m : m <> [] -> shapes m -> forall x w, 1 <= w -> fits_ok m x w = true.
Proof.
  induction m as [|[s d] [|q m] IH]; intros N W x w P; try easy. modes_in W. remember (q :: m) as r eqn:R.
  cbn [fits_ok]. destruct r; [easy|]. rewrite nonzero by lia. cbn [andb]. destruct (w mod s =? 0) eqn:E; bools.
  - apply IH; auto; try easy. pose proof (Z.div_mod w s). nia.
  - rewrite nonzero by lia. easy.
Qed.
Lemma ordered_defined m : m <> [] -> shapes m -> forall b u, shapes b -> 1 <= u -> ordered_ok m b u = true.
Proof.
  intros N W. induction b as [|[x w] b IH]; intros u S U; [easy|]. modes_in S. cbn [ordered_ok].
  destruct ((x =? 1) || (w =? 0)) eqn:T; [auto|]. bools. destruct (w <? u) eqn:L; [easy|]. bools.
  rewrite fits_defined by (auto; lia). rewrite orb_true_r. cbn [andb]. destruct (negb (u =? 1) && negb (fits m x w)); [easy|].
  apply IH; auto; nia.
Qed.
Lemma super_increasing_defined m : m <> [] -> shapes m -> forall b u, shapes b -> 1 <= u -> super_increasing_ok m b u = true.
Proof.
  intros N W. induction b as [|[x w] b IH]; intros u S U; [easy|]. modes_in S. cbn [super_increasing_ok].
  destruct ((x =? 1) || (w =? 0)) eqn:T; [auto|]. bools. destruct (w <? u) eqn:L; [easy|]. bools.
  rewrite fits_defined by (auto; lia). rewrite orb_true_r. cbn [andb]. destruct (negb (u =? 1) && negb (fits m x w)); [easy|].
  apply IH; auto; nia.
Qed.
Lemma distributed_defined m b : m <> [] -> shapes m -> shapes b -> forall i, distributed_ok m b i = true.
Proof. intros N W. induction b as [|[x w] b IH]; intros B i; [easy|]. modes_in B. cbn. rewrite nonzero, extended_defined by (auto; lia). cbn. auto. Qed.

Lemma value_natural m : shapes m -> strides_from m 0 = true -> forall x, 0 <= value m x.
Proof.
  induction m as [|[s d] m IH]; intros W S x; [easy|]. modes_in W. cbn [strides_from snd value] in *. bools.
  specialize (IH H2 H0 (x / s)). pose proof (Z.mod_pos_bound x s). nia.
Qed.

(* A^(B(i)), if B(i) is natural. *)
Lemma extended_of_value A B i : valid A -> modes_of A <> [] -> valid B -> strides_from (modes_of B) 0 = true ->
  0 <= i < total (modes_of B) -> Layout_call_ok B (Leaf i) = true /\ Layout_extended_ok A (Layout_call B (Leaf i)) = true /\
  Layout_extended A (Layout_call B (Leaf i)) = extended (modes_of A) (value (modes_of B) i).
Proof.
  intros V N W S I. destruct (call_value B W i I) as [-> ->]. split; [easy|].
  apply extended_modes; auto using value_natural, modes_shapes.
Qed.
Lemma super_increasing_distributes A B i : valid A -> modes_of A <> [] -> valid B -> strides_from (modes_of B) 0 = true ->
  0 <= i < total (modes_of B) -> super_increasing (modes_of A) (modes_of B) 1 = true ->
  Layout_extended A (Layout_call B (Leaf i)) = distributed (modes_of A) (modes_of B) i.
Proof.
  intros V N W S I O. destruct (extended_of_value A B i) as (_ & _ & ->); try easy.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  pose proof (distribute _ WA _ 1 0 i WB S O ltac:(lia) ltac:(lia) I) as E. rewrite Z.add_0_l, extended_0 in E by auto. lia.
Qed.

Ltac sizes := repeat match goal with
  | H : context [size_of_layout ?A] |- _ => change (size_of_layout A) with (Layout_size A) in H
  | H : context [Layout_size ?A], V : valid ?A |- _ => rewrite (size_total A V) in H
  | N : nonempty _ = true |- _ => apply nonempty_iff in N end.
