import { checkPositive, checkWhole } from '../../check.ts';
import type { Random } from '../../numerics/index.ts';
import type { Subject } from '../subject.ts';
import { type BugName, flawsOf } from '../zoo.ts';
import { type DiracCanaries, presentSlots } from './dirac.ts';
import { checkPrivacy, dpsgdClaim, type Privacy } from './privacy.ts';
import { release } from './release.ts';
import type { ScoreName } from './scores.ts';
import { WhiteBox } from './white-box.ts';

export interface CanariesOnly extends Omit<Privacy, 'clip'> {
  readonly clip?: number;
  /** Options per canary: 2 is in or out. */
  readonly k?: number;
  readonly bug?: BugName | undefined;
  /** The norm of a canary's gradient before clipping, in units of the clip norm. */
  readonly size?: number;
}

/**
 * DP-SGD on Dirac canaries alone, one coordinate each: scores with the distribution of a white-box audit,
 * without the cost of a model. Sampling, clipping, noise and scores are the code that training uses.
 */
export function dpsgdOnCanaries({
  score = 'llr',
  ...options
}: CanariesOnly & { readonly score?: ScoreName }): Subject<Float64Array> {
  const { k = 2, size = 1, noise, rate, steps, clip = 1 } = options;
  const privacy = { noise, rate, steps, clip };
  checkPrivacy(privacy);
  checkWhole('options', k, 2);
  checkPositive('canary size', size);
  return {
    claim: dpsgdClaim(privacy, steps),
    k,
    logOdds: 1,
    mechanism: (assignment, random) => scoreCanaries(options, [score], assignment, random)[0],
    scores: (scores) => scores,
  };
}

/** One run on canaries alone, scored in several ways: one array for each score, in their order. */
export function scoreCanaries(
  { noise, rate, steps, clip = 1, k = 2, bug, size = 1 }: CanariesOnly,
  scores: readonly ScoreName[],
  assignment: Uint32Array,
  random: Random,
): Float64Array[] {
  const privacy = { noise, rate, steps, clip };
  const flaws = flawsOf(bug);
  const present = presentSlots(assignment, k);
  const coordinates = Uint32Array.from(present, (_, i) => i);
  const canaries: DiracCanaries = { coordinates, present, size };
  const noOthers = new Float64Array(present.length);
  const expected = Math.max(1, rate * assignment.length * (k === 2 ? 0.5 : 1));
  const auditors = scores.map((score) => new WhiteBox(score, privacy, canaries));
  for (let step = 0; step < steps; step++) {
    const released = release(step, { sum: noOthers, count: 0, expected }, canaries, privacy, flaws, random);
    for (const auditor of auditors) auditor.see(step, released);
  }
  return auditors.map((auditor) => auditor.scores());
}
