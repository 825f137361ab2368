(** What the theorems rest on beyond Coq's logic: each line must say "Closed under the global context". *)
From onerun Require Import theorem1 directions onesided certificate refutation tightness checker_formula checker_sound
  evalues mean_right rounds family rounds_checker_sound.
From onerun.examples Require Import truth certificates coin.

Print Assumptions theorem1.
Print Assumptions mean_of_orders.
Print Assumptions one_sided.
Print Assumptions certificate.
Print Assumptions refutation.
Print Assumptions refutation_by_the_mean.
Print Assumptions one_sided_refutation.
Print Assumptions attained.
Print Assumptions accepted_is_true.
Print Assumptions checked_is_the_formula.
Print Assumptions accepted_mean.
Print Assumptions accepted_e_value.
Print Assumptions accepted_evidence.
Print Assumptions truth_has_no_line_below_one.
Print Assumptions certificates_are_sharp.
Print Assumptions altered_are_refused.
Print Assumptions law_is_attained.
Print Assumptions certified_e_value.
Print Assumptions laws_are_allowed.
Print Assumptions e_values_are_fair.
Print Assumptions left_out.
Print Assumptions curve_is_its_lines.
Print Assumptions mean_right.
Print Assumptions mean_of_a_game.
Print Assumptions bets_on_the_mean.
Print Assumptions stopping.
Print Assumptions ville.
Print Assumptions false_alarms.
Print Assumptions largest_member.
Print Assumptions all_up_to.
Print Assumptions ville_is_sharp.
