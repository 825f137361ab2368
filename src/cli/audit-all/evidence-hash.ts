import type { MembershipScores, ReconstructionScores, Scores } from '../../types.ts';
import { sha256Of } from '../input/sha256.ts';

/** The hash of all that was read as scores of these runs: the same in whatever format and order of rows. */
export function evidenceHash(runs: readonly Scores[]): string {
  const parts = runs.flatMap((scores) => {
    const values = scores.kind === 'membership' ? scoresBySide(scores) : sortedChoices(scores);
    return [`${scores.kind} ${values.map(({ length }) => length).join(' ')} `, ...values.map(bytesOf)];
  });
  return sha256Of(...parts);
}

/** The scores of those who were in and of those who were out, in rising order. */
function scoresBySide({ scores, included }: MembershipScores): Float64Array[] {
  return [1, 0].map((side) => scores.filter((_, i) => included[i] === side).sort());
}

/** Truths, guesses and confidences of all rows, in an order that they alone decide. */
function sortedChoices({ truth, guesses, confidence }: ReconstructionScores): Float64Array[] {
  const columns = [truth, guesses, confidence ?? new Float64Array()];
  const rows = Uint32Array.from(truth, (_, i) => i).sort(
    (a, b) =>
      truth[a] - truth[b] ||
      guesses[a] - guesses[b] ||
      (confidence === null ? 0 : confidence[a] - confidence[b]),
  );
  return columns.map((column) =>
    column.length === 0 ? new Float64Array() : Float64Array.from(rows, (row) => column[row]),
  );
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
