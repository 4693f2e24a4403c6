(* D6p: D6 for the modes of B in any order. The key step: sorting moves the digits of a coordinate. So B,
   and the sum of A^ over its modes, equal those of the sorted modes at the moved coordinate. *)
Require Import Lib Layouts Sorting Distribute OneByOne D6.

Lemma distributed_sum a b : forall i, distributed a b i = sum_over (fun w c => extended a (w * c)) b i.
Proof. induction b as [|[x w] b IH]; intros i; [easy|]. cbn. now rewrite IH. Qed.
Lemma sorted_law a b : shapes b -> law a (sort_modes b) -> law a b.
Proof.
  intros W L i I. destruct (sort_moves _ W) as (P & M). destruct (M i I) as (R & E & _).
  rewrite value_sum, distributed_sum, <- !E, <- value_sum, <- distributed_sum. now apply L.
Qed.

Theorem D6p : S_D6p.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  split; [apply ordered_defined; auto using sort_shapes; lia|]. intros O. apply distributes; auto. apply sorted_law; [easy|].
  apply super_increasing_law; auto using sort_shapes, sort_strides.
  apply ordered_increases with 1; [now apply sort_shapes|lia|easy].
Qed.
