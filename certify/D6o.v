(* D6o: D6 cannot do without its condition on order. For all w and x, one A and one B whose modes fit and
   overlap by 1: the steps of both modes end where the first mode of A does, and carry there. *)
Require Import Lib Trees Layouts Distribute.

Theorem D6o : S_D6o.
Proof.
  intros w x W X.
  set (A := {| layout_shape := Tuple [Leaf (w * x); Leaf 2]; layout_stride := Tuple [Leaf 0; Leaf 1] |}).
  set (B := {| layout_shape := Tuple [Leaf (w + 1); Leaf x]; layout_stride := Tuple [Leaf 1; Leaf w] |}).
  destruct (made_layout (layout_shape A) (layout_stride A)) as [OA EA]; [apply positive_sizes; repeat constructor; nia|easy|].
  destruct (made_layout (layout_shape B) (layout_stride B)) as [OB EB]; [apply positive_sizes; repeat constructor; lia|easy|].
  change (Layout (Tuple [Leaf (w * x); Leaf 2]) (Tuple [Leaf 0; Leaf 1])) with (Layout (layout_shape A) (layout_stride A)).
  change (Layout (Tuple [Leaf (w + 1); Leaf x]) (Tuple [Leaf 1; Leaf w])) with (Layout (layout_shape B) (layout_stride B)).
  change (Layout_ok (Tuple [Leaf (w * x); Leaf 2]) (Tuple [Leaf 0; Leaf 1])) with (Layout_ok (layout_shape A) (layout_stride A)).
  change (Layout_ok (Tuple [Leaf (w + 1); Leaf x]) (Tuple [Leaf 1; Leaf w])) with (Layout_ok (layout_shape B) (layout_stride B)).
  rewrite OA, OB, EA, EB. change {| layout_shape := layout_shape A; layout_stride := layout_stride A |} with A.
  change {| layout_shape := layout_shape B; layout_stride := layout_stride B |} with B. split; [easy|]. cbv zeta.
  rewrite modes_defined by exact OA. split; [easy|]. change (modes_of A) with [(w * x, 0); (2, 1)].
  assert (M : shapes [(w * x, 0); (2, 1)]) by (repeat constructor; cbn; nia).
  assert (F1 : fits [(w * x, 0); (2, 1)] (w + 1) 1 = true).
  { rewrite fits_step by easy. rewrite (Z.mod_small 1), Z.mod_1_r by nia. easy. }
  assert (F2 : fits [(w * x, 0); (2, 1)] x w = true).
  { rewrite fits_step by easy. rewrite (Z.mod_small w), (proj2 (Z.eqb_neq w 0)), Z.mul_comm, Z_mod_mult by nia. easy. }
  rewrite !fits_defined, F1, F2 by (easy || lia). split; [easy|]. split; [easy|].
  assert (E : forall y, 0 <= y -> Layout_extended_ok A y = true /\ Layout_extended A y = y / (w * x)).
  { intros y Y. destruct (extended_modes A OA y ltac:(easy) Y) as [-> ->]. split; [easy|].
    change (modes_of A) with [(w * x, 0); (2, 1)]. cbn [extended]. lia. }
  assert (C : Layout_cosize_ok B = true /\ Layout_cosize B = 1 + w * x).
  { unfold Layout_cosize_ok, Layout_cosize. cbn [layout_shape layout_stride flatten flat_map app reach reach_ok B]. split; [easy|]. nia. }
  destruct C as [-> ->]. split; [easy|]. split; [rewrite size_total by exact OA; change (modes_of A) with [(w * x, 0); (2, 1)]; cbn [total fst]; nia|].
  destruct (E w ltac:(lia)) as [-> ->]. destruct (E (w * (x - 1)) ltac:(nia)) as [-> ->]. split; [easy|].
  rewrite !Z.div_small by nia. split; [easy|].
  assert (D : Layout_call_ok B (Tuple [Leaf w; Leaf (x - 1)]) = true /\ Layout_call B (Tuple [Leaf w; Leaf (x - 1)]) = w * x).
  { unfold Layout_call_ok, Layout_call, B. cbn -[Z.mul Z.ltb Z.leb Z.add Z.sub]. unfold product. cbn -[Z.mul Z.ltb Z.leb Z.add Z.sub].
    split; [|nia]. both; try easy; (apply Z.leb_le || apply Z.ltb_lt); lia. }
  destruct D as [-> ->]. destruct (E (w * x) ltac:(nia)) as [-> ->]. split; [easy|]. apply Z.div_same. nia.
Qed.
