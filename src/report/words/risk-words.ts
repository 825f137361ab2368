import type { ClaimRisk, DeltaRisk, PosteriorRisk, ProvedRisk, RateRisk } from '../../audit/index.ts';
import type { Relation } from '../../types.ts';
import { formatDirected, formatNumber, formatPercent } from './format.ts';
import type { TableData } from './table.ts';

/** Where nothing can be said. */
const NOTHING = '-';
const PLACES = 5;

/** What the table of risks calls its numbers, explained. */
export function riskMeaning(relation: Relation): string {
  return relation === 'replace'
    ? 'An attack tells which of two records was used. FPR (false positive rate): how often it says the first where it was the second; TPR (true positive rate): how often it says the first where it was the first; advantage: the largest TPR - FPR; posterior from 1%: how likely it was the first once the attack says so, if the chance was 1% before.'
    : 'An attack tells whether one record was in. FPR (false positive rate): how often it says in where the record was out; TPR (true positive rate): how often it says in where the record was in; advantage: the largest TPR - FPR; posterior from 1%: how likely the record was in once the attack says so, if the chance was 1% before.';
}

/** Said where a curve is exactly a Gaussian's. */
export const MU_MEANING = 'Mu: the curve is that of a Gaussian with noise 1/mu.';

/** What the posterior by epsilon means for a claim. */
export const ALLOWED_BY_EPSILON =
  'The posterior by epsilon is a limit that holds but for a probability of delta; there it can be 1.';

/** What a claim allows an attack on one record: the terms, the table, and what one of its rows means. */
export interface ClaimRiskWords {
  readonly lead: string;
  readonly table: TableData;
  readonly note: string;
}

export function claimRiskWords(risk: ClaimRisk): ClaimRiskWords {
  return {
    lead: `${riskMeaning(risk.relation)}${risk.mu === null ? '' : ` ${MU_MEANING}`} No attack does better than:`,
    table: tableOf([{ title: 'at most', cells: cellsOf(risk, 'up') }]),
    note: ALLOWED_BY_EPSILON,
  };
}

/** The risks of a claim and of what was proved, side by side. */
export function riskTable(claim: ClaimRisk | null, proved: readonly ProvedRisk[]): TableData | null {
  const subjects: RiskColumn[] = [
    ...(claim === null ? [] : [{ title: 'claimed: at most', cells: cellsOf(claim, 'up') }]),
    ...proved.map(reached),
  ];
  return subjects.length === 0 ? null : tableOf(subjects);
}

function tableOf(subjects: readonly RiskColumn[]): TableData {
  const labels = [...new Set(subjects.flatMap(({ cells }) => [...cells.keys()]))];
  labels.sort((a, b) => placeOf(a) - placeOf(b));
  return {
    columns: [
      { title: 'risk' },
      ...subjects.map((subject) => ({ title: subject.title, align: 'right' as const })),
    ],
    rows: labels.map((label) => [label, ...subjects.map(({ cells }) => cells.get(label) ?? NOTHING)]),
  };
}

/** Rows of one kind stand together, in this order. */
const ROW_KINDS = [/^advantage/, /^TPR/, /FPR/, /epsilon/, /^mu/];

function placeOf(label: string): number {
  return ROW_KINDS.findIndex((kind) => kind.test(label));
}

interface RiskColumn {
  readonly title: string;
  readonly cells: ReadonlyMap<string, string>;
}

function reached({ family, assumption, ...risk }: ProvedRisk): RiskColumn {
  return { title: `${family} (${assumption}): at least`, cells: cellsOf(risk, 'down') };
}

interface Numbers {
  readonly advantage: number | null;
  readonly tpr: readonly RateRisk[];
  readonly posterior: readonly PosteriorRisk[];
  readonly posteriorAtDelta: readonly DeltaRisk[];
  readonly mu: number | null;
}

function cellsOf(risk: Numbers, side: 'up' | 'down'): Map<string, string> {
  const number = (x: number) => formatDirected(x, side, PLACES);
  const cells = new Map<string, string>();
  cells.set('advantage', risk.advantage === null ? NOTHING : number(risk.advantage));
  for (const { fpr, tpr } of risk.tpr) cells.set(`TPR at FPR ${formatPercent(fpr)}`, number(tpr));
  for (const { prior, fpr, posterior } of risk.posterior)
    cells.set(`posterior from ${formatPercent(prior)}, FPR ${formatPercent(fpr)}`, number(posterior));
  for (const { prior, delta, posterior } of risk.posteriorAtDelta)
    cells.set(
      `posterior from ${formatPercent(prior)}, by epsilon at delta ${formatNumber(delta)}`,
      number(posterior),
    );
  if (risk.mu !== null) cells.set('mu', number(risk.mu));
  return cells;
}
