import { fingerprint, fingerprintAt } from '../../../id-fingerprint.ts';
import type { IdFingerprints, Scores } from '../../../types.ts';
import type { RowRuns } from './run-column.ts';

/** The scores of one of several runs. */
export interface LabelledScores {
  readonly label: string;
  readonly scores: Scores;
}

/** Every run as a file of its own would have given it, in the order of the labels; rows keep their order. */
export function splitRuns(scores: Scores, { labels, rows }: RowRuns): LabelledScores[] {
  const rowsOf = rowsOfRuns(labels.length, rows);
  return runOrder(labels).map((run) => ({ label: labels[run], scores: picked(scores, rowsOf[run]) }));
}

/** The rows of each run, in rising order. */
function rowsOfRuns(runs: number, rows: Uint32Array): Uint32Array[] {
  const ends = new Uint32Array(runs);
  for (const run of rows) ends[run]++;
  for (let run = 1; run < runs; run++) ends[run] += ends[run - 1];
  const starts = Uint32Array.from(ends, (_, run) => (run === 0 ? 0 : ends[run - 1]));
  const next = starts.slice();
  const sorted = new Uint32Array(rows.length);
  for (let row = 0; row < rows.length; row++) sorted[next[rows[row]]++] = row;
  return Array.from(starts, (start, run) => sorted.subarray(start, ends[run]));
}

function picked(scores: Scores, rows: Uint32Array): Scores {
  const { names } = scores;
  const ids = {
    ...(scores.ids === undefined ? {} : { ids: pickedIds(scores.ids, rows) }),
    ...(names === undefined ? {} : { names: Array.from(rows, (row) => names[row]) }),
  };
  if (scores.kind === 'membership')
    return {
      kind: 'membership',
      scores: Float64Array.from(rows, (row) => scores.scores[row]),
      included: Uint8Array.from(rows, (row) => scores.included[row]),
      ...ids,
    };
  const { k, truth, guesses, confidence } = scores;
  return {
    kind: 'reconstruction',
    k,
    truth: Uint32Array.from(rows, (row) => truth[row]),
    guesses: Int32Array.from(rows, (row) => guesses[row]),
    confidence: confidence === null ? null : Float64Array.from(rows, (row) => confidence[row]),
    ...ids,
  };
}

function pickedIds(ids: IdFingerprints, rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(2 * rows.length);
  for (let i = 0; i < rows.length; i++) {
    fingerprintAt(ids, rows[i]);
    found.set(fingerprint, 2 * i);
  }
  return found;
}

/**
 * The order of runs by their labels, whatever the order of their rows: numbers by size, other labels as
 * people count, so that run 2 comes before run 10.
 */
export function runOrder(labels: readonly string[]): number[] {
  const indices = labels.map((_, i) => i);
  const numbers = labels.map((label) => Number(label));
  if (numbers.every(Number.isFinite))
    return indices.sort((a, b) => numbers[a] - numbers[b] || byText(labels[a], labels[b]));
  const pieces = labels.map((label) => label.split(/(\d+)/));
  return indices.sort((a, b) => byPieces(pieces[a], pieces[b]) || byText(labels[a], labels[b]));
}

/** Texts and digits take turns, beginning with a text that may be empty. */
function byPieces(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = i % 2 === 1 ? Number(a[i]) - Number(b[i]) : byText(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
