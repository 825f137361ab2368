import type { AuditResult } from '../../../../src/index.ts';
import type { SortedFiles } from '../../dropped.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';

/** A file that a link names; it never holds what is in the file. */
export interface AskedFile {
  readonly name: string;
  readonly sha256: string;
}

/** Files as an address has them: each its hash and its name. */
export function askedText(files: readonly AskedFile[]): string {
  return files.map(({ name, sha256 }) => `${sha256}~${encodeURIComponent(name)}`).join(',');
}

/** The files that a link names; what is not written so is left out. */
export function askedFiles(text: string): AskedFile[] {
  return text.split(',').flatMap((one) => {
    const [, sha256, name] = /^([0-9a-f]{64})~(.+)$/.exec(one) ?? [];
    if (sha256 === undefined) return [];
    try {
      return [{ sha256, name: decodeURIComponent(name) }];
    } catch {
      return [];
    }
  });
}

const worker = new LatestAnswerWorker(Infinity);

function hashOfFile(file: File): Promise<string> {
  return worker.ask((work) => work.hashFile(file));
}

/** Why files are not those that a link names, in a sentence; null where they are. */
export async function whyOtherFiles(
  asked: readonly AskedFile[],
  { files, folders }: SortedFiles,
): Promise<string | null> {
  const found = new Set<string>();
  const others: string[] = [];
  for (const file of files) {
    const hash = await hashOfFile(file);
    found.add(hash);
    if (!asked.some(({ sha256 }) => sha256 === hash)) others.push(file.name);
  }
  // A folder has more files than those with scores.
  for (const folder of folders) for (const file of folder.files.values()) found.add(await hashOfFile(file));
  if (others.length > 0) return `${others.join(', ')}: not what the link is about; its SHA-256 is another`;
  const missing = asked.filter(({ sha256 }) => !found.has(sha256));
  return missing.length === 0 ? null : `the link is about ${missing.map(({ name }) => name).join(', ')} too`;
}

/** The files of an audit by name and hash: scores, also where two files make one run, and assignments. */
export function filesOfAudit({ runs, provenance }: AuditResult): AskedFile[] {
  const inputs = runs.flatMap((one) => one.inputs);
  const scores = inputs.flatMap(({ name, file, sha256 }) => {
    const names = (file ?? name).split(' + ');
    return (sha256?.split(' + ') ?? []).map((hash, i) => ({ sha256: hash, name: names[i] ?? name }));
  });
  const all = [...scores, ...provenance.files.map(({ name, sha256 }) => ({ name, sha256 }))];
  return [...new Map(all.map((one) => [one.sha256, one])).values()];
}

/** Asks for the files that a link is about. */
export function AskedFiles({
  asked,
  onForget,
}: {
  readonly asked: readonly AskedFile[];
  readonly onForget: () => void;
}) {
  if (asked.length === 0) return null;
  return (
    <div class="notice asked-files">
      <p>This link is about a file that it does not hold. Choose it below; its SHA-256 is checked.</p>
      <ul>
        {asked.map(({ name, sha256 }) => (
          <li key={sha256}>
            {name} <code>{sha256}</code>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="plain" onClick={onForget}>
          Take any file instead
        </button>
      </p>
    </div>
  );
}
