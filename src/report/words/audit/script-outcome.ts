import type { AuditResult } from '../../../audit/index.ts';

/** What an audit came to, for scripts that have to act on it. */
export type ScriptOutcome = 'refuted' | 'not-refuted' | 'could-not-have-noticed' | 'no-verdict' | 'no-claim';

/**
 * The outcome that scripts read. An audit could not have noticed a broken claim where not even right guesses
 * alone would have refuted it, or where all that keeps it from a verdict is the power that was required.
 */
export function scriptOutcome({ verdict, claim, checks }: AuditResult): ScriptOutcome {
  if (verdict === 'none') return 'no-claim';
  if (verdict === 'not-refuted') return claim?.refutable === true ? verdict : 'could-not-have-noticed';
  const failed = checks.filter(({ passed }) => !passed);
  const onlyPower = failed.length > 0 && failed.every(({ name }) => name === 'power');
  return verdict === 'no-verdict' && onlyPower ? 'could-not-have-noticed' : verdict;
}
