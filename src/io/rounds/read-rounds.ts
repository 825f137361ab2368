import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { type ColumnRead, type ColumnReader, FlagColumn, NumberColumn } from '../columns/column.ts';
import { readInto } from '../formats/read-table.ts';
import type { Progress } from '../read.ts';
import { invalid, missingColumn } from '../refuse.ts';
import type { ByteSource } from '../source.ts';
import { type SourceOptions, SourceReading } from '../source-reading.ts';
import { CoinsColumn, ScoresColumn } from './list-column.ts';
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
  /** With them: how many canaries were in, if that is known. */
  readonly inside: number | null;
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
    const reads: ColumnRead[] = [];
    const label = (position: number, what: string) => ({ file: source.name, column: names[position], what });
    const read = <C extends ColumnReader>(position: number, column: C) => {
      reads.push({ position, column });
      return column;
    };
    if (found === null) throw missingColumn(source.name, 'round', names);
    const columns: RoundReaders = {
      numbers: (at, what, gaps) => read(at, new NumberColumn(label(at, what), gaps)),
      flags: (at) => read(at, new FlagColumn(label(at, 'included'))),
      scores: (at) => read(at, new ScoresColumn(label(at, 'score'))),
      coins: (at) => read(at, new CoinsColumn(label(at, 'included'))),
    };
    const counts = found.isStep ? 'step' : 'round';
    // A training that goes on is just writing its last line.
    const unfinished = () => {};
    return { reads, counts, unfinished, taken: columnsOf(found, columns) } as const;
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

/** Makes the columns that are read. */
interface RoundReaders {
  numbers(position: number, what: string, gaps?: boolean): NumberColumn;
  flags(position: number): FlagColumn;
  scores(position: number): ScoresColumn;
  coins(position: number): CoinsColumn;
}

/** What makes rounds of the columns once they are read. */
function columnsOf(found: RoundColumns, read: RoundReaders): () => ReadRound[] {
  if (found.layout === 'matrix') {
    const sets = found.scores.map((positions) => positions.map((at) => read.numbers(at, 'score', true)));
    const included = found.included.map(read.flags);
    const round = found.round === null ? null : read.numbers(found.round, 'round');
    return () => matrixRounds(sets, included, round === null ? null : taken(round));
  }
  const round = read.numbers(found.round, 'round');
  if (found.layout === 'counts') {
    const { canaries, guesses, right, inside } = found;
    const columns = [canaries, guesses, right].map((at) => read.numbers(at, 'count'));
    const drawn = inside === null ? null : read.numbers(inside, 'count', true);
    return () =>
      countedRounds(
        ...([round, ...columns].map(taken) as CountColumns),
        drawn === null ? null : taken(drawn),
      );
  }
  const scores = found.scores.map(read.scores);
  const included = read.coins(found.included);
  return () =>
    included.lists.length > 0 || scores.some(({ lists }) => lists.length > 0)
      ? listedRounds(taken(round), scores, included)
      : tableRounds(taken(round), scores.map(taken), included.values.take());
}

const taken = ({ values }: NumberColumn) => values.take();

function matrixRounds(
  sets: readonly NumberColumn[][],
  flags: readonly FlagColumn[],
  labels: Float64Array | null,
): ReadRound[] {
  const values = sets.map((columns) => columns.map(taken));
  const coins = flags.map((column) => column.values.take());
  const [first] = values;
  return Array.from(first[0], (_, round) => {
    const scores = values.map((columns) => Float64Array.from(columns, (column) => column[round]));
    return {
      label: labels === null ? round + 1 : labels[round],
      scores: scoredOrNull(scores),
      included: Uint8Array.from(coins, (column) => column[round]),
      ...{ right: null, inside: null },
      canaries: first.length,
    };
  });
}

/** A round in which a score is missing has none: what it would have shown is not known. */
const scoredOrNull = (sets: readonly Float64Array[]) =>
  sets.some((set) => set.some(Number.isNaN)) ? null : sets;

/** A row a round, with its scores and coins as lists. */
function listedRounds(
  labels: Float64Array,
  scores: readonly ScoresColumn[],
  { lists: coins, label: { file, column } }: CoinsColumn,
): ReadRound[] {
  const canaries = Math.max(...coins.map((each) => each?.length ?? 0));
  return Array.from(labels, (label, row) => {
    const sets = scores.map(({ lists }) => lists[row]).filter((set) => set != null);
    const included = coins[row] ?? null;
    if (sets.length < scores.length || included === null)
      return { label, scores: null, included: null, right: null, inside: null, canaries };
    for (const set of sets)
      if (set.length !== included.length)
        throw invalid(
          'included',
          { file, column, row: row + 1 },
          `must be one for each of ${set.length} scores`,
          `${included.length}`,
        );
    const { length } = included;
    return { label, scores: scoredOrNull(sets), included, right: null, inside: null, canaries: length };
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
    ...{ right: null, inside: null },
    canaries: own.length,
  }));
}

type CountColumns = [round: Float64Array, canaries: Float64Array, guesses: Float64Array, right: Float64Array];

function countedRounds(
  labels: Float64Array,
  canaries: Float64Array,
  guesses: Float64Array,
  right: Float64Array,
  inside: Float64Array | null,
): ReadRound[] {
  const rounds = new Map<number, ReadRound & { readonly right: Map<number, number> }>();
  labels.forEach((label, row) => {
    const known = rounds.get(label) ?? {
      ...{ label, scores: null, included: null, canaries: canaries[row] },
      inside: inside === null || Number.isNaN(inside[row]) ? null : inside[row],
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
