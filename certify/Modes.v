(* A layout as the list of its modes, each of them a layout. An operation mode by mode changes the first entries of
   this list, and puts all entries side by side. *)
Require Import Lib Trees Layouts C1 N1 P1c OneByOne D1a.

Lemma nth_upto {A} (f : Z -> A) d k n : 0 <= k < n -> nth (Z.to_nat k) (map f (upto n)) d = f k.
Proof.
  intros K. unfold upto. rewrite map_map, (nth_indep _ d (f (Z.of_nat 0))) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun m => f (Z.of_nat m))), seq_nth by lia. f_equal. lia.
Qed.
Lemma rank_natural A : 0 <= Layout_rank A.
Proof. unfold Layout_rank, rank. destruct (layout_shape A); lia. Qed.
Lemma rank_iterated A : Z.of_nat (length (Layout_iter A)) = Layout_rank A.
Proof. unfold Layout_iter, upto. rewrite !map_length, seq_length. pose proof (rank_natural A). lia. Qed.

Lemma mode_at A k d : valid A -> 0 <= k < Layout_rank A ->
  Layout_getitem_ok A k = true /\ Layout_getitem A k = nth (Z.to_nat k) (Layout_iter A) d /\ valid (Layout_getitem A k).
Proof.
  intros V K. pose proof (iterates A V) as O. pose proof (iterated A V O) as (W & _).
  assert (E : Layout_getitem A k = nth (Z.to_nat k) (Layout_iter A) d).
  { unfold Layout_iter. now rewrite nth_upto. }
  split; [|split; [exact E|]].
  - unfold Layout_iter_ok in O. rewrite forallb_forall in O. apply O. unfold upto. apply in_map_iff.
    exists (Z.to_nat k). split; [lia|]. apply in_seq. lia.
  - rewrite E. rewrite Forall_forall in W. apply W, nth_In. pose proof (rank_iterated A). lia.
Qed.

Lemma modes_put_together Ls d : Forall (fun L => valid L) Ls -> let R := make_layout Ls in
  make_layout_ok Ls = true /\ valid R /\ Layout_rank R = Z.of_nat (length Ls) /\
  forall k, 0 <= k < Z.of_nat (length Ls) -> Layout_getitem_ok R k = true /\ Layout_getitem R k = nth (Z.to_nat k) Ls d.
Proof.
  intros W R. destruct (side_by_side Ls W) as (O & V & _ & S). fold R in V, S. split; [exact O|]. split; [exact V|].
  assert (N : Layout_rank R = Z.of_nat (length Ls)) by (unfold Layout_rank; now rewrite S; cbn; rewrite map_length).
  split; [exact N|]. intros k K. destruct (mode_at R k d V) as (G & _ & _); [lia|]. split; [exact G|].
  assert (E : layout_stride R = Tuple (map layout_stride Ls)).
  { unfold R, make_layout in S |- *. unfold Layout in S |- *. destruct (makes_layout _ _); [easy|discriminate S]. }
  unfold Layout_getitem, Layout_mode_layout_Z. rewrite S, E. unfold get_tree_Z, rank. rewrite !map_length.
  destruct (Z.leb_spec 0 k); [|lia]. destruct (Z.ltb_spec k (Z.of_nat (length Ls))); [|lia]. cbn [andb]. cbv zeta.
  set (n := Z.to_nat k). rewrite !(nth_indep _ (Leaf 0) (layout_shape d)) by (rewrite map_length; lia).
  rewrite (nth_indep (map layout_stride Ls) (layout_shape d) (layout_stride d)) by (rewrite map_length; lia).
  rewrite !map_nth. assert (X : valid (nth n Ls d)) by (rewrite Forall_forall in W; apply W, nth_In; lia).
  rewrite layout_parts in X. apply andb_true_iff in X. destruct X as [X1 X2].
  destruct (made_layout _ _ X1 X2) as [_ ->]. now destruct (nth n Ls d).
Qed.

Lemma nth_map_short {A B C} (f : A -> B -> C) k : forall a b da db dc, (k < length a)%nat -> (k < length b)%nat ->
  nth k (map_short f a b) dc = f (nth k a da) (nth k b db).
Proof.
  induction k as [|k IH]; intros [|x a] [|y b] da db dc L M; cbn [length] in *; try lia; [easy|].
  cbn. apply IH; lia.
Qed.
Lemma length_map_short {A B C} (f : A -> B -> C) a : forall b, length (map_short f a b) = Nat.min (length a) (length b).
Proof. induction a as [|x a IH]; intros [|y b]; cbn; try lia. now rewrite IH. Qed.
Lemma rest_of {A} (l : list A) n : 0 <= n -> sliced n (Z.of_nat (length l)) l = skipn (Z.to_nat n) l.
Proof.
  intros N. unfold sliced, end_at. destruct (Z.ltb_spec n 0); [lia|]. destruct (Z.ltb_spec (Z.of_nat (length l)) 0); [lia|].
  rewrite Nat2Z.id. apply firstn_all2. rewrite skipn_length. lia.
Qed.
Lemma nth_skipped {A} n : forall (l : list A) i d, nth i (skipn n l) d = nth (n + i) l d.
Proof. induction n as [|n IH]; intros [|x l] i d; cbn; try easy. now destruct i. Qed.

Lemma skipped_twice {A} n m : forall l : list A, skipn n (skipn m l) = skipn (m + n) l.
Proof. induction m as [|m IH]; intros l; [easy|]. destruct l as [|x l]; [now rewrite !skipn_nil|]. apply IH. Qed.
Lemma nth_taken {A} k n : forall (l : list A) d, (k < n)%nat -> nth k (firstn n l) d = nth k l d.
Proof. revert n. induction k as [|k IH]; intros [|n] [|x l] d L; try lia; try easy. apply IH. lia. Qed.

(* The modes of a layout, of which the first are changed. *)
Theorem modes_changed {B} (f : layout -> B -> layout) A (parts : list B) (db : B) : valid A ->
  (forall k, 0 <= k < Layout_rank A -> k < Z.of_nat (length parts) -> valid (f (Layout_getitem A k) (nth (Z.to_nat k) parts db))) ->
  let Ls := map_short f (Layout_iter A) parts ++
    sliced (Z.of_nat (length parts)) (Z.of_nat (length (Layout_iter A))) (Layout_iter A) in
  let R := make_layout Ls in
  make_layout_ok Ls = true /\ valid R /\ Layout_rank R = Layout_rank A /\
  forall k, 0 <= k < Layout_rank A -> Layout_getitem_ok R k = true /\ Layout_getitem R k =
    if k <? Z.of_nat (length parts) then f (Layout_getitem A k) (nth (Z.to_nat k) parts db) else Layout_getitem A k.
Proof.
  intros V F Ls R. pose proof (rank_iterated A) as N. pose proof (rank_natural A) as P. set (d := no_layout).
  assert (L : Z.of_nat (length Ls) = Layout_rank A).
  { unfold Ls. rewrite rest_of, app_length, length_map_short, skipn_length by lia. lia. }
  assert (E : forall k, 0 <= k < Layout_rank A -> nth (Z.to_nat k) Ls d =
    if k <? Z.of_nat (length parts) then f (Layout_getitem A k) (nth (Z.to_nat k) parts db) else Layout_getitem A k).
  { intros k K. destruct (mode_at A k d V K) as (_ & -> & _). unfold Ls. rewrite rest_of by lia.
    destruct (Z.ltb_spec k (Z.of_nat (length parts))).
    - rewrite app_nth1 by (rewrite length_map_short; lia). apply nth_map_short; lia.
    - rewrite app_nth2 by (rewrite length_map_short; lia). rewrite length_map_short, nth_skipped. f_equal. lia. }
  assert (W : Forall (fun L => valid L) Ls).
  { apply Forall_nth. intros i d' I. rewrite (nth_indep _ d' d I). replace i with (Z.to_nat (Z.of_nat i)) by lia.
    rewrite E by lia. destruct (Z.ltb_spec (Z.of_nat i) (Z.of_nat (length parts))); [apply F; lia|].
    apply (mode_at A (Z.of_nat i) d V). lia. }
  destruct (modes_put_together Ls d W) as (O & VR & RR & G). fold R in VR, RR, G. split; [exact O|]. split; [exact VR|].
  split; [congruence|]. intros k K. destruct (G k) as [G1 G2]; [lia|]. split; [exact G1|]. now rewrite G2, E.
Qed.
Lemma all_changed {B} (ok : layout -> B -> bool) A (parts : list B) (db : B) : valid A ->
  (forall k, 0 <= k < Layout_rank A -> k < Z.of_nat (length parts) -> ok (Layout_getitem A k) (nth (Z.to_nat k) parts db) = true) <->
  all_short ok (Layout_iter A) parts = true.
Proof.
  intros V. assert (G : forall a b da, all_short ok a b = true <->
    forall i, (i < length a)%nat -> (i < length b)%nat -> ok (nth i a da) (nth i b db) = true).
  { induction a as [|x a IH]; intros [|y b] da; cbn [all_short length]; try (split; [intros _ i L M; lia|easy]).
    rewrite andb_true_iff, (IH b da). split.
    - intros [H T] [|i] L M; [exact H|]. apply T; lia.
    - intros H. split; [apply (H 0%nat); lia|]. intros i L M. apply (H (S i)); lia. }
  rewrite (G _ _ no_layout). pose proof (rank_iterated A). split; intros H0.
  - intros i L M. specialize (H0 (Z.of_nat i) ltac:(lia) ltac:(lia)).
    destruct (mode_at A (Z.of_nat i) no_layout V ltac:(lia)) as (_ & E & _). now rewrite E, Nat2Z.id in H0.
  - intros k K M. destruct (mode_at A k no_layout V K) as (_ & -> & _). apply H0; lia.
Qed.

Lemma nonempty_mode A k : valid A -> none_empty (groups_of A) = true -> 0 <= k < Layout_rank A -> modes_of (Layout_getitem A k) <> [].
Proof.
  intros V N K. destruct (mode_at A k no_layout V K) as (_ & -> & _). pose proof (rank_iterated A) as L. revert N.
  unfold groups_of. set (n := Z.to_nat k). assert (M : (n < length (Layout_iter A))%nat) by lia. clearbody n. clear -M. revert n M.
  induction (Layout_iter A) as [|B Bs IH]; intros n M N; cbn [length] in M; [lia|]. cbn [map none_empty] in N.
  apply andb_true_iff in N. destruct N as [N N']. destruct n as [|n]; cbn [nth]; [now destruct (modes_of B)|]. apply IH; [lia|exact N'].
Qed.
Lemma strides_of_mode A k : valid A -> strides_from (modes_of A) 0 = true -> 0 <= k < Layout_rank A ->
  strides_from (modes_of (Layout_getitem A k)) 0 = true.
Proof.
  intros V S K. destruct (mode_at A k no_layout V K) as (_ & -> & _). pose proof (rank_iterated A) as L.
  destruct (iterated A V (iterates A V)) as (_ & E & _). rewrite <- E in S. set (n := Z.to_nat k).
  assert (M : (n < length (Layout_iter A))%nat) by lia. clearbody n. clear -M S. revert n M.
  induction (Layout_iter A) as [|B Bs IH]; intros n M; cbn [length] in M; [lia|]. cbn [map concat] in S.
  apply strides_app in S. destruct S as [S S']. destruct n as [|n]; cbn [nth]; [exact S|]. apply IH; [exact S'|lia].
Qed.

(* The modes that coalesce, filter and composition change one by one. *)
Lemma leaf_at l k : nth k (map Leaf l) (Leaf 0) = Leaf (nth k l 0).
Proof. apply map_nth. Qed.
Lemma changed_by_leaves f f_ok g A l : valid A -> Z.of_nat (length l) <= Layout_rank A ->
  (forall B n, valid B -> f_ok B (Leaf n) = true /\ f B (Leaf n) = g B /\ valid (g B)) ->
  let R := if Layout_rank A <? Z.of_nat (length (map Leaf l)) then no_layout else change_modes f A (map Leaf l) in
  (if Layout_rank A <? Z.of_nat (length (map Leaf l)) then false else change_modes_ok f f_ok A (map Leaf l)) = true /\
  valid R /\ Layout_rank R = Layout_rank A /\
  forall k, 0 <= k < Layout_rank A -> Layout_getitem_ok R k = true /\ Layout_getitem R k =
    if k <? Z.of_nat (length l) then g (Layout_getitem A k) else Layout_getitem A k.
Proof.
  intros V L H. assert (W : forall k, 0 <= k < Layout_rank A -> valid (Layout_getitem A k)) by (intros k K; now apply (mode_at A k no_layout)).
  destruct (modes_changed f A (map Leaf l) (Leaf 0) V) as (O & VR & RR & G).
  { intros k K _. rewrite leaf_at. destruct (H _ (nth (Z.to_nat k) l 0) (W k K)) as (_ & -> & C). exact C. }
  unfold change_modes_ok, change_modes. rewrite map_length in *. destruct (Z.ltb_spec (Layout_rank A) (Z.of_nat (length l))); [lia|].
  rewrite (iterates A V), O. split; [|split; [exact VR|split; [exact RR|]]].
  - rewrite !andb_true_r. apply (all_changed f_ok A (map Leaf l) (Leaf 0) V). intros k K _. rewrite leaf_at. now apply H, W.
  - intros k K. destruct (G k K) as [G1 G2]. split; [exact G1|]. rewrite G2, leaf_at.
    now destruct (H _ (nth (Z.to_nat k) l 0) (W k K)) as (_ & -> & _).
Qed.
Lemma coalesce_valid B : valid B -> valid (coalesce B).
Proof. intros V. now apply layout_of_modes, coalesce_shapes, modes_shapes. Qed.
Theorem coalesced_modes A l : valid A -> Z.of_nat (length l) <= Layout_rank A ->
  let R := coalesce_layout_tree A (Tuple (map Leaf l)) in
  coalesce_layout_tree_ok A (Tuple (map Leaf l)) = true /\ valid R /\ Layout_rank R = Layout_rank A /\
  forall k, 0 <= k < Layout_rank A -> Layout_getitem_ok R k = true /\ Layout_getitem R k =
    if k <? Z.of_nat (length l) then coalesce (Layout_getitem A k) else Layout_getitem A k.
Proof.
  intros V L. apply (changed_by_leaves (fun a0 a1 => coalesce_layout_tree a0 a1) (fun a0 a1 => coalesce_layout_tree_ok a0 a1) coalesce A l V L).
  intros B n W. split; [now apply coalesce_defined|]. split; [reflexivity|now apply coalesce_valid].
Qed.
Theorem filtered_modes A l : valid A -> Z.of_nat (length l) <= Layout_rank A ->
  let R := filter__layout_tree A (Tuple (map Leaf l)) in
  filter__layout_tree_ok A (Tuple (map Leaf l)) = true /\ valid R /\ Layout_rank R = Layout_rank A /\
  forall k, 0 <= k < Layout_rank A -> Layout_getitem_ok R k = true /\ Layout_getitem R k =
    if k <? Z.of_nat (length l) then filter_ (Layout_getitem A k) else Layout_getitem A k.
Proof.
  intros V L. apply (changed_by_leaves (fun a0 a1 => filter__layout_tree a0 a1) (fun a0 a1 => filter__layout_tree_ok a0 a1) filter_ A l V L).
  intros B n W. destruct (without_repeats B W) as (O & VZ & _ & _). split; [|split; [reflexivity|now apply coalesce_valid]].
  change (filter_zeros_ok B && coalesce_ok (filter_zeros B) = true). now rewrite O, coalesce_defined.
Qed.
Theorem composed_modes A T : valid A -> none_empty (groups_of A) = true -> valid T ->
  composition_layout_ok A (tilers_of T) = true -> let R := composition_layout A (tilers_of T) in
  valid R /\ Layout_rank R = Layout_rank A /\
  forall k, 0 <= k < Layout_rank A -> Layout_getitem_ok R k = true /\
    (k < Layout_rank T -> composition_ok (Layout_getitem A k) (Layout_getitem T k) = true) /\ Layout_getitem R k =
    if k <? Layout_rank T then composition (Layout_getitem A k) (Layout_getitem T k) else Layout_getitem A k.
Proof.
  intros V N VT O R. assert (W : forall k, 0 <= k < Layout_rank A -> valid (Layout_getitem A k)) by (intros k K; now apply (mode_at A k no_layout)).
  unfold composition_layout_ok, _by_mode_ok, change_modes_layout_ok in O. cbv zeta in O.
  apply andb_true_iff in O. destruct O as [_ O]. apply andb_true_iff in O. destruct O as [O _]. apply andb_true_iff in O. destruct O as [_ O].
  pose proof (proj2 (all_changed (fun a0 a1 => composition_ok a0 a1) A (tilers_of T) no_layout V) O) as P.
  assert (E : forall k, 0 <= k < Layout_rank T -> nth (Z.to_nat k) (tilers_of T) no_layout = Layout_getitem T k).
  { intros k K. unfold tilers_of. now destruct (mode_at T k no_layout VT K) as (_ & -> & _). }
  assert (L : Z.of_nat (length (tilers_of T)) = Layout_rank T) by apply rank_iterated. rewrite L in P.
  destruct (modes_changed (fun a0 a1 => composition a0 a1) A (tilers_of T) no_layout V) as (_ & VR & RR & G).
  { rewrite L. intros k K M. specialize (P k K M). rewrite E in * by lia.
    apply composed; [now apply W|now apply nonempty_mode|now apply (mode_at T k no_layout VT)|exact P]. }
  change (valid R) in VR. change (Layout_rank R = Layout_rank A) in RR. split; [exact VR|]. split; [exact RR|].
  intros k K. destruct (G k K) as [G1 G2]. split; [exact G1|]. split.
  - intros M. specialize (P k K M). now rewrite E in P by lia.
  - change (Layout_getitem R k = if k <? Z.of_nat (length (tilers_of T))
      then composition (Layout_getitem A k) (nth (Z.to_nat k) (tilers_of T) no_layout) else Layout_getitem A k) in G2.
    rewrite G2, L. destruct (Z.ltb_spec k (Layout_rank T)); [now rewrite E by lia|easy].
Qed.

(* Layouts whose modes are lists of modes of other layouts. *)
Lemma iter_together Ls : Forall (fun L => valid L) Ls -> Layout_iter (make_layout Ls) = Ls.
Proof.
  intros W. destruct (modes_put_together Ls no_layout W) as (_ & V & R & G). apply nth_ext with no_layout no_layout.
  - pose proof (rank_iterated (make_layout Ls)). lia.
  - intros i I. pose proof (rank_iterated (make_layout Ls)) as N. destruct (G (Z.of_nat i)) as [_ E]; [lia|].
    rewrite Nat2Z.id in E. rewrite <- E. destruct (mode_at (make_layout Ls) (Z.of_nat i) no_layout V) as (_ & F & _); [lia|].
    now rewrite F, Nat2Z.id.
Qed.
Lemma valid_modes A : valid A -> Forall (fun L => valid L) (Layout_iter A).
Proof. intros V. now apply iterated, iterates. Qed.
Lemma together_of_two A B : valid A -> valid B -> Printed.side_by_side_ok A B = true /\ valid (Printed.side_by_side A B) /\
  Layout_iter (Printed.side_by_side A B) = Layout_iter A ++ Layout_iter B.
Proof.
  intros V W. assert (U : Forall (fun L => valid L) (Layout_iter A ++ Layout_iter B)) by (apply Forall_app; split; now apply valid_modes).
  destruct (modes_put_together _ no_layout U) as (O & VR & _). unfold Printed.side_by_side_ok, Printed.side_by_side.
  rewrite !iterates, O by easy. split; [easy|]. split; [exact VR|now apply iter_together].
Qed.
Lemma together_alone B : valid B -> make_layout_layout_ok B = true /\ valid (make_layout_layout B) /\ Layout_iter (make_layout_layout B) = [B].
Proof.
  intros V. assert (U : Forall (fun L => valid L) [B]) by (now constructor). destruct (modes_put_together _ no_layout U) as (O & VR & _).
  split; [exact O|]. split; [exact VR|exact (iter_together [B] U)].
Qed.
Lemma forall_parts {A} (P : A -> Prop) n l : Forall P l -> Forall P (firstn n l) /\ Forall P (skipn n l).
Proof. intros F. rewrite <- (firstn_skipn n l) in F. now apply Forall_app in F. Qed.
Lemma in_slice A b e : valid A -> 0 <= b <= e -> e <= Layout_rank A -> between_ok A b e = true /\ valid (between A b e) /\
  Layout_iter (between A b e) = firstn (Z.to_nat (e - b)) (skipn (Z.to_nat b) (Layout_iter A)).
Proof.
  intros V B E. assert (S : sliced b e (Layout_iter A) = firstn (Z.to_nat (e - b)) (skipn (Z.to_nat b) (Layout_iter A))).
  { unfold sliced, end_at. destruct (Z.ltb_spec e 0); [lia|]. destruct (Z.ltb_spec b 0); [lia|]. f_equal. lia. }
  assert (U : Forall (fun L => valid L) (sliced b e (Layout_iter A))).
  { rewrite S. now apply forall_parts, forall_parts, valid_modes. }
  destruct (modes_put_together _ no_layout U) as (O & VR & _). unfold between_ok, between. rewrite iterates, O by easy.
  split; [easy|]. split; [exact VR|]. rewrite <- S. now apply iter_together.
Qed.
Lemma modes_of_iterated A : valid A -> modes_of A = concat (map modes_of (Layout_iter A)).
Proof. intros V. symmetry. now apply iterated, iterates. Qed.
Lemma groups_defined A : valid A -> groups_of_ok A = true.
Proof.
  intros V. unfold groups_of_ok. rewrite iterates by easy. apply forallb_forall. intros L I. apply modes_defined.
  pose proof (valid_modes A V) as W. rewrite Forall_forall in W. now apply W.
Qed.
