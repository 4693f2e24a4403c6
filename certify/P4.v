(* P4, P7: composition is associative, and coalescing A first changes nothing, if composition accepts.
   The key step: a composition is A^ after B at every number, so both sides are the same chain of extended
   functions; inside the size A^ is A. *)
Require Import Lib Trees Layouts C1 Distribute P1c I3.

Theorem P4 : S_P4.
Proof.
  intros A B C i V N W NB SB X NC SC I0 I1. sizes. cbv zeta. intros O. rewrite O. split; [easy|]. bools.
  destruct (composed A B V N W H) as (VAB & _ & T1 & N1 & E1). destruct (composed B C W NB X H0) as (VBC & _ & T2 & N2 & E2).
  intros O2. bools. destruct (cosize_reach C X) as [-> ->]. split; [easy|]. intros F. rewrite size_total in F by easy.
  destruct (composed (composition A B) C VAB (N1 NB) X H1) as (VL & _ & T3 & _ & E3).
  destruct (composed A (composition B C) V N VBC H2) as (VR & _ & T4 & _ & E4).
  rewrite H1, H2. destruct (call_value _ VL i) as [-> ->]; [now rewrite T3|].
  destruct (call_value _ VR i) as [-> ->]; [now rewrite T4, T2|]. split; [easy|]. split; [easy|].
  pose proof (modes_shapes C X) as WC. pose proof (value_natural _ WC SC i). pose proof (reach_value _ WC SC i (conj I0 I1)).
  rewrite E3, E4, E2, (extended_value (modes_of (composition A B))), E1, (extended_value (modes_of B));
    auto using modes_shapes; lia.
Qed.

Theorem P7 : S_P7.
Proof.
  intros A B i V N W NB SB I0 I1. sizes. destruct (cosize_reach B W) as [-> ->]. split; [easy|]. intros F.
  rewrite size_total in F by easy. pose proof (modes_shapes A V) as WA.
  destruct (layout_of_modes (coalesce_modes (modes_of A))) as (_ & VC & EC & _); [now apply coalesce_shapes|].
  split; [now apply coalesce_defined|]. intros C R S O. bools. rewrite H, H0. split; [easy|]. split; [easy|].
  fold (coalesce A) in VC, EC. fold C in VC, EC. assert (NC : modes_of C <> []) by (rewrite EC; now destruct (coalesce_modes (modes_of A))).
  destruct (composed A B V N W H) as (VR & _ & T1 & _ & E1). destruct (composed C B VC NC W H0) as (VS & _ & T2 & _ & E2).
  fold R in VR, T1, E1. fold S in VS, T2, E2. rewrite !size_total, T1, T2 by easy. split; [easy|].
  assert (TC : total (modes_of C) = total (modes_of A)) by now rewrite EC, or_one_total, coalesce_total.
  assert (VV : forall x, value (modes_of C) x = value (modes_of A) x) by (intros x; now rewrite EC, or_one_value, coalesce_value).
  pose proof (modes_shapes B W) as WB. pose proof (value_natural _ WB SB i) as L. pose proof (reach_value _ WB SB i (conj I0 I1)) as U.
  destruct (call_value B W i (conj I0 I1)) as [-> ->].
  destruct (call_value A V (value (modes_of B) i)) as [-> ->]; [lia|]. destruct (call_value C VC (value (modes_of B) i)) as [-> ->]; [lia|].
  destruct (call_value R VR i) as [-> ->]; [lia|]. destruct (call_value S VS i) as [-> ->]; [lia|].
  rewrite E1, E2, !extended_value, VV; auto using modes_shapes; try lia.
Qed.
