import type { LedgerDesign, LedgerState } from '../../../audit/index.ts';
import type { Sides } from '../../../types.ts';
import { type AnswerWords, namedClaim, provedWords, pValueWords, VERDICT_MARKS } from '../answer.ts';
import { blindAttackSentence } from '../blind.ts';
import { gameSize, oneSideLine } from '../counts.ts';
import {
  formatConfidence,
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPercent,
  formatPValue,
  formatRounded,
} from '../format.ts';
import type { TableData } from '../table.ts';
import { findsClause } from '../violation-words.ts';

/** Where a ledger stands, and what is known of its file. */
export interface LedgerReport {
  readonly state: LedgerState;
  readonly file: string;
  /** The hash of the last entry, which stands for all of them. */
  readonly head: string;
  /** Of each run of the state: when it was last written of, and the file of its scores where there is one. */
  readonly entries: readonly { readonly at: string; readonly name: string | null }[];
  /** What should be said besides, one sentence each. */
  readonly notices: readonly string[];
}

/** Everything that a report says of a ledger, before it is laid out; null where there is nothing to say. */
export interface LedgerWords {
  readonly answer: AnswerWords;
  /** The last runs, for a first screen; all of them. */
  readonly lastSteps: TableData | null;
  readonly steps: TableData | null;
  /** What the last columns of the table mean. */
  readonly stepsMeaning: string | null;
  readonly claimed: string;
  readonly seen: string;
  readonly pValue: string;
  readonly expected: string | null;
  readonly epsilons: TableData | null;
  readonly bets: TableData;
  /** What the order of the runs rests on; null where all were started. */
  readonly order: string | null;
  readonly assumptions: readonly string[];
  readonly record: readonly (readonly [term: string, fact: string])[];
}

export function ledgerWords(report: LedgerReport): LedgerWords {
  const { state, file, head } = report;
  const { design, results } = state;
  return {
    answer: ledgerAnswer(report),
    lastSteps: lastSteps(report),
    steps: stepTable(report),
    stepsMeaning: state.runs.length === 0 ? null : STEPS_MEANING,
    claimed: `${design.claim}; bets are priced by the ${design.method === 'optimal' ? 'optimal test' : "paper's test"}.`,
    seen: seenSentence(state),
    pValue: `${formatPValue(state.pValue)}, which is 1 over the largest evidence so far. It is valid at every moment, however often you look.`,
    expected: expectedSentence(state),
    epsilons: results.some(({ epsilon }) => epsilon > 0) ? epsilonsTable(state) : null,
    bets: betTable(design),
    order: state.order === null ? null : orderSentence(state),
    assumptions: assumptions(design),
    record: [
      ['Ledger', `${file}, ${counted(state.runs.length, 'run')}`],
      ['Head', head],
    ],
  };
}

/** Where a ledger stands, for whoever reads no further. */
function ledgerAnswer({ state, notices }: LedgerReport): AnswerWords {
  const { outcome, results, design, order } = state;
  return {
    outcome,
    mark: VERDICT_MARKS[outcome],
    verdict: verdictClause(state),
    seen: [evidenceSentence(state), worthSentence(state) ?? ''].join(' ').trim(),
    weakened: [
      ...notices.map(asNotice),
      ...(order === null ? [] : ['Weakened: the order of the runs rests on your word.']),
    ],
    proved: provedWords({ proved: largest(results), tau: design.tau, evidence: 'runs' }),
    next: nextStep(state),
  };
}

const asNotice = (notice: string) => `Note: ${notice}`;

/** The most that was proved under each assumption, what a family needs first. */
function largest(results: LedgerState['results']): LedgerState['results'] {
  return (['model-based', 'worst-case'] as const).flatMap((assumption) => {
    const rows = results.filter((row) => row.assumption === assumption);
    return rows.length === 0 ? [] : [rows.reduce((a, b) => (b.epsilon > a.epsilon ? b : a))];
  });
}

const STEPS_MEANING =
  'E-value: the factor by which a run multiplies the evidence; if the claim is true it is at most 1 on average. With several e-values each multiplies a share of the evidence. Runs that were added in one call are one step.';

/** The numbers of guesses, each once. */
const numbersOf = (products: LedgerDesign['products']) => [
  ...new Set(products.map(({ guesses }) => guesses)),
];

const counted = (n: number, what: string) => `${formatCount(n)} ${n === 1 ? what : `${what}s`}`;

const threshold = ({ tau }: LedgerDesign) => formatNumber(1 / tau);

function verdictClause({ design, outcome, refutedAt, runs, standing, pValue }: LedgerState): string {
  const claim = namedClaim(design.claim);
  const sure = `${formatConfidence(design.tau)} confidence at every moment`;
  if (outcome === 'refuted') return `${claim} does not hold, since run ${refutedAt} (${sure}).`;
  if (runs.length === 0) return `no run has been written down yet, nothing is known about ${claim}.`;
  if (outcome === 'not-refuted')
    return `${claim} stands so far (${sure}, ${pValueWords(pValue, design.tau)}).`;
  return standing?.couldNot === null
    ? `the attack of these runs says nothing about ${claim}.`
    : `too few runs yet to notice a violation of ${claim}.`;
}

/** What "not refuted" is worth; null where the claim is refuted, and before a run has shown something. */
function worthSentence({ design, outcome, standing, right }: LedgerState): string | null {
  if (standing === null || right === null) return null;
  const { couldNot, power, model, violation } = standing;
  const byNow = `best attack would have found ${findsClause(model, violation ?? design.violation, power ?? 0)} by now`;
  switch (couldNot) {
    case 'never-refutes':
      return 'Not even right guesses alone would have refuted the claim by now.';
    case 'little-power':
      return `Even the ${byNow} only.`;
    case 'like-blind':
      return 'Even the best attack on the claim looks like blind guessing so far.';
    case null:
      return outcome === 'not-refuted'
        ? `The ${byNow}.`
        : `${formatCount(Math.floor(right))} guesses were right. ${blindAttackSentence(standing)}`;
  }
}

function nextStep({ outcome, runs, standing }: LedgerState): string {
  if (outcome === 'refuted') return 'find where the privacy is lost before you train again.';
  if (runs.length === 0) return '`onerun ledger start` with fresh coins, train, then `onerun ledger add`.';
  if (outcome === 'could-not-have-noticed' && standing?.couldNot === null)
    return 'find a stronger attack, and begin a new ledger for later runs.';
  return 'go on with `onerun ledger start` and `onerun ledger add`, or stop.';
}

function seenSentence({ design, runs }: LedgerState): string {
  const { m, k, game, products, sides, lowerIsIn } = design;
  const count = (status: string) => runs.filter((run) => run.status === status).length;
  const [added, started, void_] = [count('added'), count('started'), count('void')];
  const parts = [
    `${formatCount(added)} ${added === 1 ? 'run' : 'runs'} added`,
    ...(started > 0 ? [`${formatCount(started)} started and not added`] : []),
    ...(void_ > 0 ? [`${formatCount(void_)} counted as if nothing was shown`] : []),
  ];
  const guesses = numbersOf(products).map(formatCount).join(', ');
  const how =
    game === 'membership'
      ? `${endsOf(sides, lowerIsIn)}${lowerIsIn ? ', where lower is in' : ''}`
      : 'the most confident ones';
  return `${parts.join(', ')}; ${gameSize(m, k, game === 'reconstruction')} and ${guesses} guesses each (${how}).`;
}

function endsOf(sides: Sides = 'both', lowerIsIn = false): string {
  if (sides === 'both') return 'the top and the bottom of the scores';
  return `the ${(sides === 'in') === lowerIsIn ? 'bottom' : 'top'} of the scores, as ${sides}`;
}

function evidenceSentence({ logEvidence, mostLogEvidence, design, runs, steps }: LedgerState): string {
  const most =
    mostLogEvidence > Math.max(0, logEvidence) ? ` (at most ${formatEvidence(mostLogEvidence, 3)})` : '';
  const marks = evidenceMarks(steps, -Math.log(design.tau));
  return `Evidence ${formatEvidence(logEvidence, 3)}${most} after ${counted(runs.length, 'run')}; ${threshold(design)} refutes.${marks === '' ? '' : ` ${marks}`}`;
}

const MARKS = '▁▂▃▄▅▆▇█';
const MOST_MARKS = 30;

/** Evidence after the last steps, a mark each: the highest refutes, the lowest is none. */
function evidenceMarks(steps: LedgerState['steps'], needed: number): string {
  return steps
    .slice(-MOST_MARKS)
    .map(({ logEvidence }) => MARKS[Math.max(0, Math.min(7, Math.floor((7 * logEvidence) / needed)))])
    .join('');
}

/** e to the power of a logarithm, cut; beyond the doubles as a power of ten. */
export function formatEvidence(log: number, digits = 4): string {
  const tens = log / Math.LN10;
  // What is within the rounding of a logarithm of a number is that number; all else is cut.
  if (Math.abs(tens) < 300) return formatRounded(Math.exp(log), 'down', digits);
  return `1e${Math.floor(tens)}`;
}

function expectedSentence({ runsExpected, design, logEvidence }: LedgerState): string | null {
  if (runsExpected === null) return null;
  const growth = Math.max(...design.products.map((product) => product.growth));
  const from = logEvidence === 0 ? '' : ' more';
  return `if ${design.violation} is what runs, about ${formatCount(runsExpected)}${from} ${runsExpected === 1 ? 'run refutes' : 'runs refute'} the claim: evidence then grows ${formatGrowth(growth)} a run, as expected of the best attack on canaries that do not interact. A real attack takes longer.`;
}

/** A factor, or where that is near 1 a percentage. */
function formatGrowth(growth: number): string {
  return growth < 0.5
    ? `by ${formatNumber(100 * Math.expm1(growth), 2)}%`
    : `by a factor of ${formatNumber(Math.exp(growth), 3)}`;
}

/** An order that was chosen after a look makes evidence of nothing, and no file can show that none was. */
function orderSentence({ runs, order }: LedgerState): string {
  const onWord = runs.filter(({ started }) => !started).length;
  const which = onWord === runs.length ? '' : `${formatCount(onWord)} of ${counted(runs.length, 'run')}: `;
  return `${which}${order}. \`onerun ledger start\` before each training fixes it.`;
}

/** How many runs a first screen lists. */
const LAST = 5;
const LAST_BESIDE_ORDER = 3;

/** The last runs, without what each e-value is. */
function lastSteps(report: LedgerReport): TableData | null {
  const { state, notices } = report;
  const whole = stepTable(report);
  if (whole === null || notices.length > 0) return null;
  const shown = state.order === null ? LAST : LAST_BESIDE_ORDER;
  const kept = whole.columns.map(({ title }) => !/^(when|e-value)/.test(title));
  const only = <T>(cells: readonly T[]) => cells.filter((_, j) => kept[j]);
  return { columns: only(whole.columns), rows: whole.rows.slice(-shown).map(only) };
}

function stepTable({ state, entries }: LedgerReport): TableData | null {
  const { steps, runs, design } = state;
  if (runs.length === 0) return null;
  const after = new Map(steps.map((step) => [step.runs.at(-1), step.logEvidence]));
  const right = 'right' as const;
  const numbers = numbersOf(design.products);
  return {
    columns: [
      { title: 'run', align: right },
      { title: 'when' },
      { title: 'scores' },
      ...numbers.map((guesses) => ({ title: `right of ${formatCount(guesses)}`, align: right })),
      { title: design.products.length > 1 ? 'e-values' : 'e-value', align: right },
      { title: 'evidence', align: right },
    ],
    rows: runs.map(({ run, status, counts, factors }, i) => {
      const evidence = after.get(run);
      const name = `${entries[i].name ?? ''}${status === 'void' ? ' (shows nothing)' : ''}`;
      return [
        String(run),
        entries[i].at.slice(0, 10),
        status === 'started' ? 'started' : name,
        ...numbers.map((guesses) => {
          const each = counts.find((count) => count.guesses === guesses);
          if (each === undefined) return '-';
          return each.least === each.most
            ? formatCount(each.most)
            : `${formatCount(each.least)} to ${formatCount(each.most)}`;
        }),
        factors.map((factor) => formatNumber(factor, 4)).join(', '),
        evidence === undefined ? 'together' : formatEvidence(evidence),
      ];
    }),
  };
}

function epsilonsTable({ results }: LedgerState): TableData {
  return {
    columns: [
      { title: 'family' },
      { title: 'at delta', align: 'right' },
      { title: 'epsilon', align: 'right' },
      { title: 'rests on' },
    ],
    rows: results.map(({ family, delta, epsilon, assumption }) => [
      family,
      formatNumber(delta),
      formatLowerBound(epsilon),
      assumption,
    ]),
  };
}

/** What is bet on reaching so many right, what it costs and what it pays. */
function betTable({ products }: LedgerDesign): TableData {
  const right = 'right' as const;
  return {
    columns: [
      { title: 'guesses', align: right },
      { title: 'of the effect', align: right },
      { title: 'right at least', align: right },
      { title: 'share', align: right },
      { title: 'chance, at most', align: right },
      { title: 'pays', align: right },
    ],
    rows: products.flatMap(({ guesses, strength, heldBack, bets }) => [
      [
        formatCount(guesses),
        formatPercent(strength),
        'held back',
        formatNumber(heldBack, 3),
        '1',
        formatNumber(heldBack, 3),
      ],
      ...bets.map(({ reach, share, price }) => [
        formatCount(guesses),
        formatPercent(strength),
        formatCount(reach),
        formatNumber(share, 3),
        formatNumber(price, 3),
        formatNumber(share / price, 3),
      ]),
    ]),
  };
}

function assumptions(design: LedgerDesign): string[] {
  return [
    'Every run that was started is in the ledger, also those that look wrong. Leaving out runs with little evidence makes the rest worthless, and so does an order that was chosen after a look. A run that was started and never added counts as one in which every bet was lost.',
    'Every run has fresh coins and fresh randomness, was said to keep the same claim, and knows nothing of runs that began later.',
    `Guesses, ${design.game === 'membership' ? 'sides, direction, ' : ''}score column, tau and bets were fixed when the ledger was made, before the first run.`,
    'Equal scores: the e-value is the mean over every way to choose among them, so nothing was drawn.',
    ...(design.sides === 'in' || design.sides === 'out' ? [oneSideLine(design.sides)] : []),
  ];
}
