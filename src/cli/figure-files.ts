import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '../errors.ts';
import type { Figure, Row } from '../experiments/index.ts';
import { writeWhole } from './files.ts';
import { toPng } from './picture.ts';
import type { SweepLog } from './sweep-log.ts';

const KINDS = ['csv', 'svg', 'png'] as const;

/** Refuses at once where a file in the way is not ours, rather than after the work. */
export async function refuseStrangers(
  folder: string,
  { name }: Figure,
  log: SweepLog,
  force: boolean,
): Promise<void> {
  for (const kind of KINDS) await refuseStranger(join(folder, `${name}.${kind}`), log, force);
}

async function refuseStranger(path: string, log: SweepLog, force: boolean): Promise<Uint8Array | null> {
  const there = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (there !== null && !force && !log.made(there))
    throw new InvalidInput(
      `${path} was not made by onerun reproduce, or was changed since, and is not replaced; --force replaces it`,
    );
  return there;
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
    const there = await readFile(path).catch(() => null);
    if (there === null || !data.equals(there)) {
      await refuseStranger(path, log, force);
      log.willMake(`${figure.name}.${kind}`, data);
      await writeWhole(path, data);
    }
    paths.push(path);
  }
  return paths;
}

/** Comma-separated, numbers to the last digit, an empty field for none. */
export function csvText(columns: readonly string[], rows: readonly Row[]): string {
  const field = (value: number | string | null | undefined) => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => columns.map((column) => field(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}
