(* Proofs by hand of contracts and lemmas in verif/theory/numbers. They are read by verif/certify/generated/by_hand.py. *)

(* a_bit_of_an_xor_is_of_one *)
Proof. intros. now apply one_part_has_the_bit. Qed.

(* lowest_is_a_bit *)
Proof. exact the_lowest_is_a_bit. Qed.

(* multiples_lack_the_lowest_bit_of_others *)
Proof. intros. now apply multiples_have_no_lowest_bit_of_others with n. Qed.
