import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { missingColumn } from '../refuse.ts';

/** The usual names of columns with what the file's own model says, of classes, references and members. */
const STEMS = {
  loss: ['loss', 'losses', 'nll'],
  probability: ['probability', 'probabilities', 'prob'],
  logit: ['logit'],
  logits: ['logits'],
  reference: ['reference', 'references', 'ref'],
  member: ['in', 'member', 'membership', 'memberships', 'included'],
  label: ['label', 'labels'],
} as const;

/** What a file can say of its own model. */
const OWN = ['loss', 'probability', 'logit', 'logits'] as const;

type OwnName = (typeof OWN)[number];

/** Where the signals of a file's own model stand. */
export interface OwnColumns {
  readonly name: OwnName;
  /** One column per record; one per candidate of a bucket; one per class, beside the column of labels. */
  readonly layout: 'record' | 'candidates' | 'classes';
  readonly positions: readonly number[];
  readonly label: number | null;
}

/** The own signals of a file, or null where it has none. `wanted` chooses among several. */
export function findOwn(
  file: string,
  names: readonly string[],
  wanted: string | undefined,
): OwnColumns | null {
  const label = single(file, names, STEMS.label);
  const found = OWN.flatMap((name): OwnColumns[] => {
    const alone = single(file, names, STEMS[name]);
    if (alone !== null) return [{ name, layout: 'record', positions: [alone], label: null }];
    const positions = numbered(file, names, STEMS[name]);
    if (positions.length === 0) return [];
    if (label !== null && name !== 'loss') return [{ name, layout: 'classes', positions, label }];
    return [{ name, layout: 'candidates', positions, label: null }];
  });
  const chosen = wanted === undefined ? found : found.filter(({ name }) => name === wanted);
  if (wanted !== undefined && chosen.length === 0 && found.length > 0)
    throw missingColumn(file, wanted, names);
  if (chosen.length > 1)
    throw new InvalidInput(
      `ambiguous signals in ${quotedPath(file)}; name the one to score: ${chosen.map(({ name }) => name).join(', ')}`,
      ['signal'],
    );
  const [own = null] = chosen;
  if (own?.name === 'logits' && own.layout === 'candidates') throw missingColumn(file, 'label', names);
  if (own?.name === 'logits' && own.layout === 'record')
    throw new InvalidInput(
      `invalid logits in ${quotedPath(file)}; must be one column per class, or one called logit with ln(p / (1 - p))`,
    );
  return own;
}

/** Columns of reference models: reference_0, reference_1, ..., or one alone. */
export function findReferences(file: string, names: readonly string[]): readonly number[] {
  const alone = single(file, names, STEMS.reference);
  return alone === null ? numbered(file, names, STEMS.reference) : [alone];
}

/** Columns that say who was in each reference: in_0, in_1, ... */
export function findMembers(file: string, names: readonly string[]): readonly number[] {
  return numbered(file, names, STEMS.member);
}

/** A name as names are compared. */
export function plain(name: string): string {
  return name.trim().toLowerCase();
}

function single(file: string, names: readonly string[], stems: readonly string[]): number | null {
  const found = names.flatMap((name, position) => (stems.includes(plain(name)) ? [position] : []));
  if (found.length > 1)
    throw new InvalidInput(
      `doubled column in ${quotedPath(file)}; must stand once: ${quoted(found.map((at) => names[at]).join(', '))}`,
    );
  return found[0] ?? null;
}

/** Positions of stem_0, stem_1, ... in the order of their numbers, which count from 0 or from 1. */
function numbered(file: string, names: readonly string[], stems: readonly string[]): readonly number[] {
  const positions = new Map<number, number>();
  for (const [position, name] of names.entries()) {
    const [, stem, digits] = /^(.*?)_?(\d{1,7})$/.exec(plain(name)) ?? [];
    if (stem === undefined || !stems.includes(stem)) continue;
    if (positions.has(Number(digits)))
      throw new InvalidInput(`doubled column in ${quotedPath(file)}; must stand once: ${quoted(name)}`);
    positions.set(Number(digits), position);
  }
  const first = positions.has(0) ? 0 : 1;
  return Array.from({ length: positions.size }, (_, i) => {
    const position = positions.get(first + i);
    if (position === undefined) throw missingColumn(file, `${stems[0]}_${first + i}`, names);
    return position;
  });
}
