(** The checker accepts only what is true. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 certificate refutation evalues integers checker checker_formula.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Statements *)

Definition Accepted_mean : Prop := forall C, check C -> Mean_is_true C.
Definition Accepted_tail : Prop := forall C correct, pays C = tail correct -> check C -> Tail_is_true C correct.

(** A payoff that is accepted with a bound of 1 or less is an e-value, for the laws that the lines allow. *)
Definition Accepted_e_value : Prop :=
  forall (R : realFieldType) C, check C -> (claimed C <=? bound_unit C)%Z ->
  e_value (theorem_canaries R C) (Z.to_nat (options C)) (Z.to_nat (guesses C))
    (@slope_of C R) (@offset_of C R) (paid_for C R).

(** ** Proof *)

Lemma check_fits C : check C -> fits C.
Proof. by case/andP. Qed.

Lemma accepted_bound (R : realFieldType) C : check C ->
  bound (theorem_canaries R C) (Z.to_nat (options C)) (Z.to_nat (guesses C))
    (@slope_of C R) (@offset_of C R) (@weight_of C R) (paid_for C R) <= ofZ R (claimed C) / ofZ R (bound_unit C).
Proof. by rewrite (checked_is_the_formula R) => /andP[]. Qed.

Lemma canaries_eq (R : realFieldType) C : fits C -> (Z.to_nat (canaries C))%:R = ofZ R (canaries C).
Proof.
case/and4P => /and5P[/Z.ltb_lt gt0 _ _ _ _] _ _ _.
by rewrite -ofZ_nat Z2Nat.id //; apply: Z.lt_le_incl.
Qed.

Lemma canaries_nat C : fits C -> (0 < Z.to_nat (canaries C))%N.
Proof.
case/and4P => /and5P[/Z.ltb_lt gt0 _ _ _ _] _ _ _.
by apply/ssrnat.ltP/(Z2Nat.inj_lt 0) => //; apply: Z.lt_le_incl.
Qed.

Lemma one_side_of_two C : fits C -> on_one_side C -> options C = 2%Z.
Proof. by case/and4P => /and5P[_ _ _ _ /implyP two] _ _ _ /two/Z.eqb_eq. Qed.

(** A game that has the lines of the certificate is one of the claim. *)
Lemma accepted_keeps_lines (R : realFieldType) C (O : finType) m k (M : mechanism R m k O)
    (a : attack m k (Z.to_nat (guesses C)) O) :
  fits C -> m = Z.to_nat (canaries C) -> k = Z.to_nat (options C) -> has_lines C M a ->
  keeps_lines M (theorem_canaries R C) (@slope_of C R) (@offset_of C R) a.
Proof.
move=> fit m_eq k_eq; rewrite /theorem_canaries -canaries_eq // -m_eq /has_lines /parts.
case: ifP => [one_side [side [on_side tangents]]|_ tangents]; last by left; rewrite divr1.
by right; exists side; split=> //; rewrite k_eq one_side_of_two.
Qed.

Theorem accepted_e_value : Accepted_e_value.
Proof.
move=> R C accepted /(ofZ_le R) le_1; have fit := check_fits accepted.
apply: (proved_e_value (phi_ge0 R fit)) => [i _|]; first exact: paid_ge0.
apply: le_trans (accepted_bound R accepted) _; rewrite ler_pdivr_mulr ?mul1r //.
by case/and4P: fit => _ /and4P[_ _ _ h] _ _; apply: ofZ_gt0.
Qed.

Theorem accepted_mean : Accepted_mean.
Proof.
move=> C accepted R O M a lines_held; have fit := check_fits accepted.
apply: le_trans (accepted_bound R accepted); rewrite mean_by_law ?(options_nat fit) //.
have kept := accepted_keeps_lines fit erefl erefl lines_held.
have [law_ge0 law_sum obeyed] := laws_are_allowed (canaries_nat fit) (options_nat fit) kept.
exact: certificate (phi_ge0 R fit) law_ge0 law_sum obeyed.
Qed.

Theorem accepted_is_true : Accepted_tail.
Proof.
move=> C correct pays_tail accepted R O M a lines_held.
apply: le_trans (accepted_mean accepted lines_held); rewrite le_eqVlt; apply/orP; left; apply/eqP.
congr (_ / _); apply: eq_bigr => u _; apply: eq_bigr => o _; congr (_ * _).
have correct_ge0 : (0 <= correct)%Z.
  by case/and4P: (check_fits accepted) => _ _ /and3P[_ _]; rewrite pays_tail /= => /and3P[/Z.leb_le].
rewrite /paid_for pays_tail /payZ /= divr1; set i := score a u o.
have -> : (correct <=? Z.of_nat i)%Z = (Z.to_nat correct <= i)%N.
  apply/idP/idP => [/Z.leb_le le|/ssrnat.leP le].
    by apply/ssrnat.leP; rewrite -[i]Nat2Z.id; apply/Z2Nat.inj_le => //; apply: Nat2Z.is_nonneg.
  by apply/Z.leb_le; rewrite -(Z2Nat.id _ correct_ge0); apply/Nat2Z.inj_le.
by case: (_ <= _)%N.
Qed.
