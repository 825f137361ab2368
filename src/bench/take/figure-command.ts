import { shellCommand } from '../../report/index.ts';
import { type BenchState, isCurrent, questionOf } from '../state.ts';

/**
 * The command line that computes the figure's numbers from its counts. Null where the counts are not known,
 * where the numbers are the most of several counts, and for a choice among candidates, where `onerun bound`
 * would take the claim for other neighbours.
 */
export function figureCommand(state: BenchState): string | null {
  const question = questionOf(state);
  if (question === null || question.game !== 'membership') return null;
  if (isCurrent(state) && state.answer?.mostOf !== undefined) return null;
  const { observation, tau, delta, claim, families, methods = [] } = question;
  const free = methods.filter((name) => name !== 'independent');
  const { m, k, guesses, correct, sides } = observation;
  return shellCommand([
    ...['onerun', 'bound', '-m', String(m), '-g', String(guesses), '-c', String(correct)],
    ...(k === 2 ? [] : ['--options', String(k)]),
    ...(sides === undefined ? [] : ['--sides', sides]),
    ...(claim === null ? [] : ['--claim', claim]),
    ...families.flatMap((family) => ['--family', family]),
    ...(free.length === 1 ? ['--method', ...free] : []),
    ...(methods.length > free.length ? ['--assume', 'independent-canaries'] : []),
    ...['--delta', String(delta), '--tau', String(tau)],
  ]);
}
