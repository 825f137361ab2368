import type { Correction } from '../../corrections.ts';
import type { ManyAudits } from '../../report/index.ts';
import { sha256Of } from '../input/sha256.ts';
import type { AuditsLog } from './audits-log.ts';

/** What is asked of many audits together. */
export interface ManyQuestion {
  readonly tau: number;
  readonly correction: Correction;
  readonly audits: number;
  /** The keys of those that could be begun. */
  readonly keys: readonly string[];
  /** The hash of these keys. */
  readonly set: string;
}

/** The question about audits with these keys; null stands for one that could not be begun. */
export function manyQuestion(
  keys: readonly (string | null)[],
  { tau, correction }: Pick<ManyQuestion, 'tau' | 'correction'>,
): ManyQuestion {
  const begun = keys.filter((key) => key !== null).sort();
  return { tau, correction, audits: keys.length, keys: begun, set: sha256Of(begun.join(' ')) };
}

/**
 * How results were judged before, the last time that it was otherwise; null where it never was. Where the log
 * holds no result but those of these audits, others can only have failed before: to mend them is no choice on
 * their results.
 */
export function judgedBefore(log: AuditsLog, now: ManyQuestion): ManyAudits['earlier'] {
  const keys = new Set(now.keys);
  const hasOthers = log.keys().some((key) => !keys.has(key));
  const last = log.heads.findLast(
    ({ refuted, tau, correction, audits, set }) =>
      refuted !== undefined &&
      (tau !== now.tau ||
        correction !== now.correction ||
        audits !== now.audits ||
        (hasOthers && set !== now.set)),
  );
  if (last === undefined) return null;
  const { tau, correction, audits, refuted = 0 } = last;
  return { tau, correction, audits, refuted };
}
