(* X7: an array without tiles is the CuTe layout whose strides are the products of the later sizes, for any
   rank and order. The key step: the most minor dimension comes last, so its digit is the highest of the
   column-major position. *)
Require Import Lib Trees Layouts C1 P1c Tiles X1 OneByOne.

(* The column-major position: the other dimensions first, then the minor dimension. *)
Lemma column_range e : Forall place e -> 0 <= column e < volume e.
Proof.
  induction 1 as [|[i n] e P _ IH]; [cbn; lia|]. cbn in P. cbn [column volume fst snd] in *. nia.
Qed.
(* Appended modes take the number of times that x exceeds the size of the first modes. *)
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
Lemma origin_modes e : forall stride, row_major (origin e) stride = row_major e stride.
Proof. induction e as [|[i n] e IH]; intros stride; [easy|]. cbn [origin row_major snd]. cbv zeta. now rewrite IH. Qed.

Theorem X7 : S_X7.
Proof.
  intros A i D O S B. split; [easy|]. intros T. destruct (point_places A i O B) as [P Q]. split; [easy|]. cbv zeta. rewrite origin_modes.
  destruct (row_major_is _ Q 1) as (W & V & E). pose proof (column_range _ Q).
  destruct (layout_of_modes _ W) as [-> _]. split; [easy|].
  destruct (layout_of_call _ (column (physical_point A i)) W) as [-> ->]; [now rewrite V|]. split; [easy|].
  unfold linear_index_ok, linear_index. rewrite P, S. destruct (XlaShape_sides A); [|now destruct T]. split; [easy|]. cbn [tiled_by]. lia.
Qed.
