(* K9: a layout and its complement together are a bijection onto [0, M), if the sorted layout is a chain of
   multiples up to M. The key step: the modes, each with the gap before it, are the digits of one number
   below M, whatever the sorting key is. *)
Require Import Lib Trees Layouts Sorting C1 Tiles Distribute K2.

Lemma multiples_chain m : forall cur size, 1 <= cur -> shapes m -> is_chain m cur size = true -> chain m cur = true.
Proof.
  induction m as [|[s d] m IH]; intros cur size C W K; [easy|]. modes_in W. cbn [is_chain chain] in *.
  destruct (s =? 1) eqn:S; bools; [now apply IH with size|]. assert (cur <= d).
  { pose proof (Z.div_mod d cur ltac:(lia)). assert (1 <= d / cur) by nia. nia. }
  both; [now apply Z.leb_le|]. apply IH with size; auto. nia.
Qed.
Lemma is_chain_defined m : forall cur size, 1 <= cur -> shapes m -> is_chain_ok m cur size = true.
Proof.
  induction m as [|[s d] m IH]; intros cur size C W; cbn [is_chain_ok]; [apply nonzero; lia|]. modes_in W.
  destruct (s =? 1) eqn:S; [auto|]. rewrite nonzero by lia. cbn [andb]. destruct (1 <=? d) eqn:D; [|easy]. bools.
  rewrite IH by (auto; nia). now rewrite !orb_true_r.
Qed.

(* Every sum is an offset below the size, and there are as many sums as offsets. *)
Lemma below m : forall cur size v a x, shapes m -> 1 <= cur -> 1 <= size -> is_chain m cur size = true -> let g := gaps m cur size in
  cur * (total m * total g) = size /\
  (0 <= v < cur -> 0 <= a < total m -> 0 <= x < total g -> 0 <= v + value m a + value g x < size).
Proof.
  induction m as [|[s d] m IH]; intros cur size v a x W C Q K g; subst g; cbn [is_chain gaps] in *.
  - bools. cbn [total value fst]. assert (E : cur * ceil_div size cur = size).
    { rewrite ceil_eq. pose proof (Z.div_mod size cur ltac:(lia)). rewrite (proj1 (divmod_unique (size + cur - 1) cur (size / cur) (cur - 1) ltac:(lia) ltac:(lia))). lia. }
    split; [lia|]. intros V A X. rewrite Z.mod_small by lia. nia.
  - modes_in W. destruct (s =? 1) eqn:S; cbn [orb] in *; bools.
    + subst. cbn [total value fst]. rewrite Z.mod_1_r, Z.div_1_r.
      destruct (IH cur size v a x H2 C Q K) as [I J]. split; [now rewrite Z.mul_1_l|].
      intros V A X. specialize (J V ltac:(lia) X). lia.
    + destruct (d =? 0) eqn:D0; bools; [lia|]. pose proof (Z.div_mod d cur ltac:(lia)) as D. assert (1 <= d / cur) by nia.
      destruct (d <? cur) eqn:D1; bools; [nia|]. set (g := d / cur) in *. clearbody g.
      cbn [total value fst].
      destruct (IH (s * d) size (v + cur * (x mod g) + d * (a mod s)) (a / s) (x / g) H2) as [I J]; auto; [nia|].
      split.
      { set (G := total (gaps m (s * d) size)) in *. clearbody G. assert (d = cur * g) by lia. subst d. rewrite <- I. ring. }
      intros V A X. assert (M : forall n t u : Z, 1 <= n -> 0 <= u < n * t -> 0 <= u / n < t).
      { intros. pose proof (Z.div_mod u n). pose proof (Z.mod_pos_bound u n). nia. }
      pose proof (Z.mod_pos_bound a s). pose proof (Z.mod_pos_bound x g).
      enough (0 <= v + cur * (x mod g) + d * (a mod s) + value m (a / s) + value (gaps m (s * d) size) (x / g) < size) by lia.
      apply J; [nia|apply M; lia|apply M; lia].
Qed.

(* Every offset is a sum: its digits, in units of cur. *)
Lemma reached m : forall cur size t, shapes m -> 1 <= cur -> 1 <= size -> is_chain m cur size = true -> let g := gaps m cur size in
  0 <= t -> cur * t < size -> element_at_ok m cur t = true /\ gap_at_ok m cur t = true /\
  0 <= element_at m cur t < total m /\ 0 <= gap_at m cur t < total g /\
  value m (element_at m cur t) + value g (gap_at m cur t) = cur * t.
Proof.
  induction m as [|[s d] m IH]; intros cur size t W C Q K g T0 T1; subst g; cbn [is_chain gaps element_at gap_at element_at_ok gap_at_ok] in *.
  - bools. cbn [total value fst]. assert (E : cur * ceil_div size cur = size).
    { rewrite ceil_eq. pose proof (Z.div_mod size cur ltac:(lia)). rewrite (proj1 (divmod_unique (size + cur - 1) cur (size / cur) (cur - 1) ltac:(lia) ltac:(lia))). lia. }
    assert (t < ceil_div size cur) by nia. rewrite Z.mod_small by lia. repeat split; lia.
  - modes_in W. destruct (s =? 1) eqn:S; cbn [orb] in *; bools.
    + subst. cbn [total value fst]. rewrite Z.mod_1_r, Z.div_1_r.
      destruct (IH cur size t H2 C Q K T0 T1) as (I1 & I2 & I3 & I4 & I5). repeat split; try easy; lia.
    + destruct (d =? 0) eqn:D0; bools; [lia|]. pose proof (Z.div_mod d cur ltac:(lia)) as D. assert (1 <= d / cur) by nia.
      destruct (d <? cur) eqn:D1; bools; [nia|]. set (g := d / cur) in *. clearbody g. cbv zeta.
      rewrite !nonzero by lia. cbn [andb]. euclid t g u r. euclid u s q c.
      assert (d = cur * g) by lia. assert (0 <= u) by nia. assert (0 <= q) by nia. assert (0 <= cur * (g * c + r)) by nia.
      assert (s * d * q < size) by (subst d t u; lia).
      destruct (IH (s * d) size q H2) as (I1 & I2 & I3 & I4 & I5); auto; [nia|].
      rewrite I1, I2. cbn [total value fst]. set (e := element_at m (s * d) q) in *. set (f := gap_at m (s * d) q) in *. clearbody e f.
      digits (c + s * e) s e c. digits (r + g * f) g f r.
      split; [easy|]. split; [easy|]. split; [nia|]. split; [nia|].
      enough (d * c + cur * r + s * d * q = cur * t) by lia. subst d t u. ring.
Qed.

(* The position before sorting of a coordinate of the sorted modes. *)
Lemma before_insertion s d m : 1 <= s -> shapes m -> forall n, 0 <= n < s * total m ->
  place_before_insertion_ok (s, d) m n = true /\ 0 <= place_before_insertion (s, d) m n < s * total m /\
  value ((s, d) :: m) (place_before_insertion (s, d) m n) = value (insert (s, d) m) n.
Proof.
  intros S. induction m as [|[t e] m IH]; intros W n N; [easy|]. modes_in W.
  cbn [place_before_insertion place_before_insertion_ok insert fst snd total] in *. cbv zeta. destruct (d <=? e) eqn:E; [easy|].
  euclid n t q r. assert (Q : 0 <= q < s * total m) by nia. destruct (IH H2 q Q) as (I1 & I2 & I3). rewrite I1, !nonzero by lia.
  cbn [value] in *. digits n t q r. rewrite <- I3. set (p := place_before_insertion (s, d) m q) in *. clearbody p. euclid p s b a.
  digits (a + s * (r + t * b)) s (r + t * b) a. digits (r + t * b) t b r. split; [easy|]. assert (0 <= b < total m) by nia.
  assert (0 <= r + t * b < t * total m) by nia. split; [nia|]. lia.
Qed.
Lemma before_sorting m : shapes m -> forall n, 0 <= n < total m ->
  place_before_sorting_ok m n = true /\ 0 <= place_before_sorting m n < total m /\
  value m (place_before_sorting m n) = value (sort_modes m) n.
Proof.
  induction m as [|[s d] m IH]; intros W n N; [easy|]. modes_in W.
  cbn [place_before_sorting place_before_sorting_ok sort_modes total fst] in *. cbv zeta.
  destruct (before_insertion s d (sort_modes m) H1 (sort_shapes m H2) n) as (I1 & I2 & I3); [now rewrite sort_total|].
  rewrite I1, !nonzero by lia. rewrite <- I3. set (p := place_before_insertion (s, d) (sort_modes m) n) in *. clearbody p.
  rewrite sort_total in I2. cbn [value]. euclid p s b a. assert (B : 0 <= b < total m) by nia.
  destruct (IH H2 b B) as (J1 & J2 & J3). rewrite J1, <- J3. set (k := place_before_sorting m b) in *. clearbody k.
  digits (a + s * k) s k a. split; [easy|]. split; [nia|easy].
Qed.

Theorem K9 : S_K9.
Proof.
  intros A M a b x y t V N M1 A0 A1 B0 B1 X0 Y0 T0. sizes. rewrite modes_defined by easy. split; [easy|]. cbv zeta.
  pose proof (modes_shapes A V) as W. pose proof (sort_shapes _ W) as S.
  split; [apply is_chain_defined; auto; lia|]. intros K. assert (C : is_chained A) by (apply multiples_chain with M; auto; lia).
  split; [now apply complement_defined|]. rewrite complement_size by easy. intros X1 Y1.
  destruct (sort_moves _ W) as (P & Q). destruct (Q a (conj A0 A1)) as (P1 & P2 & P3). destruct (Q b (conj B0 B1)) as (P4 & P5 & _).
  destruct (below _ 1 M 0 (P a) x S ltac:(lia) M1 K) as [E F]. rewrite sort_total in *. split; [rewrite size_total by easy; lia|].
  destruct (complement_call A M V M1 C x (conj X0 X1)) as [-> ->].
  destruct (complement_call A M V M1 C y (conj Y0 Y1)) as [-> ->].
  destruct (call_value A V a (conj A0 A1)) as [-> ->]. destruct (call_value A V b (conj B0 B1)) as [-> ->].
  rewrite !(value_sum (modes_of A)), <- P2, <- P5, <- !value_sum. split; [easy|].
  split; [pose proof (F ltac:(lia) P1 (conj X0 X1)); lia|]. split; [easy|].
  assert (R : t < M -> ((element_of_ok (modes_of A) t && Layout_call_ok A (Leaf (element_of (modes_of A) t))) &&
    (gap_of_ok (modes_of A) t && Layout_call_ok (complement A (Leaf M)) (Leaf (gap_of (modes_of A) t)))) = true /\
    Layout_call A (Leaf (element_of (modes_of A) t)) + Layout_call (complement A (Leaf M)) (Leaf (gap_of (modes_of A) t)) = t).
  { intros T1. destruct (reached _ 1 M t S ltac:(lia) M1 K T0 ltac:(lia)) as (R1 & R2 & R3 & R4 & R5). rewrite sort_total in R3.
    destruct (before_sorting _ W _ R3) as (B2 & B3 & B4). unfold element_of_ok, element_of, gap_of_ok, gap_of.
    rewrite R1, R2, B2. destruct (call_value A V _ B3) as [-> ->]. destruct (complement_call A M V M1 C _ R4) as [-> ->].
    rewrite B4. split; [easy|]. lia. }
  split; intros G; [|exact R].
  destruct (apart (sort_modes (modes_of A)) 1 M 0 0 (P a) (P b) x y) as (_ & H & I); auto; try (rewrite sort_total; lia); try lia.
Qed.
