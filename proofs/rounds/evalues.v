(** E-values: what a bet on a game may pay and still be, on average, no more than its stake. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 directions onesided certificate refutation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : realFieldType.

(** A law of the number of right guesses that Theorem 1 allows, the lines being those of a claim. The canaries are n:
    all of them, or half where guesses are on one side. *)
Definition allowed (n : R) (k c' : nat) (line : finType) (lambda delta : line -> R) (q : nat -> R) : Prop :=
  [/\ forall i, (i <= c')%N -> 0 <= q i, \sum_(0 <= i < c'.+1) q i = 1 &
      forall g, obeys n k c' q (lambda g) (delta g)].

(** An e-value: never negative, and at most 1 on average under every such law. *)
Definition e_value (n : R) (k c' : nat) (line : finType) (lambda delta : line -> R) (e : nat -> R) : Prop :=
  (forall i, (i <= c')%N -> 0 <= e i) /\
  forall q, allowed n k c' lambda delta q -> \sum_(0 <= i < c'.+1) q i * e i <= 1.

Variables (m k : nat) (O : finType) (M : mechanism R m k O).

(** The mean of what depends on the assignment, which is uniform, and on the output. *)
Definition average (f : assignment m k -> O -> R) : R := (\sum_u \sum_o f u o * M u o) / (k ^ m)%:R.

(** What a fair bet may pay: never negative, at most its stake on average. *)
Definition fair_bet (f : assignment m k -> O -> R) : Prop := (forall u o, 0 <= f u o) /\ average f <= 1.

(** The game is one of the claim, n being the canaries that Theorem 1 divides by: the mechanism has the lines in the
    mean of the orders of neighbours (so has one that has them in every order), or all guesses are on one side and it
    has them in that side's order. *)
Definition keeps_lines (n : R) (c' : nat) (line : finType) (lambda delta : line -> R) (a : attack m k c' O) : Prop :=
  n = m%:R /\ (forall g, tangent_in_the_mean M (lambda g) (delta g)) \/
  exists side, [/\ k = 2%N, n = m%:R / 2%:R, forall o j v, a o j = Some v -> v = side &
    forall g, tangent_from side M (lambda g) (delta g)].

(** What a bet on the number of right guesses was paid. Of equal scores any may be guessed, each [choice] of which is
    an attack, and the mean over them is paid, with chances that look at nothing. It may be less: by rounding, or
    because the game has no scores and the bet counts as lost. *)
Definition paid_on_counts (n : R) (c' : nat) (line : finType) (lambda delta : line -> R) (e : nat -> R)
    (f : assignment m k -> O -> R) : Prop :=
  exists (choice : finType) (chance : choice -> R) (a : choice -> attack m k c' O),
    [/\ forall t, 0 <= chance t, \sum_t chance t = 1, forall t, keeps_lines n lambda delta (a t) &
        forall u o, 0 <= f u o <= \sum_t chance t * e (score (a t) u o)].

End Definitions.

(** ** Statements *)

(** Whatever is divided by what a certificate proves of it is an e-value. *)
Definition Certified_e_value : Prop :=
  forall (R : realFieldType) (n : R) (k c' : nat) (line : finType) (lambda delta : line -> R)
    (phi : line -> nat -> R) (e : nat -> R),
  (forall g i, (0 < i <= c')%N -> 0 <= phi g i) -> (forall i, (i <= c')%N -> 0 <= e i) ->
  0 < bound n k c' lambda delta phi e ->
  e_value n k c' lambda delta (fun i => e i / bound n k c' lambda delta phi e).

(** Theorem 1 allows the law of every mechanism that keeps the lines, with every attack. *)
Definition Laws_are_allowed : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (n : R) (line : finType) (lambda delta : line -> R),
  (0 < m)%N -> (1 < k)%N -> keeps_lines M n lambda delta a -> allowed n k c' lambda delta (p M a).

(** So what e-values pay is fair. *)
Definition E_values_are_fair : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O)
    (n : R) (line : finType) (lambda delta : line -> R) (e : nat -> R) (f : assignment m k -> O -> R),
  (0 < m)%N -> (1 < k)%N -> e_value n k c' lambda delta e -> paid_on_counts M n c' lambda delta e f -> fair_bet M f.

(** Where a round is left out, a bet may be paid the least that its e-value can be: which rounds are left out may
    depend on all that happened in them. *)
Definition Left_out : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O)
    (n : R) (line : finType) (lambda delta : line -> R) (e : nat -> R) (f : assignment m k -> O -> R) (least : R)
    (left_out : assignment m k -> O -> bool),
  paid_on_counts M n c' lambda delta e f -> 0 <= least -> (forall i, (i <= c')%N -> least <= e i) ->
  paid_on_counts M n c' lambda delta e (fun u o => if left_out u o then least else f u o).

(** ** Proof *)

(** With a certificate that proves at most 1 there is nothing to divide by. *)
Lemma proved_e_value (R : realFieldType) (n : R) (k c' : nat) (line : finType) (lambda delta : line -> R)
    (phi : line -> nat -> R) (e : nat -> R) :
  (forall g i, (0 < i <= c')%N -> 0 <= phi g i) -> (forall i, (i <= c')%N -> 0 <= e i) ->
  bound n k c' lambda delta phi e <= 1 -> e_value n k c' lambda delta e.
Proof.
move=> phi_ge0 e_ge0 bound_le1; split=> // q [q_ge0 q_sum lines_obeyed].
exact: le_trans (certificate e phi_ge0 q_ge0 q_sum lines_obeyed) bound_le1.
Qed.

Theorem certified_e_value : Certified_e_value.
Proof.
move=> R n k c' line lambda delta phi e phi_ge0 e_ge0; set b := bound _ _ _ _ _ _ _ => b_gt0.
split=> [i i_le|q [q_ge0 q_sum lines_obeyed]]; first by rewrite divr_ge0 ?e_ge0 // ltW.
under eq_bigr do rewrite mulrA.
by rewrite -mulr_suml ler_pdivr_mulr // mul1r; apply: certificate.
Qed.

(** One-sided guesses where that there are two options is known, and not written. *)
Lemma obeys_of_two (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (side : 'I_k) (lambda delta : R) :
  k = 2%N -> (0 < m)%N -> (forall o j v, a o j = Some v -> v = side) ->
  tangent_from side M lambda delta -> obeys (m%:R / 2%:R) k c' (p M a) lambda delta.
Proof. by move=> two; move: M a side; rewrite two => M a side; apply: one_sided. Qed.

Theorem laws_are_allowed : Laws_are_allowed.
Proof.
move=> R m k c' O M a n line lambda delta m_gt0 k_gt1.
have law_ge0 i : (i <= c')%N -> 0 <= p M a i by move=> _; apply: p_ge0.
case=> [[-> tangents]|[side [two -> on_side tangents]]]; split=> //; try exact: p_sum.
  by move=> g; apply: mean_of_orders.
by move=> g; apply: obeys_of_two (tangents g).
Qed.

Section Averages.

Variable R : realFieldType.
Variables (m k : nat) (O : finType) (M : mechanism R m k O).
Implicit Types f g : assignment m k -> O -> R.

Lemma average_le f g : (forall u o, f u o <= g u o) -> average M f <= average M g.
Proof.
move=> le_fg; rewrite /average ler_wpmul2r ?invr_ge0 ?ler0n //.
by apply: ler_sum => u _; apply: ler_sum => o _; apply: ler_wpmul2r; [apply: law_ge0 | apply: le_fg].
Qed.

(** Averages of weighted sums, those of equal things included. *)
Lemma average_sum (T : finType) (w : T -> R) (f : T -> assignment m k -> O -> R) :
  average M (fun u o => \sum_t w t * f t u o) = \sum_t w t * average M (f t).
Proof.
rewrite /average; under [RHS]eq_bigr do rewrite mulrA mulr_sumr.
rewrite -mulr_suml [X in _ = X / _]exchange_big; congr (_ / _); apply: eq_bigr => u _.
under [RHS]eq_bigr do rewrite mulr_sumr.
rewrite [RHS]exchange_big; apply: eq_bigr => o _; rewrite mulr_suml.
by apply: eq_bigr => t _; rewrite mulrA.
Qed.

(** A number is its own mean (at most: where there are no assignments the mean is 0). *)
Lemma average_const (c : R) : 0 <= c -> average M (fun _ _ => c) <= c.
Proof.
move=> c_ge0; rewrite /average.
under eq_bigr do rewrite -mulr_sumr law_sum mulr1.
rewrite sumr_const card_ffun !card_ord -mulr_natr.
by have [->|k0] := eqVneq ((k ^ m)%:R : R) 0; [rewrite invr0 mulr0 | rewrite mulfK].
Qed.

End Averages.

Theorem e_values_are_fair : E_values_are_fair.
Proof.
move=> R m k c' O M n line lambda delta e f m_gt0 k_gt1 [e_ge0 e_fair] [choice [chance [a [c_ge0 c_sum kept paid]]]].
split=> [u o|]; first by case/andP: (paid u o).
apply: (@le_trans _ _ (average M (fun u o => \sum_t chance t * e (score (a t) u o)))).
  by apply: average_le => u o; case/andP: (paid u o).
rewrite average_sum -c_sum; apply: ler_sum => t _; apply: ler_pimulr; first exact: c_ge0.
have -> : average M (fun u o => e (score (a t) u o)) = mean M (a t) e by [].
by rewrite mean_by_law //; apply: e_fair; apply: laws_are_allowed.
Qed.

Theorem left_out : Left_out.
Proof.
move=> R m k c' O M n line lambda delta e f least out [choice [chance [a [c_ge0 c_sum kept paid]]]] least_ge0 least_le.
exists choice, chance, a; split=> // u o; case: (out u o); last exact: paid.
rewrite least_ge0 -[X in X <= _]mul1r -c_sum mulr_suml; apply: ler_sum => t _.
by apply: ler_wpmul2l => //; apply/least_le/score_le.
Qed.
