(** A checker of what rounds prove together, in whole numbers: see rounds_checker_sound.v for the proof. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game evalues rounds family integers checker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The certificate, in whole numbers *)

(** A bet that is made in every round: its share of the evidence before the first round, and the proof of what it pays. *)
Record bet := Bet { share : Z; proof : claim_of_mean }.

(** A round: for each bet the chances of having reached its steps, which are all or nothing unless equal scores left a
    choice; none where the round has no scores. And whether one looks at the evidence after it. *)
Record round := Shown { reached : option (seq (seq Z)); looked : bool }.

Record claim_of_evidence := Evidence {
  bets : seq bet;
  rounds : seq round;
  share_unit : Z;
  chance_unit : Z;
  (** The largest evidence that is claimed: stated / stated_unit. *)
  stated : Z;
  stated_unit : Z;
  (** While it is multiplied up, evidence is rounded down to whole parts of 1 / grain. *)
  grain : Z }.

Section Statement.

Variable E : claim_of_evidence.

Definition bettor := 'I_(size (bets E)).
Definition bet_of (b : bettor) : bet := tnth (in_tuple (bets E)) b.
Definition proof_of (b : bettor) : claim_of_mean := proof (bet_of b).

Section Fractions.

Variable R : realFieldType.

Definition share_of (b : bettor) : R := ofZ R (share (bet_of b)) / ofZ R (share_unit E).
Definition claimed_evidence : R := ofZ R (stated E) / ofZ R (stated_unit E).

(** A round in which a bet is made as it is written: on a game with these canaries and options, which keeps the lines;
    and paid as it is written, or less. *)
Definition made_as_written (b : bettor) (m k : nat) (O : finType) (M : mechanism R m k O)
    (paid : assignment m k -> O -> R) : Prop :=
  let C := proof_of b in
  [/\ m = Z.to_nat (canaries C), k = Z.to_nat (options C) &
      exists (choice : finType) (chance : choice -> R) (a : choice -> attack m k (Z.to_nat (guesses C)) O),
        [/\ forall t, 0 <= chance t, \sum_t chance t = 1, forall t, has_lines C M (a t) &
            forall u o, 0 <= paid u o <= \sum_t chance t * paid_for C R (score (a t) u o)]].

(** A training all rounds of which are such, whatever happened before. *)
Fixpoint keeps_claim (t : training R bettor) : Prop :=
  match t with
  | Over => True
  | Meanwhile _ _ next => forall x, keeps_claim (next x)
  | Round _ _ _ M paid next => (forall b, made_as_written b M (paid b)) /\ forall u o, keeps_claim (next u o)
  end.

(** What a round paid a bet: the height of every step times the chance of having reached it. *)
Definition paidZ (e : payoff) (chances : seq Z) : Z :=
  (base e * chance_unit E + sumZ [seq s.1 * s.2.2 | s <- zip chances (steps e)])%Z.
Definition chances_of (r : round) (b : nat) : seq Z := if reached r is Some all then nth [::] all b else [::].
Definition payment (r : round) (b : bettor) : R :=
  ofZ R (paidZ (pays (proof_of b)) (chances_of r b)) / ofZ R (pay_unit (pays (proof_of b)) * chance_unit E).

(** What the rounds of a history paid. *)
Definition payments (h : history R bettor) : seq (bettor -> R) :=
  pmap (fun e : event R bettor => if e is Played _ _ _ _ _ paid then Some paid else None) h.
(** A history in which rounds paid what is written. *)
Definition paid_as_written (h : history R bettor) : Prop :=
  forall b, [seq f b | f <- payments h] = [seq payment r b | r <- rounds E].

End Fractions.

(** ** Statements: of evidence that is accepted *)

(** Each bet is an e-value. *)
Definition Bets_are_e_values : Prop :=
  forall (R : realFieldType) (b : bettor), let C := proof_of b in
  e_value (ofZ R (canaries C) / ofZ R (parts C)) (Z.to_nat (options C)) (Z.to_nat (guesses C))
    (@slope_of C R) (@offset_of C R) (paid_for C R).

(** So where every round keeps the claim, the evidence ever reaches 1 / tau with probability at most tau. *)
Definition Large_is_rare : Prop :=
  forall (R : realFieldType) (t : training R bettor) (tau : R), keeps_claim t -> 0 < tau ->
  probability t (ever (fun h => tau^-1 <= evidence (@share_of R) id h)) <= tau.

(** And the evidence of a training that was paid as written has been as large as claimed, unless only 1 is claimed. *)
Definition Claimed_is_reached : Prop :=
  forall (R : realFieldType) (h : history R bettor), paid_as_written h ->
  claimed_evidence R <= 1 \/ ever (fun h => claimed_evidence R <= evidence (@share_of R) id h) h.

(** No round paid a bet less than one that is lost, or more than one of which all guesses are right. *)
Definition Payments_are_between : Prop :=
  forall (R : realFieldType) (b : bettor) r, List.In r (rounds E) ->
  ofZ R (base (pays (proof_of b))) / ofZ R (pay_unit (pays (proof_of b))) <= payment R r b
    <= paid_for (proof_of b) R (Z.to_nat (guesses (proof_of b))).

Definition Evidence_is_true : Prop :=
  [/\ Bets_are_e_values, Large_is_rare, Claimed_is_reached & Payments_are_between].

End Statement.

(** ** The checker *)

Section Checker.

Variable E : claim_of_evidence.

(** All bets are about the same canaries, options and sides. *)
Definition same_game (C D : claim_of_mean) : bool :=
  [&& (canaries C =? canaries D)%Z, (options C =? options D)%Z & on_one_side C == on_one_side D].
Definition bet_fits (B : bet) : bool :=
  [&& check (proof B), (claimed (proof B) <=? bound_unit (proof B))%Z, (0 <=? share B)%Z &
      all (fun D => same_game (proof B) (proof D)) (bets E)].

(** The steps of all bets with the chances of having reached them: guesses, right guesses, chance. *)
Definition steps_with (all : seq (seq Z)) : seq (Z * Z * Z) :=
  flatten [seq [seq (guesses (proof s.1), c.2.1, c.1) | c <- zip s.2 (steps (pays (proof s.1)))]
          | s <- zip (bets E) all].
(** Of the same guesses, more right ones are never more likely, and as many are as likely. *)
Definition one_law (all_steps : seq (Z * Z * Z)) : bool :=
  all (fun s => all (fun t => ((s.1.1 =? t.1.1) && (s.1.2 <=? t.1.2))%Z ==> (t.2 <=? s.2)%Z) all_steps) all_steps.
Definition round_fits (r : round) : bool :=
  if reached r is Some chances then
    [&& size chances == size (bets E),
        all (fun s => size s.2 == size (steps (pays (proof s.1)))) (zip (bets E) chances),
        all (all (fun c => (0 <=? c) && (c <=? chance_unit E))%Z) chances & one_law (steps_with chances)]
  else true.

(** The evidence of each bet after a round, in parts of 1 / grain, rounded down. *)
Definition after (wealths : seq Z) (r : round) : seq Z :=
  [seq (let e := pays (proof s.1.2) in (s.2 * paidZ E e (chances_of r s.1.1)) / (pay_unit e * chance_unit E))%Z
  | s <- zip (zip (iota 0 (size (bets E))) (bets E)) wealths].
Fixpoint largest (wealths : seq Z) (rs : seq round) : Z :=
  if rs is r :: rest then
    let later := after wealths r in
    let found := largest later rest in
    if looked r then Z.max (sumZ later) found else found
  else 0%Z.
Definition at_start : seq Z := [seq (share B * grain E / share_unit E)%Z | B <- bets E].

Definition check_evidence : bool :=
  [&& [&& (0 <? share_unit E)%Z, (0 <? chance_unit E)%Z, (0 <? stated_unit E)%Z & (0 <? grain E)%Z],
      all bet_fits (bets E), (sumZ [seq share B | B <- bets E] <=? share_unit E)%Z,
      all round_fits (rounds E) &
      (stated E <=? stated_unit E)%Z || (stated E * grain E <=? largest at_start (rounds E) * stated_unit E)%Z].

End Checker.
