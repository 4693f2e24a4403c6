(* V8: the common layout of A and B maps i to a coordinate at which both A and B have the value i.
   The key step: if A after the inverse of B begins with n steps of 1, the first n coordinates of the
   inverse have the values 0, 1, .., n - 1 in A, too. *)
Require Import Lib Trees Layouts C1 Distribute P1c I3 V1.

Notation natural_strides := (Forall (fun p : Z * Z => 0 <= snd p)).
Notation natural_steps := (Forall (fun p : Z * Z * Z => let '(_, _, t) := p in 0 <= t)).

Lemma natural_from m : natural_strides m -> strides_from m 0 = true.
Proof. induction 1 as [|[s d] m D _ IH]; [easy|]. cbn in *. both; [now apply Z.leb_le|easy]. Qed.
Lemma push_natural s d m : 0 <= d -> natural_strides m -> natural_strides (push (s, d) m).
Proof.
  intros D N. unfold push. cond; [easy|]. destruct m as [|[t e] m]; [now repeat constructor|]. inversion N; subst. cond; now repeat constructor.
Qed.
Lemma coalesce_natural m : natural_strides m -> natural_strides (coalesce_modes m).
Proof. induction 1 as [|[s d] m D _ IH]; [constructor|]. now apply push_natural. Qed.
Lemma placed_natural m : shapes m -> forall step, 0 <= step -> natural_steps (placed m step).
Proof.
  induction m as [|[s d] m IH]; intros W step T; [constructor|]. modes_in W. cbn [placed]. constructor; [easy|]. apply IH; [easy|nia].
Qed.
Lemma insert_natural a p : natural_steps (a :: p) -> natural_steps (insert_placed a p).
Proof.
  induction p as [|b p IH]; intros N; [easy|]. cbn [insert_placed]. cond; [easy|]. inversion N as [|? ? X Y]; subst.
  inversion Y; subst. constructor; [easy|]. apply IH. now constructor.
Qed.
Lemma sort_natural p : natural_steps p -> natural_steps (sort_placed p).
Proof. induction 1 as [|a p S W IH]; [constructor|]. apply insert_natural. now constructor. Qed.
Lemma chain_natural p : natural_steps p -> forall cur, natural_strides (inverse_chain p cur).
Proof. induction 1 as [|[[s d] t] p T _ IH]; intros cur; [constructor|]. cbn [inverse_chain]. destruct (d =? cur); [now constructor|easy]. Qed.
Lemma inverse_natural B : valid B -> valid (right_inverse B) /\ modes_of (right_inverse B) <> [] /\ natural_strides (modes_of (right_inverse B)).
Proof.
  intros V. pose proof (coalesce_shapes _ (modes_shapes B V)) as W. unfold right_inverse. cbv zeta. set (m := coalesce_modes (modes_of B)) in *.
  destruct (chain_at (graph_of m) (graph_sizes m W) 1) as [K _]. destruct (layout_of_modes _ (coalesce_shapes _ K)) as (_ & VI & E & _).
  split; [exact VI|]. rewrite E. split; [now destruct (coalesce_modes (inverse_chain (graph_of m) 1))|]. assert (N : natural_strides (coalesce_modes (inverse_chain (graph_of m) 1))).
  { now apply coalesce_natural, chain_natural, sort_natural, placed_natural. }
  destruct (coalesce_modes (inverse_chain (graph_of m) 1)); [repeat constructor; cbn; lia|easy].
Qed.

Lemma value_zero m : shapes m -> value m 0 = 0.
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. cbn [value]. rewrite Z.mod_0_l, Z.div_0_l, IH by (easy || lia). lia.
Qed.

Theorem V8 : S_V8.
Proof.
  intros A B i V N W NB I0. cbv zeta. intros O. rewrite O. split; [easy|].
  apply nonempty_iff in N. unfold max_common_vector, max_common_vector_ok. rewrite O.
  destruct (inverse_natural B W) as (VI & NI & SI). pose proof (natural_from _ SI) as S0. pose proof (modes_shapes _ VI) as WI.
  unfold max_common_layout_ok, max_common_layout in *. cbv zeta in *. set (I := right_inverse B) in *.
  apply andb_true_iff in O as [O1 O]. apply andb_true_iff in O as [O2 O]. rewrite O1.
  destruct (Layout_size A <? Layout_cosize I) eqn:C; [easy|]. bools. set (C0 := composition A I) in *.
  match goal with H : composition_ok A I = true |- _ => rename H into OC end. rewrite OC.
  destruct (composed A I V N VI OC) as (VC & _ & TC & _ & EC). fold C0 in VC, TC, EC.
  pose proof (coalesce_shapes _ (modes_shapes _ VC)) as WM. destruct (layout_of_modes _ WM) as (_ & VM & EM & _). fold (coalesce C0) in VM, EM.
  set (M := coalesce C0) in *. rewrite (coalesce_defined _ VC), (modes_defined M VM).
  match goal with H : nonempty (modes_of M) = true |- _ => rename H into NM end. rewrite NM.
  assert (TM : total (modes_of M) = total (modes_of I)) by (rewrite EM, or_one_total, coalesce_total; exact TC).
  assert (EV : forall x, value (modes_of M) x = value (modes_of C0) x) by (intros x; rewrite EM, or_one_value, coalesce_value; [easy|now apply modes_shapes]).
  pose proof (modes_shapes M VM) as WW. destruct (modes_of M) as [|[n d] rest] eqn:MM; [easy|]. cbn [hd tl] in *.
  modes_in WW. pose proof (total_pos _ H5) as TR. cbn [total fst] in TM. destruct (d =? 1) eqn:D; bools.
  - subst d. destruct (made_layout (Leaf n) (Leaf 1)) as [VL EL]; [|easy|].
    { cbn. both; [apply negb_true_iff, Z.ltb_ge; lia|easy]. }
    match goal with H : composition_ok I _ = true |- _ => rename H into OR end. rewrite EL in *. set (L := {| layout_shape := Leaf n; layout_stride := Leaf 1 |}) in *.
    destruct (composed I L VI NI VL OR) as (VR & _ & TR2 & _ & ER). set (R := composition I L) in *. assert (ML : modes_of L = [(n, 1)]) by easy.
    rewrite ML in TR2, ER. cbn [total fst value] in TR2, ER. rewrite !size_total, TR2 by easy. intros I1. rewrite Z.mul_1_r in I1.
    assert (IN : 0 <= i < total (modes_of I)) by nia. rewrite <- TM in IN. pose proof IN as IM. rewrite TM in IN. destruct (call_value I VI i IN) as [-> ->].
    assert (RI : value (modes_of R) i = value (modes_of I) i).
    { rewrite ER, Z.mod_small, Z.add_0_r, Z.mul_1_l by lia. now apply extended_value. }
    destruct (call_value R VR i) as [-> ->]; [rewrite TR2; lia|]. rewrite RI. set (v := value (modes_of I) i) in *.
    assert (VAL : value ((n, 1) :: rest) i = i).
    { cbn [value]. rewrite Z.mod_small, Z.div_small, value_zero by (easy || lia). lia. }
    destruct (call_value M VM i) as [-> ->]; [rewrite MM; cbn [total fst]; lia|]. rewrite MM, VAL.
    destruct (call_value C0 VC i) as [-> ->]; [rewrite TC; lia|]. rewrite <- EV, VAL.
    assert (AV : extended (modes_of A) v = i) by (unfold v; now rewrite <- EC, <- EV).
    assert (RV : 0 <= v < total (modes_of A)).
    { destruct (cosize_reach I VI) as [_ CI]. rewrite CI, size_total in C by easy. pose proof (reach_value _ WI S0 i IN).
      pose proof (value_natural _ WI S0 i). unfold v. lia. }
    destruct (call_value A V v RV) as [-> ->]. rewrite <- extended_value, AV by auto using modes_shapes.
    destruct (V1 B i W NB I0) as [_ Q]. cbv zeta in Q. fold I in Q. rewrite (size_total I VI) in Q. destruct (Q (proj2 IN)) as (_ & _ & Q1 & Q2).
    destruct (call_value I VI i IN) as [U1 U2]. rewrite U1, U2 in Q1. rewrite U2 in Q2. fold v in Q1, Q2. cbn [andb] in Q1. rewrite Q1, Q2.
    repeat split; (easy || lia).
  - assert (VL : valid (Layout (Leaf 1) (Leaf 0))) by easy. change (Layout (Leaf 1) (Leaf 0)) with {| layout_shape := Leaf 1; layout_stride := Leaf 0 |}.
    intros I1. change (i < 1) in I1. assert (i = 0) by lia. subst i. repeat (split; [easy|]). intros _.
    set (Z0 := Layout_call {| layout_shape := Leaf 1; layout_stride := Leaf 0 |} (Leaf 0)). assert (EZ : Z0 = 0) by easy. rewrite EZ.
    destruct (call_value A V 0) as [-> ->]; [pose proof (total_pos _ (modes_shapes A V)); lia|].
    destruct (call_value B W 0) as [-> ->]; [pose proof (total_pos _ (modes_shapes B W)); lia|].
    rewrite !value_zero by now apply modes_shapes. easy.
Qed.
