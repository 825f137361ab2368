(** Binary integers, which compute fast, as elements of any ordered field. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect ssralg ssrnum.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Integers.

Variable R : realFieldType.

Definition ofZ (z : Z) : R :=
  match z with
  | Z0 => 0
  | Zpos n => (Pos.to_nat n)%:R
  | Zneg n => - (Pos.to_nat n)%:R
  end.

Lemma ofZ_opp z : ofZ (- z) = - ofZ z.
Proof. by case: z => [|n|n] /=; rewrite ?oppr0 ?opprK. Qed.

Lemma natr_pos_sub a b : (b < a)%positive -> (Pos.to_nat (a - b))%:R = (Pos.to_nat a)%:R - (Pos.to_nat b)%:R :> R.
Proof.
move=> b_lt; rewrite Pos2Nat.inj_sub // minusE natrB //.
by apply/ssrnat.leP; apply: Nat.lt_le_incl; apply/Pos2Nat.inj_lt.
Qed.

Lemma ofZ_pos_sub a b : ofZ (Z.pos_sub a b) = (Pos.to_nat a)%:R - (Pos.to_nat b)%:R.
Proof.
rewrite Z.pos_sub_spec; case: (Pos.compare_spec a b) => [->|lt|lt] /=; first by rewrite subrr.
  by rewrite natr_pos_sub // opprB.
exact: natr_pos_sub.
Qed.

Lemma ofZ_add w z : ofZ (w + z) = ofZ w + ofZ z.
Proof.
case: w z => [|a|a] [|b|b] //=; rewrite ?add0r ?addr0 ?ofZ_pos_sub //.
- by rewrite Pos2Nat.inj_add plusE natrD.
- by rewrite addrC.
- by rewrite Pos2Nat.inj_add plusE natrD opprD.
Qed.

Lemma ofZ_sub w z : ofZ (w - z) = ofZ w - ofZ z.
Proof. by rewrite /Z.sub ofZ_add ofZ_opp. Qed.

Lemma ofZ_mul w z : ofZ (w * z) = ofZ w * ofZ z.
Proof.
case: w z => [|a|a] [|b|b] //=; rewrite ?mul0r ?mulr0 //;
  by rewrite Pos2Nat.inj_mul multE natrM ?mulrN ?mulNr ?opprK.
Qed.

Lemma ofZ_ge0 z : (0 <=? z)%Z -> 0 <= ofZ z.
Proof. by case: z => [|n|n] //= _; rewrite ler0n. Qed.

Lemma ofZ_le w z : (w <=? z)%Z -> ofZ w <= ofZ z.
Proof.
move=> /Z.leb_le le_wz; rewrite -subr_ge0 -ofZ_sub; apply: ofZ_ge0.
by apply/Z.leb_le/Zle_minus_le_0.
Qed.

Lemma ofZ_gt0 z : (0 <? z)%Z -> 0 < ofZ z.
Proof. by case: z => [|n|n] //= _; rewrite ltr0n; apply/ssrnat.leP; apply: Pos2Nat.is_pos. Qed.

Lemma ofZ_leE w z : (w <=? z)%Z = (ofZ w <= ofZ z).
Proof.
apply/idP/idP; first exact: ofZ_le.
move=> le_wz; apply/Z.leb_le/Z.nlt_ge => /Z.lt_0_sub/Z.ltb_lt/ofZ_gt0.
by rewrite ofZ_sub subr_gt0 ltNge le_wz.
Qed.

Lemma ofZ_nat n : ofZ (Z.of_nat n) = n%:R.
Proof. by case: n => //= n; rewrite SuccNat2Pos.id_succ. Qed.

Lemma ofZ_max w z : ofZ (Z.max w z) = Num.max (ofZ w) (ofZ z).
Proof.
case: (Z.max_spec w z) => -[le ->]; apply/esym.
  by apply/max_idPr/ofZ_le/Z.leb_le/Z.lt_le_incl.
by apply/max_idPl/ofZ_le/Z.leb_le.
Qed.

End Integers.
