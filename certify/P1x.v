(* P1x: composition is exact. If it rejects B and no deltas of A cancel, then no layout compatible with B is
   A after B. The key step: either a group of the layout goes astray from the steps of its mode of B, or all
   groups are the images of the pieces of B's modes. In the second case the pieces carry together, because B
   would be accepted otherwise, and at a carry A^ differs from the images. *)
Require Import Lib Trees Layouts C1 C2 Groups Tiles Distribute P1c D1a Carries Breaks Pieces.

Notation alone m := (Forall (fun q => no_carry m [q] = true)).

(* A group of the same size for each mode of B; each group, coalesced, is A at the steps of its mode. *)
Definition fit (p : Z * Z) (g : modes) := shapes g /\ g <> [] /\ total g = fst p.
Definition in_step (m : modes) (p : Z * Z) (g : modes) := follows m (coalesce_modes g) (snd p).
Definition cut_from (m : modes) (p : Z * Z) (g : modes) := cuts_into m (fst p) (snd p) g.

Lemma layout_of_shapes g : layout_of_ok g = true -> shapes g.
Proof.
  intros O. destruct g as [|[s d] [|q g]]; [constructor| |].
  - change (Layout_ok (Leaf s) (Leaf d) = true) in O. rewrite layout_parts in O. bools. cbn in H. bools. repeat constructor. cbn. lia.
  - unfold layout_of_ok in O. rewrite layout_parts in O. bools. unfold require_shape_ok in H. rewrite map_firsts, flat_tree in H.
    apply forallb_Forall in H. apply (proj1 (Forall_map fst _ _)) in H. eapply Forall_impl; [|exact H]. intros p K. cbv beta in K. bools. lia.
Qed.
Lemma groups_fit b : forall gs, forallb layout_of_ok gs = true -> cuts b gs = true -> Forall2 fit b gs.
Proof.
  induction b as [|p b IH]; intros [|g gs] O C; try easy. cbn [forallb cuts] in *. bools.
  constructor; [|now apply IH]. split; [now apply layout_of_shapes|]. split; [now apply nonempty_iff|easy].
Qed.
Lemma fit_shapes b gs : Forall2 fit b gs -> Forall (fun g => shapes g) gs.
Proof. induction 1 as [|p g b gs [S _] _ IH]; now constructor. Qed.
Lemma fit_total b gs : Forall2 fit b gs -> total (concat gs) = total b.
Proof. induction 1 as [|p g b gs (_ & _ & T) _ IH]; [easy|]. cbn [concat total]. now rewrite total_app, T, IH. Qed.
Lemma fit_or_one b gs : Forall2 fit b gs -> map or_one gs = gs.
Proof. induction 1 as [|p g b gs (_ & N & _) _ IH]; [easy|]. cbn [map]. rewrite IH. now destruct g. Qed.
Lemma value_multiple m : shapes m -> forall k, value m (total m * k) = 0.
Proof.
  induction m as [|[s d] m IH]; intros W k; [easy|]. modes_in W. cbn [value total fst].
  digits (s * total m * k) s (total m * k) 0. rewrite IH by easy. lia.
Qed.

(* If a group of the layout goes astray, the layout is not A after B. *)
Lemma first_astray_differs m : m <> [] -> shapes m -> cancelling m = false -> forall b gs, shapes b -> strides_from b 0 = true ->
  Forall2 fit b gs -> let i := first_astray m b gs in first_astray_ok m b gs = true /\ 1 <= i <= total b /\
  (i = total b -> Forall2 (in_step m) b gs) /\ (i < total b -> value (concat gs) i <> extended m (value b i)).
Proof.
  intros N W D. induction b as [|[n w] b IH]; intros gs S Q F; inversion F as [|p g b0 hs (G & GN & T) F']; subst.
  { cbn. split; [easy|]. split; [lia|]. split; [constructor|lia]. }
  modes_in S. cbn [strides_from snd fst] in *. bools. destruct (IH hs H2 H0 F') as (I1 & I2 & I3 & I4). cbv zeta in *.
  pose proof (astray_differs m N W D (coalesce_modes g) w (coalesce_normal g G) H) as A. cbv zeta in A. rewrite coalesce_total, T in A.
  destruct A as (A1 & A2 & A3 & A4). cbn [first_astray first_astray_ok total fst concat]. cbv zeta. rewrite A1. cbn [andb].
  set (j := astray m (coalesce_modes g) w) in *. clearbody j. set (k := first_astray m b hs) in *. clearbody k.
  pose proof (fit_shapes _ _ F') as Sh. destruct (j <? n) eqn:L; bools.
  - split; [easy|]. pose proof (total_pos b H2). split; [nia|]. split; [nia|]. intros _. rewrite value_app by easy. cbn [value].
    rewrite T, Z.mod_small, Z.div_small by lia. rewrite (value_0 b) by easy.
    rewrite value_0; [rewrite coalesce_value in A4 by easy; replace (w * j + 0) with (j * w) by lia; rewrite Z.add_0_r; now apply A4|].
    clear -Sh. induction Sh; [constructor|]. cbn. now apply Forall_app.
  - rewrite I1. split; [easy|]. split; [nia|]. split.
    + intros E. constructor; [apply A3; lia|]. apply I3. nia.
    + intros E. rewrite value_app by easy. rewrite <- T at 1. rewrite value_multiple by easy. cbn [value].
      rewrite T, (Z.mul_comm n k), Z_mod_mult, Z_div_mult by lia. rewrite Z.mul_0_r, !Z.add_0_l. apply I4. nia.
Qed.

(* All modes of B, cut at their breaks. *)
Lemma cut_all_is m : m <> [] -> shapes m -> forall b, shapes b -> strides_from b 0 = true ->
  cut_all_ok m b = true /\ Forall2 (cut_from m) b (cut_all m b).
Proof.
  intros N W. induction b as [|[n w] b IH]; intros S Q; [split; [easy|constructor]|]. modes_in S. cbn [strides_from snd] in Q. bools.
  cbn [cut_all cut_all_ok]. destruct (IH H2 H0) as [-> I]. unfold cut, cut_ok.
  destruct (cut_is m N W (Datatypes.S (Z.to_nat n)) n w) as [-> J]; [lia|easy|]. split; [easy|]. now constructor.
Qed.
Lemma cut_all_value m : m <> [] -> shapes m -> forall b ps, shapes b -> strides_from b 0 = true -> Forall2 (cut_from m) b ps ->
  shapes (concat ps) /\ total (concat ps) = total b /\ (b <> [] -> concat ps <> []) /\ forall x, value (concat ps) x = value b x.
Proof.
  intros N W. induction b as [|[n w] b IH]; intros ps S Q F; inversion F as [|p g b0 hs C F']; subst; [easy|].
  modes_in S. cbn [strides_from snd] in Q. bools. destruct (IH hs H2 H0 F') as (I1 & I2 & _ & I4).
  destruct (cut_value m N W _ _ _ C H1 H) as (C1 & C2 & C3 & C4). cbn [fst snd] in *. cbn [concat total fst value].
  split; [now apply Forall_app|]. split; [now rewrite total_app, C3, I2|]. split; [intros _; now destruct g|].
  intros x. now rewrite value_app, C3, C4, I4.
Qed.
Lemma in_step_images m : m <> [] -> shapes m -> forall b gs ps, shapes b -> strides_from b 0 = true -> Forall2 fit b gs ->
  Forall2 (in_step m) b gs -> Forall2 (cut_from m) b ps ->
  (forall x, value (concat gs) x = image_value m (concat ps) x) /\ Forall (alone m) ps.
Proof.
  intros N W. induction b as [|[n w] b IH]; intros gs ps S Q F I C; inversion F as [|? g ? hs (G & GN & T) F']; subst;
    inversion I as [|? ? ? ? I1 I2]; subst; inversion C as [|? p ? qs C1 C2]; subst; [easy|].
  modes_in S. cbn [strides_from snd fst] in *. bools. destruct (IH hs qs H2 H0 F' I2 C2) as [J K]. unfold in_step, cut_from in *. cbn [fst snd] in *.
  destruct (cut_value m N W _ _ _ C1 H1 H) as (V1 & V2 & V3 & V4).
  destruct (follows_images m N W (coalesce_modes g) w p (coalesce_normal g G) H I1) as [L M]; [now rewrite coalesce_total, T|].
  split; [|now constructor]. intros x. cbn [concat]. rewrite value_app, image_app, J, T, V3 by easy. now rewrite <- L, coalesce_value.
Qed.
(* If the pieces did not carry together, B would be accepted. *)
Lemma cut_accepted m : m <> [] -> shapes m -> forall b ps, shapes b -> strides_from b 0 = true -> Forall2 (cut_from m) b ps ->
  Forall (alone m) ps -> no_carry m (concat ps) = true -> refine_all_ok m b = true /\ refine_all m b = ps.
Proof.
  intros N W. induction b as [|[n w] b IH]; intros ps S Q F A C; inversion F as [|? p ? qs C1 F']; subst; [easy|].
  modes_in S. cbn [strides_from snd fst] in *. bools. inversion A as [|? ? A1 A2]; subst. cbn [concat] in C.
  destruct (cut_all_value m N W b qs H2 H0 F') as (V & _). destruct (cut_value m N W _ _ _ C1 H1 H) as (_ & V2 & _).
  destruct (no_carry_app m _ _ W V2 V C) as [K1 K2]. destruct (IH qs H2 H0 F' A2 K2) as [I J]. unfold cut_from in C1. cbn [fst snd] in *.
  pose proof (few_pieces m n w p N W C1 H1 H K1) as L. cbn [refine_all refine_all_ok]. unfold refine, refine_ok.
  destruct (refined_as_cut m N W _ _ _ C1 (Datatypes.S (Z.to_nat (Z.of_nat (length m)))) (Z.of_nat (length m)) H1 H A1) as [-> ->]; [lia|lia|].
  rewrite I, J. destruct (w <? 0) eqn:E; bools; [lia|easy].
Qed.

Theorem refused m b gs : m <> [] -> shapes m -> cancelling m = false -> shapes b -> b <> [] -> strides_from b 0 = true ->
  Forall2 fit b gs -> ~ accepts m b -> let c := mismatch m b gs in
  mismatch_ok m b gs = true /\ 0 <= c < total b /\ value (concat gs) c <> extended m (value b c).
Proof.
  intros N W D S B Q F R. unfold mismatch, mismatch_ok. cbv zeta.
  destruct (first_astray_differs m N W D b gs S Q F) as (I1 & I2 & I3 & I4). cbv zeta in *. rewrite I1. cbn [andb].
  destruct (first_astray m b gs <? total b) eqn:L; bools; [split; [easy|]; split; [lia|now apply I4]|].
  destruct (cut_all_is m N W b S Q) as [-> C]. set (ps := cut_all m b) in *. clearbody ps. rewrite joined_concat.
  destruct (cut_all_value m N W b ps S Q C) as (V1 & V2 & V3 & V4). destruct (in_step_images m N W b gs ps S Q F) as [J A]; [apply I3; lia|easy|].
  unfold collision, collision_ok.
  destruct (collision_differs m N W D (Datatypes.S (length m + length (concat ps))) (concat ps)) as (K1 & K2 & K3); auto; [lia|]. cbv zeta in *.
  rewrite K1, V2 in *. split; [easy|]. split; [easy|]. rewrite J, <- V4. apply K3.
  - clear -A. induction A; [constructor|]. cbn. now apply Forall_app.
  - apply not_true_is_false. intros H. apply R. destruct (cut_accepted m N W b ps S Q C A H) as [O E]. split; [easy|]. now rewrite E.
Qed.

Theorem P1x : S_P1x.
Proof.
  intros A B G i V N W NB S O F I0 I1. sizes. rewrite !modes_defined, coalesce_extended_defined by easy. split; [easy|]. cbv zeta.
  set (m := coalesce_extended (modes_of A)) in *. assert (M : m <> []) by now apply coalesce_extended_nonempty.
  assert (SM : shapes m) by now apply coalesce_extended_shapes, modes_shapes.
  split; [destruct m as [|[]]; easy|]. intros D. apply not_true_is_false in D.
  pose proof (groups_fit _ _ O F) as T. destruct (regrouped B G) as (R1 & R2 & R3 & R4); [| easy | now apply (fit_shapes _ _ T) |].
  { rewrite <- modes_sizes, map_length by easy. symmetry. apply (Forall2_length _ _ _ T). }
  rewrite (fit_or_one _ _ T) in R3. split; [easy|]. split.
  - intros C. destruct (composed A B V N W C) as (VR & K & Z & _ & X). rewrite C, compatible_defined, K. split; [easy|]. split; [easy|].
    destruct (call_value _ VR i) as [-> ->]; [now rewrite Z|]. split; [easy|]. destruct (extended_of_value A B i) as (-> & -> & ->); auto.
  - intros C. pose proof (modes_shapes B W) as SB.
    destruct (refused m (modes_of B) G M SM D SB NB S T) as (Q1 & Q2 & Q3); [intros E; now apply C, accepts_composition|]. cbv zeta in *.
    set (c := mismatch m (modes_of B) G) in *. clearbody c. split; [easy|]. rewrite compatible_defined. split; [easy|].
    split. { apply R4. rewrite <- modes_sizes by easy. clear -T. induction T as [|p g b gs (_ & _ & E) _ IH]; [constructor|]. cbn. now constructor. }
    rewrite size_total by easy. split; [easy|]. destruct (extended_of_value A B c V N W S Q2) as (-> & -> & ->).
    destruct (call_value _ R2 c) as [-> ->]; [now rewrite R3, (fit_total _ _ T)|]. split; [easy|]. rewrite R3.
    intros E. apply Q3. rewrite E. symmetry. now apply coalesce_extended_value, modes_shapes.
Qed.
