(** Two canaries and one guess, always "in": each canary is guessed half of the time, by [delta] more if it alone is
    in, by [delta] less if the other alone is. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 refutation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OneGuessIn.

Variable R : realFieldType.
Variable delta : R.
Hypotheses (delta_ge0 : 0 <= delta) (delta_le : delta <= 2%:R^-1).

Let side : 'I_2 := ord0.
Let is_in (u : assignment 2 2) j : R := (u j == side)%:R.
Let lean_law u (o : 'I_2) : R := 2%:R^-1 + delta * (is_in u o - is_in u (rev_ord o)).

Let lean_ge0 u o : 0 <= lean_law u o.
Proof.
rewrite /lean_law /is_in; case: (_ == _); case: (_ == _).
- by rewrite subrr mulr0 addr0 invr_ge0 ler0n.
- by rewrite subr0 mulr1 addr_ge0 // invr_ge0 ler0n.
- by rewrite sub0r mulrN1 subr_ge0.
- by rewrite subrr mulr0 addr0 invr_ge0 ler0n.
Qed.

Let halves : 2%:R^-1 + 2%:R^-1 = 1 :> R.
Proof. by rewrite -mulr2n -[_ *+ 2]mulr_natl divff // pnatr_eq0. Qed.

Let two_positions (f : 'I_2 -> R) : \sum_j f j = f ord0 + f ord_max.
Proof. by rewrite big_ord_recl big_ord_recl big_ord0 addr0; congr (_ + f _); apply/val_inj. Qed.

Let rev0 : rev_ord ord0 = ord_max :> 'I_2. Proof. exact/val_inj. Qed.
Let rev1 : rev_ord ord_max = ord0 :> 'I_2. Proof. exact/val_inj. Qed.

Let lean_sum u : \sum_o lean_law u o = 1.
Proof.
rewrite two_positions /lean_law rev0 rev1 addrACA halves -mulrDr.
by rewrite addrACA [- _ + _]addrC addrACA !subrr addr0 mulr0 addr0.
Qed.

Definition lean : mechanism R 2 2 [finType of 'I_2] := Mechanism lean_ge0 lean_sum.

Let one_guessed (o : 'I_2) : #|guessed [ffun j => if j == o then Some side else None]| = 1%N.
Proof. by rewrite -[RHS](cards1 o); apply: eq_card => j; rewrite !inE ffunE; case: (j == o). Qed.

Definition say_in : attack 2 2 1 [finType of 'I_2] := Attack one_guessed.

Lemma say_in_side o j v : say_in o j = Some v -> v = side.
Proof. by rewrite ffunE; case: ifP => // _ [<-]. Qed.

Lemma lean_tangent : tangent_from side lean 1 delta.
Proof.
move=> u j v u_in v_out S; rewrite mul1r.
have each o : lean_law u o <= lean_law (exchange u j v) o + (if o == j then delta else 0).
  rewrite /lean_law /is_in !ffunE -addrA ler_add2l.
  have [->|o_other] := eqVneq o j.
    have /negbTE -> : rev_ord j != j by case: j {u_in} => -[|[|]].
    by rewrite u_in eqxx (negbTE v_out) mulrBr mulr1 sub0r mulrN addrC.
  have /eqP -> : rev_ord o == j by move: o j o_other {u_in} => [[|[|]]] // ? [[|[|]]].
  by rewrite eqxx u_in eqxx (negbTE v_out) subr0 addr0 ler_wpmul2l // ler_subl_addr ler_addl ler01.
apply: le_trans (ler_sum _ (fun o _ => each o)) _.
rewrite big_split /= ler_add2l; have [j_in|j_out] := boolP (j \in S).
  by rewrite (bigD1 j) //= eqxx big1 ?addr0 // => o /andP[_ /negbTE->].
by rewrite big1 // => o o_in; case: eqP => // o_j; rewrite -o_j o_in in j_out.
Qed.

Let score_in u o : score say_in u o = (u o == side).
Proof.
rewrite /score; have [o_in|o_out] := eqVneq (u o) side.
  rewrite -[RHS](cards1 o); apply: eq_card => j; rewrite !inE ffunE; case: (eqVneq j o) => [->|//].
  by rewrite o_in eqxx.
apply: eq_card0 => j; rewrite !inE ffunE; case: (eqVneq j o) => // ->.
by rewrite (inj_eq (@Some_inj _)) eq_sym (negbTE o_out).
Qed.

Lemma lean_success : probability lean say_in (fun i => (1 <= i)%N) = (1 + delta) / 2%:R.
Proof.
have in_half o : #|[set u : assignment 2 2 | u o == side]| = 2%N.
  by apply/eqP; rewrite -(eqn_pmul2l (isT : (0 < 2)%N)) (card_assignments_at o side).
have in_both o : \sum_(u : assignment 2 2 | u o == side) is_in u (rev_ord o) = 1.
  rewrite (bigD1 [ffun=> side]) ?ffunE //= /is_in ffunE eqxx big1 ?addr0 // => u /andP[/eqP u_o u_other].
  case: eqP => // u_rev; case/eqP: u_other; apply/ffunP => j; rewrite ffunE.
  have [->//|j_o] := eqVneq j o; rewrite -u_rev; congr (u _).
  by move: j o j_o {u_o u_rev} => [[|[|]]] // ? [[|[|]]] // ? _; apply/val_inj.
rewrite /probability /mean exchange_big two_positions /=.
have each o : \sum_u (1 <= score say_in u o)%N%:R * lean_law u o = 1 + delta.
  transitivity (\sum_(u : assignment 2 2 | u o == side) (2%:R^-1 + delta - delta * is_in u (rev_ord o))).
    rewrite [RHS]big_mkcond; apply: eq_bigr => u _; rewrite score_in; case u_o: (u o == side); last by rewrite mul0r.
    by rewrite mul1r /lean_law {1}/is_in u_o mulrBr mulr1 addrA.
  rewrite sumrB -mulr_sumr in_both mulr1 sumr_const -cardsE in_half mulr2n addrACA halves.
  by rewrite -addrA -addrA subrr addr0.
by rewrite !each -mulr2n -[_ *+ 2]mulr_natr (natrM R 2 2) invfM mulrA mulfK ?pnatr_eq0.
Qed.

End OneGuessIn.
