import { quoted } from '../../quote.ts';
import type { BenchSource } from '../source.ts';
import { reportField } from './report-field.ts';
import { scriptJson } from './script-json.ts';

/** JSON has no infinity; these numbers may be it. */
const UNBOUNDED = new Set(['epsilon', 'largestProvable', 'claimEpsilon', 'parameter']);
const INFINITE = 'infinite';

/** What a figure shows as JSON that may stand within a script element, whatever ids it holds. */
export function packSource(source: BenchSource): string {
  const field = reportField(source.field, source.fixed?.cuts ?? null);
  const name = field.dots.name.map((id) => shortened(quoted(id)));
  const packed: BenchSource = { ...source, field: { ...field, dots: { ...field.dots, name } } };
  return scriptJson(packed, (key, value) => (value === Infinity && UNBOUNDED.has(key) ? INFINITE : value));
}

export function unpackSource(text: string): BenchSource {
  return JSON.parse(text, (key, value) => (value === INFINITE && UNBOUNDED.has(key) ? Infinity : value));
}

/** A long id without its middle: ids of files often differ at their ends alone. */
function shortened(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 14)}…${id.slice(-9)}`;
}
