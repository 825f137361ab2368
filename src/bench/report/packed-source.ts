import type { BenchAnswer } from '../question.ts';
import type { BenchSource } from '../source.ts';
import { type PackedField, packField, unpackField } from './packed-field.ts';
import { reportField } from './report-field.ts';
import { scriptJson } from './script-json.ts';

/** JSON has no infinity; these numbers may be it. */
const UNBOUNDED = new Set(['epsilon', 'largestProvable', 'claimEpsilon', 'parameter']);
const INFINITE = 'infinite';

type PackedSource = Omit<BenchSource, 'field'> & { readonly field: PackedField };

/** What a figure shows as JSON that may stand within a script element, whatever ids it holds. */
export function packSource(source: BenchSource): string {
  const packed: PackedSource = {
    ...source,
    field: packField(reportField(source.field, source.fixed?.cuts ?? null)),
    answer: source.answer === null ? null : { ...source.answer, curve: roundedCurve(source.answer.curve) },
  };
  return scriptJson(packed, (key, value) => (value === Infinity && UNBOUNDED.has(key) ? INFINITE : value));
}

export function unpackSource(text: string): BenchSource {
  const packed: PackedSource = JSON.parse(text, (key, value) =>
    value === INFINITE && UNBOUNDED.has(key) ? Infinity : value,
  );
  return { ...packed, field: unpackField(packed.field) };
}

/** More digits for beta, whose distance from 1 is drawn on logarithmic axes. */
function roundedCurve(curve: BenchAnswer['curve']): BenchAnswer['curve'] {
  return (
    curve?.map(([alpha, beta]) => [Number(alpha.toPrecision(6)), Number(beta.toPrecision(10))] as const) ??
    null
  );
}
