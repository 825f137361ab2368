(** The game: m canaries, each with k options, one of which goes in; a mechanism; an attack that guesses. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Game.

Variable R : realFieldType.
Variables (m k c' : nat).
(** What the mechanism may put out. *)
Variable O : finType.

(** Which option of each canary goes in. *)
Definition assignment := {ffun 'I_m -> 'I_k}.
(** A guess for each canary, or none. *)
Definition guesses := {ffun 'I_m -> option 'I_k}.

(** The assignment [u] with option [v] for canary [j]. *)
Definition exchange (u : assignment) (j : 'I_m) (v : 'I_k) : assignment :=
  [ffun l => if l == j then v else u l].

(** The canaries that are guessed, and those that are guessed rightly. *)
Definition guessed (g : guesses) : {set 'I_m} := [set j | g j != None].
Definition right (u : assignment) (g : guesses) : {set 'I_m} := [set j | g j == Some (u j)].

(** A mechanism: for each assignment a law on outputs. *)
Record mechanism := Mechanism {
  law :> assignment -> O -> R;
  law_ge0 : forall u o, 0 <= law u o;
  law_sum : forall u, \sum_o law u o = 1 }.

(** An attack: from an output to exactly c' guesses. *)
Record attack := Attack {
  guess :> O -> guesses;
  guess_count : forall o, #|guessed (guess o)| = c' }.

(** How many guesses are right. *)
Definition score (a : attack) (u : assignment) (o : O) : nat := #|right u (a o)|.

(** The probability that exactly i guesses are right, the assignment being uniform. *)
Definition p (M : mechanism) (a : attack) (i : nat) : R :=
  (\sum_u \sum_(o | score a u o == i) M u o) / (k ^ m)%:R.

(** A line above the trade-off curve: for all assignments that differ in one canary and all sets of outputs. *)
Definition tangent (M : mechanism) (lambda delta : R) : Prop :=
  forall (u : assignment) (j : 'I_m) (v : 'I_k), v != u j -> forall S : {set O},
    \sum_(o in S) M u o <= lambda * (\sum_(o in S) M (exchange u j v) o) + delta.

(** The same in one order of neighbours: where they differ, the first has the option [from]. *)
Definition tangent_from (from : 'I_k) (M : mechanism) (lambda delta : R) : Prop :=
  forall (u : assignment) (j : 'I_m) (v : 'I_k), u j = from -> v != from -> forall S : {set O},
    \sum_(o in S) M u o <= lambda * (\sum_(o in S) M (exchange u j v) o) + delta.

Lemma tangent_from_all M lambda delta from : tangent M lambda delta -> tangent_from from M lambda delta.
Proof. by move=> tangentM u j v <-; apply: tangentM. Qed.

(** ** Exchanging an option *)

Lemma exchange_at u j v : exchange u j v j = v.
Proof. by rewrite ffunE eqxx. Qed.

Lemma exchange_back u j v : exchange (exchange u j v) j (u j) = u.
Proof. by apply/ffunP => l; rewrite !ffunE; case: eqP => [->|]. Qed.

(** Where the guess for canary j is u's option, exchanging that option costs exactly one right guess. *)
Lemma right_exchange (u : assignment) (g : guesses) j v :
  v != u j -> g j = Some (u j) -> #|right u g| = (#|right (exchange u j v) g|).+1.
Proof.
move=> v_other g_right.
have j_right : j \in right u g by rewrite inE g_right.
rewrite (cardsD1 j) j_right add1n; congr _.+1; apply: eq_card => l.
rewrite !inE ffunE; case: eqP => [->|//] /=.
by rewrite g_right; apply/esym/negbTE; apply: contra v_other => /eqP[->].
Qed.

(** Wrong guesses are those that are not right. *)
Definition wrong (u : assignment) (g : guesses) : {set 'I_m} := guessed g :\: right u g.

Lemma card_wrong (u : assignment) (g : guesses) : #|wrong u g| = (#|guessed g| - #|right u g|)%N.
Proof.
rewrite cardsD (setIidPr _) //; apply/subsetP => l.
by rewrite !inE => /eqP->.
Qed.

(** Each of the k options of canary j is in an equal share of all assignments. *)
Lemma card_assignments_at j v : (k * #|[set u : assignment | u j == v]| = k ^ m)%N.
Proof.
pose F l := if l == j then pred1 v else predT.
have -> : #|[set u : assignment | u j == v]| = #|(family F : simpl_pred _)|.
  apply: eq_card => u; rewrite inE; apply/eqP/familyP => [uj l|/(_ j)].
    by rewrite /F; case: eqP => [->|_]; rewrite ?inE ?uj.
  by rewrite /F eqxx inE => /eqP.
rewrite card_family foldrE big_map -/(index_enum _) (bigD1_seq j) ?mem_enum ?enum_uniq //=.
rewrite /F eqxx card1 mul1n (eq_bigr (fun=> k)) => [|l /negbTE->]; last by rewrite cardT size_enum_ord.
rewrite big_const_seq iter_muln_1 -expnS; congr (k ^ _)%N.
by rewrite -[in RHS](card_ord m) cardE -(count_predC (pred1 j)) count_uniq_mem ?enum_uniq // mem_enum.
Qed.

(** A number for each option of [side], summed over the assignments that have such an option for canary j. *)
Lemma sum_assignments_at j (side : pred 'I_k) (f : 'I_k -> R) :
  (0 < k)%N -> \sum_(u : assignment | side (u j)) f (u j) = (k ^ m)%:R * ((\sum_(v | side v) f v) / k%:R).
Proof.
move=> k_gt0; have k0 : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite (partition_big (fun u : assignment => u j) side) //= mulrCA mulr_suml; apply: eq_bigr => v side_v.
rewrite (eq_bigr (fun=> f v)) => [|u /andP[_ /eqP]]; last exact: congr1.
rewrite (eq_bigl (fun u : assignment => u \in [set u : assignment | u j == v])) => [|u].
  by rewrite sumr_const -[LHS]mulr_natr -(card_assignments_at j v) natrM mulrAC mulfV // mul1r.
by rewrite inE; apply: andb_idl => /eqP uj; rewrite uj.
Qed.

End Game.
