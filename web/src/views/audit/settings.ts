import type { DesignChoices } from '../../../../src/design/index.ts';
import {
  type AuditOptions,
  InvalidInput,
  parseClaim,
  printClaim,
  type Sides,
} from '../../../../src/index.ts';
import { type Limits, parseLimit, readNumber, tauOf } from '../../../../src/io/index.ts';
import { shellCommand } from '../../../../src/report/index.ts';
import type { FilesToRead, GivenFile, GivenFolder } from '../../work/audit.ts';

/** The settings of an audit as they are typed; what is empty is chosen by the audit. */
export const USUAL_AUDIT = {
  // How the claim is given; `none` for no claim, and nothing where nothing was said of it.
  form: '',
  claim: '',
  guesses: '',
  sides: '',
  lowerIsIn: '',
  confidence: '',
  delta: '',
  families: '',
  violation: '',
  atLeast: '',
  threshold: '',
  thresholdRuns: '',
  sameCanary: '',
  seed: '',
  options: '',
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
  const { tau, ...options } = optionsOf(settings);
  const { claim, guesses, sides, lowerIsIn, delta, families, violation, atLeast, threshold } = options;
  const { thresholdRuns, sameCanary, options: candidates } = options;
  return stated({
    claim,
    guesses,
    sides,
    lowerIsIn,
    delta,
    families,
    violation,
    atLeast,
    threshold,
    thresholdRuns,
    sameCanary,
    seed: text(settings.seed),
    options: candidates,
    tau: settings.confidence.trim() === '' ? undefined : tau,
    scoreColumn: text(settings.score),
  });
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
  const { claim, guesses, sides, lowerIsIn, confidence, delta, families, violation, atLeast, seed } =
    settings;
  const level = number('confidence', confidence);
  return {
    tau: level === undefined ? 0.05 : tauOf(level),
    ...stated({
      claim: hasNoClaim(settings) ? undefined : claimed(claim),
      guesses: guesses.trim() === '' ? undefined : list(guesses).map((one) => readNumber('guesses', one)),
      sides: text(sides) as Sides | undefined,
      lowerIsIn: lowerIsIn === '' ? undefined : true,
      delta: number('delta', delta),
      families: families.trim() === '' ? undefined : families.split(';').map((one) => one.trim()),
      violation: text(violation),
      atLeast: number('at-least', atLeast),
      threshold: number('threshold', settings.threshold),
      thresholdRuns: number('threshold-runs', settings.thresholdRuns),
      sameCanary: settings.sameCanary === '' ? undefined : true,
      seed: text(seed),
      options: number('options', settings.options),
    }),
  };
}

/** The command line that does the same. */
export function auditCommand({ files, folders }: AuditedFiles, settings: AuditSettings): string {
  const named = (role: GivenFile['role']) =>
    files.filter((given) => given.role === role).map(({ file }) => file.name);
  const { claim, guesses, sides, lowerIsIn, confidence, delta, families, violation, atLeast, seed } =
    settings;
  const { options, score, included, id, run } = settings;
  const option = (name: string, value: string) => (value.trim() === '' ? [] : [`--${name}`, value.trim()]);
  return shellCommand([
    'onerun',
    'audit',
    ...folders.map(({ name }) => name),
    ...named('scores'),
    ...named('members').flatMap((name) => option('in', name)),
    ...named('others').flatMap((name) => option('out', name)),
    ...named('assignment').flatMap((name) => option('assignment', name)),
    ...(hasNoClaim(settings) ? [] : option('claim', claimed(claim))),
    ...families.split(';').flatMap((one) => option('family', one)),
    ...option('guesses', list(guesses).join(',')),
    ...option('sides', sides),
    ...(lowerIsIn === '' ? [] : ['--lower-is-in']),
    ...option('confidence', confidence),
    ...option('delta', delta),
    ...option('violation', violation),
    ...option('at-least', atLeast),
    ...option('threshold', settings.threshold),
    ...option('threshold-runs', settings.thresholdRuns),
    ...(settings.sameCanary === '' ? [] : ['--same-canary']),
    ...option('seed', seed),
    ...option('options', options),
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
