import { positive, whole } from '../check.ts';
import type { Subject } from '../subject.ts';
import { type BugName, flawsOf } from '../zoo.ts';
import { type DiracCanaries, presentSlots } from './dirac.ts';
import { checkPrivacy, claimOf, type Privacy } from './privacy.ts';
import { release } from './release.ts';
import type { ScoreName } from './scores.ts';
import { WhiteBox } from './white-box.ts';

/**
 * DP-SGD on nothing but Dirac canaries, one coordinate each: the law of a white-box audit without the cost of a model.
 * Sampling, clipping, noise and scores are those of the training.
 */
export function dpsgdOnCanaries({
  k = 2,
  bug,
  score = 'llr',
  size = 1,
  ...options
}: Omit<Privacy, 'clip'> & {
  readonly clip?: number;
  readonly k?: number;
  readonly bug?: BugName | undefined;
  readonly score?: ScoreName;
  /** The norm of a canary's gradient before clipping, in units of the clip norm. */
  readonly size?: number;
}): Subject<Float64Array> {
  const privacy: Privacy = { clip: 1, ...options };
  checkPrivacy(privacy);
  whole('options', k, 2);
  positive('canary size', size);
  const flaws = flawsOf(bug);
  return {
    claim: claimOf(privacy, privacy.steps),
    k,
    logOdds: 1,
    mechanism(assignment, random) {
      const present = presentSlots(assignment, k);
      const coordinates = Uint32Array.from(present, (_, i) => i);
      const canaries: DiracCanaries = { coordinates, present, size };
      const nobody = new Float64Array(present.length);
      const expected = Math.max(1, privacy.rate * assignment.length * (k === 2 ? 0.5 : 1));
      const auditor = new WhiteBox(score, privacy, canaries);
      for (let step = 0; step < privacy.steps; step++)
        auditor.see(step, release(step, { sum: nobody, expected }, canaries, privacy, flaws, random));
      return auditor.scores();
    },
    scores: (scores) => scores,
  };
}
