(* C2, C3, C5: coalesce is a normal form, of least rank.
   The key step: canonical modes are determined by the function. (No canonical mode has size 1 or
   continues the mode before it.) The value at 1 is the first stride; the second mode begins where the
   first one ends. *)
Require Import Lib Trees Layouts C1 Distribute.

(* Each size is at least 2, and no stride continues the mode before it. *)
Fixpoint normal (m : modes) : Prop := match m with
  | [] => True
  | (s, d) :: r => 2 <= s /\ match r with [] => True | (_, e) :: _ => e <> s * d end /\ normal r end.
Lemma normal_shapes m : normal m -> shapes m.
Proof. induction m as [|[s d] m IH]; intros N; [constructor|]. destruct N as (S & _ & N). constructor; [cbn; lia|auto]. Qed.
Lemma push_normal s d m : 1 <= s -> normal m -> normal (push (s, d) m).
Proof.
  intros S N. unfold push. cond; [easy|]. destruct m as [|[t e] m]; [repeat split; lia|]. cond; [|split; [lia|now split]].
  subst. cbn in *. destruct N as (T & E & N). split; [nia|]. split; [|easy]. destruct m as [|[u f] m]; [easy|].
  intros F. apply E. rewrite F. lia.
Qed.
Lemma coalesce_normal m : shapes m -> normal (coalesce_modes m).
Proof. induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. apply push_normal; auto. Qed.
Lemma coalesce_of_normal m : normal m -> coalesce_modes m = m.
Proof.
  induction m as [|[s d] m IH]; intros N; [easy|]. cbn [coalesce_modes]. destruct N as (S & E & N). rewrite IH by easy.
  unfold push. cond; [lia|]. destruct m as [|[t e] m]; [easy|]. cond; [|easy]. now subst.
Qed.

Lemma value_0 m : shapes m -> value m 0 = 0.
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. cbn [value]. rewrite Z.mod_0_l, Z.div_0_l, IH by (easy || lia). lia.
Qed.
Lemma value_1 s d m : 2 <= s -> shapes m -> value ((s, d) :: m) 1 = d.
Proof. intros S W. cbn [value]. rewrite Z.mod_small, Z.div_small, value_0 by (easy || lia). lia. Qed.
Lemma value_next s d m y : 1 <= s -> value ((s, d) :: m) (s * y) = value m y.
Proof. intros S. cbn [value]. rewrite (Z.mul_comm s y), Z_mod_mult, Z_div_mult by lia. lia. Qed.

(* The first stride. An empty list counts as stride 0, because it has no value at 1. *)
Lemma value_first m : normal m -> total m >= 2 -> exists s d r, m = (s, d) :: r /\ value m 1 = d.
Proof.
  destruct m as [|[s d] m]; [cbn; lia|]. intros (S & _ & N) _. exists s, d, m. split; [easy|]. apply value_1; auto using normal_shapes.
Qed.

Lemma differ m : forall n, normal m -> normal n -> total m = total n -> m <> n ->
  difference_ok m n = true /\ 0 <= difference m n < total m /\ value m (difference m n) <> value n (difference m n).
Proof.
  induction m as [|[s d] m IH]; intros n M N T D.
  { exfalso. destruct n as [|[t e] n]; [easy|]. destruct N as (N1 & _ & N). pose proof (total_pos _ (normal_shapes _ N)). cbn in T. nia. }
  destruct n as [|[t e] n].
  { exfalso. destruct M as (M1 & _ & M). pose proof (total_pos _ (normal_shapes _ M)). cbn in T. nia. }
  destruct M as (M1 & M2 & M), N as (N1 & N2 & N).
  pose proof (normal_shapes _ M) as WM. pose proof (normal_shapes _ N) as WN.
  pose proof (total_pos _ WM). pose proof (total_pos _ WN). cbn [difference difference_ok total fst] in *.
  destruct (d =? e) eqn:E; cbn [negb]; bools.
  2: { split; [easy|]. split; [nia|]. now rewrite !value_1. }
  subst e. destruct (s =? t) eqn:F; cbn [negb]; bools.
  - subst t. assert (total m = total n) by nia. destruct (IH n M N H1) as (O & R & V); [congruence|]. split; [easy|].
    split; [nia|]. now rewrite !value_next by lia.
  - split; [easy|]. split; [nia|].
    assert (L : forall s t m n, 2 <= s -> s < t -> shapes n -> 1 <= total m -> normal m -> s * total m = t * total n ->
      match m with [] => True | (_, e) :: _ => e <> s * d end -> value ((s, d) :: m) s <> value ((t, d) :: n) s).
    { clear. intros s t m n S T WN P M E X. rewrite <- (Z.mul_1_r s) at 2. rewrite value_next by lia.
      cbn [value]. rewrite Z.mod_small, Z.div_small, value_0 by (easy || lia).
      pose proof (total_pos n WN). destruct (value_first m M) as (u & f & r & -> & ->); [nia|]. lia. }
    destruct (Z.lt_ge_cases s t).
    + rewrite Z.min_l by lia. apply L; auto.
    + rewrite Z.min_r by lia. intros V. symmetry in V. revert V. apply L; auto; lia.
Qed.

Lemma identical_eq m : forall n, identical m n = true <-> m = n.
Proof.
  induction m as [|[s d] m IH]; intros [|[t e] n]; cbn; try easy. rewrite !andb_true_iff, !Z.eqb_eq, IH.
  split; [intros [[] ]; congruence|intros E; now injection E].
Qed.

(* Two coalesced layouts are equal if their modes are equal. *)
Lemma depth_of_coalesced A B : valid A -> valid B -> coalesce_modes (modes_of A) = coalesce_modes (modes_of B) -> coalesce A = coalesce B.
Proof. intros V W E. unfold coalesce. now rewrite E. Qed.
Lemma coalesce_modes_of A : valid A -> valid (coalesce A) /\ modes_of (coalesce A) = or_one (coalesce_modes (modes_of A)).
Proof. intros V. now destruct (layout_of_modes (coalesce_modes (modes_of A))) as (_ & W & E & _); [apply coalesce_shapes, modes_shapes|]. Qed.
Lemma or_one_same m n : normal m -> normal n -> or_one m = or_one n -> m = n.
Proof.
  destruct m as [|[s d] m], n as [|[t e] n]; cbn; try easy; intros M N E; injection E; intros; subst; lia.
Qed.
Lemma coalesced_same A B : valid A -> valid B -> same_layout_ok (coalesce A) (coalesce B) = true /\
  (same_layout (coalesce A) (coalesce B) = true <-> coalesce_modes (modes_of A) = coalesce_modes (modes_of B)).
Proof.
  intros V W. destruct (coalesce_modes_of A V) as [VA EA], (coalesce_modes_of B W) as [VB EB].
  unfold same_layout_ok, same_layout. rewrite !modes_defined by easy. split; [easy|]. split; intros H.
  - bools. apply identical_eq in H. rewrite EA, EB in H. apply or_one_same in H; auto using coalesce_normal, modes_shapes.
  - rewrite (depth_of_coalesced A B V W H). apply andb_true_iff. split; [now apply identical_eq|apply Z.eqb_refl].
Qed.

Lemma coalesced_differ A B : valid A -> valid B -> total (modes_of A) = total (modes_of B) ->
  coalesce_modes (modes_of A) <> coalesce_modes (modes_of B) ->
  let x := difference (coalesce_modes (modes_of A)) (coalesce_modes (modes_of B)) in
  difference_ok (coalesce_modes (modes_of A)) (coalesce_modes (modes_of B)) = true /\ 0 <= x < total (modes_of A) /\
  value (modes_of A) x <> value (modes_of B) x.
Proof.
  intros V W T D x. pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  destruct (differ (coalesce_modes (modes_of A)) (coalesce_modes (modes_of B))) as (O & R & X); auto using coalesce_normal.
  { now rewrite !coalesce_total. }
  fold x in R, X. rewrite coalesce_total in R. now rewrite !coalesce_value in X.
Qed.

Theorem C2 : S_C2.
Proof.
  intros A B i V NA W NB I0 I1. sizes. rewrite !coalesce_defined, !modes_defined by easy. split; [easy|]. cbv zeta.
  split; [easy|]. destruct (coalesced_same A B V W) as [-> S]. split; [easy|]. rewrite S. rewrite !size_total by easy.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. split.
  - intros E. assert (T : total (modes_of A) = total (modes_of B)) by now rewrite <- (coalesce_total (modes_of A)), E, coalesce_total.
    assert (X : value (modes_of A) i = value (modes_of B) i) by now rewrite <- (coalesce_value (modes_of A)), E, coalesce_value.
    split; [easy|]. destruct (call_value A V i) as [-> ->]; [easy|]. destruct (call_value B W i) as [-> ->]; [lia|].
    unfold coalesce. destruct (layout_of_call (coalesce_modes (modes_of A)) i) as [-> ->]; [now apply coalesce_shapes|now rewrite coalesce_total|].
    destruct (layout_of_call (coalesce_modes (modes_of B)) i) as [-> ->]; [now apply coalesce_shapes|now rewrite coalesce_total, <- T|].
    now rewrite !coalesce_value.
  - intros E T. destruct (coalesced_differ A B V W T E) as (O & R & X). split; [easy|]. split; [easy|].
    destruct (call_value A V _ R) as [-> ->]. rewrite T in R. now destruct (call_value B W _ R) as [-> ->].
Qed.

Lemma push_length p m : (length (push p m) <= S (length m))%nat.
Proof. destruct p as [s d]. unfold push. cond; [lia|]. destruct m as [|[t e] m]; [easy|]. cond; cbn; lia. Qed.
Lemma coalesce_length m : (length (coalesce_modes m) <= length m)%nat.
Proof. induction m as [|p m IH]; [easy|]. cbn [coalesce_modes length]. pose proof (push_length p (coalesce_modes m)). lia. Qed.

Theorem C3 : S_C3.
Proof.
  intros A B V NA W NB. sizes. destruct (coalesce_modes_of A V) as [VA EA]. rewrite coalesce_defined, !modes_defined by easy.
  split; [easy|]. intros L. split; [easy|]. cbv zeta. rewrite !size_total by easy. intros T.
  destruct (coalesced_differ A B V W T) as (O & R & X).
  { intros E. rewrite EA, E in L. pose proof (coalesce_length (modes_of B)).
    destruct (coalesce_modes (modes_of B)); cbn [or_one length] in L; [destruct (modes_of B); [easy|cbn in L]|cbn in *]; lia. }
  split; [easy|]. split; [easy|]. destruct (call_value A V _ R) as [-> ->]. rewrite T in R. now destruct (call_value B W _ R) as [-> ->].
Qed.

Theorem C5 : S_C5.
Proof.
  intros A V N. destruct (coalesce_modes_of A V) as [VA EA]. split; [now apply coalesce_defined|].
  cbv zeta. split; [now apply coalesce_defined|].
  assert (E : coalesce (coalesce A) = coalesce A).
  { unfold coalesce at 1. rewrite EA. pose proof (coalesce_normal _ (modes_shapes A V)) as M.
    unfold coalesce. destruct (coalesce_modes (modes_of A)) as [|p m] eqn:F; [easy|]. cbn [or_one]. now rewrite coalesce_of_normal. }
  rewrite E, modes_defined by easy. easy.
Qed.
