(** What a refutation rests on: the certificate for every mechanism and every attack, its tail bound, and e-values. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 directions onesided certificate.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : realFieldType.
Variables (m k c' : nat).
Variable O : finType.
Variables (M : mechanism R m k O) (a : attack m k c' O).

(** The mean of e(N) over a uniform assignment and the mechanism's output, N being the number of right guesses. *)
Definition mean (e : nat -> R) : R := (\sum_u \sum_o e (score a u o) * M u o) / (k ^ m)%:R.
(** The probability that N is in a set of counts. *)
Definition probability (T : pred nat) : R := mean (fun i => (T i)%:R).


(** What a certificate proves of a game: a bound on the mean of any function of N; on the probability of c or more
    right guesses; and, where the mean is at most 1, on the probability of evidence of size t. *)
Definition bounded (canaries : R) (line : finType) (lambda delta : line -> R) (phi : line -> nat -> R) : Prop :=
  let bound := bound canaries k c' lambda delta phi in
  [/\ forall e, mean e <= bound e,
      forall c, probability (fun i => (c <= i)%N) <= bound (fun i => (c <= i)%N%:R) &
      forall e t, (forall i, (i <= c')%N -> 0 <= e i) -> bound e <= 1 -> 0 < t ->
        probability (fun i => t <= e i) <= t^-1].

End Definitions.

(** ** Statements *)

(** Guesses among k options, lines for both orders of neighbours. *)
Definition Refutation : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (line : finType) (lambda delta : line -> R) (phi : line -> nat -> R),
  (0 < m)%N -> (1 < k)%N -> (forall g i, (0 < i <= c')%N -> 0 <= phi g i) ->
  (forall g, tangent M (lambda g) (delta g)) ->
  bounded M a m%:R lambda delta phi.

(** The same from lines in the mean of the orders. *)
Definition Refutation_by_the_mean : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (line : finType) (lambda delta : line -> R) (phi : line -> nat -> R),
  (0 < m)%N -> (1 < k)%N -> (forall g i, (0 < i <= c')%N -> 0 <= phi g i) ->
  (forall g, tangent_in_the_mean M (lambda g) (delta g)) ->
  bounded M a m%:R lambda delta phi.

(** Two options, all guesses on one side: half the canaries, lines for one order of neighbours. *)
Definition One_sided_refutation : Prop :=
  forall (R : realFieldType) (m c' : nat) (O : finType) (M : mechanism R m 2 O) (a : attack m 2 c' O) (side : 'I_2)
    (line : finType) (lambda delta : line -> R) (phi : line -> nat -> R),
  (0 < m)%N -> (forall o j v, a o j = Some v -> v = side) ->
  (forall g i, (0 < i <= c')%N -> 0 <= phi g i) ->
  (forall g, tangent_from side M (lambda g) (delta g)) ->
  bounded M a (m%:R / 2%:R) lambda delta phi.

(** ** Proof *)
Section Proof.

Variable R : realFieldType.
Variables (m k c' : nat).
Variable O : finType.
Variables (M : mechanism R m k O) (a : attack m k c' O).

Lemma mean_by_law e : (1 < k)%N -> mean M a e = \sum_(0 <= i < c'.+1) p M a i * e i.
Proof.
move=> k_gt1; rewrite /mean (sum_by_count k_gt1 M a xpredT e) mulrC mulKf.
  by apply: eq_bigr => i _; rewrite mulrC.
by rewrite pnatr_eq0 -lt0n expn_gt0 (ltnW k_gt1).
Qed.

(** Markov's inequality. *)
Lemma markov e t : (forall i, (i <= c')%N -> 0 <= e i) -> 0 < t -> probability M a (fun i => t <= e i) <= mean M a e / t.
Proof.
move=> e_ge0 t_gt0; rewrite ler_pdivl_mulr // /probability /mean mulrAC ler_wpmul2r ?invr_ge0 ?ler0n //.
rewrite mulr_suml; apply: ler_sum => u _; rewrite mulr_suml; apply: ler_sum => o _.
rewrite mulrAC; apply: ler_wpmul2r; first exact: law_ge0.
by case: (lerP t (e _)) => [|_]; rewrite ?mul1r ?mul0r // e_ge0 // score_le.
Qed.

Lemma bounded_of_obeys (canaries : R) (line : finType) (lambda delta : line -> R) (phi : line -> nat -> R) :
  (1 < k)%N -> (forall g i, (0 < i <= c')%N -> 0 <= phi g i) ->
  (forall g, obeys canaries k c' (p M a) (lambda g) (delta g)) -> bounded M a canaries lambda delta phi.
Proof.
move=> k_gt1 phi_ge0 lines_obeyed.
have mean_bound e : mean M a e <= bound canaries k c' lambda delta phi e.
  rewrite mean_by_law //; apply: certificate => // [i _|]; first exact: p_ge0.
  exact: p_sum.
split=> [//|c|e t e_ge0 bound_le1 t_gt0]; first exact: mean_bound.
apply: le_trans (markov e_ge0 t_gt0) _.
by rewrite ler_pdivr_mulr // mulVf ?gt_eqF // (le_trans (mean_bound e)).
Qed.

End Proof.

Theorem refutation : Refutation.
Proof. by move=> R m k c' O M a line lambda delta phi *; apply: bounded_of_obeys => // g; apply: theorem1. Qed.

Theorem refutation_by_the_mean : Refutation_by_the_mean.
Proof. by move=> R m k c' O M a line lambda delta phi *; apply: bounded_of_obeys => // g; apply: mean_of_orders. Qed.

Theorem one_sided_refutation : One_sided_refutation.
Proof.
move=> R m c' O M a side line lambda delta phi m_gt0 one_side phi_ge0 tangents.
apply: bounded_of_obeys => // g.
exact: one_sided one_side (tangents g).
Qed.
