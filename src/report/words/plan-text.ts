import type { Plan } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { gameSize } from './counts.ts';
import { formatConfidence, formatCount, formatLowerBound, formatNumber, formatPercent } from './format.ts';
import { sectionsText } from './prose.ts';
import { type TableData, tableText } from './table.ts';
import { textPlots } from './text-plot.ts';

/** A plan in words and one table. */
export interface PlanWords {
  readonly sentences: readonly string[];
  readonly rows: TableData;
  readonly rests: string;
}

/** The report of `onerun plan`. */
export function planText(plan: Plan): string {
  const { sentences, rows, rests } = planWords(plan);
  const [design, ...expected] = sentences;
  return sectionsText([
    design,
    expected.join('\n'),
    tableText(rows),
    plan.rows.length > 2 ? drawing(plan.rows, plan.chosen.guesses) : null,
    rests,
  ]);
}

const SIDES = {
  both: 'the top and the bottom of the scores',
  in: 'the top of the scores, as in',
  out: 'the bottom of the scores, as out',
};

export function planWords(plan: Plan): PlanWords {
  const { m, k, tau, delta, claim, violation, family, chosen, rows } = plan;
  const critical =
    chosen.critical === null
      ? `This design cannot refute ${claim}: with every guess right it would still pass. Use more canaries.`
      : `${k === 2 ? `Guess ${formatCount(chosen.guesses)} of ${formatCount(m)} canaries, ${SIDES[plan.sides ?? 'both']}` : `Guess all ${gameSize(m, k)}`}; ${formatCount(chosen.critical)} right or more refute ${claim} at ${formatConfidence(tau)} confidence.`;
  const right = 'right' as const;
  const columns = ['guesses', 'right if true', 'refuted from', 'power', 'epsilon', 'if all were right'].map(
    (title) => ({ title, align: right }),
  );
  const cells = rows.map((row) => [
    `${formatCount(row.guesses)}${row.guesses === chosen.guesses ? ' *' : '  '}`,
    formatPercent(row.fraction),
    row.critical === null ? 'never' : formatCount(row.critical),
    chance(row.power),
    formatLowerBound(row.epsilon),
    formatLowerBound(row.largestProvable),
  ]);
  return {
    sentences: [
      critical,
      modelSentence(plan),
      `If ${violation} ran instead, it would be refuted with probability ${chance(chosen.power)}.`,
      `An honest run is expected to prove epsilon ${formatLowerBound(chosen.epsilon)} at delta ${formatNumber(delta)} (within ${family}); with every guess right it would be ${formatLowerBound(chosen.largestProvable)}.`,
      ...(plan.note === undefined ? [] : [`Note: ${plan.note}.`]),
    ],
    rows: { columns, rows: cells },
    rests:
      'The row with a star is judged by the optimal test, the others by Algorithm 3, which is quicker and never stronger. Power and expected epsilon are for the best attack on canaries that do not interact; a real attack does worse. The plan uses the number of canaries, the claim and the model alone: fix it before training.',
  };
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
function drawing(rows: Plan['rows'], chosen: number): string {
  const top = Math.max(...rows.map((row) => row.epsilon), 0.1);
  const dense = rows.flatMap((row, i) => {
    const next = rows[Math.min(i + 1, rows.length - 1)];
    return Array.from({ length: 8 }, (_, j) => {
      const part = j / 8;
      return [
        Math.log(row.guesses) * (1 - part) + Math.log(next.guesses) * part,
        row.epsilon * (1 - part) + next.epsilon * part,
      ] as const;
    });
  });
  const mark = rows
    .filter((row) => row.guesses === chosen)
    .map((row) => [Math.log(row.guesses), row.epsilon] as const);
  return textPlots([
    {
      title: 'expected epsilon against guesses (log scale), # the plan',
      xRange: [Math.log(rows[0].guesses), Math.log(rows[rows.length - 1].guesses)],
      yRange: [0, top],
      xEnds: [formatCount(rows[0].guesses), formatCount(rows[rows.length - 1].guesses)],
      yEnds: ['0', formatNumber(top, 3)],
      series: [
        { mark: '*', points: dense },
        { mark: '#', points: mark },
      ],
    },
  ]);
}
