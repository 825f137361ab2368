(** Theorem 1: what every mechanism below a line of the trade-off curve obeys, for every set of counts. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** What one count adds on the two sides of Theorem 1, for any law q of the number of right guesses. *)
Definition y (R : realFieldType) (m : R) (q : nat -> R) (i : nat) : R := i%:R * q i / m.
Definition x (R : realFieldType) (m : R) (k c' : nat) (q : nat -> R) (i : nat) : R :=
  (c' - i + 1)%:R * q i.-1 / (k.-1%:R * m).

(** The inequality of Theorem 1 for one line, over all sets T of counts from 1 to c'. *)
Definition obeys (R : realFieldType) (m : R) (k c' : nat) (q : nat -> R) (lambda delta : R) : Prop :=
  forall T : pred nat,
    \sum_(1 <= i < c'.+1 | T i) y m q i <= lambda * (\sum_(1 <= i < c'.+1 | T i) x m k c' q i) + delta.

(** ** Statement *)
Definition Theorem_1 : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (lambda delta : R),
  (0 < m)%N -> (1 < k)%N -> tangent M lambda delta -> obeys m%:R k c' (p M a) lambda delta.

(** ** Proof *)
Section Proof.

Variable R : realFieldType.
Variables (m k c' : nat).
Variable O : finType.
Hypotheses (m_gt0 : (0 < m)%N) (k_gt1 : (1 < k)%N).
Variables (M : mechanism R m k O) (a : attack m k c' O).

Lemma score_le u o : (score a u o <= c')%N.
Proof.
rewrite -[X in (_ <= X)%N](guess_count a o).
by apply/subset_leq_card/subsetP => j; rewrite !inE => /eqP->.
Qed.

(** The law of the count is a law. *)
Lemma p_ge0 i : 0 <= p M a i.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0 // => u _; rewrite sumr_ge0 // => o _; apply: law_ge0. Qed.

Let all_assignments_neq0 : (k ^ m)%:R != 0 :> R.
Proof. by rewrite pnatr_eq0 -lt0n expn_gt0 (ltnW k_gt1). Qed.

(** A sum over assignments and outputs, counted by the number of right guesses. *)
Lemma sum_by_count (P : pred nat) (f : nat -> R) :
  \sum_u \sum_(o | P (score a u o)) f (score a u o) * M u o =
  (k ^ m)%:R * \sum_(0 <= i < c'.+1 | P i) f i * p M a i.
Proof.
rewrite big_mkord mulr_sumr.
have each i : (k ^ m)%:R * (f i * p M a i) = \sum_u \sum_(o | score a u o == i) f i * M u o.
  rewrite /p mulrCA [X in f i * X]mulrC divfK // mulr_sumr.
  by apply: eq_bigr => u _; rewrite mulr_sumr.
under [RHS]eq_bigr do rewrite each.
rewrite [RHS]exchange_big; apply: eq_bigr => u _.
rewrite (partition_big (fun o => inord (score a u o) : 'I_c'.+1) (fun i : 'I_c'.+1 => P i)) /=; last first.
  by move=> o Po; rewrite inordK ?ltnS ?score_le.
apply: eq_bigr => i Pi; apply: eq_big => [o|o /andP[_ /eqP<-]]; last by rewrite inordK ?ltnS ?score_le.
rewrite -val_eqE /= inordK ?ltnS ?score_le //.
by case: eqP => [->|]; rewrite ?Pi ?andbF.
Qed.

Lemma p_sum : \sum_(0 <= i < c'.+1) p M a i = 1.
Proof.
have counted := sum_by_count predT (fun=> 1).
apply: (mulfI all_assignments_neq0); rewrite mulr1.
rewrite (eq_bigr (fun i => 1 * p M a i)) => [|i _]; last by rewrite mul1r.
rewrite -counted (eq_bigr (fun=> 1)) => [|u _].
  by rewrite sumr_const card_ffun !card_ord.
by rewrite -[RHS](law_sum M u); apply: eq_bigr => o _; rewrite mul1r.
Qed.

(** The inequality for an attack that guesses options of [side] alone: each of these has its own offset, and the
    offsets of all others count as 0. *)
Lemma mean_over_options (side : pred 'I_k) (lambda : R) (delta : 'I_k -> R) :
  (forall o j v, a o j = Some v -> side v) ->
  (forall from, side from -> tangent_from from M lambda (delta from)) ->
  obeys m%:R k c' (p M a) lambda ((\sum_(v | side v) delta v) / k%:R).
Proof.
move=> guesses_side tangents T.
pose T' i := [&& T i, (0 < i)%N & (i <= c')%N].
set share := (\sum_(v | side v) delta v) / k%:R.
have offsets : \sum_(j < m) \sum_(u : assignment m k | side (u j)) delta (u j) = m%:R * ((k ^ m)%:R * share).
  rewrite (eq_bigr _ (fun j _ => sum_assignments_at j side delta (ltnW k_gt1))).
  by rewrite sumr_const card_ord -[_ *+ m]mulr_natl.
have := all_canaries guesses_side T' tangents; rewrite offsets.
rewrite (sum_by_count T' (fun i => i%:R)) (sum_by_count (fun i => T' i.+1) (fun i => (c' - i)%:R)).
set ys := \sum_(0 <= i < _ | _) _; set xs := \sum_(0 <= i < _ | _) _.
have -> : \sum_(1 <= i < c'.+1 | T i) y m%:R (p M a) i = ys / m%:R.
  rewrite /ys mulr_suml big_mkcond [RHS]big_mkcond [RHS]big_nat_recl //= {1}/T' /= andbF add0r.
  rewrite big_add1 /=; apply: eq_big_nat => i /andP[_ i_lt]; rewrite /T' ltnS i_lt /= !andbT.
  by case: (T _).
have -> : \sum_(1 <= i < c'.+1 | T i) x m%:R k c' (p M a) i = xs / (k.-1%:R * m%:R).
  rewrite /xs mulr_suml big_mkcond [RHS]big_mkcond [RHS]big_nat_recr //= {2}/T' ltnn !andbF addr0.
  rewrite big_add1 /=; apply: eq_big_nat => i /andP[_ i_lt]; rewrite /T' ltnS i_lt /= !andbT.
  by case: (T _) => //; rewrite /x addn1 subnSK.
have m_pos : 0 < m%:R :> R by rewrite ltr0n.
have k_pos : 0 < k.-1%:R :> R by rewrite ltr0n -subn1 subn_gt0.
have km_pos : 0 < (k ^ m)%:R :> R by rewrite lt_def all_assignments_neq0 ler0n.
have [m0 k0] : m%:R != 0 :> R /\ k.-1%:R != 0 :> R by split; rewrite gt_eqF.
set t := ys / m%:R; set s := xs / (k.-1%:R * m%:R).
have -> : ys = t * m%:R by rewrite divfK.
have -> : xs = s * (k.-1%:R * m%:R) by rewrite divfK ?mulf_neq0.
set K := (k ^ m)%:R; set k1 := k.-1%:R; set m' := m%:R; set D := k1 * K * m'.
have -> : k1 * (K * (t * m')) = D * t by rewrite [t * _]mulrC !mulrA.
have -> : lambda * (K * (s * (k1 * m'))) = D * (lambda * s).
  by rewrite [D * _]mulrCA; congr (_ * _); rewrite [s * _]mulrC !mulrA [K * k1]mulrC.
have -> : k1 * (m' * (K * share)) = D * share by rewrite [m' * _]mulrCA !mulrA.
by rewrite -mulrDr ler_pmul2l ?mulr_gt0.
Qed.

End Proof.

Theorem theorem1 : Theorem_1.
Proof.
move=> R m k c' O M a lambda delta m_gt0 k_gt1 tangentM.
have k0 : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (ltnW k_gt1).
have -> : delta = (\sum_(v : 'I_k) delta) / k%:R by rewrite sumr_const card_ord -[_ *+ k]mulr_natr mulfK.
by apply: (mean_over_options m_gt0 k_gt1 (side := predT) (delta := fun=> delta)) => // from _; apply: tangent_from_all.
Qed.
