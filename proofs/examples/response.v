(** Randomised response: each canary's own option is told with probability t / (t + k - 1), every other one with
    probability 1 / (t + k - 1), and the attack guesses what it is told. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 refutation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section RandomisedResponse.

Variable R : realFieldType.
Variables (m k : nat) (t : R).
Hypotheses (k_gt1 : (1 < k)%N) (t_ge1 : 1 <= t).

Let total : R := t + k.-1%:R.
Let told (truth answer : 'I_k) : R := (if answer == truth then t else 1) / total.

Let t_gt0 : 0 < t. Proof. exact: lt_le_trans ltr01 t_ge1. Qed.
Let total_gt0 : 0 < total. Proof. by rewrite ltr_spaddl ?ler0n. Qed.
Let told_ge0 truth answer : 0 <= told truth answer.
Proof. by rewrite divr_ge0 ?(ltW total_gt0) //; case: ifP; rewrite ?ler01 // ltW. Qed.

Let told_sum truth : \sum_answer told truth answer = 1.
Proof.
have others : #|[pred answer | answer != truth]| = k.-1 by rewrite -[in RHS](card_ord k) -(cardC1 truth).
rewrite -mulr_suml (bigD1 truth) //= eqxx (eq_bigr (fun=> 1)) => [|answer /negbTE->//].
by rewrite sumr_const others divff // gt_eqF.
Qed.

Let response_law (u o : assignment m k) : R := \prod_j told (u j) (o j).

Let response_ge0 u o : 0 <= response_law u o. Proof. exact: prodr_ge0. Qed.

Let response_sum u : \sum_o response_law u o = 1.
Proof. by rewrite -(bigA_distr_bigA (fun j => told (u j))) big1. Qed.

Definition response : mechanism R m k [finType of assignment m k] := Mechanism response_ge0 response_sum.

Let all_guessed (o : assignment m k) : #|guessed [ffun j => Some (o j)]| = m.
Proof. by rewrite -[RHS]card_ord; apply: eq_card => j; rewrite !inE ffunE. Qed.

Definition repeat_it : attack m k m [finType of assignment m k] := Attack all_guessed.

Lemma response_tangent : tangent response t 0.
Proof.
move=> u j v v_other S; rewrite addr0 mulr_sumr; apply: ler_sum => o _.
rewrite /= /response_law (bigD1 j) //= [X in _ <= _ * X](bigD1 j) //= exchange_at mulrA.
rewrite [X in _ <= _ * X](eq_bigr (fun l => told (u l) (o l))) => [|l /negbTE l_other].
  apply: ler_wpmul2r; first exact: prodr_ge0.
  rewrite /told mulrA ler_pmul2r ?invr_gt0 //.
  case: (o j == u j); case: (o j == v); rewrite ?mulr1 //.
  - by rewrite ler_pmulr.
  - by apply: le_trans t_ge1 _; rewrite ler_pmulr.
by rewrite ffunE l_other.
Qed.

Lemma response_all_right : probability response repeat_it (fun i => (m <= i)%N) = (t / total) ^+ m.
Proof.
have k0 : (k ^ m)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n expn_gt0 (ltnW k_gt1).
rewrite /probability /mean (eq_bigr (fun=> (t / total) ^+ m)) => [|u _].
  by rewrite sumr_const card_ffun !card_ord -[_ *+ _]mulr_natr mulfK.
rewrite (bigD1 u) //= big1 ?addr0 => [|o o_other].
  rewrite (_ : score _ _ _ = m) ?leqnn ?mul1r /response_law.
    by rewrite (eq_bigr (fun=> t / total)) => [|j _]; rewrite ?prodr_const ?card_ord // /told eqxx.
  by rewrite -[RHS]card_ord; apply: eq_card => j; rewrite !inE ffunE eqxx.
rewrite leqNgt (_ : (_ < m)%N) ?mul0r // ltn_neqAle score_le andbT.
apply: contra o_other => /eqP all_right; apply/eqP/ffunP => j.
have : j \in right u (repeat_it o).
  suff -> : right u (repeat_it o) = setT by rewrite inE.
  by apply/eqP; rewrite eqEcard subsetT cardsT card_ord -/(score repeat_it u o) all_right leqnn.
by rewrite inE ffunE => /eqP[].
Qed.

End RandomisedResponse.
