(** Outputs that are the guesses themselves, and how many of them look alike: renaming canaries and options carries
    any canary of any assignment to any other. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From onerun Require Import game counting theorem1.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Symmetry.

Variables (m k c' : nat).

(** An output: exactly c' guesses. *)
Definition output := {g : guesses m k | #|guessed g| == c'}.

Lemma output_count (o : output) : #|guessed (val o)| = c'.
Proof. exact: eqP (valP o). Qed.

(** The attack reads the guesses off. *)
Definition read : attack m k c' [finType of output] := Attack output_count.

(** Canary l takes the guess of canary s l, its options renamed. *)
Definition rename (s : {perm 'I_m}) (t : 'I_m -> {perm 'I_k}) (g : guesses m k) : guesses m k :=
  [ffun l => omap (t l) (g (s l))].

Lemma guessed_rename s t g : guessed (rename s t g) = s @^-1: guessed g.
Proof. by apply/setP => l; rewrite !inE ffunE; case: (g _). Qed.

Lemma rename_count s t (o : output) : #|guessed (rename s t (val o))| == c'.
Proof. by rewrite guessed_rename card_preimset ?output_count //; apply: perm_inj. Qed.

Definition renamed s t (o : output) : output := exist _ (rename s t (val o)) (rename_count s t o).

Lemma renamed_inj s t : injective (renamed s t).
Proof.
move=> o o' /(congr1 val) /= /ffunP same; apply/val_inj/ffunP => l.
have := same (s^-1%g l); rewrite !ffunE permKV.
by case: (val o l) (val o' l) => [v|] [w|] //= [/perm_inj->].
Qed.

Lemma right_renamed (s : {perm 'I_m}) (t : 'I_m -> {perm 'I_k}) (u u' : assignment m k) (o : output) :
  (forall l, t l (u (s l)) = u' l) -> right u' (val (renamed s t o)) = s @^-1: right u (val o).
Proof.
move=> carries; apply/setP => l; rewrite !inE ffunE -carries.
by case: (val o _) => //= v; rewrite (inj_eq (@Some_inj _)) (inj_eq (@perm_inj _ _)) (inj_eq (@Some_inj _)).
Qed.

Lemma score_renamed (s : {perm 'I_m}) (t : 'I_m -> {perm 'I_k}) (u u' : assignment m k) (o : output) :
  (forall l, t l (u (s l)) = u' l) -> score read u' (renamed s t o) = score read u o.
Proof. by move=> carries; rewrite /score (right_renamed _ carries) card_preimset //; apply: perm_inj. Qed.

(** Outputs with i right guesses; those of them with canary j right; those with a given wrong guess for it. *)
Definition outputs (u : assignment m k) i := [set o : output | score read u o == i].
Definition outputs_right (u : assignment m k) j i := [set o in outputs u i | val o j == Some (u j)].
Definition outputs_wrong (u : assignment m k) j v i := [set o in outputs u i | val o j == Some v].

Lemma card_outputs u u' i : #|outputs u i| = #|outputs u' i|.
Proof.
pose t l := tperm (u l) (u' l).
rewrite -(card_preimset (outputs u' i) (@renamed_inj 1%g t)); apply: eq_card => o; rewrite !inE.
by rewrite (score_renamed (u := u)) // => l; rewrite perm1 tpermL.
Qed.

Lemma card_outputs_right u j u' j' i : #|outputs_right u j i| = #|outputs_right u' j' i|.
Proof.
pose s := tperm j j'; pose t l := tperm (u (s l)) (u' l).
have carries l : t l (u (s l)) = u' l by rewrite tpermL.
rewrite -(card_preimset (outputs_right u' j' i) (@renamed_inj s t)); apply: eq_card => o; rewrite !inE.
rewrite (score_renamed _ carries); congr (_ && _).
have := right_renamed o carries; move/setP/(_ j'); rewrite !inE /= => ->.
by rewrite tpermR.
Qed.

(** A renaming of options that carries two different ones to two different ones. *)
Definition two_to_two (v w v' w' : 'I_k) : {perm 'I_k} := (tperm v v' * tperm (tperm v v' w) w')%g.

Lemma two_to_twoL v w v' w' : w != v -> w' != v' -> two_to_two v w v' w' v = v'.
Proof.
move=> vw vw'; rewrite permM tpermL tpermD //.
by apply: contra vw => /eqP same; rewrite -(inj_eq (@perm_inj _ (tperm v v'))) same tpermL.
Qed.

Lemma two_to_twoR v w v' w' : two_to_two v w v' w' w = w'.
Proof. by rewrite permM tpermL. Qed.

Lemma card_outputs_wrong (u : assignment m k) j v (u' : assignment m k) j' v' i :
  v != u j -> v' != u' j' -> #|outputs_wrong u j v i| = #|outputs_wrong u' j' v' i|.
Proof.
move=> v_wrong v'_wrong; pose s := tperm j j'.
pose t l := if l == j' then two_to_two (u j) v (u' j') v' else tperm (u (s l)) (u' l).
have carries l : t l (u (s l)) = u' l.
  by rewrite /t; case: eqP => [->|_]; rewrite ?tpermL // /s tpermR two_to_twoL.
rewrite -(card_preimset (outputs_wrong u' j' v' i) (@renamed_inj s t)); apply: eq_card => o; rewrite !inE.
rewrite (score_renamed _ carries); congr (_ && _).
rewrite ffunE /t eqxx /s tpermR; case: (val o j) => //= w.
by rewrite !(inj_eq (@Some_inj _)) -(inj_eq (@perm_inj _ (two_to_two (u j) v (u' j') v'))) two_to_twoR.
Qed.

End Symmetry.
