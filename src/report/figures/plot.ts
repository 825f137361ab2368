import { deltasPlot } from './deltas.ts';
import { cifar10Plot, dpsgdPlot } from './dpsgd.ts';
import { methodsPlot } from './methods.ts';
import type { FigureRow } from './rows.ts';

/** Draws a figure of `onerun reproduce` from its rows: a self-contained SVG. */
export function figurePlot(name: string, rows: readonly FigureRow[], document: Document): string {
  const plot = PLOTS[name];
  if (plot === undefined) throw new Error(`internal: no plot of ${name}`);
  return plot(rows, document);
}

type Draw = (rows: readonly FigureRow[], document: Document) => string;

const PLOTS: Readonly<Record<string, Draw>> = {
  gaussian: methodsPlot({
    title: 'What one run proves about the Gaussian mechanism (the paper’s Figure 1)',
    line: 'Expected counts of the idealised setting, each number of canaries at its best number of guesses.',
    panel: 'sigma',
    x: 'm',
    across: 'canaries m (log scale)',
  }),
  guesses: methodsPlot({
    title: 'Few guesses prove most (the paper’s figures on the number of guesses)',
    line: 'Expected counts of the idealised setting.',
    panel: 'sigma',
    x: 'guesses',
    across: 'guesses c′ (log scale)',
  }),
  buckets: methodsPlot({
    title: 'A choice among candidates (the paper’s figure on reconstruction)',
    line: 'Expected counts of the idealised setting; every bucket is guessed.',
    panel: 'm',
    x: 'k',
    across: 'candidates per bucket k (log scale)',
  }),
  deltas: deltasPlot,
  cifar10: cifar10Plot,
  runs: methodsPlot({
    title: 'The same canaries shared out over several runs (ours)',
    line: 'The best design that is fixed in advance: two honest audits in three prove this or more.',
    played: 'Audits of the best design fixed in advance were played',
    panel: 'sigma',
    x: 'runs',
    across: 'runs that share the canaries (log scale)',
  }),
  dpsgd: dpsgdPlot,
};
