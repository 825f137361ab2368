import { InvalidInput } from '../../errors.ts';
import { PATH_LENGTH, quoted, quotedPath } from '../../quote.ts';
import { missingColumn } from '../refuse.ts';

export type ColumnRole = 'id' | 'score' | 'included' | 'truth' | 'guess' | 'confidence' | 'run';

/** The names of the columns, where they are not the usual ones. */
export type ColumnNames = { readonly [role in Exclude<ColumnRole, 'run'>]?: string } & {
  /** The column that tells the runs of one file apart; null: none does, whatever the columns are called. */
  readonly run?: string | null;
};

/** The usual names of each role's column. */
const USUAL: Record<ColumnRole, readonly string[]> = {
  id: ['id', 'canary', 'canary_id', 'index'],
  score: ['score', 'scores', 'membership_score'],
  included: ['included', 'is_member', 'member', 'membership', 'memberships', 'in'],
  truth: ['truth'],
  guess: ['guess', 'answer'],
  confidence: ['confidence'],
  run: ['run'],
};

const ROLES = Object.keys(USUAL) as ColumnRole[];

const ALL_USUAL = new Set(Object.values(USUAL).flat());

/** Whether a column of this name would be given a role without being named by the user. */
export function playsRole(name: string): boolean {
  return ALL_USUAL.has(plainName(name)) || (name.includes('_') && findCandidates('', [name], {}).size > 0);
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}

/** The position of each role's column. */
export type ColumnPositions = { readonly [role in ColumnRole]?: number } & {
  /** The position of a second column that has one of the role's usual names. */
  readonly further: { readonly [role in ColumnRole]?: number };
};

/**
 * Finds each role's column by name, in any case. A column that the user named for one role gets no other by
 * itself.
 */
export function findRoles(file: string, names: readonly string[], wanted: ColumnNames): ColumnPositions {
  const plain = names.map(plainName);
  const roles: { -readonly [role in ColumnRole]?: number } = {};
  const further: { [role in ColumnRole]?: number } = {};
  const named = new Set(Object.values(wanted).map((name) => plainName(name ?? '')));
  for (const role of ROLES) {
    const own = wanted[role];
    if (own === null) continue;
    for (const name of own === undefined ? USUAL[role] : [plainName(own)]) {
      const index = plain.indexOf(name);
      if (index < 0 || (own === undefined && named.has(name))) continue;
      if (plain.indexOf(name, index + 1) >= 0) throw doubledColumn(file, names[index]);
      if (roles[role] === undefined) roles[role] = index;
      else further[role] ??= index;
    }
  }
  for (const role of ROLES) {
    const own = wanted[role];
    if (own === undefined || own === null || roles[role] !== undefined) continue;
    if (role !== 'score' || findCandidates(file, names, wanted).size === 0)
      throw missingColumn(file, own, names);
  }
  for (const [i, role] of ROLES.entries())
    for (const other of ROLES.slice(i + 1))
      if (roles[role] !== undefined && roles[role] === roles[other])
        throw new InvalidInput(
          `invalid columns in ${quotedPath(file)}; ${role} and ${other} must be two columns: ${quoted(names[roles[role]])}`,
        );
  return { ...roles, further };
}

/** What the columns of a score file are for, by their names; empty where the names contradict each other. */
export type ColumnsByRole = { readonly [role in ColumnRole]?: string };

/** The column of each role, as far as the names tell. */
export function columnsByRole(names: readonly string[], wanted: ColumnNames): ColumnsByRole {
  try {
    const { further: _, ...positions } = findRoles('', names, onlyThere(names, wanted));
    return Object.fromEntries(Object.entries(positions).map(([role, at]) => [role, names[at]]));
  } catch {
    return {};
  }
}

/**
 * The roles for which a column has still to be named before a file can be read; with `joined`, who was in is
 * read from another file. None where the names are enough.
 */
export function missingRoles(
  names: readonly string[],
  wanted: ColumnNames,
  joined: boolean,
): readonly ('score' | 'included' | 'id')[] {
  const known = onlyThere(names, wanted);
  try {
    chooseLayout('', names, findRoles('', names, known), joined, known);
    return [];
  } catch {
    const found = columnsByRole(names, wanted);
    const needed = joined ? (['score', 'id'] as const) : (['score', 'included'] as const);
    return needed.filter((role) => found[role] === undefined);
  }
}

/** The names that columns of the file have: others are as good as none. */
function onlyThere(names: readonly string[], wanted: ColumnNames): ColumnNames {
  const plain = new Set(names.map(plainName));
  return Object.fromEntries(
    Object.entries(wanted).filter(([, name]) => name === null || plain.has(plainName(name ?? ''))),
  );
}

function doubledColumn(file: string, name: string): InvalidInput {
  return new InvalidInput(`doubled column in ${file}; must stand once: ${name}`);
}

/** Candidate -> position, of the columns score_0, score_1, ... */
function findCandidates(file: string, names: readonly string[], wanted: ColumnNames): Map<number, number> {
  const stems = wanted.score === undefined ? USUAL.score : [plainName(wanted.score)];
  const positions = new Map<number, number>();
  for (const [position, name] of names.entries()) {
    const cut = name.lastIndexOf('_');
    if (!stems.includes(plainName(name.slice(0, Math.max(cut, 0))))) continue;
    const number = name.slice(cut + 1).trim();
    if (!/^\d{1,7}$/.test(number)) continue;
    if (positions.has(Number(number))) throw doubledColumn(file, name);
    positions.set(Number(number), position);
  }
  return positions;
}

/** Positions of score_0 up to score_{k-1}, in this order wherever they stand; empty where there are none. */
export function candidateColumns(
  file: string,
  names: readonly string[],
  wanted: ColumnNames,
): readonly number[] {
  const positions = findCandidates(file, names, wanted);
  if (positions.size === 0) return [];
  return Array.from({ length: Math.max(2, positions.size) }, (_, candidate) => {
    const position = positions.get(candidate);
    if (position === undefined) throw missingColumn(file, `${wanted.score ?? 'score'}_${candidate}`, names);
    return position;
  });
}

/** What a file holds: scores of canaries, ready guesses, or a score per candidate. */
export type TableLayout = 'membership' | 'guesses' | 'candidates';

/** Where a file fits several layouts, the one whose columns the user named most is chosen. */
const NAMED: Readonly<Record<TableLayout, readonly ColumnRole[]>> = {
  membership: ['score', 'included'],
  guesses: ['guess', 'truth'],
  candidates: ['score', 'truth'],
};

const PARTS: Readonly<Record<TableLayout, string>> = {
  membership: 'score and included',
  guesses: 'truth and guess',
  candidates: 'truth and a score per candidate',
};

const LAYOUTS = Object.keys(PARTS) as TableLayout[];

/** Chooses by the columns that are there. With `joined`, who was in is read from another file. */
export function chooseLayout(
  file: string,
  names: readonly string[],
  roles: ColumnPositions,
  joined: boolean,
  wanted: ColumnNames,
): TableLayout {
  const need = (role: ColumnRole) => {
    if (roles[role] === undefined) throw missingColumn(file, wanted[role] ?? role, names, true);
  };
  if (joined) need('id');
  const candidates = findCandidates(file, names, wanted).size > 0;
  const truth = joined || roles.truth !== undefined;
  const fits: Readonly<Record<TableLayout, boolean>> = {
    membership: roles.score !== undefined && (joined || roles.included !== undefined),
    guesses: roles.guess !== undefined && truth,
    candidates: candidates && truth,
  };
  let fitting = LAYOUTS.filter((layout) => fits[layout]);
  if (fitting.length > 1) {
    const votes = (layout: TableLayout) => NAMED[layout].filter((role) => wanted[role] !== undefined).length;
    const most = Math.max(...fitting.map(votes));
    fitting = fitting.filter((layout) => votes(layout) === most);
  }
  if (fitting.length > 1)
    throw new InvalidInput(
      `ambiguous columns in ${file}; must hold ${fitting.map((layout) => PARTS[layout]).join(', or ')}, not both: ${quoted(names.join(', '), PATH_LENGTH)}`,
    );
  if (fitting.length === 1) return fitting[0];
  if (candidates) need('truth');
  if (roles.guess !== undefined) need('truth');
  if (roles.truth !== undefined && roles.score === undefined) need('guess');
  need('score');
  need('included');
  throw new Error('internal: a layout was missed');
}
