import { InvalidInput } from '../../errors.ts';
import { whyNotJson } from '../../json-shape.ts';
import { quoted } from '../../quote.ts';
import type { DataFormat } from './survey-data.ts';

/** Makes the line of a data set that holds a text: the text itself, or a record with it in a field. */
export function lineMaker(
  format: DataFormat,
  field: string | undefined,
  record: string | undefined,
): (text: string) => string {
  if (format === 'text') {
    for (const [flag, value] of Object.entries({ field, record }))
      if (value !== undefined) throw new InvalidInput(`--${flag} goes with JSON Lines, not with text`);
    return (text) => text;
  }
  const model = record === undefined ? {} : parsedRecord(record);
  // Where the record has the field, the text takes its place there.
  return (text) => JSON.stringify({ ...model, [field ?? 'text']: text });
}

function parsedRecord(record: string): Record<string, unknown> {
  const refused = (why: string) => new InvalidInput(`invalid record; ${why}: ${quoted(record)}`);
  const problem = whyNotJson(record);
  if (problem !== null) throw refused(problem);
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch {
    throw refused('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused('must be a JSON object');
  if (holdsLargeNumber(value))
    throw refused('a number in it is too large to stay as it is: write it as a text');
  return value as Record<string, unknown>;
}

/** Whether some number, at any depth, is one that neighbours are taken for: from 2^53 on. */
function holdsLargeNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLargeNumber);
}
