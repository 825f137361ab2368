import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../../src/report/index.ts';
import type { FileContents } from '../file-contents.ts';
import type { FileRole, GivenFile } from '../work/audit.ts';
import { Choice } from './field.tsx';

const ROLES: readonly (readonly [FileRole, string])[] = [
  ['scores', 'scores'],
  ['assignment', 'who was in (assignment)'],
  ['members', 'scores of members (NPY)'],
  ['others', 'scores of others (NPY)'],
];

interface FilesProps {
  readonly files: readonly GivenFile[];
  readonly contents: readonly FileContents[] | null;
  readonly onFiles: (files: readonly GivenFile[]) => void;
}

/** The box into which score files are dropped or chosen, and what each file is for. */
export function Files({ files, contents, onFiles }: FilesProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    if (list !== null && list.length > 0) onFiles(withRoles([...list]));
  };
  useDrop(setOver, take);
  const setRole = (key: number, role: FileRole) =>
    onFiles(files.map((one) => (one.key === key ? { ...one, role } : one)));
  return (
    <div class={over ? 'drop over' : 'drop'}>
      <label for={id}>Drop a score file here, or choose one</label>
      <input
        id={id}
        type="file"
        multiple
        ref={input}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Emptied, so that choosing the same file again counts as a change.
          event.currentTarget.value = '';
        }}
      />
      <p class="hint">
        CSV, JSON Lines, NPZ, Parquet, also gzipped, with columns <code>score</code> and <code>included</code>
        ; or two NPY files, of members and of others. It is read here and stays here.
      </p>
      {files.length === 0 ? null : (
        <ul class="chosen">
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
    </div>
  );
}

function describe({ name, runs, rows, kind }: FileContents): string {
  const inRuns = runs === 1 ? '' : ` in ${formatCount(runs)} runs`;
  return kind === 'membership'
    ? `${name} holds the scores of ${formatCount(rows)} canaries${inRuns}.`
    : `${name} holds the guesses about ${formatCount(rows)} buckets of candidates${inRuns}.`;
}

/**
 * Takes files that are dropped anywhere on the page: a browser would open those dropped beside the box
 * instead.
 */
function useDrop(setOver: (over: boolean) => void, take: (files: FileList | null) => void): void {
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const drag = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(false);
      taking.current(event.dataTransfer?.files ?? null);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [setOver]);
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

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
