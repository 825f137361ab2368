import { fingerprint, fingerprintAt, fingerprintId } from '../../id-fingerprint.ts';
import type { IdFingerprints, Scores } from '../../types.ts';

/** Of how many rows the coins are kept by id. */
const KEPT = 128;

/** So many changes along a list of truths, and its being equal to another is no coincidence. */
const VARIED = 30;

/** What a run is known again by, in whatever order or format it comes: digests, and some of its coins. */
export interface RunSketch {
  /** Of the truths in the order of the file and of the scores; null where they are not varied. */
  readonly truths: readonly (string | null)[];
  /** Of all (score, truth) pairs in the order of the scores, and of the ids where there are any. */
  readonly pairs: string;
  readonly rows: string | null;
  /** The rows with the smallest fingerprints of their ids, as [fingerprint, truth]; none without ids. */
  readonly ids: readonly (readonly [number, number])[];
}

export function sketchOf(scores: Scores): RunSketch {
  const truth: ArrayLike<number> = scores.kind === 'membership' ? scores.included : scores.truth;
  const answers = scores.kind === 'membership' ? scores.scores : (scores.confidence ?? scores.guesses);
  const byAnswer = rowsBy(truth.length, (a, b) => answers[a] - answers[b] || truth[a] - truth[b]);
  const truths = [Float64Array.from(truth), Float64Array.from(byAnswer, (row) => truth[row])];
  const digestPairs = (order: Uint32Array) => digest(pairsIn(order, answers, truth));
  const keys = scores.ids === undefined ? null : keysOf(scores.ids);
  const byId = keys === null ? null : rowsBy(truth.length, (a, b) => keys[a] - keys[b]);
  return {
    truths: truths.map((list) => (isVaried(list) ? digest(list) : null)),
    pairs: digestPairs(byAnswer),
    rows: byId === null ? null : digestPairs(byId),
    ids: Array.from(byId?.subarray(0, KEPT) ?? [], (row) => [keys?.[row] ?? 0, truth[row]]),
  };
}

/** Whether nothing that is remembered of two runs differs. */
export function sameSketch(a: RunSketch, b: RunSketch): boolean {
  const words = ({ truths, pairs, rows, ids }: RunSketch) => JSON.stringify([truths, pairs, rows, ids]);
  return words(a) === words(b);
}

/** Whether a list of truths is one that fresh coins do not repeat: one that is sorted by truth is not. */
export function isVaried(truths: Float64Array): boolean {
  let changes = 0;
  for (let i = 1; i < truths.length; i++) if (truths[i] !== truths[i - 1]) changes++;
  return changes >= VARIED;
}

function rowsBy(rows: number, order: (a: number, b: number) => number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, i) => i).sort(order);
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

/** 53 of the 64 bits of each id's fingerprint. */
function keysOf(ids: IdFingerprints): Float64Array {
  return Float64Array.from({ length: ids.length / 2 }, (_, row) => {
    fingerprintAt(ids, row);
    return fingerprint[0] * 2097152 + (fingerprint[1] >>> 11);
  });
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
