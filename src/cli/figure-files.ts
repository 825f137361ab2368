import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '../errors.ts';
import type { Figure, Row } from '../experiments/index.ts';
import { writeWhole } from './files.ts';
import { toPng } from './picture.ts';
import type { SweepLog } from './sweep-log.ts';

const KINDS = ['csv', 'svg', 'png'] as const;

/** Refuses at once where a file in the way is plainly not ours, rather than after the work. */
export async function refuseStrangers(
  folder: string,
  figure: Figure,
  log: SweepLog,
  force: boolean,
): Promise<void> {
  if (force) return;
  for (const kind of KINDS) {
    const path = join(folder, `${figure.name}.${kind}`);
    const there = await readIfThere(path);
    if (there !== null && !log.made(there) && !there.subarray(0, 400).includes(beginning(kind, figure)))
      throw new InvalidInput(strange(path));
  }
}

/** What every file of this kind begins with. */
function beginning(kind: (typeof KINDS)[number], { columns }: Figure): string {
  return { csv: `${columns.join(',')}\n`, svg: '<svg xmlns="http://www.w3.org/2000/svg"', png: 'PNG' }[kind];
}

function strange(path: string): string {
  return `${path} was not made by onerun reproduce, or was changed since, and is not replaced; --force replaces it`;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes the table and its picture, each whole or not at all, and only where something changed. */
export async function writeFigure(
  folder: string,
  figure: Figure,
  rows: readonly Row[],
  log: SweepLog,
  force: boolean,
): Promise<string[]> {
  const [{ figurePlot }, { parseHTML }] = await Promise.all([
    import('../report/figure-plot.ts'),
    import('linkedom'),
  ]);
  const svg = figurePlot(figure.name, rows, parseHTML('<!doctype html><body></body>').document);
  const contents = { csv: csvText(figure.columns, rows), svg, png: await toPng(svg) };
  const paths: string[] = [];
  for (const kind of KINDS) {
    const [path, data] = [join(folder, `${figure.name}.${kind}`), Buffer.from(contents[kind])];
    const there = await readIfThere(path);
    if (there === null || !data.equals(there)) {
      // A log that lost the line about a file still finds it equal; what is neither equal nor known is another's.
      if (there !== null && !force && !log.made(there)) throw new InvalidInput(strange(path));
      log.willMake(`${figure.name}.${kind}`, data);
      await writeWhole(path, data);
    }
    paths.push(path);
  }
  return paths;
}

/** Comma-separated, numbers to the last digit, an empty field for none. */
function csvText(columns: readonly string[], rows: readonly Row[]): string {
  const field = (value: number | string | null | undefined) => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => columns.map((column) => field(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: Error) => {
    throw new InvalidInput(`cannot write to ${path}: ${error.message}`);
  });
}
