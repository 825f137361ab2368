(** Small certificates: the checker accepts them, mechanisms attain what they say, and altered ones are refused. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From onerun Require Import game theorem1 directions onesided refutation tightness integers checker checker_sound.
From onerun.examples Require Import response one_guess.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Certificates with one line. Slopes are whole; an offset is in tenths; weights and bound are in parts of [unit] *)
Definition one_line (one_side : bool) (m k c' c slope offset : Z) (weights : seq (Z * Z * Z)) (bound unit : Z) :
    claim_of_mean := {|
  canaries := m; on_one_side := one_side; options := k; guesses := c'; pays := tail c;
  slope_unit := 1; offset_unit := 10; weight_unit := unit; claimed := bound; bound_unit := unit;
  lines := [:: Line slope offset weights] |}.

(** All of m guesses right, with a line of slope 3 through 0. *)
Definition all_right (m k : Z) := one_line false m k m m 3 0.
Definition one_of_two := all_right 1 2 [:: (1, 1, 1)]%Z 3 4.
Definition one_of_three := all_right 1 3 [:: (1, 1, 2)]%Z 3 5.
Definition two_of_two := all_right 2 2 [:: (1, 1, 3); (2, 2, 7)]%Z 9 16.
Definition two_of_three := all_right 2 3 [:: (1, 1, 6); (2, 2, 16)]%Z 9 25.
(** One guess, always "in", about two canaries, with a line of slope 1 and offset 1/10. *)
Definition one_in := one_line true 2 2 1 1 1 1 [:: (1, 1, 10)]%Z 11 20.

(** Some mechanism with the lines of a certificate, and some attack, reach its bound on c or more right guesses. *)
Definition reached (C : claim_of_mean) (c : Z) : Prop :=
  exists (O : finType) (M : mechanism [realFieldType of rat] (Z.to_nat (canaries C)) (Z.to_nat (options C)) O)
    (a : attack _ _ (Z.to_nat (guesses C)) O), has_lines C M a /\
    probability M a (fun i => (Z.to_nat c <= i)%N) = ofZ _ (claimed C) / ofZ _ (bound_unit C).

(** ** Statement: these are accepted, and no smaller bound would be true *)
Definition sharp (C : claim_of_mean) (c : Z) : Prop := check C /\ reached C c.
Definition Sharp : Prop :=
  [/\ sharp one_of_two 1, sharp one_of_three 1, sharp two_of_two 2, sharp two_of_three 2 & sharp one_in 1].

(** ** Statement: altered certificates are refused *)
Definition altered : seq claim_of_mean := [::
  (* a bound that is a little smaller *)
  all_right 2 2 [:: (1, 1, 30000); (2, 2, 70000)]%Z 89999 160000;
  (* weights exchanged, left out, negative, overlapping, out of order, of counts 0 and 3 *)
  all_right 2 2 [:: (1, 1, 7); (2, 2, 3)]%Z 9 16;
  all_right 2 2 [:: (2, 2, 7)]%Z 9 16;
  all_right 2 2 [::] 9 16;
  all_right 2 2 [:: (1, 1, -3); (2, 2, 7)]%Z 9 16;
  all_right 2 2 [:: (1, 1, 3); (1, 2, 7)]%Z 9 16;
  all_right 2 2 [:: (2, 2, 7); (1, 1, 3)]%Z 9 16;
  all_right 2 2 [:: (0, 1, 3); (2, 2, 7)]%Z 9 16;
  all_right 2 2 [:: (1, 1, 3); (2, 3, 7)]%Z 9 16;
  (* a steeper line, a negative offset *)
  one_line false 2 2 2 2 4 0 [:: (1, 1, 3); (2, 2, 7)]%Z 9 16;
  one_line false 2 2 2 2 3 (-1) [:: (1, 1, 3); (2, 2, 7)]%Z 9 16;
  (* fewer right ones, fewer or no canaries, one option *)
  one_line false 2 2 2 1 3 0 [:: (1, 1, 3); (2, 2, 7)]%Z 9 16;
  one_line false 1 2 2 2 3 0 [:: (1, 1, 3); (2, 2, 7)]%Z 9 16;
  one_line false 0 2 0 0 3 0 [::] 1 1;
  one_line false 2 1 2 2 3 0 [:: (1, 1, 3); (2, 2, 7)]%Z 9 16;
  (* one side's bound where guesses are on both; one side of three; no unit *)
  one_line false 2 2 1 1 1 1 [:: (1, 1, 10)]%Z 11 20;
  one_line true 2 3 1 1 1 1 [:: (1, 1, 10)]%Z 11 20;
  one_line true 2 2 1 1 1 1 [:: (1, 1, 10)]%Z 0 0].
Definition Altered_are_refused : Prop := all (fun C => ~~ check C) altered.

(** ** Statement: tightness at work. The law of two randomised responses keeps the inequality of their line, so some
    mechanism of its own has both the law and the line *)
Definition law_of_two (i : nat) : rat := nth 0 [:: 1 / 16%:R; 6%:R / 16%:R; 9%:R / 16%:R] i.
Definition Law_is_attained : Prop :=
  exists (O : finType) (M : mechanism [realFieldType of rat] 2 2 O) (a : attack 2 2 2 O),
    (forall i, (i <= 2)%N -> p M a i = law_of_two i) /\ tangent M 3%:R 0.

(** ** Proof *)
Lemma three_ge1 : 1 <= 3%:R :> rat. Proof. by []. Qed.
Lemma tenth_ge0 : 0 <= 1 / 10%:R :> rat. Proof. by []. Qed.
Lemma tenth_le_half : 1 / 10%:R <= 2%:R^-1 :> rat. Proof. by []. Qed.

Lemma reached_by_response (m k : Z) weights bound unit (k_gt1 : (1 < Z.to_nat k)%N) :
  (3%:R / (3%:R + (Z.to_nat k).-1%:R)) ^+ Z.to_nat m = ofZ [realFieldType of rat] bound / ofZ _ unit ->
  reached (all_right m k weights bound unit) m.
Proof.
move=> equal; exists [finType of assignment (Z.to_nat m) (Z.to_nat k)].
exists (response (Z.to_nat m) (Z.to_nat k) three_ge1), (repeat_it (Z.to_nat m) (Z.to_nat k)).
split; last by rewrite response_all_right.
have held := @response_tangent _ (Z.to_nat m) (Z.to_nat k) _ three_ge1.
move=> g; apply: tangent_mean; first exact: ltnW.
rewrite (ord1 g) /slope_of /offset_of /= mul0r divr1.
exact: held.
Qed.

Lemma one_in_reached : reached one_in 1.
Proof.
exists [finType of 'I_2], (lean tenth_ge0 tenth_le_half), (say_in); split; last by rewrite lean_success.
exists ord0; split; first exact: say_in_side.
by move=> g; rewrite (ord1 g) /slope_of /offset_of /= divr1; apply: lean_tangent.
Qed.

Theorem certificates_are_sharp : Sharp.
Proof.
split; (split; first by vm_compute); try exact: reached_by_response.
exact: one_in_reached.
Qed.

Theorem altered_are_refused : Altered_are_refused.
Proof. by vm_compute. Qed.

Theorem law_is_attained : Law_is_attained.
Proof.
have law_ge0 i : 0 <= law_of_two i by case: i => [|[|[|i]]] //; rewrite /law_of_two nth_default.
have law_sum : \sum_(0 <= i < 3) law_of_two i = 1 by rewrite /index_iota /= !big_cons big_nil; apply/eqP.
have [O [M [a [law_M lines_M]]]] := attained (isT : (0 < 2)%N) (isT : (1 < 2)%N) (leqnn 2) law_ge0 law_sum.
exists O, M, a; split=> //; apply: lines_M => //.
by rewrite /hockey_stick /index_iota /= !big_cons !big_nil.
Qed.
