(* Modes in the nesting of a layout, and layouts at the points of their modes.
   The key step: the entries that `unflatten` nests like a profile are the ones that `flatten` returns. *)
Require Import Lib Trees Layouts I1.

Lemma shapes_of_firsts m : shapes_of m = map fst m.
Proof. induction m as [|p m IH]; [easy|]. cbn [shapes_of map]. now rewrite IH. Qed.
Lemma strides_of_seconds m : strides_of m = map snd m.
Proof. induction m as [|p m IH]; [easy|]. cbn [strides_of map]. now rewrite IH. Qed.
Theorem nested_modes A m : valid A -> shapes m -> length m = length (modes_of A) ->
  nested_as_ok A m = true /\ valid (nested_as A m) /\ modes_of (nested_as A m) = m /\
  congruent (layout_shape (nested_as A m)) (layout_shape A) = true.
Proof.
  intros V W L. assert (E : length m = length (flatten (layout_shape A))).
  { now rewrite L, <- (modes_sizes A V), map_length. }
  destruct (unflatten_integers (map fst m) (layout_shape A)) as (O & F & P); [now rewrite map_length|].
  destruct (unflatten_integers (map snd m) (layout_shape A)) as (O2 & F2 & P2); [now rewrite map_length|].
  unfold nested_as, nested_as_ok. rewrite shapes_of_firsts, strides_of_seconds, O, O2. cbv zeta. cbn [andb].
  destruct (made_layout (unflatten (map Leaf (map fst m)) (layout_shape A)) (unflatten (map Leaf (map snd m)) (layout_shape A))) as [V2 ->].
  - unfold require_shape_ok. rewrite F. apply positive_sizes. rewrite Forall_map. exact W.
  - apply congruent_profile. now rewrite P, P2.
  - split; [easy|]. split; [exact V2|]. unfold modes_of, Layout_flat_modes. cbn [layout_shape layout_stride]. rewrite F, F2, paired_split. split; [easy|].
    now apply congruent_profile.
Qed.

(* A layout at the point p of its modes, and at the 1-D coordinate i, whose digits are its point. *)
Lemma call_point A p : valid A -> in_bounds p (map fst (modes_of A)) = true ->
  unflatten_ok (map Leaf p) (layout_shape A) = true /\ Layout_call_ok A (unflatten (map Leaf p) (layout_shape A)) = true /\
  Layout_call A (unflatten (map Leaf p) (layout_shape A)) = dot p (map snd (modes_of A)).
Proof.
  intros V B. rewrite modes_sizes in B by easy. pose proof (in_bounds_length _ _ B) as L.
  destruct (unflatten_integers p (layout_shape A) L) as (O & F & P). split; [easy|]. set (c := unflatten _ _) in *. clearbody c.
  destruct (natural_is_own c (layout_shape A)) as (R & N & E); [now apply congruent_profile|now rewrite F|].
  assert (C : congruent c (layout_stride A) = true).
  { apply congruent_profile. rewrite P. now apply congruent_profile, valid_congruent. }
  destruct (call_parts A c V R) as [-> ->]. unfold inner_product_ok, inner_product. rewrite R, N, E, congruent_defined, C, F.
  assert (S : map snd (modes_of A) = flatten (layout_stride A)) by now apply paired_facts, valid_length.
  rewrite S, dot_defined; [easy|]. now rewrite L, valid_length.
Qed.
Lemma call_index A i : valid A -> 0 <= i < total (modes_of A) -> Layout_call_ok A (Leaf i) = true /\
  Layout_call A (Leaf i) = dot (digits i (map fst (modes_of A))) (map snd (modes_of A)).
Proof.
  intros V I. destruct (call_value A V i I) as [-> ->]. split; [easy|]. rewrite dot_digits by now rewrite !map_length.
  now rewrite paired_split, extended_value by now try apply modes_shapes.
Qed.
