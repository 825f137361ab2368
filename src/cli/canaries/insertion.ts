import { InvalidInput } from '../../errors.ts';
import { drawPlaces, textFinder } from '../../games/index.ts';
import type { Random } from '../../numerics/index.ts';
import { quotedPath } from '../../quote.ts';
import type { Outputs } from '../output/index.ts';
import { type DataFile, defaultDataOut, formatOf, packedFor } from './data-file.ts';
import { type InsertedLine, withInsertions } from './insert-lines.ts';
import { lineMaker } from './record-line.ts';
import { type DataFormat, surveyData } from './survey-data.ts';
import type { InsertedData } from './text-words.ts';

/** What may be typed about the data set that texts go into. */
export interface InsertOptions {
  insertInto?: string;
  dataOut?: string;
  field?: string;
  record?: string;
  format?: string;
}

/** What a data set is and where it goes with the canaries in it. */
export interface Insertion {
  readonly from: string;
  readonly to: string;
  readonly format: DataFormat;
  readonly field: string;
  readonly line: (text: string) => string;
}

/** Where the texts go, as it was typed; null for no data set. */
export function insertionOf(
  { insertInto: from, dataOut, field, record, format: stated }: InsertOptions,
  assignment: string,
): Insertion | null {
  if (from === undefined) {
    for (const [flag, value] of Object.entries({ 'data-out': dataOut, field, record, format: stated }))
      if (value !== undefined) throw new InvalidInput(`--${flag} goes with --insert-into`);
    return null;
  }
  const format = formatOf(from, stated);
  if (dataOut === undefined && (from === '-' || from.startsWith('/dev/')))
    throw new InvalidInput('--insert-into from standard input or a pipe needs --data-out');
  return {
    from,
    to: dataOut ?? defaultDataOut(from, assignment),
    format,
    field: field ?? 'text',
    line: lineMaker(format, field, record),
  };
}

/** Goes through the data set twice: to count and check its lines, then to write it with the canaries. */
export async function insertTexts(
  data: DataFile,
  { from, to, format, field, line }: Insertion,
  texts: readonly string[],
  chosen: (canary: number) => string | null,
  m: number,
  random: Random,
  outputs: Outputs,
): Promise<InsertedData> {
  const { name } = data;
  const survey = await surveyData(data.stream(`reading ${name}`), { name, format, field }, textFinder(texts));
  const { linesBefore, order } = drawPlaces(m, survey.lines, random);
  const insertions: InsertedLine[] = [];
  for (const canary of order) {
    const text = chosen(canary);
    if (text !== null) insertions.push({ linesBefore: linesBefore[canary], line: line(text) });
  }
  async function* written(): AsyncGenerator<Uint8Array> {
    yield* withInsertions(data.stream(`writing ${quotedPath(to)}`), insertions, survey.lineEnd);
    await data.refuseIfChanged();
  }
  outputs.put(to, packedFor(to, written()), { secret: true });
  await outputs.place();
  const { lines, otherFields } = survey;
  return { from, to, format, field, lines, inserted: insertions.length, otherFields };
}
