(** The checker decides by the formula of certificate.v. *)
From Coq Require Import ZArith ZArithRing.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import certificate integers checker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The canaries in the theorem: half of them where guesses are on one side. *)
Definition theorem_canaries (R : realFieldType) (C : claim_of_mean) : R := ofZ R (canaries C) / ofZ R (parts C).

(** ** Statement *)

(** The checker decides, besides the form, whether the bound of certificate.v is at most what is claimed. *)
Definition Checked_is_the_formula : Prop :=
  forall (R : realFieldType) C,
  check C = fits C &&
    (bound (theorem_canaries R C) (Z.to_nat (options C)) (Z.to_nat (guesses C))
      (@slope_of C R) (@offset_of C R) (@weight_of C R) (paid_for C R) <= ofZ R (claimed C) / ofZ R (bound_unit C)).

(** ** Proof *)

Section Bound.

Variable R : realFieldType.
Variable C : claim_of_mean.
Hypothesis fit : fits C.

Local Notation "# z" := (ofZ R z) (at level 2, format "# z").

Let line := 'I_(size (lines C)).
Let m : R := theorem_canaries R C.
Let k : nat := Z.to_nat (options C).
Let lambda : line -> R := @slope_of C R.
Let delta : line -> R := @offset_of C R.
Let phi : line -> nat -> R := @weight_of C R.
Let e : nat -> R := paid_for C R.

Lemma ofZ_sumZ (T : Type) (f : T -> Z) (s : seq T) : #(sumZ [seq f t | t <- s]) = \sum_(t <- s) #(f t).
Proof. by elim: s => [|t s IH]; rewrite ?big_nil ?big_cons //= ofZ_add IH. Qed.

Lemma maxZ_ge0 zs : (0 <= maxZ zs)%Z.
Proof. by elim: zs => [|z zs IH] //=; apply: Z.le_trans IH (Z.le_max_r _ _). Qed.

Lemma maxZ_ge (f : nat -> Z) (s : seq nat) i : i \in s -> (f i <= maxZ [seq f j | j <- s])%Z.
Proof.
elim: s => //= j s IH; rewrite inE => /orP[/eqP->|/IH le]; first exact: Z.le_max_l.
exact: Z.le_trans le (Z.le_max_r _ _).
Qed.

Lemma weight_at_ge0 ws i : all (fun r : Z * Z * Z => (0 <=? r.2)%Z) ws -> (0 <=? weight_at ws i)%Z.
Proof. by elim: ws => [|[[first last] w] ws IH] //= /andP[w_ge0 /IH]; case: ifP. Qed.

Lemma weight_at_most l i : (weight_at (weights l) i <= most l)%Z.
Proof.
rewrite /most; elim: (weights l) => [|[[first last] w] ws IH] //=; case: ifP => _; first exact: Z.le_max_l.
exact: Z.le_trans IH (Z.le_max_r _ _).
Qed.

Lemma weight_at_products l i : weight_at (products_of l) i = (slope l * weight_at (weights l) i)%Z.
Proof.
rewrite /products_of; elim: (weights l) => [|[[first last] w] ws IH] /=; first by rewrite Z.mul_0_r.
by case: ifP.
Qed.

Lemma sum_lines (f : weighed_line -> R) : \sum_(l <- lines C) f l = \sum_(g : line) f (line_of g).
Proof. by rewrite big_tnth. Qed.

Let game_fit : game_fits C. Proof. by case/and4P: fit. Qed.
Let canaries_gt0 : 0 < #(canaries C). Proof. by case/and5P: game_fit => h _ _ _ _; apply: ofZ_gt0. Qed.
Let parts_gt0 : 0 < #(parts C). Proof. by rewrite /parts; case: on_one_side; apply: ofZ_gt0. Qed.
Let slope_unit_gt0 : 0 < #(slope_unit C).
Proof. by case/and4P: fit => _ /and4P[h _ _ _] _ _; apply: ofZ_gt0. Qed.
Let offset_unit_gt0 : 0 < #(offset_unit C).
Proof. by case/and4P: fit => _ /and4P[_ h _ _] _ _; apply: ofZ_gt0. Qed.
Let weight_unit_gt0 : 0 < #(weight_unit C).
Proof. by case/and4P: fit => _ /and4P[_ _ h _] _ _; apply: ofZ_gt0. Qed.
Let bound_unit_gt0 : 0 < #(bound_unit C).
Proof. by case/and4P: fit => _ /and4P[_ _ _ h] _ _; apply: ofZ_gt0. Qed.
Let pay_unit_gt0 : 0 < #(pay_unit (pays C)).
Proof. by case/and4P: fit => _ _ /and3P[h _ _] _; apply: ofZ_gt0. Qed.
Let options_gt1 : (1 < options C)%Z. Proof. by case/and5P: game_fit => _ /Z.ltb_lt. Qed.
Let lines_fit : all (line_fits C) (lines C). Proof. by case/and4P: fit. Qed.

Lemma sumZ_ge0 (T : Type) (f : T -> Z) (s : seq T) : all (fun t => 0 <=? f t)%Z s -> (0 <= sumZ [seq f t | t <- s])%Z.
Proof. by elim: s => //= t s IH /andP[/Z.leb_le f_ge0 /IH sum_ge0]; apply: Z.add_nonneg_nonneg. Qed.

Lemma steps_fit_ge0 free (s : seq (Z * Z)) : steps_fit C free s -> all (fun r => 0 <=? r.2)%Z s.
Proof. by elim: s free => //= -[reach height] s IH free /and4P[_ _ -> /IH]. Qed.

(** Nothing that is paid is negative. *)
Lemma paid_ge0 i : 0 <= paid_for C R i.
Proof.
case/and4P: fit => _ _ /and3P[_ /Z.leb_le base_ge0 /steps_fit_ge0 heights_ge0] _.
rewrite divr_ge0 ?(ltW pay_unit_gt0) //; apply/ofZ_ge0/Z.leb_le/Z.add_nonneg_nonneg => //.
by apply: sumZ_ge0; apply: sub_all heights_ge0 => r; case: ifP.
Qed.

Lemma options_nat : (1 < k)%N.
Proof. by apply/ssrnat.ltP/(Z2Nat.inj_lt 1) => //; apply: Z.lt_le_incl; apply: Z.lt_trans options_gt1. Qed.

Lemma options_eq : #(options C - 1) = k.-1%:R.
Proof.
have options_ge0 : (0 <= options C)%Z by apply: Z.lt_le_incl; apply: Z.lt_trans options_gt1.
rewrite ofZ_sub -[in LHS](Z2Nat.id _ options_ge0) ofZ_nat -/k -subn1 natrB //.
exact: ltnW options_nat.
Qed.

Lemma line_fits_at (g : line) : line_fits C (line_of g).
Proof. exact: (@all_tnthP _ _ (line_fits C) (in_tuple (lines C)) lines_fit). Qed.

Lemma phi_ge0 (g : line) i : (0 < i <= c' C)%N -> 0 <= phi g i.
Proof.
move=> _; rewrite divr_ge0 ?(ltW weight_unit_gt0) //; apply/ofZ_ge0/weight_at_ge0.
by case/and3P: (line_fits_at g).
Qed.

Lemma delta_ge0 g : 0 <= delta g.
Proof. by rewrite divr_ge0 ?(ltW offset_unit_gt0) //; apply: ofZ_ge0; case/and3P: (line_fits_at g). Qed.

(** Nothing above a bound that is not negative: so is the maximum. *)
Lemma bigmax_le (f : nat -> R) a b (most : R) :
  0 <= most -> (forall i, (a <= i < b)%N -> f i <= most) -> \big[Num.max/0]_(a <= i < b) f i <= most.
Proof. by move=> most_ge0 f_le; rewrite big_nat; elim/big_ind: _ => // s t s_le t_le; rewrite le_maxl s_le. Qed.

(** The largest weight of a line is that of some count. *)
Lemma most_attained free (ws : seq (Z * Z * Z)) :
  ranges_fit C free ws -> maxZ [seq r.2 | r <- ws] = 0%Z \/
  exists2 i, (free <= i <= guesses C)%Z & weight_at ws i = maxZ [seq r.2 | r <- ws].
Proof.
elim: ws free => [|[[first last] w] ws IH] free; first by left.
move=> /and4P[/Z.leb_le free_le /Z.leb_le first_le /Z.leb_le last_le rest] /=.
case: (Z.max_spec w (maxZ [seq r.2 | r <- ws])) => -[_ ->].
  case: (IH _ rest) => [none|[i [i_ge i_le] at_i]]; first by left.
  right; exists i; first by split=> //; apply: Z.le_trans i_ge; apply: Z.le_trans free_le _;
    apply: Z.le_trans first_le _; apply: Z.le_succ_diag_r.
  rewrite at_i; case: ifP => // /andP[_ /Z.leb_le] /(Z.le_trans _ _ _ i_ge).
  by move/Z.le_succ_l/Z.lt_irrefl.
right; exists first; first by split=> //; apply: Z.le_trans first_le last_le.
by rewrite Z.leb_refl (introT (Z.leb_spec0 _ _) first_le).
Qed.

Lemma W_eq (g : line) : W (c' C) phi g = #(most (line_of g)) / #(weight_unit C).
Proof.
apply/eqP; rewrite eq_le; apply/andP; split.
  apply: bigmax_le => [|i _]; last first.
    by rewrite ler_pmul2r ?invr_gt0 //; apply/ofZ_le/Z.leb_le/weight_at_most.
  by rewrite divr_ge0 ?(ltW weight_unit_gt0) //; apply/ofZ_ge0/Z.leb_le/maxZ_ge0.
have [_ _ ranges] := and3P (line_fits_at g).
case: (most_attained ranges) => [none|[i [i_ge i_le] at_i]].
  by rewrite /most none mul0r /W; elim/big_rec: _ => // i x _ x_ge0; rewrite le_maxr x_ge0 orbT.
rewrite /most -at_i -(Z2Nat.id i); last by apply: Z.le_trans i_ge.
apply: (ler_bigmax (phi g)); rewrite ltnS; apply/andP; split; apply/ssrnat.leP.
  by apply/(Z2Nat.inj_le 1 i) => //; apply: Z.le_trans i_ge.
by apply/Z2Nat.inj_le => //; [apply: Z.le_trans i_ge | apply: Z.le_trans (Z.le_trans _ _ _ _ i_ge) i_le].
Qed.

Lemma Phi_eq i : Phi phi i = #(all_weights C i) / #(weight_unit C).
Proof. by rewrite /all_weights ofZ_sumZ sum_lines mulr_suml. Qed.

Lemma Psi_eq i : Psi lambda phi i = #(all_slopes (all_products C) i) / (#(slope_unit C) * #(weight_unit C)).
Proof.
rewrite /all_slopes ofZ_sumZ /all_products big_map sum_lines mulr_suml; apply: eq_bigr => g _.
by rewrite weight_at_products ofZ_mul mulf_div.
Qed.

Lemma unit_gt0 : 0 < #(unit C).
Proof.
rewrite /unit /unit_without_pay !ofZ_mul options_eq !mulr_gt0 // ltr0n -subn1 subn_gt0.
exact: options_nat.
Qed.

(** Fractions of whole numbers are equal where their products crosswise are. *)
Lemma eq_fractions a b c d : #b != 0 -> #d != 0 -> (a * d = c * b)%Z -> #a / #b = #c / #d.
Proof. by move=> b0 d0 cross; apply/eqP; rewrite eqr_div // -!ofZ_mul cross. Qed.

Lemma bracket_eq i : bracket m k (c' C) lambda phi e i = #(bracketZ C (all_products C) i) / #(unit C).
Proof.
have k1_gt0 : 0 < #(options C - 1) by rewrite options_eq ltr0n -subn1 subn_gt0 options_nat.
have u0 : #(unit C) != 0 by rewrite gt_eqF // unit_gt0.
rewrite /bracketZ ofZ_add ofZ_sub mulrDl mulrBl /bracket; congr (_ - _ + _).
- by apply: eq_fractions => //; rewrite ?(gt_eqF pay_unit_gt0) // /unit; ring.
- rewrite Phi_eq /m /theorem_canaries invf_div -(ofZ_nat R i) [ofZ R (Z.of_nat i) * _]mulrA mulf_div -!ofZ_mul; apply: eq_fractions => //.
    by rewrite ofZ_mul mulf_neq0 // gt_eqF.
  by rewrite /unit /unit_without_pay; ring.
- case: ifP => _; last by rewrite mul0r.
  rewrite Psi_eq /m /theorem_canaries mulrA -options_eq invf_div -(ofZ_nat R (c' C - i)) [ofZ R (Z.of_nat _) * _]mulrA.
  rewrite -!ofZ_mul mulf_div -!ofZ_mul.
  apply: eq_fractions => //; first by rewrite !ofZ_mul !mulf_neq0 // gt_eqF.
  by rewrite /unit /unit_without_pay; ring.
Qed.

Lemma nu_eq : nu m k (c' C) lambda phi e = #(nuZ C) / #(unit C).
Proof.
rewrite /nu /nuZ; elim: (index_iota _ _) => [|i s IH]; first by rewrite big_nil mul0r.
by rewrite big_cons IH bracket_eq /= ofZ_max maxr_pmull // invr_ge0 ltW // unit_gt0.
Qed.

Lemma offsets_eq : \sum_g W (c' C) phi g * delta g = #(offsetsZ C) / (#(weight_unit C) * #(offset_unit C)).
Proof.
rewrite /offsetsZ ofZ_sumZ sum_lines mulr_suml; apply: eq_bigr => g _.
by rewrite W_eq ofZ_mul mulf_div.
Qed.

(** The certificate's bound, in whole numbers. *)
Lemma bound_eq : bound m k (c' C) lambda delta phi e = #(boundZ C) / #(unit C * offset_unit C).
Proof.
rewrite /bound nu_eq offsets_eq /boundZ ofZ_add mulrDl.
have [u_gt0 o_gt0] := (unit_gt0, offset_unit_gt0).
have uo_gt0 : 0 < #(unit C * offset_unit C) by rewrite ofZ_mul mulr_gt0.
have wo_gt0 : 0 < #(weight_unit C * offset_unit C) by rewrite ofZ_mul mulr_gt0.
congr (_ + _); first by apply: eq_fractions; rewrite ?gt_eqF //; ring.
rewrite -ofZ_mul; apply: eq_fractions; rewrite ?gt_eqF //.
by rewrite /unit /unit_without_pay; ring.
Qed.

Lemma check_eq : check C = (bound m k (c' C) lambda delta phi e <= #(claimed C) / #(bound_unit C)).
Proof.
rewrite /check fit bound_eq ler_pdivr_mulr; last by rewrite ofZ_mul mulr_gt0 // unit_gt0.
rewrite mulrAC ler_pdivl_mulr // -!ofZ_mul Z.mul_assoc.
exact: ofZ_leE.
Qed.

End Bound.

Theorem checked_is_the_formula : Checked_is_the_formula.
Proof.
move=> R C; have [fit|/negbTE not_fit] := boolP (fits C); last by rewrite /check not_fit.
exact: check_eq.
Qed.
