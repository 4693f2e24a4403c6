(* Definitions that are written by hand: IntTuples, layouts, and the meaning of Python's own functions.
   They are trusted, and compared with Python by `make certify`. All other definitions of the program are
   printed, in Printed.v. *)
Require Export ZArith List Bool.
Export ListNotations.
Open Scope Z_scope.

(* IntTuple: an integer or a tuple of IntTuples. A layout, whose constructor is printed. *)
Inductive tree := Leaf (n : Z) | Tuple (ts : list tree).
Record layout := { layout_shape : tree; layout_stride : tree }.
Definition no_layout := {| layout_shape := Leaf 0; layout_stride := Leaf 0 |}.

(* An XLA shape: its dimensions, their order, and tiles, in which None stands for a `*`. *)
Record xla_shape := { xla_dims : list Z; xla_minor_to_major : list Z; xla_tiles : list (list (option Z)) }.
Definition no_array := {| xla_dims := []; xla_minor_to_major := []; xla_tiles := [] |}.

Definition nonempty {A} (l : list A) : bool := match l with [] => false | _ => true end.
Definition product_of : list Z -> Z := fold_right Z.mul 1. (* math.prod *)
Definition greatest (least : Z) (l : list Z) : Z := (* max(l, default=least) *)
  match l with [] => least | x :: l => fold_left Z.max l x end.
Definition upto (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)). (* range(n) *)
Fixpoint every_other {A} (l : list A) : list A := (* l[::2] *)
  match l with x :: _ :: r => x :: every_other r | _ => l end.

(* l[low:high]. A negative end counts from the end of the list. *)
Definition end_at (n i : Z) : nat := Z.to_nat (if i <? 0 then n + i else i).
Definition sliced {A} (low high : Z) (l : list A) : list A :=
  let n := Z.of_nat (length l) in firstn (end_at n high - end_at n low) (skipn (end_at n low) l).

(* `all`, and whether it returns: Python stops at the first entry that is false. The functions of two lists
   iterate over them in parallel. Each is a fix inside a definition, so that Rocq's termination check
   accepts recursion inside an IntTuple. *)
Definition all_ok {A} (f ok : A -> bool) : list A -> bool :=
  fix go l := match l with [] => true | x :: l => ok x && (negb (f x) || go l) end.
Definition forall2 {A B} (f : A -> B -> bool) : list A -> list B -> bool :=
  fix go k l := match k, l with [], [] => true | x :: k, y :: l => f x y && go k l | _, _ => false end.
Definition all2_ok {A B} (f ok : A -> B -> bool) : list A -> list B -> bool :=
  fix go k l := match k, l with x :: k, y :: l => ok x y && (negb (f x y) || go k l) | _, _ => true end.
Definition map2 {A B C} (f : A -> B -> C) : list A -> list B -> list C :=
  fix go k l := match k, l with x :: k, y :: l => f x y :: go k l | _, _ => [] end.

(* The same for zip(k, l, strict=False), which ends with the shorter list. *)
Definition map_short {A B C} (f : A -> B -> C) : list A -> list B -> list C :=
  fix go k l {struct l} := match k, l with x :: k, y :: l => f x y :: go k l | _, _ => [] end.
Definition all_short {A B} (f : A -> B -> bool) : list A -> list B -> bool :=
  fix go k l {struct l} := match k, l with x :: k, y :: l => f x y && go k l | _, _ => true end.

(* a == b for IntTuples and for layouts. *)
Fixpoint same_tree (a b : tree) : bool := match a, b with
  | Leaf x, Leaf y => x =? y | Tuple x, Tuple y => forall2 same_tree x y | _, _ => false end.
Definition equal_layouts (a b : layout) : bool :=
  same_tree (layout_shape a) (layout_shape b) && same_tree (layout_stride a) (layout_stride b).

(* `zip_modes(a, b)` of spec: the modes of b, and whether it accepts a and b. *)
Definition modes_in (t : tree) : list tree := match t with Tuple ts => ts | Leaf _ => [] end.
Definition as_many (a : list tree) (b : tree) : bool :=
  match b with Tuple ts => Nat.eqb (length a) (length ts) | Leaf _ => false end.

(* tuple(accumulate(l, f, initial=s)), which calls f for the last entry, too. *)
Definition accumulated {A S} (f : S -> A -> S) : list A -> S -> list S :=
  fix go l s := s :: match l with [] => [] | x :: l => go l (f s x) end.
Definition accumulated_ok {A S} (f : S -> A -> S) (ok : S -> A -> bool) : list A -> S -> bool :=
  fix go l s := match l with [] => true | x :: l => ok s x && go l (f s x) end.
