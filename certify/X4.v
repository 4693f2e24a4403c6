(* X4: elements of a tiled array have different positions, below the padded size, for any order of its
   dimensions. The key step: the tiling of an array depends only on its bounds, and each of its steps
   (combining dimensions, taking a tile's digits, going row by row) keeps points distinct. *)
Require Import Lib Tiles X1.

Lemma digits_apart d e f x y : 0 <= e < d -> 0 <= f < d -> e + d * x = f + d * y -> e = f /\ x = y.
Proof.
  intros E F H. destruct (divmod_unique (e + d * x) d x e) as [A B]; [lia|lia|].
  destruct (divmod_unique (e + d * x) d y f) as [C D]; [lia|lia|]. split; congruence.
Qed.

(* Points of one array: the same bounds. *)
Notation alike p q := (map snd (p : list (Z * Z)) = map snd (q : list (Z * Z))).
Lemma volume_alike p : forall q, alike p q -> volume p = volume q.
Proof. induction p as [|x p IH]; intros [|y q] E; try discriminate E; [easy|]. injection E as E1 E2. cbn. now rewrite E1, (IH q). Qed.
Lemma row_apart p : forall q, alike p q -> Forall place p -> Forall place q -> row p = row q -> p = q.
Proof.
  induction p as [|[e d] p IH]; intros [|[f b] q] E P Q R; try discriminate E; [easy|]. injection E as E1 E2. cbn [snd] in E1. subst b.
  inversion P as [|? ? P1 P2]; subst. inversion Q as [|? ? Q1 Q2]; subst. cbn [row fst snd] in *.
  destruct (digits_apart d e f (row p) (row q)) as [-> R']; try easy. now rewrite (IH q).
Qed.
Lemma foremost_alike p q : alike p q -> snd (foremost p) = snd (foremost q).
Proof. destruct p, q; intros E; try discriminate E; [easy|]. now injection E. Qed.
Lemma tl_alike p q : alike p q -> alike (tl p) (tl q).
Proof. destruct p, q; intros E; try discriminate E; [easy|]. now injection E. Qed.
Lemma combine_alike p q x y : snd p = snd x -> snd q = snd y -> snd (tiling_combine p q) = snd (tiling_combine x y).
Proof. intros E F. cbn. now rewrite E, F. Qed.

(* The dimensions that a tile covers, and the dimensions that it does not cover. *)
Lemma covered_step f p t ts : covered_f (S f) p (t :: ts) =
  match ts with
  | [] => (foremost p, t) :: covered_f f (tl p) []
  | u :: us => if u =? -1 then covered_f f (tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p)) (t :: us)
    else (foremost p, t) :: covered_f f (tl p) ts
  end.
Proof. destruct p as [|[e d] [|q p]], ts; reflexivity. Qed.
Notation bounds c := (map (fun x : Z * Z * Z => (snd (fst x), snd x)) c).
Lemma covered_alike f : forall t p q, alike p q -> bounds (covered_f f p t) = bounds (covered_f f q t).
Proof.
  induction f as [|f IH]; intros t p q E; [easy|]. destruct t as [|t ts]; [easy|]. rewrite !covered_step.
  pose proof (foremost_alike p q E) as F. pose proof (tl_alike p q E) as G.
  destruct ts as [|u us]; [|destruct (u =? -1)]; cbn [map fst snd]; rewrite ?F.
  - f_equal. now apply IH.
  - apply IH. cbn [map]. f_equal; [apply combine_alike; auto using foremost_alike|auto using tl_alike].
  - f_equal. now apply IH.
Qed.
Lemma uncovered_step p t ts : uncovered p (t :: ts) = uncovered (tl p) ts.
Proof. now destruct p. Qed.
Lemma uncovered_alike t : forall p q, alike p q -> alike (uncovered p t) (uncovered q t).
Proof. induction t as [|t ts IH]; intros p q E; [easy|]. rewrite !uncovered_step. auto using tl_alike. Qed.
Lemma first_apart p q : alike p q -> foremost p = foremost q -> tl p = tl q -> p = q.
Proof. destruct p, q; intros E F G; try discriminate E; [easy|]. cbn in *. now subst. Qed.
Lemma combine_apart p q x y : place p -> place x -> snd p = snd x -> place q -> place y -> snd q = snd y ->
  tiling_combine p q = tiling_combine x y -> p = x /\ q = y.
Proof.
  destruct p as [a m], q as [b n], x as [c k], y as [d l]. cbn. intros P X -> Q Y -> E. injection E as E.
  destruct (digits_apart k a c b d) as [-> ->]; easy.
Qed.
Lemma front_place p : Forall place p -> place (foremost p) /\ Forall place (tl p).
Proof. destruct 1; cbn; [split; [lia|constructor]|easy]. Qed.
Lemma covered_apart f : forall t p q, (length t < f)%nat -> alike p q -> Forall place p -> Forall place q ->
  covered_f f p t = covered_f f q t -> uncovered p t = uncovered q t -> p = q.
Proof.
  induction f as [|f IH]; intros t p q L E P Q C U; [lia|]. destruct t as [|t ts]; [now cbn in U|]. cbn [length] in L.
  rewrite !covered_step in C. rewrite !uncovered_step in U. destruct (front_place p P) as [P1 P2], (front_place q Q) as [Q1 Q2].
  pose proof (tl_alike p q E) as G. pose proof (foremost_alike p q E) as F. destruct ts as [|u us].
  - injection C as C1 C2. apply first_apart; auto.
  - cbn [length] in L. destruct (u =? -1).
    + rewrite !uncovered_step in U. destruct (front_place _ P2) as [P3 P4], (front_place _ Q2) as [Q3 Q4].
      assert (K : tiling_combine (foremost p) (foremost (tl p)) :: tl (tl p) = tiling_combine (foremost q) (foremost (tl q)) :: tl (tl q)).
      { apply (IH (t :: us)); [cbn [length]; lia| | | |exact C|now rewrite !uncovered_step].
        - cbn [map]. f_equal; [apply combine_alike; auto using foremost_alike|auto using tl_alike].
        - constructor; [now apply combined_place|easy].
        - constructor; [now apply combined_place|easy]. }
      injection K as K1 K2. assert (K3 : tiling_combine (foremost p) (foremost (tl p)) = tiling_combine (foremost q) (foremost (tl q))) by (unfold tiling_combine; now rewrite K1, K2).
      destruct (combine_apart _ _ _ _ P1 Q1 F P3 Q3 (foremost_alike _ _ G) K3). apply first_apart; auto. apply first_apart; auto.
    + injection C as C1 C2. apply first_apart; auto. apply (IH (u :: us)); auto. cbn [length]. lia.
Qed.

(* The digits of a tile. *)
Lemma within_apart c : forall d, bounds c = bounds d -> Forall element c -> Forall element d ->
  within c = within d -> across c = across d -> c = d.
Proof.
  induction c as [|[[e b] t] c IH]; intros [|[[f b'] t'] d] B C D W A; try discriminate B; [easy|]. injection B as B1 B2 B. subst b' t'.
  inversion C as [|? ? C1 C2]; subst. inversion D as [|? ? D1 D2]; subst. cbn [within across] in *.
  injection W as W1 W. injection A as A1 A. rewrite (IH d) by auto. pose proof (Z.div_mod e t). pose proof (Z.div_mod f t).
  assert (e = f) as -> by (rewrite H, H0 by lia; congruence). easy.
Qed.
Lemma tiled_alike c : forall d, bounds c = bounds d -> alike (within c) (within d) /\ alike (across c) (across d).
Proof.
  induction c as [|[[e b] t] c IH]; intros [|[[f b'] t'] d] B; try discriminate B; [easy|]. injection B as B1 B2 B. subst b' t'.
  destruct (IH d B) as [I J]. cbn [within across map snd]. now rewrite I, J.
Qed.
Lemma joined_app p q : places_joined p q = p ++ q.
Proof. induction p as [|x p IH]; [easy|]. cbn. now rewrite IH. Qed.
Lemma app_apart {A} (a b c d : list A) : length a = length c -> a ++ b = c ++ d -> a = c /\ b = d.
Proof.
  revert c. induction a as [|x a IH]; intros [|y c] L E; try discriminate L; [easy|]. injection L as L. injection E as -> E.
  destruct (IH c L E). now subst.
Qed.
Lemma alike_length p q : alike p q -> length p = length q.
Proof. intros E. apply (f_equal (@length Z)) in E. now rewrite !map_length in E. Qed.

Lemma once_alike p q t : alike p q -> alike (tile_once p t) (tile_once q t).
Proof.
  intros E. unfold tile_once, tiled. rewrite !joined_app, !map_app, (uncovered_alike t p q E).
  assert (B : bounds (covered p t) = bounds (covered q t)).
  { unfold covered. now apply covered_alike. }
  now destruct (tiled_alike _ _ B) as [-> ->].
Qed.
Lemma once_apart p q t : alike p q -> Forall place p -> Forall place q -> good t -> tile_once p t = tile_once q t -> p = q.
Proof.
  intros E P Q G H. unfold tile_once, tiled in H. rewrite !joined_app in H.
  assert (B : bounds (covered p t) = bounds (covered q t)).
  { unfold covered. now apply covered_alike. }
  destruct (tiled_alike _ _ B) as [W A]. apply app_apart in H; [|rewrite !app_length; f_equal; now apply alike_length].
  destruct H as [H U]. apply app_apart in H; [|now apply alike_length]. destruct H as [H1 H2].
  destruct (covered_elements (S (length t)) t p ltac:(lia) G P) as [_ EP].
  destruct (covered_elements (S (length t)) t q ltac:(lia) G Q) as [_ EQ].
  pose proof (within_apart _ _ B EP EQ H1 H2) as C. unfold covered in C.
  apply (covered_apart _ t p q) in C; auto; lia.
Qed.
Lemma by_alike tiles : Forall good tiles -> forall p q, alike p q -> Forall place p -> Forall place q ->
  Forall place (tiled_by p tiles) /\ alike (tiled_by p tiles) (tiled_by q tiles) /\ (tiled_by p tiles = tiled_by q tiles -> p = q).
Proof.
  induction 1 as [|t tiles G _ IH]; intros p q E P Q; [easy|]. cbn [tiled_by].
  destruct (once p t P G) as (_ & _ & _ & P'), (once q t Q G) as (_ & _ & _ & Q').
  destruct (IH _ _ (once_alike p q t E) P' Q') as (I1 & I2 & I3). split; [easy|]. split; [easy|]. intros H. now apply (once_apart p q t); auto.
Qed.

(* An order keeps indices distinct. *)
Lemma has_in order k : has_number order k = true -> In k order.
Proof. induction order as [|n order IH]; intros H; [easy|]. cbn [has_number] in H. bools. destruct H as [H|H]; bools; [now left|right; auto]. Qed.
Lemma has_all dims order : forall k, has_each dims order k = true -> forall n, (n < length dims)%nat -> In (k + Z.of_nat n) order.
Proof.
  induction dims as [|d dims IH]; intros k H n L; [cbn in L; lia|]. cbn [has_each] in H. bools. destruct n.
  - rewrite Z.add_0_r. now apply has_in.
  - specialize (IH (k + 1) H0 n). replace (k + Z.of_nat (S n)) with (k + 1 + Z.of_nat n) by lia. apply IH. cbn in L. lia.
Qed.
Lemma in_bounds_length i : forall d, in_bounds i d = true -> length i = length d.
Proof. induction i as [|e i IH]; intros [|n d] B; try easy. cbn [in_bounds] in B. bools. cbn. now rewrite (IH d). Qed.
Lemma picked_apart A i j : is_order (xla_minor_to_major A) (xla_dims A) = true -> in_bounds i (xla_dims A) = true ->
  in_bounds j (xla_dims A) = true -> physical_point A i = physical_point A j -> i = j.
Proof.
  intros O I J E. unfold is_order in O. bools. apply in_bounds_length in I, J. apply (nth_ext _ _ 0 0); [congruence|]. intros n L.
  pose proof (has_all _ _ 0 H1 n ltac:(congruence)) as K. rewrite Z.add_0_l in K. unfold physical_point in E.
  pose proof (ext_in_map E _ K) as F. injection F as F. now rewrite !Nat2Z.id in F.
Qed.
Lemma physical_alike A i j : alike (physical_point A i) (physical_point A j).
Proof. unfold physical_point. rewrite !map_map. now apply map_ext. Qed.
Lemma origin_alike p : Forall place p -> alike p (origin p) /\ Forall place (origin p).
Proof. induction 1 as [|[e d] p P _ [I J]]; [split; [easy|constructor]|]. cbn in *. rewrite <- I. split; [easy|]. constructor; [cbn; lia|easy]. Qed.

Theorem X4 : S_X4.
Proof.
  intros A i j _ O S I J. destruct (point_places A i O I) as [K P], (point_places A j O J) as [M Q]. pose proof (sides_are_good A S) as G.
  unfold linear_index_ok, linear_index. cbv zeta. rewrite K, M, S. split; [easy|].
  destruct (all_tiles _ G _ P) as (T1 & _), (all_tiles _ G _ Q) as (T2 & _). destruct (origin_alike _ P) as [E R].
  destruct (all_tiles _ G _ R) as (T3 & _). rewrite T1, T2, T3. split; [easy|].
  destruct (by_alike _ G _ _ E P R) as (U1 & U2 & _). rewrite <- (volume_alike _ _ U2).
  split; [now apply row_range|]. split; [easy|]. intros H.
  destruct (by_alike _ G _ _ (physical_alike A i j) P Q) as (_ & V2 & V3).
  destruct (by_alike _ G _ _ (physical_alike A j i) Q P) as (V1 & _).
  apply (picked_apart A); auto. apply V3. now apply row_apart.
Qed.
