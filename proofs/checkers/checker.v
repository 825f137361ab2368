(** A checker of certificates in whole numbers, and what it is proved to accept: see checker_sound.v for the proof. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game theorem1 directions refutation integers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The certificate, in whole numbers *)

(** A line, and its weight from a first to a last count; 0 elsewhere. Slopes, offsets and weights are in units that
    the certificate states. *)
Record weighed_line := Line { slope : Z; offset : Z; weights : seq (Z * Z * Z) }.

(** What is paid for a number of right guesses: [base], and the height of every step (reach, height) that it reaches,
    in units of 1 / pay_unit. *)
Record payoff := Payoff { base : Z; steps : seq (Z * Z); pay_unit : Z }.

(** 1 for so many right guesses or more: its mean is the probability of them. *)
Definition tail (correct : Z) : payoff := Payoff 0 [:: (correct, 1%Z)] 1.

Record claim_of_mean := Claim {
  canaries : Z;
  (** Whether all guesses are on one side. *)
  on_one_side : bool;
  options : Z;
  guesses : Z;
  (** What is paid, the mean of which is bounded. *)
  pays : payoff;
  lines : seq weighed_line;
  (** A slope s stands for s / slope_unit, and so on. *)
  slope_unit : Z;
  offset_unit : Z;
  weight_unit : Z;
  (** The bound that is claimed: claimed / bound_unit. *)
  claimed : Z;
  bound_unit : Z }.

(** With all guesses on one side the theorem has half the canaries. *)
Definition parts (C : claim_of_mean) : Z := (if on_one_side C then 2 else 1)%Z.

Definition sumZ (zs : seq Z) : Z := foldr Z.add 0%Z zs.
Definition maxZ (zs : seq Z) : Z := foldr Z.max 0%Z zs.

(** The weight of a count. *)
Fixpoint weight_at (ws : seq (Z * Z * Z)) (i : Z) : Z :=
  if ws is (first, last, w) :: rest then
    if ((first <=? i) && (i <=? last))%Z then w else weight_at rest i
  else 0%Z.

(** What is paid for i right guesses. *)
Definition payZ (e : payoff) (i : nat) : Z :=
  (base e + sumZ [seq (if (s.1 <=? Z.of_nat i)%Z then s.2 else 0%Z) | s <- steps e])%Z.

(** ** Statements: what is accepted is true of every mechanism and every attack *)

Section Statement.

Variable C : claim_of_mean.

Section Fractions.

Variable R : realFieldType.

(** The slope and the offset of each line, its weights, and what is paid, as fractions. *)
Definition line_of (g : 'I_(size (lines C))) : weighed_line := tnth (in_tuple (lines C)) g.
Definition slope_of (g : 'I_(size (lines C))) : R := ofZ R (slope (line_of g)) / ofZ R (slope_unit C).
Definition offset_of (g : 'I_(size (lines C))) : R := ofZ R (offset (line_of g)) / ofZ R (offset_unit C).
Definition weight_of (g : 'I_(size (lines C))) (i : nat) : R :=
  ofZ R (weight_at (weights (line_of g)) (Z.of_nat i)) / ofZ R (weight_unit C).
Definition paid_for (i : nat) : R := ofZ R (payZ (pays C) i) / ofZ R (pay_unit (pays C)).

(** The mechanism has the lines: in the order of neighbours that the side names, where there is one, and otherwise in
    the mean of the orders (so has one that has them in every order). *)
Definition has_lines (m k c' : nat) (O : finType) (M : mechanism R m k O) (a : attack m k c' O) : Prop :=
  if on_one_side C then
    exists side, (forall o j v, a o j = Some v -> v = side) /\
      forall g, tangent_from side M (slope_of g) (offset_of g)
  else forall g, tangent_in_the_mean M (slope_of g) (offset_of g).

End Fractions.

Local Notation m := (Z.to_nat (canaries C)).
Local Notation k := (Z.to_nat (options C)).
Local Notation c' := (Z.to_nat (guesses C)).

(** What is paid is on average at most what is claimed. *)
Definition Mean_is_true : Prop :=
  forall (R : realFieldType) (O : finType) (M : mechanism R m k O) (a : attack m k c' O), has_lines M a ->
  mean M a (paid_for R) <= ofZ R (claimed C) / ofZ R (bound_unit C).

(** So many right guesses have at most the probability that is claimed. *)
Definition Tail_is_true (correct : Z) : Prop :=
  forall (R : realFieldType) (O : finType) (M : mechanism R m k O) (a : attack m k c' O), has_lines M a ->
  probability M a (fun i => (Z.to_nat correct <= i)%N) <= ofZ R (claimed C) / ofZ R (bound_unit C).

End Statement.

(** ** The checker *)

Definition most (l : weighed_line) : Z := maxZ [seq r.2 | r <- weights l].

(** The weights of a line times its slope: multiplied once, and looked up for every count. *)
Definition products_of (l : weighed_line) : seq (Z * Z * Z) := [seq (r.1, (slope l * r.2)%Z) | r <- weights l].

Section Checker.

Variable C : claim_of_mean.

Definition c' : nat := Z.to_nat (guesses C).

Definition all_weights (i : nat) : Z :=
  let count := Z.of_nat i in sumZ [seq weight_at (weights l) count | l <- lines C].
Definition all_slopes (products : seq (seq (Z * Z * Z))) (i : nat) : Z :=
  let count := Z.of_nat i in sumZ [seq weight_at ws count | ws <- products].

(** The bracket of a count, times [unit]. *)
Definition unit_without_pay : Z := (canaries C * (options C - 1) * weight_unit C * slope_unit C)%Z.
Definition unit : Z := (unit_without_pay * pay_unit (pays C))%Z.
Definition bracketZ (products : seq (seq (Z * Z * Z))) (i : nat) : Z :=
  (payZ (pays C) i * unit_without_pay
   - Z.of_nat i * parts C * (options C - 1) * slope_unit C * pay_unit (pays C) * all_weights i
   + (if (i < c')%N then Z.of_nat (c' - i) * parts C * pay_unit (pays C) * all_slopes products i.+1 else 0))%Z.

Definition all_products := [seq products_of l | l <- lines C].
Definition nuZ : Z := let products := all_products in maxZ [seq bracketZ products i | i <- index_iota 0 c'.+1].
Definition offsetsZ : Z := sumZ [seq (most l * offset l)%Z | l <- lines C].

(** Guesses are at most the canaries, and one side is one of two. *)
Definition game_fits : bool :=
  [&& (0 <? canaries C)%Z, (1 <? options C)%Z, (0 <=? guesses C)%Z, (guesses C <=? canaries C)%Z &
      on_one_side C ==> (options C =? 2)%Z].
Definition units_fit : bool :=
  [&& (0 <? slope_unit C)%Z, (0 <? offset_unit C)%Z, (0 <? weight_unit C)%Z & (0 <? bound_unit C)%Z].
(** Steps rise and can be reached; nothing that is paid is negative. *)
Fixpoint steps_fit (free : Z) (s : seq (Z * Z)) : bool :=
  if s is (reach, height) :: rest then
    [&& (free <=? reach)%Z, (reach <=? guesses C)%Z, (0 <=? height)%Z & steps_fit (reach + 1) rest]
  else true.
Definition pay_fits : bool := [&& (0 <? pay_unit (pays C))%Z, (0 <=? base (pays C))%Z & steps_fit 0 (steps (pays C))].
(** The ranges of a line rise from [free] to c' without overlap. *)
Fixpoint ranges_fit (free : Z) (ws : seq (Z * Z * Z)) : bool :=
  if ws is (first, last, _) :: rest then
    [&& (free <=? first)%Z, (first <=? last)%Z, (last <=? guesses C)%Z & ranges_fit (last + 1) rest]
  else true.
Definition line_fits (l : weighed_line) : bool :=
  [&& (0 <=? offset l)%Z, all (fun r => (0 <=? r.2)%Z) (weights l) & ranges_fit 1 (weights l)].

Definition fits : bool := [&& game_fits, units_fit, pay_fits & all line_fits (lines C)].

(** What the certificate proves, times [unit] and [offset_unit]. *)
Definition boundZ : Z :=
  (nuZ * offset_unit C + offsetsZ * (canaries C * (options C - 1) * slope_unit C * pay_unit (pays C)))%Z.
Definition check : bool := fits && (boundZ * bound_unit C <=? claimed C * unit * offset_unit C)%Z.

End Checker.
