import type { AuditResult } from '../../../audit/index.ts';
import { FEWER_ERRORS, LOOK_FOR, STRONGER_ATTACK } from '../advice.ts';
import { whyBlind } from '../blind.ts';
import { remedySentences } from '../more-canaries.ts';

/** What to do after an audit. */
export function nextStep(result: AuditResult): string {
  const { results, outcome, claim, runs, standing } = result;
  const [{ m }] = runs[0].observations;
  const remedies = remedySentences(claim ?? {}, { m, runs: runs.length, model: standing?.model ?? '' });
  switch (outcome) {
    case 'no-verdict':
      return 'mend what the failed check names, then audit again.';
    case 'refuted':
      return LOOK_FOR;
    case 'could-not-have-noticed':
      if (whyBlind(result) === 'attack') return STRONGER_ATTACK;
      if (standing?.violation === null)
        return 'to have a claim that can stand, state how much the mechanism may leak.';
      return remedies ?? `plan the next run before training (\`onerun plan\`): ${FEWER_ERRORS}`;
    case 'none':
      return results.length > 0 && results.every(({ epsilon }) => epsilon === 0)
        ? `to prove more, ${FEWER_ERRORS}`
        : 'for a verdict, state a claim: what the privacy is said to be.';
    case 'not-refuted':
      return remedies ?? 'keep this report with the model. A claim that stands is not proved.';
  }
}
