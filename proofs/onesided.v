(** Guesses on one side: with two options and every guess the same one, Theorem 1 holds with half the canaries, and
    lines of one order of neighbours are enough. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Statement *)
Definition One_sided : Prop :=
  forall (R : realFieldType) (m c' : nat) (O : finType) (M : mechanism R m 2 O) (a : attack m 2 c' O)
    (side : 'I_2) (lambda delta : R),
  (0 < m)%N -> (forall o j v, a o j = Some v -> v = side) ->
  tangent_from side M lambda delta -> obeys (m%:R / 2%:R) 2 c' (p M a) lambda delta.

(** ** Proof *)
Theorem one_sided : One_sided.
Proof.
move=> R m c' O M a side lambda delta m_gt0 one_side tangentM T.
have two_neq0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have on_side o j v : a o j = Some v -> pred1 side v by move/one_side->; rewrite /= eqxx.
have tangents from : pred1 side from -> tangent_from from M lambda delta by move/eqP->.
have := mean_over_options m_gt0 (isT : (1 < 2)%N) (delta := fun=> delta) on_side tangents T.
rewrite big_pred1_eq => whole.
have doubled_y i : y (m%:R / 2%:R) (p M a) i = 2%:R * y m%:R (p M a) i.
  by rewrite /y invf_div mulrCA.
have doubled_x i : x (m%:R / 2%:R) 2 c' (p M a) i = 2%:R * x m%:R 2 c' (p M a) i.
  by rewrite /x (_ : 2.-1%:R = 1) // !mul1r invf_div mulrCA.
rewrite (eq_bigr _ (fun i _ => doubled_y i)) (eq_bigr _ (fun i _ => doubled_x i)) -!mulr_sumr mulrCA.
rewrite -[X in _ <= _ + X](divfK two_neq0) [_ * 2%:R]mulrC -mulrDr.
by rewrite ler_pmul2l ?ltr0n.
Qed.
