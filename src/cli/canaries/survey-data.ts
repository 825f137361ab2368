import { isUtf8 } from 'node:buffer';
import { InvalidInput } from '../../errors.ts';
import type { TextFinder } from '../../games/index.ts';
import { quoted } from '../../quote.ts';
import { BYTE_ORDER_MARK, NEW_LINE, startsWithMark } from './line-bytes.ts';

/** What the lines of a data set are: JSON objects with the text in a field, or the texts themselves. */
export type DataFormat = 'jsonl' | 'text';

/** What going through a data set once has shown. */
export interface DataSurvey {
  readonly lines: number;
  /** What ends a line. */
  readonly lineEnd: '\n' | '\r\n';
  /** Fields of the first record beside the one with the text. */
  readonly otherFields: readonly string[];
}

/** How a data set is read, and under which name it stands in messages. */
export interface DataReading {
  readonly name: string;
  readonly format: DataFormat;
  readonly field: string;
}

const LONGEST_LINE = 2 ** 26;
const CARRIAGE_RETURN = 13;
const LONE_RETURN = /\r./su;

/** Goes through a data set: every line must be one that canaries can stand beside, and hold none of them. */
export async function surveyData(
  stream: AsyncIterable<Uint8Array>,
  reading: DataReading,
  find: TextFinder,
): Promise<DataSurvey> {
  const { name, format, field } = reading;
  let lines = 0;
  let records = 0;
  let lineEnd: DataSurvey['lineEnd'] = '\n';
  let otherFields: string[] = [];
  for await (const { line, ended } of linesOf(stream, name)) {
    lines++;
    const at = `line ${lines} of ${name}`;
    if (lines === 1 && ended && line.at(-1) === CARRIAGE_RETURN) lineEnd = '\r\n';
    if (!isUtf8(line) || line.includes(0))
      throw new InvalidInput(`invalid ${at}; must be text in UTF-8, without zero bytes`);
    const decoded = line.toString('utf8', lines === 1 && startsWithMark(line) ? BYTE_ORDER_MARK.length : 0);
    let found: string | null;
    if (format === 'text') {
      if (lines === 1 && !ended && LONE_RETURN.test(decoded))
        throw new InvalidInput(
          `invalid data set ${name}; its lines must end in line feeds, not in carriage returns alone`,
        );
      found = find(decoded);
    } else {
      // An empty line is no record; readers of JSON Lines pass it over.
      if (decoded.trim() === '') continue;
      const record = recordIn(decoded, at);
      checkText(record, field, at);
      if (records === 0) otherFields = Object.keys(record).filter((key) => key !== field);
      found = findAnywhere(record, find);
    }
    records++;
    if (found !== null)
      throw new InvalidInput(
        `invalid ${at}; it holds a canary's text, which would be in whatever its coin says: ${quoted(found)}`,
      );
  }
  if (records === 0) throw new InvalidInput(`invalid data set ${name}; it has no records`);
  return { lines, lineEnd, otherFields };
}

function recordIn(line: string, at: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new InvalidInput(`invalid ${at}; not JSON: ${quoted((error as Error).message)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidInput(`invalid ${at}; must be a JSON object: ${quoted(line, 60)}`);
  return value as Record<string, unknown>;
}

function checkText(record: Record<string, unknown>, field: string, at: string): void {
  if (!Object.hasOwn(record, field)) {
    const fields = Object.keys(record).map((key) => quoted(key, 40));
    throw new InvalidInput(
      `invalid ${at}; it has no field ${quoted(field)} (it has: ${fields.slice(0, 10).join(', ') || 'none'})`,
      ['field'],
    );
  }
  if (typeof record[field] !== 'string')
    throw new InvalidInput(`invalid ${at}; the field ${quoted(field)} must be a text`, ['field']);
}

/** Looks into every text of a record, however deep: which of its fields are trained on is not known here. */
function findAnywhere(record: object, find: TextFinder): string | null {
  const waiting: unknown[] = [record];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      const found = find(value);
      if (found !== null) return found;
    } else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) waiting.push(key, part);
  }
  return null;
}

/** Lines without the line feed that ends them; the last may have none. */
async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<{ line: Buffer; ended: boolean }> {
  let rest: Buffer[] = [];
  let waiting = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
      const own = bytes.subarray(from, end);
      yield { line: rest.length === 0 ? own : Buffer.concat([...rest, own]), ended: true };
      if (rest.length > 0) rest = [];
      waiting = 0;
      from = end + 1;
    }
    if (from < bytes.length) {
      rest.push(bytes.subarray(from));
      waiting += bytes.length - from;
      if (waiting > LONGEST_LINE)
        throw new InvalidInput(`invalid data set ${name}; a line must have at most ${LONGEST_LINE} bytes`);
    }
  }
  if (rest.length > 0) yield { line: Buffer.concat(rest), ended: false };
}
