import { fingerprint, fingerprintAt } from '../../../id-fingerprint.ts';
import type { IdFingerprints, Scores } from '../../../types.ts';
import type { RowRuns } from './run-column.ts';
import { runOrder } from './run-order.ts';

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
