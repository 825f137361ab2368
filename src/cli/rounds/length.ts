import { parseClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { readNumber } from '../../read-number.ts';

/** What a round is, as typed for an audit: step, each, or a number of steps. */
export function roundLength(text: string): 'step' | 'each' | number {
  if (text === 'step' || text === 'each') return text;
  return readNumber('rounds', text);
}

/** The same for a plan, where a number says how many rounds there are. */
export function plannedRounds(
  text: string,
  claim: string,
): { length: 'step' | 'each' | number; rounds?: number } {
  if (text === 'step' || text === 'each') return { length: text };
  const rounds = readNumber('rounds', text);
  const { steps } = parseClaim(claim).parameters;
  if (steps === undefined) return { length: 'each', rounds };
  if (rounds === steps) return { length: 'step', rounds };
  if (!Number.isInteger(steps / rounds))
    throw new InvalidInput(
      `invalid rounds; must be step, each, or a number of rounds that divides the ${steps} steps: ${text}`,
    );
  return { length: steps / rounds, rounds };
}
