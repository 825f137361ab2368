import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { formatCount } from '../../../src/report/index.ts';
import { chosenFiles, type SortedFiles, sortFiles } from '../dropped.ts';
import type { FileContents } from '../file-contents.ts';
import type { FileRole, GivenFile, GivenFolder } from '../work/audit.ts';
import { Choice } from './field.tsx';

const ROLES: readonly (readonly [FileRole, string])[] = [
  ['scores', 'scores'],
  ['assignment', 'who was in (assignment)'],
  ['members', 'scores of canaries in (NPY)'],
  ['others', 'scores of canaries out (NPY)'],
];

interface FilesProps {
  readonly files: readonly GivenFile[];
  readonly folders: readonly GivenFolder[];
  readonly contents: readonly FileContents[] | null;
  /** Called with what was chosen. */
  readonly onChoose: (chosen: SortedFiles) => void;
  /** Called when a file is said to be for something else. */
  readonly onRoles: (files: readonly GivenFile[]) => void;
  /** What is asked about the files. */
  readonly children?: ComponentChildren;
}

/** The box into which score files are dropped or chosen, what each file is for, and what it holds. */
export function Files({ files, folders, contents, onChoose, onRoles, children }: FilesProps) {
  const setRole = (key: number, role: FileRole) =>
    onRoles(files.map((one) => (one.key === key ? { ...one, role } : one)));
  return (
    <div class="drop">
      <FileInput label="Drop a score file here, or choose one" onChoose={onChoose} />
      <p class="hint">
        CSV, JSON Lines, NPZ, Parquet, also gzipped, with a column of scores and one of who was in; or two NPY
        files, of canaries in and of canaries out; or run folders with a manifest. It is read here and stays
        here.
      </p>
      {folders.length === 0 && files.length === 0 ? null : (
        <ul class="chosen">
          {folders.map(({ key, name, files: inside }) => (
            <li key={key}>
              <span class="file-name">{name === '.' ? 'Files of a run' : name}</span>
              <span class="aside">run folder, {[...inside.keys()].join(', ')}</span>
            </li>
          ))}
          {files.map(({ key, role, file }) => (
            <li key={key}>
              <span class="file-name">{file.name}</span>
              <span class="aside">{size(file.size)}</span>
              {files.length > 1 ? (
                <Choice
                  label={`What ${file.name} holds`}
                  value={role}
                  options={ROLES}
                  onInput={(value) => setRole(key, ROLES.find(([name]) => name === value)?.[0] ?? 'scores')}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {contents === null ? null : (
        <p class="found" role="status">
          {contents.map(describe).join(' ')}
        </p>
      )}
      {children}
    </div>
  );
}

interface FileInputProps {
  readonly label: string;
  readonly onChoose: (chosen: SortedFiles) => void;
}

/** Chooses files, and beside that a folder. */
function FileInput({ label, onChoose }: FileInputProps) {
  const id = useId();
  const take = (input: HTMLInputElement) => {
    const chosen = chosenFiles(input.files);
    if (chosen.length > 0) onChoose(sortFiles(chosen));
    // Emptied, so that choosing the same file again counts as a change.
    input.value = '';
  };
  /** A browser chooses either files or folders with one input, so that folders have one of their own. */
  const chooseFolder = () => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', webkitdirectory: true, multiple: true });
    input.addEventListener('change', () => take(input));
    input.click();
  };
  return (
    <>
      <label for={id}>{label}</label>
      <input id={id} type="file" multiple onChange={(event) => take(event.currentTarget)} />
      <button type="button" class="plain" onClick={chooseFolder}>
        or a run folder
      </button>
    </>
  );
}

function describe({ name, runs, rows, kind }: FileContents): string {
  const inRuns = runs === 1 ? '' : ` in ${formatCount(runs)} runs`;
  return kind === 'membership'
    ? `${name} holds the scores of ${formatCount(rows)} canaries${inRuns}.`
    : `${name} holds the guesses about ${formatCount(rows)} buckets of candidates${inRuns}.`;
}

let keys = 0;

/**
 * Files with what each is probably for, judged by its name; the user can change that where there are several.
 */
export function withRoles(files: readonly File[]): GivenFile[] {
  const others = files.findIndex(({ name }) =>
    /\b(out|others?|non|excluded)/i.test(name.replaceAll('_', '-')),
  );
  const pair = files.length === 2 && files.every(({ name }) => /\.npy(\.gz)?$/i.test(name));
  return files.map((file, i) => {
    const key = keys++;
    if (pair) return { key, file, role: i === (others === -1 ? 1 : others) ? 'others' : 'members' };
    const aside = files.length === 2 && /assign|canar|coins|truth|secret/i.test(file.name);
    return { key, file, role: aside ? 'assignment' : 'scores' };
  });
}

/** Run folders with keys of their own. */
export function withKeys(folders: SortedFiles['folders']): GivenFolder[] {
  return folders.map((folder) => ({ ...folder, key: keys++ }));
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
