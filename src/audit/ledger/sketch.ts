import { InvalidInput } from '../../errors.ts';
import { fingerprint, fingerprintAt, fingerprintId } from '../../id-fingerprint.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';
import { agreementChance, isVaried, SAME_COINS } from '../runs/coins.ts';
import { areFine, singleScores } from '../runs/shared-scores.ts';

/** How many rows of a run are remembered. */
const KEPT = 128;
/** From so many remembered scores on, runs that have most of them in common with their truths are copies. */
const MANY = 20;

/**
 * What is remembered of a run, to know it again in whatever order or format it comes: a digest of its truths
 * and of its scores, and a few rows that every copy would show too.
 */
export interface RunSketch {
  /** Of the truths in the order of the file and of the scores; null where they are not varied. */
  readonly truths: readonly (string | null)[];
  /** Of all (score, truth) pairs in the order of the scores, and of the ids where there are any. */
  readonly pairs: string;
  readonly rows: string | null;
  /** The rows with the smallest fingerprints of their ids, as [fingerprint, truth]; none without ids. */
  readonly ids: readonly (readonly [number, number])[];
  /** The same by the fingerprints of scores, where these are too fine to be shared by chance. */
  readonly scores: readonly (readonly [number, number])[];
}

export function sketchOf(scores: Scores): RunSketch {
  const truth: ArrayLike<number> = scores.kind === 'membership' ? scores.included : scores.truth;
  const answers: ArrayLike<number> =
    scores.kind === 'membership' ? scores.scores : (scores.confidence ?? scores.guesses);
  const rows = Uint32Array.from({ length: truth.length }, (_, i) => i);
  const byAnswer = rows.slice().sort((a, b) => answers[a] - answers[b] || truth[a] - truth[b]);
  const inFile = Float64Array.from(truth);
  const ordered = Float64Array.from(byAnswer, (row) => truth[row]);
  const pairs = pairsIn(byAnswer, answers, truth);
  const { ids } = scores;
  const keys = ids === undefined ? null : keysBy(rows, (row) => fingerprintAt(ids, row));
  const isScored = scores.kind === 'membership' || scores.confidence !== null;
  const isFine = isScored && areFine(singleScores(pairs), truth.length);
  return {
    truths: [inFile, ordered].map((list) => (isVaried(list) ? digest(list) : null)),
    pairs: digest(pairs),
    rows:
      keys === null
        ? null
        : digest(
            pairsIn(
              rows.slice().sort((a, b) => keys[a] - keys[b]),
              answers,
              truth,
            ),
          ),
    ids: keys === null ? [] : smallest(keys, truth),
    scores: isFine
      ? smallest(
          keysBy(rows, (row) => fingerprintNumber(answers[row] + 0)),
          truth,
        )
      : [],
  };
}

/** Scores and truths of rows in an order. Plus 0: two zeros that are equal must have the same bytes. */
function pairsIn(order: Uint32Array, answers: ArrayLike<number>, truth: ArrayLike<number>): Float64Array {
  const pairs = new Float64Array(2 * order.length);
  order.forEach((row, n) => {
    pairs[2 * n] = answers[row] + 0;
    pairs[2 * n + 1] = truth[row];
  });
  return pairs;
}

/** A run of which a sketch is kept. */
export interface KnownRun {
  readonly name: string;
  readonly sketch: RunSketch;
  /** The hash that its coins were committed to with. */
  readonly commitment?: string;
}

/** Whether nothing that is remembered of two runs differs. */
export function sameSketch(a: RunSketch, b: RunSketch): boolean {
  const words = ({ truths, pairs, rows, ids, scores }: RunSketch) =>
    JSON.stringify([truths, pairs, rows, ids, scores]);
  return words(a) === words(b);
}

/** What to do where runs are alike by chance, as few canaries or coarse scores may be; else ''. */
export function differentRuns({ scores }: RunSketch): string {
  return scores.length > 0
    ? ''
    : '; if they are different runs, give every row of each an id of its own, or commit to the coins of each: a run that is left out makes the rest worthless';
}

/** Refuses a run that repeats the evidence of an earlier one, or its coins. */
export function checkNewRun(run: KnownRun, earlier: readonly KnownRun[], k: number): void {
  // Shared among all that it is compared with: honest runs, however many, are not refused.
  const chance = SAME_COINS / earlier.length;
  for (const other of earlier) {
    const [a, b] = [run.sketch, other.sketch];
    const refuse = (why: string) =>
      new InvalidInput(
        `${quotedPath(run.name)} and ${quotedPath(other.name)}, which is in the ledger, ${why}`,
      );
    if (a.truths.some((list, i) => list !== null && list === b.truths[i]))
      throw refuse(
        'have the same truth all along, in the order of the rows or of the scores; one run counted twice proves nothing more, and coins must be drawn afresh for each',
      );
    const sameIds = a.ids.length > 0 && b.ids.length > 0 ? sameKeys(a.ids, b.ids) : null;
    const isCopy = sameIds
      ? a.rows === b.rows
      : (sameIds === null || a.scores.length > 0) && a.pairs === b.pairs;
    // Few canaries, or coarse scores, come out equal by chance; coins committed to apart are two runs'.
    const apart =
      run.commitment !== undefined && other.commitment !== undefined && run.commitment !== other.commitment;
    if (isCopy && !apart)
      throw refuse(
        `hold the same scores and the same truth; one run counted twice proves nothing more${differentRuns(a)}`,
      );
    const scores = compared(a.scores, b.scores);
    const fewer = Math.min(a.scores.length, b.scores.length);
    if (fewer >= MANY && 2 * scores.common > fewer && scores.agreeing === scores.common)
      throw refuse('share most of their scores, to the last digit and with the same truth');
    const coins = compared(a.ids, b.ids);
    if (agreementChance(coins.common, coins.agreeing, k) < chance)
      throw refuse(
        `were not drawn independently; ${coins.agreeing} of ${coins.common} canaries that were compared have the same truth`,
      );
  }
}

type Rows = readonly (readonly [number, number])[];

const sameKeys = (a: Rows, b: Rows) => a.length === b.length && a.every(([key], i) => key === b[i][0]);

/** Of the keys that both have: how many there are, and how many have the same truth. */
function compared(a: Rows, b: Rows): { common: number; agreeing: number } {
  const known = new Map(b);
  const common = a.filter(([key]) => known.has(key));
  return {
    common: common.length,
    agreeing: common.filter(([key, truth]) => known.get(key) === truth).length,
  };
}

/** The rows with the smallest keys, where a key stands for one row only. */
function smallest(keys: Float64Array, truth: ArrayLike<number>): [number, number][] {
  const sorted = Uint32Array.from(keys, (_, i) => i).sort((a, b) => keys[a] - keys[b]);
  const found: [number, number][] = [];
  for (let i = 0; i < sorted.length && found.length < KEPT; i++) {
    const key = keys[sorted[i]];
    if (key !== keys[sorted[i - 1]] && key !== keys[sorted[i + 1]]) found.push([key, truth[sorted[i]]]);
  }
  return found;
}

/** 53 of the 64 bits of each row's fingerprint. */
function keysBy(rows: Uint32Array, fingerprintRow: (row: number) => void): Float64Array {
  return Float64Array.from(rows, (row) => {
    fingerprintRow(row);
    return fingerprint[0] * 2097152 + (fingerprint[1] >>> 11);
  });
}

const number = new Float64Array(1);
const bytes = new Uint8Array(number.buffer);

function fingerprintNumber(value: number): void {
  number[0] = value;
  fingerprintId(bytes, 0, bytes.length);
}

/** A digest against accidents, of 128 bits. */
function digest(values: Float64Array): string {
  const data = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  fingerprintId(data, 0, data.length);
  const forwards = keyHex();
  fingerprintId(data.slice().reverse(), 0, data.length);
  return forwards + keyHex();
}

const keyHex = () => [...fingerprint].map((word) => word.toString(16).padStart(8, '0')).join('');
