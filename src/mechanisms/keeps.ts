import { modelOf } from '../audit/index.ts';
import { chance } from '../chance.ts';
import { definedOnly } from '../defined-only.ts';
import { freshSeed } from '../numerics/index.ts';
import { oneSide } from '../observation.ts';
import { whyAttackIsBlind } from './blind-attack.ts';
import { LET_PASS, whyDesignIsBlind } from './blind-design.ts';
import { ClaimRefuted, CouldNotHaveNoticed, type KeepsFacts } from './keeps-facts.ts';
import {
  asSubject,
  type RefutesOptions,
  runTrial,
  type ScoredMechanism,
  type TrialOutcome,
} from './refutes.ts';
import type { Subject } from './subject.ts';
import { type Trial, trialOf } from './trial.ts';

export interface KeepsOptions extends RefutesOptions {
  /**
   * How likely the violation must be to be noticed, by this design and by this attack: 0.5 unless stated.
   * With 0 every mechanism passes that is not refuted.
   */
  readonly minPower?: number;
}

/**
 * Resolves with the facts where the mechanism keeps the claim as far as a test can tell. Throws
 * `ClaimRefuted` where one run, or the few that it takes at a small tau, refutes it, and
 * `CouldNotHaveNoticed` where the design, or what the mechanism returns as scores, would not have shown a
 * violation either. A mechanism that keeps the claim is refuted with probability at most tau.
 *
 * @example
 * const noisyHistogram = (included, random) => Array.from(included, (bit) => bit + random.normal());
 * await assertKeeps(noisyHistogram, 'gaussian(sigma=1)', { m: 1000, seed: 1 });
 */
export async function assertKeeps(
  mechanism: ScoredMechanism | Subject,
  claim: string,
  { minPower, seed = freshSeed(), ...options }: KeepsOptions,
): Promise<KeepsFacts> {
  const subject = asSubject(mechanism, claim, options.k);
  const trial = trialOf(claim, { ...options, k: subject.k }, minPower);
  const whyNot = minPower === 0 ? null : whyTrialIsBlind(trial);
  if (whyNot !== null) throw new CouldNotHaveNoticed(whyNot);
  const found = await runTrial(subject, trial, seed);
  const facts = keepsFactsOf(found, seed);
  if (found.outcome === 'refuted') throw new ClaimRefuted(facts);
  if (minPower !== 0 && found.outcome !== 'not-refuted')
    throw new CouldNotHaveNoticed(facts.summary.replaceAll('\n', ' '), facts);
  return facts;
}

/** Why no scores of a trial would show much; null where they can. */
function whyTrialIsBlind(
  { design, judged, standing }: Trial,
  letPass: string | null = LET_PASS,
): string | null {
  return whyDesignIsBlind(design.claim, judged, standing, letPass);
}

/** The facts of a trial that was made with this seed. */
export function keepsFactsOf(found: TrialOutcome, seed: string | number): KeepsFacts {
  const facts = factsOf(found, seed);
  return { ...facts, summary: [...keepsSentences(found), howToRepeat(found, facts)].join('\n') };
}

function factsOf(
  { trial, correct, outcome, pValue, attack }: TrialOutcome,
  seed: string | number,
): Omit<KeepsFacts, 'summary'> {
  const { design, runs, tau, critical, standing } = trial;
  const { claim, m, k, guesses, sides } = design;
  const { standsFrom, violation, power } = standing;
  const counts = { claim, m, k, guesses, sides, runs, correct, critical, pValue, tau, outcome };
  return { ...counts, standsFrom, violation, power, attackPower: attack.power, seed };
}

/** What was found, in sentences; `letPass` is how the caller lets a test pass that could not have noticed. */
export function keepsSentences(found: TrialOutcome, letPass = LET_PASS): string[] {
  const { trial, correct, outcome, pValue } = found;
  const { runs, tau, critical } = trial;
  const { claim, m, guesses, sides } = trial.design;
  const cure = trial.letsPass ? null : letPass;
  if (outcome === 'could-not-have-noticed')
    return [whyTrialIsBlind(trial, cure) ?? whyAttackIsBlind(found, cure)];
  const refuted = outcome === 'refuted';
  const many = runs > 1;
  return [
    `${claim} is ${refuted ? '' : 'not '}refuted: ${correct.join(', ')} of ${guesses} guesses${sides === 'both' ? '' : ` (all "${sides}")`} right${many ? ` in ${runs} runs` : ''} (${m} canaries), p-value ${short(pValue)}, ${refuted ? 'at most' : 'above'} tau ${short(tau)}.`,
    `A mechanism that keeps the claim has ${critical} or more right${many ? ' in every run' : ''} with probability at most ${short(tau)}.`,
    powerSentence(found),
  ];
}

function powerSentence({ trial, attack }: TrialOutcome): string {
  const { violation, power } = trial.standing;
  if (violation === null || power === null || attack.power === null)
    return 'How likely this test is to catch a broken mechanism is not known.';
  return `Scores as good as these would catch ${violation} with probability ${chance(attack.power)} (an estimate), the best ones ${chance(power)}.`;
}

function howToRepeat({ trial }: TrialOutcome, { claim, seed }: Omit<KeepsFacts, 'summary'>): string {
  const { design, runs, tau, judged, standing } = trial;
  const { m, k, guesses, sides } = design;
  const given = {
    m,
    ...(k === 2 ? {} : { k }),
    guesses,
    ...oneSide(sides),
    runs,
    tau,
    ...(judged.model === modelOf(claim) ? {} : { model: judged.model }),
    ...(standing.violation === null ? {} : { violation: standing.violation }),
    ...definedOnly({ minPower: trial.letsPass ? 0 : judged.minPower }),
    seed,
  };
  const options = Object.entries(given).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `To repeat it: assertKeeps(mechanism, ${JSON.stringify(claim)}, { ${options.join(', ')} }); the outcome is the same where the mechanism draws all its random numbers from \`random\`.`;
}

/** Three significant digits. */
function short(x: number): string {
  if (x < 1e-300) return 'below 1e-300';
  return x < 1e-3 ? x.toExponential(2).replace(/\.?0+e/, 'e') : String(Number(x.toPrecision(3)));
}
