import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { findRoles } from '../columns/column-roles.ts';
import { missingColumn } from '../refuse.ts';

/** Where the rounds of a file stand, by the names of its columns. */
export type RoundColumns =
  | {
      readonly layout: 'matrix';
      /** What numbers the rounds, if something does. */
      readonly round: number | null;
      readonly isStep: boolean;
      /** For each set of scores a column for each canary. */
      readonly scores: readonly (readonly number[])[];
      readonly included: readonly number[];
    }
  | {
      readonly layout: 'table';
      readonly round: number;
      /** Whether it counts steps. */
      readonly isStep: boolean;
      readonly scores: readonly number[];
      readonly included: number;
    }
  | {
      readonly layout: 'counts';
      readonly round: number;
      /** Whether it counts steps. */
      readonly isStep: boolean;
      readonly canaries: number;
      readonly guesses: number;
      readonly right: number;
      /** How many canaries were in, if that is known. */
      readonly inside: number | null;
    };

interface NamedColumns {
  readonly scoreColumn?: string;
  readonly includedColumn?: string;
}

/** A second score of the same canaries. */
const FURTHER = /^scores?_?([2-9]\d*)$/;
/** A column of an array of (rounds, canaries). */
const OF_ARRAY = /^(scores?[2-9]?\d*|included)_(\d+)$/;

/** Finds them; null where nothing tells rounds apart. */
export function findRoundColumns(
  file: string,
  names: readonly string[],
  { scoreColumn, includedColumn }: NamedColumns,
): RoundColumns | null {
  const plain = names.map((name) => name.trim().toLowerCase());
  const at = (...wanted: string[]) => plain.findIndex((name) => wanted.includes(name));
  const round = at('round', 'step');
  const isStep = plain[round] === 'step';
  const matrix = matrixOf(file, plain);
  if (matrix !== null) return { ...matrix, round: round < 0 ? null : round, isStep };
  if (round < 0) return null;
  if (at('right', 'correct') >= 0 && at('guesses') >= 0) {
    const canaries = at('canaries', 'm');
    if (canaries < 0) throw missingColumn(file, 'canaries', names);
    return {
      layout: 'counts',
      round,
      isStep,
      canaries,
      guesses: at('guesses'),
      right: at('right', 'correct'),
      inside: at('in') < 0 ? null : at('in'),
    };
  }
  const { score, included } = findRoles(file, names, {
    ...(scoreColumn === undefined ? {} : { score: scoreColumn }),
    ...(includedColumn === undefined ? {} : { included: includedColumn }),
  });
  if (score === undefined) throw missingColumn(file, 'score', names);
  if (included === undefined) throw missingColumn(file, 'included', names);
  const further = plain.flatMap((name, i) => (FURTHER.test(name) && i !== score ? [i] : []));
  return { layout: 'table', round, isStep, scores: [score, ...further], included };
}

function matrixOf(
  file: string,
  names: readonly string[],
): Pick<Extract<RoundColumns, { layout: 'matrix' }>, 'layout' | 'scores' | 'included'> | null {
  const arrays = new Map<string, number[]>();
  names.forEach((name, i) => {
    const [, array, column] = OF_ARRAY.exec(name) ?? [];
    if (array === undefined) return;
    const columns = arrays.get(array) ?? [];
    columns[Number(column)] = i;
    arrays.set(array, columns);
  });
  const included = arrays.get('included');
  arrays.delete('included');
  if (included === undefined || arrays.size === 0) return null;
  for (const [name, columns] of arrays)
    if (columns.length !== included.length)
      throw new InvalidInput(
        `invalid array '${name}' in ${quotedPath(file)}; must have as many canaries as 'included' (${included.length}): ${columns.length}`,
      );
  return { layout: 'matrix', scores: [...arrays.values()], included };
}
