(** The bound on the mean: how many guesses can be right on average, and bets that add up numbers of right guesses. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 directions onesided certificate refutation evalues.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : realFieldType.
Variables (line : finType) (first : line) (lambda delta : line -> R).

(** The curve 1 - f, which is the lowest of finitely many lines. *)
Definition fBar (x : R) : R := \big[Num.min/(lambda first * x + delta first)]_g (lambda g * x + delta g).

(** A mechanism that keeps the curve: what is probable with an assignment is at most so much more so than with one
    that differs in one canary. *)
Definition keeps_curve (m k : nat) (O : finType) (M : mechanism R m k O) : Prop :=
  forall (u : assignment m k) (j : 'I_m) (v : 'I_k), v != u j -> forall S : {set O},
    \sum_(o in S) M u o <= fBar (\sum_(o in S) M (exchange u j v) o).

(** A share y of the canaries that cannot be exceeded: the chance of a right guess about a canary is y, that of each
    of the k - 1 wrong ones then (c' / n - y) / (k - 1), and the curve stands between the two. *)
Definition most_right (n : R) (k c' : nat) (y : R) : Prop := fBar ((c'%:R / n - y) / k.-1%:R) <= y.

End Definitions.

(** ** Statements *)

(** To keep the curve is to have all its lines. *)
Definition Curve_is_its_lines : Prop :=
  forall (R : realFieldType) (line : finType) (first : line) (lambda delta : line -> R)
    (m k : nat) (O : finType) (M : mechanism R m k O),
  keeps_curve first lambda delta M <-> forall g, tangent M (lambda g) (delta g).

(** No allowed law has more right guesses on average than n y. *)
Definition Mean_right : Prop :=
  forall (R : realFieldType) (n : R) (k c' : nat) (line : finType) (first : line) (lambda delta : line -> R)
    (q : nat -> R) (y : R),
  0 < n -> (1 < k)%N -> (forall g, 0 <= lambda g) -> allowed n k c' lambda delta q ->
  most_right first lambda delta n k c' y -> \sum_(0 <= i < c'.+1) q i * i%:R <= n * y.

(** So for every mechanism that keeps the lines, and every attack: N has the mean n y at most, n being the canaries m,
    or half of them where guesses are on one side. *)
Definition Mean_of_a_game : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (n : R) (line : finType) (first : line) (lambda delta : line -> R) (y : R),
  (0 < m)%N -> (1 < k)%N -> (forall g, 0 <= lambda g) -> keeps_lines M n lambda delta a ->
  most_right first lambda delta n k c' y -> mean M a (fun i => i%:R) <= n * y.

(** Bets on the mean: several numbers of guesses of one game (nested or not) are weighed and added up, and what the
    sum exceeds its bound by is paid, b times. This is fair however the numbers of right guesses depend on each
    other, as long as b times the bound is at most 1. *)
Definition Bets_on_the_mean : Prop :=
  forall (R : realFieldType) (m k : nat) (O : finType) (M : mechanism R m k O)
    (line : finType) (first : line) (lambda delta : line -> R) (n : R)
    (bet : finType) (c' : bet -> nat) (a : forall t, attack m k (c' t) O) (w y : bet -> R) (b : R),
  (0 < m)%N -> (1 < k)%N -> (forall g, 0 <= lambda g) ->
  (forall t, keeps_lines M n lambda delta (a t)) ->
  (forall t, most_right first lambda delta n k (c' t) (y t)) ->
  (forall t, 0 <= w t) -> 0 <= b -> b * (\sum_t w t * (n * y t)) <= 1 ->
  fair_bet M (fun u o => 1 + b * ((\sum_t w t * (score (a t) u o)%:R) - \sum_t w t * (n * y t))).

(** ** Proof *)

Section Proof.

Variable R : realFieldType.
Variables (n : R) (k c' : nat).
Hypotheses (n_gt0 : 0 < n) (k_gt1 : (1 < k)%N).
Variable q : nat -> R.

(** The two sums of Theorem 1 over all counts: the mean share of right guesses, and what is left for each wrong one. *)
Lemma sum_y : \sum_(1 <= i < c'.+1) y n q i = (\sum_(0 <= i < c'.+1) q i * i%:R) / n.
Proof.
rewrite [in RHS]big_nat_recl // mulr0 add0r mulr_suml big_add1.
by apply: eq_bigr => i _; rewrite /y [i.+1%:R * _]mulrC.
Qed.

Lemma sum_x : \sum_(0 <= i < c'.+1) q i = 1 ->
  \sum_(1 <= i < c'.+1) x n k c' q i = (c'%:R / n - (\sum_(0 <= i < c'.+1) q i * i%:R) / n) / k.-1%:R.
Proof.
move=> q_sum; rewrite -mulrBl -mulrA -invfM [n * _]mulrC.
have -> : c'%:R - \sum_(0 <= i < c'.+1) q i * i%:R = \sum_(0 <= i < c'.+1) (c' - i)%:R * q i.
  have {1}-> : c'%:R = \sum_(0 <= i < c'.+1) q i * c'%:R :> R by rewrite -mulr_suml q_sum mul1r.
  rewrite -sumrB; apply: eq_big_nat => i /andP[_ i_le].
  by rewrite natrB // -mulrBr mulrC.
rewrite [in RHS]big_nat_recr //= subnn mul0r addr0 mulr_suml big_add1.
by apply: eq_big_nat => i /andP[_ i_lt]; rewrite /x addn1 subnSK.
Qed.

End Proof.

(** The lowest line is one of them. *)
Lemma fBar_line (R : realFieldType) (line : finType) (first : line) (lambda delta : line -> R) (x : R) :
  exists g, fBar first lambda delta x = lambda g * x + delta g.
Proof.
rewrite /fBar; elim/big_ind: _ => [|s t [g ->] [h ->]|g _]; [by exists first | | by exists g].
by case: leP => _; [exists g | exists h].
Qed.

Lemma fBar_le (R : realFieldType) (line : finType) (first : line) (lambda delta : line -> R) (x : R) g :
  fBar first lambda delta x <= lambda g * x + delta g.
Proof.
rewrite /fBar; have : g \in index_enum line by rewrite mem_index_enum.
elim: (index_enum line) => // h s IH; rewrite inE big_cons le_minl => /orP[/eqP<-|/IH->]; last exact: orbT.
by rewrite lexx.
Qed.

Theorem curve_is_its_lines : Curve_is_its_lines.
Proof.
move=> R line first lambda delta m k O M; split=> [kept g u j v v_other S|lines u j v v_other S].
  exact: le_trans (kept u j v v_other S) (fBar_le _ _ _ _ g).
by have [g ->] := fBar_line first lambda delta (\sum_(o in S) M (exchange u j v) o); apply: lines.
Qed.

Theorem mean_right : Mean_right.
Proof.
move=> R n k c' line first lambda delta q y n_gt0 k_gt1 lambda_ge0 [q_ge0 q_sum lines_obeyed].
rewrite /most_right; have [g ->] := fBar_line first lambda delta ((c'%:R / n - y) / k.-1%:R).
have := lines_obeyed g xpredT; rewrite sum_y // sum_x //.
set s := (\sum_(0 <= i < c'.+1) q i * i%:R) / n => s_le most_le.
rewrite mulrC -ler_pdivr_mulr // -/s leNgt; apply/negP => y_lt.
move: (lt_le_trans y_lt s_le); rewrite ltNge; move/negP; apply.
apply: le_trans most_le; rewrite ler_add2r ler_wpmul2l // ler_wpmul2r ?invr_ge0 ?ler0n //.
by rewrite ler_add2l ler_opp2 ltW.
Qed.

Theorem mean_of_a_game : Mean_of_a_game.
Proof.
move=> R m k c' O M a n line first lambda delta y m_gt0 k_gt1 lambda_ge0 kept most.
have n_gt0 : 0 < n by case: kept => [[-> _]|[side [_ -> _ _]]]; rewrite ?divr_gt0 ?ltr0n.
by rewrite mean_by_law //; apply: (mean_right _ _ lambda_ge0 _ most) => //; apply: laws_are_allowed.
Qed.

Theorem bets_on_the_mean : Bets_on_the_mean.
Proof.
move=> R m k O M line first lambda delta n bet c' a w y b m_gt0 k_gt1 lambda_ge0 kept most w_ge0 b_ge0.
set most_s := \sum_t w t * (n * y t) => b_le.
split=> [u o|].
  rewrite mulrBr addrCA addr_ge0 ?subr_ge0 // mulr_ge0 // sumr_ge0 // => t _.
  by rewrite mulr_ge0 // ler0n.
pose s u o : R := \sum_t w t * (score (a t) u o)%:R.
have mean_s : average M s <= most_s.
  rewrite average_sum; apply: ler_sum => t _; apply: ler_wpmul2l => //.
  exact: mean_of_a_game (kept t) (most t).
have -> : average M (fun u o => 1 + b * (s u o - most_s)) =
    average M (fun u o => \sum_(t : bool) (if t then b else 1 - b * most_s) * (if t then s u o else 1)).
  rewrite /average; congr (_ / _); apply: eq_bigr => u _; apply: eq_bigr => o _; congr (_ * _).
  by rewrite big_bool /= mulr1 mulrBr addrA [1 + _]addrC -addrA.
rewrite (average_sum M (fun t : bool => if t then b else 1 - b * most_s)
  (fun t u o => if t then s u o else 1)) big_bool /=.
apply: (@le_trans _ _ (b * most_s + (1 - b * most_s) * 1)); last by rewrite mulr1 addrCA subrr addr0.
apply: ler_add; apply: ler_wpmul2l => //; first by rewrite subr_ge0.
exact: (average_const M ler01).
Qed.
