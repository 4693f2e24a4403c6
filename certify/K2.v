(* K1, K2: the complement of a chain is ordered, and the sum of an offset of A and an offset of its
   complement determines both. The key step: below the next stride of A, the gaps and the modes before it
   are the digits of one number, so no two sums are equal. *)
Require Import Lib Trees Layouts Sorting C1 Tiles Distribute.

Lemma apart m : forall cur size v w a b x y, shapes m -> 1 <= cur -> 1 <= size -> chain m cur = true ->
  let g := gaps m cur size in 0 <= v < cur -> 0 <= w < cur -> 0 <= a < total m -> 0 <= b < total m ->
  0 <= x < total g -> 0 <= y < total g -> v + value m a + value g x = w + value m b + value g y -> v = w /\ a = b /\ x = y.
Proof.
  induction m as [|[s d] m IH]; intros cur size v w a b x y W C Q K g V V' A B X Y E; subst g.
  - cbn [gaps total value fst] in *. set (c := ceil_div size cur) in *. clearbody c.
    rewrite !Z.mod_small in E by lia. destruct (unique_digits cur x y v w V V'); lia.
  - modes_in W. cbn [gaps chain] in *. destruct (s =? 1) eqn:S; cbn [orb] in *; bools.
    + subst. cbn [total value fst] in *. rewrite !Z.mod_1_r, !Z.div_1_r in *.
      apply (IH cur size v w a b x y); auto; lia.
    + destruct (d =? 0) eqn:D0; bools; [lia|]. cond; [lia|]. cbn [total value fst] in *.
      assert (G : 1 <= d / cur /\ cur * (d / cur) <= d) by (pose proof (Z.div_mod d cur); pose proof (Z.mod_pos_bound d cur); nia).
      set (g := d / cur) in *. clearbody g.
      assert (M : forall n t u : Z, 1 <= n -> 0 <= u < n * t -> 0 <= u / n < t).
      { intros. pose proof (Z.div_mod u n). pose proof (Z.mod_pos_bound u n). nia. }
      pose proof (Z.mod_pos_bound a s). pose proof (Z.mod_pos_bound b s).
      pose proof (Z.mod_pos_bound x g). pose proof (Z.mod_pos_bound y g).
      destruct (IH (s * d) size (v + cur * (x mod g) + d * (a mod s)) (w + cur * (y mod g) + d * (b mod s))
        (a / s) (b / s) (x / g) (y / g)) as (L & AB & XY); auto; try (apply M; lia); try (split; nia); try nia.
      destruct (unique_digits d (a mod s) (b mod s) (v + cur * (x mod g)) (w + cur * (y mod g))); try (split; nia); try lia.
      destruct (unique_digits cur (x mod g) (y mod g) v w); try lia.
      split; [lia|]. split; [apply (same_digits s)|apply (same_digits g)]; auto; lia.
Qed.

Lemma gaps_good m : forall cur size, shapes m -> 1 <= cur -> 1 <= size -> chain m cur = true ->
  gaps_ok m cur size = true /\ shapes (gaps m cur size).
Proof.
  induction m as [|[s d] m IH]; intros cur size W C Z1 K; cbn [gaps gaps_ok chain] in *.
  - split; [now apply ceil_defined|]. repeat constructor. cbn. now apply ceil_pos.
  - modes_in W. destruct (s =? 1) eqn:S; cbn [orb]; bools; [auto|]. destruct (d =? 0) eqn:D; bools; [lia|].
    destruct (d <? cur) eqn:L; bools; [lia|]. destruct (IH (s * d) size) as [I1 I2]; try easy; [nia|].
    rewrite nonzero, I1 by lia. split; [easy|]. constructor; [cbn; apply Z.div_le_lower_bound; lia|easy].
Qed.

(* The complement of a chain is the layout of the gaps. *)
Notation is_chained A := (chain (sort_modes (modes_of A)) 1 = true).
Notation gaps_of A M := (gaps (sort_modes (modes_of A)) 1 M).

Lemma gaps_of_shapes A M : valid A -> 1 <= M -> is_chained A -> shapes (gaps_of A M).
Proof. intros. apply gaps_good; auto using sort_shapes, modes_shapes. lia. Qed.
Lemma product_leaf M : product (Leaf M) = M.
Proof. unfold product. cbn. lia. Qed.
Lemma complement_modes A M : 1 <= M -> complement A (Leaf M) = layout_of (coalesce_modes (gaps_of A M)).
Proof. intros. unfold complement. rewrite product_leaf. cbv zeta. now rewrite (proj2 (Z.ltb_ge M 1)). Qed.
Lemma complement_defined A M : valid A -> 1 <= M -> is_chained A -> complement_ok A (Leaf M) = true.
Proof.
  intros V M1 C. unfold complement_ok. rewrite product_leaf. cbv zeta. rewrite (proj2 (Z.ltb_ge M 1)), modes_defined by easy.
  destruct (gaps_good (sort_modes (modes_of A)) 1 M) as [-> _]; auto using sort_shapes, modes_shapes; [lia|].
  now apply layout_of_modes, coalesce_shapes, gaps_of_shapes.
Qed.
Lemma complement_size A M : valid A -> 1 <= M -> is_chained A -> Layout_size (complement A (Leaf M)) = total (gaps_of A M).
Proof. intros. rewrite complement_modes, layout_of_size, coalesce_total; auto using coalesce_shapes, gaps_of_shapes. Qed.
Lemma complement_call A M : valid A -> 1 <= M -> is_chained A -> forall x, 0 <= x < total (gaps_of A M) ->
  Layout_call_ok (complement A (Leaf M)) (Leaf x) = true /\ Layout_call (complement A (Leaf M)) (Leaf x) = value (gaps_of A M) x.
Proof.
  intros V M1 C x X. rewrite complement_modes, <- coalesce_value by auto using gaps_of_shapes.
  apply layout_of_call; [now apply coalesce_shapes, gaps_of_shapes|now rewrite coalesce_total].
Qed.

Theorem K2 : S_K2.
Proof.
  intros A M a b x y V N M1 A0 A1 B0 B1 X0 Y0. sizes. rewrite modes_defined by easy. split; [easy|]. intros C.
  split; [now apply complement_defined|]. intros R; subst R. rewrite complement_size by easy. intros X1 Y1.
  destruct (complement_call A M V M1 C x (conj X0 X1)) as [-> ->].
  destruct (complement_call A M V M1 C y (conj Y0 Y1)) as [-> ->].
  destruct (call_value A V a (conj A0 A1)) as [-> ->]. destruct (call_value A V b (conj B0 B1)) as [-> ->].
  split; [easy|]. intros E. pose proof (modes_shapes A V) as W. destruct (sort_moves _ W) as (P & Q).
  destruct (Q a (conj A0 A1)) as (P1 & P2 & P3). destruct (Q b (conj B0 B1)) as (P4 & P5 & _).
  rewrite !value_sum, <- P2, <- P5, <- !value_sum in E.
  destruct (apart (sort_modes (modes_of A)) 1 M 0 0 (P a) (P b) x y) as (_ & F & G); auto using sort_shapes; try lia.
Qed.

(* Order: pushing keeps it, and gaps are ordered. *)
Lemma increasing_lower m low lower : lower <= low -> increasing m low = true -> increasing m lower = true.
Proof. destruct m as [|[s d] m]; intros L I; [easy|]. cbn [increasing snd] in *. bools. both; [apply Z.leb_le; lia|easy]. Qed.
Lemma push_increasing s d m low : 1 <= low -> low <= d -> 1 <= s -> shapes m -> increasing m (d + 1) = true -> increasing (push (s, d) m) low = true.
Proof.
  intros L D S W I. unfold push. cond; [apply increasing_lower with (d + 1); [lia|easy]|].
  destruct m as [|[t e] m]; [cbn; both; [now apply Z.leb_le|easy]|]. cond.
  - cbn [increasing snd] in *. bools. both; [now apply Z.leb_le|]. subst. apply increasing_lower with (s * d + 1); [nia|easy].
  - cbn [increasing snd] in *. bools. both; [now apply Z.leb_le|apply Z.leb_le; lia|easy].
Qed.
Lemma coalesce_increasing m : forall low, 1 <= low -> shapes m -> increasing m low = true -> increasing (coalesce_modes m) low = true.
Proof.
  induction m as [|[s d] m IH]; intros low L W I; [easy|]. modes_in W. cbn [increasing snd coalesce_modes] in *. bools.
  apply push_increasing; auto using coalesce_shapes. apply IH; auto. lia.
Qed.
Lemma gaps_increasing m : forall cur size, shapes m -> 1 <= cur -> chain m cur = true -> increasing (gaps m cur size) cur = true.
Proof.
  induction m as [|[s d] m IH]; intros cur size W C K; cbn [gaps chain] in *; [cbn; both; [apply Z.leb_le; lia|easy]|].
  modes_in W. destruct (s =? 1) eqn:S; cbn [orb]; bools; [auto|]. destruct (d =? 0) eqn:D; bools; [lia|].
  destruct (d <? cur) eqn:L; bools; [lia|]. cbn [increasing snd]. both; [apply Z.leb_le; lia|].
  apply increasing_lower with (s * d); [nia|]. apply IH; auto. nia.
Qed.

Theorem K1 : S_K1.
Proof.
  intros A M V N M1. rewrite modes_defined by easy. split; [easy|]. intros C. split; [now apply complement_defined|].
  intros R; subst R. rewrite complement_size by easy. intros X. rewrite complement_modes by easy.
  set (g := gaps (sort_modes (modes_of A)) 1 M) in *. assert (G : shapes g) by now apply gaps_of_shapes.
  destruct (layout_of_modes (coalesce_modes g)) as (_ & L & E & _); [now apply coalesce_shapes|].
  rewrite modes_defined, E by easy. split; [easy|]. rewrite <- (coalesce_total g) in X.
  destruct (coalesce_modes g) as [|p m] eqn:F; [cbn in X; lia|]. cbn [or_one]. rewrite <- F.
  apply coalesce_increasing; auto; [lia|]. apply gaps_increasing; auto using sort_shapes, modes_shapes. lia.
Qed.
