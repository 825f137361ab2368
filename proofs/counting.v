(** The counting behind Theorem 1: exchanging the option of a rightly guessed canary costs one right guess. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Counting.

Variable R : realFieldType.
Variables (m k c' : nat).
Variable O : finType.
Variables (M : mechanism R m k O) (a : attack m k c' O).
(** The options that the attack ever guesses. *)
Variable side : pred 'I_k.
Hypothesis guesses_side : forall o j v, a o j = Some v -> side v.
(** The set of counts. *)
Variable T : pred nat.

(** The probability under [u] that canary j is guessed rightly and the count is in T. *)
Let right_mass j u := \sum_(o in [set o | (j \in right u (a o)) && T (score a u o)]) M u o.
(** The probability under [u] that canary j is guessed wrongly and one right guess more would be in T. *)
Let wrong_mass j u := \sum_(o in [set o | (j \in wrong u (a o)) && T (score a u o).+1]) M u o.
(** The same for one wrong guess. *)
Let guess_mass j u x := \sum_(o in [set o | (a o j == Some x) && T (score a u o).+1]) M u o.

Lemma sum_over_canaries (A : O -> {set 'I_m}) (P : pred O) (f : O -> R) :
  \sum_j \sum_(o in [set o | (j \in A o) && P o]) f o = \sum_(o | P o) #|A o|%:R * f o.
Proof.
rewrite (exchange_big_dep P) /=; last by move=> j o _; rewrite inE => /andP[].
apply: eq_bigr => o Po; under eq_bigl do rewrite inE Po andbT.
by rewrite sumr_const mulr_natl.
Qed.

Lemma wrong_mass_by_guess j w : wrong_mass j w = \sum_(x | x != w j) guess_mass j w x.
Proof.
rewrite /wrong_mass /guess_mass.
rewrite (exchange_big_dep (mem [set o | (j \in wrong w (a o)) && T (score a w o).+1])) /=.
  apply: eq_bigr => o; rewrite !inE => /andP[/andP[not_right]].
  case guess_j: (a o j) => [x|//] _ inT.
  rewrite (bigD1 x) /= ?inE ?guess_j ?eqxx ?inT ?andbT.
    rewrite big1 ?addr0 // => y /andP[/andP[_]].
    by rewrite inE guess_j inT andbT => x_y; rewrite eq_sym (x_y : x == y).
  by apply: contra not_right => /eqP x_right; rewrite guess_j x_right.
move=> x o x_other; rewrite !inE => /andP[/eqP-> ->]; rewrite andbT /=.
by apply/andP; split=> //; apply: contra x_other => /eqP[->].
Qed.

(** All exchanges of canary j, counted from the assignment before and from the one after. *)
Lemma exchanges_both_ways j (F : assignment m k -> 'I_k -> R) :
  \sum_(u : assignment m k) \sum_(v | v != u j) F (exchange u j v) (u j) =
  \sum_(w : assignment m k) \sum_(x | x != w j) F w x.
Proof.
rewrite !pair_big_dep /=.
rewrite (reindex (fun e : assignment m k * 'I_k => (exchange e.1 j e.2, e.1 j))) /=.
  by apply: eq_big => -[u v] /=; [rewrite !exchange_at eq_sym | rewrite exchange_back exchange_at].
by exists (fun e : assignment m k * 'I_k => (exchange e.1 j e.2, e.1 j)) => -[u v] _ /=;
  rewrite exchange_at exchange_back.
Qed.

Lemma mass_after_exchange (u : assignment m k) j v :
  v != u j ->
  \sum_(o in [set o | (j \in right u (a o)) && T (score a u o)]) M (exchange u j v) o =
  guess_mass j (exchange u j v) (u j).
Proof.
move=> v_other; apply: eq_bigl => o; rewrite !inE.
case: eqP => //= guess_j; congr (T _).
by rewrite /score (right_exchange v_other guess_j).
Qed.

Section Lines.

(** A line for each option that is ever guessed, all of one slope. *)
Variables (lambda : R) (delta : 'I_k -> R).
Hypothesis tangents : forall from, side from -> tangent_from from M lambda (delta from).

Lemma one_canary j :
  k.-1%:R * (\sum_u right_mass j u) <=
  lambda * (\sum_u wrong_mass j u) + k.-1%:R * (\sum_(u : assignment m k | side (u j)) delta (u j)).
Proof.
have others (u : assignment m k) : #|[pred v | v != u j]| = k.-1.
  by rewrite -[in RHS](card_ord k) -(cardC1 (u j)).
have each (u : assignment m k) : k.-1%:R * right_mass j u <=
    lambda * (\sum_(v | v != u j) guess_mass j (exchange u j v) (u j)) +
    k.-1%:R * (if side (u j) then delta (u j) else 0).
  have [in_side|not_side] := boolP (side (u j)); last first.
    have none : [set o | (j \in right u (a o)) && T (score a u o)] = set0.
      apply/setP => o; rewrite !inE; case: eqP => //= guess_j.
      by have := guesses_side guess_j; rewrite (negbTE not_side).
    rewrite /right_mass none big_set0 /= !mulr0 addr0.
    rewrite big1 ?mulr0 // => v v_other; rewrite -mass_after_exchange // none.
    exact: big_set0.
  rewrite -(others u) !mulr_natl -!sumr_const mulr_sumr -big_split /=.
  by apply: ler_sum => v v_other; rewrite -mass_after_exchange //; apply: (tangents in_side).
rewrite mulr_sumr; apply: le_trans (ler_sum _ (fun u _ => each u)) _.
have after : \sum_(u : assignment m k) \sum_(v | v != u j) guess_mass j (exchange u j v) (u j) =
    \sum_u wrong_mass j u.
  by rewrite (exchanges_both_ways j (guess_mass j)); apply: eq_bigr => w _; rewrite wrong_mass_by_guess.
by rewrite big_split /= -mulr_sumr -mulr_sumr after -big_mkcond.
Qed.

(** The whole count: right guesses against wrong ones, summed over all canaries and assignments. *)
Lemma all_canaries :
  k.-1%:R * (\sum_u \sum_(o | T (score a u o)) (score a u o)%:R * M u o) <=
  lambda * (\sum_u \sum_(o | T (score a u o).+1) (c' - score a u o)%:R * M u o) +
  k.-1%:R * (\sum_(j < m) \sum_(u : assignment m k | side (u j)) delta (u j)).
Proof.
have rights : \sum_u \sum_(o | T (score a u o)) (score a u o)%:R * M u o = \sum_j \sum_u right_mass j u.
  rewrite exchange_big; apply: eq_bigr => u _.
  by rewrite /right_mass (sum_over_canaries (fun o => right u (a o)) (fun o => T (score a u o))).
have wrongs : \sum_u \sum_(o | T (score a u o).+1) (c' - score a u o)%:R * M u o = \sum_j \sum_u wrong_mass j u.
  rewrite exchange_big; apply: eq_bigr => u _.
  rewrite /wrong_mass (sum_over_canaries (fun o => wrong u (a o)) (fun o => T (score a u o).+1)).
  by apply: eq_bigr => o _; rewrite card_wrong guess_count.
rewrite rights wrongs mulr_sumr mulr_sumr mulr_sumr -big_split /=.
by apply: ler_sum => j _; apply: one_canary.
Qed.

End Lines.

End Counting.
