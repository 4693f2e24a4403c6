(* The tactics that close obligations, from cheap to expensive. None of them takes longer than `s` seconds
   of wall-clock time. *)

Require Import ZArith Lia.
Open Scope Z_scope.

(* Add the negation of the goal as a hypothesis. *)
Ltac negate :=
  lazymatch goal with
  | |- False => idtac
  | |- ~ _ => intro
  | |- ?a = ?b => destruct (Z.eq_dec a b); [assumption | exfalso]
  | |- ?a <= ?b => destruct (Z.le_gt_cases a b); [assumption | exfalso]
  end.

Ltac is_new P := lazymatch goal with _ : P |- _ => fail | _ => idtac end.

(* A function has the same value at arguments that are equal numbers. *)
Ltac same_value proof x y :=
  tryif constr_eq x y then fail else
  is_new (x = y); is_new (y = x);
  assert (x = y) by (f_equal; proof ()).

Ltac equal_points_by proof :=
  repeat match goal with
  | H : context [?f ?a], K : context [?f ?b] |- _ =>
      is_var f; lazymatch type of f with Z -> Z => same_value proof (f a) (f b) end
  | H : context [?f ?a ?c], K : context [?f ?b ?d] |- _ =>
      is_var f; lazymatch type of f with Z -> Z -> Z => same_value proof (f a c) (f b d) end
  | H : context [?f ?a ?c ?e], K : context [?f ?b ?d ?g] |- _ =>
      is_var f; lazymatch type of f with Z -> Z -> Z -> Z => same_value proof (f a c e) (f b d g) end
  end.

Ltac equal_points s := equal_points_by ltac:(fun _ => first [lia | timeout s nia]).

(* A number that is bounded from both sides by the same number equals it. *)
Ltac fixed_numbers :=
  repeat match goal with
  | x : Z, _ : ?x' <= ?c |- _ =>
      constr_eq x x'; let E := fresh in assert (E : x = c) by lia; subst x
  | x : Z, _ : ?c <= ?x' |- _ =>
      constr_eq x x'; let E := fresh in assert (E : x = c) by lia; subst x
  end.

(* Turn each comparison into a difference that is not negative. *)
Ltac differences :=
  repeat match goal with
  | H : ?a <= ?b |- _ =>
      lazymatch a with 0 => fail | _ => idtac end;
      apply Z.le_0_sub in H
  | H : ?a < ?b |- _ => apply Z.lt_le_pred, Z.le_0_sub in H
  end.

(* Multiply differences, each pair once. *)
Ltac products :=
  repeat match goal with
  | H : 0 <= ?a, K : 0 <= ?b |- _ =>
      lazymatch a with context [(_ * _) * (_ * _)] => fail | _ => idtac end;
      lazymatch type of K with 0 <= _ * _ => fail | _ => idtac end;
      lazymatch type of H with 0 <= _ * _ => fail | _ => idtac end;
      is_new (0 <= a * b); is_new (0 <= b * a);
      assert (0 <= a * b) by (apply Z.mul_nonneg_nonneg; assumption)
  end.

Ltac arithmetic s := first [congruence | lia | timeout s nia].

(* Derive the sign of each number. *)
Ltac signs :=
  repeat match goal with
  | x : Z |- _ =>
      is_new (1 <= x); is_new (0 <= x); first [assert (1 <= x) by lia | assert (0 <= x) by lia]
  end.

(* Generalize applications to numbers. *)
Ltac values :=
  repeat match goal with
  | _ : context [?f ?a] |- _ =>
      is_var f; lazymatch type of (f a) with Z => generalize dependent (f a); intros end
  | _ : context [?f ?a ?b] |- _ =>
      is_var f; lazymatch type of (f a b) with Z => generalize dependent (f a b); intros end
  | _ : context [?f ?a ?b ?c] |- _ =>
      is_var f; lazymatch type of (f a b c) with Z => generalize dependent (f a b c); intros end
  end.

(* Split numbers that can only be 0 or 1. *)
Ltac small_numbers s :=
  repeat match goal with
  | x : Z |- _ =>
      let E := fresh in
      first [assert (E : x = 0) by timeout s nia | assert (E : x = 1) by timeout s nia]; subst x
  end.

(* Split a number into below, at, or above 0, 1, or another number. *)
Ltac split_at s x y :=
  destruct (Z.lt_trichotomy x y) as [? | [? | ?]]; [| subst x |]; timeout s nia.

Ltac compared s :=
  match goal with
  | x : Z |- _ => split_at s x 0
  | x : Z |- _ => split_at s x 1
  | x : Z, y : Z |- _ => split_at s x y
  end.

(* Multiply equations by a number. *)
Ltac multiplied s :=
  match goal with
  | x : Z, H : ?a = ?b |- _ =>
      lazymatch type of a with Z => assert (x * a = x * b) by (f_equal; exact H) end; first [lia | timeout s nia]
  end.

Ltac climb s :=
  first
  [ assumption; idtac "by: assumption"
  | congruence; idtac "by: congruence"
  | lia; idtac "by: lia"
  | timeout s nia; idtac "by: nia"
  | timeout s fixed_numbers; arithmetic s; idtac "by: fixed numbers"
  | negate; timeout s equal_points s; arithmetic s; idtac "by: equal points"
  | negate; differences; timeout s products; lia; idtac "by: products"
  | negate; signs; timeout s equal_points s; arithmetic s; idtac "by: signs"
  | negate; signs; timeout s small_numbers s; timeout s equal_points s; arithmetic s; idtac "by: small numbers" ].

(* The expensive tactics, after the hints. *)
Ltac search s :=
  first
  [ negate; values; signs; timeout s compared s; idtac "by: comparison"
  | negate; timeout s multiplied s; idtac "by: an equation times a number"
  | negate; differences; timeout s products; timeout s nia; idtac "by: products of products" ].
