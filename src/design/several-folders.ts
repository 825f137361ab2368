import type { AuditProvenance, AuditRun } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { MemoryUse } from '../io/index.ts';
import { quoted, quotedPath } from '../quote.ts';
import type { AuditDesign, ReadAudit, ReadingOptions } from './audit-design.ts';
import { differenceOfRuns } from './design-choices.ts';
import { type FilePlace, hashOf, type PathRules } from './file-place.ts';

/**
 * The one design of several run folders, each with a manifest of its own; folders that say different things
 * are refused. The seeds may differ: each breaks ties, and was fixed with its run.
 */
export function designOfFolders(place: FilePlace, folders: readonly AuditDesign[]): AuditDesign {
  const [first, ...others] = folders;
  const folderOf = ({ paths: [path] }: AuditDesign) => place.paths.dirname(path);
  for (const other of others) {
    const difference = differenceOfRuns(first, other) ?? differenceOfPlans(first, other);
    if (difference === null) continue;
    throw new InvalidInput(
      `runs must have the same design; ${quotedPath(folderOf(first))} has ${difference.first}, ${quotedPath(folderOf(other))} ${difference.other}`,
    );
  }
  if (first.onePerRun === true) checkTrainingSeeds(folders, folderOf);
  const {
    seed: _,
    seedFrom: __,
    assignment: ___,
    commitment: ____,
    sha256: _____,
    made: ______,
    trainingSeed: _______,
    ...shared
  } = first;
  return {
    ...shared,
    ...jointSeed(place, folders),
    departures: distinct(folders.flatMap(({ departures }) => departures)),
    files: distinct(folders.flatMap(({ files }) => files)),
    paths: folders.flatMap(({ paths }) => paths),
    folders,
  };
}

/** Runs of one canary each are independent only if their randomness is fresh. */
function checkTrainingSeeds(
  folders: readonly AuditDesign[],
  folderOf: (folder: AuditDesign) => string,
): void {
  const known = new Map<string, AuditDesign>();
  for (const folder of folders) {
    if (folder.trainingSeed === undefined) continue;
    const seed = String(folder.trainingSeed);
    const before = known.get(seed);
    if (before !== undefined)
      throw new InvalidInput(
        `runs of one canary each need fresh randomness; by their manifests ${quotedPath(folderOf(before))} and ${quotedPath(folderOf(folder))} have the same seed (${quoted(seed)})`,
      );
    known.set(seed, folder);
  }
}

/** Reads every folder with its own assignment, commitment and hashes, and puts together what was read. */
export async function readFolders(
  place: FilePlace,
  folders: readonly AuditDesign[],
  reading: ReadingOptions,
  read: (folder: AuditDesign, reading: ReadingOptions, memoryUse: MemoryUse) => Promise<ReadAudit>,
): Promise<ReadAudit> {
  const memoryUse = new MemoryUse();
  const found: ReadAudit[] = [];
  for (const folder of folders) found.push(await read(folder, reading, memoryUse));
  const names = namesOf(place.paths, folders);
  const runs = found.flatMap((one, i) => one.runs.map((run) => inFolder(run, names[i])));
  const [{ options }] = found;
  // A seed that was typed, or stands in a plan or a manifest, goes before those of commitments.
  const stated = folders.some(({ seed }) => seed !== undefined);
  const seeds = found.flatMap(({ seed }) => (seed === null ? [] : [seed]));
  return {
    runs,
    provenance: {
      files: distinct(found.flatMap(({ provenance }) => provenance.files)),
      commitment: jointCommitment(found.map(({ provenance }) => provenance.commitment)),
      departures: distinct(found.flatMap(({ provenance }) => provenance.departures)),
    },
    seed: stated ? null : (jointSeed(place, seeds) ?? null),
    ...(options === undefined ? {} : { options }),
  };
}

function differenceOfPlans({ plannedFor: a }: AuditDesign, { plannedFor: b }: AuditDesign) {
  if (JSON.stringify(a) === JSON.stringify(b)) return null;
  const said = (plan: AuditDesign['plannedFor']) =>
    plan === undefined
      ? 'no plan'
      : `a plan for ${plan.runs === 1 ? 'one run' : `${plan.runs} runs`} of ${plan.m} canaries with ${plan.k} options`;
  return { first: said(a), other: said(b) };
}

/** One seed for all runs, made of those that were fixed for each; nothing where there is none. */
function jointSeed<T extends { readonly seed?: string; readonly seedFrom?: unknown }>(
  place: FilePlace,
  given: readonly T[],
): Pick<T, 'seed' | 'seedFrom'> | undefined {
  const stated = given.filter(({ seed }) => seed !== undefined);
  if (stated.length === 0) return undefined;
  const seeds = distinct(stated.map(({ seed }) => seed ?? ''));
  const [{ seedFrom }] = stated;
  const seed = seeds.length === 1 ? seeds[0] : hashOf(place, JSON.stringify(seeds)).slice(0, 16);
  return { seed, seedFrom };
}

function jointCommitment(found: readonly AuditProvenance['commitment'][]): AuditProvenance['commitment'] {
  const checked = found.filter((one) => one !== null);
  if (checked.length === 0) return null;
  const hash = checked.map((one) => one.hash).join(', ');
  return { checked: true, hash, runs: checked.length };
}

/** Names that tell the score files of folders apart: with their folder, or with their whole path. */
function namesOf({ join, basename, dirname }: PathRules, folders: readonly AuditDesign[]): string[] {
  const short = folders.map(({ paths: [path] }) => join(basename(dirname(path)), basename(path)));
  return new Set(short).size === short.length ? short : folders.map(({ paths: [path] }) => path);
}

function inFolder(run: AuditRun, name: string): AuditRun {
  const { input } = run;
  const named = input.file === undefined ? { name } : { file: name, name: `${name}, run ${input.run}` };
  return { ...run, input: { ...input, ...named } };
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()];
}
