import {
  curveOf,
  limitInverseNoise,
  limitRate,
  limitSteps,
  parseFamily,
  printClaim,
  printFamily,
  tradeOff,
} from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkDelta } from '../levels.ts';
import { findSignChange } from '../numerics/index.ts';
import { quoted } from '../quote.ts';
import type { Claim } from '../types.ts';

export interface Calibration {
  readonly family: string;
  readonly parameter: string;
  readonly value: number;
  /** The claim with that value, and the epsilon, at most the target, that it has at delta. */
  readonly claim: string;
  readonly epsilon: number;
  readonly delta: number;
}

/** Which way a parameter loses privacy, what it is at most, and whether it is a whole number. */
interface Knob {
  readonly larger: 'less-private' | 'more-private';
  readonly most?: number;
  readonly whole?: true;
}

const KNOBS: Readonly<Record<string, Knob>> = {
  'gaussian.mu': { larger: 'less-private' },
  'gaussian.sigma': { larger: 'more-private' },
  'laplace.scale': { larger: 'more-private' },
  'pure-dp.epsilon': { larger: 'less-private' },
  'approx-dp.epsilon': { larger: 'less-private' },
  'randomized-response.epsilon': { larger: 'less-private' },
  'dpsgd.noise': { larger: 'more-private' },
  'dpsgd.rate': { larger: 'less-private', most: 1 },
  'dpsgd.steps': { larger: 'less-private', whole: true },
};

/** More steps than anyone takes. */
const MOST_STEPS = 2 ** 40;
/** Relative width of the answer, well below what is printed. */
const TOLERANCE = 2e-7;

/**
 * The least private value of a family's open parameter that still keeps epsilon(delta) at or below a target: the
 * smallest noise, the largest number of steps. By root finding on curves that err towards less privacy.
 */
export function calibrate(text: string, parameter: string, epsilon: number, delta: number): Calibration {
  if (!(epsilon > 0)) throw new InvalidInput(`invalid epsilon; must be above 0: ${epsilon}`);
  checkDelta(delta);
  const { claim, free } = parseFamily(text);
  const knob = KNOBS[`${claim.name}.${parameter}`];
  if (knob === undefined || !(parameter === free || (claim.name === 'gaussian' && free === 'mu')))
    throw new InvalidInput(
      `cannot calibrate ${quoted(parameter)}; the parameter that ${quoted(text)} leaves out is ${free}`,
    );
  // t grows with the loss of privacy.
  const parameterAt = (t: number) => (knob.larger === 'less-private' ? t : 1 / t);
  const at = (value: number): Claim => ({
    ...claim,
    parameters: { ...claim.parameters, [parameter]: value },
  });
  const value = knob.whole
    ? largestWhole(
        new Target((t) => at(Math.floor(parameterAt(t))), epsilon, delta),
        startOf(claim, parameter, epsilon, delta),
      )
    : parameterAt(
        largest(
          new Target((t) => at(parameterAt(t)), epsilon, delta),
          startOf(claim, parameter, epsilon, delta),
          knob.most ?? Infinity,
        ),
      );
  const answer = at(value);
  const f = tradeOff(answer);
  return {
    family: printFamily({ claim, free }),
    parameter,
    value,
    claim: printClaim(answer),
    epsilon: f.epsilon(delta),
    delta,
  };
}

/** How much less accurate curves may be on the way to the neighbourhood of an answer. */
const COARSE = 200;

/** The room that a value of t leaves below the target epsilon; a curve that cannot be computed is told apart. */
class Target {
  /** Why the last curve could not be computed. */
  refusal: InvalidInput | null = null;
  coarse = COARSE;
  private readonly known = new Map<string, number>();
  private readonly claimAt: (t: number) => Claim;
  private readonly epsilon: number;
  private readonly delta: number;

  constructor(claimAt: (t: number) => Claim, epsilon: number, delta: number) {
    this.claimAt = claimAt;
    this.epsilon = epsilon;
    this.delta = delta;
  }

  /** Negative where epsilon is above the target; NaN where there is no curve. */
  room(t: number): number {
    const claim = this.claimAt(t);
    const key = `${this.coarse} ${printClaim(claim)}`;
    const known = this.known.get(key);
    if (known !== undefined) return this.epsilon - known;
    let found = Number.NaN;
    try {
      found = curveOf(claim, this.coarse).epsilon(this.delta);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      this.refusal = error;
    }
    this.known.set(key, found);
    return this.epsilon - found;
  }
}

/**
 * The largest t with room, up to `most`: steps away from a guess that is good, growing in case it is not; first on
 * coarse curves, then a short way on exact ones. What cannot be computed lies on the far side, where privacy is lost;
 * if the answer does too, there is none.
 */
function largest(target: Target, start: number, most: number): number {
  const [low, high] = bracket(target, start, most, 1.02);
  if (low === most) return most;
  const nearly = findSignChange((t) => roomOrNone(target, t), low, high, 1e-4).lo;
  target.coarse = 1;
  const [least, less] = bracket(target, nearly, most, 1.0005);
  if (least === most) return most;
  return findSignChange((t) => roomOrNone(target, t), least, less, TOLERANCE).lo;
}

function roomOrNone(target: Target, t: number): number {
  const room = target.room(t);
  return Number.isNaN(room) ? -Infinity : room;
}

/** A t with room and a larger one without; both `most` where even that has room. */
function bracket(target: Target, start: number, most: number, step: number): [number, number] {
  let low = Math.min(start, most);
  let high = low;
  let factor = step;
  if (target.room(low) >= 0) {
    while (high < most) {
      low = high;
      high = Math.min(high * factor, most);
      factor *= 1.6;
      if (!(target.room(high) >= 0)) return computable(target, low, high);
      if (high > 1e90)
        throw new InvalidInput('cannot calibrate; every value of the parameter keeps epsilon that small');
    }
    return [most, most];
  }
  for (;;) {
    if (low < 1e-90)
      throw (
        target.refusal ??
        new InvalidInput('cannot calibrate; no value of the parameter keeps epsilon that small')
      );
    high = low;
    low /= factor;
    factor *= 1.6;
    if (target.room(low) >= 0) return computable(target, low, high);
  }
}

/** Draws the far end in to where there is a curve. If the answer lies where there is none, that is said. */
function computable(target: Target, low: number, high: number): [number, number] {
  let [near, far] = [low, high];
  for (let i = 0; i < 4 && Number.isNaN(target.room(far)); i++) {
    const middle = Math.sqrt(near * far);
    if (target.room(middle) >= 0) near = middle;
    else far = middle;
  }
  if (Number.isNaN(target.room(far)) && target.refusal !== null) throw target.refusal;
  return [near, far];
}

/** The largest whole t >= 1 with room: found as if it were any number, then rounded. */
function largestWhole(target: Target, start: number): number {
  target.coarse = 1;
  const first = target.room(1);
  if (Number.isNaN(first) && target.refusal !== null) throw target.refusal;
  if (first < 0) throw new InvalidInput('cannot calibrate; not even one step keeps epsilon that small');
  const whole = (a: number, b: number) => Math.floor(a) + 1 >= Math.floor(b);
  target.coarse = COARSE;
  // On coarse curves one step may already seem too much: then the exact ones start from there.
  const rough = target.room(1) >= 0 ? bracket(target, Math.max(1, start), MOST_STEPS, 1.1) : [1, 1];
  target.coarse = 1;
  const [low, high] = bracket(target, Math.max(1, Math.floor(rough[0])), MOST_STEPS, 1.02);
  if (low === MOST_STEPS)
    throw new InvalidInput('cannot calibrate; any number of steps keeps epsilon that small');
  return Math.floor(findSignChange((t) => roomOrNone(target, t), low, Math.max(high, low + 1), whole).lo);
}

/** A first guess at t: for DP-SGD from its central limit. */
function startOf(claim: Claim, parameter: string, epsilon: number, delta: number): number {
  if (claim.name !== 'dpsgd' || !(delta > 0)) return 1;
  const { parameters, relation } = claim;
  const gaussian = (mu: number): Claim => ({ name: 'gaussian', relation, parameters: { mu } });
  const mu = largest(new Target(gaussian, epsilon, delta), 1, Infinity);
  if (parameter === 'steps') return limitSteps(parameters, relation, mu);
  if (parameter === 'noise') return limitInverseNoise(parameters, relation, mu);
  return limitRate(parameters, relation, mu);
}
