(** The checker of rounds accepts only what is true. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From onerun Require Import game evalues rounds family integers checker checker_formula checker_sound rounds_checker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Statement *)
Definition Accepted_evidence : Prop := forall E, check_evidence E -> Evidence_is_true E.

(** ** Proof *)
Section Proof.

Variable R : realFieldType.
Local Notation "# z" := (ofZ R z) (at level 2, format "# z").

(** Whole parts are no more than the quotient. *)
Lemma ofZ_div a b : (0 < b)%Z -> #(a / b) <= #a / #b.
Proof.
move=> b_gt0; rewrite ler_pdivl_mulr; last by apply/ofZ_gt0/Z.ltb_lt.
by rewrite -ofZ_mul; apply/ofZ_le/Z.leb_le; rewrite Z.mul_comm; apply: Z.mul_div_le.
Qed.

Lemma all_in (T : Type) (P : pred T) s x : all P s -> List.In x s -> P x.
Proof. by elim: s => //= y s IH /andP[Py /IH all_s] [<-|]. Qed.

Variable E : claim_of_evidence.
Hypothesis accepted : check_evidence E.

Local Notation bettor := (bettor E).

Let share_unit_gt0 : (0 < share_unit E)%Z. Proof. by case/and5P: accepted => /and4P[/Z.ltb_lt]. Qed.
Let chance_unit_gt0 : (0 < chance_unit E)%Z. Proof. by case/and5P: accepted => /and4P[_ /Z.ltb_lt]. Qed.
Let stated_unit_gt0 : (0 < stated_unit E)%Z. Proof. by case/and5P: accepted => /and4P[_ _ /Z.ltb_lt]. Qed.
Let grain_gt0 : (0 < grain E)%Z. Proof. by case/and5P: accepted => /and4P[_ _ _ /Z.ltb_lt]. Qed.
Let bets_fit : all (bet_fits E) (bets E). Proof. by case/and5P: accepted. Qed.

Let gt0 z : (0 < z)%Z -> 0 < #z. Proof. by move=> z_gt0; apply/ofZ_gt0/Z.ltb_lt. Qed.

Lemma bet_fits_at (b : bettor) : bet_fits E (bet_of b).
Proof. exact: (@all_tnthP _ _ (bet_fits E) (in_tuple (bets E)) bets_fit). Qed.

Lemma proof_fits (b : bettor) : fits (proof_of b).
Proof. by case/and4P: (bet_fits_at b) => /check_fits. Qed.

Lemma share_ge0 (b : bettor) : 0 <= share_of R b.
Proof.
rewrite divr_ge0 ?(ltW (gt0 share_unit_gt0)) //; apply: ofZ_ge0.
by case/and4P: (bet_fits_at b).
Qed.

Lemma sum_bets (f : bet -> R) : \sum_(B <- bets E) f B = \sum_(b : bettor) f (bet_of b).
Proof. by rewrite big_tnth. Qed.

Lemma shares_le1 : \sum_(b : bettor) share_of R b <= 1.
Proof.
rewrite -mulr_suml -(sum_bets (fun B => #(share B))) -ofZ_sumZ ler_pdivr_mulr ?gt0 // mul1r.
by case/and5P: accepted => _ _ shares_le _ _; apply: ofZ_le.
Qed.

(** ** Payments *)

Lemma pay_unit_gt0 (b : bettor) : (0 < pay_unit (pays (proof_of b)))%Z.
Proof. by case/and4P: (proof_fits b) => _ _ /and3P[/Z.ltb_lt]. Qed.

Let unit_of (b : bettor) : Z := (pay_unit (pays (proof_of b)) * chance_unit E)%Z.
Lemma unit_of_gt0 b : (0 < unit_of b)%Z.
Proof. by apply: Z.mul_pos_pos => //; apply: pay_unit_gt0. Qed.

Let chance_fits (c : Z) : bool := ((0 <=? c) && (c <=? chance_unit E))%Z.

(** Steps times chances are between nothing and all that can be reached. *)
Lemma steps_between C free (s : seq (Z * Z)) (cs : seq Z) :
  (0 <=? guesses C)%Z -> steps_fit C free s -> all chance_fits cs ->
  (0 <= sumZ [seq t.1 * t.2.2 | t <- zip cs s] <=
   sumZ [seq (if (t.1 <=? Z.of_nat (Z.to_nat (guesses C)))%Z then t.2 else 0%Z) | t <- s] * chance_unit E)%Z.
Proof.
move=> /Z.leb_le guesses_ge0; rewrite Z2Nat.id //.
elim: s free cs => [|[reach height] s IH] free [|c cs] //=; rewrite ?Z.mul_0_l //.
- move=> /and4P[_ -> /Z.leb_le h_ge0 fits] _; have [_] := IH _ [::] fits isT.
  have -> : zip [::] s = [::] :> seq (Z * (Z * Z)) by case: (s).
  move=> rest; split=> //; rewrite Z.mul_add_distr_r; apply: Z.add_nonneg_nonneg => //.
  by apply: Z.mul_nonneg_nonneg => //; apply: Z.lt_le_incl.
- move=> /and4P[_ -> /Z.leb_le h_ge0 fits] /andP[/andP[/Z.leb_le c_ge0 /Z.leb_le c_le] cs_fit].
  have [low high] := IH _ cs fits cs_fit; split.
    by apply: Z.add_nonneg_nonneg => //; apply: Z.mul_nonneg_nonneg.
  by rewrite Z.mul_add_distr_r (Z.mul_comm c); apply: Z.add_le_mono => //; apply: Z.mul_le_mono_nonneg_l.
Qed.

Lemma chances_fit r (b : bettor) : round_fits E r -> all chance_fits (chances_of r b).
Proof.
rewrite /round_fits /chances_of; case: (reached r) => // chances /and4P[_ _ all_fit _].
have [b_lt|b_ge] := ltnP b (size chances); last by rewrite nth_default.
exact: (all_nthP [::] all_fit).
Qed.

(** A payment in whole numbers is between that of a lost bet and that of all guesses right. *)
Lemma paidZ_between r (b : bettor) : round_fits E r ->
  (base (pays (proof_of b)) * chance_unit E <= paidZ E (pays (proof_of b)) (chances_of r b) <=
   payZ (pays (proof_of b)) (Z.to_nat (guesses (proof_of b))) * chance_unit E)%Z.
Proof.
move=> /(chances_fit b) cs_fit; case/and4P: (proof_fits b) => /and5P[_ _ guesses_ge0 _ _] _ /and3P[_ _ s_fit] _.
have [low high] := steps_between guesses_ge0 s_fit cs_fit; rewrite /paidZ /payZ Z.mul_add_distr_r.
by split; [rewrite -[X in (X <= _)%Z]Z.add_0_r|]; apply: Z.add_le_mono => //; apply: Z.le_refl.
Qed.

Lemma payments_between r (b : bettor) : round_fits E r ->
  #(base (pays (proof_of b))) / #(pay_unit (pays (proof_of b))) <= payment R r b
    <= paid_for (proof_of b) R (Z.to_nat (guesses (proof_of b))).
Proof.
move=> /(paidZ_between b)[/Z.leb_le/(ofZ_le R) low /Z.leb_le/(ofZ_le R) high].
have pu_gt0 := gt0 (pay_unit_gt0 b); have cu_gt0 := gt0 chance_unit_gt0.
move: low high; rewrite !ofZ_mul => low high.
rewrite /payment ofZ_mul /paid_for.
have -> n d1 d2 : #n / (#d1 * #d2) = #n / #d2 / #d1 by rewrite invfM mulrA mulrAC.
by rewrite !ler_pmul2r ?invr_gt0 // ler_pdivl_mulr // ler_pdivr_mulr // low.
Qed.

Lemma payment_ge0 r (b : bettor) : round_fits E r -> 0 <= payment R r b.
Proof.
move=> /(payments_between b)/andP[low _]; apply: le_trans low.
rewrite divr_ge0 ?(ltW (gt0 (pay_unit_gt0 b))) //; apply: ofZ_ge0.
by case/and4P: (proof_fits b) => _ _ /and3P[].
Qed.

(** ** The evidence that is multiplied up, rounded down, is no more than there was *)

Lemma size_after ws r : size ws = size (bets E) -> size (after E ws r) = size (bets E).
Proof. by move=> size_ws; rewrite size_map !size_zip size_iota size_ws !minnn. Qed.

Lemma after_at ws r (b : bettor) : size ws = size (bets E) ->
  nth 0%Z (after E ws r) b = (nth 0%Z ws b * paidZ E (pays (proof_of b)) (chances_of r b) / unit_of b)%Z.
Proof.
move=> size_ws; have size_zips : size (zip (iota 0 (size (bets E))) (bets E)) = size (bets E).
  by rewrite size_zip size_iota minnn.
rewrite (nth_map (0%N, bet_of b, 0%Z)); last by rewrite size_zip size_zips size_ws minnn ltn_ord.
rewrite nth_zip ?size_zips ?size_ws // nth_zip ?size_iota //= nth_iota ?ltn_ord // add0n.
by rewrite -(tnth_nth (bet_of b) (in_tuple (bets E)) b).
Qed.

(** What each bet has, in whole parts, is at most X. *)
Let at_most (ws : seq Z) (X : bettor -> R) : Prop :=
  size ws = size (bets E) /\ forall b : bettor, #(nth 0%Z ws b) / #(grain E) <= X b.

Lemma after_at_most ws X r : round_fits E r -> at_most ws X -> at_most (after E ws r) (fun b => X b * payment R r b).
Proof.
move=> r_fits [size_ws ws_le]; split=> [|b]; first exact: size_after.
rewrite after_at //; apply: le_trans (_ : #(nth 0%Z ws b) * payment R r b / #(grain E) <= _); last first.
  by rewrite mulrAC ler_wpmul2r // payment_ge0.
rewrite ler_pmul2r ?invr_gt0 ?gt0 //; apply: le_trans (ofZ_div _ (unit_of_gt0 b)) _.
by rewrite ofZ_mul mulrA.
Qed.

Lemma sum_at_most ws X : at_most ws X -> #(sumZ ws) / #(grain E) <= \sum_(b : bettor) X b.
Proof.
move=> [size_ws ws_le]; rewrite -[ws]map_id ofZ_sumZ mulr_suml (big_nth 0%Z) size_ws big_mkord.
by apply: ler_sum => b _; apply: ws_le.
Qed.

(** The largest that was seen is at most what there was after some round, unless it is 0. *)
Lemma largest_reached rs ws X : all (round_fits E) rs -> at_most ws X ->
  (largest E ws rs <= 0)%Z \/
  exists n, #(largest E ws rs) / #(grain E) <= \sum_(b : bettor) X b * \prod_(r <- take n rs) payment R r b.
Proof.
elim: rs ws X => [|r rs IH] ws X /=; first by left.
move=> /andP[r_fits rs_fit] /(after_at_most r_fits) now.
have later := IH _ _ rs_fit now.
have whole n : \sum_b X b * payment R r b * \prod_(s <- take n rs) payment R s b =
    \sum_b X b * \prod_(s <- take n.+1 (r :: rs)) payment R s b.
  by apply: eq_bigr => b _; rewrite /= big_cons mulrA.
have later_n : (largest E (after E ws r) rs <= 0)%Z \/ exists n,
    #(largest E (after E ws r) rs) / #(grain E) <=
    \sum_(b : bettor) X b * \prod_(s <- take n (r :: rs)) payment R s b.
  by case: later => [?|[n le_n]]; [left | right; exists n.+1; rewrite -whole].
case: (looked r) => //; case: (Z.max_spec (sumZ (after E ws r)) (largest E (after E ws r) rs)) => -[_ ->] //.
right; exists 1%N; apply: le_trans (sum_at_most now) _.
by apply: ler_sum => b _; rewrite /= take0 big_cons big_nil mulr1.
Qed.

(** ** The four statements *)

Lemma bets_are_e_values (b : bettor) :
  e_value (theorem_canaries R (proof_of b)) (Z.to_nat (options (proof_of b))) (Z.to_nat (guesses (proof_of b)))
    (@slope_of (proof_of b) R) (@offset_of (proof_of b) R) (paid_for (proof_of b) R).
Proof. by case/and4P: (bet_fits_at b) => checked le_1 _ _; apply: accepted_e_value. Qed.

Lemma made_on_counts (t : training R bettor) (b : bettor) : keeps_claim t -> bets_on_counts b t.
Proof.
elim: t => [|X law next IH|m k O M paid next IH] //= => [kept x|[made kept]]; first exact: IH.
split=> [||u o]; last exact: IH.
  by have := conj (canaries_nat (proof_fits b)) (options_nat (proof_fits b)); case: (made b) => <- <- _.
case: (made b) => m_eq k_eq [choice [chance [a [chance_ge0 chance_sum lines_held paid_le]]]].
have fair_b := bets_are_e_values b; rewrite -k_eq in fair_b.
exists (theorem_canaries R (proof_of b)), (Z.to_nat (guesses (proof_of b))), [finType of 'I_(size (lines (proof_of b)))].
exists (@slope_of (proof_of b) R), (@offset_of (proof_of b) R), (paid_for (proof_of b) R); split=> //.
exists choice, chance, a; split=> // i.
exact: accepted_keeps_lines (proof_fits b) m_eq k_eq (lines_held i).
Qed.

Lemma large_is_rare (t : training R bettor) (tau : R) : keeps_claim t -> 0 < tau ->
  probability t (ever (fun h => tau^-1 <= evidence (@share_of E R) id h)) <= tau.
Proof.
move=> kept tau_gt0; apply: false_alarms => // [b||b]; [exact: share_ge0 | exact: shares_le1 |].
exact: made_on_counts.
Qed.

Lemma wealth_payments (b : bettor) (h : history R bettor) : wealth b h = \prod_(f <- payments h) f b.
Proof.
elim: h => [|e h IH]; first by rewrite wealth_nil big_nil.
by rewrite wealth_cons IH; case: e => *; rewrite /= ?big_cons ?mul1r.
Qed.

(** Some part of a history has as many of its rounds as one likes. *)
Lemma part_of_history n (h : history R bettor) : exists2 l, (l <= size h)%N & payments (take l h) = take n (payments h).
Proof.
elim: h n => [|e h IH] n; first by exists 0%N.
case: n => [|n]; first by exists 0%N; rewrite ?take0.
case: e => [X x|m k O u o paid].
  by have [l l_le eq_l] := IH n.+1; exists l.+1.
by have [l l_le eq_l] := IH n; exists l.+1 => //=; rewrite -eq_l.
Qed.

Lemma claimed_is_reached (h : history R bettor) : paid_as_written h ->
  claimed_evidence E R <= 1 \/ ever (fun h => claimed_evidence E R <= evidence (@share_of E R) id h) h.
Proof.
move=> as_written; case/and5P: accepted => _ _ _ rounds_fit /orP[/(ofZ_le R) small|/(ofZ_le R)].
  by left; rewrite ler_pdivr_mulr ?gt0 // mul1r.
rewrite !ofZ_mul => large.
have start : at_most (at_start E) (@share_of E R).
  split=> [|b]; first by rewrite size_map.
  rewrite (nth_map (bet_of b)) // -(tnth_nth (bet_of b) (in_tuple (bets E)) b) ler_pdivr_mulr ?gt0 //.
  apply: le_trans (ofZ_div _ share_unit_gt0) _.
  by rewrite ofZ_mul mulrAC.
have claimed_le : claimed_evidence E R <= #(largest E (at_start E) (rounds E)) / #(grain E).
  by rewrite ler_pdivr_mulr ?gt0 // mulrAC ler_pdivl_mulr ?gt0.
case: (largest_reached rounds_fit start) => [/Z.leb_le/(ofZ_le R) none|[n reached_n]].
  left; apply: le_trans claimed_le _; apply: le_trans ler01.
  by rewrite pmulr_lle0 ?invr_gt0 ?gt0.
right; have [l l_le part] := part_of_history n h.
apply/hasP; exists l; first by rewrite mem_iota /= add0n ltnS.
apply: le_trans claimed_le (le_trans reached_n _); apply: ler_sum => b _; apply: ler_wpmul2l; first exact: share_ge0.
rewrite wealth_payments part -(big_map (fun f : bettor -> R => f b) predT id) map_take as_written -map_take big_map.
by rewrite lexx.
Qed.

End Proof.

Theorem accepted_evidence : Accepted_evidence.
Proof.
move=> E accepted; split=> [R b|R t tau|R h|R b r in_rounds].
- exact: bets_are_e_values.
- exact: large_is_rare.
- exact: claimed_is_reached.
- apply: payments_between => //; case/and5P: accepted => _ _ _ rounds_fit _.
  exact: all_in rounds_fit in_rounds.
Qed.
