(* T5: a fragment of mma.sync holds each element of its block at exactly one (lane, value). Modes of size 1 are
   left out of the fragment, which changes no offset; the digits of the coordinate are those of row and column. *)
Require Import Lib Trees Layouts I2.

Definition proper (m : modes) : modes := filter (fun '(s, _) => 1 <? s) m.
Definition tree_or (x : Z) (l : list Z) : tree := match l with [] => Leaf x | _ => Tuple (map Leaf l) end.

Lemma proper_shapes m : shapes m -> shapes (proper m).
Proof. intros W. apply Forall_forall. intros p P. apply filter_In in P. rewrite Forall_forall in W. now apply W. Qed.
Lemma proper_total m : shapes m -> total (proper m) = total m.
Proof.
  induction m as [|[s d] m IH]; intros W; [easy|]. modes_in W. cbn [proper filter]. fold (proper m).
  destruct (Z.ltb_spec 1 s); cbn [total fst]; rewrite IH by easy; [easy|]. replace s with 1 by lia. lia.
Qed.
Lemma proper_value m : shapes m -> forall x, value (proper m) x = value m x.
Proof.
  induction m as [|[s d] m IH]; intros W x; [easy|]. modes_in W. cbn [proper filter]. fold (proper m).
  destruct (Z.ltb_spec 1 s); cbn [value]; rewrite IH by easy; [easy|]. replace s with 1 by lia. rewrite Z.mod_1_r, Z.div_1_r. lia.
Qed.
Lemma or_one_same m : shapes m -> shapes (or_one m) /\ total (or_one m) = total m /\ forall x, value (or_one m) x = value m x.
Proof. intros W. destruct m; [|easy]. repeat split; repeat constructor; cbn; lia. Qed.
Lemma value_digit s d m a x : 0 <= a < s -> value ((s, d) :: m) (a + s * x) = d * a + value m x.
Proof. intros A. cbn [value]. destruct (divmod_unique (a + s * x) s x a) as [-> ->]; [lia|easy|easy]. Qed.

Lemma map_same (m : modes) : map (fun '(s, d) => (s, d)) m = m.
Proof. rewrite <- (map_id m) at 2. apply map_ext. now intros []. Qed.
Lemma part_layout m : shapes m -> let s := tree_or 1 (map fst m) in let t := tree_or 0 (map snd m) in
  Layout_ok s t = true /\ Layout s t = {| layout_shape := s; layout_stride := t |}.
Proof.
  intros W. destruct m as [|p m]; [easy|]. cbv zeta.
  change (tree_or 1 (map fst (p :: m))) with (Tuple (map Leaf (map fst (p :: m)))).
  change (tree_or 0 (map snd (p :: m))) with (Tuple (map Leaf (map snd (p :: m)))). apply made_layout.
  - unfold require_shape_ok. rewrite flat_tree. apply positive_sizes. now rewrite Forall_map.
  - apply flat_congruent. now rewrite !map_length.
Qed.

(* The layout of a fragment, for a list of proper modes. *)
Lemma fragment_layout step m : shapes m -> let s := Tuple [Tuple [Leaf 4; Leaf 8]; tree_or 1 (map fst m)] in
  let t := Tuple [Tuple [Leaf step; Leaf 1]; tree_or 0 (map snd m)] in
  let L := {| layout_shape := s; layout_stride := t |} in
  Layout_ok s t = true /\ Layout s t = L /\ modes_of L = (4, step) :: (8, 1) :: or_one m /\ product (tree_or 1 (map fst m)) = total m.
Proof.
  intros W s t L. assert (F : flatten (tree_or 1 (map fst m)) = map fst (or_one m) /\ flatten (tree_or 0 (map snd m)) = map snd (or_one m))
    by (unfold tree_or; destruct m; [easy|]; cbn [map or_one]; split; apply (flat_tree (_ :: _))).
  destruct F as [F1 F2]. destruct (or_one_same m W) as (W1 & T & _).
  assert (FS : flatten s = [4; 8] ++ map fst (or_one m)) by (unfold s; rewrite !flatten_cons, F1; cbn; now rewrite app_nil_r).
  assert (FT : flatten t = [step; 1] ++ map snd (or_one m)) by (unfold t; rewrite !flatten_cons, F2; cbn; now rewrite app_nil_r).
  destruct (made_layout s t) as [O E].
  - unfold require_shape_ok. rewrite FS. apply positive_sizes. cbn [app]. repeat constructor; try lia. now rewrite Forall_map.
  - apply congruent_profile. unfold s, t, tree_or. destruct m; [easy|]. cbn. do 3 f_equal. rewrite !map_map. reflexivity.
  - split; [exact O|]. split; [exact E|]. split.
    + unfold modes_of, Layout_flat_modes, L. cbn [layout_shape layout_stride]. rewrite FS, FT. cbn [app paired]. now rewrite paired_split.
    + unfold product. rewrite F1, <- T. clear. induction (or_one m) as [|[x d] l IH]; [easy|]. cbn [map total product_of fold_right fst]. now rewrite <- IH.
Qed.

Theorem T5 : S_T5.
Proof.
  intros r n b i j R N B I J. cbv zeta. intros IR JC. set (m := [(n, 8 * r); (r, 8); (b, 4 * (n * (8 * r)))]).
  assert (W : shapes m) by (repeat constructor; cbn; lia). pose proof (proper_shapes m W) as WP.
  destruct (or_one_same _ WP) as (W1 & T1 & V1). destruct (fragment_layout (n * (8 * r)) (proper m) WP) as (O & E & M & P).
  set (s := Tuple [_; tree_or 1 _]) in *. set (t := Tuple [_; tree_or 0 _]) in *. cbv zeta in M. set (L := {| layout_shape := s; layout_stride := t |}) in *.
  assert (TM : total (proper m) = n * r * b) by (rewrite proper_total by easy; unfold m; cbn; lia).
  assert (D8 : 8 * r mod 8 = 0 /\ 8 * r / 8 = r) by (rewrite Z.mul_comm, Z.mod_mul, Z.div_mul; easy). destruct D8 as [D8 D8'].
  assert (DC : 4 * n * b mod (4 * n) = 0 /\ 4 * n * b / (4 * n) = b) by (rewrite (Z.mul_comm (4 * n) b), Z.mod_mul, Z.div_mul by lia; easy).
  destruct DC as [DC DC'].
  assert (K : mma_fragment_ok (8 * r) (4 * n * b) n = true /\ mma_fragment (8 * r) (4 * n * b) n = L).
  { unfold mma_fragment_ok, mma_fragment. rewrite D8, D8', DC, DC'. rewrite (proj2 (Z.ltb_ge (8 * r) 1)), (proj2 (Z.ltb_ge n 1)), (proj2 (Z.ltb_ge (4 * n * b) 1)) by nia.
    rewrite (nonzero (4 * n)) by lia. cbn [orb andb negb Z.eqb]. cbv zeta. rewrite map_same, map_firsts, map_seconds. split; [exact O|exact E]. }
  destruct K as [-> ->]. split; [easy|].
  assert (V : valid L) by exact O. assert (SL : Layout_size L = 32 * (n * r * b)).
  { rewrite size_total, M by easy. cbn [total fst]. rewrite T1, TM. ring. }
  assert (G : Layout_getitem_ok L 0 = true /\ Layout_getitem_ok L 1 = true /\ Layout_size (Layout_getitem L 0) = 32 /\ Layout_size (Layout_getitem L 1) = n * r * b).
  { destruct (part_layout (proper m) WP) as [O2 E2]. destruct (made_layout (Tuple [Leaf 4; Leaf 8]) (Tuple [Leaf (n * (8 * r)); Leaf 1]) eq_refl eq_refl) as [O1 E1].
    assert (X : forall u v, get_tree_Z (Tuple [u; v]) 0 = u /\ get_tree_Z (Tuple [u; v]) 1 = v /\ get_tree_Z_ok (Tuple [u; v]) 0 = true /\ get_tree_Z_ok (Tuple [u; v]) 1 = true) by easy.
    unfold Layout_getitem_ok, Layout_getitem, Layout_mode_layout_Z_ok, Layout_mode_layout_Z, L, s, t. cbn [layout_shape layout_stride].
    destruct (X (Tuple [Leaf 4; Leaf 8]) (tree_or 1 (map fst (proper m)))) as (-> & -> & -> & ->).
    destruct (X (Tuple [Leaf (n * (8 * r)); Leaf 1]) (tree_or 0 (map snd (proper m)))) as (-> & -> & -> & ->).
    cbn [andb]. rewrite O1, E1, O2, E2. unfold Layout_size. cbn [layout_shape]. rewrite P, TM. easy. }
  destruct G as (-> & -> & -> & ->). split; [easy|]. split; [reflexivity|]. rewrite SL. split; [ring|].
  unfold held_at_ok, held_at. rewrite !nonzero by lia. cbn [andb]. split; [easy|]. cbv beta iota.
  pose proof (Z.div_mod i 8 ltac:(lia)) as DI. pose proof (Z.mod_pos_bound i 8 ltac:(lia)) as MI.
  pose proof (Z.div_mod j n ltac:(lia)) as DJ. pose proof (Z.mod_pos_bound j n ltac:(lia)) as MJ.
  pose proof (Z.div_mod (j / n) 4 ltac:(lia)) as DQ. pose proof (Z.mod_pos_bound (j / n) 4 ltac:(lia)) as MQ.
  assert (Q : j / (4 * n) = j / n / 4) by (rewrite Z.div_div, (Z.mul_comm n 4) by lia; easy). rewrite Q.
  set (c := j / n / 4) in *. set (q := j / n) in *. set (a := i / 8) in *. set (y := j mod n) in *. set (x := i mod 8) in *. set (z := q mod 4) in *.
  assert (A : 0 <= a < r) by lia. assert (C0 : 0 <= q) by (apply Z.div_pos; lia). assert (C : 0 <= c < b) by nia.
  assert (RB : 0 <= a + r * c < r * b) by nia. assert (VB : 0 <= y + n * (a + r * c) < n * r * b) by nia.
  assert (CALL : Layout_call_layout_tree_tree_ok L (Leaf (z + 4 * x)) (Leaf (y + n * (a + r * c))) = true /\
    Layout_call_layout_tree_tree L (Leaf (z + 4 * x)) (Leaf (y + n * (a + r * c))) = i + 8 * r * j).
  { assert (PT : point (Tuple (map Leaf [z + 4 * x; y + n * (a + r * c)])) s (counted [z + 4 * x; y + n * (a + r * c)] (map product [Tuple [Leaf 4; Leaf 8]; tree_or 1 (map fst (proper m))]))).
    { apply at_modes; [exact (valid_sizes L V)|]. cbn [map]. rewrite P, TM. cbn [in_bounds]. change (product (Tuple [Leaf 4; Leaf 8])) with 32.
      both; try apply Z.leb_le; try apply Z.ltb_lt; try easy; lia. }
    destruct (point_call L _ _ V PT) as [CO CE]. unfold Layout_call_ok, Layout_call in CO, CE.
    cbn [map] in CE. rewrite P, TM in CE. change (product (Tuple [Leaf 4; Leaf 8])) with 32 in CE. cbn [counted] in CE. rewrite Z.mul_0_r, Z.add_0_r in CE.
    split; [exact CO|]. etransitivity; [exact CE|]. rewrite extended_value; [|exact (modes_shapes L V)|].
    2:{ rewrite <- size_total, SL by easy. nia. }
    rewrite M. replace (z + 4 * x + 32 * (y + n * (a + r * c))) with (z + 4 * (x + 8 * (y + n * (a + r * c)))) by ring.
    rewrite !value_digit by lia. rewrite V1, proper_value by easy. unfold m. rewrite !value_digit by lia. replace c with (c + b * 0) by ring.
    rewrite value_digit by lia. cbn [value]. rewrite DI, DJ, DQ. ring. }
  destruct CALL as [-> ->]. repeat split; try easy; try lia; nia.
Qed.
