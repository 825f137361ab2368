import { ln } from '../../numerics/index.ts';

/**
 * How evidence of 1 is split before a run: what is held back, and the shares that are bet on reaching so many
 * right guesses. They sum to 1.
 */
export interface Bets {
  readonly heldBack: number;
  /** In rising order. */
  readonly on: readonly (readonly [reach: number, share: number])[];
}

/** A bet that can be made: at most `price` is the chance to win it if the curve holds. */
export interface Offer {
  readonly reach: number;
  readonly price: number;
  /** The chance to win it under the violation that is to be caught. */
  readonly chance: number;
}

/** Bets smaller than this are not made. */
const LEAST_SHARE = 1e-3;
/** The iteration has ended when no bet is worth more than this times what it costs. */
const ENOUGH = 1 + 1e-7;
const MOST_ROUNDS = 20_000;

/**
 * The bets that let evidence grow fastest under the violation: they maximise E[ln e(N)] for e(n) = heldBack +
 * sum over reach <= n of share / price (Cover's iteration, 1984: every share is multiplied by what it is
 * worth on average, and the mean grows in each round). At least `leastHeldBack` is held back, so that no
 * single run can end all evidence: where the fastest bets would hold back less, all are cut alike.
 */
export function fastestBets(offers: readonly Offer[], leastHeldBack: number): Bets {
  const useful = offers.filter(({ price }) => price < 1);
  let bets = iterate(useful, {
    heldBack: 0.5,
    on: useful.map(({ reach }) => [reach, 0.5 / useful.length]),
  });
  const kept = useful.filter((_, i) => bets.on[i][1] >= LEAST_SHARE);
  if (kept.length < useful.length) {
    const on = bets.on.filter(([, share]) => share >= LEAST_SHARE);
    const rest = on.reduce((sum, [, share]) => sum + share, bets.heldBack);
    bets = { heldBack: bets.heldBack / rest, on: on.map(([reach, share]) => [reach, share / rest]) };
    bets = iterate(kept, bets);
  }
  const all = bets.on.reduce((sum, [, share]) => sum + share, 0);
  const scale = Math.min(1, (1 - leastHeldBack) / all);
  const on = bets.on.map(([reach, share]) => [reach, share * scale] as const);
  // What rounding took or added is held back or not.
  return { heldBack: 1 - on.reduce((sum, [, share]) => sum + share, 0), on };
}

/** E[ln e(N)] under the violation: how much evidence grows in a run, in nats. */
export function growthOf(offers: readonly Offer[], { heldBack, on }: Bets): number {
  const bought = on.flatMap(([reach, share]) => {
    const offer = offers.find((each) => each.reach === reach);
    return offer === undefined ? [] : [{ ...offer, share }];
  });
  let paid = heldBack;
  let growth = (1 - (bought[0]?.chance ?? 0)) * ln(heldBack);
  bought.forEach(({ share, price, chance }, i) => {
    paid += share / price;
    growth += (chance - (bought[i + 1]?.chance ?? 0)) * ln(paid);
  });
  return growth;
}

function iterate(offers: readonly Offer[], start: Bets): Bets {
  const n = offers.length;
  const shares = Float64Array.from(start.on, ([, share]) => share);
  let { heldBack } = start;
  // The chance to reach this offer and not the next.
  const between = offers.map(({ chance }, i) => chance - (offers[i + 1]?.chance ?? 0));
  const nothing = 1 - (offers[0]?.chance ?? 0);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const paid = new Float64Array(n);
    for (let i = 0, sum = heldBack; i < n; i++) paid[i] = sum += shares[i] / offers[i].price;
    let tail = 0;
    let best = 0;
    for (let i = n - 1; i >= 0; i--) {
      tail += between[i] / paid[i];
      const worth = tail / offers[i].price;
      shares[i] *= worth;
      best = Math.max(best, worth);
    }
    // Nothing held back stays nothing; it must not become 0 / 0.
    const worth = tail + nothing / Math.max(heldBack, Number.MIN_VALUE);
    heldBack *= worth;
    if (Math.max(best, worth) < ENOUGH) break;
  }
  return { heldBack, on: offers.map(({ reach }, i) => [reach, shares[i]]) };
}
