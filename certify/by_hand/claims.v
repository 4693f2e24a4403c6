(* Proofs by hand of claims. They are read by verif/certify/generated/by_hand.py. *)

(* C6, with Lib Trees Layouts C1 Modes *)
Proof.
  intros A P k x V N G PL PN K X. cbv zeta. intros L. set (l := flatten P) in *.
  destruct (coalesced_modes A l V L) as (O & _ & RR & R). split; [exact O|]. split; [exact RR|]. intros Q.
  destruct (R k ltac:(lia)) as [R1 ->]. destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  pose proof (nonempty_mode A k V G ltac:(lia)) as NE. set (B := Layout_getitem A k) in *.
  pose proof (modes_shapes B M3) as SB. pose proof (coalesce_shapes _ SB) as SC.
  rewrite R1, M1. destruct (Z.ltb_spec k (Z.of_nat (length l))); (split; intros M; [|try lia]); try lia.
  - unfold coalesce. rewrite layout_of_size, coalesce_total, size_total by easy. split; [easy|].
    split; [now apply layout_of_modes|]. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|]. intros Y.
    destruct (call_value B M3 x (conj X Y)) as [-> ->].
    destruct (layout_of_call (coalesce_modes (modes_of B)) x SC) as [-> ->]; [now rewrite coalesce_total|].
    now rewrite coalesce_value.
  - repeat (split; [easy|]). rewrite size_total by easy. intros Y. now destruct (call_value B M3 x (conj X Y)) as [-> ->].
Qed.

(* C8, with Lib Trees Layouts C1 Modes *)
Proof.
  intros A P k V N G PL PN K. cbv zeta. intros L M. set (l := flatten P) in *.
  destruct (coalesced_modes A l V L) as (O & _ & _ & R). destruct (R k ltac:(lia)) as [R1 ->].
  destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  assert (W : valid (coalesce (Layout_getitem A k))) by now apply layout_of_modes, coalesce_shapes, modes_shapes.
  rewrite O, R1, M1, (coalesce_defined _ M3). destruct (Z.ltb_spec k (Z.of_nat (length l))); [|lia].
  now rewrite modes_defined.
Qed.

(* N4, with Lib Trees Layouts C1 N1 Modes *)
Proof.
  intros A P k V N G PL PN K. cbv zeta. intros L. set (l := flatten P) in *.
  destruct (filtered_modes A l V L) as (O & _ & RR & R). split; [exact O|]. split; [exact RR|]. intros Q.
  destruct (R k ltac:(lia)) as [R1 ->]. destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  destruct (without_repeats _ M3) as (OZ & VZ & _ & _).
  assert (W : valid (filter_ (Layout_getitem A k))) by now apply layout_of_modes, coalesce_shapes, modes_shapes.
  assert (F : filter__ok (Layout_getitem A k) = true) by (unfold filter__ok; now rewrite OZ, coalesce_defined).
  rewrite R1, M1, F. split; intros M; destruct (Z.ltb_spec k (Z.of_nat (length l))); try lia; [|easy].
  now rewrite modes_defined.
Qed.

(* P8, with Lib Trees Layouts P1c Distribute D1a Modes *)
Proof.
  intros A T k x V N G VT NT S GT K X. cbv zeta. split; [now apply iterates|]. intros O.
  destruct (composed_modes A T V G VT O) as (_ & RR & R). split; [exact O|]. split; [exact RR|]. intros Q.
  destruct (R k ltac:(lia)) as (R1 & R2 & ->). destruct (mode_at A k no_layout V ltac:(lia)) as (M1 & _ & M3).
  pose proof (nonempty_mode A k V G ltac:(lia)) as NE. rewrite O, R1, M1. split; intros M.
  - destruct (mode_at T k no_layout VT ltac:(lia)) as (T1 & _ & T3). rewrite T1, (R2 M).
    destruct (Z.ltb_spec k (Layout_rank T)); [|lia].
    destruct (composed _ _ M3 NE T3 (R2 M)) as (VR & _ & T4 & _ & E). cbv zeta in *.
    rewrite modes_defined, !size_total, T4 by easy. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|].
    split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|]. intros Y.
    destruct (call_value _ VR x) as [-> ->]; [now rewrite T4|].
    assert (ST : strides_from (modes_of (Layout_getitem T k)) 0 = true) by now apply strides_of_mode.
    destruct (extended_of_value (Layout_getitem A k) (Layout_getitem T k) x) as (U1 & U2 & U3); auto.
    rewrite U1, U2, U3, E. easy.
  - destruct (Z.ltb_spec k (Layout_rank T)); [lia|easy].
Qed.

(* W2, with Lib Trees Layouts *)
Proof.
  intros L i j n V N S I I' J J' P. cbv zeta. rewrite (modes_defined L V). split; [easy|]. intros T O.
  destruct (layout_is_the_sum_of_its_steps (modes_of L) (modes_shapes L V) T S) as [(D & _) _]. split; [exact D|].
  destruct (a_power n P O) as (k & K & ->). assert (Z : negb (2 ^ k =? 0) = true) by (apply not_zero; lia).
  rewrite Z, !orb_true_r. split; [easy|]. rewrite columns_are_linear.
  set (a := xor_of (steps_of (modes_of L)) i). set (b := xor_of (steps_of (modes_of L)) j).
  assert (E : (a =? b) = (Z.lxor a b =? 0)) by (apply eq_true_iff_eq; rewrite !Z.eqb_eq; symmetry; apply Z.lxor_eq_0_iff).
  assert (F : (a mod 2 ^ k =? b mod 2 ^ k) = (Z.lxor a b mod 2 ^ k =? 0)).
  { apply eq_true_iff_eq. rewrite !Z.eqb_eq, xor_of_remainders by easy. symmetry. apply Z.lxor_eq_0_iff. }
  now rewrite E, F.
Qed.

(* W6 *)
Proof.
  intros words given banks k _ _ _ _ B K. cbv zeta. assert (Z : negb (banks =? 0) = true) by (apply not_zero; lia).
  assert (I : forall l b, in_bank_ok l banks b = true) by (intros l b; induction l; cbn [in_bank_ok]; now rewrite ?Z).
  assert (F : forall l, fewest_turns_ok l banks = true) by (induction l; cbn [fewest_turns_ok]; now rewrite ?Z, ?I).
  assert (T : forall l, turns_ok l banks = true) by (induction l; cbn [turns_ok]; now rewrite ?Z, ?I).
  assert (R : forall b t l g, is_free_ok b t l g banks = true).
  { intros b t l. induction l as [|w l IH]; intros [|x g]; try easy. cbn [is_free_ok]. now rewrite Z, IH, orb_true_r. }
  assert (S : forall l g m, serves_ok l g banks m = true).
  { induction l as [|w l IH]; intros [|x g] m; try easy. cbn [serves_ok]. now rewrite Z, R, IH, !orb_true_r. }
  rewrite F, T, !S. split; [easy|]. split; [easy|]. split; [now apply counting_serves|]. split; [easy|].
  intros G. now apply (a_schedule_has_the_fewest_turns_or_more (flatten words) (flatten given)).
Qed.

(* X13, with Lib Trees Layouts X1 *)
Proof.
  assert (G : forall t, require_shape_ok t = true -> nonempty (flatten t) = true -> sides__ok (flatten t) = true /\ good (sides_ (flatten t))).
  { intros t O N. unfold require_shape_ok in O. destruct (flatten t) as [|x l] eqn:E; [easy|]. cbn [sides_ sides__ok]. rewrite <- E in *.
    split; [exact O|]. apply forallb_Forall in O. assert (P : Forall (fun n => 1 <= n) (rev (flatten t))).
    { apply Forall_rev. eapply Forall_impl; [|exact O]. intros n H. apply negb_true_iff, Z.ltb_ge in H. exact H. }
    split; [eapply Forall_impl; [|exact P]; intros n H; right; exact H|]. destruct P; cbn; lia. }
  assert (M : forall i d p, in_bounds i d = true -> Forall place p -> minor_first_ok i d p = true /\ Forall place (minor_first i d p)).
  { induction i as [|x i IH]; intros [|y d] p B F; cbn [in_bounds] in B; try discriminate B; [easy|].
    apply andb_true_iff in B. destruct B as [B B']. cbn [minor_first minor_first_ok]. apply IH; [exact B'|]. constructor; [cbn; lia|exact F]. }
  intros dims tile second at_ _ _ T TN S SN _ B. cbv zeta. set (bounds := flatten dims) in *. set (index := flatten at_) in *.
  destruct (G tile T TN) as [T1 T2]. destruct (G second S SN) as [S1 S2]. destruct (M index bounds [] B ltac:(constructor)) as [P1 P2].
  assert (R : places_ok index bounds = true).
  { unfold places_ok. rewrite P1. unfold require_index_ok. rewrite <- in_bounds_forall2, B.
    assert (L : length index = length bounds).
    { clear -B. revert B. generalize bounds. induction index as [|x i IH]; intros [|y d] B; try discriminate B; [easy|].
      cbn [in_bounds length] in *. apply andb_true_iff in B. destruct B as [_ B]. f_equal. now apply IH. }
    rewrite L. now rewrite Z.eqb_refl. }
  split; [exact R|].
  unfold linear_index_with_tile_ok, linear_index_with_tile, pad_reshape_transpose_ok, pad_reshape_transpose,
    linear_index_with_tile__ok, linear_index_with_tile_, pad_reshape_transpose__ok, pad_reshape_transpose_.
  fold (places index bounds) in P2. destruct (all_tiles [sides_ (flatten tile)] ltac:(now constructor) _ P2) as (A1 & A2 & A3).
  destruct (all_tiles [sides_ (flatten tile); sides_ (flatten second)] ltac:(constructor; [exact T2|now constructor]) _ P2) as (C1 & C2 & C3).
  now rewrite R, T1, S1, A1, A2, A3, C1, C2, C3.
Qed.
