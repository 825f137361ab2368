import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../../experiments/index.ts';
import type { FigureRow } from '../../figure-layout.ts';
import { loadFigurePlot } from '../../report/index.ts';
import { Outputs, plotDocument, toPng } from '../output/index.ts';
import type { SweepLog } from './log.ts';

const KINDS = ['csv', 'svg', 'png'] as const;

/** A figure and its log, which remembers the files that were made. */
interface Logged {
  readonly figure: Figure;
  readonly log: SweepLog;
}

/**
 * Refuses a log that would replace an input, a folder or a device. What is in it is checked when it is
 * opened.
 */
export async function checkLog(path: string, inputs: readonly string[]): Promise<void> {
  await Outputs.collect({ files: [path], inputs, ours: async () => true });
}

/** The files of all figures, checked before any work. */
export function figureOutputs(
  folder: string,
  drawn: readonly Logged[],
  { inputs, force }: { inputs: readonly string[]; force?: boolean | undefined },
): Promise<Outputs> {
  const files = drawn.flatMap(({ figure }) => KINDS.map((kind) => `${figure.name}.${kind}`));
  // The logs have the hash of each file that was made, so they tell whether a file was changed since.
  const ours = async (path: string) => {
    const bytes = await readFile(path);
    return drawn.some(({ log }) => log.made(bytes));
  };
  return Outputs.collect({ folder: { path: folder, files }, inputs, force, ours });
}

/** Draws the table and its picture, and puts what changed into the files that were collected. */
export async function putFigure(
  folder: string,
  { figure, log }: Logged,
  rows: readonly FigureRow[],
  outputs: Outputs,
): Promise<string[]> {
  const [{ figurePlot }, document] = await Promise.all([loadFigurePlot(), plotDocument()]);
  const svg = figurePlot(figure.layout, rows, document);
  const contents = { csv: csvText(figure.columns, rows), svg: svg, png: await toPng(svg) };
  const paths: string[] = [];
  for (const kind of KINDS) {
    const name = `${figure.name}.${kind}`;
    const [path, data] = [join(folder, name), Buffer.from(contents[kind])];
    const there = await readIfThere(path);
    log.willMake(name, data);
    if (there === null || !data.equals(there)) outputs.put(path, data);
    paths.push(path);
  }
  return paths;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Comma-separated, numbers to the last digit, an empty field for none. */
function csvText(columns: readonly string[], rows: readonly FigureRow[]): string {
  const field = (value: number | string | null | undefined) => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => columns.map((column) => field(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}
