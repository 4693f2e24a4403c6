(* IntTuples: a profile and a list of terminals determine a tree. The entries that `unflatten` puts at the
   terminals of a profile are the ones that `flatten` returns, and the result has that profile. The key step
   is an induction on the tree, in which each terminal takes one entry from the remaining list. *)
Require Import Lib.

Fixpoint tree_ind' (P : tree -> Prop) (L : forall n, P (Leaf n)) (T : forall ts, Forall P ts -> P (Tuple ts)) (t : tree) : P t :=
  match t with
  | Leaf n => L n
  | Tuple ts => T ts ((fix all ts : Forall P ts := match ts with [] => Forall_nil P | t :: r => Forall_cons t (tree_ind' P L T t) (all r) end) ts)
  end.

Lemma flatten_cons t ts : flatten (Tuple (t :: ts)) = flatten t ++ flatten (Tuple ts).
Proof. reflexivity. Qed.

Lemma product_of_app k l : product_of (k ++ l) = product_of k * product_of l.
Proof. unfold product_of. induction k as [|x k IH]; cbn [app fold_right]; [lia|]. rewrite IH. lia. Qed.

Fixpoint profile (t : tree) : tree := match t with Leaf _ => Leaf 0 | Tuple ts => Tuple (map profile ts) end.

(* A property of each terminal of the first tree and the entry at that place in the second. *)
Lemma at_terminals_ok holds ok : (forall x y, ok x y = true) -> forall a b, _at_terminals_ok a b holds ok = true.
Proof.
  intros O a. induction a as [n|ts IH] using tree_ind'; intros b; cbn [_at_terminals_ok]; [easy|].
  destruct b as [n|us]; [easy|]. cbn [modes_in as_many].
  destruct (Z.of_nat (length ts) =? Z.of_nat (length us)) eqn:E; cbn [negb orb andb]; [|easy].
  apply andb_true_iff. split; [apply Nat.eqb_eq, length_eqb, E|].
  clear E. revert us. induction IH as [|t ts H _ IHts]; intros [|u us]; try easy. cbn [all2_ok].
  rewrite H. cbn [andb]. apply orb_true_iff. right. apply IHts.
Qed.
Lemma at_terminals_tuple holds ts us :
  _at_terminals (Tuple ts) (Tuple us) holds = forall2 (fun x y => _at_terminals x y holds) ts us.
Proof.
  cbn [_at_terminals modes_in]. destruct (Z.of_nat (length ts) =? Z.of_nat (length us)) eqn:E; [easy|].
  symmetry. apply not_true_is_false. intros F. apply forall2_Forall2, Forall2_length in F.
  apply Z.eqb_neq in E. lia.
Qed.

Lemma congruent_defined a b : congruent_ok a b = true.
Proof. now apply at_terminals_ok. Qed.
Lemma congruent_profile a : forall b, congruent a b = true <-> profile a = profile b.
Proof.
  unfold congruent. induction a as [n|ts IH] using tree_ind'; intros [m|us]; try easy.
  rewrite at_terminals_tuple, forall2_Forall2. cbn [profile]. revert us.
  induction IH as [|t ts H _ IHts]; intros us; split; intros E.
  - inversion E. reflexivity.
  - destruct us; [constructor|discriminate E].
  - inversion E; subst. cbn [map]. f_equal. f_equal; [now apply H|].
    specialize (IHts l'). cbn [profile] in IHts. apply IHts in H4. now injection H4.
  - destruct us as [|u us]; [discriminate E|]. cbn [map] in E. injection E as E1 E2. constructor; [now apply H|].
    apply IHts. cbn [profile]. now rewrite E2.
Qed.
Lemma profile_length a : forall b, profile a = profile b -> length (flatten a) = length (flatten b).
Proof.
  induction a as [n|ts IH] using tree_ind'; intros [m|us] E; try easy. cbn [profile] in E. injection E as E.
  revert us E. induction IH as [|t ts H _ IHts]; intros [|u us] E; try easy. cbn [map] in E. injection E as E1 E2.
  rewrite !flatten_cons, !app_length. f_equal; [now apply H|now apply IHts].
Qed.
Lemma congruent_length a b : congruent a b = true -> length (flatten a) = length (flatten b).
Proof. intros. now apply profile_length, congruent_profile. Qed.

(* The entries es, put at the terminals of t. *)
Definition filled (t t' : tree) (es : list tree) :=
  flatten t' = flat_map flatten es /\
  forall holds, Forall2 (fun x y => holds x y = true) (flatten t) es -> _at_terminals t t' holds = true.

(* The index of the first terminal of each mode of a tuple, counted from `first`. *)
Definition starts ts first := removelast (accumulated Z.add (map (fun mode => Z.of_nat (length (flatten mode))) ts) first).
Lemma starts_cons t ts first : starts (t :: ts) first = first :: starts ts (first + Z.of_nat (length (flatten t))).
Proof. unfold starts. now destruct ts. Qed.

Lemma fill t : forall before es rest, length es = length (flatten t) ->
  let flat := before ++ es ++ rest in let first := Z.of_nat (length before) in
  _filled_ok flat t first = true /\ filled t (_filled flat t first) es.
Proof.
  induction t as [n|ts IH] using tree_ind'; intros before es rest L flat first.
  - destruct es as [|e [|]]; try discriminate L. cbn [_filled _filled_ok]. subst flat first.
    rewrite Nat2Z.id, app_nth2, Nat.sub_diag by lia. cbn [app nth]. split.
    + apply andb_true_intro. rewrite Z.ltb_lt, Z.leb_le, app_length. cbn [app length]. lia.
    + split; [cbn; now rewrite app_nil_r|]. intros holds F. inversion F; subst. easy.
  - cbn [_filled _filled_ok]. cbv zeta. fold (starts ts first). subst flat first. revert before es L.
    induction IH as [|t ts H _ IHts]; intros before es L.
    + destruct es; [|discriminate L]. split; [easy|]. split; easy.
    + rewrite flatten_cons, app_length in L.
      assert (S : exists e1 e2, es = e1 ++ e2 /\ length e1 = length (flatten t)).
      { exists (firstn (length (flatten t)) es), (skipn (length (flatten t)) es).
        split; [symmetry; apply firstn_skipn|]. rewrite firstn_length. lia. }
      destruct S as (e1 & e2 & -> & L1). rewrite app_length in L.
      destruct (H before e1 (e2 ++ rest) L1) as [O [F1 F2]].
      destruct (IHts (before ++ e1) e2 ltac:(lia)) as [Os [G1 G2]].
      rewrite app_length, Nat2Z.inj_add, L1, <- app_assoc in Os, G1, G2.
      rewrite starts_cons, <- (app_assoc e1). cbn [forall2 map2]. rewrite O, Os. split; [easy|]. split.
      * now rewrite flatten_cons, F1, G1, flat_map_app.
      * intros holds A. rewrite flatten_cons in A. apply Forall2_parts in A; [|easy]. destruct A as [A1 A2].
        rewrite at_terminals_tuple. cbn [forall2]. now rewrite F2, <- at_terminals_tuple, G2.
Qed.

Theorem unflatten_spec es t : length es = length (flatten t) ->
  unflatten_ok es t = true /\ filled t (unflatten es t) es.
Proof.
  intros L. unfold unflatten, unflatten_ok. cbv zeta. rewrite (proj2 (length_eqb _ _) L). cbn [negb].
  pose proof (fill t [] es [] L) as F. cbn [app length] in F. rewrite app_nil_r in F. exact F.
Qed.
Lemma flat_map_Leaf l : flat_map flatten (map Leaf l) = l.
Proof. induction l as [|x l IH]; [easy|]. cbn. now rewrite IH. Qed.
Theorem unflatten_integers l t : length l = length (flatten t) ->
  unflatten_ok (map Leaf l) t = true /\ flatten (unflatten (map Leaf l) t) = l /\ profile (unflatten (map Leaf l) t) = profile t.
Proof.
  intros L. destruct (unflatten_spec (map Leaf l) t) as [O [F A]]; [now rewrite map_length|].
  rewrite F, flat_map_Leaf. split; [easy|]. split; [easy|]. symmetry. apply congruent_profile, A.
  clear - L. revert l L. induction (flatten t) as [|x k IHk]; intros [|y l] L; try discriminate L; cbn [map]; constructor; [easy|].
  apply IHk. now injection L.
Qed.
