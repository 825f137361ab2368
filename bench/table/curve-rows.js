import { leastCase, measuredCase } from './measured-case.js';
import { python } from './python.js';

/** DP-SGD of the CIFAR-10 example at epsilon 8: its exact epsilon at 1e-5 is 8. */
export const CIFAR10 = { noise: 2.5758326023660345, rate: 0.08192, steps: 2500 };

/** Seconds after which the last release is not waited for. */
const PATIENCE = 10;

/** Both trees on one case that is timed once per process. */
async function firstTime({ here, last }, name, what, args) {
  const now = await leastCase(3, here.library, what, args);
  const before = last && (await measuredCase(last.library, what, args, PATIENCE));
  return { name, now, before, peer: null, limit: null };
}

async function* dpsgdCurves(trees) {
  const { noise, rate, steps } = CIFAR10;
  const args = [noise, rate, steps];
  const name = `curve of dpsgd(noise=${noise.toFixed(4)}, rate=${rate}, steps=${steps})`;
  const first = await firstTime(trees, `${name}, first of a process`, 'firstCurve', args);
  const now = await measuredCase(trees.here.library, 'warmCurve', args);
  const before = trees.last && (await measuredCase(trees.last.library, 'warmCurve', args));
  const peer = accountant(now.epsilon);
  yield { ...first, peer };
  yield { name: `${name}, the next ones`, now, before, peer, limit: null };
}

/** A plain accountant, its grid refined until its epsilon is as near to the truth, or as fine as we try. */
function accountant(epsilon) {
  let peer = null;
  for (const step of [2.5e-4, 6.25e-5]) {
    const [row] = python('accountant.py', { ...CIFAR10, step, reach: 14 }) ?? [null];
    if (row === null) return peer;
    peer = {
      name: `NumPy accountant, step ${step}: epsilon ${row.epsilon.toFixed(6)}`,
      seconds: row.seconds,
    };
    if (Math.abs(row.epsilon - 8) <= epsilon - 8) break;
  }
  return peer;
}

/** Corners in which calibration could be slow, and the usual case. */
async function* calibrations(trees) {
  for (const [rate, steps, epsilon] of [
    [CIFAR10.rate, CIFAR10.steps, 8],
    [0.3, 1, 16],
    [1, 1000, 8],
    [0.001, 1000, 18],
    [1e-4, 1e5, 0.1],
    [0.01, 1e5, 50],
  ])
    yield await firstTime(
      trees,
      `noise of dpsgd(rate=${rate}, steps=${steps}) for epsilon ${epsilon}`,
      'calibration',
      [rate, steps, epsilon],
    );
  yield await firstTime(
    trees,
    'curve of dpsgd(noise=0.3, rate=0.3, steps=1000)',
    'harshCurve',
    [0.3, 0.3, 1000],
  );
}

/** Searches over families, the first of their process. */
async function* familySearches(trees) {
  for (const [family, ...counts] of [
    ['approx-dp(delta=1e-5)', 1e5, 1500, 1429],
    ['laplace', 1e4, 500, 460],
    [`dpsgd(rate=${CIFAR10.rate}, steps=${CIFAR10.steps})`, 5000, 500, 460],
    ['dpsgd(rate=0.02, steps=1000)', 5000, 500, 460],
  ])
    yield await firstTime(trees, `epsilon over ${family}, (${counts.join('; ')})`, 'familySearch', [
      family,
      ...counts,
    ]);
}

export async function* curveRows(trees) {
  yield* dpsgdCurves(trees);
  yield* calibrations(trees);
  yield* familySearches(trees);
}
