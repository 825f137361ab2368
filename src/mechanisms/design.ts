import { tradeOff } from '../accounting/index.ts';
import { plan, verdict } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { parseClaim, type TradeOff, toReplace } from '../tradeoff/index.ts';
import type { Observation } from '../types.ts';

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
  const f = testedCurve(claim, k);
  const guesses = options.guesses ?? (k > 2 ? m : planned(claim, options));
  const observation = (correct: number): Observation => ({ m, k, guesses, correct });
  const { refutable } = await verdict(observation(0), f, { tau });
  if (!refutable)
    throw new InvalidInput(
      `no verdict; ${m} canaries cannot refute ${claim} even with all ${guesses} guesses right: use more canaries`,
    );
  const known = new Map<number, boolean>();
  return {
    claim: tradeOff(claim).name,
    m,
    k,
    guesses,
    tau,
    async refutedBy(correct) {
      const found = known.get(correct) ?? (await verdict(observation(correct), f, { tau })).refuted;
      known.set(correct, found);
      return found;
    },
  };
}

/** The claim as the curve of the neighbours that the game compares. */
function testedCurve(claim: string, k: number): TradeOff {
  const f = tradeOff(claim);
  if (k > 2) return toReplace(f);
  if (parseClaim(claim).relation === 'replace')
    throw new InvalidInput(
      `${f.name} is about exchanging a record, but canaries that are in or out compare adding with removing: claim add-remove`,
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
