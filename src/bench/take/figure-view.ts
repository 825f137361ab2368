import { type Cuts, countsAt, sameCuts } from '../cuts.ts';
import { type BenchSource, fixedAt } from '../source.ts';
import type { BenchState } from '../state.ts';

/** What a reader changed in a figure: where the cuts stand, and whether the corner is shown. */
export interface FigureView {
  /** Null where they were not moved. */
  readonly cuts: Cuts | null;
  readonly isLog: boolean;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly isLate: boolean;
}

const LATE_MARK = 'late';

/** The view of a figure for an address: `40-55`, `40-55-log`, `log`, with `late` at the end, or nothing. */
export function viewText(state: BenchState): string {
  const { top, bottom } = state.cuts;
  const { fixed, isLate } = state.source;
  const isAsFixed = fixed !== null && sameCuts(fixed.cuts, state.cuts);
  return [
    ...(isAsFixed ? [] : [`${top}-${bottom}`]),
    ...(state.isLog ? ['log'] : []),
    ...(isLate === true ? [LATE_MARK] : []),
  ].join('-');
}

/** The view that such characters stand for; what they do not say, or say wrongly, is as usual. */
export function viewOf(text: string): FigureView {
  const found = /^(?:(\d{1,9})-(\d{1,9})(?:-|$))?(log(?:-|$))?(late)?$/.exec(text);
  if (found === null || text.endsWith('-')) return { cuts: null, isLog: false, isLate: false };
  const [, top, bottom, log, late] = found;
  return {
    cuts: top === undefined ? null : { top: Number(top), bottom: Number(bottom) },
    isLog: log !== undefined,
    isLate: late !== undefined,
  };
}

/** The cuts of a view where these canaries can be cut so; null where they cannot. */
export function cutsInView(source: BenchSource, { cuts }: Pick<FigureView, 'cuts'>): Cuts | null {
  if (cuts === null || cuts.top + cuts.bottom > source.field.m) return null;
  if (source.field.game !== 'membership' && cuts.bottom > 0) return null;
  return countsAt(source.field, cuts, fixedAt(source, cuts)) === null ? null : cuts;
}
