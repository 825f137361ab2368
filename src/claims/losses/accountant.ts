import { InvalidInput } from '../../errors.ts';
import { exp, expm1, log1p } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import { profileCurve } from '../curves/profile.ts';
import type { TradeOff } from '../curves/trade-off.ts';
import { certainEpsilon, certainTests, certainWhenAsked } from './certain.ts';
import { type Chain, chainOf, checkPrivacyLeft, joinChains, worstError } from './chain.ts';
import { checkSize, composeLaws, MOST_POINTS } from './compose.ts';
import { type CurveFacts, curveOfChain, ESTIMATE_SAFETY } from './curve.ts';
import { chainsOfAtoms, composeAtoms } from './exact-atoms.ts';
import {
  ACCURATE_DEPTH,
  allowedError,
  deepestTilt,
  firstStep,
  onGrid,
  type RepeatedSource,
  snapStep,
  spread,
  type Tilts,
  tiltsFor,
} from './grid-choice.ts';
import { roundedLaw } from './law.ts';
import { withOrders } from './one-way.ts';
import { windowWidth } from './smooth/composition.ts';
import { smoothCurve } from './smooth/curve.ts';
import { singleRunCurve } from './smooth/single-run.ts';

/** Rounding of a discretised step, relative; and of the transform, per run. */
const MARGIN = 1e-11;
const NOISE_PER_RUN = 8 * 2 ** -53;
/** Beyond this e^loss leaves the doubles. */
const MOST_LOSS = 700;
const MOST_ATTEMPTS = 6;
/** A curve this near to the truth, relatively in f, is no reason to take longer. */
const TOLERABLE_GAP = 0.05;
/** The part of the usual error that is allowed of smooth losses. */
const SMOOTH = 0.1;
/** No curve from a transform is said to be nearer to the truth than this. */
const LEAST_GAP = 2e-8;

/** The curve of a composition of independent mechanisms; `coarse` times less accurate where that will do. */
export function composedCurve(
  parts: readonly RepeatedSource[],
  relation: Relation,
  name: string,
  coarse: number,
): TradeOff {
  if (parts.every(({ source }) => source.sketch.losses.every((loss) => loss === 0)))
    return onlyInfinite(parts, relation, name);
  const reach = parts.reduce((sum, { source, count }) => sum + count * source.reach, 0);
  const exact = enumerated(parts, reach, relation, name);
  if (exact !== null) return exact;
  for (const { source } of parts) checkLoss(source.sketch.losses);
  const { exactTails } = parts[0].source;
  if (exactTails !== undefined && parts.length === 1 && parts[0].count === 1)
    return singleRunCurve(exactTails, relation, name, coarse);
  const tilts = tiltsFor(parts);
  const smooth = parts.every(({ source }) => source.smoothLaw !== undefined);
  const found = smooth ? smoothCurve(parts, tilts, relation, name, coarse) : null;
  if (found !== null) return found;
  // The window of the law on the grid is a little wider than that of the law itself.
  const width = 1.02 * windowWidth(parts, tilts(Number.MIN_VALUE));
  // No grid of bounded size is finer, for that window or for a single run.
  const finest =
    Math.max(width, ...parts.map(({ source }) => 1.02 * rangeOf(source.sketch.losses))) / MOST_POINTS;
  let least = Math.max(width / mostPoints(smooth, coarse), finest);
  // The finest grid at once, where it is not much finer than the next one.
  const notBelow = (step: number) => (step < 4 * least ? least : step);
  // Smooth losses end up here when there are few runs: a grid as accurate as their spectrum is small then.
  const accuracy = smooth && coarse === 1 ? SMOOTH : coarse;
  let wanted = notBelow(firstStep(parts, deepestTilt(parts), accuracy));
  for (let attempt = 0; ; attempt++) {
    const snapped = snapStep(parts, wanted);
    // Atoms that no grid of bounded size holds are spread over the next one.
    const step = snapped < finest ? wanted : snapped;
    const { chain, chains, ...found } = discretised(parts, tilts(step, spread(parts, step)), step);
    const allowed = (epsilon: number) => allowedError(epsilon, accuracy);
    const { error, ratio } = worstError(chains, found.variance, found.atoms, ACCURATE_DEPTH, allowed);
    // Where the finest grid that is worth its time tells next to nothing, a finer one is needed all the same:
    // as fine as it takes to tell something.
    const gap = ESTIMATE_SAFETY * error + LEAST_GAP + 8 * found.margin;
    if (wanted <= least && gap > TOLERABLE_GAP && coarse === 1)
      least = step * Math.max(0.25, (0.7 * TOLERABLE_GAP) / gap);
    if (ratio <= 1 || attempt === MOST_ATTEMPTS || wanted <= least) {
      checkPrivacyLeft(chain);
      const facts = { gap, reach, infinite: infiniteOf(parts), certain: found.certain };
      const curve = (of: Chain) => curveOfChain(of, facts, relation, name);
      return withOrders(curve(chain), chain, chains, curve);
    }
    // The error falls with the square of the step, but only with the step where a law is narrower than the
    // spread.
    wanted = notBelow(step * Math.max(0.05, 0.9 / (attempt < 2 ? Math.sqrt(ratio) : ratio)));
  }
}

/**
 * The most grid points that are worth their time. A few runs of smooth mechanisms need less than they are
 * allowed: there errors are far smaller than their bounds.
 */
function mostPoints(smooth: boolean, coarse: number): number {
  if (coarse > 1) return 2 ** 15;
  return smooth ? 2 ** 16 : 2 ** 20;
}

/** The curve of discrete losses with few different sums, without a grid; null for others. */
function enumerated(
  parts: readonly RepeatedSource[],
  reach: number,
  relation: Relation,
  name: string,
): TradeOff | null {
  const laws = parts.flatMap(({ source, count }) =>
    source.discrete === undefined ? [] : [{ law: source.discrete, count }],
  );
  const composed = laws.length === parts.length ? composeAtoms(laws) : null;
  if (composed === null) return null;
  const { margin, upperInfinite, lowerInfinite } = composed;
  const chains = chainsOfAtoms(composed);
  // The chains were widened by the margin: what is certain lies as far on the other side.
  const tests = chains.map(({ x, y }) => ({
    x: x.map((q) => q * (1 + 3 * margin) + Number.MIN_VALUE),
    y: y.map((p) => p * (1 - 3 * margin)),
  }));
  const facts: CurveFacts = {
    gap: 8 * margin,
    reach,
    infinite: Math.max(upperInfinite, lowerInfinite),
    certain: (delta) => certainEpsilon(tests, delta),
  };
  return curveOfChain(joinChains(...chains), facts, relation, name);
}

interface Discretised extends Pick<CurveFacts, 'certain'> {
  readonly chain: Chain;
  /** The two chains that it joins. */
  readonly chains: readonly Chain[];
  /** The variance that discretising has added to the composed loss. */
  readonly variance: number;
  /** The relative margin for rounding in the vertices. */
  readonly margin: number;
  /** Whether the composed loss has atoms on the grid. */
  readonly atoms: boolean;
}

/** The chain on one grid, for both orders of two neighbours. */
function discretised(parts: readonly RepeatedSource[], tilts: Tilts, step: number): Discretised {
  for (const { source } of parts) checkSize(rangeOf(source.sketch.losses) / step);
  const runs = parts.reduce((sum, { count }) => sum + count, 0);
  const noise = NOISE_PER_RUN * runs;
  const laws = parts.map(({ source, count }) => ({ law: source.discretise(step), count }));
  const { remove, add } = composeLaws(laws, step, tilts.window, tilts.balance);
  const both = [remove, add];
  const chains = both.map((law) => chainOf(law, step, MARGIN, noise));
  const added = laws.reduce((sum, { law, count }) => sum + count * law.spread, 0);
  return {
    chain: joinChains(chains[0], chains[1]),
    chains,
    // In the tails a single unusual run may decide the sum; its own spread over a bin comes on top.
    variance: added + (added > 0 ? (step * step) / 6 : 0),
    margin: MARGIN + noise * exp(Math.max(0, remove.log, add.log)),
    atoms: parts.every(({ source }) => source.atoms.length > 0) && onGrid(parts, step),
    certain: certainWhenAsked(() => {
      const roundedLaws = laws.map(({ law, count }) => ({ law: roundedLaw(law), count }));
      const rounded = composeLaws(roundedLaws, step, tilts.window, tilts.balance);
      const rounding = { margin: MARGIN, noise, runs, infinite: infiniteOf(parts) };
      return [
        certainTests(remove, rounded.remove, step, rounding),
        certainTests(add, rounded.add, step, rounding),
      ];
    }),
  };
}

/** The probability of what one law of the mechanism has and the other never. */
function infiniteOf(parts: readonly RepeatedSource[]): number {
  const ofEither = (key: 'upperInfinite' | 'lowerInfinite') =>
    -expm1(parts.reduce((log, { source, count }) => log + count * log1p(-(source.discrete?.[key] ?? 0)), 0));
  return Math.max(ofEither('upperInfinite'), ofEither('lowerInfinite'));
}

function rangeOf(losses: Float64Array): number {
  return Math.max(...losses) - Math.min(...losses);
}

function checkLoss(losses: Float64Array): void {
  const most = Math.max(...losses);
  if (!(most < MOST_LOSS))
    throw new InvalidInput(
      `cannot compute this curve; the privacy loss of a single run reaches ${most.toPrecision(2)}, of at most ${MOST_LOSS}: there is no privacy left to account for`,
    );
}

/** Nothing but outcomes that give everything away: (0, delta)-DP. */
function onlyInfinite(parts: readonly RepeatedSource[], relation: Relation, name: string): TradeOff {
  let log = 0;
  for (const { source, count } of parts) log += count * log1p(-source.discretise(1).upperInfinite);
  return profileCurve([[0, -expm1(log)]], relation, name);
}
