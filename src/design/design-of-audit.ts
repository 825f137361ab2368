import type { AuditFile, FixedSource, FixedSources, SeedSource } from '../audit/index.ts';
import type { DesignChoices } from '../audit-choices.ts';
import { definedOnly } from '../defined-only.ts';
import { InvalidInput } from '../errors.ts';
import type { Limits } from '../io/index.ts';
import { quotedPath } from '../quote.ts';
import type { AuditDesign } from './audit-design.ts';
import { designDifferences } from './design-choices.ts';
import { type FilePlace, hashOf, wholeBytes } from './file-place.ts';
import { findManifests, type ManifestFile, readManifest } from './manifest-file.ts';
import { type PlanFile, readPlan } from './plan-file.ts';
import { designOfFolders } from './several-folders.ts';

/** What the user states of a design, beside the folders and files to audit. */
export interface StatedDesign {
  readonly choices: DesignChoices;
  readonly plan?: string;
  readonly assignment?: string;
  readonly commitment?: string;
  /** Whether the audit may depart from the plan. */
  readonly departFromPlan?: true;
}

/**
 * Puts together what was typed, the plan and, for a run folder, its manifest. A manifest that contradicts
 * its plan is refused, and so is a typed option that contradicts the plan, unless the user says to depart
 * from it; departures are recorded and stand in the verdict.
 */
export async function designOfAuditIn(
  place: FilePlace,
  files: readonly string[],
  stated: StatedDesign,
  limits: Limits,
): Promise<AuditDesign> {
  const paths = await findManifests(place, files);
  if (paths === null) return combined(place, null, files, stated, limits);
  const folders: AuditDesign[] = [];
  for (const path of paths) folders.push(await designOfManifest(place, path, stated, limits));
  if (folders.length === 1) return folders[0];
  for (const what of ['assignment', 'commitment'] as const)
    if (stated[what] !== undefined)
      throw new InvalidInput(
        `${place.option(what)} goes with one run: of several run folders, each manifest names its own`,
      );
  return designOfFolders(place, folders);
}

/** The design of one run, by its manifest. */
export async function designOfManifest(
  place: FilePlace,
  path: string,
  stated: StatedDesign,
  limits: Limits,
): Promise<AuditDesign> {
  return combined(place, await readManifest(place, path, limits), [], stated, limits);
}

/** Every file that a design names. */
export function filesOf({ folders, paths, assignment, commitment, files }: AuditDesign): string[] {
  if (folders !== undefined) return folders.flatMap(filesOf);
  const named = [...paths, assignment, commitment, ...files.map(({ name }) => name)];
  return named.filter((path) => path !== undefined);
}

async function combined(
  place: FilePlace,
  manifest: ManifestFile | null,
  files: readonly string[],
  stated: StatedDesign,
  limits: Limits,
): Promise<AuditDesign> {
  const planPath = stated.plan ?? manifest?.plan;
  const plan = planPath === undefined ? null : await readPlan(place, planPath, limits);
  const own = stated.choices;
  const departures = await departuresFrom(place, plan, manifest, stated, limits);
  const seedFrom = seedSource(own, plan, manifest);
  return {
    ...manifest?.choices,
    ...plan?.choices,
    ...own,
    ...(seedFrom === undefined ? {} : { seedFrom }),
    ...(plan === null ? {} : { plannedFor: { m: plan.m, k: plan.k, runs: plan.runs } }),
    departsFromPlan: stated.departFromPlan !== undefined,
    departures,
    fixedBy: fixedSources(own, plan, manifest),
    files: [...(manifest === null ? [] : [manifest.file]), ...(plan === null ? [] : [plan.file])],
    paths: manifest === null ? files : [manifest.scores],
    ...definedOnly({
      assignment: stated.assignment ?? manifest?.assignment,
      commitment: stated.commitment ?? manifest?.commitment,
      sha256: manifest?.sha256,
      made: manifest?.made,
      trainingSeed: manifest?.trainingSeed,
    }),
  };
}

/** In words, where typed options differ from the plan or the manifest; throws where that is not allowed. */
async function departuresFrom(
  place: FilePlace,
  plan: PlanFile | null,
  manifest: ManifestFile | null,
  stated: StatedDesign,
  limits: Limits,
): Promise<string[]> {
  const { choices: own } = stated;
  if (plan !== null && manifest !== null) {
    const [conflict] = designDifferences(manifest.choices, plan.choices, 'the plan');
    if (conflict !== undefined) throw new InvalidInput(`the manifest departs from its plan; ${conflict}`);
  }
  const fromPlan = [
    ...(plan === null ? [] : designDifferences(own, plan.choices, 'the plan')),
    ...(stated.plan === undefined ? [] : await otherPlan(place, plan?.file, manifest?.plan, limits)),
  ];
  if (fromPlan.length > 0 && stated.departFromPlan === undefined)
    throw new InvalidInput(
      `typed options differ from the plan; ${fromPlan.join('; ')}: leave them out, or say ${place.option('depart-from-plan')} and it will stand in the verdict`,
    );
  if (manifest === null) return [...new Set(fromPlan)];
  const fromManifest = [
    ...designDifferences(own, manifest.choices, 'the manifest'),
    ...otherFile(place, 'assignment', stated.assignment, manifest.assignment),
    ...otherFile(place, 'commitment', stated.commitment, manifest.commitment),
  ];
  return [...new Set([...fromPlan, ...fromManifest])];
}

/** Another plan than the manifest's is a departure from the plan, unless it says the same. */
async function otherPlan(
  place: FilePlace,
  ours: AuditFile | undefined,
  named: string | undefined,
  limits: Limits,
): Promise<string[]> {
  if (ours === undefined || named === undefined) return [];
  if (ours.sha256 === hashOf(place, await wholeBytes(place, named, limits))) return [];
  return [`plan ${quotedPath(ours.name)} in place of ${quotedPath(named)} in the manifest`];
}

function otherFile(
  { paths }: FilePlace,
  what: string,
  stated: string | undefined,
  named: string | undefined,
): string[] {
  if (stated === undefined || named === undefined || paths.resolve(stated) === paths.resolve(named))
    return [];
  return [`${what} ${stated} in place of ${named} in the manifest`];
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
