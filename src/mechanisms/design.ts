import { tradeOff } from '../accounting/index.ts';
import { plan } from '../audit/index.ts';
import { BOUNDS, checkTau } from '../bounds/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkObservation } from '../observation.ts';
import { quoted } from '../quote.ts';
import { parseClaim, type TradeOff, toReplace } from '../tradeoff/index.ts';
import { METHODS, type Observation } from '../types.ts';

export interface DesignOptions {
  /** Canaries, or buckets of candidates. */
  readonly m: number;
  /** Options per canary: 2 is in or out. */
  readonly k?: number;
  /** A true claim is refuted with at most this probability. */
  readonly tau?: number;
  /** How many guesses the attack makes; planned from the canaries and the claim alone unless stated. */
  readonly guesses?: number;
  /** What the plan is made against; by default half the noise. */
  readonly violation?: string;
}

/** An audit that is fixed before anything is run. */
export interface Design {
  readonly claim: string;
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  readonly tau: number;
  /** Whether the claim is refuted with so many right guesses. */
  refutedBy(correct: number): Promise<boolean>;
}

/** Fixes an audit of a claim. Refuses one that could not refute the claim: its silence would mean nothing. */
export async function designOf(claim: string, options: DesignOptions): Promise<Design> {
  const { m, k = 2, tau = 0.05 } = options;
  checkTau(tau);
  const f = testedCurve(claim, k);
  const guesses = options.guesses ?? (k > 2 ? m : planned(claim, options));
  checkObservation({ m, k, guesses, correct: 0 });
  // All bounds reject for large counts, so two limits tell most counts apart without asking again.
  let [accepted, rejected] = [-1, guesses + 1];
  const refutedBy = async (correct: number) => {
    if (correct > accepted && correct < rejected) {
      if (await anyRejects({ m, k, guesses, correct }, f, tau)) rejected = correct;
      else accepted = correct;
    }
    return correct >= rejected;
  };
  if (!(await refutedBy(guesses)))
    throw new InvalidInput(
      `no verdict; ${m} canaries cannot refute ${quoted(claim)} even with all ${guesses} guesses right: use more canaries`,
    );
  return { claim: f.relation === 'replace' ? tradeOff(claim).name : f.name, m, k, guesses, tau, refutedBy };
}

async function anyRejects(observation: Observation, f: TradeOff, tau: number): Promise<boolean> {
  for (const method of METHODS) {
    const bound = BOUNDS[method];
    if (bound.unfit(observation, f) === null && (await bound.rejects(observation, f, tau))) return true;
  }
  return false;
}

/** The claim as the curve of the neighbours that the game compares. */
function testedCurve(claim: string, k: number): TradeOff {
  const f = tradeOff(claim);
  if (k > 2) return toReplace(f);
  if (parseClaim(claim).relation === 'replace')
    throw new InvalidInput(
      `${quoted(f.name)} is about exchanging a record, but canaries that are in or out compare adding with removing: claim add-remove`,
    );
  return f;
}

function planned(claim: string, { m, tau, violation }: DesignOptions): number {
  return plan({
    m,
    claim,
    ...(tau === undefined ? {} : { tau }),
    ...(violation === undefined ? {} : { violation }),
  }).chosen.guesses;
}
