import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { dashed, flagOf } from '../shell/flags.ts';

/** What a user may type about a job that is written for a cluster. */
export interface JobOptions {
  slurm?: string;
  kubernetes?: string;
  tasks?: number;
  time?: string;
  memory?: string;
  cpus?: number;
  partition?: string;
  image?: string;
  volumeClaim?: string;
}

/** What each element of a job may use. */
export interface JobResources {
  readonly cpus: number;
  /** In units of 1,024: K, M, G or T. */
  readonly memory: string;
  /** As SLURM writes it; null for the cluster's own limit. */
  readonly time: string | null;
}

interface JobBase {
  /** The file that is written. */
  readonly file: string;
  /** Into how many elements the work is divided at most. */
  readonly tasks: number;
  readonly resources: JobResources;
}

/** A job as it was asked for, checked. */
export type JobRequest =
  | (JobBase & { readonly kind: 'slurm'; readonly partition: string | null })
  | (JobBase & { readonly kind: 'kubernetes'; readonly image: string; readonly volumeClaim: string });

/** Options about jobs, and which kinds of jobs each goes with. */
const KINDS_OF: Readonly<
  Record<Exclude<keyof JobOptions, JobRequest['kind']>, readonly JobRequest['kind'][]>
> = {
  tasks: ['slurm', 'kubernetes'],
  time: ['slurm', 'kubernetes'],
  memory: ['slurm', 'kubernetes'],
  cpus: ['slurm', 'kubernetes'],
  partition: ['slurm'],
  image: ['kubernetes'],
  volumeClaim: ['kubernetes'],
};

/** The names of all options about jobs. */
export const JOB_OPTIONS: readonly string[] = ['slurm', 'kubernetes', ...Object.keys(KINDS_OF)];

/** More indices than this a Job of Kubernetes does not take, and SLURM only where it is set up for them. */
const MOST_TASKS = 100_000;

/** The job that was asked for, or null where none was. */
export function jobRequestOf(options: JobOptions): JobRequest | null {
  const { slurm, kubernetes, tasks, cpus = 1, memory = '2G', time, partition } = options;
  if (slurm !== undefined && kubernetes !== undefined)
    throw new InvalidInput('--slurm and --kubernetes write one job each: give one of them');
  const kind = slurm !== undefined ? 'slurm' : kubernetes !== undefined ? 'kubernetes' : null;
  for (const [option, kinds] of Object.entries(KINDS_OF))
    if (options[option as keyof JobOptions] !== undefined && !kinds.some((one) => one === kind))
      throw new InvalidInput(`${flagOf(option)} goes with ${kinds.map(flagOf).join(' or ')}`);
  if (kind === null) return null;
  if (tasks === undefined)
    throw new InvalidInput(
      `--${kind} needs --tasks n: over how many elements of the job the work is divided`,
    );
  checkWhole('tasks', tasks, 1, MOST_TASKS);
  checkWhole('cpus', cpus, 1, 1024);
  const resources = {
    cpus,
    memory: checkedMemory(memory),
    time: time === undefined ? null : checkedTime(time),
  };
  const base = { file: slurm ?? kubernetes ?? '', tasks, resources };
  if (kind === 'slurm')
    return {
      ...base,
      kind,
      partition: partition === undefined ? null : checkedName('partition', partition, PARTITION, 'gpu'),
    };
  const need = (option: 'image' | 'volumeClaim', about: string): string => {
    const value = options[option];
    if (value === undefined) throw new InvalidInput(`--kubernetes needs ${flagOf(option)}: ${about}`);
    return value;
  };
  const image = need('image', 'the container image that has onerun');
  const claim = need('volumeClaim', 'the volume claim that the logs are written to');
  return {
    ...base,
    kind,
    image: checkedName('image', image, IMAGE, 'registry/onerun:1.0'),
    volumeClaim: checkedName('volumeClaim', claim, CLAIM, 'onerun-out'),
  };
}

/** One name or several, as SLURM takes them. */
const PARTITION = /^[\w.+-]+(,[\w.+-]+)*$/;
const IMAGE = /^[a-z0-9][\w./:@-]*$/i;
/** A name of Kubernetes (RFC 1123). */
const CLAIM = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

function checkedName(option: string, text: string, form: RegExp, example: string): string {
  if (form.test(text)) return text;
  throw new InvalidInput(`invalid ${dashed(option)}; must be a name such as ${example}: ${quoted(text)}`);
}

const UNITS = 'KMGT';

/** How many bytes an amount of memory such as 4G is. */
export function bytesOfMemory(memory: string): number {
  return Number(memory.slice(0, -1)) * 1024 ** (1 + UNITS.indexOf(memory.slice(-1)));
}

function checkedMemory(text: string): string {
  const memory = text.toUpperCase();
  if (!/^\d{1,9}[KMGT]$/.test(memory))
    throw new InvalidInput(
      `invalid memory; must be a whole number of K, M, G or T, such as 4G: ${quoted(text)}`,
    );
  return memory;
}

/** How many seconds a time of SLURM is, in any of its forms: minutes, 30:00, 2:30:00, 1-12, 1-12:30:00. */
export function secondsOfTime(text: string): number {
  const [, days, clock] = /^(?:(\d{1,4})-)?(\d{1,6}(?::\d{1,2}){0,2})$/.exec(text) ?? [];
  if (clock === undefined) return Number.NaN;
  const fields = clock.split(':').map(Number);
  if (fields.slice(1).some((field) => field > 59)) return Number.NaN;
  // Behind days the first field is hours; else one or two fields begin with minutes.
  const [hours = 0, minutes = 0, seconds = 0] =
    days !== undefined || fields.length === 3 ? fields : [0, ...fields];
  return ((Number(days ?? 0) * 24 + hours) * 60 + minutes) * 60 + seconds;
}

function checkedTime(text: string): string {
  if (secondsOfTime(text) >= 60) return text;
  throw new InvalidInput(
    `invalid time; must be at least a minute, as minutes, hours:minutes:seconds or days-hours: ${quoted(text)}`,
  );
}
