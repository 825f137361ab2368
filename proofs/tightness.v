(** Tightness: every law of the number of right guesses that keeps the hockey-stick inequalities is the law of some
    mechanism that has the lines. No test from (m, k, c') alone can be sharper than the inequalities. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From onerun Require Import game counting theorem1 symmetry.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The positive parts of what a line leaves, in both orders of neighbours. *)
Definition hockey_stick (R : realFieldType) (m : R) (k c' : nat) (q : nat -> R) (lambda delta : R) : Prop :=
  \sum_(1 <= i < c'.+1) Num.max 0 (y m q i - lambda * x m k c' q i) +
  \sum_(1 <= i < c'.+1) Num.max 0 (x m k c' q i - lambda * y m q i) <= delta.

(** ** Statement: a law that keeps the inequalities is attained by a mechanism that has all of their lines *)
Definition Attained : Prop :=
  forall (R : realFieldType) (m k c' : nat) (q : nat -> R),
  (0 < m)%N -> (1 < k)%N -> (c' <= m)%N -> (forall i, 0 <= q i) -> \sum_(0 <= i < c'.+1) q i = 1 ->
  exists (O : finType) (M : mechanism R m k O) (a : attack m k c' O),
    (forall i, (i <= c')%N -> p M a i = q i) /\
    forall lambda delta, 1 <= lambda -> hockey_stick m%:R k c' q lambda delta -> tangent M lambda delta.

(** ** Proof *)
Section Proof.

Variable R : realFieldType.
Variables (m k c' : nat).
Hypotheses (m_gt0 : (0 < m)%N) (k_gt1 : (1 < k)%N) (c'_le : (c' <= m)%N).
Variable q : nat -> R.
Hypotheses (q_ge0 : forall i, 0 <= q i) (q_sum : \sum_(0 <= i < c'.+1) q i = 1).

Notation output := (output m k c').
Notation read := (read m k c').

(** *** The mechanism: draw N from q, then an output with N right guesses, all of them equally likely *)

Definition share (u : assignment m k) (i : nat) : R := q i / #|outputs c' u i|%:R.
Definition tight_law (u : assignment m k) (o : output) : R := share u (score read u o).

Lemma share_ge0 u i : 0 <= share u i.
Proof. by rewrite divr_ge0 ?ler0n. Qed.

Lemma share_same u u' i : share u i = share u' i.
Proof. by rewrite /share (card_outputs c' u u'). Qed.

Lemma card_below i : (i <= m)%N -> #|[set l : 'I_m | (l < i)%N]| = i.
Proof.
move=> i_le; rewrite -sum1dep_card (big_ord_narrow i_le) /= sum1_card.
by rewrite card_ord.
Qed.

(** Every number of right guesses up to c' is possible. *)
Lemma outputs_neq0 (u : assignment m k) i : (i <= c')%N -> #|outputs c' u i|%:R != 0 :> R.
Proof.
move=> i_le; have k_gt0 := ltnW k_gt1.
pose other (v : 'I_k) := if v == Ordinal k_gt0 then Ordinal k_gt1 else Ordinal k_gt0.
have other_neq v : other v != v by rewrite /other; case: (eqVneq v (Ordinal k_gt0)) => [->|]; rewrite // eq_sym.
pose g : guesses m k := [ffun l : 'I_m =>
  if (l < i)%N then Some (u l) else if (l < c')%N then Some (other (u l)) else None].
have guessed_g : #|guessed g| == c'.
  rewrite -[X in _ == X](card_below c'_le); apply/eqP/eq_card => l; rewrite !inE ffunE.
  by case: ltnP => [l_lt|_]; [rewrite (leq_trans l_lt) | case: ltnP].
rewrite pnatr_eq0 cards_eq0; apply/set0Pn; exists (exist _ g guessed_g : output).
rewrite inE /score -[X in _ == X](card_below (leq_trans i_le c'_le)); apply/eqP/eq_card => l; rewrite !inE /= ffunE.
by case: ltnP => [_|_]; rewrite ?eqxx //; case: ltnP => // _; rewrite (inj_eq (@Some_inj _)) (negbTE (other_neq _)).
Qed.

Lemma share_outputs u i : (i <= c')%N -> #|outputs c' u i|%:R * share u i = q i.
Proof. by move=> i_le; rewrite /share mulrC divfK // outputs_neq0. Qed.

Lemma sum_outputs u i : (i <= c')%N -> \sum_(o | score read u o == i) tight_law u o = q i.
Proof.
move=> i_le; rewrite (eq_bigr (fun=> share u i)) => [|o /eqP<-//].
rewrite sumr_const -[_ *+ _]mulr_natl -(share_outputs u i_le); congr (_%:R * _).
by apply: eq_card => o; rewrite inE.
Qed.

(** Outputs with any property, counted by their right guesses. *)
Lemma sum_by_score (P : pred output) (u : assignment m k) (f : output -> R) :
  \sum_(o | P o) f o = \sum_(0 <= i < c'.+1) \sum_(o | P o && (score read u o == i)) f o.
Proof.
rewrite big_mkord (partition_big (fun o => inord (score read u o) : 'I_c'.+1) xpredT) //=.
apply: eq_bigr => i _; apply: eq_bigl => o; congr (_ && _).
by rewrite -val_eqE /= inordK // ltnS score_le.
Qed.

Lemma tight_sum u : \sum_o tight_law u o = 1.
Proof.
rewrite (sum_by_score _ u) -[RHS]q_sum !big_nat; apply: eq_bigr => i i_in /=.
exact: sum_outputs.
Qed.

Definition tight : mechanism R m k [finType of output] :=
  Mechanism (fun u o => share_ge0 u (score read u o)) tight_sum.

Lemma tight_p i : (i <= c')%N -> p tight read i = q i.
Proof.
move=> i_le; rewrite /p (eq_bigr (fun=> q i)) => [|u _]; last exact: sum_outputs.
rewrite sumr_const card_ffun !card_ord -[_ *+ _]mulr_natr mulfK //.
by rewrite pnatr_eq0 -lt0n expn_gt0 (ltnW k_gt1).
Qed.

(** *** What one canary shows *)

Lemma mass_right u j i : (i <= c')%N -> #|outputs_right c' u j i|%:R * share u i = y m%:R q i.
Proof.
move=> i_le; have m0 : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /y; apply: (canRL (mulfK m0)).
have := sum_over_canaries (fun o : output => right u (val o)) (fun o => score read u o == i) (tight_law u).
rewrite (eq_bigr (fun=> #|outputs_right c' u j i|%:R * share u i)) => [|l _].
  rewrite sumr_const card_ord -[_ *+ m]mulr_natr => ->.
  rewrite (eq_bigr (fun o => i%:R * tight_law u o)) => [|o /eqP<-//].
  by rewrite -mulr_sumr sum_outputs.
rewrite (card_outputs_right c' u j u l i) (eq_bigr (fun=> share u i)) => [|o].
  rewrite sumr_const mulr_natl; congr (_ *+ _).
  by apply: eq_card => o; rewrite !inE andbC.
by rewrite inE => /andP[_ /eqP<-].
Qed.

Lemma mass_wrong (w : assignment m k) j v i :
  v != w j -> (i < c')%N -> #|outputs_wrong c' w j v i|%:R * share w i = x m%:R k c' q i.+1.
Proof.
move=> v_wrong i_lt; have m0 : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have k0 : k.-1%:R != 0 :> R by rewrite pnatr_eq0 -lt0n -subn1 subn_gt0.
rewrite /x; apply: (canRL (mulfK (mulf_neq0 k0 m0))); rewrite addn1 subnSK //=.
have := sum_over_canaries (fun o : output => wrong w (val o)) (fun o => pred1 i.+1 (score read w o).+1) (tight_law w).
have wrong_j l : \sum_(o in [set o : output | (l \in wrong w (val o)) && pred1 i.+1 (score read w o).+1]) tight_law w o =
    k.-1%:R * (#|outputs_wrong c' w j v i|%:R * share w i).
  have := wrong_mass_by_guess tight read (pred1 i.+1) l w; rewrite /= => ->.
  rewrite (eq_bigr (fun=> #|outputs_wrong c' w j v i|%:R * share w i)) => [|x x_wrong].
    rewrite sumr_const -[LHS]mulr_natl; congr (_%:R * _).
    by rewrite -[k in RHS]card_ord -(cardC1 (w l)).
  rewrite (card_outputs_wrong c' i v_wrong x_wrong) (eq_bigr (fun=> share w i)) => [|o].
    rewrite sumr_const mulr_natl; congr (_ *+ _).
    by apply: eq_card => o; rewrite !inE eqSS andbC.
  by rewrite inE eqSS => /andP[_ /eqP<-].
rewrite (eq_bigr _ (fun l _ => wrong_j l)) sumr_const card_ord -[_ *+ m]mulr_natr => eq_sum.
rewrite mulrA [_ * k.-1%:R]mulrC eq_sum.
rewrite (eq_bigr (fun o => (c' - i)%:R * tight_law w o)) => [|o]; last first.
  by rewrite /= eqSS => /eqP<-; rewrite card_wrong output_count.
by rewrite -mulr_sumr -(sum_outputs w (ltnW i_lt)).
Qed.

(** Outputs that guess canary j rightly, before and after its option is exchanged. *)
Lemma sum_exchanged (u : assignment m k) j v (F : R -> R -> R) :
  v != u j -> (forall r s t, 0 <= r -> r * F s t = F (r * s) (r * t)) ->
  \sum_(o : output | val o j == Some (u j)) F (tight_law u o) (tight_law (exchange u j v) o) =
  \sum_(1 <= i < c'.+1) F (y m%:R q i) (x m%:R k c' q i).
Proof.
move=> v_other homogeneous; set w := exchange u j v.
have uj_other : u j != w j by rewrite exchange_at eq_sym.
rewrite (sum_by_score _ u) big_nat_recl // big_add1 /=.
have score_exchanged (o : output) : val o j = Some (u j) -> score read u o = (score read w o).+1.
  by move=> guess_j; rewrite /score (right_exchange v_other guess_j).
rewrite big_pred0 => [|o]; last by apply/negbTE/andP => -[/eqP/score_exchanged->].
rewrite add0r; apply: eq_big_nat => i /andP[_ i_lt].
rewrite -(mass_right u j i_lt) -(mass_wrong uj_other i_lt).
have same : #|outputs_wrong c' w j (u j) i| = #|outputs_right c' u j i.+1|.
  apply: eq_card => o; rewrite !inE andbC [RHS]andbC; case: eqP => //= /score_exchanged->.
  by rewrite eqSS.
rewrite same -homogeneous ?ler0n //.
rewrite (eq_bigr (fun=> F (share u i.+1) (share w i))) => [|o /andP[/eqP/score_exchanged score_o /eqP i_o]].
  rewrite sumr_const mulr_natl; congr (_ *+ _).
  by apply: eq_card => o; rewrite !inE andbC.
by rewrite /tight_law i_o; move: i_o; rewrite score_o => -[->].
Qed.

(** *** The mechanism has every line whose inequality the law keeps *)
Lemma tight_tangent (lambda delta : R) :
  1 <= lambda -> hockey_stick m%:R k c' q lambda delta -> tangent tight lambda delta.
Proof.
move=> lambda_ge1 keeps u j v v_other S; rewrite addrC -ler_subl_addr; apply: le_trans keeps.
set w := exchange u j v.
pose rest o := Num.max 0 (tight_law u o - lambda * tight_law w o).
have positive : \sum_(o in S) tight_law u o - lambda * (\sum_(o in S) tight_law w o) <= \sum_(o : output) rest o.
  rewrite mulr_sumr -sumrB big_mkcond; apply: ler_sum => o _.
  by rewrite /rest; case: ifP; rewrite le_maxr ?lexx ?orbT.
apply: le_trans positive _.
rewrite (bigID (fun o : output => val o j == Some (u j))) /=; apply: ler_add.
  rewrite (sum_exchanged (F := fun s t => Num.max 0 (s - lambda * t)) v_other) // => r s t r_ge0.
  by rewrite maxr_pmulr // mulr0 mulrBr [r * (lambda * t)]mulrCA.
rewrite (bigID (fun o : output => val o j == Some v)) /= addrC big1 ?add0r => [|o]; last first.
  case/andP => not_u not_v; apply/max_idPl.
  have same : score read u o = score read w o.
    apply: eq_card => l; rewrite !inE ffunE; case: (eqVneq l j) => // ->.
    by rewrite (negbTE not_u) (negbTE not_v).
  rewrite /tight_law same (share_same u w) -[X in X - _]mul1r -mulrBl.
  by rewrite mulr_le0_ge0 ?share_ge0 // subr_le0.
have back : exchange w j (u j) = u by apply: exchange_back.
have u_other : u j != w j by rewrite exchange_at eq_sym.
have := sum_exchanged (F := fun s t => Num.max 0 (t - lambda * s)) u_other.
rewrite back exchange_at => <- => [|r s t r_ge0]; last first.
  by rewrite maxr_pmulr // mulr0 mulrBr [r * (lambda * s)]mulrCA.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => o.
case: (eqVneq (val o j) (Some v)) => [->|_]; rewrite ?andbF //.
by rewrite (inj_eq (@Some_inj _)) v_other.
Qed.

End Proof.

Theorem attained : Attained.
Proof.
move=> R m k c' q m_gt0 k_gt1 c'_le q_ge0 q_sum; exists [finType of output m k c'].
exists (tight k_gt1 c'_le q_ge0 q_sum), (read m k c'); split; first by move=> i; apply: tight_p.
by move=> lambda delta; apply: tight_tangent.
Qed.
