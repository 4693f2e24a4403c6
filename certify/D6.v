(* D5, D6: composition distributes over the modes of a super-increasing, or a sorted, B whose modes fit
   A. The sum of A^ over the modes is A^ of B, and the modes composed one by one, side by side, are A
   after B. The key step, that no sum carries, is in Distribute.v. *)
Require Import Lib Trees Layouts C1 P1c Distribute OneByOne.

(* The conclusion of these claims, from the law at every coordinate. *)
Lemma distributes A B i : valid A -> modes_of A <> [] -> valid B -> strides_from (modes_of B) 0 = true ->
  0 <= i < total (modes_of B) -> law (modes_of A) (modes_of B) ->
  (Layout_call_ok B (Leaf i) && Layout_extended_ok A (Layout_call B (Leaf i))) = true /\
  distributed_ok (modes_of A) (modes_of B) i = true /\
  Layout_extended A (Layout_call B (Leaf i)) = distributed (modes_of A) (modes_of B) i /\
  (let R := one_by_one A B in one_by_one_ok A B = true ->
   (one_by_one_ok A B && compatible_ok (layout_shape B) (layout_shape R)) = true /\
   compatible (layout_shape B) (layout_shape R) = true /\
   (one_by_one_ok A B && Layout_call_ok R (Leaf i)) = true /\
   (Layout_call_ok B (Leaf i) && Layout_extended_ok A (Layout_call B (Leaf i))) = true /\
   Layout_call R (Leaf i) = Layout_extended A (Layout_call B (Leaf i))).
Proof.
  intros V N W S I L. destruct (extended_of_value A B i) as (O1 & O2 & E); auto. rewrite O1, O2, E. split; [easy|].
  split; [apply distributed_defined; auto using modes_shapes|]. split; [now apply L|]. intros R O.
  destruct (one_by_one_after A B i V N W O L I) as (C & D & X). fold R in C, D, X.
  rewrite O, compatible_defined, C, D, X. easy.
Qed.
Lemma super_increasing_law a b : shapes a -> shapes b -> strides_from b 0 = true -> super_increasing a b 1 = true -> law a b.
Proof.
  intros WA WB S O i I. pose proof (distribute _ WA _ 1 0 i WB S O ltac:(lia) ltac:(lia) I) as E.
  rewrite Z.add_0_l, extended_0 in E by auto. lia.
Qed.

Theorem D5 : S_D5.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  split; [apply super_increasing_defined; auto; lia|]. intros O. apply distributes; auto. now apply super_increasing_law.
Qed.
Theorem D6 : S_D6.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  split; [apply ordered_defined; auto; lia|]. intros O. apply distributes; auto. apply super_increasing_law; auto.
  now apply ordered_increases with 1; [|lia|].
Qed.
