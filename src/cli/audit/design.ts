import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { AuditFile, SeedSource } from '../../audit/index.ts';
import { parseClaim, parseFamily, printClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Sides } from '../../games/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { readHashed } from '../input/documents.ts';
import { manifestSchema, planSchema } from '../input/schemas.ts';
import { sha256Of } from '../input/sha256.ts';
import { wholeFile } from '../input/whole-file.ts';
import { significance } from '../shell/options.ts';
import { stated } from '../shell/stated.ts';
import { insideFolder } from './inside.ts';

/** What is to be fixed before scores are seen; each may be typed, or stand in a plan or a manifest. */
interface Design {
  readonly claim?: string;
  readonly violation?: string;
  readonly model?: string;
  readonly delta?: number;
  readonly tau?: number;
  readonly guesses?: readonly number[];
  readonly atLeast?: number;
  readonly sides?: Sides;
  readonly lowerIsIn?: boolean;
  readonly scoreColumn?: string;
  /** Options per canary. */
  readonly options?: number;
  readonly seed?: string;
  readonly families?: readonly string[];
}

/** A design, how it came about, and the files that it names. */
export interface SettledDesign extends Design {
  readonly seedFrom?: SeedSource;
  /** How many canaries and options a plan was made for. */
  readonly plannedFor?: { readonly m: number; readonly k: number };
  readonly departures: readonly string[];
  readonly files: readonly AuditFile[];
  readonly paths: readonly string[];
  readonly assignment?: string;
  readonly commitment?: string;
  /** Of the score file and the assignment, as a manifest recorded them. */
  readonly sha256?: RecordedHashes;
}

export interface RecordedHashes {
  readonly scores?: string | undefined;
  readonly assignment?: string | undefined;
}

/** What was typed, as far as it decides the design. */
export interface Typed extends Omit<Design, 'tau' | 'families'> {
  readonly tau?: number;
  readonly confidence?: number;
  readonly family?: readonly string[];
  readonly plan?: string;
  readonly assignment?: string;
  readonly commitment?: string;
  readonly departFromPlan?: true;
  readonly limit?: Partial<Limits>;
}

/** Puts together what was typed with the plan and, for a run directory, its manifest. Contradictions are refused or recorded. */
export async function settleDesign(files: readonly string[], typed: Typed): Promise<SettledDesign> {
  const path = await manifestOf(files);
  return settle(path === null ? null : await readManifest(path, limitsOf(typed)), files, typed);
}

/** The same for a recorded run, of which the manifest and its plan say all. */
export async function recordedDesign(manifestPath: string, limit: Limits): Promise<SettledDesign> {
  return settle(await readManifest(manifestPath, limit), [], { limit });
}

/** Every file that a design names. */
export function filesOf({ paths, assignment, commitment, files }: SettledDesign): string[] {
  const named = [...paths, assignment, commitment, ...files.map(({ name }) => name)];
  return named.filter((path) => path !== undefined);
}

async function settle(
  manifest: ManifestFile | null,
  files: readonly string[],
  typed: Typed,
): Promise<SettledDesign> {
  const limits = limitsOf(typed);
  const planPath = typed.plan ?? manifest?.plan;
  const plan = planPath === undefined ? null : await readPlan(planPath, limits);
  const own: Design = stated({
    claim: typed.claim,
    violation: typed.violation,
    model: typed.model,
    delta: typed.delta,
    tau: typed.tau === undefined && typed.confidence === undefined ? undefined : significance(typed),
    guesses: typed.guesses,
    atLeast: typed.atLeast,
    sides: typed.sides,
    lowerIsIn: typed.lowerIsIn,
    scoreColumn: typed.scoreColumn,
    options: typed.options,
    seed: typed.seed,
    families: typed.family,
  });
  if (plan !== null && manifest !== null) {
    const [conflict] = differences(manifest.design, plan.design, 'the plan');
    if (conflict !== undefined) throw new InvalidInput(`the manifest departs from its plan; ${conflict}`);
  }
  const fromPlan = [
    ...(plan === null ? [] : differences(own, plan.design, 'the plan')),
    ...(typed.plan === undefined ? [] : await otherPlan(plan?.files[0], manifest?.plan)),
  ];
  if (fromPlan.length > 0 && typed.departFromPlan === undefined)
    throw new InvalidInput(
      `typed options differ from the plan; ${fromPlan.join('; ')}: leave them out, or say --depart-from-plan and it will stand in the verdict`,
    );
  const fromManifest =
    manifest === null
      ? []
      : [
          ...differences(own, manifest.design, 'the manifest'),
          ...otherFile('assignment', typed.assignment, manifest.assignment),
          ...otherFile('commitment', typed.commitment, manifest.commitment),
        ];
  const seedFrom: SeedSource | undefined =
    own.seed !== undefined
      ? 'stated'
      : plan?.design.seed !== undefined
        ? 'plan'
        : manifest?.design.seed !== undefined
          ? 'manifest'
          : undefined;
  return {
    ...manifest?.design,
    ...plan?.design,
    ...own,
    ...(seedFrom === undefined ? {} : { seedFrom }),
    ...(plan === null ? {} : { plannedFor: { m: plan.m, k: plan.k } }),
    departures: [...new Set([...fromPlan, ...fromManifest])],
    files: [...(manifest?.files ?? []), ...(plan?.files ?? [])],
    paths: manifest === null ? files : [manifest.scores],
    ...stated({
      assignment: typed.assignment ?? manifest?.assignment,
      commitment: typed.commitment ?? manifest?.commitment,
      sha256: manifest?.sha256,
    }),
  };
}

/** Another plan than the manifest's is a departure from the plan, unless it says the same. */
async function otherPlan(ours: AuditFile | undefined, named: string | undefined): Promise<string[]> {
  if (ours === undefined || named === undefined || ours.sha256 === sha256Of(await wholeFile(named)))
    return [];
  return [`plan ${quotedPath(ours.name)} in place of ${quotedPath(named)} in the manifest`];
}

function otherFile(what: string, typed: string | undefined, named: string | undefined): string[] {
  if (typed === undefined || named === undefined || resolve(typed) === resolve(named)) return [];
  return [`${what} ${typed} in place of ${named} in the manifest`];
}

interface PlanFile {
  readonly m: number;
  readonly k: number;
  readonly design: Design;
  readonly files: readonly AuditFile[];
}

async function readPlan(path: string, limits: Limits): Promise<PlanFile> {
  const { document: plan, sha256 } = await readHashed(path, planSchema, 'plan', limits);
  const { m, k, claim, violation, tau, delta, chosen } = plan;
  if (plan.model !== undefined) parseClaim(plan.model);
  parseClaim(violation);
  parseFamily(plan.family);
  const design: Design = stated({
    claim,
    violation,
    tau,
    delta,
    guesses: [chosen.guesses],
    atLeast: chosen.critical ?? undefined,
    options: k,
    model: plan.model,
    sides: plan.sides,
    lowerIsIn: plan.lowerIsIn,
    scoreColumn: plan.scoreColumn,
    seed: plan.seed,
  });
  return { m, k, design, files: [{ role: 'plan', name: path, sha256 }] };
}

interface ManifestFile {
  readonly design: Design;
  readonly scores: string;
  readonly assignment?: string;
  readonly commitment?: string;
  readonly plan?: string;
  readonly sha256?: RecordedHashes;
  readonly files: readonly AuditFile[];
}

/** Where the manifest of a run directory lies, where one is named; null otherwise. */
async function manifestOf(files: readonly string[]): Promise<string | null> {
  const [first] = files;
  const folder =
    files.length === 1 && first !== '-' && (await stat(first).catch(() => null))?.isDirectory() === true;
  if (!folder) return null;
  const path = join(first, 'manifest.json');
  if ((await stat(path).catch(() => null)) === null)
    throw new InvalidInput(`${quotedPath(first)} is a directory without a manifest.json`);
  return path;
}

async function readManifest(path: string, limits: Limits): Promise<ManifestFile> {
  const { document: found, sha256: ownHash } = await readHashed(path, manifestSchema, 'manifest', limits);
  const { schema: _, parameters: __, scores, assignment, commitment, plan, sha256, ...design } = found;
  const inside = (file: string) => insideFolder(dirname(path), file, path);
  const beside = (file: string | undefined) => (file === undefined ? undefined : inside(file));
  return {
    design: stated(design),
    scores: inside(scores),
    ...stated({
      assignment: beside(assignment),
      commitment: beside(commitment),
      plan: beside(plan),
      sha256,
    }),
    files: [{ role: 'manifest', name: path, sha256: ownHash }],
  };
}

const NAMES: Readonly<Record<keyof Design, string>> = {
  claim: 'claim',
  violation: 'violation',
  model: 'model',
  delta: 'delta',
  tau: 'tau',
  guesses: 'guesses',
  atLeast: 'at least',
  sides: 'sides',
  lowerIsIn: 'lower is in',
  scoreColumn: 'score column',
  options: 'options',
  seed: 'seed',
  families: 'families',
};

/** Where one design says something else than another that also says it; the same claim may be written in two ways. */
function differences(chosen: Design, fixed: Design, where: string): string[] {
  return (Object.keys(NAMES) as (keyof Design)[]).flatMap((key) => {
    const [ours, theirs] = [shown(key, chosen), shown(key, fixed)];
    if (ours === null || theirs === null || ours === theirs) return [];
    return [`${NAMES[key]} ${ours} in place of ${theirs} in ${where}`];
  });
}

function shown(key: keyof Design, design: Design): string | null {
  const value = design[key];
  if (value === undefined) return null;
  if (key === 'claim' || key === 'violation' || key === 'model') return quoted(canonical(String(value)));
  return quoted(String(value));
}

/** A claim as it is printed; one that cannot be read is refused where it is used. */
function canonical(claim: string): string {
  try {
    return printClaim(parseClaim(claim));
  } catch {
    return claim;
  }
}

function limitsOf({ limit }: Typed): Limits {
  return { ...DEFAULT_LIMITS, ...limit };
}
