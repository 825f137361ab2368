import { createReadStream, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { type AuditRequest, namedFiles } from '../audit-request.ts';
import { AUDITS_LOCK, AUDITS_LOG, REPORTS, RESULT_NAMES } from '../result-names.ts';

/** Something to audit: a score file or a run folder, by its path within the folder of all. */
export interface FoundAudit {
  readonly path: string;
  readonly isRun: boolean;
  /** How a list calls it; its path where there is no list. */
  readonly name: string;
  /** What is stated for it alone. */
  readonly settings: AuditRequest;
}

/** Something that lies in the folder and is not audited. */
interface SkippedPath {
  readonly path: string;
  readonly why: string;
}

export interface FoundAudits {
  readonly audits: readonly FoundAudit[];
  readonly skipped: readonly SkippedPath[];
  /** Files that may be scores and lie in a run folder, whose manifest names them or does not. */
  readonly inRuns: readonly string[];
}

/** What is written into the folder of the results, which may be the one that is searched. */
const RESULTS: readonly string[] = [AUDITS_LOG, AUDITS_LOCK, ...Object.values(RESULT_NAMES), REPORTS];

const MANIFEST = 'manifest.json';
const SCORES = /\.(csv|tsv|tab|jsonl|ndjson|npz|parquet)(\.gz)*$/i;

/**
 * What there is to audit below a folder, in the order of the paths: folders with a manifest, and score files
 * by the ending of their names. Whatever lies in a run folder belongs to its run, but for run folders within.
 * `out` is where results go; `settings` are those of all audits.
 */
export async function findAudits(
  folder: string,
  { out, settings }: { readonly out: string; readonly settings: AuditRequest },
): Promise<FoundAudits> {
  const audits: FoundAudit[] = [];
  const skipped: SkippedPath[] = [];
  const inRuns: string[] = [];
  const skip = (path: string, why: string) => void skipped.push({ path, why });
  const add = (path: string, isRun: boolean) => void audits.push({ path, isRun, name: path, settings: {} });
  // Where they are, links followed: the folder may be typed by one way and the results by another.
  const [home, results] = [realPath(folder), realPath(out)];
  const isResult = (path: string) => {
    const at = join(home, path);
    return at === results || (dirname(at) === results && RESULTS.includes(basename(at)));
  };
  const stated = new Set(namedFiles(settings).map((path) => posix.normalize(path)));

  async function walk(inner: string, run: string | null): Promise<void> {
    const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch(() => null);
    // It is asked for as an audit, whose error then says why it cannot be read.
    if (entries === null) return add(inner, true);
    const names = new Set(entries.map(({ name }) => name));
    if (inner !== '.' && names.has(AUDITS_LOG)) return skip(inner, 'results of onerun audit-all');
    const own = names.has(MANIFEST) ? inner : null;
    if (own !== null) add(own, true);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      const path = posix.join(inner, name);
      if (isResult(path)) continue;
      if (name.startsWith('.')) skip(path, 'hidden');
      else if (entry.isSymbolicLink()) skip(path, 'a link');
      else if (entry.isDirectory()) await walk(path, own ?? run);
      else if (!entry.isFile()) skip(path, 'not a file');
      else if (stated.has(path)) skip(path, 'stated as an option');
      else {
        const why = await whyNotScores(folder, inner, name, names);
        if ((own ?? run) !== null) {
          if (why === null) inRuns.push(path);
        } else if (why === null) add(path, false);
        else skip(path, why);
      }
    }
  }

  await walk('.', null);
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  return { audits: audits.sort(byPath), skipped: skipped.sort(byPath), inRuns };
}

/** A path with its links followed, as far as there is something. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const at = resolve(path);
    return dirname(at) === at ? at : join(realPath(dirname(at)), basename(at));
  }
}

/** Why a file is not taken for scores; null where it is. */
async function whyNotScores(
  folder: string,
  inner: string,
  name: string,
  names: ReadonlySet<string>,
): Promise<string | null> {
  if (/\.npy$/i.test(name)) return 'one array, which does not say who was in';
  if (!SCORES.test(name)) return 'no score file by its name';
  if (names.has(`${name}.commitment.json`)) return 'who was in, without scores';
  if (/\.texts\.jsonl$/i.test(name)) return 'texts of canaries';
  const begins = (file: string) => beginning(join(folder, inner, file));
  if (/\.(jsonl|ndjson)$/i.test(name) && /"schema":"onerun-/.test(await begins(name)))
    return 'made by onerun';
  const log = name.replace(/\.csv$/i, '.jsonl');
  if (log !== name && names.has(log) && /"schema":"onerun-sweep\//.test(await begins(log)))
    return 'made by onerun';
  return null;
}

/** The first characters of a file; none where it cannot be read. */
async function beginning(path: string): Promise<string> {
  try {
    for await (const bytes of createReadStream(path, { end: 255 })) return String(bytes);
  } catch {
    // Its audit says why.
  }
  return '';
}
