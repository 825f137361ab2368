import type { AuditResult } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import { formatAllowedEpsilon, formatNumber, formatPercent } from '../format.ts';

/** The claim whole, what it allows, and what was tested in its place. */
export function claimedSentence({ claim, delta }: AuditResult): string | null {
  if (claim === null) return null;
  const { stated, tested } = claim;
  const allowed = `${stated}, which allows ${formatAllowedEpsilon(claim.epsilon)} at delta ${formatNumber(delta)}.`;
  return tested === stated
    ? allowed
    : `${allowed} The game compares one candidate with another, so what the claim implies for such an exchange was tested: ${tested}.`;
}

/** Bonferroni's correction, in a sentence, where one was made. */
export function correctionSentence({ tau, tauEach }: AuditResult): string | null {
  if (tauEach === tau) return null;
  return `${Math.round(tau / tauEach)} numbers of guesses share tau ${formatNumber(tau)} evenly (Bonferroni): each refutes at a p-value of ${formatNumber(tauEach, 3)} or less.`;
}

/** How likely the violation was to be found: by this attack, an estimate, and by the best one. */
export function powerSentence({ power, attack, standing, classical, outcome }: AuditResult): string | null {
  if (power === null) return null;
  const best = `the best attack has ${power.violation} refuted with probability ${chance(power.best)}`;
  const needs = classical === undefined ? ' This needs canaries that do not affect each other.' : '';
  if (power.thisAttack === null || attack.strength === null) return `${best}.${needs}`;
  const how =
    attack.strength === 1 ? 'as strong as the best' : `of strength ${formatPercent(attack.strength)}`;
  const rough = standing?.isRough === true ? ' This design tells the strength only roughly.' : '';
  const estimate = `(an estimate, from the counts).${needs}${rough}`;
  // Beside a claim that stands the answer says how likely.
  return outcome === 'not-refuted' && standing !== null
    ? `against ${power.violation}; this attack is ${how} ${estimate}`
    : `${best}; an attack like this one, ${how}, with probability ${chance(power.thisAttack)} ${estimate}`;
}
