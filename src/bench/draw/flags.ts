import { lineBetween, type PanelBox, textAt } from './svg.ts';
import { widthOfWords } from './text-lines.ts';

/** A line up through a panel with words at its end. */
export interface Flag {
  readonly at: number;
  readonly words: string;
  readonly line: string;
  readonly name: string;
}

/** Where the words of a flag stand: in the upper row or the lower one, before the line or behind it. */
interface Placed {
  readonly flag: Flag;
  readonly isUpper: boolean;
  readonly from: number;
  readonly to: number;
}

const [GAP, ROW, SIZE] = [5, 16, 12];
/** How far words may reach beyond the panel's ends. */
const BEYOND = 12;

/**
 * Up to two flags above a panel, their words in rows of their own so placed that lines run beside them. Where
 * there is no such place, the line begins below the words. The first has the upper row where that is as good.
 */
export function flags(box: PanelBox, all: readonly Flag[]): string {
  const placed = best(box, all);
  return placed
    .map(({ flag, isUpper, from, to }) => {
      const y = rowOf(box, isUpper);
      const passed = placed.filter(
        (other) => (isUpper || !other.isUpper) && flag.at > other.from - 2 && flag.at < other.to + 2,
      );
      const top = passed.reduce((low, other) => Math.max(low, rowOf(box, other.isUpper) + 5), y - 9);
      const words =
        to <= flag.at ? textAt(to, y, flag.words, flag.name, 'end') : textAt(from, y, flag.words, flag.name);
      return `${lineBetween(flag.at, top, flag.at, box.bottom, flag.line)}${words}`;
    })
    .join('');
}

function rowOf({ top }: PanelBox, isUpper: boolean): number {
  return top - 10 - (isUpper ? ROW : 0);
}

function best(box: PanelBox, all: readonly Flag[]): Placed[] {
  let [found, least] = [[] as Placed[], Infinity];
  for (const ways of waysOf(box, all)) {
    const cost = costOf(ways);
    if (cost < least) [found, least] = [ways, cost];
  }
  return found;
}

/** All ways to place them. */
function waysOf(box: PanelBox, all: readonly Flag[]): Placed[][] {
  const sides = (flag: Flag, isUpper: boolean): Placed[] => {
    const width = widthOfWords(flag.words, SIZE, true);
    const [least, most] = [box.left - BEYOND, box.right + BEYOND - width];
    const at = (from: number): Placed => {
      const within = Math.max(least, Math.min(most, from));
      return { flag, isUpper, from: within, to: within + width };
    };
    const [before, behind] = [at(flag.at - GAP - width), at(flag.at + GAP)];
    return flag.at > (box.left + box.right) / 2 ? [before, behind] : [behind, before];
  };
  if (all.length < 2) return all.flatMap((flag) => sides(flag, false).map((one) => [one]));
  const [first, second] = all;
  return [true, false].flatMap((isUpper) =>
    sides(first, isUpper).flatMap((one) => sides(second, !isUpper).map((other) => [one, other])),
  );
}

/** How many lines would run through words. */
function costOf(ways: readonly Placed[]): number {
  return ways.reduce(
    (cost, { from, to, isUpper }) =>
      cost +
      ways.filter(
        (other) => (other.isUpper || !isUpper) && other.flag.at > from - 2 && other.flag.at < to + 2,
      ).length,
    0,
  );
}
