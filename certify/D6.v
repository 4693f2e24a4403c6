(* D6 and D5: composition distributes over the modes of a sorted, or super-increasing, B whose modes
   fit A: A^ of B is the sum over the modes, and so is what is composed of them one by one. *)
Require Export Fits.
Require Import Lib Trees Layouts P1c OneByOne.

Theorem D5 : S_D5.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  split; [apply super_increasing_defined; auto; lia|]. intros O.
  pose proof (super_increasing_distributes A B i V N W S (conj I0 I1) O) as E.
  split; [destruct (extended_of_value A B i) as (-> & -> & _); auto|].
  split; [now apply distributed_defined|]. split; [exact E|]. now apply one_by_one_composes.
Qed.
Theorem D6 : S_D6.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  split; [apply ordered_defined; auto; lia|]. intros O. apply (ordered_increases _ _ 1 1) in O; [|easy|lia].
  pose proof (super_increasing_distributes A B i V N W S (conj I0 I1) O) as E.
  split; [destruct (extended_of_value A B i) as (-> & -> & _); auto|].
  split; [now apply distributed_defined|]. split; [exact E|]. now apply one_by_one_composes.
Qed.
