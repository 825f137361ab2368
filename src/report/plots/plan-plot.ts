import type { Plan } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { formatCount, formatLowerBound, formatNumber } from '../words/format.ts';
import { countAxis, linePlot } from './line-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/** Expected epsilon against the number of guesses, the planned number marked. */
export function planPlot(
  { rows, chosen, delta, family, claim, model = claim, runs = 1 }: Plan,
  document: PlotDocument,
): Picture {
  const points = rows.map((row) => [row.guesses, row.epsilon] as const);
  const highest = Math.max(...points.map(([, epsilon]) => epsilon), 0.1);
  return linePlot(
    {
      name: 'plan',
      title: 'What an audit is expected to prove',
      alt: `Expected epsilon within ${family} against the number of guesses; ${formatCount(chosen.guesses)} guesses are planned, expected to prove ${formatLowerBound(chosen.epsilon)}.`,
      x: countAxis(
        'guesses',
        rows.map(({ guesses }) => guesses),
      ),
      y: { label: `expected epsilon at delta ${formatNumber(delta)}`, domain: [0, highest * 1.08] },
      lines: [
        {
          text: `within ${family}, ${runs === 1 ? 'in an honest run' : `in ${formatCount(runs)} honest runs`}`,
          style: 'main',
          points,
        },
      ],
      dots: {
        text: `planned: ${formatCount(chosen.guesses)} (${formatLowerBound(chosen.epsilon)})`,
        points: [[chosen.guesses, chosen.epsilon]],
      },
      notes: [claim, ...(model === claim ? [] : [`planned for ${model}`])],
    },
    document,
  );
}

/** The chance that the violation is caught, against the number of guesses. */
export function powerPlot({ rows, chosen, violation, tau }: Plan, document: PlotDocument): Picture {
  return linePlot(
    {
      name: 'power',
      title: 'Power against the number of guesses',
      alt: `The probability that ${violation} is refuted, against the number of guesses; ${formatCount(chosen.guesses)} guesses are planned, with power ${chance(chosen.power)}. Where the curve is low an audit that passes says little.`,
      x: countAxis(
        'guesses',
        rows.map(({ guesses }) => guesses),
      ),
      y: { label: 'probability of a refutation', domain: [0, 1] },
      lines: [
        {
          text: `if ${violation} is the truth`,
          style: 'main',
          points: rows.map((row) => [row.guesses, row.power]),
        },
        {
          text: `if the claim is the truth: at most ${formatNumber(tau)}`,
          style: 'quiet',
          points: ends(rows, tau),
        },
      ],
      dots: {
        text: `planned: ${formatCount(chosen.guesses)} (${chance(chosen.power)})`,
        points: [[chosen.guesses, chosen.power]],
      },
    },
    document,
  );
}

function ends(rows: Plan['rows'], y: number): [number, number][] {
  return [
    [rows[0].guesses, y],
    [rows[rows.length - 1].guesses, y],
  ];
}

/**
 * The chance that the violation is caught, against the number of canaries, each with its best number of
 * guesses.
 */
export function canariesPlot(plans: readonly Plan[], m: number, document: PlotDocument): Picture {
  const points = plans.map((plan) => [plan.m, plan.chosen.power] as const);
  const [{ violation, tau, runs = 1 }] = plans;
  const tries = runs === 1 ? 'runs' : 'audits';
  const planned = points.filter(([canaries]) => canaries === m);
  const enough = points.find(([, power]) => power >= 0.9);
  const often =
    enough === undefined
      ? `None of them catches it in nine ${tries} of ten.`
      : `From ${formatCount(enough[0])} canaries on it is caught in nine ${tries} of ten.`;
  return linePlot(
    {
      name: 'canaries',
      title: 'Power against the number of canaries',
      alt: `The probability that ${violation} is refuted, against the number of canaries, each number with its best number of guesses. ${often}`,
      x: countAxis(
        'canaries',
        plans.map((plan) => plan.m),
      ),
      y: { label: 'probability of a refutation', domain: [0, 1] },
      lines: [
        { text: `if ${violation} is the truth`, style: 'main', points },
        {
          text: `if the claim is the truth: at most ${formatNumber(tau)}`,
          style: 'quiet',
          points: [
            [points[0][0], tau],
            [points[points.length - 1][0], tau],
          ],
        },
      ],
      ...(planned.length === 0
        ? {}
        : { dots: { text: `planned: ${formatCount(m)} (${chance(planned[0][1])})`, points: planned } }),
    },
    document,
  );
}
