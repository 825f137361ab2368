import type { AuditOutcome, ProvedEpsilon } from '../../audit/index.ts';
import { quoted } from '../../quote.ts';
import { formatAtHand, formatConfidence, formatNumber, formatRounded } from './format.ts';
import { sectionsText, withoutMarks } from './prose.ts';

/** The verdict in a few words. */
export const VERDICT_MARKS: Readonly<Record<AuditOutcome, string>> = {
  refuted: 'REFUTED',
  'not-refuted': 'NOT REFUTED',
  'could-not-have-noticed': 'COULD NOT HAVE NOTICED',
  'no-verdict': 'NO VERDICT',
  none: 'NO CLAIM TESTED',
};

/**
 * What a person reads first, of an audit, of counts or of a ledger: the same sentences in the terminal, in
 * Markdown, in JUnit, in reports, on the page and in Python.
 */
export interface AnswerWords {
  readonly outcome: AuditOutcome;
  /** The verdict in a few words, and what it is about, as a clause behind them. */
  readonly mark: string;
  readonly verdict: string;
  /** What was seen, and what that is worth. */
  readonly seen: string;
  /** What weakens the verdict, a sentence each. */
  readonly weakened: readonly string[];
  /** The epsilon that was proved; null where there is none to speak of. */
  readonly proved: ProvedWords | null;
  /** What to do next, or what the numbers rest on. Backticks mark commands. */
  readonly next: string | null;
}

/** The largest epsilon under each assumption: what is announced, and a number with its condition each. */
export interface ProvedWords {
  readonly lead: string;
  readonly rows: readonly (readonly [epsilon: string, condition: string])[];
}

/** The answer with its mark. */
export function answerLine({ mark, verdict }: Pick<AnswerWords, 'mark' | 'verdict'>): string {
  return `${mark}: ${verdict}`;
}

/** The verdict as a sentence of its own, with a capital letter; a claim that begins it keeps its own. */
export function verdictSentence({ verdict }: Pick<AnswerWords, 'verdict'>): string {
  return verdict.replace(/^(the|no|a|this|that|nothing) /, (word) => word[0].toUpperCase() + word.slice(1));
}

/** The first screen of a terminal. */
export function answerText(answer: AnswerWords): string {
  const { seen, weakened, proved, next } = answer;
  return sectionsText([
    answerLine(answer),
    seen,
    weakened.join('\n'),
    provedText(proved),
    next === null ? null : `Next: ${withoutMarks(next)}`,
  ]);
}

export function provedText(proved: ProvedWords | null): string | null {
  if (proved === null) return null;
  const width = Math.max(0, ...proved.rows.map(([epsilon]) => epsilon.length));
  return [
    proved.lead,
    ...proved.rows.map(([epsilon, condition]) => `  ${epsilon.padStart(width)}  ${condition}`),
  ].join('\n');
}

/** The same as a sentence. */
export function provedSentence(proved: ProvedWords | null): string | null {
  if (proved === null) return null;
  if (proved.rows.length === 0) return proved.lead;
  return `${proved.lead} ${proved.rows.map((row) => row.join(' ')).join('; ')}.`;
}

/** A polyline through samples of a smooth curve promises too much, which weakens every verdict on it. */
export function claimWarnings(notes: readonly string[]): string[] {
  return notes.some((note) => note.startsWith('points(')) ? [POLYLINE] : [];
}

const POLYLINE =
  'Weakened: points(...) promises more than the smooth curve through them; profile(...) does not.';

/** How much of a claim a first screen has room for; the whole of it stands among the details. */
const LONGEST_CLAIM = 120;

export function namedClaim(claim: string): string {
  return quoted(claim, LONGEST_CLAIM);
}

/** What a claim allows at delta. */
export function allowedEpsilon(epsilon: number): string {
  return epsilon === Infinity ? 'any epsilon' : String(Number(formatAtHand(epsilon, 'up')));
}

/** A p-value to two digits, or as many as keep one above tau from looking like tau. */
export function pValueWords(p: number, tau: number): string {
  if (p < 1e-300) return 'p < 1e-300';
  const nearest = Number(p.toPrecision(2));
  return `p = ${p > tau && nearest <= tau ? formatRounded(p, 'up', 3) : nearest}`;
}

type ProvedRow = Omit<ProvedEpsilon, 'method'>;

interface ProvedFacts {
  readonly proved: readonly ProvedRow[];
  readonly tau: number;
  /** What the claim allows, with the words for it, where one is stated. */
  readonly claimed?: string;
  /** Whether the verdict says the confidence already. */
  readonly isSure?: boolean;
  readonly evidence: 'scores' | 'counts' | 'runs';
  /** What a claim allows that is refuted: a smaller worst-case epsilon does not contradict that. */
  readonly refutedEpsilon?: number;
}

/** How many rows a first screen shows: two at each of two deltas. */
const MOST_ROWS = 4;

/** The epsilon that was proved, ready for a first screen; null where none was searched. */
export function provedWords({
  proved,
  tau,
  claimed,
  evidence,
  refutedEpsilon = 0,
  isSure = false,
}: ProvedFacts): ProvedWords | null {
  if (proved.length === 0) return null;
  const deltas = [...new Set(proved.map(({ delta }) => delta))];
  const at = deltas.length === 1 ? ` at delta ${formatNumber(deltas[0])}` : '';
  const claim = claimed === undefined ? '' : `: ${claimed} claimed;`;
  const sure = isSure ? '' : ` (${formatConfidence(tau)} confidence)`;
  if (proved.every(({ epsilon }) => epsilon === 0))
    return {
      lead: `Epsilon${at}${claim === '' ? ':' : claim} nothing is proved${sure}, for these ${evidence} do not rule out perfect privacy.`,
      rows: [],
    };
  // At several deltas there is room for what the verdict rests on only.
  const shown =
    deltas.length === 1 ? proved : proved.filter(({ assumption }) => assumption !== 'independent-canaries');
  const lead =
    claim === '' ? `Epsilon${at} is at least${sure}` : `Epsilon${at}${claim} proved to be at least${sure}`;
  return {
    lead,
    rows: shown.slice(0, MOST_ROWS).map((row, i) => {
      const less =
        row.assumption === 'worst-case' && row.epsilon < refutedEpsilon
          ? ' (the verdict, on the trade-off curve, says more)'
          : '';
      const where = deltas.length === 1 ? '' : ` at delta ${formatNumber(row.delta)}`;
      return [formatAtHand(row.epsilon), `${conditionOf(row, shown[i - 1])}${where}${less}`] as const;
    }),
  };
}

/** What a verdict rests on besides, behind the claim's name. */
export function assumedClause(assumes: 'independent-canaries' | undefined): string {
  return assumes === undefined ? '' : ' if canaries do not influence each other';
}

const NAMES: Readonly<Record<string, string>> = { gaussian: 'Gaussian', laplace: 'Laplace' };

/** What a proved epsilon needs. */
function conditionOf({ assumption, family }: ProvedRow, before?: ProvedRow): string {
  if (assumption === 'worst-case') return 'whatever the mechanism';
  const also = assumption === 'independent-canaries' ? ', and canaries do not influence each other' : '';
  if (also !== '' && before?.family === family) return `if it is${also}`;
  return `if the mechanism is ${NAMES[family] ?? `of the family ${quoted(family, 60)}`}${also}`;
}
