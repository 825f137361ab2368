(** Certificates: lines with weights bound what every mechanism below the lines can do, whoever found the weights. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : realFieldType.
(** The canaries m (half of them where guesses are on one side), the options, the guesses. *)
Variables (m : R) (k c' : nat).
(** Lines with their slopes and offsets, and a weight for each line and each count from 1 to c'. *)
Variable line : finType.
Variables (lambda delta : line -> R) (phi : line -> nat -> R).
(** What is bounded: the mean of any function of the number of right guesses. *)
Variable e : nat -> R.

Definition Phi (i : nat) : R := \sum_g phi g i.
Definition Psi (i : nat) : R := \sum_g lambda g * phi g i.
(** The largest weight of a line. *)
Definition W (g : line) : R := \big[Num.max/0]_(1 <= i < c'.+1) phi g i.
(** What is left of [e] at each count. The last has no count above it: Psi is 0 there. *)
Definition bracket (i : nat) : R :=
  e i - i%:R / m * Phi i + (if (i < c')%N then (c' - i)%:R / (k.-1%:R * m) * Psi i.+1 else 0).
Definition nu : R := \big[Num.max/0]_(0 <= i < c'.+1) bracket i.
(** What the certificate proves. *)
Definition bound : R := nu + \sum_g W g * delta g.

End Definitions.

(** ** Statement *)
Definition Certificate : Prop :=
  forall (R : realFieldType) (m : R) (k c' : nat)
    (line : finType) (lambda delta : line -> R) (phi : line -> nat -> R) (e q : nat -> R),
  (forall g i, (0 < i <= c')%N -> 0 <= phi g i) ->
  (forall i, (i <= c')%N -> 0 <= q i) -> \sum_(0 <= i < c'.+1) q i = 1 ->
  (forall g, obeys m k c' q (lambda g) (delta g)) ->
  \sum_(0 <= i < c'.+1) q i * e i <= bound m k c' lambda delta phi e.

(** ** Proof *)
Section Proof.

Variable R : realFieldType.
Variables (m : R) (k c' : nat).
Variable line : finType.
Variables (lambda delta : line -> R) (phi : line -> nat -> R) (e : nat -> R).
Notation Phi := (Phi phi).
Notation Psi := (Psi lambda phi).
Notation W := (W c' phi).
Notation bracket := (bracket m k c' lambda phi e).
Notation nu := (nu m k c' lambda phi e).
Notation bound := (bound m k c' lambda delta phi e).

Hypothesis phi_ge0 : forall g i, (0 < i <= c')%N -> 0 <= phi g i.

(** A law of the number of right guesses. *)
Variable q : nat -> R.
Hypotheses (q_ge0 : forall i, (i <= c')%N -> 0 <= q i) (q_sum : \sum_(0 <= i < c'.+1) q i = 1).
Hypothesis q_obeys : forall g, obeys m k c' q (lambda g) (delta g).

Lemma ler_bigmax (f : nat -> R) a b i : (a <= i < b)%N -> f i <= \big[Num.max/0]_(a <= j < b) f j.
Proof.
move=> i_in; rewrite big_nat; have : i \in index_iota a b by rewrite mem_index_iota.
elim: (index_iota a b) => // j s IH; rewrite inE big_cons; case: ifP => [j_in|j_out].
  by case/orP => [/eqP->|/IH le_i]; rewrite le_maxr ?lexx ?le_i ?orbT.
by case/orP => [/eqP ij|/IH//]; rewrite ij j_out in i_in.
Qed.

(** One line: the weights times what the line leaves are at most the largest weight times its offset. *)
Lemma one_line g :
  \sum_(1 <= i < c'.+1) phi g i * (y m q i - lambda g * x m k c' q i) <= W g * delta g.
Proof.
pose over i := 0 < y m q i - lambda g * x m k c' q i.
have W_ge0 : 0 <= W g by rewrite /W; elim/big_rec: _ => // i most _ most_ge0; rewrite le_maxr most_ge0 orbT.
apply: (@le_trans _ _ (W g * \sum_(1 <= i < c'.+1 | over i) (y m q i - lambda g * x m k c' q i))).
  rewrite mulr_sumr [X in _ <= X]big_mkcond !big_nat; apply: ler_sum => i i_in.
  rewrite /over; case: ltrP => [pos|neg]; last by rewrite mulr_ge0_le0 // phi_ge0.
  by apply: ler_wpmul2r; [exact: ltW | exact: (ler_bigmax (phi g) i_in)].
rewrite ler_wpmul2l // sumrB -mulr_sumr ler_subl_addr addrC.
exact: q_obeys.
Qed.

(** The brackets, weighed by the law, are [e] less what the lines leave. *)
Lemma sum_brackets :
  \sum_(0 <= i < c'.+1) q i * bracket i =
  \sum_(0 <= i < c'.+1) q i * e i - \sum_g \sum_(1 <= i < c'.+1) phi g i * (y m q i - lambda g * x m k c' q i).
Proof.
have ys : \sum_(0 <= i < c'.+1) q i * (i%:R / m * Phi i) = \sum_g \sum_(1 <= i < c'.+1) phi g i * y m q i.
  rewrite exchange_big big_nat_recl // mul0r mul0r mulr0 add0r big_add1.
  apply: eq_big_nat => i _; rewrite -mulr_suml -/(Phi _) /y [RHS]mulrC mulrA; congr (_ * _).
  by rewrite mulrA [q _ * _]mulrC.
have xs : \sum_(0 <= i < c'.+1) q i * (if (i < c')%N then (c' - i)%:R / (k.-1%:R * m) * Psi i.+1 else 0) =
    \sum_g \sum_(1 <= i < c'.+1) phi g i * (lambda g * x m k c' q i).
  rewrite exchange_big [LHS]big_nat_recr //= ltnn mulr0 addr0 big_add1.
  apply: eq_big_nat => i /andP[_ i_lt]; rewrite i_lt.
  rewrite (eq_bigr (fun g => lambda g * phi g i.+1 * x m k c' q i.+1)) => [|g _]; last by rewrite mulrCA mulrA.
  rewrite -mulr_suml -/(Psi _) /x addn1 subnSK //= [RHS]mulrC mulrA; congr (_ * _).
  by rewrite mulrA [q _ * _]mulrC.
rewrite /bracket; under eq_bigr do rewrite mulrDr mulrBr.
rewrite big_split /= sumrB ys xs -addrA; congr (_ + _).
rewrite addrC -opprB -sumrB; congr (- _); apply: eq_bigr => g _.
by rewrite -sumrB; apply: eq_bigr => i _; rewrite mulrBr.
Qed.

Lemma mean_le_bound : \sum_(0 <= i < c'.+1) q i * e i <= bound.
Proof.
have brackets_le : \sum_(0 <= i < c'.+1) q i * bracket i <= nu.
  rewrite -[nu]mul1r -q_sum mulr_suml !big_nat; apply: ler_sum => i i_in.
  by apply: ler_wpmul2l; [exact: q_ge0 | exact: (ler_bigmax bracket i_in)].
have lines_le : \sum_g \sum_(1 <= i < c'.+1) phi g i * (y m q i - lambda g * x m k c' q i) <= \sum_g W g * delta g.
  by apply: ler_sum => g _; apply: one_line.
move: brackets_le; rewrite sum_brackets ler_subl_addr => /le_trans; apply.
by rewrite ler_add2l.
Qed.

End Proof.

Theorem certificate : Certificate.
Proof. by move=> *; apply: mean_le_bound. Qed.
