(** Rounds that keep a claim are refuted rarely; and an epsilon by moving the claim along a family. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 evalues rounds.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.

Variable R : realFieldType.
Variable bettor : Type.

(** In every round, whatever happened before, the mechanism keeps the lines of the round's claim, and what the bettor
    is paid is at most an e-value against them. Claims and e-values may be others in every round. *)
Fixpoint bets_on_counts (b : bettor) (t : training R bettor) : Prop :=
  match t with
  | Over => True
  | Meanwhile _ _ next => forall x, bets_on_counts b (next x)
  | Round m k _ M paid next =>
      [/\ (0 < m)%N /\ (1 < k)%N,
          exists (n : R) (c' : nat) (line : finType) (lambda delta : line -> R) (e : nat -> R),
            e_value n k c' lambda delta e /\ paid_on_counts M n c' lambda delta e (paid b) &
          forall u o, bets_on_counts b (next u o)]
  end.

(** What the experts have together, who share the evidence in parts that are fixed before the first round. *)
Definition evidence (expert : finType) (share : expert -> R) (who : expert -> bettor) (h : history R bettor) : R :=
  \sum_x share x * wealth (who x) h.

End Definitions.

Section Family.

Variable R : realFieldType.
(** The members of a family, the more private the smaller; the same experts bet against each. *)
Variables (display : unit) (member : porderType display) (expert : finType).
Variables (share : expert -> R) (tau : R).

(** The evidence against a member has reached 1 / tau at some time. *)
Definition refuted (i : member) : pred (history R (member * expert)%type) :=
  ever (fun h => tau^-1 <= evidence share (fun x => (i, x)) h).

(** What experts were paid against less private members is no more: in every round of a history. *)
Fixpoint payments_fall (h : history R (member * expert)%type) : Prop :=
  if h is e :: rest then
    (forall i j x, (i <= j)%O -> 0 <= factor (j, x) e <= factor (i, x) e) /\ payments_fall rest
  else True.

End Family.

(** ** Statements *)

(** If every round keeps the claim, it is refuted with probability at most tau, at whatever time one looks. *)
Definition False_alarms : Prop :=
  forall (R : realFieldType) (bettor : Type) (t : training R bettor) (expert : finType) (who : expert -> bettor)
    (share : expert -> R) (tau : R),
  (forall x, 0 <= share x) -> \sum_x share x <= 1 -> (forall x, bets_on_counts (who x) t) -> 0 < tau ->
  probability t (ever (fun h => tau^-1 <= evidence share who h)) <= tau.

(** The largest member such that all up to it are refuted: if the rounds keep the member [truth], something as large
    or larger is reported with probability at most tau, however the report is chosen among such. *)
Definition Largest_member : Prop :=
  forall (R : realFieldType) (display : unit) (member : porderType display) (expert : finType)
    (t : training R (member * expert)) (share : expert -> R) (tau : R) (truth : member)
    (report : history R (member * expert) -> option member),
  (forall x, 0 <= share x) -> \sum_x share x <= 1 -> (forall x, fair (truth, x) t) -> 0 < tau ->
  (forall h i, report h = Some i -> forall j, (j <= i)%O -> refuted share tau j h) ->
  probability t (fun h => if report h is Some i then (truth <= i)%O else false) <= tau.

(** Where payments fall along the family, all members up to a refuted one are refuted. *)
Definition All_up_to : Prop :=
  forall (R : realFieldType) (display : unit) (member : porderType display) (expert : finType)
    (share : expert -> R) (tau : R) (i j : member) (h : history R (member * expert)),
  (forall x, 0 <= share x) -> payments_fall h -> (j <= i)%O -> refuted share tau i h -> refuted share tau j h.

(** ** Proof *)
Lemma bets_on_counts_fair (R : realFieldType) (bettor : Type) (b : bettor) (t : training R bettor) :
  bets_on_counts b t -> fair b t.
Proof.
elim: t => [|X law next IH|m k O M paid next IH] //= => [by_counts x|]; first exact: IH.
move=> [[m_gt0 k_gt1] [n [c' [line [lambda [delta [e [e_fair paid_e]]]]]]] by_counts].
by split=> [|u o]; [apply: e_values_are_fair e_fair paid_e | apply: IH].
Qed.

Theorem false_alarms : False_alarms.
Proof.
move=> R bettor t expert who share tau share_ge0 share_sum by_counts tau_gt0.
by apply: ville => // x; apply: bets_on_counts_fair.
Qed.

Theorem largest_member : Largest_member.
Proof.
move=> R display member expert t share tau truth report share_ge0 share_sum fair_t tau_gt0 report_ok.
apply: le_trans (ville share_ge0 share_sum fair_t tau_gt0); apply: expected_le => h.
case report_h: (report h) => [i|]; last exact: ler0n.
case truth_le: (truth <= i)%O; last exact: ler0n.
by have := report_ok h i report_h truth truth_le; rewrite /refuted => ->.
Qed.

Theorem all_up_to : All_up_to.
Proof.
move=> R display member expert share tau i j h share_ge0 fall_h le_ji.
have wealth_falls n x : 0 <= wealth (i, x) (take n h) <= wealth (j, x) (take n h).
  elim: h n fall_h => [|e h IH] [|n] /= fall_h; rewrite ?wealth_nil ?ler01 ?lexx // !wealth_cons.
  case: fall_h => /(_ j i x le_ji)/andP[f_ge0 f_le] /(IH n)/andP[w_ge0 w_le].
  by rewrite mulr_ge0 // ler_pmul.
case/hasP => n n_in large; apply/hasP; exists n => //; apply: le_trans large _.
by apply: ler_sum => x _; apply: ler_wpmul2l => //; case/andP: (wealth_falls n x).
Qed.
