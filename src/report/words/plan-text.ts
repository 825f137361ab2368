import type { Plan, PlanRow, Standing } from '../../audit/index.ts';
import { assumedClause, namedClaim } from './answer.ts';
import { blindDesignSentence } from './blind.ts';
import { gameSize } from './counts.ts';
import {
  formatAtHand,
  formatConfidence,
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPower,
  formatProbability,
} from './format.ts';
import { remedySentences } from './more-canaries.ts';
import { sectionsText, withoutMarks } from './prose.ts';
import { type TableData, tableText } from './table.ts';
import { findsClause, isHalfNoise } from './violation-words.ts';

/** A plan in words and tables. */
export interface PlanWords {
  /** What is to be done and what it refutes, in one paragraph. */
  readonly design: string;
  /** What would notice more; null where the plan is likely enough to. */
  readonly remedy: string | null;
  /** The plan and a few other numbers of guesses, to see what they cost. */
  readonly few: TableData;
  /** What the plan is made for and what to expect of it. */
  readonly sentences: readonly string[];
  readonly rows: TableData;
  /** What the columns of all rows hold. */
  readonly columns: string;
  readonly rests: string;
}

/** The first screen of `onerun plan`. */
export function planScreen(plan: Plan): string {
  const { design, remedy, few } = planWords(plan);
  return sectionsText([design, remedy === null ? tableText(few) : withoutMarks(`To notice more, ${remedy}`)]);
}

/** The report of `onerun plan`: the table of all numbers of guesses in the place of that of a few. */
export function planText(plan: Plan): string {
  const { design, remedy, sentences, rows, columns, rests } = planWords(plan);
  const more = remedy === null ? null : withoutMarks(`To notice more, ${remedy}`);
  return sectionsText([design, more, sentences.join('\n'), tableText(rows), columns, rests]);
}

export function planWords(plan: Plan): PlanWords {
  const { m, delta, violation, family, chosen, standing, runs = 1, model = plan.claim } = plan;
  const { independentGuesses } = plan;
  const at = `epsilon ${formatLowerBound(chosen.epsilon)} at delta ${formatNumber(delta)} (within ${family})`;
  return {
    design: designWords(plan),
    remedy: remedySentences(plan, { m, runs, model: standing?.model ?? model }),
    few: fewRows(plan),
    sentences: [
      modelSentence(plan),
      `If ${violation} ran instead, the best attack would have the claim refuted with probability ${formatPower(chosen.power)}.`,
      `If ${model} runs${runs === 1 ? '' : ` ${formatCount(runs)} times`}, ${at} is expected to be proved.`,
      ...(independentGuesses === undefined
        ? []
        : [
            `The epsilon${assumedClause('independent-canaries')} is told from ${formatCount(independentGuesses)} guesses, which prove most of it: a second number, fixed with the first.`,
          ]),
      ...(plan.note === undefined ? [] : [`Note: ${plan.note}.`]),
    ],
    rows: allRows(plan),
    columns: `Right if true: the share of guesses that are right on average if the claim is true; power: how likely the violation is refuted; epsilon: what is expected to be proved, and would be if all ${runs === 1 ? 'were right' : 'runs counted'}.`,
    rests: `The row with a star is judged by the method optimal, the others by the method paper, which is quicker and never stronger. Power and expected epsilon are for the best attack on canaries that do not affect each other; a real attack does worse.${runs === 1 ? '' : ' Every run needs coins and randomness of its own, and all of them must be audited, also those that look wrong: another number of runs than planned is another design.'}`,
  };
}

/** What is to be done; before that, where it is in vain, that it is. */
function designWords(plan: Plan): string {
  const { m, k, runs = 1, claim, standing } = plan;
  const design = k === 2 ? {} : { design: gameSize(m, k) };
  const blind = standing === undefined ? null : blindDesignSentence({ claim, m, runs, standing, ...design });
  return blind === null
    ? [designSentence(plan), standsSentence(plan)].filter((text) => text !== null).join(' ')
    : `COULD NOT NOTICE: ${blind}\n\n${designSentence(plan)}`;
}

const half = (n: number) => formatCount(Math.floor(n / 2));

/** Which guesses are made. */
function guessesWords({ m, k, runs = 1, sides = 'both', chosen: { guesses } }: Plan): string {
  const several = runs === 1 ? '' : ` in each of ${formatCount(runs)} runs`;
  if (k !== 2) return `Guess all ${gameSize(m, k)}${several}`;
  const which = {
    both: `the ${formatCount(Math.ceil(guesses / 2))} highest scores as in, the ${half(guesses)} lowest as out`,
    in: 'the highest scores, as in',
    out: 'the lowest scores, as out',
  }[sides];
  return `Guess ${formatCount(guesses)} of ${formatCount(m)} canaries${several}: ${which}`;
}

/** What is to be done, and what refutes the claim. */
function designSentence(plan: Plan): string {
  const { runs = 1, tau, chosen } = plan;
  const { guesses, critical, atLeast, runsNeeded } = chosen;
  const guess = guessesWords(plan);
  const refutes = `refute ${namedClaim(plan.claim)} at ${formatConfidence(tau)} confidence`;
  if (critical === null)
    return runs === 1
      ? `${guess}.`
      : `${guess}. A run counts with ${formatCount(atLeast ?? guesses)} right or more.`;
  return runs === 1
    ? `${guess}. ${formatCount(critical)} right or more ${refutes}${stands(plan.standing)}.`
    : `${guess}. A run counts with ${formatCount(critical)} right or more, and ${formatCount(runsNeeded ?? runs)} of ${formatCount(runs)} that count ${refutes}.`;
}

/** Between refuting and being blind. */
function stands(standing: Standing | undefined): string {
  if (standing === undefined || standing.couldNot !== null) return '';
  const { standsFrom, refutedFrom } = standing;
  const least = standsFrom ?? 0;
  const blind = 'with fewer the attack could not have noticed';
  if (refutedFrom === null || least >= refutedFrom) return `; ${blind}`;
  const range =
    least === refutedFrom - 1
      ? `${formatCount(least)} lets`
      : `${formatCount(least)} to ${formatCount(refutedFrom - 1)} let`;
  return `; ${range} it stand; ${blind}`;
}

/** What is noticed, and what "not refuted" will be worth, where the first sentence does not say it. */
function standsSentence({
  runs = 1,
  claim,
  standing,
  chosen,
  violation,
  model = claim,
}: Plan): string | null {
  const finds = isHalfNoise(model, violation)
    ? null
    : `This finds ${findsClause(model, violation, chosen.power)}.`;
  if (runs === 1 || standing === undefined) return finds;
  const { standsFrom, eachFrom, runsSeeing } = standing;
  return `The claim stands with ${formatCount(standsFrom ?? 0)} or more right in all runs together, and ${formatCount(eachFrom ?? 0)} or more in each of ${formatCount(runsSeeing ?? runs)}; with fewer the attack could not have noticed.${finds === null ? '' : ` ${finds}`}`;
}

/** How far from the plan, in rows, the numbers of guesses lie that a first screen shows beside it. */
const BESIDE = [-4, -2, 0, 2];
const FEWER_BESIDE = [-2, 0, 2];
/** A claim of so many characters leaves room for fewer. */
const LONG_CLAIM = 60;

function fewRows(plan: Plan): TableData {
  const { rows, chosen, claim, violation, model = claim } = plan;
  const at = rows.findIndex(({ guesses }) => guesses === chosen.guesses);
  const isLong = plan.runs !== undefined || claim.length > LONG_CLAIM;
  const beside = (isLong ? FEWER_BESIDE : BESIDE).map((far) => at + far);
  const shown = new Set(isLong ? beside : [...beside, rows.length - 1]);
  const finds = isHalfNoise(model, violation) ? 'finds half the noise' : 'finds the violation';
  return tableOf(
    rows.filter((_, i) => shown.has(i)),
    [
      ['guesses', (row) => starred(row, chosen)],
      ...countColumns(plan),
      [finds, ({ power }) => formatPower(power)],
      ['proves epsilon', ({ epsilon }) => formatAtHand(epsilon)],
    ],
  );
}

/** Every number of guesses that was looked at. */
function allRows(plan: Plan): TableData {
  const { rows, chosen, runs } = plan;
  return tableOf(rows, [
    ['guesses', (row) => starred(row, chosen)],
    ['right if true', ({ fraction }) => formatProbability(fraction)],
    ...countColumns(plan),
    ['power', ({ power }) => formatPower(power)],
    ['epsilon', ({ epsilon }) => formatLowerBound(epsilon)],
    [
      runs === undefined ? 'if all right' : 'if all count',
      ({ largestProvable }) => formatLowerBound(largestProvable),
    ],
  ]);
}

type Column = readonly [title: string, cell: (row: PlanRow) => string];

/** How many right guesses refute the claim, or make a run count. */
function countColumns({ runs }: Plan): Column[] {
  const count = (n: number | null | undefined) => (n === null || n === undefined ? 'never' : formatCount(n));
  return runs === undefined
    ? [['refuted from', ({ critical }) => count(critical)]]
    : [
        ['counts from', ({ atLeast, guesses }) => formatCount(atLeast ?? guesses)],
        ['runs needed', ({ runsNeeded }) => count(runsNeeded)],
      ];
}

const starred = ({ guesses }: PlanRow, chosen: PlanRow) =>
  `${formatCount(guesses)}${guesses === chosen.guesses ? ' *' : '  '}`;

function tableOf(rows: readonly PlanRow[], columns: readonly Column[]): TableData {
  return {
    columns: columns.map(([title]) => ({ title, align: 'right' as const })),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
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
