import type { CanaryField, FieldSize } from '../../audit/index.ts';
import type { Cuts } from '../cuts.ts';

/** A report is a file of its own: it draws fewer canaries one by one than the app. */
const REPORT_FIELD: FieldSize = { all: 2000, end: 500 };

/** So many places between the ends where the ranking can be cut. */
const BETWEEN = 400;
const BINS = 160;

/** A field small enough for a report: of many canaries both ends, the rest counted; cut at `fixed` too. */
export function reportField(field: CanaryField, fixed: Cuts | null): CanaryField {
  const { m, dots } = field;
  if (m <= REPORT_FIELD.all) return field;
  const { end } = REPORT_FIELD;
  const isDrawn = (_: unknown, i: number) => dots.rank[i] < end || dots.rank[i] >= m - end;
  const step = (m - 2 * end) / BETWEEN;
  let last = 0;
  return {
    ...field,
    dots: {
      rank: dots.rank.filter(isDrawn),
      score: dots.score.filter(isDrawn),
      bit: dots.bit.filter(isDrawn),
      name: dots.name.filter(isDrawn),
    },
    density: field.density ?? densityOfDots(field),
    cuts: field.cuts.filter(([above]) => {
      const isFixed = above === fixed?.top || m - above === fixed?.bottom;
      const isKept = above <= end || m - above <= end || above - last >= step || isFixed;
      if (isKept) last = above;
      return isKept;
    }),
  };
}

/** How many canaries have a score between evenly spaced edges, where all of them are drawn. */
function densityOfDots({ dots }: CanaryField): NonNullable<CanaryField['density']> {
  const ends = [dots.score[0], dots.score[dots.score.length - 1]];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  // In halves: the difference of two scores may be larger than the largest number.
  const width = (high / 2 - low / 2) / BINS || 0.5;
  const counts = [0, 1].map(() => new Array<number>(BINS).fill(0));
  for (const [i, score] of dots.score.entries())
    counts[dots.bit[i]][Math.min(BINS - 1, Math.floor((score / 2 - low / 2) / width))]++;
  const edges = Array.from({ length: BINS + 1 }, (_, i) => 2 * (low / 2 + i * width));
  return { edges, inside: counts[1], outside: counts[0] };
}
