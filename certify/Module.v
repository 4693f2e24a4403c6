(* I2, C1, P1c, P4, D6 for lists of modes with strides in any abelian group, torsion included. The functions
   below are the printed ones with strides in M. For M the integers, each one reduces to the printed function
   (`_is_printed`). They use only +, multiplication by an integer on either side, and == of strides. *)
Require Import Lib Trees Layouts C1 P1c Distribute.

Record integer_module := {
  element : Type; zero : element; add : element -> element -> element; opposite : element -> element;
  scaled : Z -> element -> element; (* s * d *) times : element -> Z -> element; (* d * n *)
  same : element -> element -> bool;
  add_assoc : forall x y z, add x (add y z) = add (add x y) z;
  add_comm : forall x y, add x y = add y x;
  add_zero : forall x, add x zero = x;
  add_opposite : forall x, add x (opposite x) = zero;
  scaled_add : forall n x y, scaled n (add x y) = add (scaled n x) (scaled n y);
  scaled_sum : forall m n x, scaled (m + n) x = add (scaled m x) (scaled n x);
  scaled_scaled : forall m n x, scaled m (scaled n x) = scaled (m * n) x;
  scaled_one : forall x, scaled 1 x = x;
  times_is_scaled : forall x n, times x n = scaled n x;
  same_is_equal : forall x y, same x y = true <-> x = y }.
Arguments zero {_}. Arguments add {_}. Arguments opposite {_}. Arguments scaled {_}. Arguments times {_}. Arguments same {_}.
Notation modes_in M := (list (Z * element M)).
Notation sized := (Forall (fun p => 1 <= fst p)).

Definition total_in {M} := fix total_in (modes : modes_in M) : Z :=
  match modes with [] => 1 | first :: rest => fst first * total_in rest end.
Definition value_in {M} := fix value_in (modes : modes_in M) (x : Z) : element M :=
  match modes with [] => zero | (s, d) :: rest => add (times d (x mod s)) (value_in rest (x / s)) end.
Definition extended_in {M} := fix extended_in (modes : modes_in M) (x : Z) : element M :=
  match modes with
  | [] => zero
  | (s, d) :: rest => match rest with
    | [] => times d x
    | first :: rest2 => add (times d (x mod s)) (extended_in rest (x / s)) end end.
Definition dot_in {M} := fix dot_in (a : list Z) (b : list (element M)) : element M :=
  match a with
  | [] => zero
  | first :: rest => match b with [] => zero | first2 :: rest2 => add (scaled first first2) (dot_in rest rest2) end end.
Definition distributed_in {M} := fix distributed_in (modes : modes_in M) (b : list (Z * Z)) (i : Z) : element M :=
  match b with [] => zero | (x, w) :: rest => add (extended_in modes (w * (i mod x))) (distributed_in modes rest (i / x)) end.
Definition push_in {M} (mode : Z * element M) (modes : modes_in M) : modes_in M :=
  let '(s, d) := mode in
  if s =? 1 then modes else match modes with
  | [] => [mode]
  | (next_s, next_d) :: rest => if same next_d (scaled s d) then (s * next_s, d) :: rest else mode :: modes end.
Definition coalesce_modes_in {M} := fix coalesce_modes_in (modes : modes_in M) : modes_in M :=
  match modes with [] => [] | first :: rest => push_in first (coalesce_modes_in rest) end.
Definition coalesce_extended_in {M} := fix coalesce_extended_in (modes : modes_in M) : modes_in M :=
  match modes with
  | [] => []
  | head :: rest => match rest with [] => [head] | first :: rest2 => push_in head (coalesce_extended_in rest) end end.
Definition stride_of_in {M} := fix stride_of_in (modes : modes_in M) (t w : Z) : element M :=
  if 1 <? t then extended_in modes w else match modes with
  | [] => zero
  | (s, d) :: rest => match rest with
    | [] => scaled w d
    | first :: rest2 => if negb (w mod s =? 0) then scaled w d else stride_of_in rest t (w / s) end end.
Definition images_in {M} := fix images_in (modes : modes_in M) (pieces : list (Z * Z)) : modes_in M :=
  match pieces with [] => [] | (t, w) :: rest => (t, stride_of_in modes t w) :: images_in modes rest end.
Definition images_all_in {M} := fix images_all_in (modes : modes_in M) (groups : list (list (Z * Z))) : list (modes_in M) :=
  match groups with [] => [] | first :: rest => images_in modes first :: images_all_in modes rest end.
(* Cuts and carries depend only on the shape. *)
Definition first_break_in {M} := fix first_break_in (modes : modes_in M) (n w : Z) : Z :=
  match modes with
  | [] => 0
  | (s, _) :: rest => match rest with
    | [] => n
    | first :: rest2 => if (n - 1) * (w mod s) <? s then first_break_in rest n (w / s)
                        else first_break_in rest (ceil_div s (w mod s)) (w / s) end end.
Definition no_carry_in {M} := fix no_carry_in (modes : modes_in M) (pieces : list (Z * Z)) : bool :=
  match modes with
  | [] => false
  | (s, _) :: rest => match rest with
    | [] => true
    | first :: rest2 => (largest_residue pieces s <? s) && no_carry_in rest (quotients pieces s) end end.
Definition refine_in {M} := fix refine_in (fuel : nat) (modes : modes_in M) (n w most : Z) : list (Z * Z) :=
  match fuel with O => [] | S fuel =>
    let t := first_break_in modes n w in
    if t =? n then [(n, w)] else if negb (n mod t =? 0) then [] else if most <=? 1 then []
    else (t, w) :: refine_in fuel modes (n / t) (t * w) (most - 1) end.
Definition refine_all_in {M} := fix refine_all_in (modes : modes_in M) (b : list (Z * Z)) : list (list (Z * Z)) :=
  match b with
  | [] => []
  | (n, w) :: rest => if w <? 0 then [] else
      refine_in (S (Z.to_nat (Z.of_nat (length modes)))) modes n w (Z.of_nat (length modes)) :: refine_all_in modes rest end.

Definition first_break_ok_in {M} := fix first_break_ok_in (modes : modes_in M) (n w : Z) : bool :=
  match modes with
  | [] => false
  | (s, _) :: rest => match rest with
    | [] => true
    | first :: rest2 => negb (s =? 0) && if (n - 1) * (w mod s) <? s
        then negb (s =? 0) && first_break_ok_in rest n (w / s)
        else (negb (s =? 0) && ceil_div_ok s (w mod s)) && negb (s =? 0)
             && first_break_ok_in rest (ceil_div s (w mod s)) (w / s) end end.
Definition refine_ok_in {M} := fix refine_ok_in (fuel : nat) (modes : modes_in M) (n w most : Z) : bool :=
  match fuel with O => false | S fuel =>
    first_break_ok_in modes n w && let t := first_break_in modes n w in
    if t =? n then true else negb (t =? 0) && if negb (n mod t =? 0) then false else if most <=? 1 then false
    else negb (t =? 0) && refine_ok_in fuel modes (n / t) (t * w) (most - 1) end.
Definition refine_all_ok_in {M} := fix refine_all_ok_in (modes : modes_in M) (b : list (Z * Z)) : bool :=
  match b with
  | [] => true
  | (n, w) :: rest => if w <? 0 then false else
      refine_ok_in (S (Z.to_nat (Z.of_nat (length modes)))) modes n w (Z.of_nat (length modes)) && refine_all_ok_in modes rest end.

(* The integers, for which these functions are the printed ones. *)
Definition integers : integer_module.
Proof.
  refine {| element := Z; zero := 0; add := Z.add; opposite := Z.opp; scaled := Z.mul; times := Z.mul; same := Z.eqb |};
    intros; try lia.
Defined.
Lemma total_is_printed : @total_in integers = total. Proof. reflexivity. Qed.
Lemma value_is_printed : @value_in integers = value. Proof. reflexivity. Qed.
Lemma extended_is_printed : @extended_in integers = extended. Proof. reflexivity. Qed.
Lemma dot_is_printed : @dot_in integers = dot. Proof. reflexivity. Qed.
Lemma push_is_printed : @push_in integers = push. Proof. reflexivity. Qed.
Lemma coalesce_modes_is_printed : @coalesce_modes_in integers = coalesce_modes. Proof. reflexivity. Qed.
Lemma coalesce_extended_is_printed : @coalesce_extended_in integers = coalesce_extended. Proof. reflexivity. Qed.
Lemma stride_of_is_printed : @stride_of_in integers = stride_of. Proof. reflexivity. Qed.
Lemma images_is_printed : @images_in integers = images. Proof. reflexivity. Qed.
Lemma images_all_is_printed : @images_all_in integers = images_all. Proof. reflexivity. Qed.
Lemma first_break_is_printed : @first_break_in integers = first_break. Proof. reflexivity. Qed.
Lemma no_carry_is_printed : @no_carry_in integers = no_carry. Proof. reflexivity. Qed.
Lemma refine_is_printed m n w most : @refine_in integers (S (Z.to_nat most)) m n w most = refine m n w most. Proof. reflexivity. Qed.
Lemma refine_all_is_printed : @refine_all_in integers = refine_all. Proof. reflexivity. Qed.
Lemma distributed_is_printed : @distributed_in integers = distributed. Proof. reflexivity. Qed.
Lemma refine_all_ok_is_printed : @refine_all_ok_in integers = refine_all_ok. Proof. reflexivity. Qed.

(* A module with torsion: 2*d = 0 for every d, but some d is not 0. The theorems below hold for it, too. *)
Definition bits : integer_module.
Proof.
  refine {| element := bool; zero := false; add := xorb; opposite := id; same := Bool.eqb;
    scaled n d := Z.odd n && d; times d n := Z.odd n && d |}; intros.
  - now rewrite xorb_assoc_reverse.
  - apply xorb_comm.
  - apply xorb_false_r.
  - apply xorb_nilpotent.
  - now destruct (Z.odd n), x, y.
  - rewrite Z.odd_add. now destruct (Z.odd m), (Z.odd n), x.
  - rewrite Z.odd_mul. now destruct (Z.odd m), (Z.odd n), x.
  - easy.
  - easy.
  - apply eqb_true_iff.
Defined.
Lemma no_cancellation : exists M (d : element M), scaled 2 d = zero /\ d <> zero.
Proof. now exists bits, true. Qed.

(* Consequences of the module laws for sums. *)
Lemma zero_add {M} (x : element M) : add zero x = x.
Proof. now rewrite add_comm, add_zero. Qed.
Lemma scaled_zero {M} (x : element M) : scaled 0 x = zero.
Proof.
  rewrite <- (add_opposite M (scaled 0 x)). rewrite <- (add_zero M (scaled 0 x)) at 1.
  rewrite <- (add_opposite M (scaled 0 x)), add_assoc. f_equal. symmetry. apply (scaled_sum M 0 0).
Qed.
Lemma add_middle {M} (a b c d : element M) : add (add a b) (add c d) = add (add a c) (add b d).
Proof. rewrite !add_assoc. f_equal. rewrite <- !add_assoc. f_equal. apply add_comm. Qed.

Lemma extended_in_step {M} s d (r : modes_in M) x : r <> [] ->
  extended_in ((s, d) :: r) x = add (times d (x mod s)) (extended_in r (x / s)).
Proof. now destruct r. Qed.

(* I2: a layout has the same value at the natural coordinate, its digits, as at the 1-D coordinate. *)
Theorem inner_product_at_digits {M} (m : modes_in M) : m <> [] -> forall x,
  dot_in (digits x (map fst m)) (map snd m) = extended_in m x.
Proof.
  induction m as [|[s d] m IH]; intros N x; [easy|]. destruct m as [|q m].
  - cbn. now rewrite add_zero, times_is_scaled.
  - rewrite extended_in_step by easy. rewrite <- IH by easy. cbn [map fst snd digits dot_in]. now rewrite times_is_scaled.
Qed.
Theorem extended_in_is_value_in {M} (m : modes_in M) : m <> [] -> sized m -> forall x, 0 <= x < total_in m ->
  extended_in m x = value_in m x.
Proof.
  induction m as [|[s d] m IH]; intros N W x X; [easy|]. modes_in W. cbn [total_in fst] in X. destruct m as [|q m].
  - cbn in *. now rewrite add_zero, Z.mod_small by lia.
  - rewrite extended_in_step by easy. cbn [value_in] in *. rewrite IH; auto; [easy|].
    split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia.
Qed.

(* C1: merging needs only d' = s*d, which is all that the function tests. *)
Lemma push_in_sized {M} s d (m : modes_in M) : 1 <= s -> sized m -> sized (push_in (s, d) m).
Proof.
  intros S W. unfold push_in. destruct (s =? 1); [easy|]. destruct m as [|[s2 d2] m]; [repeat constructor; easy|].
  modes_in W. destruct (same d2 _); repeat constructor; simpl; auto; nia.
Qed.
Lemma push_in_nonempty {M} p (m : modes_in M) : m <> [] -> push_in p m <> [].
Proof. intros. destruct p. unfold push_in. destruct (z =? 1); [easy|]. destruct m as [|[]]; [easy|]. now destruct (same _ _). Qed.
Lemma push_in_total {M} s d (m : modes_in M) : total_in (push_in (s, d) m) = s * total_in m.
Proof.
  unfold push_in. destruct (s =? 1) eqn:C; bools; [lia|]. destruct m as [|[s2 d2] m]; [easy|].
  destruct (same d2 _); cbn [total_in fst]; lia.
Qed.
Lemma merged {M} s s2 (d : element M) x : 1 <= s -> 1 <= s2 ->
  times d (x mod (s * s2)) = add (times d (x mod s)) (times (scaled s d) ((x / s) mod s2)).
Proof.
  intros S T. rewrite Z.rem_mul_r, !times_is_scaled, scaled_scaled by lia.
  now rewrite scaled_sum, (Z.mul_comm s).
Qed.
Lemma push_in_value {M} s d (m : modes_in M) x : 1 <= s -> sized m ->
  value_in (push_in (s, d) m) x = add (times d (x mod s)) (value_in m (x / s)).
Proof.
  intros S W. unfold push_in. destruct (s =? 1) eqn:C; bools.
  - subst. now rewrite Z.mod_1_r, Z.div_1_r, times_is_scaled, scaled_zero, zero_add.
  - destruct m as [|[s2 d2] m]; [easy|]. modes_in W. destruct (same d2 _) eqn:E; [|easy].
    apply same_is_equal in E. subst d2. cbn [value_in]. rewrite merged, Z.div_div by lia. now rewrite add_assoc.
Qed.
Lemma push_in_extended {M} s d (m : modes_in M) x : 1 <= s -> sized m -> m <> [] ->
  extended_in (push_in (s, d) m) x = add (times d (x mod s)) (extended_in m (x / s)).
Proof.
  intros S W N. unfold push_in. destruct (s =? 1) eqn:C; bools.
  - subst. now rewrite Z.mod_1_r, Z.div_1_r, times_is_scaled, scaled_zero, zero_add.
  - destruct m as [|[s2 d2] m]; [easy|]. modes_in W. destruct (same d2 _) eqn:E; [|now apply extended_in_step].
    apply same_is_equal in E. subst d2. destruct m as [|q m].
    + cbn [extended_in]. rewrite !times_is_scaled, scaled_scaled, <- scaled_sum. f_equal. pose proof (Z.div_mod x s). lia.
    + rewrite !extended_in_step by easy. rewrite merged, Z.div_div by lia. now rewrite add_assoc.
Qed.
Lemma coalesce_modes_in_sized {M} (m : modes_in M) : sized m -> sized (coalesce_modes_in m).
Proof. induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. apply push_in_sized; auto. Qed.
Theorem C1_in {M} (m : modes_in M) : sized m ->
  total_in (coalesce_modes_in m) = total_in m /\ forall x, value_in (coalesce_modes_in m) x = value_in m x.
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. destruct (IH H2) as [T V]. cbn [coalesce_modes_in]. split.
  - rewrite push_in_total, T. easy.
  - intros x. rewrite push_in_value, V by auto using coalesce_modes_in_sized. easy.
Qed.
Lemma coalesce_extended_in_step {M} p (m : modes_in M) : m <> [] ->
  coalesce_extended_in (p :: m) = push_in p (coalesce_extended_in m).
Proof. now destruct m. Qed.
Theorem coalesced_extended_in {M} (m : modes_in M) : sized m -> m <> [] ->
  sized (coalesce_extended_in m) /\ coalesce_extended_in m <> [] /\ forall x, extended_in (coalesce_extended_in m) x = extended_in m x.
Proof.
  induction m as [|[s d] m IH]; intros W N; [easy|]. destruct m as [|q m]; [easy|]. modes_in W.
  destruct (IH H2) as (P & Q & E); [easy|]. rewrite coalesce_extended_in_step by easy.
  split; [now apply push_in_sized|]. split; [now apply push_in_nonempty|].
  intros x. now rewrite push_in_extended, E, extended_in_step by easy.
Qed.

(* P1c: without a carry, A^ is linear on the pieces. *)
Lemma stride_of_last {M} s (d : element M) t w : stride_of_in [(s, d)] t w = scaled w d.
Proof. cbn. destruct (1 <? t); [apply times_is_scaled|easy]. Qed.
Lemma images_last {M} s (d : element M) p : forall x, value_in (images_in [(s, d)] p) x = scaled (value p x) d.
Proof.
  induction p as [|[t w] p IH]; intros x; cbn [images_in value_in value]; [now rewrite scaled_zero|].
  rewrite stride_of_last, IH, times_is_scaled, scaled_scaled, <- scaled_sum. f_equal. lia.
Qed.
Lemma stride_of_more {M} (m : modes_in M) t w : 1 < t -> stride_of_in m t w = extended_in m w.
Proof. intros. destruct m; cbn [stride_of_in]; now rewrite (proj2 (Z.ltb_lt 1 t)). Qed.
Lemma images_step {M} s d (r : modes_in M) p : r <> [] -> shapes p -> forall x,
  value_in (images_in ((s, d) :: r) p) x = add (scaled (residue p s x) d) (value_in (images_in r (quotients p s)) x).
Proof.
  intros N. induction p as [|[t w] p IH]; intros W x; cbn [images_in value_in residue quotients].
  - now rewrite scaled_zero, add_zero.
  - modes_in W. rewrite IH by auto. destruct (Z.eq_dec t 1) as [->|T].
    + now rewrite Z.mod_1_r, !times_is_scaled, !scaled_zero, !zero_add, Z.mul_0_l, Z.add_0_l.
    + rewrite !stride_of_more, extended_in_step, !times_is_scaled, scaled_add, scaled_scaled, scaled_sum by (auto; lia).
      apply add_middle.
Qed.
Theorem no_carry_is_linear_in {M} (m : modes_in M) : forall p x, m <> [] -> sized m -> shapes p -> no_carry_in m p = true ->
  extended_in m (value p x) = value_in (images_in m p) x.
Proof.
  induction m as [|[s d] r IH]; intros p x N W P C; [easy|]. modes_in W. destruct r as [|q r].
  - rewrite images_last. cbn. apply times_is_scaled.
  - remember (q :: r) as rest. assert (R : rest <> []) by (subst; easy).
    assert (C' : (largest_residue p s <? s) && no_carry_in rest (quotients p s) = true) by (rewrite Heqrest in *; exact C).
    bools. rewrite extended_in_step, images_step by auto.
    pose proof (quotients_value p s H1 x). pose proof (residue_range p s H1 P x).
    digits (value p x) s (value (quotients p s) x) (residue p s x).
    now rewrite IH, times_is_scaled by auto using quotients_shapes.
Qed.

(* Cutting does not depend on strides: it gives the same result for the same shape with strides of 0. *)
Definition shape_alone {M} (m : modes_in M) : list (Z * Z) := map (fun p => (fst p, 0)) m.
Lemma first_break_of_shape {M} (m : modes_in M) : forall n w, first_break_in m n w = first_break (shape_alone m) n w.
Proof.
  induction m as [|[s d] m IH]; intros n w; [easy|]. destruct m as [|q m]; [easy|].
  cbn [first_break_in shape_alone map fst first_break] in *. destruct (_ <? s); apply IH.
Qed.
Lemma first_break_ok_of_shape {M} (m : modes_in M) : forall n w, first_break_ok_in m n w = first_break_ok (shape_alone m) n w.
Proof.
  induction m as [|[s d] m IH]; intros n w; [easy|]. destruct m as [|q m]; [easy|].
  cbn [first_break_ok_in shape_alone map fst first_break_ok] in *. rewrite !IH. reflexivity.
Qed.
Lemma refine_of_shape {M} (m : modes_in M) f : forall n w most,
  refine_in f m n w most = refine_f f (shape_alone m) n w most /\ refine_ok_in f m n w most = refine_ok_f f (shape_alone m) n w most.
Proof.
  induction f as [|f IH]; intros n w most; [easy|]. cbn [refine_in refine_f refine_ok_in refine_ok_f]. cbv zeta.
  rewrite first_break_of_shape, first_break_ok_of_shape.
  destruct (IH (n / first_break (shape_alone m) n w) (first_break (shape_alone m) n w * w) (most - 1)) as [-> ->]. easy.
Qed.
Lemma refine_all_of_shape {M} (m : modes_in M) b :
  refine_all_in m b = refine_all (shape_alone m) b /\ refine_all_ok_in m b = refine_all_ok (shape_alone m) b.
Proof.
  induction b as [|[n w] b [IH IH']]; [easy|]. cbn [refine_all_in refine_all refine_all_ok_in refine_all_ok].
  unfold refine, refine_ok, shape_alone. rewrite map_length. fold (shape_alone m).
  destruct (refine_of_shape m (S (Z.to_nat (Z.of_nat (length m)))) n w (Z.of_nat (length m))) as [-> ->]. now rewrite IH, IH'.
Qed.

(* Composition of lists of modes, and when it accepts: the function `_compose`. *)
Definition pieces_of {M} (a : modes_in M) (b : list (Z * Z)) := joined (refine_all_in (coalesce_extended_in a) b).
Definition composed_in {M} (a : modes_in M) (b : list (Z * Z)) : modes_in M :=
  concat (images_all_in (coalesce_extended_in a) (refine_all_in (coalesce_extended_in a) b)).
Definition accepted_in {M} (a : modes_in M) (b : list (Z * Z)) : bool :=
  nonempty a && refine_all_ok_in (coalesce_extended_in a) b && no_carry_in (coalesce_extended_in a) (pieces_of a b).

Lemma images_in_app {M} (m : modes_in M) p q : images_in m (p ++ q) = images_in m p ++ images_in m q.
Proof. induction p as [|[t w] p IH]; simpl; congruence. Qed.
Lemma images_in_concat {M} (m : modes_in M) gs : concat (images_all_in m gs) = images_in m (concat gs).
Proof. induction gs as [|g gs IH]; [easy|]. cbn [images_all_in concat]. now rewrite images_in_app, IH. Qed.
Lemma images_in_total {M} (m : modes_in M) p : total_in (images_in m p) = total p.
Proof. induction p as [|[t w] p IH]; [easy|]. cbn [images_in total_in total fst]. now rewrite IH. Qed.

Theorem P1c_in {M} (a : modes_in M) b : sized a -> shapes b -> accepted_in a b = true ->
  total_in (composed_in a b) = total b /\ forall x, value_in (composed_in a b) x = extended_in a (value b x).
Proof.
  intros W B C. unfold accepted_in, pieces_of, composed_in in *. bools. apply nonempty_iff in H.
  destruct (coalesced_extended_in a W H) as (S & N & E). set (m := coalesce_extended_in a) in *. clearbody m.
  destruct (refine_all_of_shape m b) as [R R']. rewrite R in *. rewrite R' in *.
  assert (S' : shapes (shape_alone m)) by (clear -S; induction S; constructor; auto).
  assert (N' : shape_alone m <> []) by now destruct m.
  destruct (refine_all_value (shape_alone m) b N' S' B H1) as (F1 & _ & T & V).
  rewrite joined_concat in H0. rewrite images_in_concat, images_in_total. split; [easy|].
  intros x. rewrite <- no_carry_is_linear_in, V; auto.
  clear -F1. induction F1 as [|h hs [_ Q] _ IH]; [constructor|]. cbn. now apply Forall_app.
Qed.

(* P4, if C stays within B. *)
Lemma composed_in_sized {M} (a : modes_in M) b : sized a -> shapes b -> accepted_in a b = true -> sized (composed_in a b).
Proof.
  intros W B C. unfold accepted_in, pieces_of, composed_in in *. bools. apply nonempty_iff in H.
  destruct (coalesced_extended_in a W H) as (S & N & _). set (m := coalesce_extended_in a) in *. clearbody m.
  destruct (refine_all_of_shape m b) as [R R']. rewrite R, R' in *.
  assert (S' : shapes (shape_alone m)) by (clear -S; induction S; constructor; auto).
  assert (N' : shape_alone m <> []) by now destruct m.
  destruct (refine_all_value (shape_alone m) b N' S' B H1) as (F1 & _).
  rewrite images_in_concat. assert (P : shapes (concat (refine_all (shape_alone m) b))).
  { clear -F1. induction F1 as [|h hs [_ Q] _ IH]; [constructor|]. cbn. now apply Forall_app. }
  clear -P. induction P as [|[t w] p Q _ IH]; [constructor|]. now constructor.
Qed.
Theorem P4_in {M} (a : modes_in M) b c x : sized a -> shapes b -> shapes c ->
  accepted_in a b = true -> @accepted_in integers b c = true ->
  accepted_in (composed_in a b) c = true -> accepted_in a (@composed_in integers b c) = true ->
  0 <= value c x < total b ->
  value_in (composed_in (composed_in a b) c) x = value_in (composed_in a (@composed_in integers b c)) x.
Proof.
  intros A B C AB BC L R X. pose proof (composed_in_sized a b A B AB) as S.
  pose proof (@composed_in_sized integers b c B C BC) as S'.
  destruct (P1c_in (composed_in a b) c S C L) as [_ ->]. destruct (P1c_in a (@composed_in integers b c) A S' R) as [_ ->].
  destruct (P1c_in a b A B AB) as [T V]. destruct (@P1c_in integers b c B C BC) as [_ E].
  assert (N : composed_in a b <> []) by (unfold accepted_in in L; bools; now apply nonempty_iff).
  assert (N' : b <> []) by (unfold accepted_in in BC; bools; now apply nonempty_iff).
  rewrite extended_in_is_value_in by (auto; now rewrite T). rewrite V. f_equal. symmetry.
  change (@value_in integers (@composed_in integers b c) x = value b (value c x)). rewrite E.
  now apply (@extended_in_is_value_in integers).
Qed.

(* D6: fitting and order depend only on the shape. Nothing carries, as for the integers. *)
Lemma extended_in_zero {M} (m : modes_in M) : sized m -> extended_in m 0 = zero.
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. destruct m as [|q m].
  - cbn. now rewrite times_is_scaled, scaled_zero.
  - rewrite extended_in_step, Z.mod_0_l, Z.div_0_l, IH by (easy || lia). now rewrite times_is_scaled, scaled_zero, zero_add.
Qed.
Lemma no_carry_of_one_in {M} (m : modes_in M) : forall v w x c, m <> [] -> sized m -> fits (shape_alone m) x w = true ->
  0 <= v < w -> 0 <= c < x -> extended_in m (v + w * c) = add (extended_in m v) (extended_in m (w * c)).
Proof.
  induction m as [|[s d] rest IH]; intros v w x c N W F V C; [easy|]. modes_in W.
  destruct rest as [|m2 rest]; [cbn; rewrite !times_is_scaled; apply scaled_sum|]. remember (m2 :: rest) as r eqn:R.
  assert (Nr : r <> []) by (subst; easy). assert (Ns : shape_alone r <> []) by (subst; easy).
  change (shape_alone ((s, d) :: r)) with ((s, 0) :: shape_alone r) in F. clear R.
  rewrite fits_step in F by easy. rewrite !extended_in_step, !times_is_scaled by easy.
  destruct (w mod s =? 0) eqn:D1; bools.
  - euclid w s k z. subst z. euclid v s vq vr. digits (v + w * c) s (vq + k * c) vr. digits (w * c) s (k * c) 0.
    assert (B1 : 0 <= vq < k) by (split; nia). rewrite (IH vq k x c Nr H2 F B1 C), scaled_zero, zero_add. apply add_assoc.
  - destruct F as [F|F]; bools.
    + euclid s w e z. subst z. assert (1 <= e) by nia. euclid c e b a.
      digits (v + w * c) s b (v + w * a). digits (w * c) s b (w * a). digits v s 0 v.
      rewrite extended_in_zero, add_zero, scaled_sum by easy. symmetry. apply add_assoc.
    + digits (v + w * c) s 0 (v + w * c). digits (w * c) s 0 (w * c). digits v s 0 v.
      rewrite extended_in_zero, !add_zero by easy. apply scaled_sum.
Qed.
Lemma distribute_in {M} (m : modes_in M) : m <> [] -> sized m -> forall b u v i, shapes b -> strides_from b 0 = true ->
  super_increasing (shape_alone m) b u = true -> 1 <= u -> 0 <= v < u -> 0 <= i < total b ->
  extended_in m (v + value b i) = add (extended_in m v) (distributed_in m b i).
Proof.
  intros N W. induction b as [|[x w] rest IH]; intros u v i S O G U V I.
  - cbn [value distributed_in]. now rewrite Z.add_0_r, add_zero.
  - modes_in S. cbn [strides_from value distributed_in super_increasing total fst snd] in *. bools. euclid i x q c.
    assert (0 <= q < total rest) by nia.
    destruct ((x =? 1) || (w =? 0)) eqn:T; bools.
    + assert (Z0 : w * c = 0) by (destruct T; bools; nia).
      rewrite Z0, Z.add_0_l, extended_in_zero, zero_add by easy. apply (IH u); auto.
    + destruct (w <? u) eqn:L; [easy|]. bools.
      destruct (u =? 1) eqn:U1; bools; cbn [negb andb] in G.
      * assert (v = 0) by lia. subst v. rewrite Z.add_0_l, extended_in_zero, zero_add by easy.
        apply (IH (u + (x - 1) * w)); auto; nia.
      * destruct (fits (shape_alone m) x w) eqn:F; cbn [negb] in G; [|easy].
        rewrite Z.add_assoc, (IH (u + (x - 1) * w)), (no_carry_of_one_in m v w x c) by (auto; nia). symmetry. apply add_assoc.
Qed.
Theorem D6_in {M} (a : modes_in M) b i : a <> [] -> sized a -> shapes b -> strides_from b 0 = true ->
  ordered (shape_alone a) b 1 = true -> 0 <= i < total b -> extended_in a (value b i) = distributed_in a b i.
Proof.
  intros N W B S O I. assert (G : super_increasing (shape_alone a) b 1 = true) by (apply ordered_increases with 1; [easy|lia|easy]).
  pose proof (distribute_in a N W b 1 0 i B S G ltac:(lia) ltac:(lia) I) as E.
  now rewrite Z.add_0_l, extended_in_zero, zero_add in E.
Qed.
(* One by one: each mode of B that is accepted alone gives A after it, so side by side they are A after B. *)
Theorem D6_one_by_one_in {M} (a : modes_in M) x w c : sized a -> 1 <= x -> accepted_in a [(x, w)] = true -> 0 <= c < x ->
  value_in (composed_in a [(x, w)]) c = extended_in a (w * c).
Proof.
  intros W X A C. destruct (P1c_in a [(x, w)] W) as [_ ->]; [now repeat constructor|easy|]. cbn. now rewrite Z.mod_small, Z.add_0_r by lia.
Qed.
