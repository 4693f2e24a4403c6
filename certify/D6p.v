(* D6p: D6 for the modes of B in any order. The key step: sorting moves the digits of a coordinate,
   so that both B and the sum of A^ over its modes are those of the sorted modes elsewhere. *)
Require Import Lib Layouts Sorting Fits OneByOne.

Lemma distributed_sum a b : forall i, distributed a b i = sum_over (fun w c => extended a (w * c)) b i.
Proof. induction b as [|[x w] b IH]; intros i; [easy|]. cbn. now rewrite IH. Qed.

Theorem D6p : S_D6p.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  split; [apply ordered_defined; auto using sort_shapes; lia|]. intros O.
  assert (D : Layout_extended A (Layout_call B (Leaf i)) = distributed (modes_of A) (modes_of B) i).
  { destruct (extended_of_value A B i) as (_ & _ & ->); auto.
    destruct (sort_moves _ WB) as (P & M). destruct (M i (conj I0 I1)) as (R & E & _).
    rewrite value_sum, distributed_sum, <- !E, <- value_sum, <- distributed_sum.
    pose proof (distribute _ WA _ 1 0 (P i) (sort_shapes _ WB) (sort_strides _ 0 S)
      (ordered_increases _ _ 1 1 (sort_shapes _ WB) ltac:(lia) O) ltac:(lia) ltac:(lia) R) as D.
    rewrite Z.add_0_l, extended_0 in D by auto. lia. }
  split; [destruct (extended_of_value A B i) as (-> & -> & _); auto|].
  split; [now apply distributed_defined|]. split; [exact D|]. now apply one_by_one_composes.
Qed.
