import { toReplace } from '../../src/claims/index.ts';
import type { TradeOff } from '../../src/index.ts';

const XS = [
  0,
  1e-300,
  1e-100,
  1e-30,
  1e-15,
  1e-10,
  1e-6,
  1e-4,
  1e-3,
  0.01,
  0.05,
  0.1,
  0.2,
  0.3,
  0.4,
  0.5,
  0.6,
  0.7,
  0.8,
  0.9,
  0.95,
  0.99,
  0.999,
  1 - 1e-6,
  1 - 1e-10,
  1 - 2 ** -53,
  1,
];
const DELTAS = [0, 1e-300, 1e-30, 1e-15, 1e-10, 1e-6, 1e-5, 1e-3, 0.01, 0.1, 0.28, 0.5, 0.9, 0.999];
const EPSILONS = [0, 1e-10, 1e-3, 0.1, 0.5, 1, 2, 3, 5, 10, 30, 100, 700, 1000, 1e6];

/** What is wrong with a curve as a trade-off curve that errs towards less privacy: nothing, for a curve in order. */
export function curveFaults(f: TradeOff, exchange = true): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, what: () => string) => {
    if (!holds) faults.push(what());
  };
  const ys = XS.map((x) => f.fBar(x));
  const backs = XS.map((x) => f.fBarInv(x));
  XS.forEach((x, i) => {
    check(ys[i] >= x && ys[i] <= 1, () => `fBar(${x}) = ${ys[i]}`);
    check(backs[i] >= 0 && backs[i] <= x, () => `fBarInv(${x}) = ${backs[i]}`);
    if (i === 0) return;
    check(ys[i] >= ys[i - 1] * (1 - 1e-13), () => `fBar falls to ${ys[i]} at ${x}`);
    check(backs[i] >= backs[i - 1] * (1 - 1e-13), () => `fBarInv falls to ${backs[i]} at ${x}`);
    // The inverse leads back to the same height, but for rounding.
    const again = f.fBar(f.fBarInv(ys[i]));
    const near = ys[i] < 1 - 1e-9 ? Math.abs(again - ys[i]) : again - ys[i];
    check(near <= 1e-9 * ys[i], () => `fBar(fBarInv(${ys[i]})) = ${again}`);
    const there = f.fBar(backs[i]);
    if (backs[i] > 0 && backs[i] < backs[XS.length - 1])
      check(Math.abs(there - x) <= 1e-9 * x, () => `fBar(fBarInv(${x})) = ${there}, by way of ${backs[i]}`);
    const slope = f.slope(x);
    check(slope >= 0, () => `slope(${x}) = ${slope}`);
    if (i === XS.length - 1) return;
    const chord = ys[i - 1] + (ys[i + 1] - ys[i - 1]) * ((x - XS[i - 1]) / (XS[i + 1] - XS[i - 1]));
    check(ys[i] >= chord * (1 - 1e-9) - 1e-300, () => `fBar(${x}) = ${ys[i]} below its chord ${chord}`);
  });
  const deltas = EPSILONS.map((e) => f.delta(e));
  EPSILONS.forEach((e, i) => {
    check(deltas[i] >= 0 && deltas[i] <= 1, () => `delta(${e}) = ${deltas[i]}`);
    if (i > 0)
      check(
        deltas[i] <= deltas[i - 1] * (1 + Math.max(1e-12, Math.min(f.gap, 1e-8))),
        () => `delta rises to ${deltas[i]} at ${e}`,
      );
    XS.forEach((x, j) => {
      const line = (x > 0 ? Math.exp(e) * x : 0) + deltas[i];
      check(
        ys[j] <= line * (1 + 1e-9) + 1e-20,
        () => `fBar(${x}) = ${ys[j]} above its line ${line} at epsilon ${e}`,
      );
    });
  });
  let before = Infinity;
  for (const delta of DELTAS) {
    const [epsilon, lower] = [orRefusal(() => f.epsilon(delta)), orRefusal(() => f.epsilonLower(delta))];
    if (typeof epsilon === 'string' || typeof lower === 'string') {
      // What rounding hides is refused, with a delta that is not.
      const least = Number(/^invalid delta; must be at least (\S+), below which/.exec(`${epsilon}`)?.[1]);
      check(
        lower === epsilon && delta > 0 && least > delta && least < 1e-9 && f.epsilon(least) < Infinity,
        () => `epsilon(${delta}) = ${epsilon}, at least ${lower}`,
      );
      continue;
    }
    check(
      epsilon >= 0 && lower >= 0 && lower <= epsilon,
      () => `epsilon(${delta}) = ${epsilon}, at least ${lower}`,
    );
    check(epsilon <= before * (1 + 1e-9) + 1e-12, () => `epsilon rises to ${epsilon} at ${delta}`);
    before = epsilon;
    if (epsilon < Infinity)
      check(
        f.delta(epsilon) <= delta * (1 + 1e-9 + 1e-14 * epsilon) + 1e-13,
        () => `delta(epsilon(${delta})) = ${f.delta(epsilon)}, epsilon ${epsilon}`,
      );
    else
      check(delta < f.fBar(0) * (1 + 1e-9) + 1e-12 || f.delta(1e6) > 0, () => `epsilon(${delta}) = Infinity`);
  }
  check(f.gap >= 0 && f.gap < 1, () => `gap ${f.gap}`);
  if (f.symmetric)
    XS.forEach((x, i) => {
      // f(alpha) = fBarInv(1 - alpha): the two ways to the same number.
      if (x > 1e-9 && x < 1 - 1e-9)
        check(
          Math.abs(1 - ys[i] - f.fBarInv(1 - x)) <= 1e-7,
          () => `not symmetric at ${x}: ${1 - ys[i]}, ${f.fBarInv(1 - x)}`,
        );
    });
  for (const x of f.bends ?? []) check(x > 0 && x < 1, () => `bend at ${x}`);
  if (exchange && f.relation === 'add-remove')
    faults.push(...curveFaults(toReplace(f), false).map((fault) => `exchanged: ${fault}`));
  return faults;
}

function orRefusal(ask: () => number): number | string {
  try {
    return ask();
  } catch (error) {
    return (error as Error).message;
  }
}
