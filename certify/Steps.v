(* The equations of recursions. Printed by `make theorems`; do not edit. *)
Require Import Prelude Printed.

Ltac step := intros; first [reflexivity |
  match goal with l : list _ |- _ => destruct l; reflexivity end].

Lemma in_bounds_nil sizes : in_bounds [] sizes = (match sizes with
  | [] => true
  | first :: rest => false end). Proof. step. Qed.
Lemma in_bounds_cons first rest sizes : in_bounds (first :: rest) sizes = (match sizes with
  | [] => false
  | first2 :: rest2 => (((0 <=? first) && (first <? first2)) && (in_bounds rest rest2)) end). Proof. step. Qed.
Lemma digits_nil x : digits x [] = []. Proof. step. Qed.
Lemma digits_ok_nil x : digits_ok x [] = true. Proof. step. Qed.
Lemma digits_cons first rest x : digits x (first :: rest) = (match rest with
  | [] => [x]
  | first2 :: rest2 => ((x mod first) :: (digits (x / first) rest)) end). Proof. step. Qed.
Lemma digits_ok_cons first rest x : digits_ok x (first :: rest) = (match rest with
  | [] => true
  | first2 :: rest2 => ((negb (first =? 0)) && ((negb (first =? 0)) && (digits_ok (x / first) rest))) end). Proof. step. Qed.
Lemma counted_nil sizes : counted [] sizes = (match sizes with
  | [] => 0
  | first :: rest => 0 end). Proof. step. Qed.
Lemma counted_ok_nil sizes : counted_ok [] sizes = (match sizes with
  | [] => true
  | first :: rest => false end). Proof. step. Qed.
Lemma counted_cons first rest sizes : counted (first :: rest) sizes = (match sizes with
  | [] => 0
  | first2 :: rest2 => (first + (first2 * (counted rest rest2))) end). Proof. step. Qed.
Lemma counted_ok_cons first rest sizes : counted_ok (first :: rest) sizes = (match sizes with
  | [] => true
  | first2 :: rest2 => (counted_ok rest rest2) end). Proof. step. Qed.
Lemma paired_nil strides : paired [] strides = []. Proof. step. Qed.
Lemma paired_ok_nil strides : paired_ok [] strides = true. Proof. step. Qed.
Lemma paired_cons first rest strides : paired (first :: rest) strides = (match strides with
  | [] => []
  | first2 :: rest2 => ((first, first2) :: (paired rest rest2)) end). Proof. step. Qed.
Lemma paired_ok_cons first rest strides : paired_ok (first :: rest) strides = (match strides with
  | [] => false
  | first2 :: rest2 => (paired_ok rest rest2) end). Proof. step. Qed.
Lemma dot_nil b : dot [] b = 0. Proof. step. Qed.
Lemma dot_ok_nil b : dot_ok [] b = true. Proof. step. Qed.
Lemma dot_cons first rest b : dot (first :: rest) b = (match b with
  | [] => 0
  | first2 :: rest2 => ((first * first2) + (dot rest rest2)) end). Proof. step. Qed.
Lemma dot_ok_cons first rest b : dot_ok (first :: rest) b = (match b with
  | [] => false
  | first2 :: rest2 => (dot_ok rest rest2) end). Proof. step. Qed.
Lemma total_nil  : total [] = 1. Proof. step. Qed.
Lemma total_cons first rest : total (first :: rest) = ((fst first) * (total rest)). Proof. step. Qed.
Lemma value_nil x : value [] x = 0. Proof. step. Qed.
Lemma value_ok_nil x : value_ok [] x = true. Proof. step. Qed.
Lemma value_cons s d rest x : value ((s, d) :: rest) x = ((d * (x mod s)) + (value rest (x / s))). Proof. step. Qed.
Lemma value_ok_cons s d rest x : value_ok ((s, d) :: rest) x = ((negb (s =? 0)) && ((negb (s =? 0)) && (value_ok rest (x / s)))). Proof. step. Qed.
Lemma extended_nil x : extended [] x = 0. Proof. step. Qed.
Lemma extended_ok_nil x : extended_ok [] x = false. Proof. step. Qed.
Lemma extended_cons s d rest x : extended ((s, d) :: rest) x = (match rest with
  | [] => (d * x)
  | first :: rest2 => ((d * (x mod s)) + (extended rest (x / s))) end). Proof. step. Qed.
Lemma extended_ok_cons s d rest x : extended_ok ((s, d) :: rest) x = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && ((negb (s =? 0)) && (extended_ok rest (x / s)))) end). Proof. step. Qed.
Lemma strides_from_nil floor : strides_from [] floor = true. Proof. step. Qed.
Lemma strides_from_cons first rest floor : strides_from (first :: rest) floor = ((floor <=? (snd first)) && (strides_from rest floor)). Proof. step. Qed.
Lemma reach_nil strides : reach [] strides = 0. Proof. step. Qed.
Lemma reach_ok_nil strides : reach_ok [] strides = true. Proof. step. Qed.
Lemma reach_cons first rest strides : reach (first :: rest) strides = (match strides with
  | [] => 0
  | first2 :: rest2 => (((first - 1) * (Z.abs first2)) + (reach rest rest2)) end). Proof. step. Qed.
Lemma reach_ok_cons first rest strides : reach_ok (first :: rest) strides = (match strides with
  | [] => false
  | first2 :: rest2 => (reach_ok rest rest2) end). Proof. step. Qed.
Lemma coalesce_modes_nil  : coalesce_modes [] = []. Proof. step. Qed.
Lemma coalesce_modes_cons first rest : coalesce_modes (first :: rest) = (push first (coalesce_modes rest)). Proof. step. Qed.
Lemma identical_nil right_ : identical [] right_ = (match right_ with
  | [] => true
  | first :: rest => false end). Proof. step. Qed.
Lemma identical_cons first rest right_ : identical (first :: rest) right_ = (match right_ with
  | [] => false
  | first2 :: rest2 => ((((fst first) =? (fst first2)) && ((snd first) =? (snd first2))) && (identical rest rest2)) end). Proof. step. Qed.
Lemma difference_nil right_ : difference [] right_ = (match right_ with
  | [] => 0
  | first :: rest => 0 end). Proof. step. Qed.
Lemma difference_ok_nil right_ : difference_ok [] right_ = false. Proof. step. Qed.
Lemma difference_cons first rest right_ : difference (first :: rest) right_ = (match right_ with
  | [] => 0
  | first2 :: rest2 => (let '(s, d) := first in
  (let '(t, e) := first2 in
  (if (negb (d =? e)) then 1 else (if (negb (s =? t)) then (Z.min s t) else (s * (difference rest rest2)))))) end). Proof. step. Qed.
Lemma difference_ok_cons first rest right_ : difference_ok (first :: rest) right_ = (match right_ with
  | [] => false
  | first2 :: rest2 => (let '(s, d) := first in
  (let '(t, e) := first2 in
  (if (negb (d =? e)) then true else (if (negb (s =? t)) then true else (difference_ok rest rest2))))) end). Proof. step. Qed.
Lemma unrepeated_nil  : unrepeated [] = []. Proof. step. Qed.
Lemma unrepeated_cons s d rest : unrepeated ((s, d) :: rest) = (((if (d =? 0) then 1 else s), d) :: (unrepeated rest)). Proof. step. Qed.
Lemma shapes_of_nil  : shapes_of [] = []. Proof. step. Qed.
Lemma shapes_of_cons first rest : shapes_of (first :: rest) = ((fst first) :: (shapes_of rest)). Proof. step. Qed.
Lemma strides_of_nil  : strides_of [] = []. Proof. step. Qed.
Lemma strides_of_cons first rest : strides_of (first :: rest) = ((snd first) :: (strides_of rest)). Proof. step. Qed.
Lemma kept_coordinate_nil x : kept_coordinate [] x = 0. Proof. step. Qed.
Lemma kept_coordinate_ok_nil x : kept_coordinate_ok [] x = true. Proof. step. Qed.
Lemma kept_coordinate_cons s d rest x : kept_coordinate ((s, d) :: rest) x = (if (d =? 0) then (kept_coordinate rest (x / s)) else ((x mod s) + (s * (kept_coordinate rest (x / s))))). Proof. step. Qed.
Lemma kept_coordinate_ok_cons s d rest x : kept_coordinate_ok ((s, d) :: rest) x = (if (d =? 0) then ((negb (s =? 0)) && (kept_coordinate_ok rest (x / s))) else ((negb (s =? 0)) && ((negb (s =? 0)) && (kept_coordinate_ok rest (x / s))))). Proof. step. Qed.
Lemma spread_coordinate_nil x : spread_coordinate [] x = 0. Proof. step. Qed.
Lemma spread_coordinate_ok_nil x : spread_coordinate_ok [] x = true. Proof. step. Qed.
Lemma spread_coordinate_cons s d rest x : spread_coordinate ((s, d) :: rest) x = (if (d =? 0) then (s * (spread_coordinate rest x)) else ((x mod s) + (s * (spread_coordinate rest (x / s))))). Proof. step. Qed.
Lemma spread_coordinate_ok_cons s d rest x : spread_coordinate_ok ((s, d) :: rest) x = (if (d =? 0) then (spread_coordinate_ok rest x) else ((negb (s =? 0)) && ((negb (s =? 0)) && (spread_coordinate_ok rest (x / s))))). Proof. step. Qed.
Lemma null_modes_nil step : null_modes [] step = []. Proof. step. Qed.
Lemma null_modes_cons s d rest step : null_modes ((s, d) :: rest) step = (if (d =? 0) then ((s, step) :: (null_modes rest (s * step))) else (null_modes rest (s * step))). Proof. step. Qed.
Lemma all_widened_nil n : all_widened [] n = []. Proof. step. Qed.
Lemma all_widened_ok_nil n : all_widened_ok [] n = true. Proof. step. Qed.
Lemma all_widened_cons first rest n : all_widened (first :: rest) n = ((widened first n) :: (all_widened rest n)). Proof. step. Qed.
Lemma all_widened_ok_cons first rest n : all_widened_ok (first :: rest) n = ((widened_ok first n) && (all_widened_ok rest n)). Proof. step. Qed.
Lemma narrow_point_nil modes n : narrow_point [] modes n = (match modes with
  | [] => []
  | first :: rest => [] end). Proof. step. Qed.
Lemma narrow_point_ok_nil modes n : narrow_point_ok [] modes n = (match modes with
  | [] => true
  | first :: rest => false end). Proof. step. Qed.
Lemma narrow_point_cons first rest modes n : narrow_point (first :: rest) modes n = (match modes with
  | [] => []
  | first2 :: rest2 => (let first3 := (first * (steps_to_the_next (snd first2) n)) in
  (first3 :: (narrow_point rest rest2 n))) end). Proof. step. Qed.
Lemma narrow_point_ok_cons first rest modes n : narrow_point_ok (first :: rest) modes n = (match modes with
  | [] => true
  | first2 :: rest2 => ((steps_to_the_next_ok (snd first2) n) && (let first3 := (first * (steps_to_the_next (snd first2) n)) in
  (narrow_point_ok rest rest2 n))) end). Proof. step. Qed.
Lemma require_forward_ok_nil  : require_forward_ok [] = true. Proof. step. Qed.
Lemma require_forward_ok_cons s d rest : require_forward_ok ((s, d) :: rest) = (if (d =? (- 1)) then false else (require_forward_ok rest)). Proof. step. Qed.
Lemma adjacent_nil  : adjacent [] = 0. Proof. step. Qed.
Lemma adjacent_cons first rest : adjacent (first :: rest) = (let others := (adjacent rest) in
  (if ((snd first) =? 1) then (others + 1) else others)). Proof. step. Qed.
Lemma all_narrowed_nil n : all_narrowed [] n = []. Proof. step. Qed.
Lemma all_narrowed_cons first rest n : all_narrowed (first :: rest) n = ((narrowed first n) :: (all_narrowed rest n)). Proof. step. Qed.
Lemma neighbour_nil point n j : neighbour point [] n j = []. Proof. step. Qed.
Lemma neighbour_ok_nil point n j : neighbour_ok point [] n j = true. Proof. step. Qed.
Lemma neighbour_cons first rest point n j : neighbour point (first :: rest) n j = (match point with
  | [] => (let first2 := (if ((snd first) =? 1) then ((n * 0) + j) else 0) in
  (first2 :: (neighbour [] rest n j)))
  | first2 :: rest2 => (let first3 := (if ((snd first) =? 1) then ((n * first2) + j) else first2) in
  (first3 :: (neighbour rest2 rest n j))) end). Proof. step. Qed.
Lemma neighbour_ok_cons first rest point n j : neighbour_ok point (first :: rest) n j = (match point with
  | [] => ((if ((snd first) =? 1) then false else false) && (let first2 := (if ((snd first) =? 1) then ((n * 0) + j) else 0) in
  (neighbour_ok [] rest n j)))
  | first2 :: rest2 => (let first3 := (if ((snd first) =? 1) then ((n * first2) + j) else first2) in
  (neighbour_ok rest2 rest n j)) end). Proof. step. Qed.
Lemma coalesce_extended_nil  : coalesce_extended [] = []. Proof. step. Qed.
Lemma coalesce_extended_ok_nil  : coalesce_extended_ok [] = false. Proof. step. Qed.
Lemma coalesce_extended_cons head rest : coalesce_extended (head :: rest) = (match rest with
  | [] => [head]
  | first :: rest2 => (push head (coalesce_extended rest)) end). Proof. step. Qed.
Lemma coalesce_extended_ok_cons head rest : coalesce_extended_ok (head :: rest) = (match rest with
  | [] => true
  | first :: rest2 => (coalesce_extended_ok rest) end). Proof. step. Qed.
Lemma first_break_nil n w : first_break [] n w = 0. Proof. step. Qed.
Lemma first_break_ok_nil n w : first_break_ok [] n w = false. Proof. step. Qed.
Lemma first_break_cons s _unused rest n w : first_break ((s, _unused) :: rest) n w = (match rest with
  | [] => n
  | first :: rest2 => (if (((n - 1) * (w mod s)) <? s) then (first_break rest n (w / s)) else (first_break rest (ceil_div s (w mod s)) (w / s))) end). Proof. step. Qed.
Lemma first_break_ok_cons s _unused rest n w : first_break_ok ((s, _unused) :: rest) n w = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if (((n - 1) * (w mod s)) <? s) then ((negb (s =? 0)) && (first_break_ok rest n (w / s))) else ((((negb (s =? 0)) && (ceil_div_ok s (w mod s))) && (negb (s =? 0))) && (first_break_ok rest (ceil_div s (w mod s)) (w / s))))) end). Proof. step. Qed.
Lemma refine_all_nil modes : refine_all modes [] = []. Proof. step. Qed.
Lemma refine_all_ok_nil modes : refine_all_ok modes [] = true. Proof. step. Qed.
Lemma refine_all_cons n w rest modes : refine_all modes ((n, w) :: rest) = (if (w <? 0) then [] else ((refine modes n w (Z.of_nat (length modes))) :: (refine_all modes rest))). Proof. step. Qed.
Lemma refine_all_ok_cons n w rest modes : refine_all_ok modes ((n, w) :: rest) = (if (w <? 0) then false else ((refine_ok modes n w (Z.of_nat (length modes))) && (refine_all_ok modes rest))). Proof. step. Qed.
Lemma followed_nil others : followed [] others = others. Proof. step. Qed.
Lemma followed_cons first rest others : followed (first :: rest) others = (first :: (followed rest others)). Proof. step. Qed.
Lemma joined_nil  : joined [] = []. Proof. step. Qed.
Lemma joined_cons first rest : joined (first :: rest) = (match rest with
  | [] => first
  | first2 :: rest2 => (followed first (joined rest)) end). Proof. step. Qed.
Lemma largest_residue_nil s : largest_residue [] s = 0. Proof. step. Qed.
Lemma largest_residue_ok_nil s : largest_residue_ok [] s = true. Proof. step. Qed.
Lemma largest_residue_cons t w rest s : largest_residue ((t, w) :: rest) s = (((t - 1) * (w mod s)) + (largest_residue rest s)). Proof. step. Qed.
Lemma largest_residue_ok_cons t w rest s : largest_residue_ok ((t, w) :: rest) s = ((negb (s =? 0)) && (largest_residue_ok rest s)). Proof. step. Qed.
Lemma quotients_nil s : quotients [] s = []. Proof. step. Qed.
Lemma quotients_ok_nil s : quotients_ok [] s = true. Proof. step. Qed.
Lemma quotients_cons t w rest s : quotients ((t, w) :: rest) s = ((t, (w / s)) :: (quotients rest s)). Proof. step. Qed.
Lemma quotients_ok_cons t w rest s : quotients_ok ((t, w) :: rest) s = ((negb (s =? 0)) && (quotients_ok rest s)). Proof. step. Qed.
Lemma no_carry_nil pieces : no_carry [] pieces = false. Proof. step. Qed.
Lemma no_carry_ok_nil pieces : no_carry_ok [] pieces = false. Proof. step. Qed.
Lemma no_carry_cons s _unused rest pieces : no_carry ((s, _unused) :: rest) pieces = (match rest with
  | [] => true
  | first :: rest2 => (((largest_residue pieces s) <? s) && (no_carry rest (quotients pieces s))) end). Proof. step. Qed.
Lemma no_carry_ok_cons s _unused rest pieces : no_carry_ok ((s, _unused) :: rest) pieces = (match rest with
  | [] => true
  | first :: rest2 => ((largest_residue_ok pieces s) && ((negb ((largest_residue pieces s) <? s)) || ((quotients_ok pieces s) && (no_carry_ok rest (quotients pieces s))))) end). Proof. step. Qed.
Lemma stride_of_nil t w : stride_of [] t w = (if (1 <? t) then (extended [] w) else 0). Proof. step. Qed.
Lemma stride_of_ok_nil t w : stride_of_ok [] t w = (if (1 <? t) then (extended_ok [] w) else false). Proof. step. Qed.
Lemma stride_of_cons s d rest t w : stride_of ((s, d) :: rest) t w = (if (1 <? t) then (extended ((s, d) :: rest) w) else (match rest with
  | [] => (w * d)
  | first :: rest2 => (if (negb ((w mod s) =? 0)) then (w * d) else (stride_of rest t (w / s))) end)). Proof. step. Qed.
Lemma stride_of_ok_cons s d rest t w : stride_of_ok ((s, d) :: rest) t w = (if (1 <? t) then (extended_ok ((s, d) :: rest) w) else (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if (negb ((w mod s) =? 0)) then true else ((negb (s =? 0)) && (stride_of_ok rest t (w / s))))) end)). Proof. step. Qed.
Lemma images_nil modes : images modes [] = []. Proof. step. Qed.
Lemma images_ok_nil modes : images_ok modes [] = true. Proof. step. Qed.
Lemma images_cons t w rest modes : images modes ((t, w) :: rest) = ((t, (stride_of modes t w)) :: (images modes rest)). Proof. step. Qed.
Lemma images_ok_cons t w rest modes : images_ok modes ((t, w) :: rest) = ((stride_of_ok modes t w) && (images_ok modes rest)). Proof. step. Qed.
Lemma images_all_nil modes : images_all modes [] = []. Proof. step. Qed.
Lemma images_all_ok_nil modes : images_all_ok modes [] = true. Proof. step. Qed.
Lemma images_all_cons first rest modes : images_all modes (first :: rest) = ((images modes first) :: (images_all modes rest)). Proof. step. Qed.
Lemma images_all_ok_cons first rest modes : images_all_ok modes (first :: rest) = ((images_ok modes first) && (images_all_ok modes rest)). Proof. step. Qed.
Lemma cuts_nil groups : cuts [] groups = (match groups with
  | [] => true
  | first :: rest => false end). Proof. step. Qed.
Lemma cuts_cons first rest groups : cuts (first :: rest) groups = (match groups with
  | [] => false
  | first2 :: rest2 => (let fits := ((nonempty first2) && ((total first2) =? (fst first))) in
  (fits && (cuts rest rest2))) end). Proof. step. Qed.
Lemma reaches_nil merged v : reaches [] merged v = (v =? 0). Proof. step. Qed.
Lemma reaches_cons s d rest merged v : reaches ((s, d) :: rest) merged v = ((reaches rest (s * d) v) || (reaches rest (s * d) ((v + d) - merged))). Proof. step. Qed.
Lemma cancelling_after_nil merged : cancelling_after [] merged = false. Proof. step. Qed.
Lemma cancelling_after_cons s d rest merged : cancelling_after ((s, d) :: rest) merged = ((reaches rest (s * d) (d - merged)) || (cancelling_after rest (s * d))). Proof. step. Qed.
Lemma astray_nil modes w : astray modes [] w = 1. Proof. step. Qed.
Lemma astray_ok_nil modes w : astray_ok modes [] w = true. Proof. step. Qed.
Lemma astray_cons s d rest modes w : astray modes ((s, d) :: rest) w = (let t := (first_break modes (total ((s, d) :: rest)) w) in
  (if (negb (d =? (extended modes w))) then 1 else (if (negb (s =? t)) then (Z.min s t) else (s * (astray modes rest (s * w)))))). Proof. step. Qed.
Lemma astray_ok_cons s d rest modes w : astray_ok modes ((s, d) :: rest) w = ((first_break_ok modes (total ((s, d) :: rest)) w) && (let t := (first_break modes (total ((s, d) :: rest)) w) in
  ((extended_ok modes w) && (if (negb (d =? (extended modes w))) then true else (if (negb (s =? t)) then true else (astray_ok modes rest (s * w))))))). Proof. step. Qed.
Lemma first_astray_nil modes groups : first_astray modes [] groups = 1. Proof. step. Qed.
Lemma first_astray_ok_nil modes groups : first_astray_ok modes [] groups = true. Proof. step. Qed.
Lemma first_astray_cons n w rest modes groups : first_astray modes ((n, w) :: rest) groups = (match groups with
  | [] => 0
  | first :: rest2 => (let i := (astray modes (coalesce_modes first) w) in
  (if (i <? n) then i else (n * (first_astray modes rest rest2)))) end). Proof. step. Qed.
Lemma first_astray_ok_cons n w rest modes groups : first_astray_ok modes ((n, w) :: rest) groups = (match groups with
  | [] => false
  | first :: rest2 => ((astray_ok modes (coalesce_modes first) w) && (let i := (astray modes (coalesce_modes first) w) in
  (if (i <? n) then true else (first_astray_ok modes rest rest2)))) end). Proof. step. Qed.
Lemma cut_all_nil modes : cut_all modes [] = []. Proof. step. Qed.
Lemma cut_all_ok_nil modes : cut_all_ok modes [] = true. Proof. step. Qed.
Lemma cut_all_cons n w rest modes : cut_all modes ((n, w) :: rest) = ((cut modes n w) :: (cut_all modes rest)). Proof. step. Qed.
Lemma cut_all_ok_cons n w rest modes : cut_all_ok modes ((n, w) :: rest) = ((cut_ok modes n w) && (cut_all_ok modes rest)). Proof. step. Qed.
Lemma floors_nil i p : floors [] i p = 0. Proof. step. Qed.
Lemma floors_ok_nil i p : floors_ok [] i p = true. Proof. step. Qed.
Lemma floors_cons x w rest i p : floors ((x, w) :: rest) i p = (((w * (i mod x)) / p) + (floors rest (i / x) p)). Proof. step. Qed.
Lemma floors_ok_cons x w rest i p : floors_ok ((x, w) :: rest) i p = (((negb (x =? 0)) && (negb (p =? 0))) && ((negb (x =? 0)) && (floors_ok rest (i / x) p))). Proof. step. Qed.
Lemma error_nil merged b i t p : error [] merged b i t p = 0. Proof. step. Qed.
Lemma error_ok_nil merged b i t p : error_ok [] merged b i t p = true. Proof. step. Qed.
Lemma error_cons s d rest merged b i t p : error ((s, d) :: rest) merged b i t p = (((d - merged) * (carries_at b i t p)) + (error rest (s * d) b i t (p * s))). Proof. step. Qed.
Lemma error_ok_cons s d rest merged b i t p : error_ok ((s, d) :: rest) merged b i t p = ((carries_at_ok b i t p) && (error_ok rest (s * d) b i t (p * s))). Proof. step. Qed.
Lemma distributed_nil modes i : distributed modes [] i = 0. Proof. step. Qed.
Lemma distributed_ok_nil modes i : distributed_ok modes [] i = true. Proof. step. Qed.
Lemma distributed_cons x w rest modes i : distributed modes ((x, w) :: rest) i = ((extended modes (w * (i mod x))) + (distributed modes rest (i / x))). Proof. step. Qed.
Lemma distributed_ok_cons x w rest modes i : distributed_ok modes ((x, w) :: rest) i = (((negb (x =? 0)) && (extended_ok modes (w * (i mod x)))) && ((negb (x =? 0)) && (distributed_ok modes rest (i / x)))). Proof. step. Qed.
Lemma nothing_carries_nil b i t p : nothing_carries [] b i t p = true. Proof. step. Qed.
Lemma nothing_carries_ok_nil b i t p : nothing_carries_ok [] b i t p = true. Proof. step. Qed.
Lemma nothing_carries_cons first rest b i t p : nothing_carries (first :: rest) b i t p = (let later := (p * (fst first)) in
  (((carries_at b i t p) =? 0) && (nothing_carries rest b i t later))). Proof. step. Qed.
Lemma nothing_carries_ok_cons first rest b i t p : nothing_carries_ok (first :: rest) b i t p = (let later := (p * (fst first)) in
  ((carries_at_ok b i t p) && ((negb ((carries_at b i t p) =? 0)) || (nothing_carries_ok rest b i t later)))). Proof. step. Qed.
Lemma counting_nil d : counting [] d = []. Proof. step. Qed.
Lemma counting_cons s _unused rest d : counting ((s, _unused) :: rest) d = ((s, d) :: (counting rest ((s * d) + 1))). Proof. step. Qed.
Lemma carries_nil b i t p : carries [] b i t p = 0. Proof. step. Qed.
Lemma carries_ok_nil b i t p : carries_ok [] b i t p = true. Proof. step. Qed.
Lemma carries_cons first rest b i t p : carries (first :: rest) b i t p = ((carries_at b i t p) + (carries rest b i t (p * (fst first)))). Proof. step. Qed.
Lemma carries_ok_cons first rest b i t p : carries_ok (first :: rest) b i t p = ((carries_at_ok b i t p) && (carries_ok rest b i t (p * (fst first)))). Proof. step. Qed.
Lemma remainders_nil i p : remainders [] i p = 0. Proof. step. Qed.
Lemma remainders_ok_nil i p : remainders_ok [] i p = true. Proof. step. Qed.
Lemma remainders_cons x w rest i p : remainders ((x, w) :: rest) i p = (((w * (i mod x)) mod p) + (remainders rest (i / x) p)). Proof. step. Qed.
Lemma remainders_ok_cons x w rest i p : remainders_ok ((x, w) :: rest) i p = (((negb (x =? 0)) && (negb (p =? 0))) && ((negb (x =? 0)) && (remainders_ok rest (i / x) p))). Proof. step. Qed.
Lemma fits_nil x w : fits [] x w = false. Proof. step. Qed.
Lemma fits_ok_nil x w : fits_ok [] x w = false. Proof. step. Qed.
Lemma fits_cons s _unused rest x w : fits ((s, _unused) :: rest) x w = (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (fits rest x (w / s)) else (((s mod w) =? 0) || ((x * w) <=? s))) end). Proof. step. Qed.
Lemma fits_ok_cons s _unused rest x w : fits_ok ((s, _unused) :: rest) x w = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (fits_ok rest x (w / s))) else (negb (w =? 0)))) end). Proof. step. Qed.
Lemma super_increasing_nil modes u : super_increasing modes [] u = true. Proof. step. Qed.
Lemma super_increasing_ok_nil modes u : super_increasing_ok modes [] u = true. Proof. step. Qed.
Lemma super_increasing_cons x w rest modes u : super_increasing modes ((x, w) :: rest) u = (if ((x =? 1) || (w =? 0)) then (super_increasing modes rest u) else (if (w <? u) then false else (if ((negb (u =? 1)) && (negb (fits modes x w))) then false else (super_increasing modes rest (u + ((x - 1) * w)))))). Proof. step. Qed.
Lemma super_increasing_ok_cons x w rest modes u : super_increasing_ok modes ((x, w) :: rest) u = (if ((x =? 1) || (w =? 0)) then (super_increasing_ok modes rest u) else (if (w <? u) then true else (((u =? 1) || (fits_ok modes x w)) && (if ((negb (u =? 1)) && (negb (fits modes x w))) then true else (super_increasing_ok modes rest (u + ((x - 1) * w))))))). Proof. step. Qed.
Lemma ordered_nil modes u : ordered modes [] u = true. Proof. step. Qed.
Lemma ordered_ok_nil modes u : ordered_ok modes [] u = true. Proof. step. Qed.
Lemma ordered_cons x w rest modes u : ordered modes ((x, w) :: rest) u = (if ((x =? 1) || (w =? 0)) then (ordered modes rest u) else (if (w <? u) then false else (if ((negb (u =? 1)) && (negb (fits modes x w))) then false else (ordered modes rest (x * w))))). Proof. step. Qed.
Lemma ordered_ok_cons x w rest modes u : ordered_ok modes ((x, w) :: rest) u = (if ((x =? 1) || (w =? 0)) then (ordered_ok modes rest u) else (if (w <? u) then true else (((u =? 1) || (fits_ok modes x w)) && (if ((negb (u =? 1)) && (negb (fits modes x w))) then true else (ordered_ok modes rest (x * w)))))). Proof. step. Qed.
Lemma insert_nil mode : insert mode [] = (mode :: []). Proof. step. Qed.
Lemma insert_cons first rest mode : insert mode (first :: rest) = (if ((snd mode) <=? (snd first)) then (mode :: (first :: rest)) else (first :: (insert mode rest))). Proof. step. Qed.
Lemma sort_modes_nil  : sort_modes [] = []. Proof. step. Qed.
Lemma sort_modes_cons first rest : sort_modes (first :: rest) = (insert first (sort_modes rest)). Proof. step. Qed.
Lemma carry_nil x w : carry [] x w = (0, 0). Proof. step. Qed.
Lemma carry_ok_nil x w : carry_ok [] x w = false. Proof. step. Qed.
Lemma carry_cons s _unused rest x w : carry ((s, _unused) :: rest) x w = (match rest with
  | [] => (0, 0)
  | first :: rest2 => (if ((w mod s) =? 0) then (let '(v, c) := (carry rest x (w / s)) in
  ((s * v), c)) else (if (w <? s) then ((s mod w), (s / w)) else ((s - (w mod s)), 1))) end). Proof. step. Qed.
Lemma carry_ok_cons s _unused rest x w : carry_ok ((s, _unused) :: rest) x w = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (carry_ok rest x (w / s))) else (if (w <? s) then ((negb (w =? 0)) && (negb (w =? 0))) else (negb (s =? 0))))) end). Proof. step. Qed.
Lemma chain_nil current : chain [] current = true. Proof. step. Qed.
Lemma chain_cons s d rest current : chain ((s, d) :: rest) current = (if (s =? 1) then (chain rest current) else ((current <=? d) && (chain rest (s * d)))). Proof. step. Qed.
Lemma gaps_nil current size_ : gaps [] current size_ = [((ceil_div size_ current), current)]. Proof. step. Qed.
Lemma gaps_ok_nil current size_ : gaps_ok [] current size_ = (ceil_div_ok size_ current). Proof. step. Qed.
Lemma gaps_cons s d rest current size_ : gaps ((s, d) :: rest) current size_ = (if ((s =? 1) || (d =? 0)) then (gaps rest current size_) else (if (d <? current) then [] else (((d / current), current) :: (gaps rest (s * d) size_)))). Proof. step. Qed.
Lemma gaps_ok_cons s d rest current size_ : gaps_ok ((s, d) :: rest) current size_ = (if ((s =? 1) || (d =? 0)) then (gaps_ok rest current size_) else (if (d <? current) then false else ((negb (current =? 0)) && (gaps_ok rest (s * d) size_)))). Proof. step. Qed.
Lemma increasing_nil low : increasing [] low = true. Proof. step. Qed.
Lemma increasing_cons first rest low : increasing (first :: rest) low = ((low <=? (snd first)) && (increasing rest ((snd first) + 1))). Proof. step. Qed.
Lemma is_chain_nil current size_ : is_chain [] current size_ = ((size_ mod current) =? 0). Proof. step. Qed.
Lemma is_chain_ok_nil current size_ : is_chain_ok [] current size_ = (negb (current =? 0)). Proof. step. Qed.
Lemma is_chain_cons s d rest current size_ : is_chain ((s, d) :: rest) current size_ = (if (s =? 1) then (is_chain rest current size_) else ((1 <=? d) && (((d mod current) =? 0) && (is_chain rest (s * d) size_)))). Proof. step. Qed.
Lemma is_chain_ok_cons s d rest current size_ : is_chain_ok ((s, d) :: rest) current size_ = (if (s =? 1) then (is_chain_ok rest current size_) else ((negb (1 <=? d)) || ((negb (current =? 0)) && ((negb ((d mod current) =? 0)) || (is_chain_ok rest (s * d) size_))))). Proof. step. Qed.
Lemma element_at_nil current t : element_at [] current t = 0. Proof. step. Qed.
Lemma element_at_ok_nil current t : element_at_ok [] current t = true. Proof. step. Qed.
Lemma element_at_cons s d rest current t : element_at ((s, d) :: rest) current t = (if (s =? 1) then (element_at rest current t) else (let u := (t / (d / current)) in
  ((u mod s) + (s * (element_at rest (s * d) (u / s)))))). Proof. step. Qed.
Lemma element_at_ok_cons s d rest current t : element_at_ok ((s, d) :: rest) current t = (if (s =? 1) then (element_at_ok rest current t) else (((negb (current =? 0)) && (negb ((d / current) =? 0))) && (let u := (t / (d / current)) in
  ((negb (s =? 0)) && ((negb (s =? 0)) && (element_at_ok rest (s * d) (u / s))))))). Proof. step. Qed.
Lemma place_before_insertion_nil mode n : place_before_insertion mode [] n = n. Proof. step. Qed.
Lemma place_before_insertion_ok_nil mode n : place_before_insertion_ok mode [] n = true. Proof. step. Qed.
Lemma place_before_insertion_cons first rest mode n : place_before_insertion mode (first :: rest) n = (if ((snd mode) <=? (snd first)) then n else (let s := (fst mode) in
  (let t := (fst first) in
  (let inner := (place_before_insertion mode rest (n / t)) in
  ((inner mod s) + (s * ((n mod t) + (t * (inner / s))))))))). Proof. step. Qed.
Lemma place_before_insertion_ok_cons first rest mode n : place_before_insertion_ok mode (first :: rest) n = (if ((snd mode) <=? (snd first)) then true else (let s := (fst mode) in
  (let t := (fst first) in
  (((negb (t =? 0)) && (place_before_insertion_ok mode rest (n / t))) && (let inner := (place_before_insertion mode rest (n / t)) in
  ((negb (s =? 0)) && ((negb (t =? 0)) && (negb (s =? 0))))))))). Proof. step. Qed.
Lemma place_before_sorting_nil n : place_before_sorting [] n = n. Proof. step. Qed.
Lemma place_before_sorting_ok_nil n : place_before_sorting_ok [] n = true. Proof. step. Qed.
Lemma place_before_sorting_cons first rest n : place_before_sorting (first :: rest) n = (let s := (fst first) in
  (let inner := (place_before_insertion first (sort_modes rest) n) in
  ((inner mod s) + (s * (place_before_sorting rest (inner / s)))))). Proof. step. Qed.
Lemma place_before_sorting_ok_cons first rest n : place_before_sorting_ok (first :: rest) n = (let s := (fst first) in
  ((place_before_insertion_ok first (sort_modes rest) n) && (let inner := (place_before_insertion first (sort_modes rest) n) in
  ((negb (s =? 0)) && ((negb (s =? 0)) && (place_before_sorting_ok rest (inner / s))))))). Proof. step. Qed.
Lemma gap_at_nil current t : gap_at [] current t = t. Proof. step. Qed.
Lemma gap_at_ok_nil current t : gap_at_ok [] current t = true. Proof. step. Qed.
Lemma gap_at_cons s d rest current t : gap_at ((s, d) :: rest) current t = (if (s =? 1) then (gap_at rest current t) else (let g := (d / current) in
  ((t mod g) + (g * (gap_at rest (s * d) ((t / g) / s)))))). Proof. step. Qed.
Lemma gap_at_ok_cons s d rest current t : gap_at_ok ((s, d) :: rest) current t = (if (s =? 1) then (gap_at_ok rest current t) else ((negb (current =? 0)) && (let g := (d / current) in
  ((negb (g =? 0)) && (((negb (g =? 0)) && (negb (s =? 0))) && (gap_at_ok rest (s * d) ((t / g) / s))))))). Proof. step. Qed.
Lemma placed_nil step : placed [] step = []. Proof. step. Qed.
Lemma placed_cons s d rest step : placed ((s, d) :: rest) step = ((s, d, step) :: (placed rest (s * step))). Proof. step. Qed.
Lemma insert_placed_nil mode : insert_placed mode [] = (mode :: []). Proof. step. Qed.
Lemma insert_placed_cons first rest mode : insert_placed mode (first :: rest) = (if ((snd (fst mode)) <=? (snd (fst first))) then (mode :: (first :: rest)) else (first :: (insert_placed mode rest))). Proof. step. Qed.
Lemma sort_placed_nil  : sort_placed [] = []. Proof. step. Qed.
Lemma sort_placed_cons first rest : sort_placed (first :: rest) = (insert_placed first (sort_placed rest)). Proof. step. Qed.
Lemma inverse_chain_nil current : inverse_chain [] current = []. Proof. step. Qed.
Lemma inverse_chain_cons s d step rest current : inverse_chain ((s, d, step) :: rest) current = (if (d =? current) then ((s, step) :: (inverse_chain rest (s * current))) else (inverse_chain rest current)). Proof. step. Qed.
Lemma lack_nil d : lack [] d = true. Proof. step. Qed.
Lemma lack_cons first rest d : lack (first :: rest) d = ((negb ((snd first) =? d)) && (lack rest d)). Proof. step. Qed.
Lemma inverse_quotients_nil unit_ size_ step : inverse_quotients [] unit_ size_ step = [(size_, step)]. Proof. step. Qed.
Lemma inverse_quotients_ok_nil unit_ size_ step : inverse_quotients_ok [] unit_ size_ step = true. Proof. step. Qed.
Lemma inverse_quotients_cons s d next_step rest unit_ size_ step : inverse_quotients ((s, d, next_step) :: rest) unit_ size_ step = (if (d =? 0) then (inverse_quotients rest unit_ size_ step) else (if (negb ((d mod unit_) =? 0)) then [] else (if (d <? (size_ * unit_)) then [] else (((d / unit_), step) :: (inverse_quotients rest d s next_step))))). Proof. step. Qed.
Lemma inverse_quotients_ok_cons s d next_step rest unit_ size_ step : inverse_quotients_ok ((s, d, next_step) :: rest) unit_ size_ step = (if (d =? 0) then (inverse_quotients_ok rest unit_ size_ step) else ((negb (unit_ =? 0)) && (if (negb ((d mod unit_) =? 0)) then false else (if (d <? (size_ * unit_)) then false else ((negb (unit_ =? 0)) && (inverse_quotients_ok rest d s next_step)))))). Proof. step. Qed.
Lemma repeats_nothing_nil  : repeats_nothing [] = true. Proof. step. Qed.
Lemma repeats_nothing_cons first rest : repeats_nothing (first :: rest) = ((negb ((snd (fst first)) =? 0)) && (repeats_nothing rest)). Proof. step. Qed.
Lemma reaches_over_nil unit_ size_ : reaches_over [] unit_ size_ = true. Proof. step. Qed.
Lemma reaches_over_ok_nil unit_ size_ : reaches_over_ok [] unit_ size_ = true. Proof. step. Qed.
Lemma reaches_over_cons s d _unused rest unit_ size_ : reaches_over ((s, d, _unused) :: rest) unit_ size_ = (if (d =? 0) then (reaches_over rest unit_ size_) else (((d mod unit_) =? 0) && (((size_ * unit_) <=? d) && (reaches_over rest d s)))). Proof. step. Qed.
Lemma reaches_over_ok_cons s d _unused rest unit_ size_ : reaches_over_ok ((s, d, _unused) :: rest) unit_ size_ = (if (d =? 0) then (reaches_over_ok rest unit_ size_) else ((negb (unit_ =? 0)) && ((negb ((d mod unit_) =? 0)) || ((negb ((size_ * unit_) <=? d)) || (reaches_over_ok rest d s))))). Proof. step. Qed.
Lemma at_least_nil low : at_least low [] = true. Proof. step. Qed.
Lemma at_least_cons first rest low : at_least low (first :: rest) = ((low <=? first) && (at_least low rest)). Proof. step. Qed.
Lemma numbers_below_nil n : numbers_below [] n = true. Proof. step. Qed.
Lemma numbers_below_cons first rest n : numbers_below (first :: rest) n = (((0 <=? first) && (first <? n)) && (numbers_below rest n)). Proof. step. Qed.
Lemma has_number_nil k : has_number [] k = false. Proof. step. Qed.
Lemma has_number_cons first rest k : has_number (first :: rest) k = ((first =? k) || (has_number rest k)). Proof. step. Qed.
Lemma has_each_nil order k : has_each [] order k = true. Proof. step. Qed.
Lemma has_each_cons first rest order k : has_each (first :: rest) order k = ((has_number order k) && (has_each rest order (k + 1))). Proof. step. Qed.
Lemma uncovered_nil point : uncovered point [] = point. Proof. step. Qed.
Lemma uncovered_cons first rest point : uncovered point (first :: rest) = (match point with
  | [] => (uncovered [] rest)
  | first2 :: rest2 => (uncovered rest2 rest) end). Proof. step. Qed.
Lemma padded_nil  : padded [] = []. Proof. step. Qed.
Lemma padded_ok_nil  : padded_ok [] = true. Proof. step. Qed.
Lemma padded_cons e d t rest : padded ((e, d, t) :: rest) = ((e, ((ceil_div d t) * t)) :: (padded rest)). Proof. step. Qed.
Lemma padded_ok_cons e d t rest : padded_ok ((e, d, t) :: rest) = ((ceil_div_ok d t) && (padded_ok rest)). Proof. step. Qed.
Lemma places_joined_nil major : places_joined [] major = major. Proof. step. Qed.
Lemma places_joined_cons first rest major : places_joined (first :: rest) major = (first :: (places_joined rest major)). Proof. step. Qed.
Lemma row_nil  : row [] = 0. Proof. step. Qed.
Lemma row_cons e d rest : row ((e, d) :: rest) = (e + (d * (row rest))). Proof. step. Qed.
Lemma reshaped_within_nil x : reshaped_within [] x = []. Proof. step. Qed.
Lemma reshaped_within_ok_nil x : reshaped_within_ok [] x = true. Proof. step. Qed.
Lemma reshaped_within_cons _unused d t rest x : reshaped_within ((_unused, d, t) :: rest) x = (((x mod t), t) :: (reshaped_within rest ((x / t) / (ceil_div d t)))). Proof. step. Qed.
Lemma reshaped_within_ok_cons _unused d t rest x : reshaped_within_ok ((_unused, d, t) :: rest) x = ((negb (t =? 0)) && ((((negb (t =? 0)) && (ceil_div_ok d t)) && (negb ((ceil_div d t) =? 0))) && (reshaped_within_ok rest ((x / t) / (ceil_div d t))))). Proof. step. Qed.
Lemma reshaped_across_nil x : reshaped_across [] x = []. Proof. step. Qed.
Lemma reshaped_across_ok_nil x : reshaped_across_ok [] x = true. Proof. step. Qed.
Lemma reshaped_across_cons _unused d t rest x : reshaped_across ((_unused, d, t) :: rest) x = (let c := (ceil_div d t) in
  ((((x / t) mod c), c) :: (reshaped_across rest ((x / t) / c)))). Proof. step. Qed.
Lemma reshaped_across_ok_cons _unused d t rest x : reshaped_across_ok ((_unused, d, t) :: rest) x = ((ceil_div_ok d t) && (let c := (ceil_div d t) in
  (((negb (t =? 0)) && (negb (c =? 0))) && (((negb (t =? 0)) && (negb (c =? 0))) && (reshaped_across_ok rest ((x / t) / c)))))). Proof. step. Qed.
Lemma volume_nil  : volume [] = 1. Proof. step. Qed.
Lemma volume_cons first rest : volume (first :: rest) = ((snd first) * (volume rest)). Proof. step. Qed.
Lemma unravelled_nil x : unravelled [] x = []. Proof. step. Qed.
Lemma unravelled_ok_nil x : unravelled_ok [] x = true. Proof. step. Qed.
Lemma unravelled_cons first rest x : unravelled (first :: rest) x = (let d := (snd first) in
  (((x mod d), d) :: (unravelled rest (x / d)))). Proof. step. Qed.
Lemma unravelled_ok_cons first rest x : unravelled_ok (first :: rest) x = (let d := (snd first) in
  ((negb (d =? 0)) && ((negb (d =? 0)) && (unravelled_ok rest (x / d))))). Proof. step. Qed.
Lemma within_nil  : within [] = []. Proof. step. Qed.
Lemma within_ok_nil  : within_ok [] = true. Proof. step. Qed.
Lemma within_cons e _unused t rest : within ((e, _unused, t) :: rest) = (((e mod t), t) :: (within rest)). Proof. step. Qed.
Lemma within_ok_cons e _unused t rest : within_ok ((e, _unused, t) :: rest) = ((negb (t =? 0)) && (within_ok rest)). Proof. step. Qed.
Lemma across_nil  : across [] = []. Proof. step. Qed.
Lemma across_ok_nil  : across_ok [] = true. Proof. step. Qed.
Lemma across_cons e d t rest : across ((e, d, t) :: rest) = (((e / t), (ceil_div d t)) :: (across rest)). Proof. step. Qed.
Lemma across_ok_cons e d t rest : across_ok ((e, d, t) :: rest) = (((negb (t =? 0)) && (ceil_div_ok d t)) && (across_ok rest)). Proof. step. Qed.
Lemma tiled_by_nil point : tiled_by point [] = point. Proof. step. Qed.
Lemma tiled_by_ok_nil point : tiled_by_ok point [] = true. Proof. step. Qed.
Lemma tiled_by_cons first rest point : tiled_by point (first :: rest) = (tiled_by (tile_once point first) rest). Proof. step. Qed.
Lemma tiled_by_ok_cons first rest point : tiled_by_ok point (first :: rest) = ((tile_once_ok point first) && (tiled_by_ok (tile_once point first) rest)). Proof. step. Qed.
Lemma reshaped_by_nil point : reshaped_by point [] = point. Proof. step. Qed.
Lemma reshaped_by_ok_nil point : reshaped_by_ok point [] = true. Proof. step. Qed.
Lemma reshaped_by_cons first rest point : reshaped_by point (first :: rest) = (reshaped_by (reshape_once point first) rest). Proof. step. Qed.
Lemma reshaped_by_ok_cons first rest point : reshaped_by_ok point (first :: rest) = ((reshape_once_ok point first) && (reshaped_by_ok (reshape_once point first) rest)). Proof. step. Qed.
Lemma origin_nil  : origin [] = []. Proof. step. Qed.
Lemma origin_cons first rest : origin (first :: rest) = ((0, (snd first)) :: (origin rest)). Proof. step. Qed.
Lemma row_major_nil stride : row_major [] stride = []. Proof. step. Qed.
Lemma row_major_cons first rest stride : row_major (first :: rest) stride = (let d := (snd first) in
  (followed (row_major rest (stride * d)) [(d, stride)])). Proof. step. Qed.
Lemma column_nil  : column [] = 0. Proof. step. Qed.
Lemma column_cons first rest : column (first :: rest) = ((column rest) + ((volume rest) * (fst first))). Proof. step. Qed.
Lemma without_combine_nil  : without_combine [] = []. Proof. step. Qed.
Lemma without_combine_cons first rest : without_combine (first :: rest) = (if (first =? (-1)) then (without_combine rest) else (first :: (without_combine rest))). Proof. step. Qed.
Lemma combines_nothing_nil  : combines_nothing [] = true. Proof. step. Qed.
Lemma combines_nothing_cons first rest : combines_nothing (first :: rest) = ((1 <=? first) && (combines_nothing rest)). Proof. step. Qed.
Lemma reached_nil tile : reached [] tile = (match tile with
  | [] => []
  | first :: rest => [] end). Proof. step. Qed.
Lemma reached_cons first rest tile : reached (first :: rest) tile = (match tile with
  | [] => []
  | first2 :: rest2 => (first :: (reached rest rest2)) end). Proof. step. Qed.
Lemma lengthened_nil point : lengthened point [] = point. Proof. step. Qed.
Lemma lengthened_cons first rest point : lengthened point (first :: rest) = (match point with
  | [] => ((foremost []) :: (lengthened [] rest))
  | first2 :: rest2 => ((foremost point) :: (lengthened rest2 rest)) end). Proof. step. Qed.
Lemma tile_modes_nil stride far : tile_modes [] stride far = []. Proof. step. Qed.
Lemma tile_modes_ok_nil stride far : tile_modes_ok [] stride far = true. Proof. step. Qed.
Lemma tile_modes_cons _unused d t rest stride far : tile_modes ((_unused, d, t) :: rest) stride far = (let c := (ceil_div d t) in
  (followed (tile_modes rest (stride * t) (far * c)) [(t, stride); (c, far)])). Proof. step. Qed.
Lemma tile_modes_ok_cons _unused d t rest stride far : tile_modes_ok ((_unused, d, t) :: rest) stride far = ((ceil_div_ok d t) && (let c := (ceil_div d t) in
  (tile_modes_ok rest (stride * t) (far * c)))). Proof. step. Qed.
Lemma whole_tiles_nil  : whole_tiles [] = true. Proof. step. Qed.
Lemma whole_tiles_ok_nil  : whole_tiles_ok [] = true. Proof. step. Qed.
Lemma whole_tiles_cons first rest : whole_tiles (first :: rest) = ((((snd (fst first)) mod (snd first)) =? 0) && (whole_tiles rest)). Proof. step. Qed.
Lemma whole_tiles_ok_cons first rest : whole_tiles_ok (first :: rest) = ((negb ((snd first) =? 0)) && ((negb (((snd (fst first)) mod (snd first)) =? 0)) || (whole_tiles_ok rest))). Proof. step. Qed.
Lemma none_empty_nil  : none_empty [] = true. Proof. step. Qed.
Lemma none_empty_cons first rest : none_empty (first :: rest) = ((nonempty first) && (none_empty rest)). Proof. step. Qed.
Lemma summed_nil others : summed [] others = []. Proof. step. Qed.
Lemma summed_ok_nil others : summed_ok [] others = true. Proof. step. Qed.
Lemma summed_cons first rest others : summed (first :: rest) others = (match others with
  | [] => []
  | first2 :: rest2 => ((first + first2) :: (summed rest rest2)) end). Proof. step. Qed.
Lemma summed_ok_cons first rest others : summed_ok (first :: rest) others = (match others with
  | [] => false
  | first2 :: rest2 => (summed_ok rest rest2) end). Proof. step. Qed.
Lemma divides_nil n w : divides [] n w = false. Proof. step. Qed.
Lemma divides_ok_nil n w : divides_ok [] n w = false. Proof. step. Qed.
Lemma divides_cons s _unused rest n w : divides ((s, _unused) :: rest) n w = (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (divides rest n (w / s)) else (if (((n - 1) * w) <? s) then true else (if ((negb ((s mod w) =? 0)) || (negb ((n mod (s / w)) =? 0))) then false else (divides rest (n / (s / w)) 1)))) end). Proof. step. Qed.
Lemma divides_ok_cons s _unused rest n w : divides_ok ((s, _unused) :: rest) n w = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (divides_ok rest n (w / s))) else (if (((n - 1) * w) <? s) then true else (((negb (w =? 0)) && ((negb ((s mod w) =? 0)) || ((negb (w =? 0)) && (negb ((s / w) =? 0))))) && (if ((negb ((s mod w) =? 0)) || (negb ((n mod (s / w)) =? 0))) then true else (((negb (w =? 0)) && (negb ((s / w) =? 0))) && (divides_ok rest (n / (s / w)) 1))))))) end). Proof. step. Qed.
Lemma ends_nil e : ends [] e = false. Proof. step. Qed.
Lemma ends_ok_nil e : ends_ok [] e = false. Proof. step. Qed.
Lemma ends_cons s _unused rest e : ends ((s, _unused) :: rest) e = (match rest with
  | [] => true
  | first :: rest2 => (if ((s mod e) =? 0) then true else (((e mod s) =? 0) && (ends rest (e / s)))) end). Proof. step. Qed.
Lemma ends_ok_cons s _unused rest e : ends_ok ((s, _unused) :: rest) e = (match rest with
  | [] => true
  | first :: rest2 => ((negb (e =? 0)) && (if ((s mod e) =? 0) then true else ((negb (s =? 0)) && ((negb ((e mod s) =? 0)) || ((negb (s =? 0)) && (ends_ok rest (e / s))))))) end). Proof. step. Qed.
Lemma runs_nil n w : runs [] n w = false. Proof. step. Qed.
Lemma runs_ok_nil n w : runs_ok [] n w = false. Proof. step. Qed.
Lemma runs_cons s _unused rest n w : runs ((s, _unused) :: rest) n w = (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (runs rest n (w / s)) else ((ends ((s, _unused) :: rest) (n * w)) && ((s mod w) =? 0))) end). Proof. step. Qed.
Lemma runs_ok_cons s _unused rest n w : runs_ok ((s, _unused) :: rest) n w = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (runs_ok rest n (w / s))) else ((ends_ok ((s, _unused) :: rest) (n * w)) && ((negb (ends ((s, _unused) :: rest) (n * w))) || (negb (w =? 0)))))) end). Proof. step. Qed.
Lemma stay_below_nil size_ : stay_below [] size_ = true. Proof. step. Qed.
Lemma stay_below_cons s d rest size_ : stay_below ((s, d) :: rest) size_ = (((s =? 1) || (((s - 1) * d) <? size_)) && (stay_below rest size_)). Proof. step. Qed.
Lemma condition_1_between_nil w : condition_1_between [] w = false. Proof. step. Qed.
Lemma condition_1_between_ok_nil w : condition_1_between_ok [] w = false. Proof. step. Qed.
Lemma condition_1_between_cons s _unused rest w : condition_1_between ((s, _unused) :: rest) w = (match rest with
  | [] => true
  | first :: rest2 => (if ((w mod s) =? 0) then (condition_1_between rest (w / s)) else ((s mod w) =? 0)) end). Proof. step. Qed.
Lemma condition_1_between_ok_cons s _unused rest w : condition_1_between_ok ((s, _unused) :: rest) w = (match rest with
  | [] => true
  | first :: rest2 => ((negb (s =? 0)) && (if ((w mod s) =? 0) then ((negb (s =? 0)) && (condition_1_between_ok rest (w / s))) else (negb (w =? 0)))) end). Proof. step. Qed.
Lemma condition_1_nil modes : condition_1 modes [] = true. Proof. step. Qed.
Lemma condition_1_ok_nil modes : condition_1_ok modes [] = true. Proof. step. Qed.
Lemma condition_1_cons x w rest modes : condition_1 modes ((x, w) :: rest) = (if (x =? 1) then (condition_1 modes rest) else ((condition_1_between modes w) && ((condition_1_between modes (x * w)) && (condition_1 modes rest)))). Proof. step. Qed.
Lemma condition_1_ok_cons x w rest modes : condition_1_ok modes ((x, w) :: rest) = (if (x =? 1) then (condition_1_ok modes rest) else ((condition_1_between_ok modes w) && ((negb (condition_1_between modes w)) || ((condition_1_between_ok modes (x * w)) && ((negb (condition_1_between modes (x * w))) || (condition_1_ok modes rest)))))). Proof. step. Qed.
Lemma all_powers_nil  : all_powers [] = true. Proof. step. Qed.
Lemma all_powers_cons first rest : all_powers (first :: rest) = ((1 <=? first) && (((Z.land first (first - 1)) =? 0) && (all_powers rest))). Proof. step. Qed.
Lemma powers_of_two_nil  : powers_of_two [] = true. Proof. step. Qed.
Lemma powers_of_two_cons first rest : powers_of_two (first :: rest) = (let s := (fst first) in
  (((Z.land s (s - 1)) =? 0) && (powers_of_two rest))). Proof. step. Qed.
Lemma extent_nil  : extent [] = 1. Proof. step. Qed.
Lemma extent_cons first rest : extent (first :: rest) = (first * (extent rest)). Proof. step. Qed.
Lemma all_below_nil n : all_below [] n = true. Proof. step. Qed.
Lemma all_below_cons first rest n : all_below (first :: rest) n = (((0 <=? first) && (first <? n)) && (all_below rest n)). Proof. step. Qed.
Lemma points_of_steps_nil sizes : points_of_steps [] sizes = []. Proof. step. Qed.
Lemma points_of_steps_ok_nil sizes : points_of_steps_ok [] sizes = true. Proof. step. Qed.
Lemma points_of_steps_cons first rest sizes : points_of_steps (first :: rest) sizes = ((digits first sizes) :: (points_of_steps rest sizes)). Proof. step. Qed.
Lemma points_of_steps_ok_cons first rest sizes : points_of_steps_ok (first :: rest) sizes = ((digits_ok first sizes) && (points_of_steps_ok rest sizes)). Proof. step. Qed.
Lemma steps_of_points_nil sizes : steps_of_points [] sizes = []. Proof. step. Qed.
Lemma steps_of_points_ok_nil sizes : steps_of_points_ok [] sizes = true. Proof. step. Qed.
Lemma steps_of_points_cons first rest sizes : steps_of_points (first :: rest) sizes = ((counted first sizes) :: (steps_of_points rest sizes)). Proof. step. Qed.
Lemma steps_of_points_ok_cons first rest sizes : steps_of_points_ok (first :: rest) sizes = ((counted_ok first sizes) && (steps_of_points_ok rest sizes)). Proof. step. Qed.
Lemma in_turn_nil others : in_turn [] others = others. Proof. step. Qed.
Lemma in_turn_cons first rest others : in_turn (first :: rest) others = (first :: (in_turn rest others)). Proof. step. Qed.
Lemma met_by_nil step : met_by step [] = 0. Proof. step. Qed.
Lemma met_by_cons first rest step : met_by step (first :: rest) = (if (negb ((Z.land step first) =? 0)) then 1 else (2 * (met_by step rest))). Proof. step. Qed.
Lemma meeting_nil  : meeting [] = (0, 0). Proof. step. Qed.
Lemma meeting_cons first rest : meeting (first :: rest) = (let met := (met_by first rest) in
  (if (negb (met =? 0)) then (1, (2 * met)) else (let '(i, j) := (meeting rest) in
  ((2 * i), (2 * j))))). Proof. step. Qed.
Lemma xored_nil other : xored [] other = []. Proof. step. Qed.
Lemma xored_ok_nil other : xored_ok [] other = true. Proof. step. Qed.
Lemma xored_cons first rest other : xored (first :: rest) other = (match other with
  | [] => []
  | first2 :: rest2 => ((Z.lxor first first2) :: (xored rest rest2)) end). Proof. step. Qed.
Lemma xored_ok_cons first rest other : xored_ok (first :: rest) other = (match other with
  | [] => false
  | first2 :: rest2 => (xored_ok rest rest2) end). Proof. step. Qed.
Lemma xor_of_points_nil x sizes : xor_of_points [] x sizes = (digits 0 sizes). Proof. step. Qed.
Lemma xor_of_points_ok_nil x sizes : xor_of_points_ok [] x sizes = (digits_ok 0 sizes). Proof. step. Qed.
Lemma xor_of_points_cons first rest x sizes : xor_of_points (first :: rest) x sizes = (let rest2 := (xor_of_points rest (x / 2) sizes) in
  (if (negb ((x mod 2) =? 0)) then (xored first rest2) else rest2)). Proof. step. Qed.
Lemma xor_of_points_ok_cons first rest x sizes : xor_of_points_ok (first :: rest) x sizes = ((xor_of_points_ok rest (x / 2) sizes) && (let rest2 := (xor_of_points rest (x / 2) sizes) in
  (if (negb ((x mod 2) =? 0)) then (xored_ok first rest2) else true))). Proof. step. Qed.
Lemma modes_of_steps_nil  : modes_of_steps [] = []. Proof. step. Qed.
Lemma modes_of_steps_cons first rest : modes_of_steps (first :: rest) = (let rest2 := (modes_of_steps rest) in
  (match rest2 with
  | [] => ((2, first) :: [])
  | first2 :: rest3 => (if ((snd first2) =? (2 * first)) then (((2 * (fst first2)), first) :: rest3) else ((2, first) :: rest2)) end)). Proof. step. Qed.
Lemma lowest_points_nil count : lowest_points [] count = []. Proof. step. Qed.
Lemma lowest_points_cons first rest count : lowest_points (first :: rest) count = (if (count <=? 1) then [] else (first :: (lowest_points rest (count / 2)))). Proof. step. Qed.
Lemma other_points_nil count : other_points [] count = []. Proof. step. Qed.
Lemma other_points_cons first rest count : other_points (first :: rest) count = (if (count <=? 1) then (first :: rest) else (other_points rest (count / 2))). Proof. step. Qed.
Lemma number_of_sums_nil  : number_of_sums [] = 1. Proof. step. Qed.
Lemma number_of_sums_cons first rest : number_of_sums (first :: rest) = (2 * (number_of_sums rest)). Proof. step. Qed.
Lemma differences_nil others : differences [] others = others. Proof. step. Qed.
Lemma differences_cons first rest others : differences (first :: rest) others = (match others with
  | [] => (first :: rest)
  | first2 :: rest2 => ((Z.lxor first first2) :: (differences rest rest2)) end). Proof. step. Qed.
Lemma xor_of_nil x : xor_of [] x = 0. Proof. step. Qed.
Lemma xor_of_cons first rest x : xor_of (first :: rest) x = (Z.lxor ((x mod 2) * first) (xor_of rest (x / 2))). Proof. step. Qed.
Lemma freed_nil pivot bit : freed [] pivot bit = []. Proof. step. Qed.
Lemma freed_cons first rest pivot bit : freed (first :: rest) pivot bit = ((without first pivot bit) :: (freed rest pivot bit)). Proof. step. Qed.
Lemma first_beyond_nil columns : first_beyond columns [] = 0. Proof. step. Qed.
Lemma first_beyond_ok_nil columns : first_beyond_ok columns [] = true. Proof. step. Qed.
Lemma first_beyond_cons first rest columns : first_beyond columns (first :: rest) = (if (negb ((xor_of columns (preimage columns first)) =? first)) then 1 else (2 * (first_beyond columns rest))). Proof. step. Qed.
Lemma first_beyond_ok_cons first rest columns : first_beyond_ok columns (first :: rest) = ((preimage_ok columns first) && (if (negb ((xor_of columns (preimage columns first)) =? first)) then true else (first_beyond_ok columns rest))). Proof. step. Qed.
Lemma preimages_nil columns : preimages columns [] = []. Proof. step. Qed.
Lemma preimages_ok_nil columns : preimages_ok columns [] = true. Proof. step. Qed.
Lemma preimages_cons first rest columns : preimages columns (first :: rest) = ((preimage columns first) :: (preimages columns rest)). Proof. step. Qed.
Lemma preimages_ok_cons first rest columns : preimages_ok columns (first :: rest) = ((preimage_ok columns first) && (preimages_ok columns rest)). Proof. step. Qed.
Lemma lifted_nil rest bit : lifted [] rest bit = []. Proof. step. Qed.
Lemma lifted_cons first rest2 rest bit : lifted (first :: rest2) rest bit = (((has (xor_of rest first) bit) + (2 * first)) :: (lifted rest2 rest bit)). Proof. step. Qed.
Lemma in_bank_nil banks bank : in_bank [] banks bank = 0. Proof. step. Qed.
Lemma in_bank_ok_nil banks bank : in_bank_ok [] banks bank = true. Proof. step. Qed.
Lemma in_bank_cons first rest banks bank : in_bank (first :: rest) banks bank = ((if ((first mod banks) =? bank) then 1 else 0) + (in_bank rest banks bank)). Proof. step. Qed.
Lemma in_bank_ok_cons first rest banks bank : in_bank_ok (first :: rest) banks bank = ((negb (banks =? 0)) && (in_bank_ok rest banks bank)). Proof. step. Qed.
Lemma fewest_turns_nil banks : fewest_turns [] banks = 0. Proof. step. Qed.
Lemma fewest_turns_ok_nil banks : fewest_turns_ok [] banks = true. Proof. step. Qed.
Lemma fewest_turns_cons first rest banks : fewest_turns (first :: rest) banks = (let here := (1 + (in_bank rest banks (first mod banks))) in
  (Z.max here (fewest_turns rest banks))). Proof. step. Qed.
Lemma fewest_turns_ok_cons first rest banks : fewest_turns_ok (first :: rest) banks = (((negb (banks =? 0)) && (in_bank_ok rest banks (first mod banks))) && (let here := (1 + (in_bank rest banks (first mod banks))) in
  (fewest_turns_ok rest banks))). Proof. step. Qed.
Lemma turns_nil banks : turns [] banks = []. Proof. step. Qed.
Lemma turns_ok_nil banks : turns_ok [] banks = true. Proof. step. Qed.
Lemma turns_cons first rest banks : turns (first :: rest) banks = ((in_bank rest banks (first mod banks)) :: (turns rest banks)). Proof. step. Qed.
Lemma turns_ok_cons first rest banks : turns_ok (first :: rest) banks = (((negb (banks =? 0)) && (in_bank_ok rest banks (first mod banks))) && (turns_ok rest banks)). Proof. step. Qed.
Lemma is_free_nil bank turn given banks : is_free bank turn [] given banks = true. Proof. step. Qed.
Lemma is_free_ok_nil bank turn given banks : is_free_ok bank turn [] given banks = true. Proof. step. Qed.
Lemma is_free_cons first rest bank turn given banks : is_free bank turn (first :: rest) given banks = (match given with
  | [] => true
  | first2 :: rest2 => (let taken := (((first mod banks) =? bank) && (first2 =? turn)) in
  ((negb taken) && (is_free bank turn rest rest2 banks))) end). Proof. step. Qed.
Lemma is_free_ok_cons first rest bank turn given banks : is_free_ok bank turn (first :: rest) given banks = (match given with
  | [] => true
  | first2 :: rest2 => ((negb (banks =? 0)) && (let taken := (((first mod banks) =? bank) && (first2 =? turn)) in
  (taken || (is_free_ok bank turn rest rest2 banks)))) end). Proof. step. Qed.
Lemma serves_nil given banks k : serves [] given banks k = (match given with
  | [] => true
  | first :: rest => false end). Proof. step. Qed.
Lemma serves_ok_nil given banks k : serves_ok [] given banks k = true. Proof. step. Qed.
Lemma serves_cons first rest given banks k : serves (first :: rest) given banks k = (match given with
  | [] => false
  | first2 :: rest2 => (((0 <=? first2) && (first2 <? k)) && ((is_free (first mod banks) first2 rest rest2 banks) && (serves rest rest2 banks k))) end). Proof. step. Qed.
Lemma serves_ok_cons first rest given banks k : serves_ok (first :: rest) given banks k = (match given with
  | [] => true
  | first2 :: rest2 => ((negb ((0 <=? first2) && (first2 <? k))) || (((negb (banks =? 0)) && (is_free_ok (first mod banks) first2 rest rest2 banks)) && ((negb (is_free (first mod banks) first2 rest rest2 banks)) || (serves_ok rest rest2 banks k)))) end). Proof. step. Qed.
Lemma index_of_nil number : index_of number [] = []. Proof. step. Qed.
Lemma index_of_ok_nil number : index_of_ok number [] = true. Proof. step. Qed.
Lemma index_of_cons first rest number : index_of number (first :: rest) = (let first2 := (number / (product (Tuple (map Leaf rest)))) in
  (let rest2 := (number mod (product (Tuple (map Leaf rest)))) in
  (first2 :: (index_of rest2 rest)))). Proof. step. Qed.
Lemma index_of_ok_cons first rest number : index_of_ok number (first :: rest) = (((negb ((product (Tuple (map Leaf rest))) =? 0)) && (negb ((product (Tuple (map Leaf rest))) =? 0))) && (let first2 := (number / (product (Tuple (map Leaf rest)))) in
  (let rest2 := (number mod (product (Tuple (map Leaf rest)))) in
  (index_of_ok rest2 rest)))). Proof. step. Qed.
Lemma entry_of_nil k : entry_of [] k = 0. Proof. step. Qed.
Lemma entry_of_cons first rest k : entry_of (first :: rest) k = (if (k =? 0) then first else (entry_of rest (k - 1))). Proof. step. Qed.
Lemma picked_nil index dims : picked index dims [] = []. Proof. step. Qed.
Lemma picked_cons first rest index dims : picked index dims (first :: rest) = (((entry_of index first), (entry_of dims first)) :: (picked index dims rest)). Proof. step. Qed.
Lemma minor_first_nil bounds turned : minor_first [] bounds turned = turned. Proof. step. Qed.
Lemma minor_first_ok_nil bounds turned : minor_first_ok [] bounds turned = true. Proof. step. Qed.
Lemma minor_first_cons first rest bounds turned : minor_first (first :: rest) bounds turned = (match bounds with
  | [] => []
  | first2 :: rest2 => (minor_first rest rest2 ((first, first2) :: turned)) end). Proof. step. Qed.
Lemma minor_first_ok_cons first rest bounds turned : minor_first_ok (first :: rest) bounds turned = (match bounds with
  | [] => false
  | first2 :: rest2 => (minor_first_ok rest rest2 ((first, first2) :: turned)) end). Proof. step. Qed.
Lemma corner_nil turned : corner [] turned = turned. Proof. step. Qed.
Lemma corner_cons first rest turned : corner (first :: rest) turned = (corner rest ((0, first) :: turned)). Proof. step. Qed.
Lemma rounded_up_nil sizes : rounded_up [] sizes = []. Proof. step. Qed.
Lemma rounded_up_ok_nil sizes : rounded_up_ok [] sizes = true. Proof. step. Qed.
Lemma rounded_up_cons first rest sizes : rounded_up (first :: rest) sizes = (match sizes with
  | [] => []
  | first2 :: rest2 => (((ceil_div first first2) * first2) :: (rounded_up rest rest2)) end). Proof. step. Qed.
Lemma rounded_up_ok_cons first rest sizes : rounded_up_ok (first :: rest) sizes = (match sizes with
  | [] => false
  | first2 :: rest2 => ((ceil_div_ok first first2) && (rounded_up_ok rest rest2)) end). Proof. step. Qed.
Lemma bounds_of_nil turned : bounds_of [] turned = turned. Proof. step. Qed.
Lemma bounds_of_cons first rest turned : bounds_of (first :: rest) turned = (bounds_of rest ((snd first) :: turned)). Proof. step. Qed.
