(* D3, D4, D11: the error of composing mode by mode is the cost of the carries. The key step: over a
   boundary, the first mode takes the remainders of the steps, and the later modes take the quotients. The
   sum of the quotients falls short of B's quotient by the number of carries. So the error follows from the
   error after the next boundary. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute P1c OneByOne D6 D1a.

(* The results side by side are the sum of A^ over the modes of B. *)
Lemma one_by_one_distributed A B i : valid A -> modes_of A <> [] -> valid B -> one_by_one_ok A B = true -> 0 <= i < total (modes_of B) ->
  Layout_call_ok (one_by_one A B) (Leaf i) = true /\ Layout_call (one_by_one A B) (Leaf i) = distributed (modes_of A) (modes_of B) i.
Proof.
  intros V N W O I. unfold one_by_one_ok in O. bools. destruct (iterated B W H) as (F & M & _). unfold one_by_one. cbv zeta.
  assert (P : forallb (fun mode => composition_ok A mode) (Layout_iter B) = true) by assumption.
  set (Bs := Layout_iter B) in *. clearbody Bs. set (Rs := map (fun mode => composition A mode) Bs) in *.
  assert (K : Forall (fun R => valid R) Rs /\ total (concat (map modes_of Rs)) = total (concat (map modes_of Bs)) /\
    forall x, value (concat (map modes_of Rs)) x = distributed (modes_of A) (concat (map modes_of Bs)) x).
  { subst Rs. clear -V N F P. induction F as [|L Bs VL F IH]; [split; [constructor|easy]|]. cbn [forallb] in P. bools. cbn [map concat].
    destruct (IH H0) as (I1 & I2 & I3). destruct (composed A L V N VL H) as (VR & _ & T & _ & X). cbv zeta in *.
    split; [now constructor|]. split; [now rewrite !total_app, T, I2|]. intros x.
    rewrite value_app, distributed_app, T, I3, X by now apply modes_shapes. now rewrite (accepted_distributes A L V N VL H). }
  destruct K as (K1 & K2 & K3). destruct (side_by_side Rs K1) as (_ & S2 & S3 & _). rewrite M in *.
  destruct (call_value _ S2 i) as [-> ->]; [now rewrite S3, K2|]. now rewrite S3, K3.
Qed.

(* The sum of A^ over the quotients of the steps. *)
Fixpoint spread (m b : modes) (i p : Z) : Z := match b with
  | [] => 0 | (x, w) :: r => extended m (w * (i mod x) / p) + spread m r (i / x) p end.
Lemma spread_1 m b : forall i, spread m b i 1 = distributed m b i.
Proof. induction b as [|[x w] b IH]; intros i; [easy|]. cbn [spread distributed]. now rewrite Z.div_1_r, IH. Qed.
Lemma floors_1 b : forall i, floors b i 1 = value b i.
Proof. induction b as [|[x w] b IH]; intros i; [easy|]. cbn [floors value]. now rewrite Z.div_1_r, IH. Qed.
Lemma spread_last s d b : forall i p, spread [(s, d)] b i p = d * floors b i p.
Proof. induction b as [|[x w] b IH]; intros i p; cbn [spread floors]; [lia|]. rewrite IH. cbn [extended]. lia. Qed.
Lemma spread_step s d r b : 1 <= s -> r <> [] -> forall i p, 1 <= p -> spread ((s, d) :: r) b i p =
  d * floors b i p - s * d * floors b i (p * s) + spread r b i (p * s).
Proof.
  intros S N. induction b as [|[x w] b IH]; intros i p P; cbn [spread floors]; [lia|]. rewrite IH, extended_step, Z.div_div by (easy || lia).
  set (v := w * (i mod x)). pose proof (Z.div_mod (v / p) s ltac:(lia)) as E. rewrite Z.div_div in E by lia. nia.
Qed.
Theorem cost_of_carries m : forall s d b i t p, shapes ((s, d) :: m) -> 1 <= p ->
  extended ((s, d) :: m) (t / p) - spread ((s, d) :: m) b i p = d * carries_at b i t p + error m (s * d) b i t (p * s).
Proof.
  induction m as [|[s2 d2] m IH]; intros s d b i t p W P; modes_in W; unfold carries_at at 1.
  - rewrite spread_last. cbn [extended error]. lia.
  - rewrite spread_step, extended_step, Z.div_div by (easy || lia). specialize (IH s2 d2 b i t (p * s) H2 ltac:(nia)).
    pose proof (Z.div_mod (t / p) s ltac:(lia)) as E. rewrite Z.div_div in E by lia. cbn [error]. unfold carries_at in *. nia.
Qed.
Lemma cost_at_1 s d r b i t : shapes ((s, d) :: r) ->
  extended ((s, d) :: r) t - distributed ((s, d) :: r) b i = d * (t - value b i) + error r (s * d) b i t s.
Proof.
  intros W. pose proof (cost_of_carries r s d b i t 1 W ltac:(lia)) as E. unfold carries_at in E.
  now rewrite !Z.div_1_r, spread_1, floors_1, Z.mul_1_l in E.
Qed.

Lemma floors_defined b : shapes b -> forall i p, 1 <= p -> floors_ok b i p = true.
Proof. induction b as [|[x w] b IH]; intros B i p P; [easy|]. modes_in B. cbn [floors_ok]. rewrite !nonzero by lia. cbn [andb]. now apply IH. Qed.
Lemma carries_at_defined b : shapes b -> forall i t p, 1 <= p -> carries_at_ok b i t p = true.
Proof. intros B i t p P. unfold carries_at_ok. now rewrite nonzero, floors_defined by (easy || lia). Qed.
Lemma error_defined m b : shapes m -> shapes b -> forall merged i t p, 1 <= p -> error_ok m merged b i t p = true.
Proof.
  intros W B. induction m as [|[s d] m IH]; intros merged i t p P; [easy|]. modes_in W. cbn [error_ok]. rewrite carries_at_defined by easy.
  cbn [andb]. apply IH; [easy|nia].
Qed.

Theorem D3 : S_D3.
Proof.
  intros A B i T V N W NB S I0 I1 P. sizes. rewrite !modes_defined by easy. split; [easy|]. cbv zeta.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. pose proof (fun K => one_by_one_distributed A B i V N W K (conj I0 I1)) as R.
  destruct (extended_modes A V T N P) as [-> ->]. destruct (call_value B W i (conj I0 I1)) as [-> ->].
  split; [now apply nonempty_iff|]. destruct (modes_of A) as [|[s d] r] eqn:E; [easy|]. cbn [hd tl]. modes_in WA.
  rewrite error_defined by easy. split; [easy|]. rewrite distributed_defined by easy. split; [easy|]. rewrite value_defined by easy. split; [easy|].
  split; [now apply cost_at_1|]. intros K. destruct (R K) as [-> ->]. rewrite K. split; [easy|]. split; [easy|]. now apply cost_at_1.
Qed.

(* One boundary: nothing carries if the sum of the remainders stays below it. *)
Lemma remainders_defined b : shapes b -> forall i p, 1 <= p -> remainders_ok b i p = true.
Proof. induction b as [|[x w] b IH]; intros B i p P; [easy|]. modes_in B. cbn [remainders_ok]. rewrite !nonzero by lia. cbn [andb]. now apply IH. Qed.
Lemma remainders_carry b : shapes b -> forall i p, 1 <= p -> 0 <= remainders b i p /\ value b i = p * floors b i p + remainders b i p.
Proof.
  induction b as [|[x w] b IH]; intros B i p P; [cbn; lia|]. modes_in B. cbn [remainders floors value]. destruct (IH H2 (i / x) p P) as [I J].
  set (v := w * (i mod x)). pose proof (Z.div_mod v p ltac:(lia)). pose proof (Z.mod_pos_bound v p ltac:(lia)). nia.
Qed.
Lemma carries_of_remainders b i p : shapes b -> 1 <= p -> carries_at b i (value b i) p = remainders b i p / p.
Proof.
  intros B P. destruct (remainders_carry b B i p P) as [R E]. unfold carries_at. rewrite E at 1.
  rewrite (Z.mul_comm p), Z.div_add_l by lia. lia.
Qed.

Theorem D11 : S_D11.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. cbv zeta. intros [T2 T3].
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. pose proof (fun K => one_by_one_distributed A B i V N W K (conj I0 I1)) as R.
  destruct (extended_of_value A B i) as (X1 & X2 & X3); auto. rewrite X1, X2, X3.
  destruct (modes_of A) as [|[s d] [|[s2 e] [|q r]]] eqn:E; try easy. cbn [hd tl nonempty andb]. split; [easy|].
  pose proof (cost_at_1 s d [(s2, e)] (modes_of B) i (value (modes_of B) i) WA) as C. cbn [error] in C. modes_in WA.
  rewrite remainders_defined, value_defined, carries_at_defined by easy. split; [easy|]. split; [easy|].
  pose proof (carries_of_remainders (modes_of B) i s WB H1) as Q. destruct (remainders_carry (modes_of B) WB i s H1) as [R0 _].
  assert (Z0 : (remainders (modes_of B) i s <? s) = (carries_at (modes_of B) i (value (modes_of B) i) s =? 0)).
  { rewrite Q. apply eq_true_iff_eq. rewrite Z.ltb_lt, Z.eqb_eq. split; intros K; [apply Z.div_small; lia|].
    pose proof (Z.div_mod (remainders (modes_of B) i s) s). pose proof (Z.mod_pos_bound (remainders (modes_of B) i s) s). nia. }
  split; [exact Z0|]. rewrite distributed_defined by easy. split; [easy|].
  assert (G : (extended [(s, d); (s2, e)] (value (modes_of B) i) =? distributed [(s, d); (s2, e)] (modes_of B) i) =
    (remainders (modes_of B) i s <? s) || (s * d =? e)).
  { rewrite Z0. apply eq_true_iff_eq. rewrite orb_true_iff, !Z.eqb_eq. set (c := carries_at _ _ _ _) in *. nia. }
  split; [exact G|]. intros K. destruct (R K) as [-> ->]. rewrite K. split; [easy|]. rewrite Z.eqb_sym. exact G.
Qed.

(* D4. Strides for which every carry costs 1. *)
Lemma counting_shapes m : forall d, shapes m -> shapes (counting m d).
Proof. induction m as [|[s w] m IH]; intros d W; [easy|]. modes_in W. constructor; [easy|now apply IH]. Qed.
Lemma counting_error m b i t : forall merged p, error (counting m (merged + 1)) merged b i t p = carries m b i t p.
Proof.
  induction m as [|[s w] m IH]; intros merged p; [easy|]. cbn [counting error carries fst]. rewrite IH. lia.
Qed.
Lemma carries_defined m b : shapes m -> shapes b -> forall i t p, 1 <= p -> carries_ok m b i t p = true /\ nothing_carries_ok m b i t p = true.
Proof.
  intros W B. induction m as [|[s d] m IH]; intros i t p P; [easy|]. modes_in W. cbn [carries_ok nothing_carries_ok fst]. cbv zeta.
  rewrite carries_at_defined by easy. destruct (IH H2 i t (p * s)) as [-> ->]; [nia|]. now rewrite orb_true_r.
Qed.
Lemma nothing_carries_is m b : shapes m -> shapes b -> forall i p, 1 <= p -> 0 <= carries m b i (value b i) p /\
  (nothing_carries m b i (value b i) p = true <-> carries m b i (value b i) p = 0) /\
  (nothing_carries m b i (value b i) p = true -> forall merged, error m merged b i (value b i) p = 0).
Proof.
  intros W B. induction m as [|[s d] m IH]; intros i p P; [easy|]. modes_in W. cbn [carries nothing_carries error fst]. cbv zeta.
  destruct (IH H2 i (p * s)) as (I & J & K); [nia|]. rewrite carries_of_remainders by easy. destruct (remainders_carry b B i p P) as [R _].
  assert (D : 0 <= remainders b i p / p) by (apply Z.div_pos; lia). split; [lia|]. rewrite andb_true_iff, Z.eqb_eq, J. split; [lia|].
  intros [E F] merged. rewrite E, K by now apply J. lia.
Qed.

Theorem D4 : S_D4.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|].
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. pose proof (fun K => one_by_one_distributed A B i V N W K (conj I0 I1)) as R.
  destruct (extended_of_value A B i) as (X1 & X2 & X3); auto. rewrite X1, X2, X3. pose proof (value_natural _ WB S i) as P.
  destruct (modes_of A) as [|[s d] r] eqn:E; [easy|]. intros a b. subst a b. rewrite value_defined by easy. split; [easy|]. intros T. subst T. split; [easy|].
  lazy beta match delta [hd tl]. intros rest. subst rest. pose proof WA as WA'. modes_in WA. destruct (carries_defined r (modes_of B) H2 WB i (value (modes_of B) i) s H1) as [C1 ->].
  split; [easy|]. intros clean R1. destruct (nothing_carries_is r (modes_of B) H2 WB i s H1) as (Q1 & Q2 & Q3). fold clean in Q2, Q3.
  pose proof (cost_at_1 s d r (modes_of B) i (value (modes_of B) i) WA') as L. rewrite Z.sub_diag, Z.mul_0_r, Z.add_0_l in L.
  match goal with |- (_ -> _ /\ _ /\ _ /\ (_ -> _ /\ _ /\ _ /\ ?K) /\ _) /\ _ => assert (Z0 : K) end.
  { intros other. assert (O : other = (s, 0) :: counting r 1) by (unfold other; cbn [counting]; now rewrite Z.mul_0_r). clearbody other.
    assert (WO : shapes other) by (subst; constructor; [easy|now apply counting_shapes]). assert (NO : other <> []) by now subst.
    rewrite extended_defined, distributed_defined by easy. split; [easy|]. intros difference_. rewrite C1. split; [easy|].
    assert (D : difference_ = carries r (modes_of B) i (value (modes_of B) i) s).
    { unfold difference_. subst other. rewrite cost_at_1 by easy. rewrite Z.mul_0_l, Z.mul_0_r. apply (counting_error r (modes_of B) i _ 0 s). }
    split; [exact D|]. assert (F : (difference_ =? 0) = clean) by (apply eq_true_iff_eq; now rewrite Z.eqb_eq, D, Q2). split; [exact F|].
    destruct (layout_of_modes other WO) as (LO & LV & LM & _). split; [exact LO|]. intros C S_ K.
    assert (M : modes_of C = other) by (unfold C; rewrite LM; now destruct other). fold C in LV. rewrite <- M in NO.
    destruct (one_by_one_distributed C B i LV NO W K (conj I0 I1)) as [Y1 Y2]. fold S_ in Y1, Y2.
    destruct (extended_modes C LV _ NO P) as [Y3 Y4]. rewrite K, Y1, Y2, Y3, Y4, M. split; [easy|]. rewrite <- F. unfold difference_.
    apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia. }
  split; [|intros _; exact Z0]. intros Q. rewrite (Q3 Q) in L. split; [easy|]. rewrite distributed_defined by easy. split; [easy|]. split; [lia|].
  split; [|intros _; exact Z0]. intros K. destruct (R K) as [Y1 Y2]. fold R1 in Y1, Y2. rewrite K, Y1, Y2. split; [easy|]. split; [easy|]. split; [lia|exact Z0].
Qed.
