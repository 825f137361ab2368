import type { Correction } from '../../corrections.ts';
import { timesUp } from '../conclusion.ts';
import { adjustPValues } from './adjust-p-values.ts';

/** One of many audits, as far as judging them together looks at it. */
export interface AuditAmongMany {
  /** Of its claim; null where the audit has none: it failed, or came to no verdict. */
  readonly pValue: number | null;
  /** The smallest that its design could have had; null where that is not known. */
  readonly leastPValue: number | null;
  /** The significance that was fixed for this audit. */
  readonly tau: number;
  /** The same for the same claim about the same scores, however often they were handed in. */
  readonly kind: string;
}

/** What judging many audits together says about one of them. */
export interface JudgedAmongMany {
  /** Rejected at the level of all together where this is at most that; null without a p-value. */
  readonly adjusted: number | null;
  readonly refuted: boolean | null;
  /**
   * Whether this audit had its p-value counted as 1, because its own, stricter level does not refute its
   * claim.
   */
  readonly keptByOwnTau: boolean;
  /**
   * Whether its design could have refuted its claim if all other claims were true; null where that is not
   * known.
   */
  readonly refutableAlone: boolean | null;
}

/**
 * Judges audits together at one level. An audit without a p-value counts among the others: to leave it out
 * after a look at its data would be a choice on data. Where an audit fixed a stricter level for itself and
 * does not refute its claim there, its p-value counts as 1, which is valid too, since it can only be larger.
 */
export function judgeTogether(
  audits: readonly AuditAmongMany[],
  { tau, correction }: { readonly tau: number; readonly correction: Correction },
): JudgedAmongMany[] {
  const kept = audits.map(({ pValue, tau: own }) => pValue !== null && own < tau && pValue > own);
  const counted = audits.map(({ pValue }, i) => (kept[i] ? 1 : pValue));
  const adjusted = adjustPValues(
    counted,
    correction,
    audits.map(({ kind }) => kind),
  );
  const first = correction === 'none' ? 1 : audits.length;
  return audits.map(({ leastPValue, tau: own }, i) => {
    const found = adjusted[i];
    return {
      adjusted: found,
      refuted: found === null ? null : found <= tau,
      keptByOwnTau: kept[i],
      refutableAlone: leastPValue === null ? null : leastPValue <= own && timesUp(leastPValue, first) <= tau,
    };
  });
}
