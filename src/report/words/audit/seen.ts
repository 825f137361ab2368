import type { AuditResult } from '../../../audit/index.ts';
import type { Observation } from '../../../types.ts';
import { countsClause, gameSize } from '../counts.ts';
import { formatCount } from '../format.ts';
import { seenRuns } from './classical-words.ts';

/** What was seen, beside what would have refuted the claim. A table lists several runs. */
export function seenClause(result: AuditResult): string {
  const { classical, joint, runs, outcome } = result;
  if (classical !== undefined) return seenRuns(classical);
  const index = decidingIndex(result);
  const observation = runs[0].observations[index];
  if (joint !== null) return jointClause(result, observation);
  if (runs.length > 1) return together(result, index);
  const seen = countsClause(observation, result.game === 'reconstruction');
  const { correct } = observation;
  const critical = result.claim?.critical[index] ?? null;
  const others = runs[0].observations.length - 1;
  const more =
    others === 0 ? '' : ` It is one of ${others + 1} numbers of guesses that share the confidence.`;
  if (outcome === 'refuted' && critical !== null && critical <= correct)
    return `${seen}; the claim allows at most ${formatCount(critical - 1)}.${more}`;
  if (outcome === 'not-refuted' && critical !== null)
    return `${seen}; ${formatCount(critical)} would have refuted it.${more}`;
  return `${seen}; blind guessing gets about ${formatCount(Math.round(observation.guesses / observation.k))}.${more}`;
}

/** Of several numbers of guesses the one whose test refutes, or that says what "not refuted" is worth. */
function decidingIndex({ runs, decidedBy, standing, outcome }: AuditResult): number {
  const telling = outcome === 'refuted' ? decidedBy?.guesses : standing?.guesses;
  const found = runs[0].observations.findIndex(({ guesses }) => guesses === telling);
  return Math.max(0, found);
}

function jointClause({ joint, outcome, ...result }: AuditResult, { m, k, guesses }: Observation): string {
  if (joint === null) return '';
  const { runs, atLeast, reached, needed } = joint;
  const enough =
    needed === null || outcome === 'none'
      ? ''
      : outcome === 'refuted'
        ? `; the claim allows at most ${formatCount(needed - 1)}`
        : `; ${formatCount(needed)} would have refuted it`;
  return `${formatCount(reached)} of ${formatCount(runs)} runs have at least ${formatCount(atLeast)} of ${formatCount(guesses)} guesses right, about ${gameSize(m, k, result.game === 'reconstruction')} each${enough}.`;
}

function together(result: AuditResult, index: number): string {
  const { runs } = result;
  const { m, k, guesses } = runs[0].observations[index];
  const right = runs.reduce((sum, { observations }) => sum + observations[index].correct, 0);
  const all = formatCount(runs.length * guesses);
  return `${formatCount(runs.length)} independent runs: ${formatCount(right)} of ${all} guesses about ${gameSize(m, k, result.game === 'reconstruction')} each were right; blind guessing gets about ${formatCount(Math.round((runs.length * guesses) / k))}.`;
}
