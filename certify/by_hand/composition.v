(* Proofs by hand of contracts and lemmas in verif/theory/composition. They are read by
  verif/certify/generated/by_hand.py. *)

(* compact_layout_of_the_size_is_divisible *)
Proof.
  intros modes. induction modes as [|[s d] rest IH]; intros F N; [easy|].
  pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P.
  rewrite divides_cons. destruct rest as [|q r]; [easy|].
  remember (q :: r) as rest eqn:R. assert (N' : nonempty rest = true) by now subst.
  cbn [total fst]. destruct (Z.eqb_spec (1 mod s) 0) as [M|M].
  - assert (s = 1) as ->. { destruct (Z.eq_dec s 1); [easy|]. rewrite Z.mod_small in M by lia. lia. }
    rewrite Z.mul_1_l. now apply IH.
  - destruct (_ <? s); [easy|]. rewrite Z.mod_1_r, Z.div_1_r, Z.mul_comm, Z.mod_mul, Z.div_mul by lia. now apply IH.
Qed.

(* pushing_keeps_runs *)
Proof.
  intros [s d] modes n w Mo F N P W H. unfold ok_modes in Mo. cbn [fst] in Mo. unfold push.
  rewrite runs_cons in H. destruct (Z.eqb_spec s 1) as [-> | S1].
  { destruct modes; [easy|]. now rewrite Z.mod_1_r, Z.div_1_r in H. }
  destruct modes as [|[t e] rest]; [easy|]. destruct (e =? s * d); [|now rewrite runs_cons].
  pose proof (forall_cons _ _ _ F) as [T _]. unfold ok_modes in T. cbn [fst] in T. rewrite runs_cons.
  destruct rest as [|q r]; [easy|].
  assert (Zs : forall x, (s * x =? 0) = (x =? 0)).
  { intros x. destruct (Z.eqb_spec x 0), (Z.eqb_spec (s * x) 0); nia || easy. }
  assert (Sv : forall v, s * v / s = v) by (intros; rewrite Z.mul_comm; apply Z.div_mul; lia).
  assert (E : forall v x y, 1 <= v -> ends ((t, x) :: q :: r) v = true -> ends ((s * t, y) :: q :: r) (s * v) = true).
  { intros v x y V. rewrite !ends_cons, !Z.mul_mod_distr_l, Z.div_mul_cancel_l, !Zs by lia. easy. }
  destruct (Z.eqb_spec (w mod s) 0) as [M|M].
  - assert (exists v, w = s * v) as [v ->] by (exists (w / s); pose proof (Z.div_mod w s ltac:(lia)); lia).
    rewrite Sv in H. rewrite Z.mul_mod_distr_l, Z.div_mul_cancel_l, Zs by lia. rewrite runs_cons in H.
    destruct (Z.eqb_spec (v mod t) 0) as [Q|Q]; [exact H|]. truths. assert (V : 1 <= v).
    { destruct (Z.eq_dec v 0) as [-> | ?]; [now rewrite Z.mod_0_l in Q by lia|nia]. }
    rewrite Z.mul_mod_distr_l, Zs by lia. apply andb_true_iff. split; [|now apply Z.eqb_eq].
    replace (n * (s * v)) with (s * (n * v)) by lia. apply E with e; [nia|easy].
  - truths. assert (W1 : 1 <= w) by (destruct (Z.eq_dec w 0) as [-> | ?]; [now rewrite Z.mod_0_l in M by lia|lia]).
    destruct (Z.eqb_spec (w mod (s * t)) 0) as [Q|Q].
    { exfalso. apply M. apply Z.mod_divide in Q; [|nia]. apply Z.mod_divide; [lia|].
      apply Z.divide_trans with (s * t); [apply Z.divide_factor_l|exact Q]. }
    apply andb_true_iff. split.
    + rewrite ends_cons in H. destruct (Z.eqb_spec (s mod (n * w)) 0) as [A|A].
      * rewrite ends_cons. replace ((s * t) mod (n * w)) with 0; [easy|]. symmetry. apply Z.mod_divide; [nia|].
        apply Z.mod_divide in A; [|nia]. now apply Z.divide_mul_l.
      * truths. assert (exists v, n * w = s * v) as [v V].
        { exists (n * w / s). pose proof (Z.div_mod (n * w) s ltac:(lia)). lia. }
        rewrite V, Sv in *. apply E with e; [nia|easy].
    + apply Z.eqb_eq, Z.mod_divide; [lia|]. apply Z.mod_divide in H0; [|lia]. now apply Z.divide_mul_l.
Qed.

(* a_mode_that_ends_in_step_is_divisible *)
Proof.
  intros modes. induction modes as [|[s d] rest IH]; intros e F N E H; [easy|].
  pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P.
  rewrite divides_cons. rewrite ends_cons in H. destruct rest as [|q r]; [easy|].
  remember (q :: r) as rest eqn:R. assert (N' : nonempty rest = true) by now subst.
  assert (One : forall n, 1 <= n -> 1 mod n = 0 -> n = 1).
  { intros n L M. destruct (Z.eq_dec n 1); [easy|]. rewrite Z.mod_small in M by lia. lia. }
  destruct (Z.eqb_spec (1 mod s) 0) as [M|M].
  - rewrite (One s P M) in *. rewrite Z.div_1_r in *. apply IH; try easy. destruct (Z.eqb_spec (1 mod e) 0) as [O|O].
    + rewrite (One e E O). now apply one_ends_in_step.
    + now truths.
  - destruct (Z.ltb_spec ((e - 1) * 1) s); [easy|]. rewrite Z.mod_1_r, Z.div_1_r. rewrite Z.mod_small in H by lia.
    destruct (Z.eqb_spec s 0); [lia|]. truths. rewrite H, Z.eqb_refl. apply IH; try easy. apply Z.div_le_lower_bound;
      lia.
Qed.

(* a_mode_that_runs_is_divisible *)
Proof.
  intros modes. induction modes as [|[s d] rest IH]; intros n w F N P W H; [easy|].
  pose proof (forall_cons _ _ _ F) as [S1 F']. unfold ok_modes in S1. cbn [fst] in S1.
  rewrite runs_cons in H. rewrite divides_cons. destruct rest as [|q r]; [easy|].
  destruct (Z.eqb_spec (w mod s) 0) as [M|M]; [apply IH; try easy; apply Z.div_pos; lia|].
  apply andb_true_iff in H. destruct H as [H V]. apply Z.eqb_eq in V.
  assert (W1 : 1 <= w) by (destruct (Z.eq_dec w 0) as [-> | ?]; [now rewrite Z.mod_0_l in M by lia|lia]).
  destruct (Z.ltb_spec ((n - 1) * w) s) as [L|L]; [easy|]. rewrite V. cbn [Z.eqb negb orb].
  assert (exists k, s = w * k) as [k ->] by (exists (s / w); pose proof (Z.div_mod s w ltac:(lia)); lia).
  assert (K : 1 <= k) by nia. replace (w * k / w) with k by (rewrite Z.mul_comm, Z.div_mul; lia).
  rewrite ends_cons in H. destruct (Z.eqb_spec (w * k mod (n * w)) 0) as [B|B].
  - exfalso. apply Z.mod_divide in B; [|nia]. apply Z.divide_pos_le in B; nia.
  - apply andb_true_iff in H. destruct H as [H E]. apply Z.eqb_eq in H. rewrite (Z.mul_comm n w) in H, E.
    rewrite Z.mul_mod_distr_l in H by lia. rewrite Z.div_mul_cancel_l in E by lia.
    assert (Q : n mod k = 0) by nia. rewrite Q. cbn [Z.eqb negb].
    apply a_mode_that_ends_in_step_is_divisible; try easy. apply Z.div_le_lower_bound; [lia|].
    pose proof (Z.div_mod n k ltac:(lia)). nia.
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
      * rewrite Z.mod_small, Z.div_small, first_break_at_0 in T by (easy || lia). destruct (Z.ltb_spec ((n - 1) * w)
        s); lia.
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

(* pieces_of_a_multiple_are_those_of_the_rest *)
Proof.
  assert (M : forall fuel s d q r n w most, 1 <= s -> w mod s = 0 ->
    largest_residue (refine_f fuel ((s, d) :: q :: r) n w most) s = 0 /\
    quotients (refine_f fuel ((s, d) :: q :: r) n w most) s = refine_f fuel (q :: r) n (w / s) most).
  { induction fuel as [|fuel IH]; intros s d q r n w most P E; [easy|]. cbn [refine_f].
    rewrite first_break_cons, E, Z.mul_0_r. destruct (Z.ltb_spec 0 s); [|lia]. cbv zeta.
    set (t := first_break (q :: r) n (w / s)).
    destruct (t =? n); [cbn [largest_residue quotients]; rewrite E; split; [lia|easy]|].
    destruct (negb (n mod t =? 0)); [easy|]. destruct (most <=? 1); [easy|].
    pose proof (Z.div_mod w s ltac:(lia)) as W. rewrite E, Z.add_0_r in W.
    assert (T : t * w = t * (w / s) * s) by lia.
    destruct (IH s d q r (n / t) (t * w) (most - 1) P) as [L Q]; [rewrite T; apply Z.mod_mul; lia|].
    cbn [largest_residue quotients]. rewrite E, L, Q, T, Z.div_mul by lia. split; [lia|easy]. }
  assert (O : forall pieces s, 1 <= s -> quotients_ok pieces s = true).
  { intros pieces s P. induction pieces as [|[t w] pieces IH]; [easy|]. rewrite quotients_ok_cons, IH.
    now destruct (Z.eqb_spec s 0); [lia|]. }
  intros modes n w most F [N N'] P W E D Q. destruct modes as [|[s d] [|q r]]; [easy..|]. cbn [hd tl fst] in *. cbv
    zeta.
  pose proof (forall_cons _ _ _ F) as [S1 F']. unfold ok_modes in S1. cbn [fst] in S1.
  rewrite divides_cons, E in D. rewrite parts_cons, E in Q. cbn [Z.eqb] in D, Q.
  assert (W' : 0 <= w / s) by (apply Z.div_pos; lia).
  destruct (M (S (Z.to_nat most)) s d q r n w most S1 E) as [L G].
  pose proof (a_divisible_mode_is_cut_into_its_parts (q :: r) n (w / s) F' N' P W' D) as [C1 C2].
  destruct (refined_pieces_are_steps_of_w (q :: r) n (w / s) most F' N' P W') as [[_ R] _].
  split; [exact L|]. split; [now apply O|]. split; [|exact G].
  rewrite R by lia. now destruct (Z.eqb_spec s 0); [lia|].
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

(* carries_cancel_only_what_deltas_do *)
Proof.
  intros modes. induction modes as [|[s d] rest IH]; intros m x y z v F N X Y L U R; [easy|].
  cbn [reaches] in R. apply not_true_iff_false, orb_false_iff in R. destruct R as [R1 R2].
  pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P.
  unfold _error in *. cbv zeta in *. rewrite !extended_cons. assert (D : z = x + y \/ z = x + y + 1) by lia.
  destruct rest as [|q r].
  - cbn [reaches] in R1, R2. truths. destruct D as [-> | ->]; lia.
  - assert (G : forall u, reaches (q :: r) (s * d) u = false -> u + (extended (q :: r) (z / s) -
      (extended (q :: r) (x / s) + extended (q :: r) (y / s)) - (z / s - x / s - y / s) * (s * d)) <> 0).
    { intros u E. destruct (two_numbers_carry_at_most_one s x y z P X Y L U).
      apply IH; try easy; try (apply Z.div_pos; lia); try lia. now apply not_true_iff_false. }
    pose proof (G _ R1) as G1. pose proof (G _ R2) as G2. rewrite !Z.mod_eq by lia. clear G IH L U.
    set (a := x / s) in *. set (b := y / s) in *. set (c := z / s) in *. clearbody a b c.
    destruct D as [-> | ->]; lia.
Qed.

(* a_carry_from_a_boundary_on_shows *)
Proof.
  intros modes. induction modes as [|[s d] rest IH]; intros m x y z F N X Y L U C H; [easy|].
  pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P.
  cbn [cancelling_after] in C. apply not_true_iff_false, orb_false_iff in C. destruct C as [C1 C2].
  cbn [passes fst] in H. cbv zeta in H. apply orb_true_iff in H.
  destruct rest as [|q r].
  - cbn [reaches passes] in *. destruct H as [H|H]; [|discriminate H]. apply Z.ltb_lt in H. apply Z.eqb_neq in C1.
    replace z with (x + y + 1) by lia. unfold _error. cbv zeta. rewrite !extended_cons. lia.
  - remember (q :: r) as rest eqn:R. assert (N' : nonempty rest = true) by now subst.
    assert (E : _error ((s, d) :: rest) m x y z = _error rest (s * d) (x / s) (y / s) (z / s) + (z - x - y) * (d -
      m)).
    { unfold _error. cbv zeta. rewrite !extended_cons, R, <- R, !Z.mod_eq by lia. lia. }
    rewrite E. destruct (two_numbers_carry_at_most_one s x y z P X Y L U) as [L' U'].
    assert (X' : 0 <= x / s) by (apply Z.div_pos; lia). assert (Y' : 0 <= y / s) by (apply Z.div_pos; lia).
    destruct (Z.eq_dec z (x + y)) as [Q|Q].
    + replace (z - x - y) with 0 by lia. rewrite Z.mul_0_l, Z.add_0_r.
      apply IH; try easy; [now apply not_true_iff_false|]. destruct H as [H|H]; [apply Z.ltb_lt in H; lia|exact H].
    + replace (z - x - y) with 1 by lia. rewrite Z.mul_1_l, Z.add_comm.
      apply carries_cancel_only_what_deltas_do; try easy. now apply not_true_iff_false.
Qed.

(* steps_carry_first_at_the_break *)
Proof.
  intros modes. induction modes as [|[s d] rest IH]; intros n w F N P W; [easy|]. cbv zeta in *.
  pose proof (forall_cons _ _ _ F) as [S1 F']. unfold ok_modes in S1. cbn [fst] in S1.
  rewrite first_break_cons, no_carry_cons. destruct rest as [|q r]; [split; [easy|lia]|].
  remember (q :: r) as rest eqn:R. assert (N' : nonempty rest = true) by now subst.
  cbn [largest_residue quotients passes fst]. cbv zeta.
  pose proof (Z.div_mod w s ltac:(lia)) as DW. pose proof (Z.mod_pos_bound w s ltac:(lia)) as MW.
  assert (V : 0 <= w / s) by (apply Z.div_pos; lia). set (e := w mod s) in *. set (v := w / s) in *.
  assert (Q : forall k, 0 <= k -> k * e < s -> (k * w) / s = k * v).
  { intros k K B. symmetry. apply Z.div_unique with (k * e); [left; nia|nia]. }
  assert (B : forall m, 1 <= m -> 1 <= first_break rest m v <= m).
  { intros m M. destruct (first_break_is_from_1_to_n rest m v F' N' M V) as (_ & T & _ & U).
    destruct (Z.lt_ge_cases (first_break rest m v) m); lia. }
  destruct (Z.ltb_spec ((n - 1) * e) s) as [L|L].
  - destruct (IH n v F' N' P V) as [I1 I2]. specialize (B n P). split.
    + apply andb_true_iff. split; [apply Z.ltb_lt; nia|exact I1].
    + intros T. apply orb_true_iff. right. rewrite !Q by nia. now apply I2.
  - set (k := ceil_div s e). assert (E : 1 <= e) by nia.
    assert (K : (k - 1) * e < s <= k * e).
    { unfold k, ceil_div. cbv zeta. replace (product (Leaf e)) with e by (cbn; lia).
      pose proof (Z.div_mod (s + e - 1) e ltac:(lia)). pose proof (Z.mod_pos_bound (s + e - 1) e ltac:(lia)). nia. }
    assert (K1 : 1 <= k) by nia. destruct (IH k v F' N' K1 V) as [I1 I2]. specialize (B k K1).
    set (t := first_break rest k v) in *. split.
    + apply andb_true_iff. split; [apply Z.ltb_lt; nia|exact I1].
    + intros T. apply orb_true_iff. right. rewrite (Q (t - 1)) by nia. destruct (Z.lt_ge_cases t k) as [C|C].
      * rewrite Q by nia. now apply I2.
      * assert (t * v + 1 <= t * w / s) by (apply Z.div_le_lower_bound; nia).
        rewrite R. cbn [passes]. apply orb_true_iff. left. apply Z.ltb_lt. lia.
Qed.

(* a_group_nowhere_astray_is_the_images *)
Proof.
  intros modes group_ w x F FG N X C W H. cbv zeta. unfold cut.
  enough (G : forall fuel g w x, (Z.to_nat (total g) < fuel)%nat -> Forall ok_modes g -> 0 <= x < total g ->
    canonical g = true ->
    0 <= w -> follows modes g w = true ->
    value g x = image_value modes (cut_f fuel modes (total g) w) x /\ each_alone modes (cut_f fuel modes (total g) w)
      = true)
    by (apply G; easy || lia).
  clear group_ w x FG X C W H. induction fuel as [|fuel IH]; intros g w x L FG X C W H; [lia|].
  pose proof (size_is_positive g FG) as T. cbn [cut_f]. cbv zeta.
  destruct (first_break_is_from_1_to_n modes (total g) w F N T W) as (_ & B & B2 & B3).
  destruct (steps_carry_first_at_the_break modes (total g) w F N T W) as [A _].
  destruct (stride_of_a_piece_is_a_of_its_first_step modes (total g) w F N) as [_ S1].
  destruct g as [|[s d] g].
  - cbn [total] in *. replace (first_break modes 1 w) with 1 in * by lia. cbn [Z.eqb Pos.eqb orb image_value
    each_alone value].
    rewrite A. replace x with 0 by lia. split; [cbn; lia|easy].
  - pose proof (forall_cons _ _ _ FG) as [P FG']. unfold ok_modes in P. cbn [fst] in P. pose proof (size_is_positive
    g FG') as T'.
    cbn [follows canonical] in H, C. cbv zeta in H. apply andb_true_iff in H. destruct H as [H1 H]. apply
      andb_true_iff in H.
    destruct H as [H2 H]. apply Z.eqb_eq in H1, H2. apply andb_true_iff in C. destruct C as [C1 C]. apply Z.leb_le in
      C1.
    apply andb_true_iff in C. destruct C as [_ C]. rewrite <- H1 in *. cbn [total fst value] in *.
    assert (D : stride_of modes s w = d).
    { destruct (stride_of_a_piece_is_a_of_its_first_step modes s w F N) as [_ S2]. rewrite S2 by lia. lia. }
    destruct g as [|q r].
    + cbn [total] in *. rewrite Z.mul_1_r in *. rewrite Z.eqb_refl. cbn [orb image_value each_alone value]. rewrite
      A, D. split; [lia|easy].
    + pose proof (canonical_modes_have_a_size_of_at_least_2 (q :: r) FG' eq_refl C) as T2.
      remember (q :: r) as g eqn:R. destruct (Z.eqb_spec s (s * total g)) as [E|E]; [nia|]. cbn [orb].
      rewrite (Z.mul_comm s (total g)), Z.mod_mul, Z.div_mul by lia. cbn [Z.eqb negb image_value each_alone].
      destruct (IH g (s * w) (x / s)) as [I1 I2]; try easy; try nia.
      { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
      rewrite A, I1, I2, D. split; [lia|easy].
Qed.

(* first_piece_and_the_others_carry_in_sum *)
Proof.
  intros modes pieces F FP N NP D. destruct pieces as [|[t w] rest]; [easy|]. cbn [hd tl]. cbv zeta beta iota. clear
    NP.
  revert t w rest FP D. induction modes as [|[s d] modes IH]; intros t w rest FP D A B C; [easy|].
  pose proof (forall_cons _ _ _ F) as [S1 F']. unfold ok_modes in S1. cbn [fst] in S1.
  pose proof (forall_cons _ _ _ FP) as [T1 FR]. unfold ok_modes in T1. cbn [fst] in T1.
  pose proof D as DP. cbn [strides_from snd] in D. apply andb_true_iff in D. destruct D as [W DR]. apply Z.leb_le in
    W.
  rewrite no_carry_cons in A, B, C. destruct modes as [|q r]; [now destruct C|].
  remember (q :: r) as modes eqn:R. assert (N' : nonempty modes = true) by now subst.
  cbn [largest_residue quotients] in A, C. apply andb_true_iff in A, B. destruct A as [A1 A2]. destruct B as [B1 B2].
  apply Z.ltb_lt in A1, B1.
  pose proof (size_is_positive rest FR) as Z1. destruct (pieces_split_into_quotients_and_residue rest s FR S1 DR) as
    [(_ & FQ & TQ & DQ) V].
  specialize (V (total rest - 1) ltac:(lia)). pose proof (largest_residue_is_at_the_last_coordinate rest s FR S1) as
    LR. cbv zeta in LR.
  rewrite LR in V. set (y := value rest (total rest - 1)) in *. set (v := value (quotients rest s) (total rest - 1))
    in *.
  assert (L0 : 0 <= largest_residue rest s).
  { rewrite <- LR. apply residue_is_at_most_the_largest; [easy..|lia]. }
  set (l := largest_residue rest s) in *.
  destruct (quotient_and_remainder y s v l) as [Y1 Y2]; [lia|lia|].
  pose proof (Z.div_mod w s ltac:(lia)) as DW. pose proof (Z.mod_pos_bound w s ltac:(lia)) as MW.
  assert (W' : 0 <= w / s) by (apply Z.div_pos; lia). set (e := w mod s) in *. set (u := w / s) in *.
  destruct (quotient_and_remainder ((t - 1) * w) s ((t - 1) * u) ((t - 1) * e)) as [X1 X2]; [nia|nia|].
  cbn [passes fst]. cbv zeta. apply orb_true_iff. right. rewrite X1, Y1.
  destruct (Z.ltb_spec ((t - 1) * e + l) s) as [L|L].
  - destruct (quotient_and_remainder ((t - 1) * w + y) s ((t - 1) * u + v) ((t - 1) * e + l)) as [-> _]; [nia|nia|].
    unfold v. rewrite <- TQ. apply IH; try easy.
    + constructor; [exact T1|exact FQ].
    + cbn [strides_from snd]. rewrite DQ, andb_true_r. now apply Z.leb_le.
  - destruct (quotient_and_remainder ((t - 1) * w + y) s ((t - 1) * u + v + 1) ((t - 1) * e + l - s)) as [-> _];
    [nia|nia|].
    rewrite R. cbn [passes]. apply orb_true_iff. left. apply Z.ltb_lt. lia.
Qed.

(* pieces_break_once_over_a_boundary *)
Proof.
  intros modes pieces F FP NP. destruct pieces as [|[t w] rest]; [easy|]. cbn [hd tl]. cbv zeta beta iota. clear NP.
  revert t w rest FP. induction modes as [|[s d] modes IH]; intros t w rest FP N T1 W DR U J C; [easy|].
  pose proof (forall_cons _ _ _ F) as [S1 F']. unfold ok_modes in S1. cbn [fst] in S1.
  pose proof (forall_cons _ _ _ FP) as [_ FR].
  rewrite no_carry_cons in C. destruct modes as [|q r].
  - pose proof (breaks_over_the_last_boundary_jump [(s, d)] rest t w F FR eq_refl T1 W DR U ltac:(easy)). cbn
    [length]. lia.
  - remember (q :: r) as modes eqn:R. assert (N' : nonempty modes = true) by now subst.
    cbn [largest_residue quotients] in C. apply andb_true_iff in C. destruct C as [C1 C2]. apply Z.ltb_lt in C1.
    pose proof (breaks_jump_here_or_break_later ((s, d) :: modes) rest t w F FR eq_refl T1 W DR U N' C1) as B.
    cbn [tl hd fst] in B. cbv zeta in B.
    destruct (pieces_split_into_quotients_and_residue rest s FR S1 DR) as [(_ & FQ & TQ & DQ) _].
    pose proof (Z.div_mod w s ltac:(lia)) as DW. pose proof (Z.mod_pos_bound w s ltac:(lia)) as MW.
    assert (W' : 0 <= w / s) by (apply Z.div_pos; lia). set (e := w mod s) in *. set (u := w / s) in *.
    assert (A : s * (t * u) <= t * w) by nia.
    pose proof (quotients_of_rising_pieces_rise rest s (t * w) (t * u) FR S1 DR A U) as U'.
    pose proof (jumps_of_quotients_are_bounded rest s (t * w) (t * u) FR S1 DR A) as J'. cbv zeta in J'.
    assert (JQ : jumps (quotients rest s) (t * u) <= 1) by nia.
    assert (FP' : Forall ok_modes ((t, u) :: quotients rest s)) by (constructor; [exact T1|exact FQ]).
    specialize (IH F' t u (quotients rest s) FP' N' T1 W' DQ U' JQ C2). cbn [length]. lia.
Qed.

(* each_piece_begins_with_a_break *)
Proof.
  intros modes n t w F N P T W H. cbv zeta. unfold cut.
  enough (G : forall fuel n t w, (Z.to_nat n < fuel)%nat -> 1 <= n -> 1 <= t -> 0 <= w ->
    passes modes ((t - 1) * w) w (t * w) = true ->
    breaking modes (cut_f fuel modes n (t * w)) t w = Z.of_nat (length (cut_f fuel modes n (t * w))) /\
    rising (cut_f fuel modes n (t * w)) (t * w) = true /\ jumps (cut_f fuel modes n (t * w)) (t * w) = 0) by (apply
      G; easy || lia).
  clear n t w P T W H. induction fuel as [|fuel IH]; intros n t w L P T W H; [lia|]. cbn [cut_f]. cbv zeta.
  assert (V : 0 <= t * w) by nia. destruct (first_break_is_from_1_to_n modes n (t * w) F N P V) as (_ & B & B2 & B3).
  destruct (steps_carry_first_at_the_break modes n (t * w) F N P V) as [_ C]. set (u := first_break modes n (t * w))
    in *.
  destruct ((u =? n) || negb (n mod u =? 0)) eqn:E.
  - cbn [breaking rising jumps length]. rewrite H. split; [lia|]. split; [|lia]. now rewrite Z.leb_refl.
  - apply orb_false_iff in E. destruct E as [E M]. apply Z.eqb_neq in E. apply negb_false_iff, Z.eqb_eq in M.
    assert (U : 2 <= u < n) by (destruct (Z.lt_ge_cases u n) as [Q|Q]; [destruct (B2 Q); lia|lia]).
    destruct (IH (n / u) u (t * w)) as (I1 & I2 & I3); try lia.
    { pose proof (Z.div_lt n u ltac:(lia) ltac:(lia)). lia. }
    { apply Z.div_le_lower_bound; lia. }
    { apply C. lia. }
    cbn [breaking rising jumps length]. cbv zeta. rewrite H, I1, I2, I3, Z.leb_refl. repeat split; lia.
Qed.

(* cut_modes_are_b *)
Proof.
  intros modes b F FB N D. induction b as [|[n w] b IH].
  - cbn. split; [|easy]. split; [easy|]. split; [constructor|]. split; [easy|]. split; [easy|]. split; [now
    right|easy].
  - pose proof (forall_cons _ _ _ FB) as [P FB']. unfold ok_modes in P. cbn [fst] in P.
    cbn [strides_from snd] in D. apply andb_true_iff in D. destruct D as [W D]. apply Z.leb_le in W.
    destruct (IH FB' D) as [(O & M & C & T & E & R) V]. destruct (cut_pieces_are_steps_of_w modes n w F N P W) as
      [(O1 & M1 & T1 & E1 & R1) V1].
    destruct (joined_has_the_value_of_the_groups (cut_all modes b) M) as [J _].
    destruct (followed_adds_the_values_of_both (cut modes n w) (joined (cut_all modes b)) M1 J) as [(_ & T2 & _ & E2)
      [_ R2]].
    cbn [cut_all cut_all_ok cuts total groups_value value fst snd]. cbv zeta. rewrite one_more_group, O1, O, C, T1,
      T2, T, E1, Z.eqb_refl, R2 by easy.
    split.
    + repeat split; try easy; [now constructor|rewrite T1; lia|]. left. destruct E2 as [E2|E2]; [exact E2|]. now
      destruct E2; left.
    + intros x X. assert (Q : 0 <= x / n < total b).
      { split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia. }
      pose proof (Z.mod_pos_bound x n ltac:(lia)). rewrite V1, V by easy. easy.
Qed.

(* a_mode_is_refined_to_its_cut_pieces *)
Proof.
  intros modes n w most F N P W pieces A L. subst pieces.
  assert (G : forall fuel k l n w most, (Z.to_nat n < fuel)%nat -> (Z.to_nat n < k)%nat -> (Z.to_nat most < l)%nat ->
    1 <= n -> 0 <= w ->
    each_alone modes (cut_f fuel modes n w) = true -> Z.of_nat (length (cut_f fuel modes n w)) <= most ->
    1 <= Z.of_nat (length (cut_f fuel modes n w)) /\ pieces_needed_f k modes n w = Z.of_nat (length (cut_f fuel modes
      n w)) /\
    refine_ok_f l modes n w most = true /\ refine_f l modes n w most = cut_f fuel modes n w).
  { clear n w most P W A L. induction fuel as [|fuel IH]; intros [|k] [|l] n w most A1 A2 A3 P W; try lia.
    cbn [cut_f pieces_needed_f refine_ok_f refine_f]. cbv zeta.
    destruct (first_break_is_from_1_to_n modes n w F N P W) as (O & T & B & U). rewrite O. cbn [andb].
    set (t := first_break modes n w) in *. destruct (Z.eqb_spec t n) as [E|E]; [cbn [orb length]; repeat split; lia|].
    assert (T2 : 2 <= t < n) by (destruct (Z.lt_ge_cases t n) as [Q|Q]; [destruct (B Q); lia|lia]).
    cbn [orb]. destruct (Z.eqb_spec (n mod t) 0) as [M|M]; cbn [negb].
    - destruct (Z.eqb_spec t 0); [lia|]. cbn [negb andb each_alone length]. intros A L. apply andb_true_iff in A.
      destruct A as [_ A].
      assert (Q : 1 <= n / t < n) by (split; [apply Z.div_le_lower_bound; lia|apply Z.div_lt; lia]).
      assert (V : 0 <= t * w) by nia. destruct (Z.leb_spec most 1) as [X|X].
      + exfalso. destruct fuel as [|fuel]; [lia|]. cbn [cut_f] in L. cbv zeta in L. destruct (_ || _); cbn [length]
        in L; lia.
      + destruct (IH k l (n / t) (t * w) (most - 1)) as (I1 & I2 & I3 & I4); try easy; try lia.
        rewrite I2, I3, I4. destruct (Z.leb_spec 1 (Z.of_nat (length (cut_f fuel modes (n / t) (t * w))))); [|lia].
        repeat split; lia.
    - cbn [each_alone]. intros A _. apply andb_true_iff in A. destruct A as [A _].
      now destruct E; apply steps_that_do_not_carry_do_not_break. }
  unfold cut in *. cbv zeta in *. pose proof (G (S (Z.to_nat n)) (S (Z.to_nat n)) (S (Z.to_nat most)) n w most
    ltac:(lia) ltac:(lia) ltac:(lia) P W A L) as (G1 & G2 & G3 & G4).
  unfold pieces_needed, refine_ok, refine. rewrite G2, G3, G4. repeat split; lia.
Qed.

(* a_carry_shows, with Lib Carries *)
Proof.
  intros modes x y F N X Y D P. cbv zeta. apply not_true_is_false in D.
  assert (NE : modes <> []) by (intros E; rewrite E in N; discriminate N).
  assert (E : forall m a b c, Carries.passes m a b c = passes m a b c).
  { clear. induction m as [|[s d] m IH]; intros a b c; [reflexivity|]. destruct m as [|q m]; [reflexivity|].
    cbn [Carries.passes passes] in *. now rewrite <- IH. }
  rewrite <- E in P. exact (Carries.a_carry_shows modes x y F NE D P).
Qed.

(* all_pieces_but_the_first_begin_with_a_break *)
Proof.
  intros modes n w F N P W. cbv zeta. assert (L : (Z.to_nat n < S (Z.to_nat n))%nat) by lia. unfold cut.
  cbn [cut_f]. cbv zeta. destruct (first_break_is_from_1_to_n modes n w F N P W) as (_ & T & B & B').
  destruct (steps_carry_first_at_the_break modes n w F N P W) as [_ C]. set (t := first_break modes n w) in *.
  destruct ((t =? n) || negb (n mod t =? 0)) eqn:E.
  - cbn [hd tl breaking rising jumps length]. repeat split.
  - apply orb_false_iff in E. destruct E as [E M]. apply Z.eqb_neq in E. apply negb_false_iff, Z.eqb_eq in M.
    assert (U : t < n) by lia. destruct (B U) as [B1 B2]. cbn [hd tl].
    assert (Q : 1 <= n / t) by (apply Z.div_le_lower_bound; lia).
    pose proof (each_piece_begins_with_a_break modes (n / t) t w F N Q ltac:(lia) W (C U)) as K. cbv zeta in K.
    unfold cut in K.
    assert (G : forall f g n w, (Z.to_nat n < f)%nat -> (Z.to_nat n < g)%nat -> 1 <= n -> 0 <= w ->
      cut_f f modes n w = cut_f g modes n w).
    { clear -F N. induction f as [|f IH]; intros [|g] n w X Y P W; try lia. cbn [cut_f]. cbv zeta.
      destruct (first_break_is_from_1_to_n modes n w F N P W) as (_ & T & B & B'). set (t := first_break modes n w)
        in *.
      destruct ((t =? n) || negb (n mod t =? 0)) eqn:E; [reflexivity|]. f_equal. apply orb_false_iff in E.
      destruct E as [E M]. apply Z.eqb_neq in E. apply negb_false_iff, Z.eqb_eq in M.
      assert (U : t < n) by lia. destruct (B U) as [B1 B2]. pose proof (Z.div_lt n t ltac:(lia) ltac:(lia)).
      apply IH; [lia|lia|apply Z.div_le_lower_bound; lia|nia]. }
    pose proof (Z.div_lt n t ltac:(lia) ltac:(lia)).
    rewrite (G (Z.to_nat n) (S (Z.to_nat (n / t))) (n / t) (t * w)) by (lia || nia). destruct K as (K1 & K2 & K3).
    cbn [length]. rewrite K1, K2, K3. repeat split. lia.
Qed.
