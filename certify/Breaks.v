(* A layout that equals A at steps of w breaks where the steps break. A group is a canonical list of
   modes. It goes astray from x -> A^(w*x) if its first stride is not A^(w), or if its first mode does not
   end at the first break. A group that never goes astray consists of the images of the pieces of n:w. *)
Require Import Lib Trees Layouts C1 C2 Tiles Distribute P1c D1a Carries.

(* Each mode is as long as the steps run without a break, and its stride is A^ of the first step. *)
Fixpoint follows (m g : modes) (w : Z) : Prop := match g with
  | [] => True
  | (s, d) :: r => s = first_break m (total g) w /\ d = extended m w /\ follows m r (s * w) end.

Lemma astray_differs m : m <> [] -> shapes m -> cancelling m = false -> forall g w, normal g -> 0 <= w ->
  let i := astray m g w in astray_ok m g w = true /\ 1 <= i <= total g /\ (i = total g -> follows m g w) /\
  (i < total g -> value g i <> extended m (i * w)).
Proof.
  intros N W D. induction g as [|[s d] g IH]; intros w G Q.
  { cbn. split; [easy|]. split; [lia|]. split; [easy|lia]. }
  destruct G as (G1 & G2 & G). pose proof (normal_shapes g G) as WG. pose proof (total_pos g WG) as P.
  cbv zeta. rewrite astray_cons, astray_ok_cons. cbn [total fst follows]. set (n := s * total g) in *.
  assert (N1 : 1 <= n) by nia. destruct (break_carries m n w N W N1 Q) as (T & _ & _ & O).
  pose proof (even_before m n w) as V. pose proof (uneven_there m n w N W D N1 Q) as U.
  set (t := first_break m n w) in *. clearbody t. cbv zeta in *. rewrite O, extended_defined by easy. cbn [andb].
  destruct (d =? extended m w) eqn:E; cbn [negb]; bools.
  2: { split; [easy|]. split; [nia|]. split; [nia|]. intros _. rewrite value_1 by (lia || easy). now rewrite Z.mul_1_l. }
  subst d. destruct (s =? t) eqn:F; cbn [negb]; bools.
  - subst t. destruct (IH (s * w) G ltac:(nia)) as (I1 & I2 & I3 & I4). set (j := astray m g (s * w)) in *. clearbody j.
    split; [easy|]. split; [nia|]. split.
    + intros E. split; [easy|]. split; [easy|]. apply I3. nia.
    + intros L. rewrite value_next by lia. replace (s * j * w) with (j * (s * w)) by lia. apply I4. nia.
  - split; [easy|]. assert (L : Z.min s t < n). { destruct (Z.lt_ge_cases s t); nia. }
    split; [lia|]. split; [lia|]. intros _. destruct (Z.lt_ge_cases s t).
    + rewrite Z.min_l by lia. replace (value _ s) with (value g 1) by (rewrite <- (value_next s (extended m w)) by lia; f_equal; lia).
      destruct (value_first g G) as (s2 & d2 & r & -> & ->); [nia|]. rewrite V by (easy || lia). easy.
    + rewrite Z.min_r by lia. cbn [value]. rewrite Z.mod_small, Z.div_small, value_0 by (easy || lia).
      intros X. apply U; [lia|]. lia.
Qed.

(* The pieces that n:w is cut into at its breaks, as far as these divide. *)
Inductive cuts_into (m : modes) : Z -> Z -> modes -> Prop :=
  | cut_last n w : first_break m n w = n \/ n mod first_break m n w <> 0 -> cuts_into m n w [(n, w)]
  | cut_more n w p : first_break m n w < n -> n mod first_break m n w = 0 ->
    cuts_into m (n / first_break m n w) (first_break m n w * w) p -> cuts_into m n w ((first_break m n w, w) :: p).

Lemma rest_of_break m n w : m <> [] -> shapes m -> 1 <= n -> 0 <= w -> first_break m n w < n -> n mod first_break m n w = 0 ->
  let t := first_break m n w in 2 <= t /\ 1 <= n / t < n /\ n = t * (n / t) /\ 0 <= t * w.
Proof.
  intros N W P Q L D t. pose proof (break_of_two m n w N W P Q L) as T. fold t in L, D, T. clearbody t.
  pose proof (Z.div_mod n t ltac:(lia)). nia.
Qed.
Lemma cut_is m : m <> [] -> shapes m -> forall f n w, 1 <= n <= Z.of_nat f -> 0 <= w ->
  cut_ok_f f m n w = true /\ cuts_into m n w (cut_f f m n w).
Proof.
  intros N W. induction f as [|f IH]; intros n w P Q; [lia|]. cbn [cut_f cut_ok_f]. cbv zeta.
  destruct (break_carries m n w N W ltac:(lia) Q) as (T & _ & _ & ->). cbn [andb]. rewrite !nonzero by lia. rewrite orb_true_r. cbn [andb].
  destruct ((first_break m n w =? n) || negb (n mod first_break m n w =? 0)) eqn:C.
  - split; [easy|]. apply cut_last. bools. destruct C; bools; [now left|now right].
  - bools. destruct (rest_of_break m n w) as (T2 & R & E & Q'); try easy; try lia.
    destruct (IH (n / first_break m n w) (first_break m n w * w)) as [-> I]; try lia. split; [easy|]. apply cut_more; easy || lia.
Qed.
Lemma cut_value m : m <> [] -> shapes m -> forall n w p, cuts_into m n w p -> 1 <= n -> 0 <= w ->
  p <> [] /\ shapes p /\ total p = n /\ forall x, value p x = w * (x mod n).
Proof.
  intros N W n w p C. induction C as [n w B|n w p L D C IH]; intros P Q.
  - split; [easy|]. split; [repeat constructor; cbn; lia|]. split; [cbn; lia|]. intros x. cbn. lia.
  - destruct (rest_of_break m n w) as (T2 & R & E & Q'); try easy. set (t := first_break m n w) in *. clearbody t.
    destruct IH as (_ & S & T & V); try lia. split; [easy|]. split; [constructor; cbn; [lia|easy]|]. split; [cbn [total fst]; lia|].
    intros x. cbn [value]. rewrite V. set (k := n / t) in *. clearbody k. subst n. rewrite Z.rem_mul_r by lia. lia.
Qed.

Lemma normal_total g : normal g -> g <> [] -> 2 <= total g.
Proof.
  destruct g as [|[s d] g]; [easy|]. intros (S & _ & G) _. pose proof (total_pos g (normal_shapes g G)). cbn [total fst]. nia.
Qed.
Lemma follows_images m : m <> [] -> shapes m -> forall g w p, normal g -> 0 <= w -> follows m g w -> cuts_into m (total g) w p ->
  (forall x, value g x = image_value m p x) /\ Forall (fun q => no_carry m [q] = true) p.
Proof.
  intros N W. induction g as [|[s d] g IH]; intros w p G Q F C.
  - destruct (break_carries m 1 w N W ltac:(lia) Q) as (T & K & _ & _). cbn [total] in C.
    replace (first_break m 1 w) with 1 in K by lia. inversion C; subst; [|lia].
    split; [intros x; cbn [value image_value]; rewrite Z.mod_1_r; lia|]. repeat constructor. exact K.
  - destruct G as (G1 & G2 & G). destruct F as (F1 & F2 & F3). pose proof (normal_shapes g G) as WG. pose proof (total_pos g WG).
    cbn [total fst] in *. destruct (break_carries m (s * total g) w N W ltac:(nia) Q) as (T & K & _ & _). rewrite <- F1 in *.
    destruct (Z.eq_dec (total g) 1) as [E|E].
    + assert (g = []). { destruct g as [|q g]; [easy|]. pose proof (normal_total _ G ltac:(easy)). lia. } subst g.
      cbn [total] in *. rewrite Z.mul_1_r in *. inversion C; subst; [|lia]. split; [|repeat constructor; easy].
      intros x. cbn [value image_value]. now rewrite stride_of_big by lia.
    + inversion C as [n1 w1 B|n1 w1 p1 L D C1]; subst n1 w1; rewrite <- F1 in *.
      { destruct B as [B|B]; [nia|]. now rewrite Z.mul_comm, Z_mod_mult in B. }
      rewrite Z.mul_comm, Z_div_mult in C1 by lia. destruct (IH (s * w) p1 G ltac:(nia) F3 C1) as [I J].
      split; [|now constructor]. intros x. cbn [value image_value]. rewrite stride_of_big, I by lia. now rewrite F2.
Qed.

(* The function `refine` makes the pieces that do not carry alone and are few enough. *)
Lemma no_carry_no_break m : forall n w, m <> [] -> shapes m -> 1 <= n -> no_carry m [(n, w)] = true -> first_break m n w = n.
Proof.
  induction m as [|[s d] r IH]; intros n w N W P C; [easy|]. modes_in W. destruct r as [|q r]; [easy|].
  rewrite no_carry_step in C by easy. rewrite first_break_step by easy. cbn [largest_residue quotients] in C. bools.
  rewrite Z.add_0_r in H. rewrite (proj2 (Z.ltb_lt _ _) H). now apply IH.
Qed.
Lemma refined_as_cut m : m <> [] -> shapes m -> forall n w p, cuts_into m n w p -> forall f most, 1 <= n -> 0 <= w ->
  Forall (fun q => no_carry m [q] = true) p -> Z.of_nat (length p) <= most -> (length p <= f)%nat ->
  refine_ok_f f m n w most = true /\ refine_f f m n w most = p.
Proof.
  intros N W n w p C. induction C as [n w B|n w p L D C IH]; intros f most P Q F M K.
  - inversion F; subst. rewrite no_carry_no_break in B by easy. destruct f as [|f]; [cbn in K; lia|]. cbn [refine_ok_f refine_f]. cbv zeta.
    destruct (break_carries m n w N W P Q) as (_ & _ & _ & ->). rewrite no_carry_no_break, Z.eqb_refl by easy. easy.
  - inversion F; subst. destruct (rest_of_break m n w) as (T2 & R & E & Q'); try easy.
    assert (LP : p <> []) by now inversion C. assert (1 <= Z.of_nat (length p)) by (destruct p; [easy|cbn [length]; lia]).
    destruct f as [|f]; [cbn in K; lia|]. cbn [length] in *. destruct (IH f (most - 1)) as [I J]; try easy; try lia.
    cbn [refine_ok_f refine_f]. cbv zeta. destruct (break_carries m n w N W P Q) as (_ & _ & _ & ->).
    rewrite (proj2 (Z.eqb_neq _ n)), nonzero, D, I, J by lia. cbn [Z.eqb negb andb].
    rewrite (proj2 (Z.leb_gt most 1)) by lia. easy.
Qed.
