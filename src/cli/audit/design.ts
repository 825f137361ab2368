import { resolve } from 'node:path';
import type { AuditFile, FixedSource, FixedSources, SeedSource } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { sha256Of } from '../input/sha256.ts';
import { wholeFile } from '../input/whole-file.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { significance } from '../shell/options.ts';
import type { AuditDesign } from './audit-design.ts';
import { type DesignChoices, designDifferences } from './design-choices.ts';
import { findManifests, type ManifestFile, readManifest } from './manifest-file.ts';
import { type PlanFile, readPlan } from './plan-file.ts';
import { designOfFolders } from './run-folders.ts';

/** What was typed, as far as it decides the design. */
export interface TypedDesign extends Omit<DesignChoices, 'families'> {
  readonly confidence?: number;
  readonly family?: readonly string[];
  readonly plan?: string;
  readonly assignment?: string;
  readonly commitment?: string;
  readonly departFromPlan?: true;
  readonly limit?: Partial<Limits>;
}

/**
 * Puts together what was typed, the plan and, for a run directory, its manifest. A manifest that contradicts
 * its plan is refused, and so is a typed option that contradicts the plan, unless the user says to depart
 * from it; departures are recorded and stand in the verdict.
 */
export async function designOfAudit(files: readonly string[], typed: TypedDesign): Promise<AuditDesign> {
  const paths = await findManifests(files);
  if (paths === null) return combined(null, files, typed);
  const folders: AuditDesign[] = [];
  for (const path of paths)
    folders.push(await combined(await readManifest(path, limitsOf(typed)), [], typed));
  if (folders.length === 1) return folders[0];
  for (const what of ['assignment', 'commitment'] as const)
    if (typed[what] !== undefined)
      throw new InvalidInput(
        `--${what} goes with one run: of several run directories, each manifest names its own`,
      );
  return designOfFolders(folders);
}

/** The same for a recorded run, of which the manifest and its plan say all. */
export async function recordedDesign(manifestPath: string, limit: Limits): Promise<AuditDesign> {
  return combined(await readManifest(manifestPath, limit), [], { limit });
}

/** Every file that a design names. */
export function filesOf({ folders, paths, assignment, commitment, files }: AuditDesign): string[] {
  if (folders !== undefined) return folders.flatMap(filesOf);
  const named = [...paths, assignment, commitment, ...files.map(({ name }) => name)];
  return named.filter((path) => path !== undefined);
}

async function combined(
  manifest: ManifestFile | null,
  files: readonly string[],
  typed: TypedDesign,
): Promise<AuditDesign> {
  const planPath = typed.plan ?? manifest?.plan;
  const plan = planPath === undefined ? null : await readPlan(planPath, limitsOf(typed));
  const own = typedChoices(typed);
  const departures = await departuresFrom(plan, manifest, own, typed);
  const seedFrom = seedSource(own, plan, manifest);
  return {
    ...manifest?.choices,
    ...plan?.choices,
    ...own,
    ...(seedFrom === undefined ? {} : { seedFrom }),
    ...(plan === null ? {} : { plannedFor: { m: plan.m, k: plan.k, runs: plan.runs } }),
    departsFromPlan: typed.departFromPlan !== undefined,
    departures,
    fixedBy: fixedSources(own, plan, manifest),
    files: [...(manifest === null ? [] : [manifest.file]), ...(plan === null ? [] : [plan.file])],
    paths: manifest === null ? files : [manifest.scores],
    ...definedOnly({
      assignment: typed.assignment ?? manifest?.assignment,
      commitment: typed.commitment ?? manifest?.commitment,
      sha256: manifest?.sha256,
    }),
  };
}

function typedChoices(typed: TypedDesign): DesignChoices {
  const { claim, violation, model, delta, guesses, atLeast, sides, lowerIsIn, scoreColumn } = typed;
  const { threshold, thresholdRuns, options, seed, family: families, tau, confidence } = typed;
  return definedOnly({
    claim,
    violation,
    model,
    delta,
    tau: tau === undefined && confidence === undefined ? undefined : significance(typed),
    guesses,
    atLeast,
    threshold,
    thresholdRuns,
    sides,
    lowerIsIn,
    scoreColumn,
    options,
    seed,
    families,
  });
}

/** In words, where typed options differ from the plan or the manifest; throws where that is not allowed. */
async function departuresFrom(
  plan: PlanFile | null,
  manifest: ManifestFile | null,
  own: DesignChoices,
  typed: TypedDesign,
): Promise<string[]> {
  if (plan !== null && manifest !== null) {
    const [conflict] = designDifferences(manifest.choices, plan.choices, 'the plan');
    if (conflict !== undefined) throw new InvalidInput(`the manifest departs from its plan; ${conflict}`);
  }
  const fromPlan = [
    ...(plan === null ? [] : designDifferences(own, plan.choices, 'the plan')),
    ...(typed.plan === undefined ? [] : await otherPlan(plan?.file, manifest?.plan)),
  ];
  if (fromPlan.length > 0 && typed.departFromPlan === undefined)
    throw new InvalidInput(
      `typed options differ from the plan; ${fromPlan.join('; ')}: leave them out, or say --depart-from-plan and it will stand in the verdict`,
    );
  if (manifest === null) return [...new Set(fromPlan)];
  const fromManifest = [
    ...designDifferences(own, manifest.choices, 'the manifest'),
    ...otherFile('assignment', typed.assignment, manifest.assignment),
    ...otherFile('commitment', typed.commitment, manifest.commitment),
  ];
  return [...new Set([...fromPlan, ...fromManifest])];
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

function seedSource(
  own: DesignChoices,
  plan: PlanFile | null,
  manifest: ManifestFile | null,
): SeedSource | undefined {
  if (own.seed !== undefined) return 'stated';
  if (plan?.choices.seed !== undefined) return 'plan';
  return manifest?.choices.seed === undefined ? undefined : 'manifest';
}

/** What was typed goes before the plan, and the plan before the manifest. */
function fixedSources(
  own: DesignChoices,
  plan: PlanFile | null,
  manifest: ManifestFile | null,
): FixedSources {
  const sourceOf = (key: 'guesses' | 'atLeast'): FixedSource | undefined => {
    if (own[key] !== undefined) return 'stated';
    if (plan?.choices[key] !== undefined) return 'plan';
    return manifest?.choices[key] === undefined ? undefined : 'manifest';
  };
  const runs = plan === null ? undefined : 'plan';
  return definedOnly({ guesses: sourceOf('guesses'), atLeast: sourceOf('atLeast'), runs });
}

function limitsOf({ limit }: TypedDesign): Limits {
  return { ...DEFAULT_LIMITS, ...limit };
}
