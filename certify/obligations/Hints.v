(* Hints for the obligations that the ladder leaves open; they are its last rungs. *)

Require Import ZArith Lia Ladder.
Open Scope Z_scope.

Lemma multiple_above x k : 0 <= x -> 1 <= k -> x <= x * k.
Proof. nia. Qed.

Lemma multiple_below x k : 0 <= x -> k <= -1 -> x * k <= - x.
Proof. nia. Qed.

(* A multiple of x that is less than x is not positive. *)
Lemma at_most_nothing x k p : 0 <= x -> p + x * k <= 0 -> - x < p -> k <= 0.
Proof. intros. destruct (Z.le_gt_cases k 0); [assumption | nia]. Qed.

Lemma below_nothing x k p : 0 <= x -> p + x * k <= 0 -> 0 < p -> k <= -1.
Proof. intros. destruct (Z.le_gt_cases k (-1)); [assumption | nia]. Qed.

Lemma nothing x k p : 0 <= x -> p + x * k = 0 -> - x < p -> p < x -> k = 0.
Proof. intros. destruct (Z.lt_trichotomy k 0) as [? | [? | ?]]; [nia | assumption | nia]. Qed.

(* Says of p, k and E that E : a - b = p + x * k, where that is linear in x. *)
Ltac factored x a b with_parts :=
  lazymatch constr:(a - b) with context [x] => idtac end;
  lazymatch eval pattern x in (a - b) with
  | ?f x =>
      let p := eval cbv beta in (f 0) in
      let q := eval cbv beta in (f 1) in
      let E := fresh in
      assert (E : a - b = p + x * (q - p)) by ring;
      with_parts p constr:(q - p) E
  end.

(* A variable whose coefficient in an equation is 1 or -1 is what the others make it. *)
Ltac eliminated :=
  repeat match goal with
  | x : Z, H : ?a = ?b |- _ =>
      factored x a b ltac:(fun p k E =>
        let X := fresh in
        first [ assert (k = 1) by ring; assert (X : x = - p) by lia
              | assert (k = -1) by ring; assert (X : x = p) by lia ];
        ring_simplify in X; clear H E; subst x)
  end.

(* A product with x, which is not one that was made here. *)
Ltac has_product x H :=
  lazymatch type of H with
  | context [0 * _] => fail
  | context [x * _] => idtac
  | context [_ * x] => idtac
  end.

Ltac none_of_equal x a b :=
  factored x a b ltac:(fun p k E =>
    is_new (k = 0); assert (k = 0) by (apply (nothing x k p); lia); clear E).

Ltac none_of_less x a b :=
  factored x a b ltac:(fun p k E =>
    first [ is_new (k <= -1); assert (k <= -1) by (apply (below_nothing x k p); lia)
          | is_new (k <= -1); is_new (k <= 0);
            assert (k <= 0) by (apply (at_most_nothing x k p); lia) ];
    clear E).

(* A multiple of x that is less than x is none. *)
Ltac multiples :=
  repeat match goal with
  | x : Z, _ : 1 <= ?x', H : ?a = ?b |- _ =>
      constr_eq x x'; has_product x H; none_of_equal x a b
  | x : Z, _ : 1 <= ?x', H : ?a = ?b, K : ?c = ?b |- _ =>
      constr_eq x x'; has_product x H; tryif constr_eq a c then fail else none_of_equal x a c
  | x : Z, _ : 1 <= ?x', H : ?a <= ?b |- _ =>
      constr_eq x x'; has_product x H; none_of_less x a b
  end.

(* What is at most and at least 0 is 0. *)
Ltac squeezed :=
  repeat match goal with
  | H : ?k <= 0 |- _ => is_new (k = 0); assert (k = 0) by lia
  end.

Lemma grows x y : 1 <= x -> 1 <= y -> x <= x * y /\ y <= x * y.
Proof. nia. Qed.

(* Products of positive numbers are as large as their factors. *)
Ltac grown :=
  repeat match goal with
  | _ : context [?x * ?y] |- _ =>
      is_new (x <= x * y /\ y <= x * y);
      assert (x <= x * y /\ y <= x * y) by (apply grows; lia)
  end.

Ltac reduced s :=
  signs; timeout s fixed_numbers; eliminated; timeout s grown; timeout s multiples; squeezed;
  eliminated; first [lia | timeout s equal_points s; arithmetic s].

(* The same in the cases of a number below, at, or above 0. *)
Ltac cases s :=
  match goal with
  | x : Z |- _ => destruct (Z.lt_trichotomy x 0) as [? | [? | ?]]; [| subst x |]; first [lia | reduced s]
  end.

Ltac hint s :=
  first
  [ negate; reduced s; idtac "by: hint, multiples"
  | negate; timeout s small_numbers s; reduced s; idtac "by: hint, multiples of small numbers"
  | negate; timeout s cases s; idtac "by: hint, multiples in cases" ].

Tactic Notation "certify" "within" integer(s) := first [climb s | hint s | search s].
