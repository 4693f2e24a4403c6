(* I11t: a coordinate whose last digits overflow has the profile of the shape in its natural form. The key
   step: an entry at an integer of the shape stays, and an entry at a tuple is replaced by its digits. *)
Require Import Lib Trees Terminals Layouts I1.

Lemma naturals l : at_least 0 l = true <-> Forall (Z.le 0) l.
Proof.
  induction l as [|x l IH]; [easy|]. cbn [at_least]. rewrite andb_true_iff, IH, Z.leb_le. split; [intros []; now constructor|].
  intros F. now inversion F.
Qed.
Lemma digits_natural k : Forall (Z.le 1) k -> forall x, 0 <= x -> Forall (Z.le 0) (digits x k).
Proof.
  induction 1 as [|s k S W IH]; intros x X; [constructor|]. rewrite digits_cons. destruct k as [|t k]; [now repeat constructor|].
  constructor; [apply Z.mod_pos_bound; lia|]. apply IH, Z.div_pos; lia.
Qed.

(* The natural form of a natural coordinate is the coordinate itself, for any entries. *)
Lemma natural_stays c : forall t, congruent c t = true -> Forall (Z.le 0) (flatten c) ->
  require_natural_ok c t = true /\ natural_ok c t = true /\ natural c t = c.
Proof.
  induction c as [n|cs IH] using tree_ind'; intros [m|ts] C N; try easy.
  - inversion N; subst. cbn. rewrite (proj2 (Z.ltb_ge n 0)) by easy. easy.
  - cbn [require_natural_ok natural_ok natural modes_in as_many].
    unfold congruent in C. rewrite at_terminals_tuple in C. fold congruent in C.
    enough (E : length cs = length ts /\ forall2 require_natural_ok cs ts = true /\ forall2 natural_ok cs ts = true /\ map2 natural cs ts = cs).
    { destruct E as (L & -> & -> & ->). now rewrite (proj2 (Nat.eqb_eq _ _) L). }
    revert ts C N. induction IH as [|c cs X _ IHcs]; intros [|t ts] C N; try easy. rewrite flatten_cons in N. apply Forall_app in N as [N1 N2].
    cbn [forall2] in C. apply andb_true_iff in C as [C1 C2]. destruct (X t C1 N1) as (E1 & E2 & E3).
    destruct (IHcs ts C2 N2) as (L & F1 & F2 & F3). cbn [forall2 map2 length]. rewrite E1, E2, E3, L, F1, F2, F3. easy.
Qed.

Definition becomes_natural c t := Forall (Z.le 0) (flatten c) -> require_shape_ok t = true ->
  (has_terminals_throughout t = true -> require_natural_ok c t = true) /\
  natural_ok c t = true /\ profile (natural c t) = profile t /\ Forall (Z.le 0) (flatten (natural c t)).
Lemma weakly_congruent_natural c t : weakly_congruent c t = true -> becomes_natural c t.
Proof.
  unfold weakly_congruent. revert c t. apply at_terminals_ind.
  - intros x t _ N V. assert (X : 0 <= x) by now inversion N. pose proof (sizes_of_shape t V) as W.
    destruct (unflatten_integers (digits x (flatten t)) t (digits_length _ _)) as (O & F & P).
    cbn [natural_ok natural]. rewrite digits_defined, O by easy. split; [|split; [easy|split; [easy|]]].
    + intros T. cbn [require_natural_ok]. rewrite (proj2 (Z.ltb_ge x 0)) by easy. now destruct t as [m|[|u us]].
    + rewrite F. now apply digits_natural.
  - intros cs ts F N V. cbn [require_natural_ok natural_ok natural modes_in as_many has_terminals_throughout profile].
    enough (E : length cs = length ts /\ (forallb has_terminals_throughout ts = true -> forall2 require_natural_ok cs ts = true) /\
      forall2 natural_ok cs ts = true /\ map profile (map2 natural cs ts) = map profile ts /\ Forall (Z.le 0) (flatten (Tuple (map2 natural cs ts)))).
    { destruct E as (L & R & -> & -> & E). rewrite (proj2 (Nat.eqb_eq _ _) L). split; [|easy]. intros T. apply andb_true_iff in T as [_ T]. now apply R. }
    induction F as [|c t cs ts [_ X] _ IH]; [repeat constructor|]. rewrite flatten_cons in N. rewrite shape_cons in V.
    apply Forall_app in N as [N1 N2]. apply andb_true_iff in V as [V1 V2].
    destruct (X N1 V1) as (R1 & R2 & R3 & R4). destruct (IH N2 V2) as (Q0 & Q1 & Q2 & Q3 & Q4).
    cbn [length forallb forall2 map2 map]. rewrite R2, R3, Q0, Q2, Q3, flatten_cons. split; [easy|]. split; [|repeat split; now apply Forall_app].
    intros T. apply andb_true_iff in T as [T1 T2]. now rewrite R1, Q1.
Qed.

Theorem I11t : S_I11t.
Proof.
  intros t x V N X M. apply naturals in X. rewrite weakly_congruent_defined. split; [easy|]. intros W.
  destruct (weakly_congruent_natural x t W X V) as (R & O & P & F).
  unfold idx2crd_extended_ok, idx2crd_extended, crd2idx_extended_ok, crd2idx_extended, _offset_ok, _offset.
  cbv zeta. rewrite V, O. set (c := natural x t) in *.
  assert (C : congruent c t = true) by now apply congruent_profile.
  destruct (natural_stays c t C F) as (-> & -> & ->). rewrite congruent_defined, counted_defined by now apply congruent_length.
  assert (A : require_natural_ok x t = true -> (true && (require_natural_ok x t && true))%bool = true) by (intros ->; easy).
  split; [intros T|intros T]; [pose proof (R T) as E; rewrite E; cbn [andb]; repeat split; easy|].
  destruct (require_natural_ok x t); cbn [andb]; intros H; [|discriminate H]. repeat split; easy.
Qed.
