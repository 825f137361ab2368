import { AXIS, formatCount } from '../../report/index.ts';
import { type Flag, flags } from './flags.ts';
import {
  axisBelow,
  linearScale,
  lineBetween,
  type PanelBox,
  panelBox,
  px,
  type Scale,
  textAt,
} from './svg.ts';

/** The right guesses against the number from which the claim is refuted, and the games that were played. */
export interface TallyData {
  readonly guesses: number;
  readonly correct: number | null;
  /** The fewest right guesses that refute; null where not even all do, or where it is not known. */
  readonly critical: number | null;
  /** Of the options that a guess chooses from. */
  readonly k: number;
  /** Right guesses of games that were played with as many guesses. */
  readonly played: ArrayLike<number> | null;
  /** The same of games of the best attack on the claim, shown until games are played. */
  readonly honest?: readonly number[] | null;
  /** The share of right guesses at the cuts that are looked at; null where none are. */
  readonly looked: number | null;
}

/** How wide the name of the best attack is, in pixels. */
const HONEST_NAME = 80;
const [SMALLEST_DOT, LARGEST_DOT, HONEST_DOT] = [3, 6, 4.5];

export function tallyBox(width: number, height: number): PanelBox {
  return panelBox(width, height, { left: 14, right: 20, top: 44, bottom: 42 });
}

/** Shares from somewhat below blind guessing, and below every game, to all. */
export function tallyScale(
  { guesses, correct, k, played }: Pick<TallyData, 'guesses' | 'correct' | 'k' | 'played'>,
  box: PanelBox,
): Scale {
  let fewest = correct ?? guesses;
  for (let i = 0; i < (played?.length ?? 0); i++) fewest = Math.min(fewest, played?.[i] ?? fewest);
  const least = Math.max(0, Math.min(1 / k - 0.12, guesses === 0 ? 1 : fewest / guesses - 0.05));
  return linearScale([least, 1], [box.left, box.right], Math.min(6, (box.right - box.left) / 52));
}

export function tallyPanel(data: TallyData, width: number, height: number): string {
  const { guesses, critical, k, looked } = data;
  // No guesses have no share that are right.
  const { correct, played } = guesses === 0 ? { correct: null, played: null } : data;
  const honest = played === null && guesses > 0 ? (data.honest ?? null) : null;
  const box = tallyBox(width, height);
  const x = tallyScale({ ...data, played: played ?? honest }, box);
  const at = (count: number) => x(count / guesses);
  const refuting =
    critical === null
      ? ''
      : `<rect class="b-refuting" x="${px(at(critical))}" y="${px(box.top)}" width="${px(Math.max(2, box.right - at(critical)))}" height="${px(box.bottom - box.top)}"/>`;
  const marks = [
    ...(correct === null
      ? []
      : [mark(at(correct), `${formatCount(correct)} of ${formatCount(guesses)} right`, 'seen')]),
    ...(critical === null ? [] : [mark(at(critical), `refutes from ${formatCount(critical)}`, 'critical')]),
  ];
  const lines = marks.map((flag) => flag.at);
  const blind = x(1 / k);
  return [
    refuting,
    lineBetween(blind, box.top, blind, box.bottom, 'b-blind'),
    played === null ? '' : pile(played, box, at, critical),
    honest === null ? '' : honestPile(honest, box, at, lines),
    blindName(box, blind, lines),
    axisBelow(box, x, AXIS.right, (share) => `${Math.round(100 * share)}%`),
    looked === null ? '' : lineBetween(x(looked), box.top, x(looked), box.bottom, 'b-cross'),
    flags(box, marks),
    correct === null ? '' : `<circle cx="${px(at(correct))}" cy="${px(box.bottom)}" r="6.5" class="b-seen"/>`,
  ].join('');
}

/** The word beside the line of blind guessing, on a side where no other line runs. */
function blindName({ top, left }: PanelBox, at: number, lines: readonly number[]): string {
  const isFree = (from: number, to: number) => from > left - 10 && lines.every((x) => x < from || x > to);
  if (isFree(at - 40, at - 2)) return textAt(at - 4, top + 10, 'blind', 'b-tick', 'end');
  return isFree(at + 2, at + 40) ? textAt(at + 4, top + 10, 'blind', 'b-tick') : '';
}

function mark(at: number, words: string, kind: 'seen' | 'critical'): Flag {
  return { at, words, line: kind === 'seen' ? 'b-seen-line' : 'b-critical', name: `b-${kind}-name` };
}

/** How right guesses of the best attack would pile up, with its name where no line runs. */
function honestPile(
  honest: readonly number[],
  box: PanelBox,
  at: (count: number) => number,
  lines: readonly number[],
): string {
  const [from, to] = [at(Math.min(...honest)) - 8, at(Math.max(...honest)) + 8];
  const crossed = lines.filter((line) => line > from - HONEST_NAME && line < from).map((line) => line - 8);
  const end = Math.min(from, ...crossed);
  const [beside, anchor] = end - box.left > HONEST_NAME ? [end, 'end'] : [to, 'start'];
  const words = ['best attack', 'on the claim'].map((line, i) =>
    textAt(beside, box.bottom - 24 + 15 * i, line, 'b-claim-name', anchor),
  );
  return `<g class="b-honest">${pile(honest, box, at, null, HONEST_DOT)}</g>${words.join('')}`;
}

/** Every game a dot above its count, those that refute in another colour and shape. */
function pile(
  played: ArrayLike<number>,
  box: PanelBox,
  at: (count: number) => number,
  critical: number | null,
  smallest = SMALLEST_DOT,
): string {
  const counts = new Map<number, number>();
  for (let i = 0; i < played.length; i++) counts.set(played[i], (counts.get(played[i]) ?? 0) + 1);
  // Counts closer together than a dot share a column.
  const columns = new Map<number, [number, number]>();
  const apart = Math.abs(at(1) - at(0)) || 1;
  const wide = Math.max(smallest, Math.min(LARGEST_DOT, apart));
  for (const [count, n] of counts) {
    const column = Math.round(at(count) / wide);
    const before = columns.get(column) ?? [0, 0];
    const isRefuting = critical !== null && count >= critical ? 1 : 0;
    before[isRefuting] += n;
    columns.set(column, before);
  }
  const highest = Math.max(1, ...[...columns.values()].map(([a, b]) => a + b));
  const step = Math.min(wide, (box.bottom - box.top - 8) / highest);
  const paths: [string[], string[]] = [[], []];
  const r = Math.max(1.2, 0.4 * wide);
  for (const [column, ns] of columns) {
    let below = 0;
    for (const kind of [0, 1] as const)
      for (let i = 0; i < ns[kind]; i++) {
        const [cx, cy] = [column * wide, box.bottom - 3 - (below++ + 0.5) * step];
        paths[kind].push(
          kind === 0
            ? `M${px(cx)} ${px(cy)}h0`
            : `M${px(cx - r)} ${px(cy - r)}l${px(2 * r)} ${px(2 * r)}m0 ${px(-2 * r)}l${px(-2 * r)} ${px(2 * r)}`,
        );
      }
  }
  return `<path d="${paths[0].join('')}" class="b-game" stroke-width="${px(0.8 * wide)}"/><path d="${paths[1].join('')}" class="b-alarm"/>`;
}
