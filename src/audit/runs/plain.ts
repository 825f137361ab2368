import { InvalidInput } from '../../errors.ts';
import type { MembershipScores, ReconstructionScores, Scores } from '../../types.ts';
import type { AuditRun } from '../options.ts';

/** A run as plain arrays: one score per canary, the higher the more likely in, and who was in. */
export interface MembershipArrays {
  readonly scores: ArrayLike<number>;
  /** 1 or true for in, 0 or false for out. */
  readonly included: ArrayLike<number | boolean>;
}

/**
 * A choice among k candidates as plain arrays: one guess per bucket (-1 to abstain), and which candidate went
 * in.
 */
export interface ReconstructionArrays {
  readonly guesses: ArrayLike<number>;
  readonly truth: ArrayLike<number>;
  readonly k: number;
  /** How sure each guess is, the higher the surer; without it every guess stands as it is. */
  readonly confidence?: ArrayLike<number>;
}

/** The scores of one run: as arrays, or as a reader made them. */
export type RunScores = AuditRun | MembershipArrays | ReconstructionArrays;

/** Runs with names for messages, from whatever was handed in. */
export function namedRuns(given: RunScores | readonly RunScores[]): AuditRun[] {
  const runs = isList(given) ? given : [given];
  if (runs.length === 0) throw new InvalidInput('no runs to audit');
  return runs.map((run, i) => {
    if ('input' in run) return run;
    const name = runs.length === 1 ? 'the scores' : `run ${i + 1}`;
    const scores = 'included' in run ? membership(run, name) : reconstruction(run, name);
    return { input: { name, sha256: null, rows: rowsOf(scores) }, scores };
  });
}

function isList(given: RunScores | readonly RunScores[]): given is readonly RunScores[] {
  return Array.isArray(given);
}

export function rowsOf(scores: Scores): number {
  return scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
}

function membership({ scores, included }: MembershipArrays, name: string): MembershipScores {
  return {
    kind: 'membership',
    scores: finite(scores, 'score', name),
    included: Uint8Array.from(included, (value, i) => {
      if (value === true || value === 1) return 1;
      if (value === false || value === 0) return 0;
      throw new InvalidInput(`invalid included of ${name}, row ${i + 1}; must be 0 or 1: ${value}`);
    }),
  };
}

function reconstruction(
  { guesses, truth, k, confidence }: ReconstructionArrays,
  name: string,
): ReconstructionScores {
  return {
    kind: 'reconstruction',
    k,
    truth: Uint32Array.from(whole(truth, 'truth', name)),
    guesses: Int32Array.from(whole(guesses, 'guess', name)),
    confidence: confidence === undefined ? null : finite(confidence, 'confidence', name),
  };
}

function finite(values: ArrayLike<number>, what: string, name: string): Float64Array {
  const found = Float64Array.from(values);
  const bad = found.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new InvalidInput(
      `invalid ${what} of ${name}, row ${bad + 1}; must be a finite number: ${values[bad]}`,
    );
  return found;
}

/** Whole numbers that fit into 32 bits; which of them are allowed is checked with the number of options. */
function whole(values: ArrayLike<number>, what: string, name: string): number[] {
  return Array.from(values, (value, i) => {
    if (Number.isInteger(value) && value >= -1 && value < 2 ** 31) return value;
    throw new InvalidInput(`invalid ${what} of ${name}, row ${i + 1}; must be a whole number: ${value}`);
  });
}
