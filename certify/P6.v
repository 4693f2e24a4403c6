(* P6, P6i: the identity is neutral. A composed with the compact layout of its size is A, and the identity
   composed with B is B. The key step: size(A):1 breaks where the modes of coalesced A end, into pieces
   that start where the modes start, so each piece steps inside its own mode. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute P1c D1a Carries Breaks Pieces.

Lemma made_integer n d : 1 <= n -> Layout_ok (Leaf n) (Leaf d) = true /\ Layout (Leaf n) (Leaf d) = {| layout_shape := Leaf n; layout_stride := Leaf d |}.
Proof.
  intros N. apply made_layout; [|easy]. apply positive_sizes. now repeat constructor.
Qed.

Theorem P6i : S_P6i.
Proof.
  intros n B i P V N S I0 I1. sizes. destruct (made_integer n 1 P) as [O E]. rewrite O, E.
  assert (W : valid {| layout_shape := Leaf n; layout_stride := Leaf 1 |}) by exact O.
  assert (C : composition_ok {| layout_shape := Leaf n; layout_stride := Leaf 1 |} B = true).
  { apply accepts_composition; [easy|easy|easy|]. apply one_mode_accepts; [now apply modes_shapes|easy]. }
  rewrite C. split; [easy|]. cbv zeta. destruct (composed _ B W ltac:(easy) V C) as (VR & K & T & _ & X). cbv zeta in *.
  rewrite compatible_defined, K. split; [easy|]. split; [easy|].
  destruct (call_value _ VR i) as [-> ->]; [now rewrite T|]. destruct (call_value B V i) as [-> ->]; [easy|].
  split; [easy|]. split; [easy|]. rewrite X. cbn [modes_of Layout_flat_modes layout_shape layout_stride flatten paired extended]. apply Z.mul_1_l.
Qed.

(* Steps of whole first modes are steps in the later modes. *)
Definition scaled (s : Z) : modes -> modes := map (fun p => (fst p, s * snd p)).
Lemma first_break_0 m : forall n, m <> [] -> shapes m -> first_break m n 0 = n.
Proof.
  induction m as [|[s d] r IH]; intros n N W; [easy|]. modes_in W. destruct r as [|q r]; [easy|].
  rewrite first_break_step, Z.mod_0_l, Z.div_0_l, Z.mul_0_r, (proj2 (Z.ltb_lt 0 s)) by (easy || lia). now apply IH.
Qed.
Lemma first_break_scaled s d r n w : 1 <= s -> r <> [] -> first_break ((s, d) :: r) n (s * w) = first_break r n w.
Proof.
  intros S N. rewrite first_break_step by easy. rewrite (Z.mul_comm s w), Z_mod_mult, Z_div_mult, Z.mul_0_r by lia.
  now rewrite (proj2 (Z.ltb_lt 0 s)) by lia.
Qed.
Lemma cuts_scaled s d r : 1 <= s -> r <> [] -> forall n v p, cuts_into ((s, d) :: r) n v p -> forall w, v = s * w ->
  exists p', cuts_into r n w p' /\ p = scaled s p'.
Proof.
  intros S N n v p C. induction C as [n v B|n v p L D C IH]; intros w ->; rewrite first_break_scaled in * by easy.
  - exists [(n, w)]. split; [now constructor|easy].
  - destruct (IH (first_break r n w * w)) as (p' & C' & ->); [lia|]. exists ((first_break r n w, w) :: p'). split; [now constructor|easy].
Qed.
Lemma scaled_quotients s p : 1 <= s -> quotients (scaled s p) s = p /\ largest_residue (scaled s p) s = 0.
Proof.
  intros S. induction p as [|[t w] p [I J]]; [easy|]. cbn [scaled map quotients largest_residue fst snd] in *. rewrite I, J.
  rewrite (Z.mul_comm s w), Z_mod_mult, Z_div_mult by lia. split; [easy|lia].
Qed.
Lemma no_step_no_carry m : forall t p, m <> [] -> shapes m -> no_carry m ((t, 0) :: p) = no_carry m p.
Proof.
  induction m as [|[s d] r IH]; intros t p N W; [easy|]. modes_in W. destruct r as [|q r]; [easy|].
  rewrite !no_carry_step by easy. cbn [largest_residue quotients]. rewrite Z.mod_0_l, Z.div_0_l, IH, Z.mul_0_r by (easy || lia). easy.
Qed.
Lemma nothing_carries_nothing m : m <> [] -> shapes m -> no_carry m [] = true.
Proof.
  induction m as [|[s d] r IH]; intros N W; [easy|]. modes_in W. destruct r as [|q r]; [easy|]. rewrite no_carry_step by easy.
  cbn [largest_residue quotients]. rewrite IH by easy. now rewrite (proj2 (Z.ltb_lt 0 s)) by lia.
Qed.
Theorem compact_carries_nothing m : forall p, m <> [] -> shapes m -> cuts_into m (total m) 1 p -> no_carry m p = true.
Proof.
  induction m as [|[s d] r IH]; intros p N W C; [easy|]. modes_in W. destruct r as [|q0 r0]; [easy|].
  remember (q0 :: r0) as r eqn:E. assert (M : r <> []) by (subst; easy). clear E q0 r0. pose proof (total_pos r H2) as T.
  rewrite no_carry_step by easy. cbn [total fst] in C. destruct (Z.eq_dec s 1) as [->|S].
  - destruct (cuts_scaled 1 d r H1 M _ _ _ C 1 eq_refl) as (p' & C' & ->). destruct (scaled_quotients 1 p' H1) as [-> ->].
    rewrite Z.mul_1_l in C'. cbn [Z.ltb Z.compare andb]. now apply IH.
  - assert (B : first_break ((s, d) :: r) (s * total r) 1 = s).
    { rewrite first_break_step by easy. rewrite Z.mod_small, Z.div_small, Z.mul_1_r by lia. destruct (s * total r - 1 <? s) eqn:L; bools.
      - rewrite first_break_0 by easy. nia.
      - rewrite first_break_0, ceil_eq, Z.div_1_r by easy. lia. }
    inversion C as [n1 w1 K|n1 w1 p1 L D C1]; subst n1 w1; subst p; rewrite B in *; cbn [largest_residue quotients];
      rewrite Z.mod_small, Z.div_small by lia.
    + assert (total r = 1). { destruct K as [K|K]; [nia|]. now rewrite Z.mul_comm, Z_mod_mult in K. }
      rewrite no_step_no_carry, nothing_carries_nothing, andb_true_r by easy. apply Z.ltb_lt. nia.
    + rewrite Z.mul_comm, Z_div_mult in C1 by lia. destruct (cuts_scaled s d r H1 M _ _ _ C1 1 eq_refl) as (p' & C' & ->).
      destruct (scaled_quotients s p' H1) as [-> ->]. rewrite no_step_no_carry, (IH p'), andb_true_r by easy. apply Z.ltb_lt. lia.
Qed.
Lemma together_alone m p : shapes m -> shapes p -> no_carry m p = true -> Forall (fun q => no_carry m [q] = true) p.
Proof.
  intros W. induction p as [|q p IH]; intros P C; [constructor|]. inversion P as [|? ? P1 P2]; subst.
  destruct (no_carry_app m [q] p W ltac:(repeat constructor; easy) P2 C) as [C1 C2]. constructor; [easy|auto].
Qed.
Lemma compact_accepted m : m <> [] -> shapes m -> accepts m [(total m, 1)].
Proof.
  intros N W. pose proof (total_pos m W) as T. destruct (cut_is m N W (Z.to_nat (total m)) (total m) 1) as [_ C]; try lia.
  set (p := cut_f _ _ _ _) in *. clearbody p. pose proof (compact_carries_nothing m p N W C) as K.
  destruct (cut_value m N W _ _ _ C) as (_ & S & _); try lia. pose proof (few_pieces m _ _ p N W C T ltac:(lia) K) as L.
  destruct (refined_as_cut m N W _ _ _ C (Datatypes.S (Z.to_nat (Z.of_nat (length m)))) (Z.of_nat (length m)) T ltac:(lia)) as [O E];
    [now apply together_alone|lia|lia|].
  unfold accepts. cbn [refine_all refine_all_ok Z.ltb Z.compare]. unfold refine, refine_ok. rewrite O, E. cbn [concat]. now rewrite app_nil_r.
Qed.
Lemma coalesce_extended_total m : total (coalesce_extended m) = total m.
Proof.
  induction m as [|[s d] m IH]; [easy|]. destruct m as [|q m]; [easy|]. rewrite coalesce_extended_step by easy. rewrite push_total, IH. easy.
Qed.

Theorem P6 : S_P6.
Proof.
  intros A i V N I0 I1. sizes. rewrite modes_defined, coalesce_extended_defined by easy. split; [easy|]. cbv zeta.
  pose proof (modes_shapes A V) as WA. pose proof (total_pos _ WA) as T. rewrite (size_total A V) in *.
  destruct (made_integer (total (modes_of A)) 1 T) as [O E]. rewrite O, E.
  set (B := {| layout_shape := Leaf (total (modes_of A)); layout_stride := Leaf 1 |}) in *. assert (W : valid B) by exact O.
  assert (K : composition_ok A B = true).
  { apply accepts_composition; [easy|easy|easy|]. change (modes_of B) with [(total (modes_of A), 1)].
    rewrite <- (coalesce_extended_total (modes_of A)). apply compact_accepted; [now apply coalesce_extended_nonempty|now apply coalesce_extended_shapes]. }
  rewrite K. split; [easy|]. destruct (composed A B V N W K) as (VR & _ & T' & _ & X). cbv zeta in *.
  assert (U : total (modes_of B) = total (modes_of A)) by (cbn; lia). rewrite U in T'. rewrite size_total, T' by easy. split; [easy|].
  destruct (call_value _ VR i) as [-> ->]; [now rewrite T'|]. destruct (call_value A V i) as [-> ->]; [easy|]. split; [easy|]. split; [easy|].
  rewrite X. change (modes_of B) with [(total (modes_of A), 1)]. cbn [value]. rewrite Z.mod_small, Z.add_0_r, Z.mul_1_l by easy. now apply extended_value.
Qed.
