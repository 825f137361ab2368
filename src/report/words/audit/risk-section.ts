import type { AuditResult, ClaimRisk, ProvedRisk } from '../../../audit/index.ts';
import { formatConfidence, formatPercent, formatRounded } from '../format.ts';
import { ALLOWED_BY_EPSILON, MU_MEANING, riskMeaning, riskTable } from '../risk-words.ts';
import type { TableData } from '../table.ts';

/** What an audit says of risk: the terms, the table, and what its columns mean. */
export interface RiskWords {
  readonly lead: string;
  readonly table: TableData;
  readonly meanings: readonly string[];
}

/** The risks that the claim allows and those that were proved; null where there are none. */
export function riskWords(result: AuditResult): RiskWords | null {
  const { claim, proved } = shown(result);
  const table = riskTable(claim, proved);
  if (table === null) return null;
  const rests = (assumption: string) => proved.some((row) => row.assumption === assumption);
  const relations = [...(claim === null ? [] : [claim]), ...proved].map(({ relation }) => relation);
  const hasMu = [claim, ...proved].some((row) => row !== null && row.mu !== null);
  const meanings = [
    claim === null
      ? null
      : `At most: no attack on a mechanism that keeps ${claim.claim} does better. ${ALLOWED_BY_EPSILON}`,
    proved.length === 0
      ? null
      : `At least: the best attack there is does no worse, at ${formatConfidence(result.tau)} confidence. The posterior by epsilon is reached after some outcomes: they take the probability that the record was in, or that it was out, from the prior to this, and come up with probability above delta where that is so.`,
    rests('model-based')
      ? 'Model-based: if the mechanism is one of the named family; then every number of the column holds for it.'
      : null,
    rests('worst-case')
      ? 'Worst-case: for every mechanism. That some epsilon is broken at delta says how much some outcomes tell, not how often they come up: no advantage and no rate follows.'
      : null,
  ];
  return {
    lead: [...[...new Set(relations)].map(riskMeaning), ...(hasMu ? [MU_MEANING] : [])].join(' '),
    table,
    meanings: meanings.filter((text) => text !== null),
  };
}

/** What the claim allows beside the most that was proved within a family, in a sentence; null for none. */
export function riskSentence(result: AuditResult): string | null {
  const { claim, proved } = shown(result);
  if (result.outcome === 'no-verdict') return null;
  const best = proved
    .filter(({ advantage }) => advantage !== null)
    .reduce<ProvedRisk | null>((a, b) => ((b.advantage ?? 0) > (a?.advantage ?? 0) ? b : a), null);
  const parts = [
    claim === null
      ? []
      : [`${claim.claim} allows the best attack on one record at most ${rates(claim, 'up')}`],
    best === null ? [] : [`proved is at least ${rates(best, 'down')} (${best.assumption}, ${best.family})`],
  ].flat();
  return parts.length === 0 ? null : `${parts.join('; ')}. ${RATES_MEANING}`;
}

/** Behind the first rates of a report for the terminal. */
const RATES_MEANING =
  'TPR and FPR: of the records in and of those out, the share that the attack calls in; advantage: the largest TPR - FPR.';

function rates({ advantage, tpr: [{ tpr, fpr }] }: ClaimRisk | ProvedRisk, side: 'up' | 'down'): string {
  const number = (x: number) => formatRounded(x, side, 4);
  return `advantage ${number(advantage ?? 0)} and TPR ${number(tpr)} at FPR ${formatPercent(fpr)}`;
}

/** What a failed check voids is not shown. */
function shown(result: AuditResult): AuditResult['risk'] {
  return result.outcome === 'no-verdict' ? { ...result.risk, proved: [] } : result.risk;
}
