(* A composed with the modes of B one by one, and the results side by side. The key step: where
   composition accepts B, nothing carries between the pieces, and so A^ of B(i) is the sum of A^ over
   the modes of B; what is made of B's modes one by one is the same sum. *)
Require Import Lib Trees Layouts C1 Groups Fits P1c.

(* The sum over the modes of two lists. *)
Lemma distributed_app a m o : shapes m -> forall i, distributed a (m ++ o) i = distributed a m i + distributed a o (i / total m).
Proof.
  induction m as [|[x w] m IH]; intros W i; [cbn; now rewrite Z.div_1_r|]. modes_in W. cbn [app distributed total fst].
  pose proof (total_pos m H2). rewrite IH, <- Z.div_div by (auto; lia). lia.
Qed.
Lemma image_app m p q : shapes p -> forall x, image_value m (p ++ q) x = image_value m p x + image_value m q (x / total p).
Proof.
  induction p as [|[t w] p IH]; intros W x; [cbn; now rewrite Z.div_1_r|]. modes_in W. cbn [app image_value total fst].
  pose proof (total_pos p H2). rewrite IH, <- Z.div_div by (auto; lia). lia.
Qed.
Lemma residue_app p q s : largest_residue (p ++ q) s = largest_residue p s + largest_residue q s.
Proof. induction p as [|[t w] p IH]; [easy|]. cbn [app largest_residue]. rewrite IH. lia. Qed.
Lemma quotients_app p q s : quotients (p ++ q) s = quotients p s ++ quotients q s.
Proof. induction p as [|[t w] p IH]; [easy|]. cbn [app quotients]. now rewrite IH. Qed.
Lemma no_carry_app m : forall p q, shapes m -> shapes p -> shapes q -> no_carry m (p ++ q) = true ->
  no_carry m p = true /\ no_carry m q = true.
Proof.
  induction m as [|[s d] r IH]; intros p q W P Q C; [easy|]. modes_in W. cbn [no_carry] in *.
  destruct r as [|m2 r]; [easy|]. remember (m2 :: r) as rest. rewrite residue_app, quotients_app in C. bools.
  pose proof (residue_range p s H1 P 0). pose proof (residue_range q s H1 Q 0).
  destruct (IH (quotients p s) (quotients q s)) as [-> ->]; auto using quotients_shapes.
  split; both; try easy; apply Z.ltb_lt; lia.
Qed.

(* Where nothing carries, A^ after B is the sum over the modes of B. *)
Lemma pieces_distribute m : m <> [] -> shapes m -> forall b, shapes b -> refine_all_ok m b = true ->
  no_carry m (concat (refine_all m b)) = true -> forall x, image_value m (concat (refine_all m b)) x = distributed m b x.
Proof.
  intros N W. induction b as [|[n w] b IH]; intros B O C x; [easy|]. modes_in B. cbn [refine_all_ok refine_all] in *.
  destruct (w <? 0) eqn:E; bools; try easy. cbn [concat] in *.
  destruct (refine_value m N W _ n w _ H H1) as (P & S & T & V). fold (refine m n w (Z.of_nat (length m))) in *. cbv zeta in *.
  destruct (refine_all_value m b N W H2 H0) as (F & _ & _ & _).
  assert (Q : shapes (concat (refine_all m b))).
  { clear -F. induction F as [|g gs [_ G] _ IH]; [constructor|]. cbn. now apply Forall_app. }
  destruct (no_carry_app m _ _ W S Q C) as [C1 C2].
  rewrite image_app, T, IH, <- no_carry_is_linear, V by auto. cbn [distributed]. lia.
Qed.
Lemma distributed_ext a m b : (forall x, extended a x = extended m x) -> forall i, distributed a b i = distributed m b i.
Proof. intros E. induction b as [|[x w] b IH]; intros i; [easy|]. cbn. now rewrite E, IH. Qed.

(* What composition asks of the modes of A, coalesced, and of those of B. *)
Definition accepts (m b : modes) : Prop := refine_all_ok m b = true /\ no_carry m (concat (refine_all m b)) = true.
Lemma accepted_modes A B : composition_ok A B = true -> accepts (coalesce_extended (modes_of A)) (modes_of B).
Proof.
  intros O. unfold composition_ok, _compose_ok in O. cbv zeta in O. bools. split; [easy|].
  rewrite joined_concat in *. now destruct (no_carry _ _).
Qed.
Theorem accepted_distributes A B : valid A -> modes_of A <> [] -> valid B -> composition_ok A B = true ->
  forall x, extended (modes_of A) (value (modes_of B) x) = distributed (modes_of A) (modes_of B) x.
Proof.
  intros V N W O x. destruct (accepted_modes A B O) as [R C]. pose proof (modes_shapes A V) as WA.
  pose proof (modes_shapes B W) as WB. set (m := coalesce_extended (modes_of A)) in *.
  assert (M : m <> []) by now apply coalesce_extended_nonempty.
  assert (S : shapes m) by now apply coalesce_extended_shapes.
  assert (E : forall y, extended (modes_of A) y = extended m y) by (intros y; symmetry; now apply coalesce_extended_value).
  destruct (refine_all_value m _ M S WB R) as (F & _ & _ & X).
  rewrite (distributed_ext _ m), E, <- X by easy. rewrite no_carry_is_linear; auto.
  - now apply pieces_distribute.
  - clear -F. induction F as [|g gs [_ G] _ IH]; [constructor|]. cbn. now apply Forall_app.
Qed.

(* The modes of a layout, each as a layout. *)
Lemma side_by_side {A B C} (f : A -> B -> C) a b k : forall l, length k = length l ->
  map (fun n => f (nth n k a) (nth n l b)) (seq 0 (length k)) = map2 f k l.
Proof.
  induction k as [|x k IH]; intros [|y l] L; try discriminate L; [easy|]. injection L as L.
  cbn [length seq map map2 nth]. f_equal. now rewrite <- seq_shift, map_map, <- IH.
Qed.
Lemma tuple_length ts us : congruent (Tuple ts) (Tuple us) = true -> length ts = length us.
Proof. intros C. unfold congruent in C. rewrite at_terminals_tuple in C. now apply forall2_Forall2, Forall2_length in C. Qed.
Lemma valid_parts ts us : valid (Build_layout (Tuple ts) (Tuple us)) ->
  Forall (fun L => valid L) (map2 Build_layout ts us) /\ map layout_shape (map2 Build_layout ts us) = ts /\
  map layout_stride (map2 Build_layout ts us) = us /\
  modes_of (Build_layout (Tuple ts) (Tuple us)) = concat (map modes_of (map2 Build_layout ts us)).
Proof.
  intros V. pose proof (valid_congruent _ V) as C. pose proof (valid_sizes _ V) as S. cbn [layout_shape layout_stride] in *. clear V.
  pose proof (tuple_length _ _ C) as L. unfold congruent in C. rewrite at_terminals_tuple, forall2_Forall2 in C.
  revert S. induction C as [|t u ts us C F IH]; intros S; [split; [constructor|easy]|]. rewrite flatten_cons, Forall_app in S. destruct S as [S1 S2].
  injection L as L. destruct (IH L S2) as (I1 & I2 & I3 & I4). cbn [map2 map concat layout_shape layout_stride].
  assert (V : valid (Build_layout t u)).
  { cbn [layout_shape layout_stride]. apply made_layout; [|exact C]. unfold require_shape_ok. now apply positive_sizes. }
  split; [now constructor|]. rewrite I2, I3. split; [easy|]. split; [easy|]. rewrite <- I4. unfold modes_of.
  cbn [layout_shape layout_stride]. rewrite !flatten_cons. pose proof (valid_length _ V) as E. cbn [layout_shape layout_stride] in E.
  clear -E. revert E. generalize (flatten t) (flatten u). induction l as [|x l IH]; intros [|y k] E; try discriminate E; [easy|].
  injection E as E. cbn [app paired]. now rewrite IH.
Qed.
Lemma get_tuple ts n : (n < length ts)%nat -> get_tree_Z_ok (Tuple ts) (Z.of_nat n) = true /\
  get_tree_Z (Tuple ts) (Z.of_nat n) = nth n ts (Leaf 0).
Proof.
  intros L. unfold get_tree_Z_ok, get_tree_Z, rank. cbv zeta. rewrite Nat2Z.id.
  rewrite (proj2 (Z.leb_le 0 (Z.of_nat n))), (proj2 (Z.ltb_lt (Z.of_nat n) (Z.of_nat (length ts)))) by lia. easy.
Qed.
Theorem parts_of B : valid B -> Layout_iter_ok B = true /\ Forall (fun L => valid L) (Layout_iter B) /\
  modes_of B = concat (map modes_of (Layout_iter B)) /\
  match layout_shape B with Leaf _ => Layout_iter B = [B] | Tuple ts => map layout_shape (Layout_iter B) = ts end.
Proof.
  intros V. pose proof (valid_congruent _ V) as C. destruct B as [[n|ts] [d|us]]; cbn [layout_shape layout_stride] in *; try easy.
  - assert (E : Layout_iter (Build_layout (Leaf n) (Leaf d)) = [Build_layout (Leaf n) (Leaf d)]) by easy.
    rewrite E. split; [|split; [now repeat constructor|split; [|easy]]].
    + change (Layout_ok (Leaf n) (Leaf d) && true = true). now rewrite V.
    + easy.
  - destruct (valid_parts _ _ V) as (F & S & D & M). pose proof (tuple_length _ _ C) as L.
    assert (E : Layout_iter (Build_layout (Tuple ts) (Tuple us)) = map2 Build_layout ts us /\
      Layout_iter_ok (Build_layout (Tuple ts) (Tuple us)) = true).
    { unfold Layout_iter, Layout_iter_ok, upto, Layout_rank. cbn [layout_shape rank]. rewrite Nat2Z.id, map_map.
      assert (K : forall n, In n (seq 0 (length ts)) ->
        Layout_mode_layout_Z_ok (Build_layout (Tuple ts) (Tuple us)) (Z.of_nat n) = true /\
        Layout_mode_layout_Z (Build_layout (Tuple ts) (Tuple us)) (Z.of_nat n) = Build_layout (nth n ts (Leaf 0)) (nth n us (Leaf 0))).
      { intros n I. apply in_seq in I. unfold Layout_mode_layout_Z, Layout_mode_layout_Z_ok. cbn [layout_shape layout_stride].
        destruct (get_tuple ts n) as [-> ->]; [lia|]. destruct (get_tuple us n) as [-> ->]; [lia|].
        assert (VK : valid (Build_layout (nth n ts (Leaf 0)) (nth n us (Leaf 0)))).
        { rewrite <- (side_by_side Build_layout (Leaf 0) (Leaf 0)) in F by easy. rewrite Forall_map, Forall_forall in F. apply F, in_seq. lia. }
        pose proof (valid_congruent _ VK) as CK. cbn [layout_shape layout_stride] in *. unfold Layout. now rewrite VK, CK. }
      split.
      - rewrite <- (side_by_side Build_layout (Leaf 0) (Leaf 0)) by easy. apply map_ext_in. intros n I. now apply K.
      - apply forallb_forall. intros k I. apply in_map_iff in I. destruct I as (n & <- & I). now apply K. }
    destruct E as [-> ->]. easy.
Qed.

(* Layouts as the modes of one. *)
Theorem made_of Ls : Forall (fun L => valid L) Ls -> make_layout_ok Ls = true /\ valid (make_layout Ls) /\
  modes_of (make_layout Ls) = concat (map modes_of Ls) /\ layout_shape (make_layout Ls) = Tuple (map layout_shape Ls).
Proof.
  intros F. assert (O : Layout_ok (Tuple (map layout_shape Ls)) (Tuple (map layout_stride Ls)) = true).
  { apply made_layout.
    - unfold require_shape_ok. apply positive_sizes. induction F as [|L Ls V _ IH]; [constructor|]. cbn [map].
      rewrite flatten_cons, Forall_app. split; [now apply valid_sizes|easy].
    - unfold congruent. rewrite at_terminals_tuple, forall2_Forall2. induction F as [|L Ls V _ IH]; [constructor|].
      constructor; [now apply (valid_congruent L)|easy]. }
  assert (E : make_layout Ls = Build_layout (Tuple (map layout_shape Ls)) (Tuple (map layout_stride Ls))).
  { unfold make_layout. rewrite Z.eqb_refl. cbn [negb]. unfold Layout_ok in O. unfold Layout. bools. now rewrite H1. }
  rewrite E. unfold make_layout_ok. rewrite Z.eqb_refl. cbn [negb layout_shape layout_stride]. split; [easy|]. split; [easy|]. split; [|easy].
  destruct (valid_parts _ _ O) as (_ & _ & _ & ->). f_equal. f_equal. clear.
  induction Ls as [|[s d] Ls IH]; [easy|]. cbn [map map2 layout_shape layout_stride]. now rewrite IH.
Qed.

(* (A o B_1, .., A o B_m) is the sum over the modes of B. *)
Theorem one_by_one_distributes A B : valid A -> modes_of A <> [] -> valid B -> one_by_one_ok A B = true ->
  valid (one_by_one A B) /\ compatible (layout_shape B) (layout_shape (one_by_one A B)) = true /\
  total (modes_of (one_by_one A B)) = total (modes_of B) /\
  forall x, value (modes_of (one_by_one A B)) x = distributed (modes_of A) (modes_of B) x.
Proof.
  intros V N W O. destruct (parts_of B W) as (_ & F & M & S). unfold one_by_one_ok in O. unfold one_by_one. bools.
  rewrite forallb_Forall in H1. set (bs := Layout_iter B) in *. clearbody bs.
  assert (K : Forall (fun L => valid (composition A L) /\ compatible (layout_shape L) (layout_shape (composition A L)) = true /\
    total (modes_of (composition A L)) = total (modes_of L) /\ shapes (modes_of (composition A L)) /\
    shapes (modes_of L) /\ valid L /\ forall x, value (modes_of (composition A L)) x = distributed (modes_of A) (modes_of L) x) bs).
  { clear -V N F H1. induction F as [|L bs VL _ IH]; [constructor|]. inversion H1; subst. constructor; [|now apply IH].
    destruct (composed A L V N VL H2) as (R1 & R2 & R3 & _ & R5). cbv zeta in *. repeat (split; [auto using modes_shapes|]).
    intros x. rewrite R5. now apply accepted_distributes. }
  clear F H1. destruct (made_of (map (fun L => composition A L) bs)) as (_ & R & E & H4).
  { rewrite Forall_map. eapply Forall_impl; [|exact K]. now intros L []. }
  rewrite map_map in *. split; [exact R|]. rewrite H4, E.
  assert (T : total (concat (map (fun L => modes_of (composition A L)) bs)) = total (modes_of B) /\
    forall x, value (concat (map (fun L => modes_of (composition A L)) bs)) x = distributed (modes_of A) (modes_of B) x).
  { rewrite M. clear -K. induction K as [|L bs (K1 & K2 & K3 & K4 & K5 & _ & K6) _ [I J]]; [easy|]. cbn [map concat].
    rewrite !total_app, I, K3. split; [easy|]. intros x. now rewrite value_app, distributed_app, K6, J, K3 by easy. }
  destruct T as [T X]. split; [|easy]. destruct (layout_shape B) as [n|ts] eqn:SB.
  - subst bs. inversion K as [|? ? (_ & K2 & K3 & _)]; subst. unfold compatible in *. cbn [_at_terminals map] in *.
    rewrite SB in K2. cbn [_at_terminals] in K2. apply Z.eqb_eq in K2. apply Z.eqb_eq. rewrite K2.
    unfold product. rewrite flatten_cons. cbn. now rewrite app_nil_r.
  - unfold compatible. rewrite <- S, at_terminals_tuple, forall2_Forall2. clear -K.
    induction K as [|L bs (_ & K2 & _) _ IH]; constructor; auto.
Qed.

(* What the claims say of it, where A^(B(i)) is the sum. *)
Lemma one_by_one_composes A B i : valid A -> modes_of A <> [] -> valid B -> strides_from (modes_of B) 0 = true ->
  0 <= i < total (modes_of B) -> Layout_extended A (Layout_call B (Leaf i)) = distributed (modes_of A) (modes_of B) i ->
  one_by_one_ok A B = true -> let R := one_by_one A B in
  one_by_one_ok A B && compatible_ok (layout_shape B) (layout_shape R) = true /\
  compatible (layout_shape B) (layout_shape R) = true /\
  one_by_one_ok A B && Layout_call_ok R (Leaf i) = true /\
  Layout_call_ok B (Leaf i) && Layout_extended_ok A (Layout_call B (Leaf i)) = true /\
  Layout_call R (Leaf i) = Layout_extended A (Layout_call B (Leaf i)).
Proof.
  intros V N W S I E O R. subst R. destruct (one_by_one_distributes A B V N W O) as (VR & C & T & X).
  rewrite O, compatible_defined, C, E. destruct (call_value _ VR i) as [-> ->]; [now rewrite T|].
  destruct (extended_of_value A B i) as (-> & -> & _); auto.
Qed.
