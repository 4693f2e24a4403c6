(* I9: running products are compact strides. The key step: the products of the sizes before each digit
   count a point, and the products of the sizes after it give the reach. *)
Require Import Lib Trees Layouts I1 Distribute I3 I13.

Notation before k := (removelast (accumulated Z.mul k 1)).
Notation after k := (rev (removelast (accumulated Z.mul (rev k) 1))).

Lemma running_cons s k a : removelast (accumulated Z.mul (s :: k) a) = a :: removelast (accumulated Z.mul k (a * s)).
Proof. destruct (accumulated_cons Z.mul s k a) as [-> N]. now destruct (accumulated Z.mul k (a * s)). Qed.
Lemma running_app k s : forall a, removelast (accumulated Z.mul (k ++ [s]) a) = removelast (accumulated Z.mul k a) ++ [a * product_of k].
Proof.
  induction k as [|x k IH]; intros a; [cbn; now rewrite Z.mul_1_r|]. cbn [app]. rewrite !running_cons, IH, product_cons. cbn [app].
  now rewrite Z.mul_assoc.
Qed.
Lemma product_of_rev k : product_of (rev k) = product_of k.
Proof. induction k as [|x k IH]; [easy|]. cbn [rev]. rewrite product_of_app, product_cons, IH. cbn. lia. Qed.
Lemma after_cons s k : after (s :: k) = product_of k :: after k.
Proof. cbn [rev]. rewrite running_app, rev_app_distr, product_of_rev, Z.mul_1_l. easy. Qed.

Lemma dot_running k : forall p a, length p = length k -> dot p (removelast (accumulated Z.mul k a)) = a * counted p k.
Proof.
  induction k as [|s k IH]; intros [|x p] a L; try discriminate L; [cbn; lia|]. injection L as L.
  rewrite running_cons, dot_cons. cbn [counted]. rewrite IH by easy. lia.
Qed.
Lemma reach_running k : Forall (Z.le 1) k -> forall a, 0 <= a -> reach k (removelast (accumulated Z.mul k a)) = a * (product_of k - 1).
Proof.
  induction 1 as [|s k S W IH]; intros a P; [cbn; lia|]. rewrite running_cons, product_cons. cbn [reach].
  rewrite IH, Z.abs_eq by nia. lia.
Qed.
Lemma reach_after k : Forall (Z.le 1) k -> reach k (after k) = product_of k - 1.
Proof.
  induction 1 as [|s k S W IH]; [easy|]. rewrite after_cons, product_cons. cbn [reach].
  pose proof (product_pos k W). rewrite IH, Z.abs_eq by lia. lia.
Qed.

Lemma cosize_of s t : require_shape_ok s = true -> congruent s t = true ->
  Layout_ok s t = true /\ cosize_ok (Layout s t) = true /\ cosize (Layout s t) = 1 + reach (flatten s) (flatten t).
Proof.
  intros V C. destruct (made_layout s t V C) as [O E]. rewrite E. split; [easy|].
  unfold cosize_ok, cosize, Layout_mode_ok, Layout_mode, get. cbn [layout_shape layout_stride]. rewrite O, E.
  unfold Layout_cosize_ok, Layout_cosize. cbn [layout_shape layout_stride].
  rewrite reach_defined by now apply congruent_length. easy.
Qed.

Theorem I9 : S_I9.
Proof.
  intros t i V N I0 I1. unfold prefix_product_ok, prefix_product, suffix_product_ok, suffix_product. cbv zeta.
  pose proof (sizes_of_shape t V) as W.
  destruct (unflatten_integers (before (flatten t)) t) as (O & F & P); [apply accumulated_length|].
  destruct (unflatten_integers (after (flatten t)) t) as (O2 & F2 & P2); [now rewrite rev_length, accumulated_length, rev_length|].
  set (column_ := unflatten (map Leaf (before (flatten t))) t) in *. set (row_ := unflatten (map Leaf (after (flatten t))) t) in *.
  clearbody column_ row_. rewrite O, O2, !congruent_defined.
  assert (C : congruent column_ t = true) by now apply congruent_profile.
  assert (R : congruent row_ t = true) by now apply congruent_profile.
  rewrite C, R. split; [easy|]. split; [easy|]. split; [easy|].
  destruct (coordinate_of t i V (conj I0 I1)) as (K1 & K2 & K3). destruct (digits_in_bounds _ W i (conj I0 I1)) as [_ D].
  unfold inner_product_ok, inner_product. rewrite K1, congruent_defined.
  assert (E : congruent (idx2crd (Leaf i) t) column_ = true).
  { apply congruent_profile. apply congruent_profile in K2. congruence. }
  rewrite E, K3, F, dot_defined, dot_running, D by (rewrite ?accumulated_length; apply digits_length).
  split; [easy|]. split; [lia|].
  destruct (cosize_of t column_ V) as (-> & -> & ->); [now apply congruent_profile|].
  destruct (cosize_of t row_ V) as (-> & -> & ->); [now apply congruent_profile|].
  rewrite F, F2, reach_running, reach_after by easy. unfold product. repeat split; lia.
Qed.
