(** Rounds: games one after the other, each depending on all before. What fair bets pay multiplies, and the product
    is large only rarely, however one stops and whenever one looks. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 evalues.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : realFieldType.
(** Those who bet: each has its own product. *)
Variable bettor : Type.

Record chance (X : finType) := Chance { of_x :> X -> R; of_x_ge0 : forall x, 0 <= of_x x; of_x_sum : \sum_x of_x x = 1 }.

(** A training, as the tree of all that may happen. In a round a game is played, with fresh and fair coins, and each
    bettor is paid. Whatever happens between rounds happens by chance. A place in the tree is a history: games, bets
    and whether there is another round may depend on everything before. *)
Inductive training : Type :=
| Over
| Meanwhile (X : finType) (law : chance X) (next : X -> training)
| Round (m k : nat) (O : finType) (M : mechanism R m k O) (paid : bettor -> assignment m k -> O -> R)
    (next : assignment m k -> O -> training).

(** What happened: all that there is to know of it, and what each bettor was paid. *)
Inductive event : Type :=
| Between (X : finType) (x : X)
| Played (m k : nat) (O : finType) (u : assignment m k) (o : O) (paid : bettor -> R).

Definition history := seq event.

Definition factor (b : bettor) (e : event) : R := if e is Played _ _ _ _ _ paid then paid b else 1.
(** What a bettor has after this history, of 1 before it. *)
Definition wealth (b : bettor) (h : history) : R := \prod_(e <- h) factor b e.

(** The mean over all histories of a training. *)
Fixpoint expected (t : training) (f : history -> R) : R :=
  match t with
  | Over => f [::]
  | Meanwhile _ law next => \sum_x law x * expected (next x) (fun h => f (Between x :: h))
  | Round _ _ _ M paid next =>
      average M (fun u o => expected (next u o) (fun h => f (Played u o (fun b => paid b u o) :: h)))
  end.
Definition probability (t : training) (P : pred history) : R := expected t (fun h => (P h)%:R).

(** In every round, whatever happened before, what this bettor is paid is fair. *)
Fixpoint fair (b : bettor) (t : training) : Prop :=
  match t with
  | Over => True
  | Meanwhile _ law next => forall x, fair b (next x)
  | Round _ _ _ M paid next => fair_bet M (paid b) /\ forall u o, fair b (next u o)
  end.

(** A history up to where one stops: [stop] looks at what happened so far. *)
Fixpoint stopped (stop : pred history) (h : history) : history :=
  if stop [::] then [::] else if h is e :: rest then e :: stopped (fun h => stop (e :: h)) rest else [::].

(** Whether something is ever seen of a history as it goes on. *)
Definition ever (seen : pred history) (h : history) : bool := has (fun n => seen (take n h)) (iota 0 (size h).+1).

End Definitions.

Arguments Over {R bettor}.

(** ** Statements *)

(** At every stopping rule a fair bettor has at most 1 on average. *)
Definition Stopping : Prop :=
  forall (R : realFieldType) (bettor : Type) (t : training R bettor) (b : bettor) (stop : pred (history R bettor)),
  fair b t -> expected t (fun h => wealth b (stopped stop h)) <= 1.

(** Ville's inequality: that several fair bettors, whose shares are fixed in advance, ever have 1 / tau together has
    probability at most tau. *)
Definition Ville : Prop :=
  forall (R : realFieldType) (bettor : Type) (t : training R bettor) (expert : finType) (who : expert -> bettor)
    (share : expert -> R) (tau : R),
  (forall x, 0 <= share x) -> \sum_x share x <= 1 -> (forall x, fair (who x) t) -> 0 < tau ->
  probability t (ever (fun h => tau^-1 <= \sum_x share x * wealth (who x) h)) <= tau.

(** ** Proof *)

Section Means.

Variable R : realFieldType.
Variable bettor : Type.
Implicit Types (t : training R bettor) (f g : history R bettor -> R).

Lemma expected_le t f g : (forall h, f h <= g h) -> expected t f <= expected t g.
Proof.
elim: t f g => [|X law next IH|m k O M paid next IH] f g le_fg //=.
  by apply: ler_sum => x _; apply: ler_wpmul2l; [apply: of_x_ge0 | apply: IH].
by apply: average_le => u o; apply: IH.
Qed.

Lemma expected_scale t c f : expected t (fun h => c * f h) = c * expected t f.
Proof.
elim: t f => [|X law next IH|m k O M paid next IH] f //=.
  by rewrite mulr_sumr; apply: eq_bigr => x _; rewrite IH mulrCA.
rewrite /average mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => u _; rewrite mulr_sumr.
by apply: eq_bigr => o _; rewrite IH mulrA.
Qed.

Lemma expected_const t c : 0 <= c -> expected t (fun=> c) <= c.
Proof.
move=> c_ge0; elim: t => [|X law next IH|m k O M paid next IH] //=.
  apply: (@le_trans _ _ (\sum_x law x * c)); last by rewrite -mulr_suml of_x_sum mul1r.
  by apply: ler_sum => x _; apply: ler_wpmul2l; [apply: of_x_ge0 | apply: IH].
by apply: le_trans (average_const M c_ge0); apply: average_le.
Qed.

Lemma wealth_cons b (e : event R bettor) h : wealth b (e :: h) = factor b e * wealth b h.
Proof. by rewrite /wealth big_cons. Qed.

Lemma wealth_nil b : wealth b ([::] : history R bettor) = 1.
Proof. by rewrite /wealth big_nil. Qed.

Lemma ever_cons (seen : pred (history R bettor)) e h :
  ever seen (e :: h) = seen [::] || ever (fun h => seen (e :: h)) h.
Proof.
rewrite -[LHS]/(seen [::] || has (fun n => seen (take n (e :: h))) (iota (1 + 0) (size h).+1)).
by rewrite iotaDl has_map.
Qed.

Lemma ever_nil (seen : pred (history R bettor)) : ever seen [::] = seen [::].
Proof. by rewrite /ever /= orbF. Qed.

End Means.

Theorem stopping : Stopping.
Proof.
move=> R bettor t b; elim: t => [|X law next IH|m k O M paid next IH] stop /=.
- by case: ifP; rewrite wealth_nil.
- move=> fair_next; case: (stop [::]).
    rewrite -[X in _ <= X](of_x_sum law); apply: ler_sum => x _; rewrite ler_pimulr ?of_x_ge0 //.
    by rewrite wealth_nil; apply: (expected_const _ ler01).
  rewrite -[X in _ <= X](of_x_sum law); apply: ler_sum => x _; rewrite ler_pimulr ?of_x_ge0 //.
  apply: le_trans (IH x (fun h => stop (Between R bettor x :: h)) (fair_next x)).
  by apply: expected_le => h; rewrite wealth_cons mul1r.
- move=> [[paid_ge0 paid_le1] fair_next]; case: (stop [::]).
    apply: le_trans (average_const M ler01); apply: average_le => u o.
    by rewrite wealth_nil; apply: (expected_const _ ler01).
  apply: le_trans paid_le1; apply: average_le => u o.
  apply: (@le_trans _ _ (expected (next u o)
    (fun h => paid b u o * wealth b (stopped (fun h => stop (Played u o (fun b => paid b u o) :: h)) h)))).
    by apply: expected_le => h; rewrite wealth_cons.
  by rewrite expected_scale ler_pimulr // IH.
Qed.

Section Several.

Variable R : realFieldType.
Variables (bettor : Type) (expert : finType) (who : expert -> bettor).
Variable tau : R.
Hypothesis tau_gt0 : 0 < tau.

Let together (share : expert -> R) (h : history R bettor) : R := \sum_x share x * wealth (who x) h.
Let large share h : bool := tau^-1 <= together share h.

Lemma together_nil share : together share [::] = \sum_x share x.
Proof. by apply: eq_bigr => x _; rewrite wealth_nil mulr1. Qed.

Lemma together_cons share e h : together share (e :: h) = together (fun x => share x * factor (who x) e) h.
Proof. by apply: eq_bigr => x _; rewrite wealth_cons mulrA. Qed.

Lemma ever_large_cons share e h :
  ever (large share) (e :: h) = large share [::] || ever (large (fun x => share x * factor (who x) e)) h.
Proof.
rewrite ever_cons; congr (_ || _); apply: eq_has => n.
by rewrite /large together_cons.
Qed.

Lemma probability_le1 (t : training R bettor) seen : probability t seen <= 1.
Proof. by apply: le_trans (expected_const t ler01); apply: expected_le => h; case: (seen h); rewrite ?ler01. Qed.

(** With any shares: the probability is at most tau times their sum. *)
Lemma ville_of_shares (t : training R bettor) share :
  (forall x, 0 <= share x) -> (forall x, fair (who x) t) ->
  probability t (ever (large share)) <= tau * \sum_x share x.
Proof.
elim: t share => [|X law next IH|m k O M paid next IH] share share_ge0 fair_t;
  have [now|/negbTE not_now] := boolP (large share [::]).
1,3,5: apply: le_trans (probability_le1 _ _) _;
  rewrite -[X in X <= _](@mulfV _ tau) ?gt_eqF // ler_pmul2l // -together_nil; exact: now.
- rewrite /probability /= ever_nil not_now mulr_ge0 ?(ltW tau_gt0) //.
  by apply: sumr_ge0 => x _; apply: share_ge0.
- rewrite -[X in _ <= X]mulr1 -(of_x_sum law) mulr_sumr /probability /=; apply: ler_sum => e _.
  rewrite mulrC; apply: ler_wpmul2r; first exact: of_x_ge0.
  apply: le_trans (IH e share share_ge0 (fun x => fair_t x e)); apply: expected_le => h.
  rewrite ever_large_cons not_now /= [X in (nat_of_bool X)%:R <= _](_ : _ = ever (large share) h) //.
  rewrite /ever; apply: eq_has => n.
  by rewrite /large /together; congr (_ <= _); apply: eq_bigr => x _; rewrite mulr1.
- apply: (@le_trans _ _ (average M (fun u o => \sum_x (tau * share x) * paid (who x) u o))).
    apply: average_le => u o; pose later x := share x * paid (who x) u o.
    apply: (@le_trans _ _ (tau * \sum_x later x)); last by rewrite mulr_sumr; apply: ler_sum => x _; rewrite mulrA.
    apply: le_trans (IH u o later _ _) => [|x|x]; first by apply: expected_le => h; rewrite ever_large_cons not_now.
      by rewrite mulr_ge0 //; case: (fair_t x) => -[paid_ge0 _] _.
    by case: (fair_t x) => _; apply.
  rewrite average_sum mulr_sumr; apply: ler_sum => x _; rewrite ler_pimulr ?mulr_ge0 ?(ltW tau_gt0) //.
  by case: (fair_t x) => -[_ paid_le1] _.
Qed.

End Several.

Theorem ville : Ville.
Proof.
move=> R bettor t expert who share tau share_ge0 share_sum fair_t tau_gt0.
apply: le_trans (ville_of_shares tau_gt0 share_ge0 fair_t) _.
by rewrite ler_pimulr // ltW.
Qed.
