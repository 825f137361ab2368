import type { AuditResult, ClassicalAudit } from '../../../audit/index.ts';
import { quoted } from '../../../quote.ts';
import { oneSideLine } from '../counts.ts';
import { formatCount, formatNumber } from '../format.ts';

/** What an audit rests on, a sentence each. */
export function assumptionLines(result: AuditResult): string[] {
  const { sides } = result.runs[0].observations[0];
  return [
    fixedInAdvance(result),
    result.classical === undefined
      ? 'Which canaries are in was decided by fair, independent draws that the attack did not know.'
      : 'One and the same canary is in or out of every run; who has it was settled without a look at any run, and the attack did not know it. Runs are independent, and alike but for the canary.',
    result.game === 'reconstruction'
      ? 'The game compares one candidate with another (replace).'
      : 'The game compares a canary in with the same canary out (add-remove).',
    ...(sides === undefined ? [] : [oneSideLine(sides)]),
  ];
}

/** Everything that must be fixed before the scores are seen, with its value. */
function fixedInAdvance(result: AuditResult): string {
  const { runs, provenance, claim, standing, tau, game, classical } = result;
  const { sides, direction, scoreColumn } = provenance;
  const guesses = runs[0].observations.map((each) => formatCount(each.guesses)).join(', ');
  const facts = [
    ...(classical !== undefined ? [] : [`the number of guesses (${guesses})`]),
    ...(game === 'membership'
      ? [
          ...(classical !== undefined ? [] : [`the sides (${sides})`]),
          `the direction of the scores (${direction === 'lower-is-in' ? 'lower' : 'higher'} is in)`,
        ]
      : []),
    `the score column${scoreColumn === null ? '' : ` (${quoted(scoreColumn)})`}`,
    ...(runs.length > 1 ? ['how many right guesses make a run count', 'how many runs there are'] : []),
    ...(classical === undefined ? [] : [thresholdWords(classical)]),
    `the largest p-value that refutes (tau ${formatNumber(tau)})`,
    ...(claim === null ? [] : ['the claim']),
    ...(standing === null || standing.violation === null
      ? []
      : [`what should be noticed (${standing.violation})`]),
    ...(standing === null || standing.model === claim?.stated ? [] : [`the model (${standing.model})`]),
  ];
  return `Fixed before the scores were seen: ${facts.slice(0, -1).join(', ')} and ${facts[facts.length - 1]}. If any of this was chosen after a look at the scores, the numbers say more than is true.`;
}

function thresholdWords({ threshold, choosingRuns }: ClassicalAudit): string {
  return choosingRuns === 0
    ? `the threshold of the score (${threshold})`
    : `how many runs choose the threshold (${formatCount(choosingRuns)})`;
}
