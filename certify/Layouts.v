(* A layout of any nesting equals its list of modes: they have the same size, function and extended
   function. The key step: the digits of x, multiplied by the strides, add up to A^(x). *)
Require Import Lib Trees.

Notation valid A := (Layout_ok (layout_shape A) (layout_stride A) = true).

(* Lists of modes. *)
Lemma total_pos m : shapes m -> 1 <= total m.
Proof. induction m as [|[s d] m IH]; intros W; simpl; [lia|]. modes_in W. specialize (IH H2). nia. Qed.
Lemma value_defined m : shapes m -> forall x, value_ok m x = true.
Proof. induction m as [|[s d] m IH]; intros W x; [easy|]. modes_in W. cbn. rewrite nonzero by lia. cbn. auto. Qed.
Lemma extended_step s d r x : r <> [] -> extended ((s, d) :: r) x = d * (x mod s) + extended r (x / s).
Proof. now destruct r. Qed.
Lemma extended_defined m : shapes m -> m <> [] -> forall x, extended_ok m x = true.
Proof.
  induction m as [|[s d] m IH]; intros W N x; [easy|]. modes_in W. rewrite extended_ok_cons.
  destruct m as [|q m]; [easy|]. rewrite nonzero by lia. cbn [andb]. now apply IH.
Qed.
Lemma extended_value m : shapes m -> forall x, 0 <= x < total m -> extended m x = value m x.
Proof.
  induction m as [|[s d] m IH]; intros W x X; [easy|]. modes_in W. cbn [value total fst] in *.
  destruct m as [|q m]; [cbn in *; rewrite Z.mod_small by lia; lia|].
  rewrite extended_step, IH; try easy. split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia.
Qed.

(* Modes made from two lists of equal length. *)
Lemma paired_facts k : forall l, length k = length l ->
  paired_ok k l = true /\ map fst (paired k l) = k /\ map snd (paired k l) = l /\ total (paired k l) = product_of k.
Proof.
  induction k as [|x k IH]; intros [|y l] L; try discriminate L; [easy|]. injection L as L.
  destruct (IH l L) as (A & B & C & D). cbn [paired_ok paired map fst snd total]. rewrite A, B, C, D. easy.
Qed.
Lemma digits_defined k : Forall (Z.le 1) k -> forall x, digits_ok x k = true.
Proof.
  induction 1 as [|s k S W IH]; intros x; [easy|]. rewrite digits_ok_cons. destruct k; [easy|].
  rewrite nonzero by lia. cbn [andb]. apply IH.
Qed.
Lemma digits_length k : forall x, length (digits x k) = length k.
Proof. induction k as [|s k IH]; intros x; [easy|]. rewrite digits_cons. destruct k; [easy|]. cbn [length]. now rewrite IH. Qed.
Lemma dot_defined k : forall l, length k = length l -> dot_ok k l = true.
Proof. induction k as [|x k IH]; intros [|y l] L; try discriminate L; [easy|]. cbn. apply IH. now injection L. Qed.
Lemma dot_digits k : forall l x, length k = length l -> dot (digits x k) l = extended (paired k l) x.
Proof.
  induction k as [|s k IH]; intros [|d l] x L; try discriminate L; [easy|]. injection L as L.
  rewrite digits_cons, paired_cons, extended_cons. destruct k as [|t k].
  - destruct l; [cbn; lia|discriminate L].
  - destruct l as [|e l]; [discriminate L|]. rewrite dot_cons, IH by easy. cbn [paired]. lia.
Qed.

(* What `Layout` checks at each terminal, for sizes and for profiles. *)
Lemma makes_layout_defined s : forall t, makes_layout_ok s t = true.
Proof.
  induction s as [n|ts IH] using tree_ind'; intros [m|us]; try easy. cbn [makes_layout_ok modes_in as_many].
  destruct (Z.of_nat (length ts) =? Z.of_nat (length us)) eqn:E; cbn [negb orb andb]; [|easy].
  apply andb_true_iff. split; [apply Nat.eqb_eq, length_eqb, E|].
  clear E. revert us. induction IH as [|t ts H _ IHts]; intros [|u us]; try easy. cbn [all2_ok].
  rewrite H. cbn [andb]. apply orb_true_iff. right. apply IHts.
Qed.
Lemma makes_layout_tuple ts us : makes_layout (Tuple ts) (Tuple us) = forall2 makes_layout ts us.
Proof.
  cbn [makes_layout modes_in]. destruct (Z.of_nat (length ts) =? Z.of_nat (length us)) eqn:E; [easy|].
  symmetry. apply not_true_is_false. intros F. apply forall2_Forall2, Forall2_length in F.
  apply Z.eqb_neq in E. lia.
Qed.
Lemma makes_layout_parts s : forall t, makes_layout s t = (require_shape_ok s && congruent s t)%bool.
Proof.
  unfold congruent, require_shape_ok. induction s as [n|ts IH] using tree_ind'; intros [m|us].
  - cbn. rewrite !andb_true_r. rewrite Z.leb_antisym. easy.
  - cbn. now rewrite andb_false_r.
  - cbn [makes_layout _at_terminals]. now rewrite andb_false_r.
  - rewrite makes_layout_tuple, at_terminals_tuple. revert us.
    induction IH as [|t ts H _ IHts]; intros [|u us]; try easy; [now rewrite andb_false_r|].
    rewrite flatten_cons, forallb_app. cbn [forall2]. rewrite H, IHts.
    destruct (forallb _ (flatten t)), (_at_terminals t u _); cbn [andb]; try easy. now rewrite andb_false_r.
Qed.
Lemma layout_parts s t : Layout_ok s t = (require_shape_ok s && congruent s t)%bool.
Proof. unfold Layout_ok. now rewrite makes_layout_defined, makes_layout_parts. Qed.

(* The modes of a layout. *)
Lemma valid_sizes A : valid A -> Forall (Z.le 1) (flatten (layout_shape A)).
Proof.
  intros V. rewrite layout_parts in V. bools. unfold require_shape_ok in H. apply forallb_Forall in H.
  eapply Forall_impl; [|exact H]. intros. cbv beta in *. bools. lia.
Qed.
Lemma valid_congruent A : valid A -> congruent (layout_shape A) (layout_stride A) = true.
Proof. intros V. rewrite layout_parts in V. now bools. Qed.
Lemma valid_length A : valid A -> length (flatten (layout_shape A)) = length (flatten (layout_stride A)).
Proof. intros V. now apply congruent_length, valid_congruent. Qed.
Lemma modes_defined A : valid A -> modes_of_ok A = true.
Proof. intros V. now apply paired_facts, valid_length. Qed.
Lemma modes_sizes A : valid A -> map fst (modes_of A) = flatten (layout_shape A).
Proof. intros V. now apply paired_facts, valid_length. Qed.
Lemma modes_shapes A : valid A -> shapes (modes_of A).
Proof. intros V. pose proof (valid_sizes A V) as F. rewrite <- (modes_sizes A V), Forall_map in F. exact F. Qed.
Lemma size_total A : valid A -> Layout_size A = total (modes_of A).
Proof. intros V. symmetry. now apply paired_facts, valid_length. Qed.

(* The natural coordinate of x, and A^ there. *)
Lemma natural_integer A x : valid A -> natural_ok (Leaf x) (layout_shape A) = true /\
  inner_product_ok (natural (Leaf x) (layout_shape A)) (layout_stride A) = true /\
  inner_product (natural (Leaf x) (layout_shape A)) (layout_stride A) = extended (modes_of A) x.
Proof.
  intros V. pose proof (valid_length A V) as L.
  destruct (unflatten_integers (digits x (flatten (layout_shape A))) (layout_shape A) (digits_length _ _)) as (O & F & P).
  cbn [natural natural_ok]. rewrite digits_defined by now apply valid_sizes. rewrite O. split; [easy|].
  set (c := unflatten _ _) in *. clearbody c.
  assert (E : congruent c (layout_stride A) = true).
  { apply congruent_profile. rewrite P. now apply congruent_profile, valid_congruent. }
  unfold inner_product_ok, inner_product. rewrite congruent_defined, E, F. split.
  - apply dot_defined. now rewrite digits_length.
  - now apply dot_digits.
Qed.

(* The value at an integer can be computed without nesting its digits like the shape. *)
Lemma call_parts A c : valid A -> require_coordinate_ok c (layout_shape A) = true ->
  Layout_call_ok A c = (require_coordinate_ok c (layout_shape A) && (natural_ok c (layout_shape A) &&
    inner_product_ok (natural c (layout_shape A)) (layout_stride A)))%bool /\
  Layout_call A c = inner_product (natural c (layout_shape A)) (layout_stride A).
Proof.
  intros V R. destruct c as [x|cs]; [|easy]. destruct (natural_integer A x V) as (N & O & E).
  rewrite R, N, O, E. cbn [require_coordinate_ok] in R. pose proof (valid_length A V) as L.
  unfold Layout_call_ok, Layout_call, Layout_flat_shape, Layout_flat_stride, Layout_size. rewrite R.
  rewrite digits_defined by now apply valid_sizes. rewrite dot_defined by now rewrite digits_length.
  split; [easy|]. now apply dot_digits.
Qed.
Theorem call_value A : valid A -> forall x, 0 <= x < total (modes_of A) ->
  Layout_call_ok A (Leaf x) = true /\ Layout_call A (Leaf x) = value (modes_of A) x.
Proof.
  intros V x X. destruct (natural_integer A x V) as (N & O & E).
  assert (R : require_coordinate_ok (Leaf x) (layout_shape A) = true).
  { cbn. rewrite <- size_total in X by easy. unfold Layout_size in X. both; try easy; [now apply Z.leb_le|now apply Z.ltb_lt]. }
  destruct (call_parts A (Leaf x) V R) as [-> ->]. now rewrite R, N, O, E, extended_value by auto using modes_shapes.
Qed.
Theorem extended_modes A : valid A -> forall x, modes_of A <> [] -> 0 <= x ->
  Layout_extended_ok A x = true /\ Layout_extended A x = extended (modes_of A) x.
Proof.
  intros V x M X. destruct (natural_integer A x V) as (N & O & E). unfold Layout_extended_ok, Layout_extended.
  rewrite N, O, E. split; [|easy]. cbn [require_natural_ok]. both; try easy.
  destruct (x <? 0) eqn:C; bools; [lia|]. pose proof (modes_sizes A V) as F.
  destruct (layout_shape A) as [|[|t ts]]; try easy. now apply map_eq_nil in F.
Qed.

(* The layout of a list of modes. *)
Lemma map_firsts m : map (fun '(s, _) => s) m = map fst (m : modes).
Proof. apply map_ext. now intros []. Qed.
Lemma map_seconds m : map (fun '(_, d) => d) m = map snd (m : modes).
Proof. apply map_ext. now intros []. Qed.
Lemma paired_split m : paired (map fst m) (map snd m) = m.
Proof. induction m as [|[s d] m IH]; [easy|]. cbn. now rewrite IH. Qed.
Lemma made_layout s t : require_shape_ok s = true -> congruent s t = true ->
  Layout_ok s t = true /\ Layout s t = {| layout_shape := s; layout_stride := t |}.
Proof. intros R C. rewrite layout_parts. unfold Layout. now rewrite makes_layout_parts, R, C. Qed.
Lemma flat_tree l : flatten (Tuple (map Leaf l)) = l.
Proof. apply flat_map_Leaf. Qed.
Lemma flat_congruent k l : length k = length l -> congruent (Tuple (map Leaf k)) (Tuple (map Leaf l)) = true.
Proof.
  intros L. apply congruent_profile. cbn. f_equal. rewrite !map_map. cbn. revert l L.
  induction k as [|x k IH]; intros [|y l] L; try discriminate L; [easy|]. cbn. f_equal. apply IH. now injection L.
Qed.
Lemma positive_sizes k : Forall (Z.le 1) k -> forallb (fun entry => negb (entry <? 1)) k = true.
Proof. intros F. apply forallb_Forall. eapply Forall_impl; [|exact F]. intros x X. cbv beta. apply negb_true_iff, Z.ltb_ge. lia. Qed.

Lemma greatest_zeros {A} (l : list A) : greatest 0 (map (fun _ => 0) l) = 0.
Proof. destruct l as [|x l]; [easy|]. cbn. now induction l. Qed.

Definition or_one (m : modes) : modes := match m with [] => [(1, 0)] | _ => m end.
Theorem layout_of_modes m : shapes m -> layout_of_ok m = true /\ valid (layout_of m) /\
  modes_of (layout_of m) = or_one m /\ Layout_depth (layout_of m) <= 1.
Proof.
  intros W. destruct m as [|p [|q m]].
  - easy.
  - destruct p as [s d]. modes_in W. unfold layout_of_ok, layout_of. cbn [fst snd].
    destruct (made_layout (Leaf s) (Leaf d)) as [O E]; [|easy|].
    + cbn. both; [|easy]. apply negb_true_iff, Z.ltb_ge. lia.
    + rewrite E, O. easy.
  - unfold layout_of_ok, layout_of. rewrite map_firsts, map_seconds. remember (p :: q :: m) as l.
    destruct (made_layout (Tuple (map Leaf (map fst l))) (Tuple (map Leaf (map snd l)))) as [O E].
    + unfold require_shape_ok. rewrite flat_tree. apply positive_sizes. rewrite Forall_map. exact W.
    + apply flat_congruent. now rewrite !map_length.
    + rewrite E, O. split; [easy|]. split; [exact O|]. split.
      * unfold modes_of, Layout_flat_modes. cbn [layout_shape layout_stride]. rewrite !flat_tree, paired_split. now subst.
      * unfold Layout_depth. cbn [layout_shape depth]. rewrite !map_map. cbn [depth]. now rewrite greatest_zeros.
Qed.
