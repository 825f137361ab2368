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

/** The path of the manifest where the files are one run directory; null where they are something else. */
export async function findManifest(files: readonly string[]): Promise<string | null> {
  const [first] = files;
  const isFolder =
    files.length === 1 && first !== '-' && (await stat(first).catch(() => null))?.isDirectory() === true;
  if (!isFolder) return null;
  const path = join(first, 'manifest.json');
  if ((await stat(path).catch(() => null)) === null)
    throw new InvalidInput(`${quotedPath(first)} is a directory without a manifest.json`);
  return path;
}

/** Reads a manifest; the files that it names must lie in its own folder. */
export async function readManifest(path: string, limits: Limits): Promise<ManifestFile> {
  const { manifestSchema } = await import('../input/schemas.ts');
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
