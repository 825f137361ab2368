import type { Plan } from '../../audit/index.ts';
import { formatCount, formatLowerBound, formatNumber, formatPercent } from '../words/format.ts';
import type { PlotDocument } from './document.ts';
import type { Picture } from './frame.ts';
import { countAxis, linePlot } from './line-plot.ts';

/** The share of guesses that are right against the number of guesses: why an attack should abstain. */
export function fractionPlot({ rows, chosen, m, claim }: Plan, document: PlotDocument): Picture {
  const points = rows.map((row) => [row.guesses, row.fraction] as const);
  const all = rows[rows.length - 1];
  return linePlot(
    {
      name: 'fraction',
      title: 'The fewer guesses, the surer',
      alt: `The expected share of right guesses against how many of ${formatCount(m)} canaries are guessed, for ${claim}. Guessing all of them, ${formatPercent(round(all.fraction))} are right; guessing only the surest ${formatCount(rows[0].guesses)}, ${formatPercent(round(rows[0].fraction))}.`,
      x: countAxis(
        'guesses',
        rows.map(({ guesses }) => guesses),
      ),
      y: { label: 'share of guesses that are right', domain: [0, 1] },
      lines: [
        { text: 'the best attack', style: 'main', points },
        {
          text: 'blind guessing',
          style: 'quiet',
          points: [
            [rows[0].guesses, 0.5],
            [all.guesses, 0.5],
          ],
        },
      ],
      dots: {
        text: `the best design: ${formatCount(chosen.guesses)} guesses`,
        points: [[chosen.guesses, chosen.fraction]],
      },
    },
    document,
  );
}

/** The epsilon that one run is expected to prove against the number of canaries in it. */
export function growthPlot(plans: readonly Plan[], truth: number, document: PlotDocument): Picture {
  const points = plans.map((plan) => [plan.m, Math.max(...plan.rows.map(({ epsilon }) => epsilon))] as const);
  const [first, last] = [points[0], points[points.length - 1]];
  return linePlot(
    {
      name: 'growth',
      title: 'One run, many canaries',
      alt: `The epsilon that one run of ${plans[0].claim} is expected to prove, against the number of canaries in it: ${formatLowerBound(first[1])} with ${formatCount(first[0])}, ${formatLowerBound(last[1])} with ${formatCount(last[0])}. The true epsilon is ${formatNumber(truth, 4)}.`,
      x: countAxis(
        'canaries',
        plans.map((plan) => plan.m),
      ),
      y: { label: `expected epsilon at delta ${formatNumber(plans[0].delta)}`, domain: [0, truth * 1.1] },
      lines: [
        { text: 'proved by one run, on average', style: 'main', points },
        {
          text: `the truth: ${formatNumber(truth, 4)}`,
          style: 'quiet',
          points: [
            [first[0], truth],
            [last[0], truth],
          ],
        },
      ],
    },
    document,
  );
}

/** Many audits of an honest and of a broken mechanism: how many guesses were right in each. */
export interface ManyRuns {
  readonly honest: readonly number[];
  readonly broken: readonly number[];
  readonly guesses: number;
  readonly critical: number | null;
}

/** The share of runs with at least so many right guesses, for both mechanisms. */
export function chancePlot({ honest, broken, guesses, critical }: ManyRuns, document: PlotDocument): Picture {
  const line = critical ?? guesses + 1;
  const caught = (runs: readonly number[]) => runs.filter((right) => right >= line).length;
  const [low, high] = [Math.min(...honest, ...broken, line), Math.max(...honest, ...broken, line)];
  const tail = (runs: readonly number[]) =>
    Array.from({ length: high - low + 2 }, (_, i): [number, number] => [
      low + i,
      runs.filter((right) => right >= low + i).length / runs.length,
    ]);
  return linePlot(
    {
      name: 'chance',
      title: 'The same audit, many times over',
      alt: `Of ${formatCount(honest.length)} honest runs ${formatCount(caught(honest))} are refuted by chance; of ${formatCount(broken.length)} runs with half the noise ${formatCount(caught(broken))} are caught. The line is at ${formatCount(line)} right of ${formatCount(guesses)} guesses: as many or more refute the claim.`,
      x: { label: 'right guesses', domain: [low, high + 1] },
      y: { label: 'share of runs with at least so many right', domain: [0, 1] },
      lines: [
        {
          text: `honest: ${formatCount(caught(honest))} of ${formatCount(honest.length)} refuted`,
          style: 'main',
          points: tail(honest),
        },
        {
          text: `half the noise: ${formatCount(caught(broken))} of ${formatCount(broken.length)} refuted`,
          style: 'beside',
          points: tail(broken),
        },
        {
          text: `refuted from ${formatCount(line)} right on`,
          style: 'quiet',
          points: [
            [line, 0],
            [line, 1],
          ],
        },
      ],
    },
    document,
  );
}

function round(x: number): number {
  return Number(x.toPrecision(3));
}
