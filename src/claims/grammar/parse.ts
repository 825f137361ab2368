import { InvalidClaim } from '../../errors.ts';
import { LastUsed } from '../../last-used.ts';
import { quoted } from '../../quote.ts';
import type { Claim, FamilyClaim } from '../../types.ts';
import { requiredParameters } from '../kinds/lookup.ts';
import { type CheckedClaim, checkComplete } from './claim-builder.ts';
import { readClaim } from './claim-reader.ts';
import { Tokens } from './tokens.ts';

/**
 * Reads a claim such as `approx-dp(epsilon=8, delta=1e-5)`. Throws InvalidClaim, which points at the column.
 *
 * @example
 * const { name, parameters } = parseClaim('dpsgd(noise=1, rate=4096/50000, steps=2500)');
 */
export function parseClaim(text: string): Claim {
  return known.get(text, () => {
    const read = readWhole(text);
    checkComplete(read, read.column);
    return read.claim;
  });
}

/** An audit asks for the same few claims again and again. */
const known = new LastUsed<string, Claim>(100);

/**
 * Reads a family: a claim with exactly one parameter left out, such as `gaussian` or `approx-dp(delta=1e-5)`.
 */
export function parseFamily(text: string): FamilyClaim {
  const { claim, kind, missing, column } = readWhole(text);
  if (requiredParameters(kind).length === 0)
    throw new InvalidClaim(`${claim.name} has no parameter to leave out, so it is no family`, column);
  if (missing.length === 0)
    throw new InvalidClaim(
      `a family leaves exactly one parameter out, and this is a whole claim: test it as a claim`,
      column,
      ['claim'],
    );
  if (missing.length > 1)
    throw new InvalidClaim(`a family leaves exactly one parameter out, not ${missing.join(' and ')}`, column);
  return { claim, free: missing[0] };
}

/** Numbers without a name, or with that of a parameter alone: of a guarantee, but nobody says of which. */
const BARE =
  /^\(?\s*(?:(?:eps(?:ilon)?)\s*=\s*)?([\d.]+(?:e[+-]?\d+)?)\s*(?:,\s*(?:delta\s*=\s*)?([\d.]+(?:e[+-]?\d+)?)\s*)?\)?$/i;

function refuseBare(text: string): void {
  const found = BARE.exec(text.trim());
  if (found === null) return;
  const [, epsilon, delta = '1e-5'] = found;
  throw new InvalidClaim(
    `a claim looks like approx-dp(epsilon=${epsilon}, delta=${delta}); "${quoted(text.trim(), 60)}" does not say of what`,
    1,
  );
}

function readWhole(text: string): CheckedClaim {
  refuseBare(text);
  const tokens = new Tokens(text);
  const read = readClaim(tokens);
  if (tokens.peek() !== '') throw tokens.error(`unexpected '${tokens.peek()}' after the claim`);
  return read;
}
