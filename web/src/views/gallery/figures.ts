import buckets from '../../../../docs/reproduction/buckets.csv?url';
import cifar10 from '../../../../docs/reproduction/cifar10.csv?url';
import deltas from '../../../../docs/reproduction/deltas.csv?url';
import dpsgd from '../../../../docs/reproduction/dpsgd.csv?url';
import evidence from '../../../../docs/reproduction/evidence.csv?url';
import gaussian from '../../../../docs/reproduction/gaussian.csv?url';
import simulated from '../../../../docs/reproduction/gaussian-simulated.csv?url';
import guesses from '../../../../docs/reproduction/guesses.csv?url';
import power from '../../../../docs/reproduction/power.csv?url';
import runs from '../../../../docs/reproduction/runs.csv?url';
import type { AuditOutcome } from '../../../../src/index.ts';
import { loadFigurePlot, VERDICT_MARKS } from '../../../../src/report/index.ts';
import { inTurn } from '../../exhibits/in-turn.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { csvRows, type FigureTableRow } from './csv-rows.ts';

/** The tables of docs/reproduction by name, and the figure of `onerun reproduce` that each belongs to. */
const TABLES = {
  gaussian: ['gaussian', gaussian],
  'gaussian-simulated': ['gaussian', simulated],
  guesses: ['guesses', guesses],
  buckets: ['buckets', buckets],
  deltas: ['deltas', deltas],
  cifar10: ['cifar10', cifar10],
  runs: ['runs', runs],
  dpsgd: ['dpsgd', dpsgd],
  evidence: ['evidence', evidence],
  power: ['power', power],
} as const;

export type FigureName = keyof typeof TABLES;

export const FIGURE_TABLES = Object.keys(TABLES) as FigureName[];

/** What a figure is called, and what it shows. */
export interface FigureWords {
  readonly title: string;
  readonly about: string;
}

/** A figure of the paper, or of ours, drawn in this page from its table. */
export interface GalleryFigure extends FigureWords {
  readonly name: FigureName;
  readonly svg: string;
  readonly csv: string;
  readonly command: string;
}

const worker = new LatestAnswerWorker(Infinity);
const made = new Map<FigureName, Promise<GalleryFigure>>();
let layouts: ReturnType<typeof askLayouts> | undefined;

function askLayouts() {
  return worker.ask((work) => work.figureLayouts());
}

/** Fetches the table and draws it, once. */
export function galleryFigure(name: FigureName): Promise<GalleryFigure> {
  const known = made.get(name) ?? make(name);
  made.set(name, known);
  return known;
}

async function layoutOf(name: FigureName) {
  const [figure] = TABLES[name];
  layouts ??= askLayouts();
  const found = (await layouts).find((one) => one.name === figure);
  if (found === undefined) throw new Error(`internal: no figure ${figure}`);
  return found.layout;
}

export async function wordsOfFigure(name: FigureName): Promise<FigureWords> {
  const { title, table } = await layoutOf(name);
  return { title: name === TABLES[name][0] ? title : `${title}, played`, about: table.about };
}

async function make(name: FigureName): Promise<GalleryFigure> {
  const [figure] = TABLES[name];
  const [layout, words, csv, { figurePlot }] = await Promise.all([
    layoutOf(name),
    wordsOfFigure(name),
    tableText(name),
    loadFigurePlot(),
  ]);
  return {
    ...words,
    name,
    svg: figurePlot(layout, csvRows(csv), document),
    csv,
    command: `onerun reproduce ${figure}${name === figure ? '' : ' --simulate'} --out reproduction`,
  };
}

async function tableText(name: FigureName): Promise<string> {
  const [, address] = TABLES[name];
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the table could not be loaded (${response.status})`);
  return response.text();
}

/** What a recorded run comes to, by the counts of the score that it fixed, which comes first. */
export async function recordedVerdict(run: string): Promise<{ outcome: AuditOutcome; mark: string }> {
  const row = (await recordedRows()).find((one) => one.run === run && one.guesses !== null);
  const number = (name: string) => Number(row?.[name]);
  const observation = {
    m: number('m'),
    k: number('k'),
    guesses: number('guesses'),
    correct: number('correct'),
  };
  const outcome = await inTurn((work) =>
    work.outcomeOfCounts(observation, String(row?.claim), number('tau')),
  );
  return { outcome, mark: VERDICT_MARKS[outcome] };
}

/** The rows of the recorded runs. */
export async function recordedRows(): Promise<FigureTableRow[]> {
  return csvRows(await tableText('cifar10'));
}
