import { exp, expm1, findSignChange } from '../../../numerics/index.ts';
import type { Relation } from '../../../types.ts';
import type { TradeOff } from '../../curves/trade-off.ts';
import { type Chain, joinChains } from '../chain.ts';
import { type CurveFacts, curveOfChain } from '../curve.ts';
import type { ExactTails, Tails } from '../law.ts';
import { withOrders } from '../one-way.ts';

/** What rounding may have done to a tail probability, relatively: normal tails at arguments up to 15. */
const ROUNDING = 2e-13;
/** Tangents are taken where losses differ by no more than this, or outcomes by this part of a deviation. */
const LOSS_APART = 1e-3;
const OUTCOME_APART = 0.004;
const MOST_TANGENTS = 100_000;
const ACCURATE_DEPTH = 1e-9;

/**
 * The curve of a single run, whose tail probabilities have a formula: fBar as the least of its tangents, one
 * for each of many losses, and delta and epsilon by the formula itself.
 */
export function singleRunCurve(law: ExactTails, relation: Relation, name: string, coarse: number): TradeOff {
  // Errors grow with the square of the distance between tangents.
  const wider = Math.sqrt(coarse);
  const removed = tangents(law, 1, wider);
  const added = law.symmetric ? removed : tangents(law, -1, wider);
  const chain = law.symmetric ? removed.chain : joinChains(removed.chain, added.chain);
  const facts: CurveFacts = {
    gap: Math.max(removed.gap, added.gap) + 8 * ROUNDING,
    reach: Infinity,
    infinite: 0,
    certain: (target) => epsilonOf(target, -1) ?? steepestLoss,
  };
  const rough = curveOfChain(chain, facts, relation, name);
  const signs: readonly (1 | -1)[] = law.symmetric ? [1] : [1, -1];
  const steepestLoss = chain.losses.length > 1 ? chain.losses[1] : 0;
  /** Delta by the formula, with its rounding added or taken away. */
  const delta = (epsilon: number, rounding: 1 | -1) =>
    Math.max(
      0,
      ...signs.map((sign) => {
        const { first, second } = ordered(law, epsilon, sign);
        const scaled = second === 0 ? 0 : exp(epsilon) * second;
        return first - scaled + rounding * ROUNDING * (first + scaled);
      }),
    );
  const epsilonOf = (target: number, rounding: 1 | -1) => {
    if (delta(0, rounding) <= target) return 0;
    if (!(delta(steepestLoss, rounding) <= target)) return null;
    const { lo, hi } = findSignChange(
      (epsilon) => delta(epsilon, rounding) - target || -Number.MIN_VALUE,
      0,
      steepestLoss,
      1e-14,
    );
    return rounding === 1 ? hi : lo;
  };
  const curve: TradeOff = {
    ...rough,
    delta: (epsilon) => (epsilon < steepestLoss ? Math.min(1, delta(epsilon, 1)) : rough.delta(epsilon)),
    epsilon: (target) => epsilonOf(target, 1) ?? rough.epsilon(target),
    epsilonLower: (target) => epsilonOf(target, -1) ?? rough.epsilonLower(target),
  };
  if (law.symmetric) return curve;
  return withOrders(curve, chain, [removed.chain, added.chain], (of) =>
    curveOfChain(of, facts, relation, name),
  );
}

/** The probabilities of a larger loss: "remove" for sign 1; "add", whose loss is the opposite, for -1. */
function ordered(law: ExactTails, loss: number, sign: 1 | -1): { first: number; second: number } {
  const { upper, lower } = law.above(sign * loss, sign);
  return sign === 1 ? { first: upper, second: lower } : { first: lower, second: upper };
}

/**
 * fBar's tangents with slopes from the steepest down to 1, as the chain of the points where they cross; and
 * how far, relatively, these are from the chords between the points where the tangents touch.
 */
function tangents(law: ExactTails, sign: 1 | -1, wider: number): { chain: Chain; gap: number } {
  const { highest, lowest, steepest, deviation } = law;
  // Outcomes from the one with loss 0 to the last that matters.
  const end = sign === 1 ? highest : lowest;
  const apart = wider * Math.min(OUTCOME_APART * deviation, LOSS_APART / steepest);
  const count = Math.min(MOST_TANGENTS, Math.ceil(Math.abs(end - law.balanced) / apart));
  const x = new Float64Array(count + 1);
  const y = new Float64Array(count + 1);
  const losses = new Float64Array(count + 1);
  const at = (i: number) => {
    const outcome = end + ((law.balanced - end) * i) / count;
    const loss = i === count ? 0 : sign * law.lossAt(outcome);
    const tails: Tails = law.beyond(outcome, sign);
    const [first, second] = sign === 1 ? [tails.upper, tails.lower] : [tails.lower, tails.upper];
    return { loss, first: first * (1 + ROUNDING), second: second * (1 - ROUNDING), slope: exp(loss) };
  };
  let last = at(0);
  y[0] = Math.min(1, Math.max(0, last.first - last.slope * last.second) + ROUNDING * last.first);
  losses[0] = Infinity;
  let [size, gap] = [1, 0];
  for (let i = 1; i <= count; i++) {
    const next = at(i);
    if (!(next.loss < last.loss)) continue;
    const [width, height] = [next.second - last.second, next.first - last.first];
    const steeper = -expm1(next.loss - last.loss) * last.slope;
    const along = Math.min(width, Math.max(0, (height - next.slope * width) / steeper));
    const cross = last.second + along;
    const top = Math.max(last.first + last.slope * along, next.first - next.slope * (width - along));
    x[size] = Math.max(x[size - 1], cross);
    y[size] = Math.min(1, Math.max(y[size - 1], top * (1 + 2 ** -50)));
    losses[size++] = last.loss;
    const chord = last.slope * along * (width / height) - along;
    if (cross > ACCURATE_DEPTH && height > 0) gap = Math.max(gap, chord / cross);
    last = next;
  }
  return {
    chain: { x: x.subarray(0, size), y: y.subarray(0, size), losses: losses.subarray(0, size) },
    gap,
  };
}
