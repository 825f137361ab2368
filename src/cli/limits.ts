import { InvalidInput } from '../errors.ts';
import { DEFAULT_LIMITS, LimitReached, type Limits } from '../io/index.ts';

/** Limits by the names under which a user sets them; waiting for a pipe goes with the seconds. */
const NAMES = (Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]).filter((name) => name !== 'wait');

/** One limit as typed, rows=5e8, beside those before. */
export function limit(text: string, before: Partial<Limits> = {}): Partial<Limits> {
  const [typed, value = ''] = text.split(/=(.*)/s);
  const name = NAMES.find((known) => known === typed);
  if (name === undefined)
    throw new InvalidInput(
      `unknown limit: ${text} (one of ${NAMES.map((known) => `${known}=N`).join(', ')})`,
    );
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!(number > 0))
    throw new InvalidInput(`invalid limit ${name}; must be a positive number: ${value || '(empty)'}`);
  return { ...before, [name]: number, ...(name === 'seconds' ? { wait: number } : {}) };
}

/** Says of a limit that was reached how it is set. */
export function withOption(error: unknown, option = '--limit'): unknown {
  if (!(error instanceof LimitReached)) return error;
  const name = error.limit === 'wait' ? 'seconds' : error.limit;
  return new InvalidInput(`${error.message}; ${option} ${name}=N sets another`);
}
