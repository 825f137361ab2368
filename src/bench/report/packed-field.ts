import type { CanaryField } from '../../audit/index.ts';
import { quoted } from '../../quote.ts';
import { scriptJson } from './script-json.ts';

/** A field in few characters: what follows from the drawn canaries is left out. */
export interface PackedField extends Pick<CanaryField, 'run' | 'game' | 'm' | 'inside' | 'lowerIsIn'> {
  /** How many of the drawn canaries are at the top of the ranking; the rest are at its bottom. */
  readonly top: number;
  readonly score: readonly number[];
  /** A digit for each drawn canary. */
  readonly bit: string;
  /** What all ids begin with. */
  readonly prefix: string;
  /** The rest of the id, or the number of the row. */
  readonly name: readonly (string | number)[];
  /** Places between drawn neighbours where the ranking cannot be cut, since they have equal scores. */
  readonly equal: readonly number[];
  /** The cuts that are not between drawn neighbours. */
  readonly cuts: CanaryField['cuts'];
  /** Edges are evenly spaced: the first and the last. */
  readonly density: {
    readonly ends: readonly [number, number];
    readonly inside: readonly number[];
    readonly outside: readonly number[];
  } | null;
}

/** Ids are shown so far, and of each so many bytes of the report behind what all begin with. */
const [LONGEST_NAME, LONGEST_REST] = [240, 24];
const ROW = /^row ([1-9]\d{0,8})$/;

export function packField(field: CanaryField): PackedField {
  const { run, game, m, inside, lowerIsIn, dots, density } = field;
  const rounded = scoreRounding(field);
  const gap = dots.rank.findIndex((rank, i) => rank !== i);
  const top = gap < 0 ? dots.rank.length : gap;
  const between = drawnPlaces(top, dots.rank.length, m);
  const names = dots.name.map((name) => quoted(name, LONGEST_NAME));
  const prefix = commonStart(names.filter((name) => !ROW.test(name)));
  const kept = new Set(field.cuts.map(([above]) => above));
  return {
    run,
    game,
    m,
    inside,
    lowerIsIn,
    top,
    score: dots.score.map(rounded),
    bit: dots.bit.join(''),
    prefix,
    name: names.map((name) => {
      const row = ROW.exec(name);
      return row === null ? shortened(name.slice(prefix.length)) : Number(row[1]);
    }),
    equal: [...between].filter((above) => !kept.has(above)),
    cuts: field.cuts
      .filter(([above]) => !between.has(above))
      .map(([above, members, score]) => [above, members, rounded(score)] as const),
    density:
      density === null
        ? null
        : {
            ends: [rounded(density.edges[0]), rounded(density.edges[density.edges.length - 1])],
            inside: density.inside,
            outside: density.outside,
          },
  };
}

/** The field again: every count as it was, scores rounded. */
export function unpackField(packed: PackedField): CanaryField {
  const { run, game, m, inside, lowerIsIn, top, score, density } = packed;
  const drawn = score.length;
  const rank = score.map((_, i) => (i < top ? i : m - drawn + i));
  const bit = Array.from(packed.bit, Number);
  const equal = new Set(packed.equal);
  // Members above a place: counted from the top, or from all of them for places near the bottom.
  let above = 0;
  const fromTop = bit.map((one, i) => {
    above += i < top ? one : 0;
    return above;
  });
  let below = 0;
  const fromBottom = new Map<number, number>();
  for (let i = drawn - 1; i >= top; i--) {
    below += bit[i];
    fromBottom.set(rank[i], inside - below);
  }
  const cuts = [...drawnPlaces(top, drawn, m)]
    .filter((place) => !equal.has(place))
    .map((place): CanaryField['cuts'][number] => {
      const i = place <= top ? place : place - (m - drawn);
      if (place === 0) return [0, 0, score[0]];
      if (place === m) return [m, inside, score[drawn - 1]];
      const members = place < top || top === drawn ? fromTop[i - 1] : (fromBottom.get(place) ?? 0);
      return [place, members, score[i - 1] / 2 + score[i] / 2];
    });
  return {
    run,
    game,
    m,
    inside,
    lowerIsIn,
    dots: {
      rank,
      score,
      bit,
      name: packed.name.map((name) => (typeof name === 'number' ? `row ${name}` : packed.prefix + name)),
    },
    density: density === null ? null : { ...density, edges: evenly(density.ends, density.inside.length) },
    cuts: [...cuts, ...packed.cuts].sort(([a], [b]) => a - b),
  };
}

/** A long text without its middle: ids of files often differ at their ends alone. */
function shortened(text: string): string {
  if (reportBytes(text) <= LONGEST_REST) return text;
  const half = (LONGEST_REST - reportBytes('…')) / 2;
  const characters = [...text];
  return `${startWithin(characters, half).join('')}…${startWithin(characters.reverse(), half).reverse().join('')}`;
}

/** As many characters as fit into so many bytes. */
function startWithin(characters: readonly string[], bytes: number): string[] {
  let left = bytes;
  const end = characters.findIndex((character) => {
    left -= reportBytes(character);
    return left < 0;
  });
  return characters.slice(0, end < 0 ? characters.length : end);
}

/** How many bytes a text takes in the report. */
function reportBytes(text: string): number {
  return new TextEncoder().encode(scriptJson(text)).length - 2;
}

function commonStart(names: readonly string[]): string {
  let [start = ''] = names;
  for (const name of names) while (!name.startsWith(start)) start = start.slice(0, -1);
  return start;
}

/** The ends of the ranking and every place with a drawn canary right above and right below it. */
function drawnPlaces(top: number, drawn: number, m: number): Set<number> {
  const places = new Set<number>([0]);
  for (let above = 1; above < top; above++) places.add(above);
  for (let above = m - (drawn - top) + 1; above < m; above++) places.add(above);
  return places.add(m);
}

function evenly([low, high]: readonly [number, number], bins: number): number[] {
  return Array.from({ length: bins + 1 }, (_, i) => low * ((bins - i) / bins) + high * (i / bins));
}

/**
 * Rounds a score to six digits, or to more where a millionth of the range of all scores needs them: scores
 * that are large and close together stay apart.
 */
function scoreRounding({ cuts }: CanaryField): (score: number) => number {
  const range = Math.abs(cuts[cuts.length - 1][2] - cuts[0][2]);
  return (score) => {
    for (let digits = 6; digits < 17; digits++) {
      const short = Number(score.toPrecision(digits));
      if (Math.abs(short - score) <= range * 1e-6) return short;
    }
    return score;
  };
}
