(* B1, X7: an array in one tile is the CuTe layout with modes (tile, number of tiles), and without a
   tile it is the one whose strides are the products of the sizes after. The key step: the most
   minor dimension comes last, so that its digits are the high ones of the column-major position. *)
Require Import Lib Trees Layouts C1 P1c Tiles X1.

Notation place := (fun p : Z * Z => 0 <= fst p < snd p).
Lemma places_of e : forallb (fun place : Z * Z => (0 <=? fst place) && (fst place <? snd place)) e = true -> Forall place e.
Proof. intros F. apply forallb_Forall in F. eapply Forall_impl; [|exact F]. intros p H. cbv beta in *. bools. lia. Qed.

(* The column-major position: the rest first, then the minor dimension. *)
Lemma column_range e : Forall place e -> 0 <= column e < volume e.
Proof.
  induction 1 as [|[i n] e P _ IH]; [cbn; lia|]. cbn in P. cbn [column volume fst snd] in *. nia.
Qed.
Lemma value_periodic m : shapes m -> forall x k, value m (x + total m * k) = value m x.
Proof.
  induction m as [|[s d] m IH]; intros W x k; [easy|]. modes_in W. cbn [value total fst]. euclid x s q r.
  digits (x + s * total m * k) s (q + total m * k) r. now rewrite IH.
Qed.
(* Modes put behind others take the number of times that x goes beyond these. *)
Lemma value_behind m o x i : shapes m -> 0 <= x < total m -> value (m ++ o) (x + total m * i) = value m x + value o i.
Proof.
  intros W X. rewrite value_app, value_periodic by easy.
  now rewrite (proj1 (divmod_unique (x + total m * i) (total m) i x ltac:(lia) X)).
Qed.

Lemma row_major_is e : Forall place e -> forall stride, shapes (row_major e stride) /\ total (row_major e stride) = volume e /\
  value (row_major e stride) (column e) = stride * row e.
Proof.
  induction 1 as [|[i n] e P F IH]; intros stride; [split; [constructor|split; cbn; lia]|]. cbn in P.
  cbn [row_major column volume row fst snd]. cbv zeta. rewrite followed_app.
  destruct (IH (stride * n)) as (W & T & V). pose proof (column_range e F). split; [|split].
  - apply Forall_app. split; [easy|]. constructor; [cbn; lia|constructor].
  - rewrite total_app, T. cbn. lia.
  - rewrite <- T. rewrite value_behind by (easy || lia). rewrite V. cbn [value]. rewrite Z.mod_small by lia. lia.
Qed.
Theorem X7 : S_X7.
Proof.
  intros e P. apply places_of in P. destruct (row_major_is e P 1) as (W & T & V). pose proof (column_range e P).
  destruct (layout_of_modes _ W) as [-> _]. split; [easy|]. cbv zeta.
  destruct (layout_of_call _ (column e) W) as [-> ->]; [now rewrite T|]. split; [easy|]. lia.
Qed.

Lemma padded_places dims : Forall element dims -> Forall place (padded dims).
Proof.
  induction 1 as [|[[e d] t] dims E _ IH]; [constructor|]. cbn in E. cbn [padded]. constructor; [cbn|easy].
  pose proof (ceil_range e d t ltac:(lia) ltac:(lia)). pose proof (Z.div_mod e t). pose proof (Z.mod_pos_bound e t). nia.
Qed.
Lemma tile_modes_are dims : Forall element dims -> forall stride far, tile_modes_ok dims stride far = true /\
  shapes (tile_modes dims stride far) /\ total (tile_modes dims stride far) = volume (padded dims) /\
  value (tile_modes dims stride far) (column (padded dims)) = stride * row (within dims) + far * row (across dims).
Proof.
  induction 1 as [|[[e d] t] dims E F IH]; intros stride far; [split; [easy|split; [constructor|split; cbn; lia]]|].
  cbn in E. cbn [tile_modes_ok tile_modes padded column volume within across row fst snd]. cbv zeta. rewrite followed_app.
  pose proof (ceil_range e d t ltac:(lia) ltac:(lia)) as C. set (c := ceil_div d t) in *.
  destruct (IH (stride * t) (far * c)) as (O & W & T & V). rewrite ceil_defined, O by lia. clearbody c.
  pose proof (column_range _ (padded_places _ F)). split; [easy|]. split; [|split].
  - apply Forall_app. split; [easy|]. repeat constructor; cbn; lia.
  - rewrite total_app, T. cbn. lia.
  - rewrite <- T. rewrite value_behind by (easy || lia). rewrite V. cbn [value]. rewrite (Z.mod_small (e / t)) by lia. lia.
Qed.
Lemma whole_is_padded dims : Forall element dims -> whole_tiles_ok dims = true /\ (whole_tiles dims = true -> padded dims = untiled dims).
Proof.
  induction 1 as [|[[e d] t] dims E _ [I J]]; [easy|]. cbn in E. cbn [whole_tiles_ok whole_tiles padded untiled fst snd].
  rewrite nonzero, I by lia. rewrite orb_true_r. split; [easy|]. intros H. bools. rewrite J by easy. repeat f_equal.
  pose proof (Z.div_mod d t ltac:(lia)). rewrite ceil_eq.
  rewrite (proj1 (divmod_unique (d + t - 1) t (d / t) (t - 1) ltac:(lia) ltac:(lia))). lia.
Qed.

Theorem B1 : S_B1.
Proof.
  intros e W. apply elements in W. destruct (defined e W) as (D1 & D2 & D3 & _). rewrite D1. split; [easy|]. cbv zeta.
  set (far := volume (within e)). destruct (tile_modes_are e W 1 far) as (O & S & T & V). rewrite O.
  pose proof (column_range _ (padded_places _ W)) as R.
  destruct (layout_of_modes _ S) as [-> _]. rewrite D3. destruct (layout_of_call _ (column (padded e)) S) as [C1 C2]; [now rewrite T|].
  assert (E : value (tile_modes e 1 far) (column (padded e)) = row (tiled e)).
  { rewrite V. unfold tiled, far. clear. generalize (across e). intros a. induction (within e) as [|[i n] w IH]; [cbn [row volume places_joined]; lia|].
    cbn [row volume places_joined fst snd]. rewrite <- IH. lia. }
  assert (K : tiled_ok e = true) by (unfold tiled_ok; now rewrite D1, D2).
  rewrite C1, C2, K. split; [easy|]. split; [easy|]. split; [easy|]. split; [easy|].
  destruct (whole_is_padded e W) as [-> U]. split; [easy|]. intros H. rewrite <- (U H), C1, C2. easy.
Qed.
