import { type Attack, guessByRank, keepMostConfident } from '../games/index.ts';
import type { Random } from '../numerics/index.ts';
import type { Sides } from '../types.ts';

/** A mechanism under audit, with the attack on it and the claim that it makes. */
export interface Subject<Output = unknown> {
  /** What it promises; true unless it is broken. */
  readonly claim: string;
  /** Options per canary: 2 is in or out, more are candidates of which one goes in. */
  readonly k: number;
  /** Runs once on the assignment: 1 or 0 for in or out, or which of k candidates went in. */
  mechanism(assignment: Uint32Array, random: Random): Output | Promise<Output>;
  /** The attack as scores, higher is likelier: one per canary, or k per bucket, bucket by bucket. */
  scores(output: Output): Float64Array;
  /**
   * The log-likelihood that one unit of score is worth: orders guesses among candidates by their posterior.
   */
  readonly logOdds: number;
}

/** The attack with a number of guesses fixed in advance: by rank, or the surest choices among candidates. */
export function attackOf<Output>(
  { k, scores, logOdds }: Subject<Output>,
  guesses: number,
  sides: Sides,
): Attack<Output> {
  if (k === 2) return (output, random) => guessByRank(scores(output), guesses, sides, random);
  return (output, random) => {
    const { answers, confidence } = bestCandidates(scores(output), k, logOdds);
    return keepMostConfident(answers, confidence, guesses, random);
  };
}

/** The likeliest candidate of each bucket, and its posterior probability. */
function bestCandidates(
  scores: Float64Array,
  k: number,
  logOdds: number,
): { answers: Int32Array; confidence: Float64Array } {
  const m = scores.length / k;
  const answers = new Int32Array(m);
  const confidence = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const own = scores.subarray(i * k, (i + 1) * k);
    const best = own.indexOf(own.reduce((a, b) => Math.max(a, b)));
    let sum = 0;
    for (const score of own) sum += Math.exp(logOdds * (score - own[best]));
    answers[i] = best;
    confidence[i] = 1 / sum;
  }
  return { answers, confidence };
}
