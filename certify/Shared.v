(* Facts that several proofs of by_hand/ use: quotients, breaks, joined groups, covered dimensions, and meeting steps. *)
Require Export Columns Steps.

Lemma unique_digits t a b x y : 0 <= a < t -> 0 <= b < t -> a + t * x = b + t * y -> a = b /\ x = y.
Proof. intros A B E. assert (X : x = y) by nia. split; [subst; lia|easy]. Qed.
Lemma quotient_below x y t : 1 <= y -> 0 <= x < y * t -> 0 <= x / y < t.
Proof. intros Y X. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. Qed.
Lemma ceil_of_a_multiple n d : 1 <= d -> n mod d = 0 -> ceil_div n d = n / d.
Proof.
  intros D M. unfold ceil_div. cbv zeta. replace (product (Leaf d)) with d by (cbn; lia). pose proof (Z.div_mod n d ltac:(lia)).
  replace (n + d - 1) with (d - 1 + n / d * d) by lia. rewrite Z.div_add, Z.div_small by lia. easy.
Qed.

Lemma first_break_at_0 modes : forall n, Forall (fun p : Z * Z => 1 <= fst p) modes -> nonempty modes = true ->
  first_break modes n 0 = n.
Proof.
  induction modes as [|[s d] rest IH]; intros n F N; [easy|]. rewrite first_break_cons. destruct rest as [|q rest]; [easy|].
  apply forall_cons in F. destruct F as [F0 F]. cbn [fst] in F0. rewrite Z.mod_0_l, Z.div_0_l, Z.mul_0_r by lia.
  destruct (Z.ltb_spec 0 s); [now apply IH|lia].
Qed.

Lemma one_more_group g groups : joined (g :: groups) = followed g (joined groups).
Proof. destruct groups as [|h groups]; [|easy]. cbn [joined]. induction g as [|m g IH]; [easy|]. cbn [followed]. now rewrite <- IH. Qed.
Lemma total_of_followed g : forall k, total (followed g k) = total g * total k.
Proof. induction g as [|m g IH]; intros k; cbn [followed total]; rewrite ?IH; lia. Qed.
Lemma joined_cuts b : forall groups, cuts b groups = true -> length groups = length b /\ total (joined groups) = total b /\
  (nonempty (joined groups) = true \/ ~ nonempty b = true).
Proof.
  induction b as [|m b IH]; intros [|g groups] E; try discriminate E; [repeat split; right; easy|]. cbn [cuts] in E. truths.
  destruct (IH groups H0) as (I1 & I2 & _). cbn [length total]. rewrite one_more_group, total_of_followed, I1, I2.
  split; [easy|]. split; [congruence|]. left. now destruct g.
Qed.

Lemma uncovered_step point t rest : uncovered point (t :: rest) = uncovered (tl point) rest.
Proof. destruct point, rest; easy. Qed.
Lemma covered_step point t rest : covered point (t :: rest) = match rest with
  | [] => (fst (foremost point), snd (foremost point), t) :: covered (tl point) []
  | c :: rest2 => if c =? -1 then covered (tiling_combine (foremost point) (foremost (tl point)) :: tl (tl point)) (t :: rest2)
                  else (fst (foremost point), snd (foremost point), t) :: covered (tl point) rest end.
Proof. destruct point as [|[e d] [|[e2 d2] point]], rest as [|c rest]; easy. Qed.
Lemma covered_ok_step point t rest : covered_ok point (t :: rest) = match rest with
  | [] => covered_ok (tl point) []
  | c :: rest2 => if c =? -1 then covered_ok (tiling_combine (foremost point) (foremost (tl point)) :: tl (tl point)) (t :: rest2)
                  else covered_ok (tl point) rest end.
Proof. destruct point as [|[e d] [|[e2 d2] point]], rest as [|c rest]; easy. Qed.
Lemma covered_returns point tile : covered_ok point tile = true.
Proof.
  enough (G : forall n tile point, (length tile <= n)%nat -> covered_ok point tile = true) by now apply (G (length tile)).
  clear point tile. induction n as [|n IH]; intros [|t rest] point L; try (cbn in L; lia); try (destruct point; easy).
  rewrite covered_ok_step. destruct rest as [|c rest]; [apply IH; cbn; lia|]. destruct (c =? -1); apply IH; cbn in *; lia.
Qed.

Lemma meeting_steps_are L : modes_of_ok L = true -> powers_of_two (modes_of L) = true -> steps_of_ok (modes_of L) = true ->
  meeting_steps_ok L = true /\ meeting_steps L = let '(a, b) := meeting (steps_of (modes_of L)) in if a =? 0 then None else Some (a, b).
Proof.
  intros M P S. unfold meeting_steps_ok, meeting_steps, _require_powers_of_two_ok. rewrite M, P, S. split; [reflexivity|]. cbv zeta.
  destruct (meeting (steps_of (modes_of L))) as [a b]. now destruct (a =? 0).
Qed.
