import { InvalidInput } from '../../src/index.ts';
import { formatCount } from '../../src/report/index.ts';

/** A file that was dropped or chosen, with its path where it lies in a folder. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/** More files than any audit has: a whole disk that was dropped is not walked through. */
const MOST_FILES = 5000;

/** Why nothing is done with what was dropped or chosen. */
export const NOTHING_TO_AUDIT = 'nothing to audit here: no score file, and no folder with a manifest.json';

/** What a file that holds scores may be called. */
const TABLE = /\.(csv|tsv|txt|jsonl|ndjson|json|npz|npy|parquet)(\.gz)*$/i;

/** The files of an input, of a folder with their paths. */
export function chosenFiles(list: FileList | null): DroppedFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * All files that were dropped, those in folders included. What was dropped is known during the event only, so
 * that nothing is waited for before it is asked.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const given = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const found: DroppedFile[] = [];
  for (const { entry, file } of given)
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, entry.name, found);
    else if (file !== null) found.push({ path: file.name, file });
  return found;
}

async function walk(folder: FileSystemDirectoryEntry, path: string, found: DroppedFile[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // A browser hands out some at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (found.length >= MOST_FILES)
        throw new InvalidInput(
          `more than ${formatCount(MOST_FILES)} files; drop the score files or run folders themselves`,
        );
      const inside = `${path}/${entry.name}`;
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, inside, found);
      else found.push({ path: inside, file: await fileOf(entry as FileSystemFileEntry) });
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A folder with a manifest, and the files in it by their path from there. */
interface RunFolder {
  readonly name: string;
  readonly files: ReadonlyMap<string, File>;
}

/** What was dropped, as run folders and single files. */
export interface SortedFiles {
  readonly folders: readonly RunFolder[];
  readonly files: readonly File[];
}

/**
 * Tells run folders, which have a manifest, from score files; what lies within a run folder belongs to it. Of
 * other folders the tables are taken, in the order of their names.
 */
export function sortFiles(dropped: readonly DroppedFile[]): SortedFiles {
  const seen = dropped.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
  const manifests = seen
    .filter(({ path }) => /(^|\/)manifest\.json$/.test(path))
    .map(({ path }) => path.slice(0, -'manifest.json'.length));
  const roots = manifests
    .filter((root) => !manifests.some((outer) => outer !== root && root.startsWith(outer)))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const folders = roots.map((root) => ({
    name: root === '' ? '.' : root.slice(0, -1),
    files: new Map(
      seen
        .filter(({ path }) => path.startsWith(root))
        .map(({ path, file }) => [path.slice(root.length), file] as const),
    ),
  }));
  const rest = seen.filter(({ path }) => !roots.some((root) => path.startsWith(root)));
  const files = rest
    .filter(({ path }) => !path.includes('/') || TABLE.test(path))
    .map(({ file }) => file)
    .sort((a, b) => (rest.some(({ path }) => path.includes('/')) ? byName(a, b) : 0));
  return { folders, files };
}

function byName(a: File, b: File): number {
  return a.name.localeCompare(b.name, 'en', { numeric: true });
}
