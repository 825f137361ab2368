(** A mechanism that tells the truth has no line with an offset below 1. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Truth.

Variable R : realFieldType.
Variables (m k : nat).

Let truth_law (u o : assignment m k) : R := (o == u)%:R.
Let truth_ge0 u o : 0 <= truth_law u o. Proof. exact: ler0n. Qed.
Let truth_sum u : \sum_o truth_law u o = 1.
Proof. by rewrite (bigD1 u) //= /truth_law eqxx big1 ?addr0 // => o /negbTE->. Qed.

Definition truth : mechanism R m k [finType of assignment m k] := Mechanism truth_ge0 truth_sum.

Lemma truth_has_no_line_below_one lambda delta : (0 < m)%N -> (1 < k)%N -> tangent truth lambda delta -> 1 <= delta.
Proof.
move=> m_gt0 k_gt1 tangent_truth.
pose u : assignment m k := [ffun=> Ordinal (ltnW k_gt1)]; pose j := Ordinal m_gt0; pose v := Ordinal k_gt1.
have v_other : v != u j by rewrite ffunE.
have := tangent_truth u j v v_other [set u]; rewrite !big_set1 /= /truth_law eqxx.
rewrite (_ : (u == exchange u j v) = false) ?mulr0 ?add0r //.
by apply: contraNF v_other => /eqP ->; rewrite exchange_at.
Qed.

End Truth.
