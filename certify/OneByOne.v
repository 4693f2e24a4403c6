(* A composed with each mode of B, and the results side by side.
   The key step: if A distributes over B at every coordinate, it distributes over each part of B, where
   the digits of the other parts are 0. Then the results side by side are A after B. *)
Require Import Lib Trees Layouts C1 P1c Distribute.

Lemma value_periodic m : shapes m -> forall x k, value m (x + total m * k) = value m x.
Proof.
  induction m as [|[s d] m IH]; intros W x k; [easy|]. modes_in W. cbn [value total fst]. euclid x s q r.
  digits (x + s * total m * k) s (q + total m * k) r. now rewrite IH.
Qed.

(* Layouts side by side. *)
Lemma profiles_of_layouts Ls : Forall (fun L => valid L) Ls -> map profile (map layout_shape Ls) = map profile (map layout_stride Ls).
Proof.
  induction 1 as [|L Ls V _ IH]; [easy|]. cbn. rewrite IH. f_equal. now apply congruent_profile, valid_congruent.
Qed.
Lemma paired_app k : forall l k' l', length k = length l -> paired (k ++ k') (l ++ l') = paired k l ++ paired k' l'.
Proof. induction k as [|x k IH]; intros [|y l] k' l' E; try discriminate E; [easy|]. cbn. now rewrite IH by now injection E. Qed.
Lemma side_by_side Ls : Forall (fun L => valid L) Ls -> make_layout_ok Ls = true /\ valid (make_layout Ls) /\
  modes_of (make_layout Ls) = concat (map modes_of Ls) /\ layout_shape (make_layout Ls) = Tuple (map layout_shape Ls).
Proof.
  intros V. unfold make_layout_ok, make_layout.
  destruct (made_layout (Tuple (map layout_shape Ls)) (Tuple (map layout_stride Ls))) as [O E].
  - unfold require_shape_ok. apply positive_sizes. induction V as [|L Ls W _ IH]; [constructor|].
    cbn [map]. rewrite flatten_cons. apply Forall_app. split; [now apply valid_sizes|easy].
  - apply congruent_profile. cbn [profile]. now rewrite profiles_of_layouts.
  - rewrite E, O. split; [easy|]. split; [exact O|]. split; [|easy]. unfold modes_of at 1. unfold Layout_flat_modes at 1. cbn [layout_shape layout_stride].
    clear O E. induction V as [|L Ls W _ IH]; [easy|]. cbn [map concat]. rewrite !flatten_cons, paired_app by now apply valid_length.
    now rewrite IH.
Qed.

(* The modes of B as layouts. *)
Lemma each_index {A B C} (f : A -> B -> C) a b k : forall l, length k = length l ->
  map (fun i => f (nth (Z.to_nat i) k a) (nth (Z.to_nat i) l b)) (upto (Z.of_nat (length k))) = map2 f k l.
Proof.
  assert (E : forall g : Z -> C, map g (upto (Z.of_nat (length k))) = map (fun n => g (Z.of_nat n)) (seq 0 (length k))).
  { intros g. unfold upto. now rewrite Nat2Z.id, map_map. }
  intros l L. rewrite E. clear E. revert l L. induction k as [|x k IH]; intros [|y l] L; try discriminate L; [easy|].
  cbn [length seq map map2]. f_equal. rewrite <- seq_shift, map_map, <- IH by now injection L. apply map_ext. intros n.
  now rewrite !Nat2Z.id.
Qed.
Lemma iterated B : valid B -> Layout_iter_ok B = true -> Forall (fun L => valid L) (Layout_iter B) /\
  concat (map modes_of (Layout_iter B)) = modes_of B /\
  (forall Ls, Forall2 (fun L M => compatible (layout_shape L) (layout_shape M) = true) (Layout_iter B) Ls ->
   Forall2 (fun L M => total (modes_of M) = total (modes_of L)) (Layout_iter B) Ls -> Forall (fun L => valid L) Ls ->
   compatible (layout_shape B) (layout_shape (make_layout Ls)) = true).
Proof.
  intros V O. pose proof (valid_congruent B V) as C. apply congruent_profile in C. destruct B as [[n|ss] [w|ds]]; try discriminate C.
  - assert (E : Layout_iter {| layout_shape := Leaf n; layout_stride := Leaf w |} = [{| layout_shape := Leaf n; layout_stride := Leaf w |}]).
    { change (Layout_iter {| layout_shape := Leaf n; layout_stride := Leaf w |}) with [Layout (Leaf n) (Leaf w)].
      destruct (made_layout (Leaf n) (Leaf w)) as [_ ->]; [|easy|easy]. rewrite layout_parts in V. cbn [layout_shape layout_stride] in V. now bools. }
    rewrite E. split; [now constructor|]. split; [easy|]. intros Ls _ T W.
    destruct (side_by_side Ls W) as (_ & V' & M & S). apply Z.eqb_eq. change (product (layout_shape (make_layout Ls))) with (Layout_size (make_layout Ls)).
    rewrite size_total, M by easy. inversion T as [|? M' ? ? T1 T2]; subst. inversion T2; subst. cbn [map concat]. rewrite app_nil_r, T1. cbn. lia.
  - cbn [layout_shape layout_stride profile] in C. injection C as C.
    assert (L : length ss = length ds) by (apply (f_equal (@length tree)) in C; now rewrite !map_length in C).
    assert (E : Layout_iter {| layout_shape := Tuple ss; layout_stride := Tuple ds |} = map2 Layout ss ds).
    { unfold Layout_iter, Layout_rank. cbn [layout_shape rank]. rewrite <- (each_index Layout (Leaf 0) (Leaf 0) ss ds L).
      apply map_ext_in. intros i I. unfold upto in I. apply in_map_iff in I. destruct I as (k & <- & K). apply in_seq in K.
      rewrite Nat2Z.id in K. unfold Layout_mode_layout_Z, get_tree_Z. cbn [layout_shape layout_stride rank].
      rewrite (proj2 (Z.leb_le 0 (Z.of_nat k))), (proj2 (Z.ltb_lt (Z.of_nat k) (Z.of_nat (length ss)))), (proj2 (Z.ltb_lt (Z.of_nat k) (Z.of_nat (length ds)))) by lia.
      reflexivity. }
    rewrite E. clear E O. pose proof (valid_sizes _ V) as P. cbn [layout_shape] in P. clear V. revert ds C L.
    assert (G : forall ds, map profile ss = map profile ds -> length ss = length ds ->
      map2 Layout ss ds = map2 Build_layout ss ds /\ Forall (fun L => valid L) (map2 Build_layout ss ds) /\
      concat (map modes_of (map2 Build_layout ss ds)) = modes_of {| layout_shape := Tuple ss; layout_stride := Tuple ds |} /\
      map layout_shape (map2 Build_layout ss ds) = ss).
    { induction ss as [|s ss IH]; intros [|d ds] C L; try discriminate L; [now repeat split; try constructor|].
      cbn [map] in C. injection C as C1 C2. injection L as L. rewrite flatten_cons in P. apply Forall_app in P. destruct P as [P1 P2].
      destruct (IH P2 ds C2 L) as (I1 & I2 & I3 & I4). destruct (made_layout s d) as [O E]; [now apply positive_sizes|now apply congruent_profile|].
      cbn [map2 map concat]. rewrite E, I1, I3, I4. split; [easy|]. split; [now constructor|]. split; [|easy].
      unfold modes_of, Layout_flat_modes. cbn [layout_shape layout_stride]. rewrite !flatten_cons, paired_app by now apply profile_length. easy. }
    intros ds C L. destruct (G ds C L) as (-> & G2 & G3 & G4). split; [easy|]. split; [easy|]. intros Ls K _ W.
    destruct (side_by_side Ls W) as (_ & _ & _ & S). cbn [layout_shape]. rewrite S. unfold compatible. rewrite at_terminals_tuple.
    apply forall2_Forall2. rewrite <- G4. clear -K. induction K; [constructor|]. cbn. now constructor.
Qed.

(* A after each part of B alone. *)
Fixpoint apart (a : modes) (bs : list modes) (x : Z) : Z :=
  match bs with [] => 0 | b :: bs => extended a (value b x) + apart a bs (x / total b) end.
Lemma one_by_one_is A B : valid A -> modes_of A <> [] -> valid B -> one_by_one_ok A B = true -> let R := one_by_one A B in
  valid R /\ compatible (layout_shape B) (layout_shape R) = true /\ total (modes_of R) = total (modes_of B) /\
  exists bs, concat bs = modes_of B /\ Forall (fun b => shapes b) bs /\ forall x, value (modes_of R) x = apart (modes_of A) bs x.
Proof.
  intros V N W O. unfold one_by_one_ok in O. bools. destruct (iterated B W H) as (F & M & C). unfold one_by_one. cbv zeta.
  assert (P : forallb (fun mode => composition_ok A mode) (Layout_iter B) = true) by assumption.
  set (Bs := Layout_iter B) in *. clearbody Bs. set (Rs := map (fun mode => composition A mode) Bs) in *.
  assert (K : Forall (fun R => valid R) Rs /\ Forall2 (fun L M => compatible (layout_shape L) (layout_shape M) = true) Bs Rs /\
    Forall2 (fun L M => total (modes_of M) = total (modes_of L)) Bs Rs /\
    total (concat (map modes_of Rs)) = total (concat (map modes_of Bs)) /\
    forall x, value (concat (map modes_of Rs)) x = apart (modes_of A) (map modes_of Bs) x).
  { subst Rs. clear -V N F P. induction F as [|L Bs VL F IH]; [repeat split; constructor|]. cbn [forallb] in P.
    apply andb_true_iff in P. destruct P as [H0 P]. destruct (IH P) as (I1 & I2 & I3 & I4 & I5). destruct (composed A L V N VL H0) as (J1 & J2 & J3 & _ & J5). cbn [map concat apart].
    split; [now constructor|]. split; [now constructor|]. split; [now constructor|]. rewrite !total_app, J3, I4. split; [easy|].
    intros x. rewrite value_app, J3, J5, I5 by now apply modes_shapes. easy. }
  destruct K as (K1 & K2 & K3 & K4 & K5). destruct (side_by_side Rs K1) as (_ & S2 & S3 & _). rewrite S3, K4, M.
  split; [easy|]. split; [now apply C|]. split; [easy|]. exists (map modes_of Bs). split; [easy|]. split; [|easy].
  rewrite Forall_map. eapply Forall_impl; [|exact F]. intros. now apply modes_shapes.
Qed.

(* If A distributes over B, it distributes over the parts. *)
Definition law (a b : modes) := forall i, 0 <= i < total b -> extended a (value b i) = distributed a b i.
Lemma distributed_app a b o : shapes b -> forall i, distributed a (b ++ o) i = distributed a b i + distributed a o (i / total b).
Proof.
  induction b as [|[x w] b IH]; intros W i; [now rewrite Z.div_1_r|]. modes_in W. cbn [app distributed total fst].
  pose proof (total_pos b H2). rewrite IH, <- Z.div_div by (auto; lia). lia.
Qed.
Lemma distributed_periodic a b : shapes b -> forall i k, distributed a b (i + total b * k) = distributed a b i.
Proof.
  induction b as [|[x w] b IH]; intros W i k; [easy|]. modes_in W. cbn [distributed total fst]. euclid i x q r.
  digits (i + x * total b * k) x (q + total b * k) r. now rewrite IH.
Qed.
Lemma at_zero a b : shapes a -> shapes b -> value b 0 = 0 /\ distributed a b 0 = 0.
Proof.
  intros WA. induction b as [|[x w] b IH]; intros W; [easy|]. modes_in W. destruct (IH H2) as [I J]. cbn [value distributed].
  rewrite Z.mod_0_l, Z.div_0_l, I, J, !Z.mul_0_r, extended_0 by (easy || lia). easy.
Qed.
Lemma law_parts a b o : shapes a -> shapes b -> shapes o -> law a (b ++ o) -> law a b /\ law a o.
Proof.
  intros WA WB WO L. pose proof (total_pos b WB). pose proof (total_pos o WO). destruct (at_zero a b WA WB), (at_zero a o WA WO). split; intros i I.
  - specialize (L i). rewrite total_app, value_app, distributed_app, Z.div_small, H3, H4, !Z.add_0_r in L by (easy || lia). apply L. nia.
  - specialize (L (0 + total b * i)). rewrite total_app, value_app, distributed_app, value_periodic, distributed_periodic, H1, H2 in L by easy.
    rewrite (proj1 (divmod_unique (0 + total b * i) (total b) i 0 ltac:(lia) ltac:(lia))), !Z.add_0_l in L. apply L. nia.
Qed.
Lemma apart_is_distributed a bs : shapes a -> Forall (fun b => shapes b) bs -> law a (concat bs) -> forall x, apart a bs x = distributed a (concat bs) x.
Proof.
  intros WA. induction 1 as [|b bs W F IH]; intros L x; [easy|]. cbn [concat apart] in *.
  assert (WO : shapes (concat bs)) by (clear -F; induction F; [constructor|]; cbn; now apply Forall_app).
  destruct (law_parts a b (concat bs) WA W WO L) as [L1 L2]. rewrite distributed_app, IH by easy. f_equal.
  pose proof (total_pos b W). rewrite (Z.div_mod x (total b)) by lia. rewrite (Z.add_comm (_ * _)), value_periodic, distributed_periodic by easy.
  apply L1. apply Z.mod_pos_bound. lia.
Qed.

(* Therefore the results side by side are A after B. *)
Theorem one_by_one_after A B i : valid A -> modes_of A <> [] -> valid B -> one_by_one_ok A B = true -> law (modes_of A) (modes_of B) ->
  0 <= i < total (modes_of B) -> compatible (layout_shape B) (layout_shape (one_by_one A B)) = true /\
  Layout_call_ok (one_by_one A B) (Leaf i) = true /\
  Layout_call (one_by_one A B) (Leaf i) = extended (modes_of A) (value (modes_of B) i).
Proof.
  intros V N W O L I. destruct (one_by_one_is A B V N W O) as (VR & C & T & bs & E & S & X). split; [easy|].
  destruct (call_value _ VR i) as [-> ->]; [now rewrite T|]. split; [easy|]. rewrite X, L by easy. rewrite <- E in *.
  apply apart_is_distributed; auto using modes_shapes.
Qed.
