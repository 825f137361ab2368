(** Lines of their own for each order of neighbours: of one slope, the mean of their offsets is enough. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A line in the mean: neighbours of which the first has the option [from] have the offset [d from], and the mean of
    these over the options is at most [delta]. *)
Definition tangent_in_the_mean (R : realFieldType) (m k : nat) (O : finType) (M : mechanism R m k O)
    (lambda delta : R) : Prop :=
  exists d : 'I_k -> R, (forall from, tangent_from from M lambda (d from)) /\ (\sum_from d from) / k%:R <= delta.

(** ** Statement *)
Definition Mean_of_orders : Prop :=
  forall (R : realFieldType) (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O)
    (lambda delta : R),
  (0 < m)%N -> (1 < k)%N -> tangent_in_the_mean M lambda delta -> obeys m%:R k c' (p M a) lambda delta.

(** ** Proof *)
Theorem mean_of_orders : Mean_of_orders.
Proof.
move=> R m k c' O M a lambda delta m_gt0 k_gt1 [d [tangents mean_le]] T.
have held from : predT from -> tangent_from from M lambda (d from) by move=> _; apply: tangents.
apply: le_trans (mean_over_options m_gt0 k_gt1 (fun _ _ _ _ => isT) held T) _.
by rewrite ler_add2l.
Qed.

(** A line that holds in every order is one in the mean. *)
Lemma tangent_mean (R : realFieldType) (m k : nat) (O : finType) (M : mechanism R m k O) lambda delta :
  (0 < k)%N -> tangent M lambda delta -> tangent_in_the_mean M lambda delta.
Proof.
move=> k_gt0 tangentM; exists (fun=> delta); split=> [from|]; first exact: tangent_from_all.
by rewrite sumr_const card_ord -[_ *+ k]mulr_natr mulfK // pnatr_eq0 -lt0n.
Qed.
