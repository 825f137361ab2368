import type { AuditFile } from '../audit/index.ts';
import { choicesOf, type DesignChoices } from '../audit-choices.ts';
import { definedOnly } from '../defined-only.ts';
import { InvalidInput } from '../errors.ts';
import type { Limits } from '../io/index.ts';
import { quotedPath } from '../quote.ts';
import { readHashedIn } from './document.ts';
import type { FilePlace } from './file-place.ts';
import { insideFolder } from './inside-folder.ts';

/** Hashes of the score file and the assignment, as a manifest recorded them. */
export interface RecordedHashes {
  readonly scores?: string | undefined;
  readonly assignment?: string | undefined;
}

/** What the manifest of a run fixes, and the files that it names. */
export interface ManifestFile {
  readonly choices: DesignChoices;
  readonly scores: string;
  readonly assignment?: string;
  readonly commitment?: string;
  readonly plan?: string;
  readonly sha256?: RecordedHashes;
  /** When the run was made. */
  readonly made?: string;
  /** Of the training, as its parameters have it: what all its randomness came from. */
  readonly trainingSeed?: string | number;
  readonly file: AuditFile;
}

/**
 * The manifests of run folders, one for each; null where all are score files. Folders and files do not go
 * together: a file has no manifest to say what was fixed for it.
 */
export async function findManifests(place: FilePlace, files: readonly string[]): Promise<string[] | null> {
  const isFolder = await Promise.all(files.map((file) => place.isFolder(file)));
  if (!isFolder.includes(true)) return null;
  if (isFolder.includes(false)) {
    const [folder, file] = [files[isFolder.indexOf(true)], files[isFolder.indexOf(false)]];
    throw new InvalidInput(
      `run folders and score files do not go together; ${quotedPath(folder)} is a folder, ${quotedPath(file)} is none`,
    );
  }
  const manifests = files.map((folder) => place.paths.join(folder, 'manifest.json'));
  for (const [i, manifest] of manifests.entries())
    if (!(await place.isThere(manifest)))
      throw new InvalidInput(
        `${quotedPath(files[i])} is a folder without a manifest.json, and so no run folder: name a score file, or hand the folder to onerun audit-all`,
      );
  return manifests;
}

/** Reads a manifest; the files that it names must lie in its own folder. */
export async function readManifest(place: FilePlace, path: string, limits: Limits): Promise<ManifestFile> {
  const { manifestSchema } = await import('../forms/index.ts');
  const read = await readHashedIn(place, path, manifestSchema, 'manifest', limits);
  const { document: found, sha256: ownHash } = read;
  const { scores, assignment, commitment, plan, sha256, made } = found;
  const seed = found.parameters?.seed;
  const isSeed = typeof seed === 'string' || typeof seed === 'number';
  const inside = (file: string) => insideFolder(place, path, file);
  const insideIfNamed = (file: string | undefined) => (file === undefined ? undefined : inside(file));
  return {
    choices: choicesOf(definedOnly(found)),
    scores: inside(scores),
    ...definedOnly({
      assignment: insideIfNamed(assignment),
      commitment: insideIfNamed(commitment),
      plan: insideIfNamed(plan),
      sha256,
      made,
      trainingSeed: isSeed ? seed : undefined,
    }),
    file: { role: 'manifest', name: path, sha256: ownHash },
  };
}
