(* Tactics of the generated proofs: induction along a measure, splits, instances, and what closes them.
   Each generated file redefines the tactics `texts`, `texts_everywhere`, `own_once` and `abstracted`. *)
Require Export Lia.
Require Export Prelude.

Lemma by_measure {A} (m : A -> Z) (P : A -> Prop) :
  (forall a, (forall b, 0 <= m b < m a -> P b) -> P a) -> forall a, P a.
Proof.
  intros H a. apply H. intros b B.
  assert (G : forall n : nat, forall b, 0 <= m b < Z.of_nat n -> P b).
  { induction n as [|n IH]; intros c C; [lia|]. apply H. intros d D. apply IH. lia. }
  apply (G (Z.to_nat (m a)) b). lia.
Qed.
Lemma quotient_and_remainder x y q r : x = y * q + r -> 0 <= r < y -> x / y = q /\ x mod y = r.
Proof. intros. split; [symmetry; apply Z.div_unique with r | symmetry; apply Z.mod_unique with q]; lia. Qed.
Lemma forall_cons {A} (P : A -> Prop) p l : Forall P (p :: l) -> P p /\ Forall P l.
Proof. intros H. split; [exact (Forall_inv H) | exact (Forall_inv_tail H)]. Qed.
Lemma make_forall {A} (P : A -> Prop) p l : P p -> Forall P l -> Forall P (p :: l).
Proof. now constructor. Qed.
(* The halves and the last bits of numbers. *)
Lemma half_of_land x y : Z.land x y / 2 = Z.land (x / 2) (y / 2).
Proof. change 2 with (2 ^ 1). rewrite <- !Z.shiftr_div_pow2 by lia. apply Z.shiftr_land. Qed.
Lemma half_of_lxor x y : Z.lxor x y / 2 = Z.lxor (x / 2) (y / 2).
Proof. change 2 with (2 ^ 1). rewrite <- !Z.shiftr_div_pow2 by lia. apply Z.shiftr_lxor. Qed.
Lemma last_of_land x y : Z.land x y mod 2 = (x mod 2 + y mod 2) / 2.
Proof. rewrite <- !Z.bit0_mod, Z.land_spec. now destruct (Z.testbit x 0), (Z.testbit y 0). Qed.
Lemma last_of_lxor x y : Z.lxor x y mod 2 = (x mod 2 + y mod 2) mod 2.
Proof. rewrite <- !Z.bit0_mod, Z.lxor_spec. now destruct (Z.testbit x 0), (Z.testbit y 0). Qed.
Lemma half_of_power n : 1 <= n -> 2 ^ n / 2 = 2 ^ (n - 1).
Proof. intros. replace n with (Z.succ (n - 1)) at 1 by lia. rewrite Z.pow_succ_r, Z.mul_comm by lia. now apply Z.div_mul. Qed.
Lemma last_of_power n : 1 <= n -> 2 ^ n mod 2 = 0.
Proof. intros. replace n with (Z.succ (n - 1)) by lia. rewrite Z.pow_succ_r, Z.mul_comm by lia. now apply Z.mod_mul. Qed.
Lemma not_zero s : s <> 0 -> negb (s =? 0) = true.
Proof. intros. now apply negb_true_iff, Z.eqb_neq. Qed.
(* Replace a call by its code, which an equation gives, also where `cbn` leaves the call because of a condition. *)
Ltac looked call own := let E := fresh in eassert (E : call = _) by (own (); reflexivity); cbn iota in E;
  first [rewrite E in * | rewrite E]; clear E.
(* Other integers as arguments; the operations of arithmetic, which are no calls. *)
Ltac another x x' := tryif constr_eq x x' then fail else lazymatch type of x with Z => idtac end.
Ltac is_arithmetic f := lazymatch f with
  | Z.add _ => idtac | Z.sub _ => idtac | Z.mul _ => idtac | Z.le _ => idtac | Z.lt _ => idtac | @eq _ _ => idtac end.
(* The call c of a function gets the name v, also where the last argument is written differently. *)
Ltac called c v E := let c := eval cbn [length] in c in
  try (lazymatch c with ?f ?x => repeat match goal with
  | H : context [f ?x'] |- _ => another x x'; replace x' with x in H by (clear; lia)
  | |- context [f ?x'] => another x x'; replace x' with x by (clear; lia)
  end end); remember c as v eqn:E.
Ltac rewritten equation := let E := fresh in pose proof equation as E; rewrite E in *; clear E.
Ltac hypotheses_rewritten equation := let E := fresh in pose proof equation as E; rewrite E in * |-; clear E.

(* Redefined: the definitions of kinds, the functions that are taken apart in the goal and everywhere,
   one step of the contract's own function, names for values of definitions, and the ladder of tactics. *)
Ltac kinds := idtac.
Ltac kinds_everywhere := idtac.
Ltac texts := idtac.
Ltac texts_everywhere := idtac.
Ltac own_once := idtac.
Ltac own_once_in H := idtac.
Ltac abstracted := idtac.
Ltac defined := fail.
Ltac ladder := fail.

(* Booleans of the printed functions become propositions. *)
Ltac truths := repeat match goal with
  | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
  | H : _ && _ = false |- _ => apply andb_false_iff in H
  | H : _ || _ = true |- _ => apply orb_true_iff in H
  | H : _ || _ = false |- _ => apply orb_false_iff in H; destruct H
  | H : negb _ = true |- _ => apply negb_true_iff in H
  | H : negb _ = false |- _ => apply negb_false_iff in H
  | H : (_ <? _) = true |- _ => apply Z.ltb_lt in H
  | H : (_ <? _) = false |- _ => apply Z.ltb_ge in H
  | H : (_ <=? _) = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _) = false |- _ => apply Z.leb_gt in H
  | H : (_ =? _) = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _) = false |- _ => apply Z.eqb_neq in H
  | H : _ <> true |- _ => apply not_true_iff_false in H
  | H : _ <> false |- _ => apply not_false_iff_true in H
  | H : true = true |- _ => clear H
  | H : false = false |- _ => clear H
  | H : True |- _ => clear H
  | H : _ /\ _ |- _ => destruct H
  | H : Forall _ (_ :: _) |- _ => apply forall_cons in H; destruct H
  end.

Arguments product_of l : simpl nomatch.
Ltac goal_plain := cbn [fst snd nonempty negb andb orb length map app hd tl forallb product_of fold_right map2].
Ltac plain := kinds_everywhere; try kinds;
  cbn [fst snd nonempty negb andb orb length map app hd tl forallb product_of fold_right map2] in *.

(* What is equal as integers is equal as an argument. *)
Ltac alike := repeat first [reflexivity | assumption | lia | progress f_equal].

(* Quotients, remainders and calls that have another name. *)
Ltac is_known v := first [is_var v | lazymatch v with [] => idtac | _ :: _ => idtac end].
Ltac is_call t := lazymatch t with ?f ?x => idtac end; lazymatch t with _ :: _ => fail | [] => fail | Zpos _ => fail | Zneg _ => fail | Zpos _ * _ => fail | _ => idtac end.
Ltac is_said t := match goal with _ : context [t] |- _ => idtac end.
(* A call of f in the goal becomes the same call as in the hypotheses. Each of those is compared once: `tried` has them. *)
Ltac next_call f tried := match goal with _ : context [f ?a ?b] |- _ =>
  let t := constr:(f a b) in lazymatch tried with context [t] => fail | _ => t end end.
Ltac same_call f t tried := let t' := next_call f tried in first [replace t with t' by (solve [alike]) | same_call f t constr:((tried, t'))].
Ltac same_calls f := match goal with |- context [f ?a ?b] => tryif is_said (f a b) then fail else same_call f (f a b) tt end.
(* Arguments of calls in the goal that are equal as integers become the same term. *)
Ltac inner_alike := repeat match goal with |- context [?f ?x] => tryif is_arithmetic f then fail else
  match goal with |- context [f ?x'] => another x x'; replace x' with x by lia end end.
Ltac alike_inside := first [solve [alike] | inner_alike; solve [alike]].
(* A sum inside a bit operation keeps its form, because `same_calls` may give it this form. *)
Ltac no_sum_of_bits t := lazymatch t with ?f _ => tryif is_arithmetic f then
  lazymatch goal with |- context [Z.land _ _] => fail | |- context [Z.lxor _ _] => fail | |- context [2 ^ _] => fail | _ => idtac end
  else idtac end.
Ltac known := repeat match goal with
  | E : ?v = ?t |- context [?t] => is_known v; is_call t; no_sum_of_bits t; rewrite <- E
  | D : ?a / ?b = ?q |- context [?a' / ?b'] => replace (a' / b') with q by (transitivity (a / b); [symmetry; exact D | alike_inside])
  | D : ?a mod ?b = ?r |- context [?a' mod ?b'] => replace (a' mod b') with r by (transitivity (a mod b); [symmetry; exact D | alike_inside])
  | D : ?q = ?a / ?b |- context [?a' / ?b'] => is_var q; replace (a' / b') with q by (transitivity (a / b); [exact D | alike_inside])
  | D : ?r = ?a mod ?b |- context [?a' mod ?b'] => is_var r; replace (a' mod b') with r by (transitivity (a mod b); [exact D | alike_inside])
  | |- context [Z.land _ _] => same_calls Z.land
  | |- context [Z.lxor _ _] => same_calls Z.lxor
  | |- context [2 ^ _] => same_calls Z.pow
  | E : ?v = ?f ?x |- context [?f ?x'] =>
      is_known v; lazymatch type of x with Z => idtac end; tryif constr_eq x x' then fail else replace (f x') with v by (rewrite E; solve [alike])
  | E : ?v = ?f ?x ?y |- context [?f ?x' ?y'] =>
      is_known v; lazymatch type of x with Z => idtac end; lazymatch f with Z.div => fail | Z.modulo => fail | Z.mul => fail | Z.add => fail | _ => idtac end;
      replace (f x' y') with v by (rewrite E; solve [alike])
  end.

(* Leave only comparisons of integers. *)
Ltac forget := repeat match goal with
  | H : ?P |- _ =>
      lazymatch type of P with Prop => idtac end;
      lazymatch P with
      | (_ = _ :> Z) => fail | (_ <= _) => fail | (_ < _) => fail | (_ <> _ :> Z) => fail | (_ <= _ < _) => fail
      | _ => clear H end
  end.
(* The same truth of a definition, at arguments that are equal as integers. *)
Ltac same_truth := match goal with
  | H : ?b = ?v |- ?b' = ?v => lazymatch type of v with bool => idtac end;
      let E := fresh in assert (E : b' = b) by (solve [alike]); rewrite E; exact H
  | H : ?b = true, K : ?b' = false |- _ =>
      exfalso; let E := fresh in assert (E : b' = b) by (solve [alike]); congruence
  end.
(* The value of a call is known for an argument that is equal as an integer. *)
Ltac same_value := match goal with
  | H : ?f ?x = _ |- ?f ?x' = _ => lazymatch type of x with Z => idtac end; replace x' with x by lia; rewrite H; known; lia
  end.
(* A list is of its kind, because the same list, or its name, is of this kind. *)
Ltac same_kind := match goal with
  | H : Forall ?P ?l |- Forall ?P ?l' => replace l' with l by (solve [alike]); exact H
  | E : ?v = ?l, H : Forall ?P ?v |- Forall ?P ?l' => replace l' with l by (solve [alike]); rewrite <- E; exact H
  end.
(* Unknowns that are equal get one name, and arguments that are equal as integers become the same term. *)
Ltac merged := repeat match goal with E : ?v = ?w :> Z |- _ => is_var v; is_var w; try rewrite E in *; clear E end.
Ltac one_term close t t' := tryif constr_eq t t' then fail else
  let E := fresh in assert (E : t' = t) by close (); rewrite E in *; clear E.
Ltac one_argument x x' := lazymatch type of x with Z => one_term ltac:(fun _ => solve [alike]) x x' end.
Ltac arguments_alike := repeat match goal with
  | _ : context [?f ?x] |- context [?f ?x'] => is_var f; one_argument x x'
  | _ : context [?f ?x], _ : context [?f ?x'] |- _ => is_var f; one_argument x x'
  end.
Ltac hard := goal_plain; forget; merged; abstracted; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  try (timeout 3 arguments_alike); ladder.
(* Compute, where unknowns are equal to numbers. *)
Ltac is_number n := lazymatch n with 0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.
Ltac computed := repeat match goal with
  | H : ?v = ?n |- context [?v] => is_var v; is_number n; rewrite H
  | H : ?n + ?v = ?m |- context [?v] =>
      is_var v; is_number n; is_number m; let k := eval compute in (m - n) in replace v with k by lia
  end; reflexivity.
(* Replace each unknown for which an equation has a polynomial. *)
Ltac substituted := repeat match goal with E : _ = _ / _ |- _ => clear E | E : _ = _ mod _ |- _ => clear E end;
  repeat match goal with E : ?v = ?t :> Z |- _ => is_var v; subst v | E : ?t = ?v :> Z |- _ => is_var v; subst v end.
(* Numbers of bits, and powers of two, at arguments that are equal as integers become the same term. *)
Ltac bits_alike close := repeat match goal with
  | v := _ : Z |- _ => subst v
  | E : ?v = ?n |- _ => is_var v; is_number n; subst v
  end; change (2 ^ 0) with 1 in *; rewrite ?Z.add_0_r, ?Z.mul_1_l in *; repeat match goal with
  | _ : context [2 ^ ?a] |- context [2 ^ ?a'] => one_term close (2 ^ a) (2 ^ a')
  | _ : context [2 ^ ?a], _ : context [2 ^ ?a'] |- _ => one_term close (2 ^ a) (2 ^ a')
  end; repeat match goal with
  | _ : context [Z.land ?a ?b] |- context [Z.land ?a' ?b'] => one_term close (Z.land a b) (Z.land a' b')
  | _ : context [Z.land ?a ?b], _ : context [Z.land ?a' ?b'] |- _ => one_term close (Z.land a b) (Z.land a' b')
  | _ : context [Z.lxor ?a ?b] |- context [Z.lxor ?a' ?b'] => one_term close (Z.lxor a b) (Z.lxor a' b')
  | _ : context [Z.lxor ?a ?b], _ : context [Z.lxor ?a' ?b'] |- _ => one_term close (Z.lxor a b) (Z.lxor a' b')
  end.
Ltac has_bits := match goal with
  | |- context [Z.land _ _] => idtac | |- context [Z.lxor _ _] => idtac | |- context [2 ^ _] => idtac
  | _ : context [Z.land _ _] |- _ => idtac | _ : context [Z.lxor _ _] |- _ => idtac | _ : context [2 ^ _] |- _ => idtac end.
(* Compare the arguments without the hypotheses, which is fast, or by all of them. *)
Ltac of_equal_bits := has_bits; let same _ := (clear; solve [alike]) in first
  [ bits_alike same; first [reflexivity | lia | congruence | substituted; lia]
  | substituted; bits_alike same; first [reflexivity | lia | congruence] ].
Ltac of_bits := has_bits; timeout 20 bits_alike ltac:(fun _ => solve [alike]);
  first [reflexivity | lia | congruence | solve [substituted; lia] | timeout 2 nia | timeout 12 hard].
(* Calls in the goal get the arguments that they have in the hypotheses, where both are the same polynomial. *)
Ltac calls_as_said := repeat match goal with |- context [?f ?x] => tryif first [is_arithmetic f | is_said (f x)] then fail else
  match goal with _ : context [f ?x'] |- _ => another x x'; replace (f x) with (f x') by (apply f_equal; clear; lia) end end.
(* Quotients and remainders of numbers. *)
Ltac numbers := repeat match goal with
  | |- context [?a / ?b] => is_number a; is_number b; let v := eval compute in (a / b) in change (a / b) with v
  | |- context [?a mod ?b] => is_number a; is_number b; let v := eval compute in (a mod b) in change (a mod b) with v
  end.
(* Replace each unknown that can only be 0, or only 1. *)
Ltac pinned := repeat match goal with v : Z |- _ => let E := fresh in first [assert (E : v = 0) by lia | assert (E : v = 1) by lia]; subst v end.
(* A bit that is not 0 is 1. *)
Ltac bits_known := repeat match goal with N : ?r <> 0, L : ?r < 2 |- context [?r] => is_var r; replace r with 1 by lia end.
(* The low bits of a number are a remainder: n & 7 is n mod 8. *)
Ltac remainder n m := let p := eval compute in (m + 1) in let k := eval compute in (Z.log2 p) in
  replace (Z.land n m) with (n mod p) in * by (change m with (Z.ones k); rewrite Z.land_ones by discriminate; reflexivity).
(* The other bits are a multiple: n & -8 is n - n mod 8. *)
Lemma high_bits n k : 0 <= k -> Z.land n (- 2 ^ k) = n - n mod 2 ^ k.
Proof.
  intros K. replace (- 2 ^ k) with (Z.lnot (Z.ones k)) by (rewrite Z.ones_equiv; unfold Z.lnot; lia).
  rewrite <- Z.ldiff_land, Z.ldiff_ones_r, Z.shiftl_mul_pow2, Z.shiftr_div_pow2 by assumption.
  pose proof (Z.div_mod n (2 ^ k)). assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia). lia.
Qed.
Ltac multiple n m := let k := eval compute in (Z.log2 (Zpos m)) in
  replace (Z.land n (Zneg m)) with (n - n mod Zpos m) in * by (symmetry; exact (high_bits n k ltac:(discriminate))).
Ltac low_bits := repeat match goal with
  | |- context [Z.land ?n (Zneg ?m)] => multiple n m
  | _ : context [Z.land ?n (Zneg ?m)] |- _ => multiple n m
  | |- context [Z.land ?n (Zpos ?m)] => remainder n (Zpos m)
  | _ : context [Z.land ?n (Zpos ?m)] |- _ => remainder n (Zpos m) end.
Ltac of_low_bits := progress low_bits; first [reflexivity | Z.to_euclidean_division_equations; lia].
Ltac ints := goal_plain; numbers; bits_known; calls_as_said;
  first [ assumption | solve [computed] | discriminate | contradiction | lia | congruence | same_truth
        | solve [substituted; lia] | solve [has_bits; pinned; lia] | solve [of_equal_bits] | solve [of_low_bits] | timeout 2 nia | timeout 12 hard | of_bits ].

(* Two expressions of bit operations are equal if they have the same bits. *)
Ltac bitwise := apply Z.bits_inj'; let n := fresh in let N := fresh in intros n N; rewrite ?Z.lxor_spec, ?Z.land_spec;
  repeat match goal with |- context [Z.testbit ?x n] => destruct (Z.testbit x n) end; reflexivity.
(* A bit operation and a term have the same bits: x ^ y = y ^ x, x ^ x = 0, x ^ 0 = x, (x ^ y) ^ y = x. *)
Ltac same_bits := apply Z.bits_inj'; let n := fresh in let N := fresh in intros n N; rewrite ?Z.lxor_spec, ?Z.land_spec, ?Z.bits_0;
  repeat match goal with |- context [Z.testbit ?x n] => destruct (Z.testbit x n) end; reflexivity.
(* The hypotheses contradict each other, in each case of each alternative, by what is fast. *)
Ltac contradicted := first [ contradiction | discriminate | lia | congruence | same_truth | solve [substituted; lia]
  | lazymatch goal with H : _ \/ _ |- _ => destruct H; truths; contradicted end ].

(* A boolean is what it is here: by linear arithmetic alone, or by all tactics. *)
Ltac shown_by close := goal_plain; lazymatch goal with
  | |- _ && _ = true => apply andb_true_iff; split; shown_by close
  | |- negb _ = true => apply negb_true_iff; shown_by close
  | |- negb _ = false => apply negb_false_iff; shown_by close
  | |- _ && _ = false => apply andb_false_iff; first [left; shown_by close; fail | right; shown_by close; fail]
  | |- _ || _ = true => apply orb_true_iff; first [left; shown_by close; fail | right; shown_by close; fail]
  | |- _ || _ = false => apply orb_false_iff; split; shown_by close
  | |- (_ <? _) = true => apply Z.ltb_lt; close ()
  | |- (_ <? _) = false => apply Z.ltb_ge; close ()
  | |- (_ <=? _) = true => apply Z.leb_le; close ()
  | |- (_ <=? _) = false => apply Z.leb_gt; close ()
  | |- (_ =? _) = true => apply Z.eqb_eq; close ()
  | |- (_ =? _) = false => apply Z.eqb_neq; close ()
  | |- _ => first [assumption | reflexivity | congruence | same_truth | lia]
  end.
Ltac fast := shown_by ltac:(fun _ => lia).
Ltac shown := first [shown_by ltac:(fun _ => ints) | defined
  | match goal with
    | |- context [match ?l with [] => _ | _ :: _ => _ end] => is_var l; destruct l; shown
    | H : _ = true \/ _ = true |- _ => destruct H; truths; shown
    | H : _ = false \/ _ = false |- _ => destruct H; truths; shown
    end].
Ltac quick := goal_plain; texts; goal_plain; known;
  first [assumption | reflexivity | solve [computed] | discriminate | contradiction | lia | congruence | same_truth | same_value | timeout 2 nia | shown].
(* A fact that the prover showed. If nothing shows it here, the conclusions may do without it. *)
Ltac fact P close := try (assert P by (first [quick | timeout 40 (close ())])).

(* Run the printed functions: each condition is what it is here. *)
Ltac run := repeat (texts; plain; known; match goal with
  | |- context [if ?c then _ else _] =>
      first [ replace c with true by (symmetry; fast) | replace c with false by (symmetry; fast)
            | replace c with true by (symmetry; shown) | replace c with false by (symmetry; shown) ]
  | |- context [let (_, _) := ?c in _] => rewrite (surjective_pairing c)
  end); texts; plain; known; texts; goal_plain; known.

Ltac entered := intros; plain; texts_everywhere; plain; truths; plain.
(* Calls that have a name get it in a hypothesis, too. *)
Ltac named H := repeat match goal with
  | E : ?v = ?t |- _ => is_known v; is_call t; tryif constr_eq E H then fail else rewrite <- E in H
  end.
(* Introduce the premises of a law. In them, the contract's function is replaced by its code. *)
Ltac premises := repeat lazymatch goal with |- ?P -> _ => lazymatch type of P with Prop =>
  let H := fresh in intro H; own_once_in H; plain; named H end end.
(* Replace a list that is known to be empty. Scripts may mention its name later. *)
Ltac emptied := repeat match goal with E : ?v = [] |- _ => is_var v; try rewrite E in *; symmetry in E end.
(* Replace each list whose parts are known, for a goal that ends here. *)
Ltac settled := repeat match goal with
  | E : ?v = [] |- _ => is_var v; try rewrite E in *; clear E
  | E : ?v = _ :: _ |- _ => is_var v; try rewrite E in *; clear E
  | E : _ :: _ = _ :: _ |- _ => injection E; clear E; intros
  | H : Forall _ (_ :: _) |- _ => apply forall_cons in H; destruct H
  end.
Ltac solved := first [assumption | lazymatch goal with |- @eq bool _ _ => same_truth end | own_once; settled; solved_here]
with solved_here := run; lazymatch goal with
  | |- True => exact I
  | |- _ /\ _ => split; solved_here
  | |- Forall _ [] => constructor
  | |- Forall _ (_ :: _) => apply make_forall; [try kinds; goal_plain; solved_here | solved_here]
  | |- Forall _ _ => first [assumption | same_kind | ints]
  | |- _ -> _ => let H := fresh in intro H; own_once_in H; plain; texts_everywhere; truths; first [exfalso; first [contradicted | timeout 2 nia] | solved_here | exfalso; ints]
  | |- _ \/ _ => first [left; solved_here; fail | right; solved_here; fail]
  | |- @eq bool _ _ => first [assumption | solve [computed] | shown | truth_of_a_branch | equal_truths]
  | |- @eq (list _) _ _ => first [assumption | congruence | solve [alike]]
  | |- _ => ints
  end
with truth_of_a_branch := match goal with H : context [if ?c then _ else _] |- _ => destruct c eqn:?; truths; shown end
with equal_truths := repeat match goal with
  | |- context [?a =? ?b] => destruct (a =? b) eqn:?
  | |- context [?a <? ?b] => destruct (a <? b) eqn:?
  | |- context [?a <=? ?b] => destruct (a <=? b) eqn:?
  end; truths; first [reflexivity | exfalso; ints].

(* The value of a call by its function's own code, also for the name of the call. *)
Ltac unfolded call value own := let U := fresh in
  assert (U : call = value) by (own (); settled; solved_here); named U; emptied.
(* The same for the name v of the call, whose equation E may have run the code already. *)
Ltac unfolded_name v E value := try (is_var v; let U := fresh in
  assert (U : v = value) by (first [assumption | rewrite E; settled; solved_here]); emptied).

(* An instance of a theorem: its premises are shown, its conclusions are taken. *)
Ltac use H := plain; texts_everywhere; plain;
  repeat lazymatch type of H with
  | ?P -> _ => lazymatch type of P with Prop =>
      let p := fresh in assert (p : P) by solved; specialize (H p); clear p end
  end; named H.
Ltac branches := repeat match goal with
  | H : ?P -> ?Q |- _ =>
      lazymatch type of P with Prop => idtac end;
      first [ assert P as p_branch by fast; specialize (H p_branch); clear p_branch; truths
            | assert (~ P) as p_branch by (goal_plain; first [lia | intros _x; truths; congruence]); clear H p_branch ]
  end.
(* Replace an `if` in a hypothesis by the branch that its condition selects. *)
Ltac is_plain H := lazymatch type of H with
  | _ / _ = _ => fail | _ mod _ = _ => fail | _ = _ / _ => fail | _ = _ mod _ => fail
  | _ -> _ => fail | forall _, _ => fail | _ => idtac end.
Ltac decided := repeat match goal with
  | H : context [if ?c then _ else _] |- _ => is_plain H;
      first [replace c with true in H by (symmetry; fast) | replace c with false in H by (symmetry; fast)]; cbn beta iota in H
  end.
(* A known quotient or remainder in comparisons and sums, also where its arguments are written differently. *)
Ltac same_division D H t v := is_plain H; replace t with v in H by (first [rewrite <- D | rewrite D]; f_equal; clear; lia).
Ltac divided := repeat match goal with
  | D : ?x / ?y = ?q, H : context [?a / ?b] |- _ => same_division D H (a / b) q
  | D : ?x mod ?y = ?r, H : context [?a mod ?b] |- _ => same_division D H (a mod b) r
  | D : ?q = ?x / ?y, H : context [?a / ?b] |- _ => is_var q; same_division D H (a / b) q
  | D : ?r = ?x mod ?y, H : context [?a mod ?b] |- _ => is_var r; same_division D H (a mod b) r
  end.
Ltac taken := plain; texts_everywhere; truths; branches; truths; decided; truths; plain; divided.

Ltac named_division x y q r :=
  let Y := fresh in assert (Y : 1 <= y) by ints;
  pose proof (Z.div_mod x y ltac:(clear - Y; lia)); pose proof (Z.mod_pos_bound x y ltac:(clear - Y; lia)); clear Y;
  remember (x / y) as q eqn:?; remember (x mod y) as r eqn:?; divided.
Ltac division x y q r :=
  let D := fresh in assert (D : x / y = q /\ x mod y = r) by (apply quotient_and_remainder; [texts; ints | split; texts; ints]); destruct D; divided.
(* Half of a number of bits, and its last bit, by those of its parts. *)
Ltac halved_here :=
  first [ rewrite half_of_land | rewrite half_of_lxor | rewrite last_of_land | rewrite last_of_lxor
        | rewrite half_of_power by ints | rewrite last_of_power by ints ];
  numbers; known; numbers; first [solve [alike] | ints].
Ltac halving x q r :=
  let D := fresh in assert (D : x / 2 = q /\ x mod 2 = r) by (split; halved_here);
  let E := fresh in pose proof (Z.div_mod x 2 ltac:(discriminate)) as E; rewrite (proj1 D), (proj2 D) in E; destruct D.
Ltac bits_bounded := first [ apply Z.land_nonneg; first [left; ints; fail | right; ints; fail] | apply Z.lxor_nonneg; split; intros; ints
  | lazymatch goal with |- 1 <= 2 ^ ?n => apply (Z.pow_pos_nonneg 2 n); ints end ].
(* The hypotheses contradict each other, in each case of each alternative. *)
Ltac impossible := exfalso; first [contradiction | lia | congruence
  | lazymatch goal with H : _ \/ _ |- _ => destruct H; truths; decided; truths; impossible end | ints].
Ltac either := first [lia | match goal with |- ?b = _ \/ _ => destruct b; auto end].

(* A function that returns with some fuel returns the same with more. K says so of its recursive calls. *)
Ltac more_fuel K := repeat (cbn [andb orb negb fst snd] in *; match goal with
  | H : false = true |- _ => discriminate H
  | H : true = true |- _ => clear H
  | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
  | H : _ || _ = true |- _ => apply orb_true_iff in H; destruct H
  | H : _ || _ = false |- _ => apply orb_false_iff in H; destruct H
  | H : negb _ = true |- _ => apply negb_true_iff in H
  | H : negb _ = false |- _ => apply negb_false_iff in H
  | H : (if ?c then _ else _) = true |- _ => revert H; destruct c eqn:?; intros H
  | H : (match ?l with [] => _ | _ :: _ => _ end) = true |- _ => is_var l; destruct l
  | H : (let (_, _) := ?p in _) = true |- _ => revert H; destruct p; intros H
  | H : _ = true |- _ =>
      let E := fresh in let F := fresh in pose proof H as E; apply K in E; destruct E as [E F];
      rewrite ?E, ?F; clear E F; revert H
  end); intros; repeat match goal with
  | H : _ = true |- _ => progress rewrite ?H
  | H : _ = false |- _ => progress rewrite ?H
  end; rewrite ?orb_true_r; cbn [andb orb negb]; rewrite ?orb_true_r; split; reflexivity.
(* A call has enough fuel: at least its own if it is known to return, or exactly its own. *)
Ltac returning_call := left; split; [first [assumption | same_truth] | unfold list_sum; cbn [length map fold_right];
  Z.to_euclidean_division_equations; first [lia | timeout 5 nia]].
Ltac fueled_call := first [returning_call | right; lia].

(* A definition returns for every list, or for every list that is not empty. *)
Ltac returns l := induction l as [|p l IH]; intros; repeat match goal with p : _ * _ |- _ => destruct p end; truths; plain; texts;
  first [ discriminate | match goal with H : ?a <> ?a |- _ => now destruct H end
        | solve [returned IH] | destruct l; texts; solve [returned IH] ]
with returned IH := first [reflexivity | repeat match goal with
  | |- context [match ?l with [] => _ | _ :: _ => _ end] => is_var l; destruct l; plain; try (exfalso; lia)
  | |- _ && _ = true => apply andb_true_iff; split
  | |- (negb ?b || _) = true => destruct b eqn:?; [apply orb_true_iff; right; truths | reflexivity]
  | |- (_ || _) = true => apply orb_true_iff; right
  | |- negb (_ =? 0) = true => apply not_zero; plain; first [lia | nia]
  | |- context [if ?c then _ else _] => destruct c eqn:?; truths
  | |- true = true => reflexivity
  | |- _ => solve [apply IH; plain; first [solve [auto] | discriminate | lia | nia]] | |- _ => solve [shown]
  end].
