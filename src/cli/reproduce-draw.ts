import { type FigureReport, figuresNote, figureText } from '../report/figure-text.ts';
import { writeFigure } from './figure-files.ts';
import { EXIT, type Outcome } from './outcome.ts';
import type { ReproduceOptions } from './reproduce-settings.ts';
import type { Pool } from './sweep-pool.ts';
import { runSweep, type Sweep, sweepRows } from './sweep-run.ts';

/** Runs whole figures, and draws each as soon as it is done. */
export async function drawAll(
  sweeps: readonly Sweep[],
  pool: () => Promise<Pool>,
  notes: readonly string[],
  options: ReproduceOptions,
): Promise<Outcome> {
  const reports: FigureReport[] = [];
  for (const sweep of sweeps) {
    const { figure, log } = sweep;
    log.begin({ figure: figure.name });
    const computed = await runSweep(sweep, pool, figure.name);
    reports.push(await drawn(sweep, computed, options));
  }
  if (options.json !== undefined)
    return { code: EXIT.consistent, json: { figures: reports.map(machine), notes } };
  const texts = [...reports.map(figureText), ...notes.map((note) => `${note}\n`), figuresNote(reports)];
  return { code: EXIT.consistent, text: texts.join('\n') };
}

/** Writes the files of a finished sweep. */
export async function drawn(
  sweep: Sweep,
  computed: number,
  { out, force }: Pick<ReproduceOptions, 'out' | 'force'>,
): Promise<FigureReport> {
  const { figure, cells, log } = sweep;
  const rows = sweepRows(sweep);
  const files = await writeFigure(out, figure, rows, log, force === true);
  return { name: figure.name, rows, computed, points: cells.length, files };
}

/** A drawn figure for scripts. */
export function machine({ name, rows, computed, points, files }: FigureReport) {
  const [csv, svg, png] = files;
  return { figure: name, complete: true, points, rows: rows.length, computed, csv, svg, png };
}
