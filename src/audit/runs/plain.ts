import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import type { MembershipScores, ReconstructionScores, Scores } from '../../types.ts';
import type { AuditInput } from '../records.ts';

/** One run: its scores, and where they came from. */
export interface AuditRun {
  readonly input: AuditInput;
  readonly scores: Scores;
}

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
  readonly confidence?: ArrayLike<number> | null;
}

/** The scores of one run: as arrays, as a reader made them, or with the file that they were read from. */
export type RunScores = AuditRun | Scores | MembershipArrays | ReconstructionArrays;

/** Runs with names for messages, from whatever was handed in. */
export function namedRuns(given: RunScores | readonly RunScores[]): AuditRun[] {
  const runs = isList(given) ? given : [given];
  if (runs.length === 0) throw new InvalidInput('no runs to audit');
  return runs.map((run, i) => {
    const name = runs.length === 1 ? 'the scores' : `run ${i + 1}`;
    if (typeof run !== 'object' || run === null)
      throw new InvalidInput(
        `invalid run; ${name} must have scores and included, or guesses and truth: ${run}`,
      );
    if ('input' in run) return run;
    const scores = scoresOf(run, name);
    return { input: { name, sha256: null, rows: rowsOf(scores) }, scores };
  });
}

function scoresOf(run: Exclude<RunScores, AuditRun>, name: string): Scores {
  const found =
    'included' in run && 'scores' in run
      ? membership(run, name)
      : 'guesses' in run && 'truth' in run
        ? reconstruction(run, name)
        : null;
  if (found === null)
    throw new InvalidInput(`invalid run; ${name} must have scores and included, or guesses and truth`);
  // A reader's ids tell copies of a run apart from other runs, and draw among equal scores.
  return 'kind' in run && run.ids !== undefined ? { ...found, ids: run.ids } : found;
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
    included: Uint8Array.from(listed(included, 'included', name), (value, i) => {
      if (value === true || value === 1) return 1;
      if (value === false || value === 0) return 0;
      throw invalidRow('included', name, i, '0 or 1', value);
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
    truth: Uint32Array.from(whole(truth, 'truth', 0, name)),
    guesses: Int32Array.from(whole(guesses, 'guess', -1, name)),
    confidence:
      confidence === undefined || confidence === null ? null : finite(confidence, 'confidence', name),
  };
}

/** Numbers alone: an empty place or a text is not taken for one, as JavaScript would. */
function finite(values: ArrayLike<number>, what: string, name: string): Float64Array {
  return Float64Array.from(listed(values, what, name), (value, i) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw invalidRow(what, name, i, 'a finite number', value);
  });
}

/** Whole numbers that fit into 32 bits; which of them are allowed is checked with the number of options. */
function whole(values: ArrayLike<number>, what: string, least: number, name: string): number[] {
  return Array.from(listed(values, what, name), (value, i) => {
    if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value;
    throw invalidRow(what, name, i, `a whole number, ${least} or above`, value);
  });
}

function listed<T>(values: ArrayLike<T>, what: string, name: string): ArrayLike<T> {
  if (typeof values === 'object' && values !== null && Number.isSafeInteger(values.length)) return values;
  throw new InvalidInput(`invalid ${what} of ${name}; must be a list: ${quoted(String(values))}`);
}

function invalidRow(what: string, name: string, i: number, rule: string, value: unknown): InvalidInput {
  return new InvalidInput(
    `invalid ${what} of ${name}, row ${i + 1}; must be ${rule}: ${quoted(String(value))}`,
  );
}
