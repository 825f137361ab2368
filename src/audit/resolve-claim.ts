import { parseClaim, type TradeOff, toReplace, tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { Scores } from '../types.ts';
import { remembered } from './remember.ts';

/** A claim with its curves: resolved once, and passed on to all who need them. */
export interface ResolvedClaim {
  /** In its canonical form. */
  readonly name: string;
  /** The curve of the claim as it is stated. */
  readonly stated: TradeOff;
  /** The curve about the neighbours that the game compares. */
  readonly tested: TradeOff;
  /** What a user should know about how the claim was understood. */
  readonly notes: readonly string[];
}

/**
 * The curve that a game tests. Membership compares a canary in with the same canary out, so it tests
 * add-remove claims as they stand. Reconstruction compares one candidate with another, so an add-remove claim
 * is tested as what it implies for exchanging a record.
 */
export function resolveClaim(text: string, game: Scores['kind']): ResolvedClaim {
  const { relation } = parseClaim(text);
  const stated = tradeOff(text);
  const notes = stated.note === undefined ? [] : [stated.note];
  if (game === 'reconstruction') {
    if (relation === 'add-remove')
      notes.push(
        'candidates are compared with each other, so the claim is tested as what it implies for exchanging a record: fBar(fBar(x))',
      );
    return { name: stated.name, stated, tested: exchangeCurve(stated), notes };
  }
  if (relation === 'replace')
    throw new InvalidInput(
      `${quoted(stated.name)} is about exchanging a record, but membership scores compare a canary in with the same canary out: claim add-remove`,
    );
  return { name: stated.name, stated, tested: stated, notes };
}

/** The curve for exchanging a record, computed once for each curve. */
export function exchangeCurve(f: TradeOff): TradeOff {
  return remembered(f, 'exchange', () => toReplace(f));
}
