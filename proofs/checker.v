(** A checker of certificates in whole numbers, and the proof that it accepts only true ones. *)
From Coq Require Import ZArith ZArithRing.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 directions onesided certificate refutation integers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The certificate, in whole numbers *)

(** A line, and its weight from a first to a last count; 0 elsewhere. Slopes, offsets and weights are in units that
    the certificate states. *)
Record weighed_line := Line { slope : Z; offset : Z; weights : seq (Z * Z * Z) }.

Record claim_of_tail := Claim {
  canaries : Z;
  (** Whether all guesses are on one side. *)
  on_one_side : bool;
  options : Z;
  guesses : Z;
  (** So many right guesses or more are what is bounded. *)
  correct : Z;
  lines : seq weighed_line;
  (** A slope s stands for s / slope_unit, and so on. *)
  slope_unit : Z;
  offset_unit : Z;
  weight_unit : Z;
  (** The bound that is claimed: claimed / bound_unit. *)
  claimed : Z;
  bound_unit : Z }.

(** With all guesses on one side the theorem has half the canaries. *)
Definition parts (C : claim_of_tail) : Z := (if on_one_side C then 2 else 1)%Z.

(** ** Statement: what is accepted is true of every mechanism and every attack *)

Section Statement.

Variable C : claim_of_tail.
Local Notation m := (Z.to_nat (canaries C)).
Local Notation k := (Z.to_nat (options C)).
Local Notation c' := (Z.to_nat (guesses C)).

(** The slope and the offset of a line, as fractions. *)
Definition slope_of (R : realFieldType) (l : weighed_line) : R := ofZ R (slope l) / ofZ R (slope_unit C).
Definition offset_of (R : realFieldType) (l : weighed_line) : R := ofZ R (offset l) / ofZ R (offset_unit C).
Definition line_of (g : 'I_(size (lines C))) : weighed_line := tnth (in_tuple (lines C)) g.

(** The mechanism has the lines: in the order of neighbours that the side names, where there is one, and otherwise in
    the mean of the orders (so has one that has them in every order). *)
Definition has_lines (R : realFieldType) (O : finType) (M : mechanism R m k O) (a : attack m k c' O) : Prop :=
  if on_one_side C then
    exists side, (forall o j v, a o j = Some v -> v = side) /\
      forall g, tangent_from side M (slope_of R (line_of g)) (offset_of R (line_of g))
  else forall g, tangent_in_the_mean M (slope_of R (line_of g)) (offset_of R (line_of g)).

Definition Claim_is_true : Prop :=
  forall (R : realFieldType) (O : finType) (M : mechanism R m k O) (a : attack m k c' O), has_lines M a ->
  probability M a (fun i => (Z.to_nat (correct C) <= i)%N) <= ofZ R (claimed C) / ofZ R (bound_unit C).

End Statement.

(** ** The checker *)

Fixpoint weight_at (ws : seq (Z * Z * Z)) (i : Z) : Z :=
  if ws is (first, last, w) :: rest then
    if ((first <=? i) && (i <=? last))%Z then w else weight_at rest i
  else 0%Z.

Definition sumZ (zs : seq Z) : Z := foldr Z.add 0%Z zs.
Definition maxZ (zs : seq Z) : Z := foldr Z.max 0%Z zs.

Definition most (l : weighed_line) : Z := maxZ [seq r.2 | r <- weights l].

(** The weights of a line times its slope: multiplied once, and looked up for every count. *)
Definition products_of (l : weighed_line) : seq (Z * Z * Z) := [seq (r.1, (slope l * r.2)%Z) | r <- weights l].

Section Checker.

Variable C : claim_of_tail.

Definition c' : nat := Z.to_nat (guesses C).

Definition all_weights (i : nat) : Z :=
  let count := Z.of_nat i in sumZ [seq weight_at (weights l) count | l <- lines C].
Definition all_slopes (products : seq (seq (Z * Z * Z))) (i : nat) : Z :=
  let count := Z.of_nat i in sumZ [seq weight_at ws count | ws <- products].

(** The bracket of a count, times [unit]. *)
Definition unit : Z := (canaries C * (options C - 1) * weight_unit C * slope_unit C)%Z.
Definition bracketZ (products : seq (seq (Z * Z * Z))) (i : nat) : Z :=
  ((if (correct C <=? Z.of_nat i)%Z then unit else 0)
   - Z.of_nat i * parts C * (options C - 1) * slope_unit C * all_weights i
   + (if (i < c')%N then Z.of_nat (c' - i) * parts C * all_slopes products i.+1 else 0))%Z.

Definition all_products := [seq products_of l | l <- lines C].
Definition nuZ : Z := let products := all_products in maxZ [seq bracketZ products i | i <- index_iota 0 c'.+1].
Definition offsetsZ : Z := sumZ [seq (most l * offset l)%Z | l <- lines C].

(** Guesses are at most the canaries, right ones at most the guesses, and one side is one of two. *)
Definition game_fits : bool :=
  [&& (0 <? canaries C)%Z, (1 <? options C)%Z, (0 <=? correct C)%Z, (correct C <=? guesses C)%Z,
      (guesses C <=? canaries C)%Z & on_one_side C ==> (options C =? 2)%Z].
Definition units_fit : bool :=
  [&& (0 <? slope_unit C)%Z, (0 <? offset_unit C)%Z, (0 <? weight_unit C)%Z & (0 <? bound_unit C)%Z].
(** The ranges of a line rise from [free] to c' without overlap. *)
Fixpoint ranges_fit (free : Z) (ws : seq (Z * Z * Z)) : bool :=
  if ws is (first, last, _) :: rest then
    [&& (free <=? first)%Z, (first <=? last)%Z, (last <=? guesses C)%Z & ranges_fit (last + 1) rest]
  else true.
Definition line_fits (l : weighed_line) : bool :=
  [&& (0 <=? offset l)%Z, all (fun r => (0 <=? r.2)%Z) (weights l) & ranges_fit 1 (weights l)].

Definition check : bool :=
  [&& game_fits, units_fit, all line_fits (lines C) &
  (nuZ * offset_unit C * bound_unit C
   + offsetsZ * (canaries C * (options C - 1) * slope_unit C) * bound_unit C
   <=? claimed C * unit * offset_unit C)%Z].

End Checker.

(** ** Proof *)

Section Bound.

Variable R : realFieldType.
Variable C : claim_of_tail.
Hypothesis accepted : check C.

Local Notation "# z" := (ofZ R z) (at level 2, format "# z").

Let line := 'I_(size (lines C)).
Let m : R := #(canaries C) / #(parts C).
Let k : nat := Z.to_nat (options C).
Let lambda (g : line) : R := #(slope (line_of g)) / #(slope_unit C).
Let delta (g : line) : R := #(offset (line_of g)) / #(offset_unit C).
Let phi (g : line) (i : nat) : R := #(weight_at (weights (line_of g)) (Z.of_nat i)) / #(weight_unit C).
Let e (i : nat) : R := (Z.to_nat (correct C) <= i)%N%:R.

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

Let game_fit : game_fits C. Proof. by case/and4P: accepted. Qed.
Let canaries_gt0 : 0 < #(canaries C). Proof. by case/and5P: game_fit => h _ _ _ _; apply: ofZ_gt0. Qed.
Let parts_gt0 : 0 < #(parts C). Proof. by rewrite /parts; case: on_one_side; apply: ofZ_gt0. Qed.
Let slope_unit_gt0 : 0 < #(slope_unit C).
Proof. by case/and4P: accepted => _ /and4P[h _ _ _] _ _; apply: ofZ_gt0. Qed.
Let offset_unit_gt0 : 0 < #(offset_unit C).
Proof. by case/and4P: accepted => _ /and4P[_ h _ _] _ _; apply: ofZ_gt0. Qed.
Let weight_unit_gt0 : 0 < #(weight_unit C).
Proof. by case/and4P: accepted => _ /and4P[_ _ h _] _ _; apply: ofZ_gt0. Qed.
Let bound_unit_gt0 : 0 < #(bound_unit C).
Proof. by case/and4P: accepted => _ /and4P[_ _ _ h] _ _; apply: ofZ_gt0. Qed.
Let correct_ge0 : (0 <= correct C)%Z. Proof. by case/and5P: game_fit => _ _ /Z.leb_le. Qed.
Let options_gt1 : (1 < options C)%Z. Proof. by case/and5P: game_fit => _ /Z.ltb_lt. Qed.
Let lines_fit : all (line_fits C) (lines C). Proof. by case/and4P: accepted. Qed.

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

Lemma W_le (g : line) : W (c' C) phi g <= #(most (line_of g)) / #(weight_unit C).
Proof.
apply: bigmax_le => [|i _]; last first.
  by rewrite ler_pmul2r ?invr_gt0 //; apply/ofZ_le/Z.leb_le/weight_at_most.
by rewrite divr_ge0 ?(ltW weight_unit_gt0) //; apply/ofZ_ge0/Z.leb_le/maxZ_ge0.
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
rewrite /unit !ofZ_mul options_eq !mulr_gt0 // ltr0n -subn1 subn_gt0.
exact: options_nat.
Qed.

Lemma payoff_eq i : (correct C <=? Z.of_nat i)%Z = (Z.to_nat (correct C) <= i)%N.
Proof.
apply/idP/idP => [/Z.leb_le le|/ssrnat.leP le].
  by apply/ssrnat.leP; rewrite -[i]Nat2Z.id; apply/Z2Nat.inj_le => //; apply: Nat2Z.is_nonneg.
by apply/Z.leb_le; rewrite -(Z2Nat.id _ correct_ge0); apply/Nat2Z.inj_le.
Qed.

(** Fractions of whole numbers are equal where their products crosswise are. *)
Lemma eq_fractions a b c d : #b != 0 -> #d != 0 -> (a * d = c * b)%Z -> #a / #b = #c / #d.
Proof. by move=> b0 d0 cross; apply/eqP; rewrite eqr_div // -!ofZ_mul cross. Qed.

Lemma bracket_eq i : bracket m k (c' C) lambda phi e i = #(bracketZ C (all_products C) i) / #(unit C).
Proof.
have k1_gt0 : 0 < #(options C - 1) by rewrite options_eq ltr0n -subn1 subn_gt0 options_nat.
have u0 : #(unit C) != 0 by rewrite gt_eqF // unit_gt0.
rewrite /bracketZ ofZ_add ofZ_sub mulrDl mulrBl /bracket; congr (_ - _ + _).
- by rewrite /e -payoff_eq; case: ifP => _; rewrite ?mul0r ?divff.
- rewrite Phi_eq /m invf_div -(ofZ_nat R i) [ofZ R (Z.of_nat i) * _]mulrA mulf_div -!ofZ_mul; apply: eq_fractions => //.
    by rewrite ofZ_mul mulf_neq0 // gt_eqF.
  by rewrite /unit; ring.
- case: ifP => _; last by rewrite mul0r.
  rewrite Psi_eq /m mulrA -options_eq invf_div -(ofZ_nat R (c' C - i)) [ofZ R (Z.of_nat _) * _]mulrA.
  rewrite -!ofZ_mul mulf_div -!ofZ_mul.
  apply: eq_fractions => //; first by rewrite !ofZ_mul !mulf_neq0 // gt_eqF.
  by rewrite /unit; ring.
Qed.

Lemma nu_le : nu m k (c' C) lambda phi e <= #(nuZ C) / #(unit C).
Proof.
apply: bigmax_le => [|i i_in].
  by rewrite divr_ge0 ?(ltW unit_gt0) //; apply/ofZ_ge0/Z.leb_le/maxZ_ge0.
rewrite bracket_eq ler_pmul2r ?invr_gt0 ?unit_gt0 //; apply/ofZ_le/Z.leb_le.
by apply: (@maxZ_ge (bracketZ C (all_products C))); rewrite mem_index_iota.
Qed.

Lemma offsets_le : \sum_g W (c' C) phi g * delta g <= #(offsetsZ C) / (#(weight_unit C) * #(offset_unit C)).
Proof.
rewrite /offsetsZ ofZ_sumZ sum_lines mulr_suml; apply: ler_sum => g _.
rewrite ofZ_mul -mulf_div; apply: ler_wpmul2r; [exact: delta_ge0 | exact: W_le].
Qed.

(** The certificate's bound is at most what is claimed. *)
Lemma accepted_bound : bound m k (c' C) lambda delta phi e <= #(claimed C) / #(bound_unit C).
Proof.
apply: le_trans (ler_add nu_le offsets_le) _.
have k1_gt0 : 0 < #(options C - 1) by rewrite options_eq ltr0n -subn1 subn_gt0 options_nat.
have [u_gt0 o_gt0] := (unit_gt0, offset_unit_gt0).
have uo_gt0 : 0 < #(unit C * offset_unit C) by rewrite ofZ_mul mulr_gt0.
have -> : #(nuZ C) / #(unit C) = #(nuZ C * offset_unit C) / #(unit C * offset_unit C).
  by apply: eq_fractions; rewrite ?gt_eqF //; ring.
have -> : #(offsetsZ C) / (#(weight_unit C) * #(offset_unit C)) =
    #(offsetsZ C * (canaries C * (options C - 1) * slope_unit C)) / #(unit C * offset_unit C).
  rewrite -ofZ_mul; apply: eq_fractions; rewrite ?gt_eqF ?ofZ_mul ?mulr_gt0 //.
  by rewrite /unit; ring.
rewrite -mulrDl ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -ofZ_add -!ofZ_mul.
case/and4P: accepted => _ _ _ /Z.leb_le holds; apply/ofZ_le/Z.leb_le.
by apply: Z.le_trans (Z.eq_le_incl _ _ _) (Z.le_trans _ _ _ holds (Z.eq_le_incl _ _ _)); ring.
Qed.

End Bound.

Lemma canaries_eq (R : realFieldType) C : check C -> (Z.to_nat (canaries C))%:R = ofZ R (canaries C).
Proof.
case/and4P => /and5P[/Z.ltb_lt gt0 _ _ _ _] _ _ _.
by rewrite -ofZ_nat Z2Nat.id //; apply: Z.lt_le_incl.
Qed.

Lemma canaries_nat C : check C -> (0 < Z.to_nat (canaries C))%N.
Proof.
case/and4P => /and5P[/Z.ltb_lt gt0 _ _ _ _] _ _ _.
by apply/ssrnat.ltP/(Z2Nat.inj_lt 0) => //; apply: Z.lt_le_incl.
Qed.

Lemma one_side_of_two C : check C -> on_one_side C -> options C = 2%Z.
Proof. by case/and4P => /and5P[_ _ _ _ /andP[_ /implyP two]] _ _ _ /two/Z.eqb_eq. Qed.

(** One-sided guesses where that there are two options is known, and not written. *)
Lemma obeys_of_two (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (side : 'I_k) (lambda delta : R) :
  k = 2%N -> (0 < m)%N -> (forall o j v, a o j = Some v -> v = side) ->
  tangent_from side M lambda delta -> obeys (m%:R / 2%:R) k c' (p M a) lambda delta.
Proof. by move=> two; move: M a side; rewrite two => M a side; apply: one_sided. Qed.

Theorem accepted_is_true C : check C -> Claim_is_true C.
Proof.
move=> accepted R O M a lines_held; apply: le_trans (accepted_bound R accepted).
have obeyed (g : 'I_(size (lines C))) :
    obeys (ofZ R (canaries C) / ofZ R (parts C)) (Z.to_nat (options C)) (Z.to_nat (guesses C)) (p M a)
    (slope_of C R (line_of g)) (offset_of C R (line_of g)).
  have m_gt0 := canaries_nat accepted; rewrite -canaries_eq // /parts.
  move: lines_held; rewrite /has_lines; case: ifP => [one_side [side [on_side tangents]]|_ tangents].
    by apply: (obeys_of_two _ m_gt0 on_side (tangents g)); rewrite one_side_of_two.
  by rewrite divr1; apply: (mean_of_orders a m_gt0 (options_nat accepted) (tangents g)).
by have [_ tail _] := bounded_of_obeys (options_nat accepted) (phi_ge0 R accepted) obeyed; apply: tail.
Qed.
