(* Composition with a layout B of depth 0, which has one mode n:w: when it is accepted. *)
Require Import Lib Trees Layouts C1 P1c D1a Readings Carries.

Lemma depth_0_has_one_mode B : valid B -> Layout_depth B = 0 -> nonempty (modes_of B) = true ->
  strides_from (modes_of B) 0 = true -> exists n w, modes_of B = [(n, w)] /\ 1 <= n /\ 0 <= w.
Proof.
  intros V D N T. pose proof (modes_sizes B V) as E. pose proof (modes_shapes B V) as W.
  unfold Layout_depth in D. destruct (layout_shape B) as [s|ts]; [|pose proof (tuples_are_deep ts); lia].
  destruct (modes_of B) as [|[n w] [|? ?]]; [easy| |easy]. modes_in W. cbn in T. bools. now exists n, w.
Qed.

Lemma divides_defined m : m <> [] -> shapes m -> forall n w, 0 <= w -> divides_ok m n w = true.
Proof.
  intros N W. induction m as [|[s d] m IH]; intros n w P; [easy|]. modes_in W. destruct m as [|q m]; [easy|].
  cbn [divides_ok]. rewrite nonzero by lia. cbn [andb]. destruct (Z.eqb_spec (w mod s) 0) as [R|R].
  - apply IH; [easy|easy|apply Z.div_pos; lia].
  - destruct ((n - 1) * w <? s); [easy|]. assert (1 <= w) by (destruct (Z.eq_dec w 0) as [->|]; [now rewrite
    Z.mod_0_l in R by lia|lia]).
    rewrite nonzero by lia. cbn [andb]. destruct (Z.eqb_spec (s mod w) 0) as [Q|Q]; [|easy].
    pose proof (Z.div_mod s w). assert (1 <= s / w) by nia. rewrite nonzero by lia. cbn [andb orb negb].
    destruct (negb (n mod (s / w) =? 0)); [easy|]. apply IH; easy || lia.
Qed.
Lemma ends_defined m : m <> [] -> shapes m -> forall e, 1 <= e -> ends_ok m e = true.
Proof.
  intros N W. induction m as [|[s d] m IH]; intros e P; [easy|]. modes_in W. destruct m as [|q m]; [easy|].
  cbn [ends_ok]. rewrite !nonzero by lia. cbn [andb]. destruct (s mod e =? 0); [easy|].
  destruct (Z.eqb_spec (e mod s) 0) as [Q|Q]; [|easy]. cbn [negb orb].
  apply IH; [easy|easy|]. pose proof (Z.div_mod e s). nia.
Qed.
Lemma runs_defined m : m <> [] -> shapes m -> forall n w, 1 <= n -> 0 <= w -> runs_ok m n w = true.
Proof.
  intros N W. induction m as [|[s d] m IH]; intros n w P V; [easy|]. modes_in W. destruct m as [|q m]; [easy|].
  cbn [runs_ok]. rewrite nonzero by lia. cbn [andb]. destruct (Z.eqb_spec (w mod s) 0) as [R|R].
  - apply IH; [easy|easy|easy|apply Z.div_pos; lia].
  - assert (1 <= w) by (destruct (Z.eq_dec w 0) as [->|]; [now rewrite Z.mod_0_l in R by lia|lia]).
    rewrite nonzero, ends_defined, orb_true_r by (easy || nia). easy.
Qed.

(* `count` counts the pieces of n:w, and is 0 if a break does not divide the number of remaining steps. *)
Definition counts_pieces (m : modes) (count : nat -> Z -> Z -> Z) : Prop :=
  (forall n w, count O n w = 0) /\ forall k n w, count (S k) n w =
    let t := first_break m n w in if t =? n then 1 else if negb (n mod t =? 0) then 0 else
    let later := count k (n / t) (t * w) in if 1 <=? later then later + 1 else 0.
Lemma refine_defined m count : m <> [] -> shapes m -> counts_pieces m count ->
  forall k n w most, 1 <= n -> 0 <= w -> 1 <= count k n w <= most -> refine_ok m n w most = true.
Proof.
  intros N W [C0 C] k n w most P V. unfold refine_ok. assert (L : (Z.to_nat most < S (Z.to_nat most))%nat) by lia.
  revert L P V. generalize (S (Z.to_nat most)). intros l. revert l n w most.
  induction k as [|k IH]; intros [|l] n w most L P V Q; rewrite ?C0, ?C in Q; cbn [refine_ok_f]; cbv zeta in *; try
    lia.
  destruct (break_carries m n w N W P V) as (B & _ & _ & ->). set (t := first_break m n w) in *.
  clearbody t. cbn [andb]. destruct (Z.eqb_spec t n) as [|T]; [easy|]. rewrite nonzero by lia. cbn [andb].
  destruct (Z.eqb_spec (n mod t) 0) as [M|]; cbn [negb] in *; [|lia]. pose proof (Z.div_mod n t).
  destruct (Z.leb_spec 1 (count k (n / t) (t * w))); [|lia]. destruct (Z.leb_spec most 1); [lia|]. apply IH;
    [lia|nia|nia|lia].
Qed.

Lemma one_mode_composes A B n w count k : valid A -> modes_of A <> [] -> valid B -> modes_of B = [(n, w)] -> 1 <= n
  -> 0 <= w ->
  let m := coalesce_extended (modes_of A) in let most := Z.of_nat (length m) in
  counts_pieces m count -> 1 <= count k n w <= most -> no_carry m (refine m n w most) = true -> composition_ok A B =
    true.
Proof.
  intros V N W E P Q m most C L K. apply accepts_composition; [easy..|]. rewrite E. fold m. unfold accepts.
  cbn [refine_all_ok refine_all]. fold most. destruct (Z.ltb_spec w 0); [lia|]. cbn [concat].
  pose proof (coalesce_extended_nonempty _ N) as M. pose proof (coalesce_extended_shapes _ (modes_shapes A V)) as F.
  now rewrite (refine_defined m count M F C k n w most P Q L), app_nil_r.
Qed.
