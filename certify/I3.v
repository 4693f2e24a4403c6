(* I2m, I3, I7: a layout equals its list of modes; the cosize is the last offset plus 1; ceil_div is
   least. The key step of I3: non-negative strides reach furthest if every digit is the last one. *)
Require Import Lib Trees Layouts Tiles Distribute.

Theorem I2m : S_I2m.
Proof.
  intros L i x V N I0 I1 X. sizes. rewrite modes_defined by easy. split; [easy|]. intros m; subst m.
  pose proof (modes_shapes L V) as W. destruct (call_value L V i (conj I0 I1)) as [-> ->].
  destruct (extended_modes L V x N X) as [-> ->]. rewrite size_total, value_defined, extended_defined by easy. easy.
Qed.

Lemma reach_defined k : forall l, length k = length l -> reach_ok k l = true.
Proof. induction k as [|s k IH]; intros [|d l] E; try discriminate E; [easy|]. apply IH. now injection E. Qed.
Lemma reach_last m : shapes m -> strides_from m 0 = true -> reach (map fst m) (map snd m) = value m (total m - 1).
Proof.
  induction m as [|[s d] m IH]; intros W S; [easy|]. modes_in W. cbn [strides_from map fst snd reach value total] in *. bools.
  rewrite IH, Z.abs_eq by easy. pose proof (total_pos m H2).
  digits (s * total m - 1) s (total m - 1) (s - 1). lia.
Qed.
Lemma reach_value m : shapes m -> strides_from m 0 = true -> forall x, 0 <= x < total m -> value m x <= reach (map fst m) (map snd m).
Proof.
  induction m as [|[s d] m IH]; intros W S x X; [easy|]. modes_in W. cbn [strides_from map fst snd reach value total] in *. bools.
  rewrite Z.abs_eq by easy. assert (0 <= x / s < total m) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  specialize (IH H2 H0 (x / s) H3). pose proof (Z.mod_pos_bound x s). nia.
Qed.
Lemma cosize_reach A : valid A -> Layout_cosize_ok A = true /\ Layout_cosize A = 1 + reach (map fst (modes_of A)) (map snd (modes_of A)).
Proof.
  intros V. unfold Layout_cosize_ok, Layout_cosize. rewrite reach_defined by now apply valid_length.
  split; [easy|]. rewrite modes_sizes by easy. repeat f_equal. symmetry. now apply paired_facts, valid_length.
Qed.

Theorem I3 : S_I3.
Proof.
  intros L V N S. unfold cosize_ok, cosize. change (Layout_mode_ok L) with (Layout_ok (layout_shape L) (layout_stride L)).
  rewrite V. assert (E : Layout_mode L = L).
  { unfold Layout_mode, get. destruct (made_layout (layout_shape L) (layout_stride L)) as [_ ->]; [|now apply valid_congruent|now destruct L].
    rewrite layout_parts in V. now bools. }
  rewrite E. destruct (cosize_reach L V) as [-> ->]. pose proof (modes_shapes L V) as W. split; [easy|].
  rewrite size_total by easy. pose proof (total_pos _ W). destruct (call_value L V (total (modes_of L) - 1)) as [-> ->]; [lia|].
  split; [easy|]. rewrite reach_last by easy. lia.
Qed.

Lemma ceil_least a b n : 1 <= b -> ceil_div a b <= n <-> a <= b * n.
Proof.
  intros B. rewrite ceil_eq. pose proof (Z.div_mod (a + b - 1) b). pose proof (Z.mod_pos_bound (a + b - 1) b). nia.
Qed.
Theorem I7 : S_I7.
Proof.
  intros m l b c f _ _ B C _. cbv zeta. set (a := m - l). set (n := c - f). clearbody a n.
  rewrite !ceil_defined by nia. split; [easy|]. split; [apply eq_true_iff_eq; rewrite !Z.leb_le; now apply ceil_least|].
  split; [easy|]. split; [easy|].
  assert (E : forall k, ceil_div (ceil_div a b) c <= k <-> ceil_div a (b * c) <= k).
  { intros k. rewrite !ceil_least by nia. now rewrite Z.mul_assoc. }
  apply Z.le_antisymm; apply E; lia.
Qed.
