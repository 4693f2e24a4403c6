(* Pieces of a mode of B that do not carry together are at most as many as A's modes. The key step: the
   residues of pieces that do not carry are below the boundary, so their strides jump over it at most once.
   A piece begins with a break, and a break over a boundary is a jump over it. *)
Require Import Lib Trees Layouts C1 C2 Tiles Distribute P1c D1a Carries Breaks.

(* Each stride is at or beyond the end of the piece before it; and the sum of these distances. *)
Fixpoint rising (p : modes) (due : Z) : Prop := match p with [] => True | (t, w) :: r => due <= w /\ rising r (t * w) end.
Fixpoint jumps (p : modes) (due : Z) : Z := match p with [] => 0 | (t, w) :: r => w - due + jumps r (t * w) end.
(* The pieces, after one of t steps of w, that begin with a carry. *)
Fixpoint breaking (m p : modes) (t w : Z) : Z := match p with
  | [] => 0
  | (n, v) :: r => (if passes m ((t - 1) * w) w v then 1 else 0) + breaking m r n v end.

Lemma jumps_above p s : 1 <= s -> shapes p -> forall due above, s * above <= due ->
  s * jumps (quotients p s) above <= jumps p due + due - s * above + largest_residue p s.
Proof.
  intros S. induction p as [|[t w] p IH]; intros W due above D; [cbn; lia|]. modes_in W. cbn [quotients jumps largest_residue].
  euclid w s q u. specialize (IH H2 (t * w) (t * q)). subst w. nia.
Qed.
Lemma rising_above p s : 1 <= s -> shapes p -> forall due above, s * above <= due -> rising p due -> rising (quotients p s) above.
Proof.
  intros S. induction p as [|[t w] p IH]; intros W due above D R; [easy|]. modes_in W. destruct R as [R1 R2]. cbn [quotients rising].
  split; [apply Z.div_le_lower_bound; lia|]. apply (IH H2 (t * w)); [|easy]. pose proof (Z.mul_div_le w s). nia.
Qed.
Lemma residues_natural p s : 1 <= s -> shapes p -> 0 <= largest_residue p s.
Proof. intros S W. pose proof (residue_range p s S W 0). lia. Qed.

Lemma breaks_here_or_later s d r p : 1 <= s -> shapes p -> forall t w, 1 <= t -> 0 <= w -> rising p (t * w) ->
  (t - 1) * (w mod s) + largest_residue p s < s ->
  breaking ((s, d) :: r) p t w <= jumps p (t * w) + breaking r (quotients p s) t (w / s).
Proof.
  intros S. induction p as [|[n v] p IH]; intros W t w T Q R L; [cbn; lia|]. modes_in W. destruct R as [R1 R2].
  cbn [breaking jumps quotients largest_residue passes] in *. pose proof (residues_natural p s S H2). pose proof (Z.mod_pos_bound w s).
  pose proof (Z.mod_pos_bound v s). assert (0 <= v) by nia. specialize (IH H2 n v H1 ltac:(lia) R2).
  rewrite (quotient_of_steps s w (t - 1)) by nia. assert ((n - 1) * (v mod s) + largest_residue p s < s) by nia. specialize (IH ltac:(lia)).
  destruct ((t - 1) * w + w <? v) eqn:E; bools; cbn [orb]; destruct (passes r _ _ _); lia.
Qed.
Lemma breaks_jump_last s d p : shapes p -> forall t w, rising p (t * w) -> breaking [(s, d)] p t w <= jumps p (t * w).
Proof.
  induction p as [|[n v] p IH]; intros W t w R; [easy|]. modes_in W. destruct R as [R1 R2]. cbn [breaking jumps passes].
  specialize (IH H2 n v R2). destruct ((t - 1) * w + w <? v) eqn:E; bools; cbn [orb]; lia.
Qed.
Lemma breaks_once m : forall p t w, m <> [] -> shapes m -> shapes p -> 1 <= t -> 0 <= w -> rising p (t * w) -> jumps p (t * w) <= 1 ->
  no_carry m ((t, w) :: p) = true -> breaking m p t w <= jumps p (t * w) + Z.of_nat (length m) - 1.
Proof.
  induction m as [|[s d] r IH]; intros p t w N W P T Q R J C; [easy|]. modes_in W. destruct r as [|q0 r0].
  { pose proof (breaks_jump_last s d p P t w R). cbn [length]. lia. }
  remember (q0 :: r0) as r eqn:E. assert (M : r <> []) by (subst; easy). clear E q0 r0.
  rewrite no_carry_step in C by easy. cbn [largest_residue quotients] in C. bools.
  pose proof (breaks_here_or_later s d r p H1 P t w T Q R H) as B. pose proof (residues_natural p s H1 P).
  euclid w s q u. assert (D : s * (t * q) <= t * w) by nia. pose proof (jumps_above p s H1 P _ _ D) as A.
  pose proof (rising_above p s H1 P _ _ D R) as R'. assert (J' : jumps (quotients p s) (t * q) <= 1) by nia.
  pose proof (IH _ t q M H2 (quotients_shapes p s P) T ltac:(nia) R' J' H0). cbn [length]. lia.
Qed.

Lemma pieces_break m : m <> [] -> shapes m -> forall n v p, cuts_into m n v p -> 1 <= n -> forall t w, 1 <= t -> 0 <= w -> v = t * w ->
  passes m ((t - 1) * w) w v = true -> breaking m p t w = Z.of_nat (length p) /\ rising p v /\ jumps p v = 0.
Proof.
  intros N W n v p C. induction C as [n v B|n v p L D C IH]; intros P t w T Q E K; cbn [breaking rising jumps]; rewrite K.
  - cbn. lia.
  - assert (V : 0 <= v) by nia. destruct (rest_of_break m n v) as (T2 & R & F & Q'); try easy.
    destruct (break_carries m n v N W P V) as (_ & _ & B & _). specialize (B L).
    destruct (IH ltac:(lia) (first_break m n v) v) as (I & J & G); try easy; try lia. rewrite I. cbn [length].
    split; [lia|]. split; [split; [lia|easy]|lia].
Qed.
Theorem few_pieces m n w p : m <> [] -> shapes m -> cuts_into m n w p -> 1 <= n -> 0 <= w -> no_carry m p = true ->
  (length p <= length m)%nat.
Proof.
  intros N W C P Q K. inversion C as [n1 w1 B|n1 w1 p1 L D C1]; subst.
  - destruct m; [easy|]. cbn. lia.
  - destruct (rest_of_break m n w) as (T2 & R & F & Q'); try easy. destruct (break_carries m n w N W P Q) as (_ & _ & B & _). specialize (B L).
    destruct (pieces_break m N W _ _ _ C1 ltac:(lia) (first_break m n w) w) as (I & J & G); try easy; try lia.
    destruct (cut_value m N W _ _ _ C1) as (_ & S & _); try lia.
    pose proof (breaks_once m p1 (first_break m n w) w N W S ltac:(lia) Q J ltac:(lia) K). cbn [length]. lia.
Qed.

(* For pieces that carry together, but not alone: a point where A^ differs from their images. *)
Lemma residue_at_end p s : shapes p -> residue p s (total p - 1) = largest_residue p s.
Proof.
  induction p as [|[t w] p IH]; intros W; [easy|]. modes_in W. cbn [residue largest_residue total fst]. pose proof (total_pos p H2).
  digits (t * total p - 1) t (total p - 1) (t - 1). now rewrite IH.
Qed.
Lemma quotients_total p s : total (quotients p s) = total p.
Proof. induction p as [|[t w] p IH]; [easy|]. cbn [quotients total fst]. now rewrite IH. Qed.
Lemma sum_carries m : forall t w p, shapes m -> shapes p -> 1 <= t -> no_carry m [(t, w)] = true -> no_carry m p = true ->
  no_carry m ((t, w) :: p) = false -> let y := value p (total p - 1) in passes m ((t - 1) * w) y ((t - 1) * w + y) = true.
Proof.
  induction m as [|[s d] r IH]; intros t w p W P T C1 C2 C; [easy|]. modes_in W. destruct r as [|q0 r0]; [easy|].
  remember (q0 :: r0) as r eqn:E. assert (M : r <> []) by (subst; easy). clear E q0 r0. cbv zeta.
  rewrite no_carry_step in C1, C2, C by easy. cbn [largest_residue quotients] in C1, C.
  apply andb_true_iff in C1, C2. destruct C1 as [R1 C1], C2 as [R2 C2]. bools. rewrite Z.add_0_r in R1.
  pose proof (residue_at_end p s P) as L. pose proof (residues_natural p s H1 P).
  pose proof (quotients_value p s H1 (total p - 1)) as V. rewrite L in V. specialize (IH t (w / s) (quotients p s) H2 (quotients_shapes p s P) T C1 C2).
  rewrite quotients_total in IH. cbv zeta in IH. cbn [passes]. rewrite Z.ltb_irrefl. cbn [orb].
  set (y := value p (total p - 1)) in *. set (z := value (quotients p s) (total p - 1)) in *. set (l := largest_residue p s) in *. clearbody y z l.
  rewrite quotient_of_steps by (try lia; assumption). assert (Y : y / s = z). { symmetry. apply Z.div_unique with l; lia. } rewrite Y.
  pose proof (Z.mod_pos_bound w s ltac:(lia)). pose proof (Z.div_mod w s ltac:(lia)). set (q := w / s) in *. set (u := w mod s) in *. clearbody q u.
  destruct (Z.lt_ge_cases ((t - 1) * u + l) s) as [G|G].
  - replace (((t - 1) * w + y) / s) with ((t - 1) * q + z). 2: { apply Z.div_unique with ((t - 1) * u + l); nia. }
    apply IH. destruct C as [C|C]; bools; [lia|easy].
  - replace (((t - 1) * w + y) / s) with ((t - 1) * q + z + 1). 2: { apply Z.div_unique with ((t - 1) * u + l - s); nia. }
    destruct r as [|[s2 d2] r]; [easy|]. cbn [passes]. apply orb_true_iff. left. apply Z.ltb_lt. lia.
Qed.
Theorem collision_differs m : m <> [] -> shapes m -> cancelling m = false -> forall f p, (length p <= f)%nat -> p <> [] -> shapes p ->
  let c := collision_f f m p in collision_ok_f f m p = true /\ 0 <= c < total p /\
  (Forall (fun q => no_carry m [q] = true) p -> no_carry m p = false -> image_value m p c <> extended m (value p c)).
Proof.
  intros N W D. induction f as [|f IH]; intros p L E P; [destruct p; [easy|cbn in L; lia]|]. destruct p as [|[t w] p]; [easy|].
  modes_in P. pose proof (total_pos p H2) as T. cbn [collision_f collision_ok_f]. cbv zeta. destruct p as [|q0 p0].
  { split; [easy|]. cbn [total fst] in *. split; [lia|]. intros F C. inversion F; subst. congruence. }
  remember (q0 :: p0) as p eqn:K. assert (NP : p <> []) by (subst; easy). clear K q0 p0.
  rewrite no_carry_defined by easy. cbn [andb length] in *. destruct (no_carry m p) eqn:C2.
  - split; [easy|]. cbn [total fst]. split; [nia|]. intros F C. inversion F as [|? ? C1 _]; subst.
    pose proof (sum_carries m t w p W H2 H1 C1 C2 C) as S. cbv zeta in S. pose proof (a_carry_shows m _ _ W N D S) as X.
    cbn [image_value value]. digits (t * total p - 1) t (total p - 1) (t - 1).
    rewrite (no_carry_is_linear m p (total p - 1) N W H2 C2) in X.
    pose proof (no_carry_is_linear m [(t, w)] (t - 1) N W ltac:(repeat constructor; easy) C1) as Y. cbn [value image_value] in Y.
    rewrite Z.mod_small, !Z.add_0_r in Y by lia. rewrite (Z.mul_comm (t - 1) w) in X. lia.
  - destruct (IH p ltac:(lia) NP H2) as (I & J & V). cbv zeta in *. set (c := collision_f f m p) in *. clearbody c. cbn [total fst] in *.
    split; [easy|]. split; [nia|]. intros F C. inversion F as [|? ? C1 F2]; subst. cbn [image_value value].
    digits (t * c) t c 0. rewrite !Z.mul_0_r, !Z.add_0_l. now apply V.
Qed.
