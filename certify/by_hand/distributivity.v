(* Proofs by hand of contracts and lemmas in verif/theory/distributivity. They are read by
  verif/certify/generated/by_hand.py. *)

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

(* what_is_accepted_is_accepted_one_by_one *)
Proof.
  intros modes b F B N. induction b as [|[n w] rest IH]; intros C A; [easy|].
  pose proof (forall_cons _ _ _ B) as [P B']. unfold ok_modes in P. cbn [fst] in P.
  cbn [all_cut each_accepted] in *. truths. rewrite refine_all_cons in A. destruct (Z.ltb_spec w 0); [lia|].
  rewrite one_more_group in A.
  destruct (refined_pieces_are_steps_of_w modes n w (Z.of_nat (length modes)) F N P ltac:(lia)) as [[R RO] _].
  destruct (R (RO ltac:(lia))) as (R1 & _ & _ & _ & _ & R2 & _).
  destruct (refined_modes_are_b modes rest F B' N) as [[S SO] _].
  destruct (S (SO ltac:(easy))) as (S1 & _ & _ & _ & _ & _ & _ & S2).
  destruct (joined_has_the_value_of_the_groups (refine_all modes rest) S1) as [J _].
  destruct (no_carry_together_is_none_apart modes _ _ F R1 J N R2 S2 A) as [A1 A2].
  cbv zeta. rewrite A1, (IH B') by easy. repeat (apply andb_true_iff; split); try easy; apply Z.leb_le; lia.
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

(* without_carries_there_is_no_error *)
Proof.
  intros modes m b i p F B P. cbv zeta.
  assert (C : forall n, 1 <= n -> 0 <= carries_at b i (value b i) n).
  { intros n N. unfold carries_at. destruct (steps_are_floors_and_remainders b i n B N) as (R & E1 & E2).
    assert (n * floors b i n + remainders b i n = value b i) by (destruct (Z.eq_dec n 1); [now apply E1|now apply
      E2]).
    assert (floors b i n <= value b i / n) by (apply Z.div_le_lower_bound; lia). lia. }
  revert m p F P. induction modes as [|[s d] modes IH]; intros m p F P.
  - split; [easy|]. split; [easy|]. intros H. now destruct H.
  - pose proof (forall_cons _ _ _ F) as [O F']. unfold ok_modes in O. cbn [fst] in O.
    cbn [carries nothing_carries error fst]. cbv zeta. pose proof (C p P). destruct (IH (s * d) (p * s) F'
      ltac:(nia)) as (A & A1 & A2).
    destruct (Z.eqb_spec (carries_at b i (value b i) p) 0) as [E|E]; cbn [andb].
    + rewrite E. split; [lia|]. split; [intros H1; destruct (A1 H1); lia|intros H1; specialize (A2 H1); lia].
    + split; [lia|]. split; [easy|lia].
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

(* first_step_counts_at_least_d *)
Proof.
  intros modes. induction modes as [|[s e] rest IH]; intros d F N D; [easy|].
  pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P.
  cbn [counting]. rewrite extended_cons. destruct rest as [|q r]; [cbn [counting]; lia|].
  remember (q :: r) as rest eqn:R. assert (N' : nonempty rest = true) by now subst.
  destruct (counting_keeps_the_number_of_modes rest (s * d + 1) F') as [C L].
  destruct (counting rest (s * d + 1)) as [|h t] eqn:E; [subst; cbn [length] in L; lia|]. rewrite <- E in *.
  destruct (Z.eq_dec s 1) as [-> | ?].
  - rewrite Z.mod_1_r, Z.div_1_r. pose proof (IH (1 * d + 1) F' N' ltac:(lia)). lia.
  - rewrite Z.mod_small, Z.div_small, extended_at_zero_is_zero; [lia|easy|now rewrite E|lia..].
Qed.

(* a_sum_counts_at_least_its_parts *)
Proof.
  intros modes. induction modes as [|[s e] rest IH]; intros d y z F N D Y Z0; [easy|]. cbv zeta in *.
  pose proof (forall_cons _ _ _ F) as [P F']. unfold ok_modes in P. cbn [fst] in P.
  cbn [counting]. rewrite !extended_cons. destruct rest as [|q r]; [cbn [counting]; lia|].
  remember (q :: r) as rest eqn:R. assert (N' : nonempty rest = true) by now subst.
  destruct (counting_keeps_the_number_of_modes rest (s * d + 1) F') as [_ L].
  destruct (counting rest (s * d + 1)) as [|h t] eqn:E; [subst; cbn [length] in L; lia|]. rewrite <- E in *. clear L.
  assert (D' : 0 <= s * d + 1) by nia.
  assert (Y' : 0 <= y / s) by (apply Z.div_pos; lia). assert (Z' : 0 <= z / s) by (apply Z.div_pos; lia).
  pose proof (Z.div_mod y s ltac:(lia)) as DY. pose proof (Z.mod_pos_bound y s ltac:(lia)) as MY.
  pose proof (Z.div_mod z s ltac:(lia)) as DZ. pose proof (Z.mod_pos_bound z s ltac:(lia)) as MZ.
  pose proof (IH (s * d + 1) (y / s) (z / s) F' N' D' Y' Z') as I1.
  destruct (Z.lt_ge_cases (y mod s + z mod s) s) as [C|C].
  - destruct (quotient_and_remainder (y + z) s (y / s + z / s) (y mod s + z mod s)) as [-> ->]; [lia|lia|]. lia.
  - destruct (quotient_and_remainder (y + z) s (y / s + z / s + 1) (y mod s + z mod s - s)) as [-> ->]; [lia|lia|].
    pose proof (IH (s * d + 1) (y / s + z / s) 1 F' N' D' ltac:(lia) ltac:(lia)) as I2.
    pose proof (first_step_counts_at_least_d rest (s * d + 1) F' N' D') as I3. lia.
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

(* fitting_does_not_depend_on_strides *)
Proof.
  intros modes. induction modes as [|[s e] rest IH]; intros d x w F N H; [easy|].
  pose proof (forall_cons _ _ _ F) as [P F']. cbn [counting]. rewrite fits_cons in *.
  destruct rest as [|[t f] r]; [easy|]. cbn [counting] in *. destruct (w mod s =? 0); [|easy]. now apply IH.
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

(* sum_over_two_lists_splits *)
Proof.
  intros modes b others i F FB FO N I. cbv zeta. clear I. revert i. induction b as [|[x w] b IH]; intros i.
  - cbn [followed distributed total]. now rewrite Z.div_1_r.
  - pose proof (forall_cons _ _ _ FB) as [P FB']. unfold ok_modes in P. cbn [fst] in P. pose proof (size_is_positive
    b FB') as T.
    cbn [followed distributed total fst]. rewrite (IH FB'). rewrite Z.rem_mul_r by lia.
    pose proof (Z.mod_pos_bound i x ltac:(lia)).
    destruct (quotient_and_remainder (i mod x + x * ((i / x) mod total b)) x ((i / x) mod total b) (i mod x)) as [->
      ->]; [lia..|].
    rewrite Z.div_div by lia. lia.
Qed.

(* a_tiling_takes_every_offset *)
Proof.
  intros b size_ t F S P C T. pose proof (sorting_gives_modes b F) as FS.
  assert (G : forall m current, Forall ok_modes m -> 1 <= current -> is_chain m current size_ = true ->
    forall t, element_at_ok m current t = true /\ gap_at_ok m current t = true).
  { clear. induction m as [|[s d] m IH]; intros current F P C t; [now split|]. pose proof (forall_cons _ _ _ F) as [W
    F'].
    unfold ok_modes in W. cbn [fst is_chain element_at_ok gap_at_ok] in *. cbv zeta. destruct (s =? 1); [now apply
      IH|].
    apply andb_true_iff in C. destruct C as [D C]. apply andb_true_iff in C. destruct C as [M C]. apply Z.leb_le in D.
    apply Z.eqb_eq in M. pose proof (Z.div_mod d current). assert (1 <= d / current) by nia.
    rewrite !not_zero by lia. cbn [andb]. assert (1 <= s * d) by nia. split; now apply IH. }
  assert (B : forall m, Forall ok_modes m -> forall n, place_before_sorting_ok m n = true).
  { clear. assert (I : forall mode m, 1 <= fst mode -> Forall ok_modes m -> forall n, place_before_insertion_ok mode
    m n = true).
    { intros mode m W. induction m as [|first m IH]; intros F n; [reflexivity|]. pose proof (forall_cons _ _ _ F) as
      [X F'].
      unfold ok_modes in X. cbn [place_before_insertion_ok]. cbv zeta. destruct (snd mode <=? snd first);
        [reflexivity|].
      now rewrite !not_zero, IH by (assumption || lia). }
    induction m as [|first m IH]; intros F n; [reflexivity|]. pose proof (forall_cons _ _ _ F) as [X F']. unfold
      ok_modes in X.
    cbn [place_before_sorting_ok]. cbv zeta. rewrite I, IH, !not_zero by (assumption || lia || now apply
      sorting_gives_modes).
    reflexivity. }
  split.
  { unfold tiling_takes_ok, element_of_ok, gap_of_ok. destruct (G _ 1 FS ltac:(lia) C t) as [-> ->]. now rewrite B. }
  pose proof (layout_and_complement_take_every_offset b size_ t F S C T) as H. cbv zeta in H. unfold gaps_between in
    H.
  unfold tiling_takes, tiling. cbv zeta. set (a := element_of b t) in *. set (x := gap_of b t) in *.
  destruct (gaps_of_a_chain_are_ordered (sort_modes b) 1 size_ FS ltac:(lia) S) as [O1 O2].
  destruct (O1 (O2 (divisible_chain_is_a_chain (sort_modes b) 1 size_ FS ltac:(lia) C))) as [FG _].
  destruct (coalescing_keeps_size_and_function _ FG) as ((FC & _) & _). set (left_ := coalesce_modes (gaps
    (sort_modes b) 1 size_)) in *.
  assert (Q : exists l, match left_ with [] => [(1, 0)] | _ => left_ end = l /\ Forall ok_modes l /\ total l = total
    left_ /\
    value l x = value left_ x).
  { destruct left_ as [|m l]; [|now exists (m :: l)]. exists [(1, 0)]. split; [reflexivity|]. split; [constructor;
    [unfold ok_modes; cbn; lia|constructor]|].
    cbn [total value fst]. split; lia. }
  destruct Q as (l & -> & FL & TL & Q). rewrite <- TL, <- Q in H. clear TL Q. clearbody a x left_.
  destruct (followed_adds_the_values_of_both b l F FL) as ((_ & E & _) & V & _). cbv zeta in V. rewrite E.
  assert (0 <= total b * x) by nia. assert (a + total b * x < total b * total l) by nia.
  rewrite V by lia. replace (a + total b * x) with (x * total b + a) by lia.
  rewrite Z.div_add_l, (Z.add_comm (x * _)), Z.mod_add, Z.mod_small, Z.div_small by lia. rewrite Z.add_0_r. lia.
Qed.

(* a_misfit_counts_more_than_its_parts, with Lib D6f *)
Proof.
  intros modes d x w F N X W M D. cbv zeta. apply not_true_is_false in M.
  assert (NE : modes <> []) by (intros E; rewrite E in N; discriminate N).
  destruct (misfit modes NE F x w d X W D M) as [_ K]. destruct (carry modes x w) as [v c]. apply K.
Qed.

(* compact_modes_that_distribute_are_super_increasing, with Lib D6f *)
Proof.
  intros modes b u F FB N U C S. cbv zeta. assert (NE : modes <> []) by (intros E; rewrite E in N; discriminate N).
  destruct (counting_keeps_the_number_of_modes modes 0 F) as [FW L]. set (W := counting modes 0) in *.
  assert (NW : nonempty W = true) by (destruct W; [destruct modes; [easy|cbn [length] in L; lia]|reflexivity]).
  pose proof (extended_at_zero_is_zero W FW NW) as Z0.
  revert u U C S. induction b as [|[x w] b IH]; intros u U C S; [destruct S; reflexivity|].
  pose proof (forall_cons _ _ _ FB) as [P FB']. unfold ok_modes in P. cbn [fst] in P. specialize (IH FB').
  pose proof (size_is_positive b FB') as T. cbn [compact super_increasing excess excess_ok total distributed fst] in
    *.
  destruct (Z.eqb_spec x 1) as [X|X].
  - cbn [orb] in S. destruct (IH u U C S) as (O & Y & B & E). split; [exact O|]. split; [exact Y|]. split; [nia|].
    subst x. now rewrite Z.mod_1_r, Z.mul_0_r, Z0, Z.div_1_r.
  - cbn [orb] in S. apply andb_true_iff in C. destruct C as [C1 C]. apply Z.eqb_eq in C1. subst w.
    destruct (Z.eqb_spec u 0); [lia|]. rewrite Z.ltb_irrefl in S.
    assert (FO : fits_ok modes x u = true) by (apply fits_defined; assumption). rewrite FO, orb_true_r. cbn [andb].
    destruct (negb (u =? 1) && negb (fits modes x u)) eqn:M.
    + apply andb_true_iff in M. destruct M as [_ M]. assert (M' : ~ fits modes x u = true) by (intros K; rewrite K in
      M; discriminate M).
      destruct (a_misfit_carries_with_less_than_its_stride modes x u F N ltac:(lia) U M') as (O & _ & K). rewrite O.
      pose proof (a_misfit_counts_more_than_its_parts modes 0 x u F N ltac:(lia) U M' ltac:(lia)) as Q. cbv zeta in Q.
      fold W in Q. destruct (carry modes x u) as [v c]. destruct K as (K1 & K2 & K3 & K4).
      assert (D1 : (v + u * c) / u = c) by (symmetry; apply (Z.div_unique _ _ _ v); lia).
      assert (D2 : (v + u * c) mod u = v) by (symmetry; apply (Z.mod_unique _ _ c); lia).
      rewrite D1, D2, (Z.mod_small c x), (Z.div_small c x), (sum_over_modes_is_0_at_0 W b FW FB' NW) by lia.
      split; [reflexivity|]. split; [nia|]. split; [|lia]. assert (c + 1 <= x * total b) by nia.
      assert (u * (c + 1) <= u * (x * total b)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
    + replace (u + (x - 1) * u) with (x * u) in S by lia. destruct (IH (x * u) ltac:(nia) C S) as (O & Y & B & E).
      split; [exact O|]. split; [exact Y|]. split; [nia|]. set (y := excess modes b (x * u)) in *. clearbody y.
      assert (D : y / u / x = y / (x * u)) by (rewrite Z.div_div by lia; f_equal; lia). rewrite D.
      assert (V : y mod (x * u) = y mod u + u * ((y / u) mod x)) by (rewrite (Z.mul_comm x), Z.rem_mul_r by lia;
        reflexivity).
      rewrite V in E. pose proof (Z.mod_pos_bound y u ltac:(lia)). pose proof (Z.mod_pos_bound (y / u) x ltac:(lia)).
      assert (G : extended W (y mod u + u * ((y / u) mod x)) = extended W (y mod u) + extended W (u * ((y / u) mod
        x))).
      { destruct (Z.eqb_spec u 1) as [U1|U1].
        - replace (y mod u) with 0 by (subst u; now rewrite Z.mod_1_r). rewrite Z0. now rewrite !Z.add_0_l.
        - cbn [negb andb] in M. apply negb_false_iff in M. apply (a_fitting_mode_does_not_carry W _ u x); try
          assumption.
          now apply fitting_does_not_depend_on_strides. }
      lia.
Qed.

(* accepted_compact_modes_are_super_increasing *)
Proof.
  intros modes b groups F FB FG N K A S NC C. pose proof (sorting_gives_modes b FB) as FS.
  destruct (super_increasing modes (sort_modes b) 1) eqn:E; [reflexivity|].
  assert (E' : ~ super_increasing modes (sort_modes b) 1 = true) by (intros Q; rewrite Q in E; discriminate E).
  destruct (compact_modes_that_distribute_are_super_increasing modes (sort_modes b) 1 F FS N ltac:(lia) C E') as (_ &
    Y & B & D).
  rewrite Z.mul_1_l in B. cbv zeta in D. rewrite Z.mod_1_r, Z.div_1_r in D.
  destruct (counting_keeps_the_number_of_modes modes 0 F) as [FW L]. set (W := counting modes 0) in *.
  assert (NW : nonempty W = true) by (destruct W; [destruct modes; [discriminate N|cbn [length] in L;
    lia]|reflexivity]).
  rewrite (extended_at_zero_is_zero W FW NW) in D. pose proof (size_is_positive b FB) as P.
  destruct (sorting_reindexes b 0 0 FB ltac:(lia) ltac:(lia)) as [T _]. rewrite T in B.
  set (y := excess modes (sort_modes b) 1) in *. clearbody y.
  destruct (sorting_reaches_every_coordinate b y FB ltac:(lia)) as (A0 & A1 & V).
  pose proof (compact_modes_are_the_coordinate (sort_modes b) 1 y FS C ltac:(lia)) as Q. rewrite V, Z.mul_1_l in Q.
  destruct (joined_has_the_value_of_the_groups groups FG) as [J _].
  pose proof (carries_do_not_depend_on_strides modes 0 (joined groups) F J N S NC) as NC'.
  destruct (b_whose_pieces_do_not_carry_distributes W b groups (place_before_sorting b y) FW FB FG NW K A S NC'
    ltac:(lia)) as [_ R].
  rewrite Q, <- (unsorting_keeps_the_sum W b y FW FB NW) in R by lia. lia.
Qed.
