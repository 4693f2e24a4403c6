(* The tactics that close obligations, from cheap to dear. *)

Require Import ZArith Lia.
Open Scope Z_scope.

(* The negation of the goal as a hypothesis. *)
Ltac negate :=
  lazymatch goal with
  | |- False => idtac
  | |- ~ _ => intro
  | |- ?a = ?b => destruct (Z.eq_dec a b); [assumption | exfalso]
  | |- ?a <= ?b => destruct (Z.le_gt_cases a b); [assumption | exfalso]
  end.

Ltac is_new P := lazymatch goal with _ : P |- _ => fail | _ => idtac end.

(* A function takes the same value where its arguments are the same number. *)
Ltac same_value x y :=
  tryif constr_eq x y then fail else
  is_new (x = y); is_new (y = x);
  assert (x = y) by (f_equal; lia).

Ltac equal_points :=
  repeat match goal with
  | H : context [?f ?a], K : context [?f ?b] |- _ =>
      is_var f; lazymatch type of f with Z -> Z => same_value (f a) (f b) end
  | H : context [?f ?a ?c], K : context [?f ?b ?d] |- _ =>
      is_var f; lazymatch type of f with Z -> Z -> Z => same_value (f a c) (f b d) end
  | H : context [?f ?a ?c ?e], K : context [?f ?b ?d ?g] |- _ =>
      is_var f; lazymatch type of f with Z -> Z -> Z -> Z => same_value (f a c e) (f b d g) end
  end.

(* What lies between a number and itself is that number. *)
Ltac fixed_numbers :=
  repeat match goal with
  | x : Z, _ : ?x' <= ?c |- _ =>
      constr_eq x x'; let E := fresh in assert (E : x = c) by lia; subst x
  | x : Z, _ : ?c <= ?x' |- _ =>
      constr_eq x x'; let E := fresh in assert (E : x = c) by lia; subst x
  end.

(* Each comparison as a difference that is not negative. *)
Ltac differences :=
  repeat match goal with
  | H : ?a <= ?b |- _ =>
      lazymatch a with 0 => fail | _ => idtac end;
      apply Z.le_0_sub in H
  | H : ?a < ?b |- _ => apply Z.lt_le_pred, Z.le_0_sub in H
  end.

(* Products of two of them, each pair once. *)
Ltac products :=
  repeat match goal with
  | H : 0 <= ?a, K : 0 <= ?b |- _ =>
      lazymatch a with context [(_ * _) * (_ * _)] => fail | _ => idtac end;
      lazymatch type of K with 0 <= _ * _ => fail | _ => idtac end;
      lazymatch type of H with 0 <= _ * _ => fail | _ => idtac end;
      is_new (0 <= a * b); is_new (0 <= b * a);
      assert (0 <= a * b) by (apply Z.mul_nonneg_nonneg; assumption)
  end.

Ltac arithmetic := first [congruence | lia | timeout 1 nia].

Ltac climb :=
  first
  [ assumption; idtac "by: assumption"
  | congruence; idtac "by: congruence"
  | lia; idtac "by: lia"
  | timeout 1 nia; idtac "by: nia"
  | timeout 2 fixed_numbers; arithmetic; idtac "by: fixed numbers"
  | negate; timeout 2 equal_points; arithmetic; idtac "by: equal points"
  | negate; differences; timeout 2 products; first [lia | timeout 1 nia]; idtac "by: products" ].
