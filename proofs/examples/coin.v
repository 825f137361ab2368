(** One round that tells nothing, and a bet on its coin that pays twice the stake: the evidence reaches 2 with
    probability 1/2, all that Ville's inequality allows. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 evalues rounds.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Coin.

Variable R : realFieldType.

Let silent_law (u : assignment 1 2) (o : unit) : R := 1.
Let silent_ge0 u o : 0 <= silent_law u o. Proof. exact: ler01. Qed.
Let silent_sum u : \sum_o silent_law u o = 1.
Proof. by rewrite (big_pred1 tt) // => -[]. Qed.
Definition silent : mechanism R 1 2 [finType of unit] := Mechanism silent_ge0 silent_sum.

Definition is_in (u : assignment 1 2) : bool := u ord0 == ord0.
Definition double (b : unit) (u : assignment 1 2) (o : unit) : R := if is_in u then 2%:R else 0.
Definition one_round : training R unit := Round silent double (fun _ _ => Over).

Lemma half_are_in : average silent (fun u _ => (is_in u)%:R) = 2%:R^-1.
Proof.
rewrite /average expn1 -[RHS]mul1r; congr (_ / _).
rewrite (eq_bigr (fun u => (is_in u)%:R)) => [|u _]; last by rewrite (big_pred1 tt) ?mulr1 // => -[].
rewrite -natr_sum (eq_bigr (fun u => if is_in u then 1%N else 0%N)) => [|u _]; last by case: (is_in u).
rewrite -big_mkcond sum1dep_card (_ : #|_| = 1%N) //; apply/eqP.
by rewrite -(eqn_pmul2l (isT : (0 < 2)%N)) (card_assignments_at (ord0 : 'I_1) ord0).
Qed.

Lemma double_is_fair : fair tt one_round.
Proof.
split=> //; split=> [u o|]; first by rewrite /double; case: ifP; rewrite ?ler0n.
have -> : average silent (double tt) = average silent (fun u o => \sum_(b : unit) 2%:R * (is_in u)%:R).
  rewrite /average; congr (_ / _); apply: eq_bigr => u _; apply: eq_bigr => o _; congr (_ * _).
  by rewrite (big_pred1 tt) => [|[] //]; rewrite /double; case: ifP; rewrite ?mulr1 ?mulr0.
rewrite (average_sum silent (fun=> 2%:R) (fun _ u _ => (is_in u)%:R)) (big_pred1 tt) => [|[] //].
by rewrite half_are_in divff // pnatr_eq0.
Qed.

Theorem ville_is_sharp :
  fair tt one_round /\
  probability one_round (ever (fun h => 2%:R <= \sum_(x : unit) 1 * wealth x h)) = 2%:R^-1.
Proof.
split; first exact: double_is_fair.
rewrite -half_are_in /average; congr (_ / _); apply: eq_bigr => u _; apply: eq_bigr => o _; congr (_ * _).
rewrite ever_cons ever_nil /= !(big_pred1 tt) => [|[] //|[] //].
rewrite !mul1r wealth_cons wealth_nil mulr1 /= /double; congr (nat_of_bool _)%:R.
have -> : (2%:R <= 1 :> R) = false by apply: lt_geF; rewrite ltr1n.
by case: (is_in u); rewrite ?lexx // lt_geF // ltr0n.
Qed.

End Coin.
