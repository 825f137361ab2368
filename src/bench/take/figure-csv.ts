import type { CanaryField } from '../../audit/index.ts';
import { AXIS } from '../../report/index.ts';
import { type Cuts, calledAt, errorsOfCounts } from '../cuts.ts';

import { type BenchState, errorsPath, isAboutClaim, isCurrent, modeOf, shownObservation } from '../state.ts';
import { MODE_WORDS, outcomeWords, verdictOn } from '../words.ts';

import { type CsvCell, csvTable } from './csv.ts';

/** The columns of a figure's table; each row is a mark of one panel, with what x and y are. */
const FIGURE_COLUMNS = ['panel', 'series', 'name', 'x_is', 'x', 'y_is', 'y', 'remark'];

type Row = readonly CsvCell[];

/** Everything that the figure shows as one table. */
export function figureCsv(state: BenchState): string {
  return csvTable(FIGURE_COLUMNS, [
    ...aboutRows(state),
    ...canaryRows(state.source.field, state.cuts),
    ...densityRows(state.source.field),
    ...curveRows(state),
    ...tallyRows(state),
    ...barRows(state),
  ]);
}

function aboutRows(state: BenchState): Row[] {
  const { claim, verdict, tau, delta } = state.source;
  const about = (name: string, x: CsvCell, remark: CsvCell): Row => [
    'figure',
    'about',
    name,
    '',
    x,
    '',
    null,
    remark,
  ];
  return [
    about('mode', null, MODE_WORDS[modeOf(state)]),
    ...(verdict === null ? [] : [about(verdictOn(state.source), null, verdict.mark)]),
    ...(claim === null ? [] : [about('claim', null, claim)]),
    about('tau', tau, null),
    about('delta', delta, null),
  ];
}

/** The canaries that are drawn one by one, and what they are called. */
function canaryRows(field: CanaryField, cuts: Cuts): Row[] {
  const { dots, game } = field;
  const x = game === 'membership' ? AXIS.score : AXIS.confidence;
  const [inside, outside] = game === 'membership' ? ['in', 'out'] : ['right', 'wrong'];
  return dots.rank.map((rank, i) => {
    const called = calledAt(field, cuts, rank);
    const guessed = game === 'membership' ? `called ${called}` : 'guessed';
    const remark =
      called === null ? 'no guess' : called === 'draw' ? 'equal scores at the cut: a draw decided' : guessed;
    const series = dots.bit[i] === 1 ? inside : outside;
    return ['canaries', series, dots.name[i], x, dots.score[i], 'place in the ranking', rank + 1, remark];
  });
}

/** Of more canaries than are drawn: how many lie between neighbouring edges. */
function densityRows({ density, game }: CanaryField): Row[] {
  if (density === null) return [];
  const x = game === 'membership' ? AXIS.score : AXIS.confidence;
  const [inside, outside] = game === 'membership' ? ['in', 'out'] : ['right', 'wrong'];
  return density.inside.flatMap((_, i) =>
    [[inside, density.inside[i]] as const, [outside, density.outside[i]] as const].map(
      ([series, count]): Row => {
        const to = `up to ${density.edges[i + 1]}`;
        return ['density', series, '', `${x} from`, density.edges[i], AXIS.canaries, count, to];
      },
    ),
  );
}

function curveRows(state: BenchState): Row[] {
  const row = (series: string, [alpha, beta]: readonly [number, number], remark: string): Row => [
    'trade-off',
    series,
    '',
    AXIS.alpha,
    alpha,
    AXIS.beta,
    beta,
    remark,
  ];
  const observation = shownObservation(state);
  return [
    ...((isAboutClaim(state) ? state.answer?.curve : null) ?? []).map((point) => row('claim', point, '')),
    ...errorsPath(state).map((point) => row('other numbers of guesses', point, '')),
    ...(observation === null || observation.guesses === 0
      ? []
      : [row('seen', errorsOfCounts(observation), 'at the cuts')]),
  ];
}

function tallyRows(state: BenchState): Row[] {
  const row = (series: string, name: string, x: CsvCell, remark: string): Row => [
    'right guesses',
    series,
    name,
    AXIS.right,
    x,
    AXIS.guesses,
    guesses,
    remark,
  ];
  const { answer, played, source } = state;
  const observation = shownObservation(state);
  const guesses = observation?.guesses ?? state.cuts.top + state.cuts.bottom;
  const rows: Row[] = [];
  if (observation !== null) rows.push(row('seen', '', observation.correct, ''));
  if (isCurrent(state) && answer !== null) {
    if (answer.critical !== null) rows.push(row('refutes from', '', answer.critical, ''));
    for (const { method, pValue, refuted } of answer.tests)
      rows.push([
        'right guesses',
        'test',
        method,
        'p-value',
        pValue,
        'tau',
        source.tau,
        outcomeWords({ ...answer, tests: [{ method, pValue, refuted }], isTested: true }, modeOf(state)),
      ]);
  }
  const truth = played === null ? '' : (source.truths[played.truth]?.claim ?? '');
  for (let i = 0; i < (played?.correct.length ?? 0); i++)
    rows.push(row('game', String(i + 1), played?.correct[i] ?? null, truth));
  return rows;
}

/** Lower bounds to the last digit; of counts from before the cuts were moved none are given. */
function barRows(state: BenchState): Row[] {
  const { answer } = state;
  if (answer === null || !isCurrent(state)) return [];
  const claimed = answer.claimEpsilon;
  return [
    ...answer.results.map(
      ({ family, method, epsilon, largestProvable, assumption }): Row => [
        'epsilon',
        method,
        family,
        AXIS.epsilon,
        number(epsilon),
        'largest provable',
        number(largestProvable),
        assumption,
      ],
    ),
    ...(claimed === null
      ? []
      : [
          [
            'epsilon',
            'claim',
            answer.question.claim,
            AXIS.epsilon,
            number(claimed),
            '',
            null,
            'allowed',
          ] as Row,
        ]),
  ];
}

function number(x: number): CsvCell {
  return x === Infinity ? 'unbounded' : x;
}
