(* Q5: if A x B is accepted, its mode 0 is A, its mode 1 is compatible with B, and its size is the product
   of the sizes. The key step: the complement of A, as composition accepts it, is a layout with at least one
   mode, so the complement composed with B has the size of B. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute P1c P1x.

Lemma accepted_complement A M : complement_ok A M = true -> valid (complement A M) /\ modes_of (complement A M) <> [].
Proof.
  intros O. unfold complement_ok, complement in *. cbv zeta in *. destruct (product M <? 1); [easy|]. bools.
  destruct (layout_of_modes _ (layout_of_shapes _ H0)) as (_ & V & E & _). split; [easy|]. rewrite E. now destruct (coalesce_modes _).
Qed.
Lemma part_of_two A C : valid A -> valid C ->
  let R := make_layout_layout_layout A C in Layout_rank R = 2 /\ Layout_getitem_ok R 0 = true /\ Layout_getitem R 0 = A /\
  Layout_getitem_ok R 1 = true /\ Layout_getitem R 1 = C /\ Layout_size R = Layout_size A * Layout_size C.
Proof.
  intros V W. destruct A as [s d], C as [t e]. unfold make_layout_layout_layout. cbn [layout_shape layout_stride] in *.
  assert (P : forall s d, Layout_ok s d = true -> Layout s d = {| layout_shape := s; layout_stride := d |}).
  { intros s0 d0 O. rewrite layout_parts in O. bools. now apply made_layout. }
  pose proof (valid_congruent {| layout_shape := s; layout_stride := d |} V) as CV. pose proof (valid_congruent {| layout_shape := t; layout_stride := e |} W) as CW.
  cbn [layout_shape layout_stride] in CV, CW. apply congruent_profile in CV, CW.
  destruct (made_layout (Tuple [s; t]) (Tuple [d; e])) as [_ E].
  { unfold require_shape_ok. apply positive_sizes. rewrite !flatten_cons. apply Forall_app. split; [exact (valid_sizes {| layout_shape := s; layout_stride := d |} V)|].
    apply Forall_app. split; [exact (valid_sizes {| layout_shape := t; layout_stride := e |} W)|constructor]. }
  { apply congruent_profile. cbn [profile map]. now rewrite CV, CW. }
  cbv zeta. rewrite E. split; [easy|]. split; [exact V|]. split; [exact (P s d V)|]. split; [exact W|]. split; [exact (P t e W)|].
  unfold Layout_size, product. cbn [layout_shape]. rewrite !flatten_cons, !product_of_app. cbn. lia.
Qed.

Theorem Q5 : S_Q5.
Proof.
  intros A B a V N W NB S I0 I1. sizes. intros R O. rewrite O. split; [easy|].
  assert (K : logical_product_ok A B = repeat_ok A B) by easy. rewrite K in O. clear K. unfold repeat_ok in O.
  change R with (repeat A B). unfold repeat. clear R.
  set (M := complement A (Leaf (Layout_size A * Layout_cosize B))) in *. apply andb_true_iff in O. destruct O as [O _].
  apply andb_true_iff in O. destruct O as [O OC]. apply andb_true_iff in O. destruct O as [_ OM].
  destruct (accepted_complement _ _ OM) as [VM NM]. fold M in VM, NM.
  destruct (composed M B VM NM W OC) as (VC & C & T & _). cbv zeta in *. set (K := composition M B) in *. clearbody K.
  destruct (part_of_two A K V VC) as (P1 & P2 & P3 & P4 & P5 & P6). cbv zeta in *. rewrite P1, P2, P3, P4, P5, P6.
  destruct (call_value A V a) as [-> _]; [easy|]. rewrite (size_total K), T, <- (size_total B), compatible_defined, C by easy. easy.
Qed.
