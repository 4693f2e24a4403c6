(* The tiles and indices of X13 and X14, which are tuples of integers. *)
Require Import Lib Trees Layouts X1.

Lemma good_sides t : require_shape_ok t = true -> nonempty (flatten t) = true ->
  sides__ok (flatten t) = true /\ good (sides_ (flatten t)) /\ Forall (Z.le 1) (sides_ (flatten t)).
Proof.
  intros O N. assert (E : sides__ok (flatten t) = true /\ sides_ (flatten t) = rev (flatten t)) by (unfold
    require_shape_ok in O; now destruct (flatten t)).
  destruct E as [S ->]. split; [exact S|].
  assert (P : Forall (Z.le 1) (rev (flatten t))).
  { apply Forall_rev. apply forallb_Forall in O. eapply Forall_impl; [|exact O]. intros n H. cbv beta in *. bools.
    lia. }
  split; [|exact P]. split; [eapply Forall_impl; [|exact P]; intros n H; now right|]. destruct P; cbn; lia.
Qed.

Lemma minor_first_places i : forall d p, in_bounds i d = true -> Forall place p ->
  minor_first_ok i d p = true /\ Forall place (minor_first i d p).
Proof.
  induction i as [|x i IH]; intros [|y d] p B F; cbn [in_bounds] in B; try easy. bools. apply IH; [easy|].
  constructor; [cbn; lia|exact F].
Qed.
Lemma index_places i d : in_bounds i d = true -> places_ok i d = true /\ Forall place (places i d).
Proof.
  intros B. destruct (minor_first_places i d [] B ltac:(constructor)) as [O P]. split; [|exact P].
  unfold places_ok, require_index_ok. rewrite O. rewrite in_bounds_forall2 in B.
  now rewrite (Forall2_length _ _ _ (proj1 (forall2_Forall2 _ _ _) B)), Z.eqb_refl, B.
Qed.

Lemma tiled_by_places tiles : Forall good tiles -> forall p, Forall place p -> Forall place (tiled_by p tiles).
Proof. induction 1 as [|tile tiles G _ IH]; intros p P; [easy|]. destruct (once p tile P G) as (_ & _ & _ & Q). now
  apply IH. Qed.

Lemma product_of_bounds p : forall l, product (Tuple (map Leaf (bounds_of p l))) = volume p * product (Tuple (map
  Leaf l)).
Proof.
  induction p as [|[e d] p IH]; intros l; cbn [bounds_of volume snd]; [lia|]. rewrite IH. cbn [map].
  unfold product. rewrite flatten_cons. unfold product_of. cbn [flatten app fold_right]. lia.
Qed.

Lemma shape_at_least t : require_shape_ok t = true -> at_least 1 (flatten t) = true.
Proof.
  unfold require_shape_ok. intros O. induction (flatten t) as [|n l IH]; [easy|]. cbn [forallb at_least] in *. bools.
  apply andb_true_iff. split; [apply Z.leb_le; lia|auto].
Qed.
