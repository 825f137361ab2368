import {
  AUDIT_CHOICES,
  CHOICE_NAMES,
  type ChoiceName,
  choiceFlag,
  type DesignChoices,
} from '../../../../src/audit-choices.ts';
import { type AuditOptions, InvalidInput, parseClaim, printClaim } from '../../../../src/index.ts';
import { type Limits, parseLimit, readNumber, tauOf } from '../../../../src/io/index.ts';
import { shellCommand } from '../../../../src/report/index.ts';
import type { FilesToRead, GivenFile, GivenFolder } from '../../work/audit.ts';

/** A level is asked for as a confidence, the column of scores beside the others, and no model at all. */
export type AskedChoice = Exclude<ChoiceName, 'tau' | 'scoreColumn' | 'model'>;

const ASKED = CHOICE_NAMES.filter(
  (name): name is AskedChoice => !['tau', 'scoreColumn', 'model'].includes(name),
);

/** The settings of an audit as they are typed; what is empty is chosen by the audit. */
export const USUAL_AUDIT = {
  // How the claim is given; `none` for no claim, and nothing where nothing was said of it.
  form: '',
  ...(Object.fromEntries(ASKED.map((name) => [name, ''])) as Record<AskedChoice, string>),
  confidence: '',
  score: '',
  included: '',
  id: '',
  run: '',
  limits: '',
  departFromPlan: '',
  example: '',
  // Of a link: where the cuts of the figure stand, and the files it is about.
  figure: '',
  files: '',
};

export type AuditSettings = Readonly<typeof USUAL_AUDIT>;

/** Whether nothing is claimed, by choice or because nothing was said of it. */
export function hasNoClaim({ form }: AuditSettings): boolean {
  return form === 'none' || form === '';
}

/** Settings that say nothing of a claim, with those of the example that they are about. */
export function withOwnSettings(asked: AuditSettings, own: Partial<AuditSettings>): AuditSettings {
  if (asked.form !== '') return asked;
  const stated = Object.entries(asked).filter(
    ([key, value]) => value !== USUAL_AUDIT[key as keyof AuditSettings],
  );
  return { ...asked, ...own, ...Object.fromEntries(stated) };
}

/** What an audit is of: single files, or run folders. */
interface AuditedFiles {
  readonly files: readonly GivenFile[];
  readonly folders: readonly GivenFolder[];
}

/** How the files are to be read. */
export function readingOf({ files, folders }: AuditedFiles, settings: AuditSettings): FilesToRead {
  const { score, included, id, run, options, lowerIsIn } = settings;
  const columns = {
    ...stated({ score: text(score), included: text(included), id: text(id), run: text(run) }),
    ...(text(run) === 'none' ? { run: null } : {}),
  };
  const direction = lowerIsIn === '' ? undefined : true;
  return {
    files,
    folders,
    typed: folders.length === 0 ? {} : typedOf(settings),
    departFromPlan: settings.departFromPlan !== '',
    options: {
      columns,
      limits: limitsOf(settings),
      ...stated({ options: number('options', options), lowerIsIn: direction }),
    },
  };
}

/** What is typed of what a manifest may fix too. Unfinished claims are refused by the audit. */
function typedOf(settings: AuditSettings): DesignChoices {
  const tau = levelOf(settings);
  return { ...madeChoices(settings), ...stated({ tau, scoreColumn: text(settings.score) }) };
}

/** The choices that are made in the form. */
function madeChoices(settings: AuditSettings): DesignChoices {
  const made = ASKED.map((name) => [name, typedValue(name, settings)]);
  return stated(Object.fromEntries(made));
}

/** The value of a choice; undefined where its field is empty. */
function typedValue(name: AskedChoice, settings: AuditSettings): unknown {
  const said = settings[name].trim();
  if (name === 'claim') return hasNoClaim(settings) ? undefined : claimed(said);
  if (said === '') return undefined;
  const read = (one: string) => readNumber(choiceFlag(name), one);
  switch (AUDIT_CHOICES[name].kind) {
    case 'yes':
      return true;
    case 'counts':
      return list(said).map(read);
    case 'families':
      return said.split(';').map((one) => one.trim());
    case 'delta':
    case 'count':
    case 'score':
      return read(said);
    default:
      return said;
  }
}

function levelOf({ confidence }: AuditSettings): number | undefined {
  const level = number('confidence', confidence);
  return level === undefined ? undefined : tauOf(level);
}

/** The limits that are not the usual ones. */
export function limitsOf({ limits }: AuditSettings): Partial<Limits> {
  return words(limits).reduce<Partial<Limits>>((before, one) => parseLimit(one, before), {});
}

/** What stands in the field of limits once one is set to a value. */
export function withLimit({ limits }: AuditSettings, name: string, value: number): string {
  const others = words(limits).filter((one) => !one.startsWith(`${name}=`));
  return [...others, `${name}=${value}`].join(' ');
}

/** The options of the audit: those that are stated. */
export function optionsOf(settings: AuditSettings): AuditOptions {
  return { tau: levelOf(settings) ?? AUDIT_CHOICES.tau.usual, ...madeChoices(settings) };
}

/** A choice as words of a command line. */
function wordsOf(name: AskedChoice, settings: AuditSettings): string[] {
  const value = typedValue(name, settings);
  if (value === undefined) return [];
  const flag = `--${choiceFlag(name)}`;
  const { kind } = AUDIT_CHOICES[name];
  if (kind === 'yes') return [flag];
  if (kind === 'families') return (value as string[]).flatMap((one) => (one === '' ? [] : [flag, one]));
  if (kind === 'counts') return [flag, list(settings[name]).join(',')];
  return [flag, name === 'claim' ? String(value) : settings[name].trim()];
}

/** The command line that does the same. */
export function auditCommand({ files, folders }: AuditedFiles, settings: AuditSettings): string {
  const named = (role: GivenFile['role']) =>
    files.filter((given) => given.role === role).map(({ file }) => file.name);
  const { confidence, score, included, id, run } = settings;
  const option = (name: string, value: string) => (value.trim() === '' ? [] : [`--${name}`, value.trim()]);
  return shellCommand([
    'onerun',
    'audit',
    ...folders.map(({ name }) => name),
    ...named('scores'),
    ...named('members').flatMap((name) => option('in', name)),
    ...named('others').flatMap((name) => option('out', name)),
    ...named('assignment').flatMap((name) => option('assignment', name)),
    ...ASKED.flatMap((name) => wordsOf(name, settings)),
    ...option('confidence', confidence),
    ...option('score-column', score),
    ...option('included-column', included),
    ...option('id-column', id),
    ...option('run-column', run),
    ...words(settings.limits).flatMap((one) => option('limit', one)),
    ...(settings.departFromPlan === '' || folders.length === 0 ? [] : ['--depart-from-plan']),
  ]);
}

function claimed(claim: string): string {
  if (claim.trim() === '') throw new InvalidInput('no claim; choose one, or none');
  return printClaim(parseClaim(claim));
}

function text(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim();
}

function number(name: string, value: string): number | undefined {
  return value.trim() === '' ? undefined : readNumber(name, value);
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function words(value: string): string[] {
  return value.split(/[\s,;]+/).filter((one) => one !== '');
}

/** Only what is defined. */
function stated<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
