(* K8, V9, V9l: complement and inverses are coalesced. V10: they are 1:0 if no mode has stride 1. E4: a mode
   of negative stride is rejected. Each result is the layout of coalesced modes, which are canonical, so
   coalesce does not change it. *)
Require Import Lib Trees Layouts Sorting C1 C2 Tiles Distribute K2 V1 V5.

(* The layout of coalesced modes is coalesced. *)
Lemma coalesced m : shapes m -> let R := layout_of (coalesce_modes m) in
  valid R /\ coalesce_ok R = true /\ modes_of_ok R = true /\ coalesce R = R.
Proof.
  intros W R. subst R. destruct (layout_of_modes _ (coalesce_shapes _ W)) as (_ & V & E & _).
  split; [easy|]. split; [now apply coalesce_defined|]. split; [now apply modes_defined|].
  unfold coalesce. rewrite E. pose proof (coalesce_normal _ W) as N.
  destruct (coalesce_modes m) as [|p n]; [easy|]. cbn [or_one]. now rewrite coalesce_of_normal.
Qed.

Lemma accepted_gaps_shapes m : forall cur size, shapes m -> 1 <= cur -> 1 <= size ->
  gaps_ok m cur size = true -> shapes (gaps m cur size).
Proof.
  induction m as [|[s d] m IH]; intros cur size W C Z1 K; cbn [gaps gaps_ok] in *.
  - repeat constructor. cbn. now apply ceil_pos.
  - modes_in W. destruct ((s =? 1) || (d =? 0)); [auto|]. destruct (d <? cur) eqn:L; [easy|]. bools.
    constructor; [cbn [fst]; apply Z.div_le_lower_bound; lia|]. apply IH; auto. nia.
Qed.

Lemma complement_valid A M : valid A -> complement_ok A (Leaf M) = true -> valid (complement A (Leaf M)).
Proof.
  intros V O. unfold complement_ok in O. unfold complement. rewrite product_leaf in *. cbv zeta in *.
  destruct (M <? 1) eqn:C; [easy|]. bools.
  apply coalesced, accepted_gaps_shapes; auto using sort_shapes, modes_shapes; lia.
Qed.
Theorem K8 : S_K8.
Proof.
  intros A M V N M1 R O. subst R. rewrite O. unfold complement_ok in O. rewrite product_leaf in O. cbv zeta in O.
  rewrite (proj2 (Z.ltb_ge M 1)) in O by easy. bools. rewrite complement_modes by easy.
  destruct (coalesced (gaps (sort_modes (modes_of A)) 1 M)) as (_ & C & D & E);
    [apply accepted_gaps_shapes; auto using sort_shapes, modes_shapes; lia|].
  rewrite C, E, D. easy.
Qed.

Theorem V9 : S_V9.
Proof.
  intros L V N. pose proof (coalesce_shapes _ (modes_shapes L V)) as W.
  destruct (chain_at (graph_of (coalesce_modes (modes_of L))) (graph_sizes _ W) 1) as [K _].
  unfold right_inverse_ok, right_inverse. cbv zeta. rewrite modes_defined by easy.
  destruct (layout_of_modes _ (coalesce_shapes _ K)) as [-> _]. split; [easy|].
  destruct (coalesced _ K) as (_ & C & D & E). rewrite C, E, D. easy.
Qed.

Theorem V9l : S_V9l.
Proof.
  intros L V N R O. subst R. rewrite O, modes_defined by easy. split; [easy|]. cbv zeta.
  pose proof (coalesce_shapes _ (modes_shapes L V)) as W. pose proof (graph_sizes _ W) as G.
  destruct (left_inverse_cases L) as [OK E]. cbv zeta in OK, E. rewrite O, modes_defined in OK by easy. symmetry in OK.
  set (m := coalesce_modes (modes_of L)) in *.
  assert (C : coalesce_ok (left_inverse L) = true /\ modes_of_ok (left_inverse L) = true /\ coalesce (left_inverse L) = left_inverse L).
  { rewrite E. destruct (still m); bools.
    - destruct (coalesced (modes_of L)) as (_ & C); [now apply modes_shapes|exact C].
    - destruct (reaches_accepted (graph_of m) 1 1 0) as [_ S]; try easy; [eapply accepted_reaches; eassumption|].
      destruct (coalesced _ S) as (_ & C). exact C. }
  destruct C as (C & D & F). rewrite C, F, D. split; [intros A B; destruct m; cbn in *; [now destruct A|easy]|]. easy.
Qed.

(* V10: modes that are merged, placed and sorted keep or lose their strides. If no stride is 1, the chain
   from 1 is empty. *)
Lemma push_lack s d m e : d <> e -> lack m e = true -> lack (push (s, d) m) e = true.
Proof.
  intros D L. unfold push. cond; [easy|]. destruct m as [|[t f] m].
  - cbn [lack snd]. now rewrite (proj2 (Z.eqb_neq d e)).
  - cbn [lack snd] in L. bools. cond; cbn [lack snd]; rewrite (proj2 (Z.eqb_neq d e)) by easy; [easy|].
    now rewrite (proj2 (Z.eqb_neq f e)), H0 by easy.
Qed.
Lemma coalesce_lack m e : lack m e = true -> lack (coalesce_modes m) e = true.
Proof. induction m as [|[s d] m IH]; intros L; [easy|]. cbn [lack snd] in L. bools. apply push_lack; auto. Qed.
Notation placed_lack d := (Forall (fun p : Z * Z * Z => snd (fst p) <> d)).
Lemma placed_lacks m e : lack m e = true -> forall step, placed_lack e (placed m step).
Proof. induction m as [|[s d] m IH]; intros L step; [constructor|]. cbn [lack snd] in L. bools. constructor; [easy|]. now apply IH. Qed.
Lemma insert_lacks e a p : placed_lack e (a :: p) -> placed_lack e (insert_placed a p).
Proof.
  intros W. induction p as [|b p IH]; [easy|]. cbn [insert_placed]. cond; [easy|]. inversion W as [|? ? A W2]; subst.
  inversion W2; subst. constructor; [easy|]. apply IH. now constructor.
Qed.
Lemma sort_lacks e p : placed_lack e p -> placed_lack e (sort_placed p).
Proof. induction 1 as [|a p A W IH]; [constructor|]. apply insert_lacks. now constructor. Qed.
Lemma chain_without e p : placed_lack e p -> inverse_chain p e = [].
Proof. induction 1 as [|[[s d] t] p A W IH]; [easy|]. cbn [inverse_chain fst snd] in *. now rewrite (proj2 (Z.eqb_neq d e)). Qed.

Theorem V10 : S_V10.
Proof.
  intros L V N. rewrite modes_defined by easy. split; [easy|]. intros K. unfold right_inverse_ok, right_inverse. cbv zeta.
  rewrite modes_defined, chain_without by (easy || now apply sort_lacks, placed_lacks, coalesce_lack). easy.
Qed.

Theorem E4 : S_E4.
Proof.
  intros A n w c V N N1 W1 C1. destruct (made_layout (Leaf n) (Leaf (- w))) as [O E]; [|easy|].
  { cbn. both; [|easy]. apply negb_true_iff, Z.ltb_ge. lia. }
  split; [rewrite O; easy|]. intros B. assert (VB : valid B) by (unfold B; rewrite E; exact O).
  assert (M : modes_of B = [(n, - w)]) by (unfold B; rewrite E; reflexivity). split.
  - apply negb_true_iff. unfold composition_ok, _compose_ok. rewrite M. cbn [refine_all_ok].
    rewrite (proj2 (Z.ltb_lt (- w) 0)) by lia. cbv zeta. destruct (modes_of A); now rewrite ?andb_false_r.
  - intros L. assert (T : total (modes_of B) = n) by (rewrite M; cbn; lia).
    destruct (call_value B VB c) as [-> ->]; [lia|]. split; [easy|]. rewrite M. cbn [value].
    rewrite Z.mod_small by lia. nia.
Qed.
