(* D1a, D10: composition distributes over the modes of any B that it accepts, and over any B inside an A of
   one mode. The key step: if B is accepted, each of its modes is accepted alone, because the pieces of a
   mode are among the pieces of B. *)
Require Import Lib Trees Layouts C1 Groups Tiles Distribute P1c OneByOne D6.

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

(* Without a carry, A^ after B is the sum over the modes of B. *)
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

(* What composition requires of the coalesced modes of A and of the modes of B. *)
Definition accepts (m b : modes) : Prop := refine_all_ok m b = true /\ no_carry m (concat (refine_all m b)) = true.
Lemma accepted_modes A B : composition_ok A B = true -> accepts (coalesce_extended (modes_of A)) (modes_of B).
Proof.
  intros O. unfold composition_ok, _compose_ok in O. cbv zeta in O. destruct (modes_of A) eqn:EA; [bools; easy|]. rewrite <- EA in *. bools.
  split; [easy|].
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

(* If a list of modes is accepted, so is each part of it. *)
Lemma accepts_parts m b c : m <> [] -> shapes m -> shapes b -> shapes c -> accepts m (b ++ c) -> accepts m b /\ accepts m c.
Proof.
  intros M W B C [O N]. assert (R : refine_all_ok m b = true /\ refine_all_ok m c = true /\
    refine_all m (b ++ c) = refine_all m b ++ refine_all m c).
  { clear -O. induction b as [|[n w] b IH]; [easy|]. cbn [app refine_all_ok refine_all] in *.
    destruct (w <? 0); [easy|]. bools. destruct (IH H0) as (-> & I2 & I3). now rewrite H, I2, I3. }
  destruct R as (R1 & R2 & R3). rewrite R3, concat_app in N.
  assert (G : forall d, shapes d -> refine_all_ok m d = true -> shapes (concat (refine_all m d))).
  { intros d D R. destruct (refine_all_value m d M W D R) as (F & _ & _). clear -F.
    induction F as [|g gs [_ K] _ IH]; [constructor|]. cbn. now apply Forall_app. }
  destruct (no_carry_app m _ _ W (G b B R1) (G c C R2) N). now repeat split.
Qed.
Lemma stride_defined m : m <> [] -> shapes m -> forall t w, stride_of_ok m t w = true.
Proof.
  induction m as [|[s d] [|q m] IH]; intros N W t w; [easy| |].
  - cbn. now destruct (1 <? t).
  - modes_in W. remember (q :: m) as r. cbn [stride_of_ok]. rewrite extended_defined by (subst; easy).
    destruct (1 <? t); [easy|]. subst r. rewrite nonzero, IH by (easy || lia). now destruct (negb _).
Qed.
Lemma images_defined m gs : m <> [] -> shapes m -> images_all_ok m gs = true.
Proof.
  intros N W. induction gs as [|g gs IH]; [easy|]. cbn [images_all_ok]. rewrite IH, andb_true_r.
  induction g as [|[t w] g IG]; [easy|]. cbn [images_ok]. now rewrite stride_defined.
Qed.
Lemma no_carry_defined m : m <> [] -> shapes m -> forall p, no_carry_ok m p = true.
Proof.
  assert (R : forall p s, 1 <= s -> largest_residue_ok p s = true /\ quotients_ok p s = true).
  { intros p s S. induction p as [|[t w] p [I J]]; [easy|]. cbn. now rewrite nonzero, I, J by lia. }
  induction m as [|[s d] [|q m] IH]; intros N W p; [easy|easy|]. modes_in W. remember (q :: m) as r. cbn [no_carry_ok].
  subst r. destruct (R p s) as [-> ->]; [easy|]. rewrite IH by easy. now rewrite orb_true_r.
Qed.
(* Composition returns a result if it accepts the modes. *)
Lemma accepts_composition A B : valid A -> modes_of A <> [] -> valid B ->
  accepts (coalesce_extended (modes_of A)) (modes_of B) -> composition_ok A B = true.
Proof.
  intros V N W [R C]. pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  unfold composition_ok, _compose_ok. cbv zeta. destruct (modes_of A) eqn:EA; [easy|]. rewrite <- EA in *.
  rewrite !modes_defined, coalesce_extended_defined by easy.
  set (m := coalesce_extended (modes_of A)) in *. assert (M : m <> []) by now apply coalesce_extended_nonempty.
  assert (S : shapes m) by now apply coalesce_extended_shapes.
  rewrite R, joined_concat, no_carry_defined, C, images_defined by easy. cbn [andb].
  destruct (refine_all_value m _ M S WB R) as (F1 & F2 & _).
  apply regrouped; [|easy|].
  - rewrite <- (modes_sizes B W), map_length. apply Forall2_length in F2. rewrite map_length in F2.
    rewrite F2. clear. induction (refine_all m (modes_of B)); [easy|]. cbn. congruence.
  - clear -F1. induction F1 as [|g gs [_ G] _ IH]; [constructor|]. constructor; [now apply images_shapes|easy].
Qed.
Lemma iterates B : valid B -> Layout_iter_ok B = true.
Proof.
  intros V. pose proof (valid_congruent _ V) as C. pose proof (valid_sizes _ V) as S. apply congruent_profile in C.
  destruct B as [[n|ts] [d|us]]; cbn [layout_shape layout_stride] in *; try discriminate C.
  - change (Layout_ok (Leaf n) (Leaf d) && true = true). now rewrite V.
  - cbn [profile] in C. injection C as C. pose proof (f_equal (@length tree) C) as L. rewrite !map_length in L.
    assert (P : forall t, In t ts -> Forall (Z.le 1) (flatten t)).
    { clear -S. induction ts as [|t ts IH]; [easy|]. rewrite flatten_cons, Forall_app in S. intros x [<-|I]; [easy|now apply IH]. }
    apply forallb_forall. intros k I. unfold upto, Layout_rank in I. cbn [layout_shape rank] in I.
    apply in_map_iff in I. destruct I as (m & <- & I). apply in_seq in I. rewrite Nat2Z.id in I.
    unfold Layout_mode_layout_Z_ok, get_tree_Z_ok, get_tree_Z, rank. cbn [layout_shape layout_stride]. cbv zeta. rewrite Nat2Z.id, <- L.
    rewrite (proj2 (Z.leb_le 0 (Z.of_nat m))), (proj2 (Z.ltb_lt (Z.of_nat m) (Z.of_nat (length ts)))) by lia. cbn [andb].
    apply made_layout.
    + unfold require_shape_ok. apply positive_sizes, P, nth_In. lia.
    + apply congruent_profile. now rewrite <- !(map_nth profile), C.
Qed.
Theorem one_by_one_accepts A B : valid A -> modes_of A <> [] -> valid B ->
  accepts (coalesce_extended (modes_of A)) (modes_of B) -> one_by_one_ok A B = true.
Proof.
  intros V N W K. destruct (iterated B W (iterates B W)) as (F & M & _). rewrite <- M in K. clear M. unfold one_by_one_ok. rewrite iterates by easy.
  pose proof (modes_shapes A V) as WA. set (m := coalesce_extended (modes_of A)) in *.
  assert (E : m <> []) by now apply coalesce_extended_nonempty.
  assert (S : shapes m) by now apply coalesce_extended_shapes.
  assert (P : Forall (fun L => composition_ok A L = true) (Layout_iter B)).
  { revert K. induction F as [|L bs H F IH]; intros K; [constructor|]. cbn [map concat] in K. apply accepts_parts in K; auto using modes_shapes.
    - destruct K. constructor; [now apply accepts_composition|auto].
    - clear -F. induction F as [|L bs H _ IH]; [constructor|]. cbn. apply Forall_app. split; [now apply modes_shapes|easy]. }
  cbn [andb]. apply andb_true_iff. split; [now apply forallb_Forall|]. apply side_by_side. rewrite Forall_map.
  clear -V N F P. induction P as [|L bs H _ IH]; [constructor|]. inversion F; subst. constructor; [now apply (composed A L)|auto].
Qed.

Theorem D1a : S_D1a.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b whole O; subst a b.
  split; [now apply coalesce_extended_defined|]. intros.
  destruct (distributes A B i V N W S (conj I0 I1)) as (D1 & D2 & D3 & D4); [intros x _; now apply accepted_distributes|].
  split; [exact D1|]. split; [exact D2|]. split; [exact D3|].
  assert (K : one_by_one_ok A B = true) by (apply one_by_one_accepts; auto; now apply accepted_modes).
  destruct (D4 K) as (E1 & E2 & E3 & _ & E5). cbv zeta in *. bools.
  destruct (composed A B V N W O) as (VR & _ & T & _ & X). cbv zeta in *. subst whole.
  rewrite K, E2, O. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|].
  destruct (call_value _ VR i) as [-> ->]; [now rewrite T|]. split; [easy|].
  rewrite E5, X. now destruct (extended_of_value A B i) as (_ & _ & ->); auto.
Qed.

(* A layout that coalesces to one mode is linear up to its size. *)
Lemma one_mode_linear a : shapes a -> a <> [] -> tl (coalesce_modes a) = [] ->
  exists d, forall y, 0 <= y < total a -> extended a y = d * y.
Proof.
  intros W N T. pose proof (coalesce_total a) as E.
  assert (V : forall y, value (coalesce_modes a) y = value a y) by (intros; now apply coalesce_value).
  destruct (coalesce_modes a) as [|[s d] [|]]; try discriminate T; [exists 0|exists d]; intros y Y;
    rewrite extended_value, <- V by easy; cbn [value total fst] in *; [lia|]. rewrite Z.mod_small by lia. lia.
Qed.
Lemma linear_distributes a d b : (forall y, 0 <= y < total a -> extended a y = d * y) -> shapes b -> strides_from b 0 = true ->
  forall i, value b i < total a -> distributed a b i = d * value b i.
Proof.
  intros E. induction b as [|[x w] b IH]; intros B S i V; [cbn; lia|]. modes_in B. cbn [strides_from value distributed snd] in *. bools.
  pose proof (Z.mod_pos_bound i x ltac:(lia)). pose proof (value_natural b H2 H0 (i / x)).
  assert (0 <= w * (i mod x)) by nia. rewrite IH, E by (auto; lia). lia.
Qed.
Lemma strides_app b o : strides_from (b ++ o) 0 = true -> strides_from b 0 = true /\ strides_from o 0 = true.
Proof. induction b as [|p b IH]; intros S; [easy|]. cbn [app strides_from] in *. bools. destruct (IH H0). split; [both|]; try easy. now apply Z.leb_le. Qed.
Lemma linear_apart a d bs : (forall y, 0 <= y < total a -> extended a y = d * y) -> Forall (fun b => shapes b) bs ->
  strides_from (concat bs) 0 = true -> forall i, value (concat bs) i < total a -> apart a bs i = d * value (concat bs) i.
Proof.
  intros E. induction 1 as [|b bs W F IH]; intros S i V; [cbn; lia|]. cbn [concat apart] in *. rewrite value_app in * by easy.
  destruct (strides_app _ _ S) as [S1 S2]. pose proof (value_natural b W S1 i).
  assert (0 <= value (concat bs) (i / total b)).
  { apply value_natural; [|easy]. clear -F. induction F; [constructor|]. cbn. now apply Forall_app. }
  rewrite E, IH by (auto; lia). lia.
Qed.
Lemma one_mode_accepts s d b : shapes b -> strides_from b 0 = true -> accepts [(s, d)] b.
Proof.
  intros B S. split; [|easy]. induction b as [|[n w] b IH]; [easy|]. modes_in B. cbn [strides_from snd refine_all_ok] in *. bools.
  destruct (w <? 0) eqn:L; bools; [lia|]. rewrite IH, andb_true_r by easy. unfold refine_ok. cbn. now rewrite Z.eqb_refl.
Qed.

Theorem D10 : S_D10.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. intros T.
  destruct (call_value B W i (conj I0 I1)) as [CB EB]. split; [exact CB|]. intros L. rewrite size_total, EB in L by easy.
  pose proof (value_natural _ WB S i) as P. destruct (call_value A V (value (modes_of B) i) (conj P L)) as [CA EA].
  split; [now rewrite EB, CB, CA|]. split; [now apply distributed_defined|].
  assert (K : exists d, forall y, 0 <= y < total (modes_of A) -> extended (modes_of A) y = d * y).
  { apply one_mode_linear; auto. destruct (tl _); [easy|]. now destruct T. }
  destruct K as [d K]. split; [now rewrite EB, EA, (linear_distributes _ d), <- K, extended_value by auto|]. intros R.
  assert (X : coalesce_extended_ok (modes_of A) = true /\ (let merged := coalesce_extended (modes_of A) in
    ~ nonempty (tl merged) = true -> one_by_one_ok A B = true)).
  { split; [now apply coalesce_extended_defined|]. intros m M. apply one_by_one_accepts; auto.
    pose proof (coalesce_extended_nonempty _ N). fold m. destruct m as [|[s w] [|]] eqn:Q; [easy| |now destruct M].
    now apply one_mode_accepts. }
  split; [|intros _; exact X]. intros O. destruct (one_by_one_is A B V N W O) as (VR & C & T' & bs & M & F & Y). fold R in VR, C, T', Y.
  destruct (call_value _ VR i) as [E1 E2]; [now rewrite T'|]. destruct (extended_modes A V (value (modes_of B) i) N P) as [E3 E4].
  split; [now rewrite O, compatible_defined|]. split; [exact C|]. split; [now rewrite O, E1|]. split; [now rewrite EB, CB, E3|].
  split; [|exact X]. rewrite EB, E2, E4, Y.
  rewrite <- M in *. rewrite (linear_apart _ d), K; auto.
Qed.
