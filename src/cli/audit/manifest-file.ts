import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AuditFile } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { readHashed } from '../input/documents.ts';
import { definedOnly } from '../shell/defined-only.ts';
import type { DesignChoices } from './design-choices.ts';
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
  readonly file: AuditFile;
}

/**
 * The manifests of run folders, one for each; null where all are score files. Folders and files do not go
 * together: a file has no manifest to say what was fixed for it.
 */
export async function findManifests(files: readonly string[]): Promise<string[] | null> {
  const isFolder = await Promise.all(
    files.map(async (file) => file !== '-' && (await stat(file).catch(() => null))?.isDirectory() === true),
  );
  if (!isFolder.includes(true)) return null;
  if (isFolder.includes(false)) {
    const [folder, file] = [files[isFolder.indexOf(true)], files[isFolder.indexOf(false)]];
    throw new InvalidInput(
      `run directories and score files do not go together; ${quotedPath(folder)} is a directory, ${quotedPath(file)} is none`,
    );
  }
  for (const folder of files)
    if ((await stat(join(folder, 'manifest.json')).catch(() => null)) === null)
      throw new InvalidInput(`${quotedPath(folder)} is a directory without a manifest.json`);
  return files.map((folder) => join(folder, 'manifest.json'));
}

/** Reads a manifest; the files that it names must lie in its own folder. */
export async function readManifest(path: string, limits: Limits): Promise<ManifestFile> {
  const { manifestSchema } = await import('../schemas/documents.ts');
  const { document: found, sha256: ownHash } = await readHashed(path, manifestSchema, 'manifest', limits);
  const { schema: _, parameters: __, scores, assignment, commitment, plan, sha256, ...choices } = found;
  const inside = (file: string) => insideFolder(dirname(path), file, path);
  const insideIfNamed = (file: string | undefined) => (file === undefined ? undefined : inside(file));
  return {
    choices: definedOnly(choices),
    scores: inside(scores),
    ...definedOnly({
      assignment: insideIfNamed(assignment),
      commitment: insideIfNamed(commitment),
      plan: insideIfNamed(plan),
      sha256,
    }),
    file: { role: 'manifest', name: path, sha256: ownHash },
  };
}
