(* Arrays in tiles: the places of an element along the dimensions, in any order, and what a tile makes
   of them. A place is below its bound, whatever dimensions are combined. *)
Require Import Lib.

Notation element := (fun p : Z * Z * Z => let '(e, d, t) := p in 0 <= e /\ e < d /\ 1 <= t).
Notation place := (fun p : Z * Z => 0 <= fst p < snd p).

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

(* The places of an element, minor dimension first. *)
Lemma bounded i : forall dims, in_bounds i dims = true -> Forall2 (fun e d => 0 <= e < d) i dims.
Proof.
  induction i as [|e i IH]; intros [|d dims] B; try easy. cbn [in_bounds] in B. bools.
  constructor; [lia|auto].
Qed.
Lemma Forall2_nth {A B} (P : A -> B -> Prop) k l a b n : Forall2 P k l -> (n < length k)%nat -> P (nth n k a) (nth n l b).
Proof. intros F. revert n. induction F as [|x y k l H _ IH]; intros n L; [cbn in L; lia|]. destruct n; [easy|]. apply IH. cbn in L. lia. Qed.
Lemma order_below order n : below order n = true -> Forall (fun k => 0 <= k < n) order.
Proof. induction order as [|k order IH]; intros B; [constructor|]. cbn [below] in B. bools. constructor; [lia|auto]. Qed.
Theorem physical A i : is_order (xla_minor_to_major A) (xla_dims A) = true -> in_bounds i (xla_dims A) = true ->
  physical_point_ok A i = true /\ Forall place (physical_point A i).
Proof.
  intros O B. apply bounded in B. pose proof (Forall2_length _ _ _ B) as L. unfold is_order in O. bools. apply order_below in H0.
  unfold physical_point_ok, physical_point, require_index_ok. rewrite (proj2 (length_eqb _ _) L). cbn [negb]. rewrite Forall_map. split.
  - both.
    + apply forall2_Forall2. clear -B. induction B as [|e d i dims H _ IH]; constructor; [|easy]. both; [now apply Z.leb_le|now apply Z.ltb_lt].
    + apply forallb_Forall. eapply Forall_impl; [|exact H0]. intros k K. cbv beta in *. rewrite L. both; now (apply Z.ltb_lt || apply Z.leb_le).
  - eapply Forall_impl; [|exact H0]. intros k K. cbv beta in *. cbn [fst snd]. apply (Forall2_nth _ _ _ 0 0 _ B). lia.
Qed.

(* What a tile covers. *)
Notation side := (fun s : Z => -1 <= s /\ s <> 0).
Lemma sides_of tiles : forallb (fun tile => forallb (fun side => ((-1) <=? side) && negb (side =? 0)) tile) tiles = true ->
  Forall (fun tile => Forall side tile) tiles.
Proof.
  intros F. apply forallb_Forall in F. eapply Forall_impl; [|exact F]. intros tile H. cbv beta in *. apply forallb_Forall in H.
  eapply Forall_impl; [|exact H]. intros s K. cbv beta in *. bools. lia.
Qed.
Lemma foremost_place p : Forall place p -> place (foremost p).
Proof. intros F. destruct F; cbn; [lia|assumption]. Qed.
Lemma combine_place p q : place p -> place q -> place (combine p q).
Proof. destruct p, q. cbn. nia. Qed.
Lemma tl_places {A} (P : A -> Prop) l : Forall P l -> Forall P (tl l).
Proof. destruct 1; cbn; auto. Qed.
Lemma covered_step f p t ts : covered_f (S f) p (t :: ts) = let '(e, d) := foremost p in
  match ts with
  | [] => (e, d, t) :: covered_f f (tl p) []
  | u :: us => if u =? -1 then covered_f f (combine (e, d) (foremost (tl p)) :: tl (tl p)) (t :: us) else (e, d, t) :: covered_f f (tl p) ts
  end.
Proof. destruct p as [|[e d] [|q p]], ts; reflexivity. Qed.
Lemma covered_ok_step f p t ts : covered_ok_f (S f) p (t :: ts) = let '(e, d) := foremost p in
  match ts with
  | [] => covered_ok_f f (tl p) []
  | u :: us => if u =? -1 then covered_ok_f f (combine (e, d) (foremost (tl p)) :: tl (tl p)) (t :: us) else covered_ok_f f (tl p) ts
  end.
Proof. destruct p as [|[e d] [|q p]], ts; reflexivity. Qed.
Lemma covered_elements f : forall p t, (length t < f)%nat -> Forall place p -> Forall side t -> sized t = true ->
  covered_ok_f f p t = true /\ Forall element (covered_f f p t).
Proof.
  induction f as [|f IH]; intros p t L P S Z; [lia|]. destruct t as [|t ts]; [split; [easy|constructor]|].
  rewrite covered_step, covered_ok_step. pose proof (foremost_place p P) as F. destruct (foremost p) as [e d] eqn:E. cbn in F.
  inversion S as [|? ? S1 S2]; subst. cbn [sized] in Z. bools. cbn [length] in L.
  destruct ts as [|u us].
  - destruct (IH (tl p) []) as [-> I]; auto using tl_places; [cbn; lia|]. split; [easy|]. constructor; [lia|easy].
  - inversion S2 as [|? ? S3 S4]; subst. cbn [length] in L. destruct (u =? -1) eqn:U; bools.
    + apply IH; [cbn [length]; lia| |now constructor|cbn [sized]; now apply Z.leb_le].
      constructor; [|auto using tl_places]. apply combine_place; [easy|]. now apply foremost_place, tl_places.
    + destruct (IH (tl p) (u :: us)) as [-> I]; auto using tl_places; [cbn [length]; lia|cbn [sized]; apply Z.leb_le; lia|].
      split; [easy|]. constructor; [lia|easy].
Qed.
Theorem covers p t : Forall place p -> Forall side t -> sized t = true ->
  covered_ok p t = true /\ Forall element (covered p t) /\ Forall place (uncovered p t).
Proof.
  intros P S Z. destruct (covered_elements (Datatypes.S (length p + length t)) p t) as [O E]; auto; [lia|]. split; [exact O|]. split; [exact E|].
  clear -P. revert p P. induction t as [|s t IH]; intros p P; [easy|]. cbn [uncovered]. destruct p; [now apply IH|]. apply IH. now inversion P.
Qed.
