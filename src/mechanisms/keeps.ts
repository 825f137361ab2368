import { chance } from '../chance.ts';
import { freshSeed } from '../numerics/index.ts';
import { oneSide } from '../observation.ts';
import type { Sides } from '../types.ts';
import { type RefutesOptions, type ScoredMechanism, type TrialOutcome, tryOut } from './refutes.ts';
import type { Subject } from './subject.ts';

/** What a test of a mechanism found, with everything that is needed to repeat it. */
export interface KeepsFacts {
  readonly claim: string;
  /** Canaries, options per canary and guesses of each run. */
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  /** Which end of the scores was guessed. */
  readonly sides: Sides;
  /** How often the mechanism ran, and the right guesses of each run. */
  readonly runs: number;
  readonly correct: readonly number[];
  /** So many right, in every run, refute the claim. */
  readonly critical: number;
  readonly pValue: number;
  readonly tau: number;
  /** What this design would have caught, and with what probability; null where that is not known. */
  readonly violation: string | null;
  readonly power: number | null;
  readonly seed: string | number;
  /** The same in words. */
  readonly summary: string;
}

/**
 * Thrown where a mechanism does not keep its claim. The message says everything in words, `facts` in numbers.
 */
export class ClaimRefuted extends Error {
  override readonly name = 'ClaimRefuted';
  readonly code = 'ERR_ASSERTION';
  readonly facts: KeepsFacts;

  constructor(facts: KeepsFacts) {
    super(facts.summary);
    this.facts = facts;
  }
}

/**
 * Resolves with the facts where the mechanism is consistent with the claim, and throws `ClaimRefuted` where
 * one run, or the few that it takes at a small tau, refutes it. A mechanism that keeps the claim fails with
 * probability at most tau.
 *
 * @example
 * const noisyHistogram = (included, random) => Array.from(included, (bit) => bit + random.normal());
 * await assertKeeps(noisyHistogram, 'gaussian(sigma=1)', { m: 1000, seed: 1 });
 */
export async function assertKeeps(
  mechanism: ScoredMechanism | Subject,
  claim: string,
  options: RefutesOptions,
): Promise<KeepsFacts> {
  const { seed = freshSeed() } = options;
  const outcome = await tryOut(mechanism, claim, { ...options, seed });
  const facts = keepsFactsOf(outcome, seed);
  if (outcome.refuted) throw new ClaimRefuted(facts);
  return facts;
}

/** The facts of a trial that was made with this seed. */
export function keepsFactsOf(
  { trial, correct, refuted, pValue }: TrialOutcome,
  seed: string | number,
): KeepsFacts {
  const { design, runs, tau, critical, violation, power } = trial;
  const { claim, m, k, guesses, sides } = design;
  const facts = { claim, m, k, guesses, sides, runs, correct, critical, pValue, tau, violation, power, seed };
  return { ...facts, summary: [...keepsSentences(facts, refuted), howToRepeat(facts)].join('\n') };
}

/** What was found, in sentences. */
export function keepsSentences(facts: Omit<KeepsFacts, 'summary'>, refuted: boolean): string[] {
  const { claim, m, guesses, sides, runs, correct, critical, pValue, tau, violation, power } = facts;
  const many = runs > 1;
  return [
    `${claim} is ${refuted ? '' : 'not '}refuted: ${correct.join(', ')} of ${guesses} guesses${sides === 'both' ? '' : ` (all "${sides}")`} right${many ? ` in ${runs} runs` : ''} (${m} canaries), p-value ${short(pValue)}, ${refuted ? 'at most' : 'above'} tau ${short(tau)}.`,
    `A mechanism that keeps the claim has ${critical} or more right${many ? ' in every run' : ''} with probability at most ${short(tau)}.`,
    violation === null || power === null
      ? 'How likely this design is to catch a broken mechanism is not known.'
      : `This design would catch ${violation} with probability ${chance(power)}.`,
  ];
}

function howToRepeat(facts: Omit<KeepsFacts, 'summary'>): string {
  return `To repeat it: assertKeeps(mechanism, ${JSON.stringify(facts.claim)}, ${optionsOf(facts)}); the outcome is the same where the mechanism draws all its random numbers from \`random\`.`;
}

function optionsOf({
  m,
  k,
  guesses,
  sides,
  runs,
  tau,
  violation,
  seed,
}: Omit<KeepsFacts, 'summary'>): string {
  const given = {
    m,
    ...(k === 2 ? {} : { k }),
    guesses,
    ...oneSide(sides),
    runs,
    tau,
    ...(violation === null ? {} : { violation }),
    seed,
  };
  const entries = Object.entries(given).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ ${entries.join(', ')} }`;
}

/** Three significant digits. */
function short(x: number): string {
  if (x < 1e-300) return 'below 1e-300';
  return x < 1e-3 ? x.toExponential(2).replace(/\.?0+e/, 'e') : String(Number(x.toPrecision(3)));
}
