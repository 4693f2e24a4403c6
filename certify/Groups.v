(* `regroup`: a layout with other layouts at the terminals of B. Its modes are the modes of these layouts,
   concatenated. If each layout has the size of its terminal, the result has the coordinates of B. *)
Require Import Lib Trees Layouts.

Lemma fill_profile t : forall es first, _filled (map profile es) t first = profile (_filled es t first).
Proof.
  induction t as [n|ts IH] using tree_ind'; intros es first; cbn [_filled].
  - exact (map_nth profile es (Leaf 0) _).
  - cbv zeta. cbn [profile]. f_equal. fold (starts ts first). generalize (starts ts first).
    induction IH as [|t ts H _ IHts]; intros [|place places]; [easy|easy|easy|]. cbn [map2 map]. now rewrite H, IHts.
Qed.
Lemma unflatten_profile es t : length es = length (flatten t) -> profile (unflatten es t) = unflatten (map profile es) t.
Proof.
  intros L. unfold unflatten. cbv zeta. rewrite map_length, (proj2 (length_eqb _ _) L). cbn [negb].
  now rewrite fill_profile.
Qed.

Definition shapes_of gs := map layout_shape (map layout_of gs).
Definition strides_of gs := map layout_stride (map layout_of gs).

Lemma flat_modes gs : Forall (fun g => shapes g) gs ->
  flat_map flatten (shapes_of gs) = map fst (concat (map or_one gs)) /\
  flat_map flatten (strides_of gs) = map snd (concat (map or_one gs)) /\
  map profile (shapes_of gs) = map profile (strides_of gs) /\ forallb layout_of_ok gs = true.
Proof.
  induction 1 as [|g gs W _ (A & B & C & D)]; [easy|]. destruct (layout_of_modes g W) as (O & V & E & _).
  unfold shapes_of, strides_of in *. cbn [map flat_map concat forallb]. rewrite O, A, B, C, D, !map_app, <- E.
  rewrite modes_sizes by easy. split; [easy|]. split; [|split; [|easy]].
  - f_equal. symmetry. now apply paired_facts, valid_length.
  - f_equal. now apply congruent_profile, valid_congruent.
Qed.

Theorem regrouped B gs : length gs = length (flatten (layout_shape B)) -> valid B -> Forall (fun g => shapes g) gs ->
  regroup_ok B gs = true /\ valid (regroup B gs) /\ modes_of (regroup B gs) = concat (map or_one gs) /\
  (Forall2 (fun s g => s = total g) (flatten (layout_shape B)) gs ->
   compatible (layout_shape B) (layout_shape (regroup B gs)) = true).
Proof.
  intros L V W. destruct (flat_modes gs W) as (F1 & F2 & P & O).
  assert (L1 : length (shapes_of gs) = length (flatten (layout_shape B))) by (unfold shapes_of; now rewrite !map_length).
  assert (L2 : length (strides_of gs) = length (flatten (layout_shape B))) by (unfold strides_of; now rewrite !map_length).
  destruct (unflatten_spec _ _ L1) as [U1 [G1 H1]]. destruct (unflatten_spec _ _ L2) as [U2 [G2 H2]].
  assert (C : congruent (unflatten (shapes_of gs) (layout_shape B)) (unflatten (strides_of gs) (layout_shape B)) = true).
  { apply congruent_profile. now rewrite !unflatten_profile, P. }
  assert (R : require_shape_ok (unflatten (shapes_of gs) (layout_shape B)) = true).
  { unfold require_shape_ok. rewrite G1, F1. apply positive_sizes. rewrite Forall_map. clear -W.
    induction W as [|g gs H _ IH]; [constructor|]. cbn. apply Forall_app. split; [|easy]. destruct g; [|easy]. constructor; [cbn; lia|constructor]. }
  destruct (made_layout _ _ R C) as [M E].
  assert (N : regroup B gs = {| layout_shape := unflatten (shapes_of gs) (layout_shape B); layout_stride := unflatten (strides_of gs) (layout_shape B) |}).
  { rewrite <- E. unfold regroup. cbv zeta. destruct (layout_shape B); [rewrite E|reflexivity].
    destruct gs as [|g [|]]; try discriminate L. cbn. now destruct (layout_of g). }
  rewrite N. split; [|split; [exact M|split]].
  - unfold regroup_ok. cbv zeta. rewrite O. cbn [andb]. destruct (layout_shape B) as [n|t]; [now destruct gs|].
    change (unflatten_ok (shapes_of gs) (Tuple t) && (unflatten_ok (strides_of gs) (Tuple t) &&
      Layout_ok (unflatten (shapes_of gs) (Tuple t)) (unflatten (strides_of gs) (Tuple t))) = true). now rewrite U1, U2, M.
  - unfold modes_of, Layout_flat_modes. cbn [layout_shape layout_stride]. now rewrite G1, G2, F1, F2, paired_split.
  - intros T. cbn [layout_shape]. apply H1. unfold shapes_of. clear -T W. 
    induction T as [|s g ss gs T _ IH]; [constructor|]. inversion W; subst. constructor; [|now apply IH].
    apply Z.eqb_eq. change (product (layout_shape (layout_of g))) with (Layout_size (layout_of g)).
    destruct (layout_of_modes g H1) as (_ & V & E & _). rewrite size_total, E by easy. now destruct g.
Qed.
