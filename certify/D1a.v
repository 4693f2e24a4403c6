(* D1a, D10: composition distributes over the modes of any B that it accepts, and over any B that
   stays inside an A of one mode. The key step: what is accepted is accepted mode by mode, the
   pieces of a mode being among those of B. *)
Require Import Lib Trees Layouts C1 Groups Tiles Fits P1c OneByOne.


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
(* Composition returns where it accepts the modes. *)
Lemma accepts_composition A B : valid A -> modes_of A <> [] -> valid B ->
  accepts (coalesce_extended (modes_of A)) (modes_of B) -> composition_ok A B = true.
Proof.
  intros V N W [R C]. pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB.
  unfold composition_ok, _compose_ok. cbv zeta. rewrite !modes_defined, coalesce_extended_defined by easy.
  set (m := coalesce_extended (modes_of A)) in *. assert (M : m <> []) by now apply coalesce_extended_nonempty.
  assert (S : shapes m) by now apply coalesce_extended_shapes.
  rewrite R, joined_concat, no_carry_defined, C, images_defined by easy. cbn [andb].
  destruct (refine_all_value m _ M S WB R) as (F1 & F2 & _).
  apply regrouped; [|easy|].
  - rewrite <- (modes_sizes B W), map_length. apply Forall2_length in F2. rewrite map_length in F2.
    rewrite F2. clear. induction (refine_all m (modes_of B)); [easy|]. cbn. congruence.
  - clear -F1. induction F1 as [|g gs [_ G] _ IH]; [constructor|]. constructor; [now apply images_shapes|easy].
Qed.
Theorem one_by_one_accepts A B : valid A -> modes_of A <> [] -> valid B ->
  Forall (fun L => accepts (coalesce_extended (modes_of A)) (modes_of L)) (Layout_iter B) -> one_by_one_ok A B = true.
Proof.
  intros V N W F. destruct (parts_of B W) as (O & P & _ & _). unfold one_by_one_ok. rewrite O. cbn [andb].
  assert (K : Forall (fun L => composition_ok A L = true) (Layout_iter B)).
  { clear -V N F P. induction F as [|L bs H _ IH]; [constructor|]. inversion P; subst. constructor; [now apply accepts_composition|auto]. }
  apply andb_true_iff. split; [now apply forallb_Forall|]. apply made_of. rewrite Forall_map.
  clear -V N P K. induction K as [|L bs H _ IH]; [constructor|]. inversion P; subst. constructor; [now apply (composed A L)|auto].
Qed.
Lemma accepts_each m bs : m <> [] -> shapes m -> Forall (fun L => valid L) bs -> accepts m (concat (map modes_of bs)) ->
  Forall (fun L => accepts m (modes_of L)) bs.
Proof.
  intros M W F. induction F as [|L bs V F IH]; intros A; [constructor|]. cbn [map concat] in A.
  apply accepts_parts in A; [|easy|easy|now apply modes_shapes|].
  - destruct A. constructor; auto.
  - clear -F. induction F as [|L bs V _ IH]; [constructor|]. cbn. apply Forall_app. split; [now apply modes_shapes|easy].
Qed.

Theorem D1a : S_D1a.
Proof.
  intros A B i V N W NB S I0 I1. sizes. rewrite !modes_defined by easy. split; [easy|]. intros a b whole O; subst a b.
  pose proof (modes_shapes A V) as WA. pose proof (modes_shapes B W) as WB. intros.
  split; [now apply coalesce_extended_defined|]. intros.
  assert (D : Layout_extended A (Layout_call B (Leaf i)) = distributed (modes_of A) (modes_of B) i).
  { destruct (extended_of_value A B i) as (_ & _ & ->); auto. now apply accepted_distributes. }
  split; [destruct (extended_of_value A B i) as (-> & -> & _); auto|]. split; [now apply distributed_defined|]. split; [exact D|].
  assert (K : one_by_one_ok A B = true).
  { apply one_by_one_accepts; auto. destruct (parts_of B W) as (_ & P & M & _).
    apply accepts_each; auto using coalesce_extended_nonempty, coalesce_extended_shapes. rewrite <- M. now apply accepted_modes. }
  destruct (one_by_one_composes A B i V N W S (conj I0 I1) D K) as (E1 & E2 & E3 & _ & E5). cbv zeta in *. bools.
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
  assert (D : Layout_call A (Leaf (Layout_call B (Leaf i))) = distributed (modes_of A) (modes_of B) i).
  { destruct (one_mode_linear (modes_of A)) as [d K]; auto.
    - destruct (tl _); [easy|]. now destruct T.
    - rewrite EB, EA, (linear_distributes _ d), <- K, extended_value by auto. easy. }
  split; [exact D|]. intros R.
  assert (X : coalesce_extended_ok (modes_of A) = true /\ (let merged := coalesce_extended (modes_of A) in
    ~ nonempty (tl merged) = true -> one_by_one_ok A B = true)).
  { split; [now apply coalesce_extended_defined|]. intros m M. apply one_by_one_accepts; auto.
    destruct (parts_of B W) as (_ & F & E & _).
    apply accepts_each; auto using coalesce_extended_nonempty, coalesce_extended_shapes. rewrite <- E.
    pose proof (coalesce_extended_nonempty _ N). fold m. destruct m as [|[s d] [|]] eqn:Q; [easy| |now destruct M].
    now apply one_mode_accepts. }
  split; [|intros _; exact X]. intros O. assert (D' : Layout_extended A (Layout_call B (Leaf i)) = distributed (modes_of A) (modes_of B) i).
  { rewrite <- D, EB, EA. destruct (extended_modes A V (value (modes_of B) i)) as [_ ->]; auto. now apply extended_value. }
  destruct (one_by_one_composes A B i V N W S (conj I0 I1) D' O) as (E1 & E2 & E3 & E4 & E5). now repeat split.
Qed.
