import { InvalidInput } from '../../errors.ts';
import { LimitReached } from '../../io/index.ts';

/** Adds to the message of a limit that was reached how to set another; other errors stay as they are. */
export function withLimitFlag(error: unknown, option = '--limit'): unknown {
  if (!(error instanceof LimitReached)) return error;
  const name = error.limit === 'wait' ? 'seconds' : error.limit;
  return new InvalidInput(`${error.message}; ${option} ${name}=N sets another`);
}
