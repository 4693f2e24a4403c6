(* Tactics for the printed functions: Euclidean division, digits, booleans, lists of modes. *)
Require Export Lia.
Require Export Prelude Printed Steps Statements.

Notation modes := (list (Z * Z)).
Notation shapes := (Forall (fun p : Z * Z => 1 <= fst p)).

(* Turn booleans of the printed functions into propositions. *)
Ltac bools := repeat match goal with
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
  | H : true = false |- _ => discriminate H
  | H : false = true |- _ => discriminate H
  end.
Ltac cond := match goal with
  | |- context [if ?c then _ else _] => let H := fresh "C" in destruct c eqn:H; bools
  | H0 : context [if ?c then _ else _] |- _ => let H := fresh "C" in destruct c eqn:H; bools end.
(* Split a goal that is a conjunction of booleans. *)
Ltac both := repeat (apply andb_true_iff; split).

(* Replace x / y and x mod y by q and r, with x = y*q + r and 0 <= r < y. *)
Ltac euclid x y q r := pose proof (Z.div_mod x y ltac:(lia)); pose proof (Z.mod_pos_bound x y ltac:(lia));
  set (q := x / y) in *; set (r := x mod y) in *; clearbody q r.
Lemma divmod_unique x y q r : x = y * q + r -> 0 <= r < y -> x / y = q /\ x mod y = r.
Proof. intros. split; [symmetry; apply Z.div_unique with r | symmetry; apply Z.mod_unique with q]; lia. Qed.
Ltac digits x y q r := let H := fresh in let K := fresh in
  assert (H : x = y * q + r) by nia; assert (K : 0 <= r < y) by nia;
  destruct (divmod_unique x y q r H K) as [-> ->]; clear H K.
Ltac modes_in H := inversion H; subst; simpl fst in *; simpl snd in *.

Lemma nonzero s : s <> 0 -> negb (s =? 0) = true.
Proof. intros. now apply negb_true_iff, Z.eqb_neq. Qed.
Lemma nonempty_iff {A} (l : list A) : nonempty l = true <-> l <> [].
Proof. destruct l; easy. Qed.
Lemma forallb_Forall {A} (f : A -> bool) l : forallb f l = true <-> Forall (fun x => f x = true) l.
Proof. rewrite forallb_forall, Forall_forall. easy. Qed.
Lemma forall2_Forall2 {A B} (f : A -> B -> bool) k : forall l, forall2 f k l = true <-> Forall2 (fun x y => f x y = true) k l.
Proof.
  induction k as [|x k IH]; intros [|y l]; cbn [forall2].
  - split; constructor.
  - split; intros H; inversion H.
  - split; intros H; inversion H.
  - rewrite andb_true_iff, IH. split; [intros []; now constructor|intros H; now inversion H].
Qed.
Lemma Forall2_length {A B} (P : A -> B -> Prop) k l : Forall2 P k l -> length k = length l.
Proof. induction 1; cbn; congruence. Qed.
Lemma Forall2_parts {A B} (P : A -> B -> Prop) a b c d :
  length a = length c -> Forall2 P (a ++ b) (c ++ d) -> Forall2 P a c /\ Forall2 P b d.
Proof.
  revert c. induction a as [|x a IH]; intros [|y c] L F; try discriminate L; [easy|].
  inversion F; subst. injection L as L. destruct (IH c L H4). split; [now constructor|easy].
Qed.
Lemma length_eqb {A B} (k : list A) (l : list B) : (Z.of_nat (length k) =? Z.of_nat (length l)) = true <-> length k = length l.
Proof. rewrite Z.eqb_eq. lia. Qed.
