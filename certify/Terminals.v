(* Entries at the terminals of one tree and at the same places in another, by induction on both trees.
   The sizes and the checks of a tuple follow from those of its parts. *)
Require Import Lib Trees.

(* A property of the terminals of a and of their places in b holds of a and b, part by part. *)
Lemma at_terminals_ind holds (P : tree -> tree -> Prop) :
  (forall n b, holds n b = true -> P (Leaf n) b) ->
  (forall ts us, Forall2 (fun x y => _at_terminals x y holds = true /\ P x y) ts us -> P (Tuple ts) (Tuple us)) ->
  forall a b, _at_terminals a b holds = true -> P a b.
Proof.
  intros L T a. induction a as [n|ts IH] using tree_ind'; intros b H; [now apply L|].
  destruct b as [m|us]; [discriminate H|]. apply T. rewrite at_terminals_tuple in H. revert us H.
  induction IH as [|t ts X _ IHts]; intros [|u us] H; try discriminate H; [constructor|].
  cbn [forall2] in H. apply andb_true_iff in H as [H1 H2]. constructor; [split; [easy|now apply X]|now apply IHts].
Qed.
Lemma at_terminals_mono f g : (forall n b, f n b = true -> g n b = true) ->
  forall a b, _at_terminals a b f = true -> _at_terminals a b g = true.
Proof.
  intros M. apply at_terminals_ind; [exact M|]. intros ts us F. rewrite at_terminals_tuple. apply forall2_Forall2.
  induction F as [|x y ts us [] _ IH]; now constructor.
Qed.
(* Sizes of parts. *)
Lemma size_of_tuple t ts : product (Tuple (t :: ts)) = product t * product (Tuple ts).
Proof. unfold product. now rewrite flatten_cons, product_of_app. Qed.
Lemma shape_cons t ts : require_shape_ok (Tuple (t :: ts)) = (require_shape_ok t && require_shape_ok (Tuple ts))%bool.
Proof. unfold require_shape_ok. now rewrite flatten_cons, forallb_app. Qed.
Lemma leaf_size n : product (Leaf n) = n.
Proof. unfold product. cbn. lia. Qed.
Lemma leaf_shape n : require_shape_ok (Leaf n) = true -> 1 <= n.
Proof. unfold require_shape_ok. cbn. intros. bools. lia. Qed.
Lemma terminals_ok holds ok : forall a b, (forall n, In n (flatten a) -> forall y, ok n y = true) -> _at_terminals_ok a b holds ok = true.
Proof.
  intros a. induction a as [n|ts IH] using tree_ind'; intros b O; cbn [_at_terminals_ok]; [apply O; now left|].
  destruct b as [n|us]; [easy|]. cbn [modes_in as_many].
  destruct (Z.of_nat (length ts) =? Z.of_nat (length us)) eqn:E; cbn [negb orb andb]; [|easy].
  apply andb_true_iff. split; [apply Nat.eqb_eq, length_eqb, E|].
  clear E. revert us. induction IH as [|t ts H _ IHts]; intros [|u us]; try easy. cbn [all2_ok]. rewrite flatten_cons in O.
  rewrite H by (intros; apply O, in_or_app; now left). cbn [andb]. apply orb_true_iff. right. apply IHts.
  intros. apply O, in_or_app. now right.
Qed.
Lemma weakly_congruent_defined a b : weakly_congruent_ok a b = true.
Proof. now apply at_terminals_ok. Qed.
