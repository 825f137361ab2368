import type { AuditInput, AuditResult } from '../../../audit/index.ts';
import { formatCount } from '../format.ts';

/** A file that went in. */
interface InputFile {
  /** Its name, and how many runs it holds where there are several. */
  readonly name: string;
  readonly rows: number;
  readonly sha256: string | null;
}

/** The files that went in, each once however many runs it holds. */
export function inputFiles({ runs }: AuditResult): InputFile[] {
  const files = new Map<string, AuditInput[]>();
  for (const [i, input] of runs.flatMap(({ inputs }) => inputs).entries()) {
    const key = input.file === undefined ? String(i) : `${input.file} ${input.sha256}`;
    const others = files.get(key);
    if (others === undefined) files.set(key, [input]);
    else others.push(input);
  }
  return [...files.values()].map((inputs) => {
    const [{ name, file, sha256 }] = inputs;
    const rows = inputs.reduce((sum, input) => sum + input.rows, 0);
    return { name: file === undefined ? name : `${file} (${formatCount(inputs.length)} runs)`, rows, sha256 };
  });
}
