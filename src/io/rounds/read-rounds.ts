import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { FlagColumn, NumberColumn } from '../columns/column.ts';
import { readInto } from '../formats/read-table.ts';
import type { Progress } from '../read.ts';
import { missingColumn } from '../refuse.ts';
import type { ByteSource } from '../source.ts';
import { type SourceOptions, SourceReading } from '../source-reading.ts';
import { findRoundColumns, type RoundColumns } from './round-columns.ts';

/** One round as a file has it. */
export interface ReadRound {
  /** What the file calls it: its number, or its step. */
  readonly label: number;
  /** For each canary one score or several; null where the round was begun and has none. */
  readonly scores: readonly Float64Array[] | null;
  readonly included: Uint8Array | null;
  /** Instead of scores: the right guesses at each number of guesses. */
  readonly right: ReadonlyMap<number, number> | null;
  readonly canaries: number;
}

export interface RoundsFile {
  readonly file: string;
  readonly sha256: string;
  /** What the labels count: rounds, or steps. */
  readonly counts: 'round' | 'step';
  /** In the order of their labels. */
  readonly rounds: readonly ReadRound[];
}

export interface RoundsReadOptions extends SourceOptions {
  readonly scoreColumn?: string;
  readonly includedColumn?: string;
  readonly onProgress?: Progress;
}

/**
 * Reads rounds from a file of any format: arrays `scores` and `included` of (rounds, canaries); a row a
 * canary with a column `round` or `step`; or a row for each number of guesses of a round, of which only
 * counts are known.
 */
export async function roundsFrom(source: ByteSource, options: RoundsReadOptions = {}): Promise<RoundsFile> {
  const { onProgress } = options;
  const reading = new SourceReading(source, options, true, (done) => onProgress?.(done, source.byteLength));
  const read = await readInto(reading, (names) => {
    const found = findRoundColumns(source.name, names, options);
    const reads: { position: number; column: NumberColumn | FlagColumn }[] = [];
    const label = (position: number, what: string) => ({ file: source.name, column: names[position], what });
    const numbers = (position: number, what: string, gaps = false) => {
      const column = new NumberColumn(label(position, what), gaps);
      reads.push({ position, column });
      return column;
    };
    const flags = (position: number) => {
      const column = new FlagColumn(label(position, 'included'));
      reads.push({ position, column });
      return column;
    };
    if (found === null) throw missingColumn(source.name, 'round', names);
    const counts = found.layout !== 'matrix' && found.isStep ? 'step' : 'round';
    return { reads, counts, taken: columnsOf(found, numbers, flags) } as const;
  });
  const rounds = read.taken();
  rounds.sort((a, b) => a.label - b.label);
  rounds.forEach(({ label }, i) => {
    if (!Number.isSafeInteger(label))
      throw new InvalidInput(`invalid round in ${quotedPath(source.name)}; must be a whole number: ${label}`);
    if (label === rounds[i - 1]?.label)
      throw new InvalidInput(`round ${label} stands in ${quotedPath(source.name)} more than once`);
  });
  return { file: source.name, sha256: await reading.digest(), counts: read.counts, rounds };
}

type Numbers = (position: number, what: string, gaps?: boolean) => NumberColumn;

/** What makes rounds of the columns once they are read. */
function columnsOf(
  found: RoundColumns,
  numbers: Numbers,
  flags: (position: number) => FlagColumn,
): () => ReadRound[] {
  if (found.layout === 'matrix') {
    const sets = found.scores.map((positions) => positions.map((at) => numbers(at, 'score', true)));
    const included = found.included.map(flags);
    return () => matrixRounds(sets, included);
  }
  const round = numbers(found.round, 'round');
  if (found.layout === 'counts') {
    const [canaries, guesses, right] = [found.canaries, found.guesses, found.right].map((at) =>
      numbers(at, 'count'),
    );
    return () => countedRounds(...([round, canaries, guesses, right].map(taken) as CountColumns));
  }
  const scores = found.scores.map((at) => numbers(at, 'score'));
  const included = flags(found.included);
  return () => tableRounds(taken(round), scores.map(taken), included.values.take());
}

const taken = ({ values }: NumberColumn) => values.take();

function matrixRounds(sets: readonly NumberColumn[][], flags: readonly FlagColumn[]): ReadRound[] {
  const values = sets.map((columns) => columns.map(taken));
  const coins = flags.map((column) => column.values.take());
  const [first] = values;
  return Array.from(first[0], (_, round) => {
    const scores = values.map((columns) => Float64Array.from(columns, (column) => column[round]));
    const isScored = !scores.every((set) => set.some(Number.isNaN));
    return {
      label: round + 1,
      scores: isScored ? scores : null,
      included: Uint8Array.from(coins, (column) => column[round]),
      right: null,
      canaries: first.length,
    };
  });
}

function tableRounds(
  labels: Float64Array,
  scores: readonly Float64Array[],
  included: Uint8Array,
): ReadRound[] {
  const rows = new Map<number, number[]>();
  labels.forEach((label, row) => {
    const own = rows.get(label);
    if (own === undefined) rows.set(label, [row]);
    else own.push(row);
  });
  return Array.from(rows, ([label, own]) => ({
    label,
    scores: scores.map((set) => Float64Array.from(own, (row) => set[row])),
    included: Uint8Array.from(own, (row) => included[row]),
    right: null,
    canaries: own.length,
  }));
}

type CountColumns = [round: Float64Array, canaries: Float64Array, guesses: Float64Array, right: Float64Array];

function countedRounds(...[labels, canaries, guesses, right]: CountColumns): ReadRound[] {
  const rounds = new Map<number, ReadRound & { readonly right: Map<number, number> }>();
  labels.forEach((label, row) => {
    const known = rounds.get(label) ?? {
      ...{ label, scores: null, included: null, canaries: canaries[row] },
      right: new Map<number, number>(),
    };
    if (known.canaries !== canaries[row] || known.right.has(guesses[row]))
      throw new InvalidInput(
        `invalid round ${label}; must have one number of canaries, and one row for each number of guesses: ${quoted(String(guesses[row]))}`,
      );
    known.right.set(guesses[row], right[row]);
    rounds.set(label, known);
  });
  return [...rounds.values()];
}
