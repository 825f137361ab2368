import { InvalidInput } from '../errors.ts';
import type { ReferenceSignals } from './canary-signals.ts';

/**
 * Of each canary, over the references where it was in and over those where it was out: how many, and their
 * mean.
 */
export interface SideMeans {
  readonly insides: Uint32Array;
  readonly outsides: Uint32Array;
  readonly meanIn: Float64Array;
  readonly meanOut: Float64Array;
}

/** Whether a canary was in a reference. */
export function wasIn({ included }: ReferenceSignals, canary: number): boolean {
  return included !== undefined && Number(included[canary]) === 1;
}

/** How many references each canary was in, and out of. */
export function countSides(
  references: readonly ReferenceSignals[],
  m: number,
): Pick<SideMeans, 'insides' | 'outsides'> {
  const insides = new Uint32Array(m);
  for (const reference of references) for (let i = 0; i < m; i++) if (wasIn(reference, i)) insides[i]++;
  return { insides, outsides: insides.map((count) => references.length - count) };
}

/**
 * Gives every canary a mean on both sides. Where a canary was in no reference, or in all of them, the missing
 * mean is the other one, moved by the difference of the sides: its average over canaries that have both, or
 * the difference of the averages where none has. Online scores need both sides, offline ones that somebody
 * was out.
 */
export function fillMissingSides(
  { insides, outsides, meanIn, meanOut }: SideMeans,
  mode: 'online' | 'offline',
): void {
  const [anyIn, anyOut] = [insides.some((n) => n > 0), outsides.some((n) => n > 0)];
  if (!anyOut) throw new InvalidInput('invalid references; every canary was in every one of them');
  if (!anyIn && mode === 'online')
    throw new InvalidInput(
      'invalid references; an online score needs some where canaries were in: say who was in each, or score offline',
      ['mode'],
    );
  if (!anyIn) return;
  const shift = sideDifference({ insides, outsides, meanIn, meanOut });
  for (let i = 0; i < insides.length; i++) {
    if (outsides[i] === 0) meanOut[i] = meanIn[i] - shift;
    else if (insides[i] === 0) meanIn[i] = meanOut[i] + shift;
  }
}

/** How much higher canaries are in references where they were in. */
function sideDifference({ insides, outsides, meanIn, meanOut }: SideMeans): number {
  let [both, difference] = [0, 0];
  let [ins, sumIn, outs, sumOut] = [0, 0, 0, 0];
  for (let i = 0; i < insides.length; i++) {
    if (insides[i] > 0) {
      ins++;
      sumIn += meanIn[i];
    }
    if (outsides[i] > 0) {
      outs++;
      sumOut += meanOut[i];
    }
    if (insides[i] > 0 && outsides[i] > 0) {
      both++;
      difference += meanIn[i] - meanOut[i];
    }
  }
  return both > 0 ? difference / both : sumIn / ins - sumOut / outs;
}

/** The plain means of a finite number per canary and reference. */
export function sideMeans(
  references: readonly ReferenceSignals[],
  m: number,
  finite: (signal: number) => number,
): SideMeans {
  const counts = countSides(references, m);
  const [meanIn, meanOut] = [new Float64Array(m), new Float64Array(m)];
  for (const reference of references)
    for (let i = 0; i < m; i++) {
      const value = finite(reference.signals[i]);
      if (wasIn(reference, i)) meanIn[i] += value / counts.insides[i];
      else meanOut[i] += value / counts.outsides[i];
    }
  return { ...counts, meanIn, meanOut };
}
