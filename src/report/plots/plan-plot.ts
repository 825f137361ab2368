import type { Plan } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCount, formatLowerBound, formatNumber } from '../words/format.ts';
import { judgedAlike } from '../words/plan-rows.ts';
import { countAxis, linePlot } from './line-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/** Expected epsilon against the number of guesses, the planned number marked. */
export function planPlot(plan: Plan, document: PlotDocument): Picture {
  const { rows, chosen, delta, family, claim, model = claim, runs = 1 } = plan;
  const points = judgedAlike(plan).map((row) => [row.guesses, row.epsilon] as const);
  const highest = Math.max(...rows.map(({ epsilon }) => epsilon), 0.1);
  return linePlot(
    {
      name: 'plan',
      title: 'What an audit is expected to prove',
      alt: `Expected epsilon within ${family} against the number of guesses, by Algorithm 3; ${formatCount(chosen.guesses)} guesses are planned, expected to prove ${formatLowerBound(chosen.epsilon)} by the optimal test.`,
      x: countAxis(
        AXIS.guesses,
        rows.map(({ guesses }) => guesses),
      ),
      y: { label: axisLabel(AXIS.epsilon, { delta }), domain: [0, highest * 1.08] },
      lines: [
        {
          text: `expected by Algorithm 3 within ${family}, ${runs === 1 ? 'in an honest run' : `in ${formatCount(runs)} honest runs`}`,
          style: 'main',
          points,
        },
      ],
      dots: {
        text: `planned, by the optimal test: ${formatCount(chosen.guesses)} (${formatLowerBound(chosen.epsilon)})`,
        points: [[chosen.guesses, chosen.epsilon]],
      },
      notes: [claim, ...(model === claim ? [] : [`planned for ${model}`])],
    },
    document,
  );
}

/** The chance that the violation is caught, against the number of guesses. */
export function powerPlot(plan: Plan, document: PlotDocument): Picture {
  const { rows, chosen, violation, tau } = plan;
  return linePlot(
    {
      name: 'power',
      title: 'Power against the number of guesses',
      alt: `The probability that ${violation} is refuted, against the number of guesses, by Algorithm 3; ${formatCount(chosen.guesses)} guesses are planned, with power ${chance(chosen.power)} by the optimal test. Where the curve is low an audit that passes says little.`,
      x: countAxis(
        AXIS.guesses,
        rows.map(({ guesses }) => guesses),
      ),
      y: { label: axisLabel(AXIS.power), domain: [0, 1] },
      lines: [
        {
          text: `by Algorithm 3, if ${violation} is the truth`,
          style: 'main',
          points: judgedAlike(plan).map((row) => [row.guesses, row.power]),
        },
        {
          text: `if the claim is the truth: at most ${formatNumber(tau)}`,
          style: 'quiet',
          points: ends(rows, tau),
        },
      ],
      dots: {
        text: `planned, by the optimal test: ${formatCount(chosen.guesses)} (${chance(chosen.power)})`,
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
      ? `With none of them is it caught in nine ${tries} of ten.`
      : `Of the numbers drawn, ${formatCount(enough[0])} is the first with which it is caught in nine ${tries} of ten.`;
  return linePlot(
    {
      name: 'canaries',
      title: 'Power against the number of canaries',
      alt: `The probability that ${violation} is refuted, against the number of canaries, each number with its best number of guesses, by the optimal test. ${often}`,
      x: countAxis(
        AXIS.canaries,
        plans.map((plan) => plan.m),
      ),
      y: { label: axisLabel(AXIS.power), domain: [0, 1] },
      lines: [
        { text: `by the optimal test, if ${violation} is the truth`, style: 'main', points },
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
