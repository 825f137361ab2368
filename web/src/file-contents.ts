import type { AuditInput } from '../../src/index.ts';

/** What one file holds, or a pair of them. */
export interface FileContents {
  readonly name: string;
  readonly runs: number;
  readonly rows: number;
  readonly kind: 'membership' | 'reconstruction';
}

/** What each file holds, of several runs in one file all of them together. */
export function contentsOf(inputs: readonly AuditInput[], kind: FileContents['kind']): FileContents[] {
  const files = new Map<string, FileContents>();
  for (const [i, { name, file, rows }] of inputs.entries()) {
    const key = file ?? String(i);
    const { runs = 0, rows: before = 0 } = files.get(key) ?? {};
    files.set(key, { name: file ?? name, runs: runs + 1, rows: before + rows, kind });
  }
  return [...files.values()];
}
