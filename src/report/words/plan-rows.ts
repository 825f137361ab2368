import type { Plan } from '../../audit/index.ts';

/**
 * The rows of a plan that one line may be drawn through: Algorithm 3 judges all but the planned one, which
 * the optimal test judges. Where there is no other, the planned one.
 */
export function judgedAlike({ rows, chosen }: Plan): Plan['rows'] {
  return rows.length === 1 ? rows : rows.filter(({ guesses }) => guesses !== chosen.guesses);
}
