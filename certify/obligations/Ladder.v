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
  assert (x = y) by (f_equal; first [lia | timeout 1 nia]).

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

(* The signs that follow of each number. *)
Ltac signs :=
  repeat match goal with
  | x : Z |- _ =>
      is_new (1 <= x); is_new (0 <= x); first [assert (1 <= x) by lia | assert (0 <= x) by lia]
  end.

(* Applications as numbers. *)
Ltac values :=
  repeat match goal with
  | _ : context [?f ?a] |- _ =>
      is_var f; lazymatch type of (f a) with Z => generalize dependent (f a); intros end
  | _ : context [?f ?a ?b] |- _ =>
      is_var f; lazymatch type of (f a b) with Z => generalize dependent (f a b); intros end
  | _ : context [?f ?a ?b ?c] |- _ =>
      is_var f; lazymatch type of (f a b c) with Z => generalize dependent (f a b c); intros end
  end.

(* Numbers that can only be 0, or 1. *)
Ltac small_numbers :=
  repeat match goal with
  | x : Z |- _ =>
      let E := fresh in
      first [assert (E : x = 0) by timeout 1 nia | assert (E : x = 1) by timeout 1 nia]; subst x
  end.

(* One number below, at or above 0, or 1, or another. *)
Ltac split_at x y :=
  destruct (Z.lt_trichotomy x y) as [? | [? | ?]]; [| subst x |]; timeout 1 nia.

Ltac compared :=
  match goal with
  | x : Z |- _ => split_at x 0
  | x : Z |- _ => split_at x 1
  | x : Z, y : Z |- _ => split_at x y
  end.

(* Equations times a number. *)
Ltac multiplied :=
  match goal with
  | x : Z, H : ?a = ?b |- _ =>
      lazymatch type of a with Z => assert (x * a = x * b) by (f_equal; exact H) end; first [lia | timeout 1 nia]
  end.

Ltac climb :=
  first
  [ assumption; idtac "by: assumption"
  | congruence; idtac "by: congruence"
  | lia; idtac "by: lia"
  | timeout 1 nia; idtac "by: nia"
  | timeout 2 fixed_numbers; arithmetic; idtac "by: fixed numbers"
  | negate; timeout 2 equal_points; arithmetic; idtac "by: equal points"
  | negate; differences; timeout 2 products; lia; idtac "by: products"
  | negate; signs; timeout 2 equal_points; arithmetic; idtac "by: signs"
  | negate; signs; timeout 4 small_numbers; timeout 2 equal_points; arithmetic; idtac "by: small numbers"
  | negate; values; signs; timeout 4 compared; idtac "by: comparison"
  | negate; timeout 2 multiplied; idtac "by: an equation times a number"
  | negate; differences; timeout 2 products; timeout 2 nia; idtac "by: products of products" ].
