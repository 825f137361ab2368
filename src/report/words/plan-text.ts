import type { Plan, Standing } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { blindDesignSentence } from './blind.ts';
import { gameSize } from './counts.ts';
import {
  formatConfidence,
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPower,
  formatProbability,
} from './format.ts';
import { enoughClause, insteadClauses } from './more-canaries.ts';
import { judgedAlike } from './plan-rows.ts';
import { sectionsText } from './prose.ts';
import { type TableData, tableText } from './table.ts';
import { textPlots } from './text-plot.ts';

/** A plan in words and one table. */
export interface PlanWords {
  readonly sentences: readonly string[];
  readonly rows: TableData;
  /** What the columns of the table hold. */
  readonly columns: string;
  readonly rests: string;
}

/** The report of `onerun plan`. */
export function planText(plan: Plan): string {
  const { sentences, rows, columns, rests } = planWords(plan);
  const [design, ...expected] = sentences;
  return sectionsText([
    design,
    expected.join('\n'),
    tableText(rows),
    columns,
    plan.rows.length > 2 ? drawing(plan) : null,
    rests,
  ]);
}

const SIDES = {
  both: 'the top and the bottom of the scores',
  in: 'the top of the scores, as in',
  out: 'the bottom of the scores, as out',
};

export function planWords(plan: Plan): PlanWords {
  const { delta, violation, family, chosen, model = plan.claim } = plan;
  const epsilon = formatLowerBound(chosen.epsilon);
  const most = formatLowerBound(chosen.largestProvable);
  const at = `epsilon ${epsilon} at delta ${formatNumber(delta)} (within ${family})`;
  return {
    sentences: [
      designSentence(plan),
      ...standingSentences(plan),
      modelSentence(plan),
      `Power: if ${violation} ran instead, the best attack would have the claim refuted with probability ${chance(chosen.power)}.`,
      plan.runs === undefined
        ? `If ${model} runs, ${at} is expected to be proved; with every guess right it would be ${most}.`
        : `If ${model} runs ${formatCount(plan.runs)} times, ${at} is expected to be proved; if all runs counted, it would be ${most}.`,
      ...(plan.note === undefined ? [] : [`Note: ${plan.note}.`]),
    ],
    rows: planTable(plan),
    columns: columnsMeaning(plan),
    rests: `The row with a star is judged by the method optimal, the others by the method paper, which is quicker and never stronger. Power and expected epsilon are for the best attack on canaries that do not affect each other; a real attack does worse. The plan uses the number of canaries, the claim and the model alone: fix it before training.${plan.runs === undefined ? '' : ' Every run needs coins and randomness of its own, and all of them must be audited, also those that look wrong: another number of runs than planned is another design.'}`,
  };
}

/** What the columns of the table hold. */
function columnsMeaning({ runs }: Plan): string {
  const counting =
    runs === undefined
      ? 'refuted from: how many right guesses refute the claim; power: how likely the violation is refuted; epsilon: what is expected to be proved, and would be if all were right.'
      : 'counts from: how many right guesses make a run count; runs needed: how many that count refute the claim; power: how likely the violation is refuted; epsilon: what is expected to be proved, and would be if all runs counted.';
  return `Right if true: the share of guesses that are right on average if the claim is true; ${counting}`;
}

/** What is to be done, and what refutes the claim. */
function designSentence({ m, k, runs = 1, tau, claim, sides = 'both', chosen }: Plan): string {
  const { guesses, critical, atLeast, runsNeeded } = chosen;
  const several = runs === 1 ? '' : ` in each of ${formatCount(runs)} runs`;
  const guess =
    k === 2
      ? `Guess ${formatCount(guesses)} of ${formatCount(m)} canaries${several}, ${SIDES[sides]}`
      : `Guess all ${gameSize(m, k)}${several}`;
  const at = `at ${formatConfidence(tau)} confidence`;
  if (critical !== null)
    return runs === 1
      ? `${guess}; ${formatCount(critical)} right or more refute ${claim} ${at}.`
      : `${guess}; a run counts with ${formatCount(critical)} right or more, and ${formatCount(runsNeeded ?? runs)} of ${formatCount(runs)} that count refute ${claim} ${at}.`;
  return runs === 1
    ? `${guess}.`
    : `${guess}; a run counts with ${formatCount(atLeast ?? guesses)} right or more.`;
}

/** What it will be worth that the claim is not refuted, and what would make it worth more. */
function standingSentences({ m, runs = 1, claim, standing, enough, instead = [] }: Plan): string[] {
  if (standing === undefined) return [];
  const blind = blindDesignSentence({ claim, m, runs, standing });
  const cures = [...insteadClauses(instead), ...(enough === undefined ? [] : [enoughClause(enough, runs)])];
  return [
    blind ?? standsSentence(standing, runs),
    ...(cures.length === 0 ? [] : [`To notice more: ${cures.join('; ')}.`]),
  ];
}

function standsSentence({ standsFrom, eachFrom, runsSeeing, refutedFrom }: Standing, runs: number): string {
  const least = standsFrom ?? 0;
  const blind = 'with fewer the attack could not have noticed a violation';
  if (runs > 1)
    return `A claim that is not refuted stands with ${formatCount(least)} or more right in all runs together, and ${formatCount(eachFrom ?? 0)} or more in each of ${formatCount(runsSeeing ?? runs)}; ${blind}.`;
  if (refutedFrom === null || least >= refutedFrom) return `It never stands: ${blind}.`;
  const range = least === refutedFrom - 1 ? '' : ` to ${formatCount(refutedFrom - 1)}`;
  return `With ${formatCount(least)}${range} right the claim stands; ${blind}.`;
}

/** Every number of guesses that was looked at. */
function planTable({ runs, chosen, rows }: Plan): TableData {
  const right = 'right' as const;
  const titles =
    runs === undefined
      ? ['guesses', 'right if true', 'refuted from', 'power', 'epsilon', 'if all were right']
      : ['guesses', 'right if true', 'counts from', 'runs needed', 'power', 'epsilon', 'if all count'];
  const cells = rows.map((row) => [
    `${formatCount(row.guesses)}${row.guesses === chosen.guesses ? ' *' : '  '}`,
    formatProbability(row.fraction),
    ...(runs === undefined
      ? [row.critical === null ? 'never' : formatCount(row.critical)]
      : [
          formatCount(row.atLeast ?? row.guesses),
          row.runsNeeded === null || row.runsNeeded === undefined ? 'never' : formatCount(row.runsNeeded),
        ]),
    formatPower(row.power),
    formatLowerBound(row.epsilon),
    formatLowerBound(row.largestProvable),
  ]);
  return { columns: titles.map((title) => ({ title, align: right })), rows: cells };
}

/** Which mechanism the design is made for; whether a verdict is valid does not depend on it. */
function modelSentence({ claim, model = claim }: Plan): string {
  const what =
    model === claim
      ? `The design is made for ${claim} itself`
      : `The design is made for ${model}, a mechanism that keeps the claim (another can be stated as the model)`;
  return `${what}. That decides the number of guesses and what to expect of them, never whether a verdict is valid: the claim is tested as it stands.`;
}

/** The expected epsilon against the number of guesses, in characters. */
function drawing(plan: Plan): string {
  const { rows, chosen } = plan;
  const top = Math.max(...rows.map((row) => row.epsilon), 0.1);
  const line = judgedAlike(plan);
  const dense = line.flatMap((row, i) => {
    const next = line[Math.min(i + 1, line.length - 1)];
    return Array.from({ length: 8 }, (_, j) => {
      const part = j / 8;
      return [
        Math.log(row.guesses) * (1 - part) + Math.log(next.guesses) * part,
        row.epsilon * (1 - part) + next.epsilon * part,
      ] as const;
    });
  });
  return textPlots([
    {
      title: 'expected epsilon against guesses (log scale): * by method paper, # the plan by method optimal',
      xRange: [Math.log(rows[0].guesses), Math.log(rows[rows.length - 1].guesses)],
      yRange: [0, top],
      xEnds: [formatCount(rows[0].guesses), formatCount(rows[rows.length - 1].guesses)],
      yEnds: ['0', formatNumber(top, 3)],
      series: [
        { mark: '*', points: dense },
        { mark: '#', points: [[Math.log(chosen.guesses), chosen.epsilon]] },
      ],
    },
  ]);
}
