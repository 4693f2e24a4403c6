(* S1, S2, S4, S7 and the same for numbers >= 0 (S1e, S2e, S4e, S7e): a swizzle is its own inverse and linear, and
   keeps the lowest bits and the block of a number. The key step: which bits of the result differ from those of the
   number (`bits_of_a_swizzle`). *)
Require Import Lib Bits.

Lemma accepted x b m s : 0 <= b -> 0 <= m -> _is_accepted b m s = true -> apply_swizzle_ok x b m s = true.
Proof.
  intros B M A. unfold _is_accepted in A. bools. unfold apply_swizzle_ok, require_swizzle_ok. cbv zeta.
  rewrite (proj2 (Z.ltb_ge b 0)), (proj2 (Z.ltb_ge m 0)), (proj2 (Z.ltb_ge 65536 _)), (proj2 (Z.leb_le 0 b)) by lia.
  cbn [orb negb andb]. destruct (Z.leb_spec 0 s); both; try easy; apply Z.leb_le; lia.
Qed.
Lemma within_a_block x b m s : 0 <= b -> 0 <= m -> 0 <= x < 1 * 2 ^ (b + m + Z.abs s) ->
  0 <= apply_swizzle x b m s < 1 * 2 ^ (b + m + Z.abs s).
Proof.
  intros B M [X U]. pose proof (a_swizzle_of_a_natural x b m s X) as N. rewrite Z.mul_1_l in *. split; [exact N|].
  pose proof (a_swizzle_keeps_blocks x b m s B M) as K. rewrite (Z.div_small x) in K by easy.
  pose proof (Z.pow_pos_nonneg 2 (b + m + Z.abs s) ltac:(lia) ltac:(lia)) as P.
  pose proof (Z.div_mod (apply_swizzle x b m s) (2 ^ (b + m + Z.abs s)) ltac:(lia)).
  pose proof (Z.mod_pos_bound (apply_swizzle x b m s) (2 ^ (b + m + Z.abs s)) P). rewrite K in *. lia.
Qed.

Theorem S1 : S_S1.
Proof. intros B M S x HB HM HS A. cbv zeta. rewrite !accepted, a_swizzle_twice by easy. easy. Qed.
Theorem S1e : S_S1e.
Proof.
  intros B M S x HB HM X HS A. cbv zeta. rewrite !accepted, a_swizzle_twice by easy. repeat split.
  now apply a_swizzle_of_a_natural.
Qed.
Theorem S2 : S_S2.
Proof.
  intros B M S x y HB HM A. cbv zeta. rewrite !accepted, swizzles_are_linear, (proj2 (Z.leb_le 0 _)) by (easy || lia).
  repeat split; try easy; [now apply within_a_block..|now apply a_swizzle_twice].
Qed.
Theorem S2e : S_S2e.
Proof.
  intros B M S x y HB HM X Y A. cbv zeta. rewrite !accepted, swizzles_are_linear, (proj2 (Z.leb_le 0 _)) by (easy || lia).
  repeat split; try easy; [now apply a_swizzle_of_a_natural|now apply within_a_block|now apply a_swizzle_twice].
Qed.
Theorem S4 : S_S4.
Proof. intros B M S x HB HM A. cbv zeta. rewrite accepted, a_swizzle_keeps_the_low_bits, (proj2 (Z.leb_le 0 M)) by easy. easy. Qed.
Theorem S4e : S_S4e.
Proof. intros B M S x HB HM _ A. now apply S4. Qed.
Theorem S7 : S_S7.
Proof. intros B M S x HB HM A. cbv zeta. rewrite accepted, a_swizzle_keeps_blocks, (proj2 (Z.leb_le 0 _)) by (easy || lia). easy. Qed.
Theorem S7e : S_S7e.
Proof. intros B M S x HB HM _ A. now apply S7. Qed.
