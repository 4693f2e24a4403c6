(* Hints for the obligations that the ladder does not close; they are its last rungs. *)

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

(* For a and b linear in x, find p, k and E with E : a - b = p + x * k. *)
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

(* Eliminate a variable whose coefficient in an equation is 1 or -1. *)
Ltac eliminated :=
  repeat match goal with
  | x : Z, H : ?a = ?b |- _ =>
      factored x a b ltac:(fun p k E =>
        let X := fresh in
        first [ assert (k = 1) by ring; assert (X : x = - p) by lia
              | assert (k = -1) by ring; assert (X : x = p) by lia ];
        ring_simplify in X; clear H E; subst x)
  end.

(* Find a product with x that these tactics have not made themselves. *)
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

(* A multiple of x that is less than x is at most 0, and it is 0 if it is also greater than -x. *)
Ltac multiples :=
  repeat match goal with
  | x : Z, _ : 1 <= ?x', H : ?a = ?b |- _ =>
      constr_eq x x'; has_product x H; none_of_equal x a b
  | x : Z, _ : 1 <= ?x', H : ?a = ?b, K : ?c = ?b |- _ =>
      constr_eq x x'; has_product x H; tryif constr_eq a c then fail else none_of_equal x a c
  | x : Z, _ : 1 <= ?x', H : ?a <= ?b |- _ =>
      constr_eq x x'; has_product x H; none_of_less x a b
  end.

(* A number that is at most 0 and at least 0 is 0. *)
Ltac squeezed :=
  repeat match goal with
  | H : ?k <= 0 |- _ => is_new (k = 0); assert (k = 0) by lia
  end.

Lemma grows x y : 1 <= x -> 1 <= y -> x <= x * y /\ y <= x * y.
Proof. nia. Qed.

(* A product of positive numbers is at least as large as each factor. *)
Ltac grown :=
  repeat match goal with
  | _ : context [?x * ?y] |- _ =>
      is_new (x <= x * y /\ y <= x * y);
      assert (x <= x * y /\ y <= x * y) by (apply grows; lia)
  end.


(* Quotient and remainder of x by s. *)
Definition divided x s q r := r + q * s = x /\ 0 <= r /\ 1 + r <= s.

Lemma divided_once x s q r q' r' : divided x s q r -> divided x s q' r' -> q = q' /\ r = r'.
Proof. intros (<- & ? & ?) (E & ? & ?). assert (q = q') as -> by nia. split; [reflexivity | lia]. Qed.

Lemma divided_twice x s q r t q' r' :
  divided x s q r -> divided q t q' r' -> divided x (s * t) q' (r + s * r').
Proof.
  intros (<- & ? & ?) (<- & ? & ?). pose proof (Z.mul_nonneg_nonneg s r').
  pose proof (Z.mul_nonneg_nonneg s (t - 1 - r')). repeat split; lia.
Qed.

Lemma divided_sum x y s q r q' r' :
  divided x s q r -> divided y s q' r' -> 1 + (r + r') <= s -> divided (x + y) s (q + q') (r + r').
Proof. intros (<- & ? & ?) (<- & ? & ?) ?. repeat split; [ring | lia | lia]. Qed.

Ltac noted x s q r :=
  is_new (divided x s q r); assert (divided x s q r) by (unfold divided; repeat split; lia).

(* Divisions that occur in hypotheses, and divisions of their quotients and of sums. *)
Ltac divisions :=
  repeat match goal with
  | _ : ?r + ?a * ?b * ?c = ?x |- _ =>
      first [noted x (a * b) c r | noted x (a * c) b r | noted x (b * c) a r]
  | _ : ?r + ?a * ?b = ?x |- _ => first [noted x b a r | noted x a b r]
  end;
  repeat match goal with
  | D : divided ?x ?s ?q ?r, E : divided ?q ?t ?p ?u |- _ =>
      is_new (divided x (s * t) p (r + s * u)); pose proof (divided_twice _ _ _ _ _ _ _ D E)
  | D : divided ?x ?s ?q ?r, E : divided ?y ?s ?p ?u, _ : divided (?x + ?y) ?s _ _ |- _ =>
      is_new (divided (x + y) s (q + p) (r + u));
      assert (divided (x + y) s (q + p) (r + u)) by (apply divided_sum; [assumption | assumption | lia])
  end.

(* The quotient and the remainder of two numbers are unique. *)
Ltac one_quotient :=
  repeat match goal with
  | D : divided ?x ?s ?q ?r, E : divided ?x ?t ?p ?u |- _ =>
      tryif constr_eq q p then fail else idtac;
      is_new (q = p /\ r = u); is_new (p = q /\ u = r);
      assert (q = p /\ r = u) by (replace t with s in E by lia; exact (divided_once _ _ _ _ _ _ D E))
  end;
  repeat match goal with H : _ /\ _ |- _ => destruct H end; subst.

(* Name each value separately, so that values in the same hypothesis are compared, too. *)
Ltac points :=
  repeat match goal with
  | _ : context [?f ?a] |- _ =>
      is_var f; lazymatch type of f with Z -> Z => idtac end;
      is_new (f a = f a); assert (f a = f a) by reflexivity
  end.

Ltac quotients s :=
  fixed_numbers; divisions; one_quotient; points; first [lia | timeout s equal_points s; arithmetic s].

(* Split each number that is 0 or 1 into the two cases. *)
Ltac bits :=
  first
  [ lia
  | match goal with
    | r : Z, _ : 0 <= ?r', _ : ?r' <= 1 |- _ =>
        constr_eq r r'; assert (r = 0 \/ r = 1) as [? | ?] by lia; subst r; bits
    end
  | equal_points_by ltac:(fun _ => lia); first [congruence | lia] ].

Ltac both_bits := first [bits | negate; bits]; idtac "by: hint, bits".

Lemma no_part k q p r : k * (q * p) = k -> 0 <= r -> 1 + r <= p -> k * (q * r) = 0.
Proof.
  intros H ? ?. destruct (Z.eq_dec k 0) as [-> | K]; [lia|].
  assert (E : q * p = 1) by (apply (Z.mul_reg_l _ _ k); lia).
  assert (1 <= q) by nia. assert (r = 0) as -> by nia. lia.
Qed.

(* If k times q*p is k, then k is 0, or a number below p is 0. *)
Ltac parts :=
  match goal with
  | R : 0 <= ?r, S : 1 + ?r <= ?p, H : ?a = ?k |- ?g = 0 =>
      match goal with
      | q : Z |- _ =>
          let E := fresh in
          assert (E : k * (q * p) = k) by lia;
          replace g with (k * (q * r)) by ring; exact (no_part k q p r E R S)
      end
  end.

Ltac divided_by s :=
  first [parts; idtac "by: hint, parts" | negate; timeout s quotients s; idtac "by: hint, quotients"].

Ltac reduced s :=
  signs; timeout s fixed_numbers; eliminated; timeout s grown; timeout s multiples; squeezed;
  eliminated; first [lia | timeout s equal_points s; arithmetic s].

(* The same after splitting a number into below, at, and above 0. *)
Ltac cases s :=
  match goal with
  | x : Z |- _ => destruct (Z.lt_trichotomy x 0) as [? | [? | ?]]; [| subst x |]; first [lia | reduced s]
  end.

Ltac hint s :=
  first
  [ negate; reduced s; idtac "by: hint, multiples"
  | negate; timeout s small_numbers s; reduced s; idtac "by: hint, multiples of small numbers"
  | negate; timeout s cases s; idtac "by: hint, multiples in cases" ].

Tactic Notation "certify" "within" integer(s) := first [climb s | divided_by s | hint s | search s | both_bits].
