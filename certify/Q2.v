(* Q2: a divide that is accepted is the composition with B and its complement side by side. *)
Require Import Lib Trees Layouts Sorting C1 Groups Tiles Distribute P1c OneByOne K2 Coalesced.

Theorem Q2 : S_Q2.
Proof.
  intros A B c V NA W NB S C0 R O. subst R. apply nonempty_iff in NA.
  assert (D : divide_ok A B = true) by exact O. unfold divide_ok in D.
  change (logical_divide A B) with (composition A (make_layout_layout_layout B (complement B (Leaf (Layout_size A))))).
  split; [exact D|]. cbv zeta. rewrite O. split; [easy|]. split; [easy|]. split; [easy|]. bools.
  assert (VC : valid (complement B (Leaf (Layout_size A)))) by now apply complement_valid.
  set (T := make_layout_layout_layout B (complement B (Leaf (Layout_size A)))) in *.
  destruct (side_by_side [B; complement B (Leaf (Layout_size A))]) as (_ & VT & _); [now repeat constructor|].
  change (make_layout [B; complement B (Leaf (Layout_size A))]) with T in VT.
  destruct (composed A T V NA VT H0) as (VR & _). rewrite (size_total _ VR). intros C1.
  destruct (call_value _ VR c (conj C0 C1)) as [-> _]. easy.
Qed.
