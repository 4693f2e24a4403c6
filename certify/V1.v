(* V1: a layout after its right inverse is the identity.
   The key step: modes with their steps, in any order, are the graph of the layout. For the digits y, the
   steps add up to a coordinate x, and the strides to L(x). *)
Require Import Lib Trees Layouts Sorting C1 Distribute.

Notation placed_modes := (list (Z * Z * Z)).
Notation sizes_of_placed := (Forall (fun p : Z * Z * Z => let '(s, _, _) := p in 1 <= s)).
(* The layout of strides, and the layout of steps. *)
Definition strides (p : placed_modes) : modes := map (fun '(s, d, _) => (s, d)) p.
Definition steps (p : placed_modes) : modes := map (fun '(s, _, t) => (s, t)) p.

Lemma sizes_shapes p : sizes_of_placed p -> shapes (strides p) /\ shapes (steps p) /\ total (steps p) = total (strides p).
Proof.
  induction 1 as [|[[s d] t] p S _ (A & B & C)]; [now repeat constructor|].
  unfold strides, steps in *. cbn [map total fst] in *. split; [now constructor|]. split; [now constructor|]. now rewrite C.
Qed.

(* The same digits at another coordinate: both sums are kept. *)
Definition linked (p q : placed_modes) := forall x, 0 <= x < total (strides p) -> exists y, 0 <= y < total (strides q) /\
  value (strides q) y = value (strides p) x /\ value (steps q) y = value (steps p) x.
Lemma linked_refl p : linked p p.
Proof. intros x X. now exists x. Qed.
Lemma linked_trans p q r : linked p q -> linked q r -> linked p r.
Proof. intros A B x X. destruct (A x X) as (y & Y & E & F). destruct (B y Y) as (z & Z & G & H). exists z. split; [easy|]. split; congruence. Qed.
Lemma coordinate s r x : 1 <= s -> 0 <= x < s * r -> 0 <= x mod s < s /\ 0 <= x / s < r /\ x = x mod s + s * (x / s).
Proof. intros S X. euclid x s q c. assert (0 <= q < r) by nia. lia. Qed.
Lemma linked_cons a p q : sizes_of_placed (a :: p) -> linked p q -> linked (a :: p) (a :: q).
Proof.
  intros W L. inversion W as [|? ? S _]; subst. destruct a as [[s d] t]. intros x X. cbn [strides steps map total value fst] in *.
  destruct (coordinate s _ x S X) as (C & D & E). destruct (L (x / s) D) as (y & Y & F & G). exists (x mod s + s * y).
  digits (x mod s + s * y) s y (x mod s). fold (strides q) (steps q) (strides p) (steps p). rewrite F, G. split; [|easy].
  fold (strides q) in Y. nia.
Qed.
Lemma linked_swap a b p : sizes_of_placed (a :: b :: p) -> linked (a :: b :: p) (b :: a :: p).
Proof.
  intros W. inversion W as [|? ? S W2]; subst. inversion W2 as [|? ? T W3]; subst. destruct a as [[s d] u], b as [[t e] v].
  intros x X. cbn [strides steps map total value fst] in *. fold (strides p) (steps p) in *.
  destruct (sizes_shapes p W3) as (P & _). pose proof (total_pos _ P).
  destruct (coordinate s _ x S X) as (C & D & E). destruct (coordinate t _ (x / s) T D) as (F & G & H0).
  set (a := x mod s) in *. set (b := x / s mod t) in *. set (c := x / s / t) in *. clearbody a b c.
  exists (b + t * (a + s * c)). digits (b + t * (a + s * c)) t (a + s * c) b. digits (a + s * c) s c a. split; [nia|]. lia.
Qed.

Lemma insert_sizes a p : sizes_of_placed (a :: p) -> sizes_of_placed (insert_placed a p).
Proof.
  intros W. induction p as [|b p IH]; [easy|]. cbn [insert_placed]. cond; [easy|]. inversion W as [|? ? S W2]; subst.
  inversion W2; subst. constructor; [easy|]. apply IH. now constructor.
Qed.
Lemma sort_sizes p : sizes_of_placed p -> sizes_of_placed (sort_placed p).
Proof. induction 1 as [|a p S W IH]; [constructor|]. apply insert_sizes. now constructor. Qed.
Lemma insert_linked a p : sizes_of_placed (a :: p) -> linked (a :: p) (insert_placed a p) /\ linked (insert_placed a p) (a :: p).
Proof.
  intros W. induction p as [|b p IH]; [split; apply linked_refl|]. cbn [insert_placed]. cond; [split; apply linked_refl|].
  inversion W as [|? ? S W2]; subst. inversion W2 as [|? ? T W3]; subst. assert (W4 : sizes_of_placed (a :: p)) by now constructor.
  destruct (IH W4) as [I J]. pose proof (insert_sizes a p W4). split.
  - apply linked_trans with (b :: a :: p); [now apply linked_swap|]. apply linked_cons; [now repeat constructor|easy].
  - apply linked_trans with (b :: a :: p); [|apply linked_swap; now repeat constructor]. apply linked_cons; [now constructor|easy].
Qed.
Lemma sort_linked p : sizes_of_placed p -> linked p (sort_placed p) /\ linked (sort_placed p) p.
Proof.
  induction 1 as [|a p S W [I J]]; [split; apply linked_refl|]. cbn [sort_placed].
  assert (W2 : sizes_of_placed (a :: sort_placed p)) by (constructor; [easy|now apply sort_sizes]).
  destruct (insert_linked a (sort_placed p) W2) as [K L]. split.
  - apply linked_trans with (a :: sort_placed p); [|easy]. apply linked_cons; [now constructor|easy].
  - apply linked_trans with (a :: sort_placed p); [easy|]. now apply linked_cons.
Qed.

(* The modes as first placed, with the steps of the coordinates 1, 2, 3, .. *)
Lemma placed_are m : shapes m -> forall step, sizes_of_placed (placed m step) /\ strides (placed m step) = m /\
  forall x, 0 <= x < total m -> value (steps (placed m step)) x = step * x.
Proof.
  induction m as [|[s d] m IH]; intros W step; [split; [apply Forall_nil|split; [easy|intros x X; cbn in *; assert (x = 0) by lia; lia]]|]. modes_in W.
  destruct (IH H2 (s * step)) as (A & B & C). unfold strides, steps in *. cbn [placed map]. rewrite B. split; [now constructor|].
  split; [easy|]. intros x X. cbn [total fst value] in *. destruct (coordinate s _ x H1 X) as (E & F & G). rewrite C by easy. nia.
Qed.

(* The graph of coalesced modes, sorted by stride. *)
Notation graph_of m := (sort_placed (placed m 1)).
Lemma graph_sizes m : shapes m -> sizes_of_placed (graph_of m).
Proof. intros W. now apply sort_sizes, placed_are. Qed.
Lemma graph_at_digits m : shapes m -> forall y, 0 <= y < total (strides (graph_of m)) ->
  0 <= value (steps (graph_of m)) y < total m /\ value m (value (steps (graph_of m)) y) = value (strides (graph_of m)) y.
Proof.
  intros W y Y. destruct (placed_are m W 1) as (A & B & C). destruct (sort_linked _ A) as [_ J].
  destruct (J y Y) as (x & X & E & F). rewrite B in *. rewrite <- F, C, Z.mul_1_l by easy. now rewrite E.
Qed.
Lemma graph_of_coordinate m : shapes m -> forall x, 0 <= x < total m -> exists y, 0 <= y < total (strides (graph_of m)) /\
  value (steps (graph_of m)) y = x /\ value (strides (graph_of m)) y = value m x.
Proof.
  intros W x X. destruct (placed_are m W 1) as (A & B & C). destruct (sort_linked _ A) as [I _]. rewrite <- B in X.
  destruct (I x X) as (y & Y & E & F). exists y. rewrite B in *. rewrite F, C, Z.mul_1_l by easy. easy.
Qed.

(* The chain takes the modes that continue it, and no step of the other modes. *)
Lemma chain_at p : sizes_of_placed p -> forall cur, shapes (inverse_chain p cur) /\ forall i, 0 <= i < total (inverse_chain p cur) ->
  exists y, 0 <= y < total (strides p) /\ value (steps p) y = value (inverse_chain p cur) i /\ value (strides p) y = cur * i.
Proof.
  induction 1 as [|[[s d] t] p S W IH]; intros cur; [split; [apply Forall_nil|intros i I; exists 0; cbn in *; assert (i = 0) by lia; lia]|].
  cbn [inverse_chain]. destruct (sizes_shapes p W) as (P & _). pose proof (total_pos _ P). destruct (d =? cur) eqn:D; bools.
  - destruct (IH (s * cur)) as [A B]. split; [now constructor|]. intros i I. cbn [total fst value] in *.
    destruct (coordinate s _ i S I) as (E & F & G). destruct (B (i / s) F) as (y & Y & U & V).
    exists (i mod s + s * y). unfold strides, steps in *. cbn [map total value fst]. digits (i mod s + s * y) s y (i mod s). split; [nia|].
    split; [lia|]. rewrite V. subst d. nia.
  - destruct (IH cur) as [A B]. split; [easy|]. intros i I. destruct (B i I) as (y & Y & U & V). exists (s * y).
    unfold strides, steps in *. cbn [map total value fst]. digits (s * y) s y 0. split; [nia|]. lia.
Qed.

Theorem V1 : S_V1.
Proof.
  intros L i V N I0. pose proof (coalesce_shapes _ (modes_shapes L V)) as W. set (m := coalesce_modes (modes_of L)) in *.
  destruct (chain_at (graph_of m) (graph_sizes m W) 1) as [K C]. pose proof (coalesce_shapes _ K) as KC.
  unfold right_inverse_ok, right_inverse. cbv zeta. fold m. rewrite modes_defined by easy.
  destruct (layout_of_modes _ KC) as [-> _]. split; [easy|]. rewrite layout_of_size, coalesce_total, size_total by easy. intros I1.
  destruct (layout_of_call _ i KC) as [-> ->]; [now rewrite coalesce_total|]. rewrite coalesce_value by easy.
  destruct (C i (conj I0 I1)) as (y & Y & E & F). rewrite <- E. destruct (graph_at_digits m W y Y) as [R G].
  unfold m in R. rewrite coalesce_total in R. fold m in R. split; [easy|]. split; [easy|].
  destruct (call_value L V _ R) as [-> ->]. split; [easy|]. rewrite <- coalesce_value by now apply modes_shapes. fold m. rewrite G, F. lia.
Qed.
