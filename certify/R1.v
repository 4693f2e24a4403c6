(* R1, R2, R3: in wider elements a layout maps points to the first narrow elements; in narrower elements
   each element becomes n neighbours; there and back gives the original layout. The key step: an offset is
   the sum of point times stride over the modes, and n times a wide stride is the stride of n steps. *)
Require Import Lib Trees Layouts Tiles I1 Nested Distribute.

(* One mode in wider elements. *)
Lemma widened_mode s d n : 1 <= s -> 1 <= n -> widened_ok (s, d) n = true -> 1 <= fst (widened (s, d) n) /\
  steps_to_the_next_ok d n = true /\ n * snd (widened (s, d) n) = steps_to_the_next d n * d.
Proof.
  intros S N O. unfold widened_ok, widened, steps_to_the_next_ok, steps_to_the_next in *.
  destruct (d =? 0) eqn:D; bools; [cbn [fst snd orb]; split; [lia|]; split; [easy|subst d; lia]|]. rewrite (nonzero n) in * by lia. cbn [orb andb] in *.
  destruct (d mod n =? 0) eqn:E; bools.
  - cbn [fst snd]. split; [lia|]. split; [easy|]. pose proof (Z.div_mod d n). lia.
  - destruct (negb (n mod d =? 0)) eqn:F; bools. cbn [fst snd]. assert (A : n mod Z.abs d = 0).
    { apply Z.mod_divide in F; [|lia]. apply Z.mod_divide; [lia|]. now apply Z.divide_abs_l. }
    pose proof (Z.div_mod n (Z.abs d) ltac:(lia)) as Q. rewrite A, Z.add_0_r in Q. set (k := n / Z.abs d) in *. clearbody k. assert (1 <= k) by nia.
    split; [now apply ceil_pos|]. split; [apply nonzero; lia|]. destruct (0 <? d) eqn:G; bools; [rewrite Z.abs_eq in Q by lia|rewrite Z.abs_neq in Q by lia]; lia.
Qed.

Lemma widened_modes m n : shapes m -> 1 <= n -> all_widened_ok m n = true -> shapes (all_widened m n) /\ length (all_widened m n) = length m /\
  forall p, length p = length m -> narrow_point_ok p m n = true /\ length (narrow_point p m n) = length m /\
    n * dot p (map snd (all_widened m n)) = dot (narrow_point p m n) (map snd m).
Proof.
  induction m as [|[s d] m IH]; intros W N O; [split; [apply Forall_nil|]; split; [easy|]; intros [|] L; [cbn; split; [easy|]; split; [easy|lia]|discriminate L]|]. modes_in W.
  cbn [all_widened_ok] in O. bools. destruct (widened_mode s d n H1 N H) as (A & B & C). destruct (IH H2 N H0) as (D & E & F).
  cbn [all_widened]. split; [now constructor|]. split; [cbn; now rewrite E|]. intros [|x p] L; [discriminate L|]. injection L as L.
  destruct (F p L) as (G & I & J). cbn [narrow_point narrow_point_ok snd map length]. rewrite B, G, I. split; [easy|]. split; [easy|].
  rewrite !dot_cons, Z.mul_add_distr_l, J, (Z.mul_comm x), Z.mul_assoc, C. lia.
Qed.

Theorem R1 : S_R1.
Proof.
  intros A n i V X N I0 _. cbv zeta. intros O. rewrite O. split; [easy|]. pose proof (modes_shapes A V) as W.
  unfold upcast_ok in O. apply andb_true_iff in O as [_ O]. apply andb_true_iff in O as [O1 O]. apply andb_true_iff in O1 as [_ O1].
  destruct (widened_modes _ n W N O1) as (S & L & F). destruct (nested_modes A (all_widened (modes_of A) n) V S L) as (_ & VR & M & C).
  fold (upcast A n) in VR, M, C. set (R := upcast A n) in *. intros I1. rewrite size_total in I1 by easy.
  rewrite digits_defined by now apply valid_sizes. split; [easy|].
  assert (Z : flatten (layout_shape R) = map fst (modes_of R)) by (symmetry; now apply modes_sizes). rewrite Z.
  set (c := digits i (map fst (modes_of R))) in *. destruct (F c) as (G & H & J).
  { unfold c. now rewrite digits_length, map_length, M. }
  rewrite modes_defined, G by easy. split; [easy|]. rewrite congruent_defined. split; [easy|]. split; [easy|].
  destruct (call_index R i VR) as [-> ->]; [lia|]. split; [easy|]. fold c.
  assert (T : flatten (layout_stride A) = map snd (modes_of A)) by (symmetry; now apply paired_facts, valid_length).
  rewrite T, dot_defined by now rewrite H, map_length. split; [easy|]. rewrite M. split; [easy|]. intros B. split; [easy|].
  rewrite <- modes_sizes in B by easy. destruct (call_point A _ V B) as (-> & -> & ->). easy.
Qed.

(* Modes in narrower elements, and back. *)
Lemma narrowed_modes m n : shapes m -> 1 <= n -> shapes (all_narrowed m n) /\ length (all_narrowed m n) = length m /\
  forall p j, in_bounds p (map fst m) = true -> 0 <= j < n -> neighbour_ok p m n j = true /\
    in_bounds (neighbour p m n j) (map fst (all_narrowed m n)) = true /\
    dot (neighbour p m n j) (map snd (all_narrowed m n)) = n * dot p (map snd m) + j * adjacent m.
Proof.
  induction m as [|[s d] m IH]; intros W N; [split; [apply Forall_nil|]; split; [easy|]; intros [|] j B J; [cbn; split; [easy|]; split; [easy|lia]|easy]|].
  modes_in W. destruct (IH H2 N) as (A & B & C). cbn [all_narrowed narrowed]. split; [constructor; [|easy]; destruct (d =? 1); cbn; nia|].
  split; [cbn; now rewrite B|]. intros [|x p] j I J; [easy|]. cbn [map fst in_bounds] in I. bools. destruct (C p j H0 J) as (D & E & F).
  cbn [neighbour neighbour_ok map fst snd adjacent in_bounds narrowed]. rewrite D. split; [easy|]. rewrite !dot_cons. destruct (d =? 1) eqn:G; bools; cbn [fst snd].
  - split; [|rewrite F; subst d; lia]. both; [apply Z.leb_le; nia|apply Z.ltb_lt; nia|easy].
  - split; [|rewrite F; lia]. both; [now apply Z.leb_le|now apply Z.ltb_lt|easy].
Qed.

Lemma narrowed_widened m n : shapes m -> 1 <= n -> require_forward_ok m = true ->
  all_widened_ok (all_narrowed m n) n = true /\ all_widened (all_narrowed m n) n = m.
Proof.
  induction m as [|[s d] m IH]; intros W N F; [easy|]. modes_in W. cbn [require_forward_ok] in F. destruct (d =? -1) eqn:B; bools.
  destruct (IH H2 N F) as (I & J). cbn [all_narrowed all_widened all_widened_ok narrowed]. rewrite I, J, andb_true_r.
  destruct (d =? 1) eqn:D; bools; [subst d|]; unfold widened, widened_ok.
  - cbn [Z.eqb]. rewrite (nonzero n) by lia. cbn [andb negb Z.abs Z.ltb Z.compare]. rewrite Z.mod_1_r, Z.div_1_r. cbn [Z.eqb negb andb].
    destruct (1 mod n =? 0) eqn:E; bools.
    + assert (n = 1). { destruct (Z.eq_dec n 1); [easy|]. rewrite Z.mod_small in E; lia. } subst n. split; [easy|]. f_equal. f_equal. lia.
    + split; [now apply ceil_defined|]. f_equal. f_equal. rewrite ceil_eq. now destruct (divmod_unique (n * s + n - 1) n s (n - 1)) as [-> _]; try lia.
  - rewrite (nonzero n) by lia. cbn [andb]. rewrite (Z.mul_comm n), Z_mod_mult, Z_div_mult by lia. cbn [Z.eqb].
    destruct (d * n =? 0) eqn:E; bools; split; try easy. f_equal. f_equal. nia.
Qed.

(* What downcast accepts. *)
Lemma downcast_accepted A n : valid A -> downcast_ok A n = true -> 1 <= n /\ require_forward_ok (modes_of A) = true /\
  adjacent (modes_of A) = 1 /\ downcast A n = nested_as A (all_narrowed (modes_of A) n).
Proof.
  intros V O. unfold downcast_ok, downcast in *. cbv zeta in *. apply andb_true_iff in O as [N O]. apply andb_true_iff in O as [_ O].
  apply andb_true_iff in O as [F O]. destruct (negb (adjacent (modes_of A) =? 1)) eqn:E; bools; try easy.
  unfold require_factor_ok in N. bools. easy.
Qed.

Theorem R2 : S_R2.
Proof.
  intros A n i j V X N I0 I J0 J. cbv zeta. intros O. rewrite O. destruct (downcast_accepted A n V O) as (_ & _ & U & ->).
  change (size_of_layout A) with (Layout_size A) in I. rewrite size_total in I by easy. pose proof (modes_shapes A V) as W.
  rewrite digits_defined by now apply valid_sizes. split; [easy|]. destruct (narrowed_modes _ n W N) as (S & L & F).
  assert (Z : flatten (layout_shape A) = map fst (modes_of A)) by (symmetry; now apply modes_sizes). rewrite Z.
  set (c := digits i (map fst (modes_of A))) in *. destruct (F c j) as (G & B & D); [|lia|].
  { apply digits_in_bounds; [rewrite <- Z; now apply valid_sizes|]. rewrite <- Z. unfold Layout_size in *. rewrite <- size_total in I by easy.
    unfold Layout_size, product in I. lia. }
  rewrite modes_defined, G by easy. split; [easy|]. destruct (nested_modes A _ V S L) as (_ & VR & M & K).
  rewrite congruent_defined, K. split; [easy|]. split; [easy|]. rewrite <- M in B. destruct (call_point _ _ VR B) as (-> & -> & ->).
  split; [easy|]. destruct (call_index A i V) as [-> ->]; [lia|]. split; [easy|]. fold c. rewrite M, D, U. lia.
Qed.

Theorem R3 : S_R3.
Proof.
  intros A n V X N. cbv zeta. intros O. rewrite O. destruct (downcast_accepted A n V O) as (_ & F & _ & ->).
  pose proof (modes_shapes A V) as W. destruct (narrowed_modes _ n W N) as (S & L & _). destruct (narrowed_widened _ n W N F) as (Q & E).
  destruct (nested_modes A _ V S L) as (_ & VR & M & K). set (R := nested_as A _) in *. clearbody R.
  unfold upcast_ok, upcast. rewrite M, E, Q, modes_defined by easy.
  destruct (nested_modes R (modes_of A) VR W) as (-> & VB & MB & KB); [now rewrite M, L|].
  assert (T : require_factor_ok n = true) by (unfold require_factor_ok; apply negb_true_iff, Z.ltb_ge; lia). rewrite T. split; [easy|].
  rewrite congruent_defined. split; [easy|]. set (back := nested_as R (modes_of A)) in *. clearbody back. split.
  - apply congruent_profile. transitivity (profile (layout_shape R)); now apply congruent_profile.
  - rewrite <- !modes_sizes by easy. rewrite MB. split; [easy|].
    assert (P : forall B, valid B -> flatten (layout_stride B) = map snd (modes_of B)) by (intros; symmetry; now apply paired_facts, valid_length).
    now rewrite !P, MB.
Qed.
