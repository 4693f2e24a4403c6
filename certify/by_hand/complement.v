(* Proofs by hand of contracts and lemmas in verif/theory/complement. They are read by verif/certify/generated/by_hand.py. *)

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
