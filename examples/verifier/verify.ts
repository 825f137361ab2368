// Checks a certificate of onerun in whole numbers and without any package: node verify.ts certificate.json (Node 22.18).
import { ok as demand } from 'node:assert/strict';
import { readFileSync, realpathSync } from 'node:fs';

/** Fractions are whole numbers of 1 / ONE, as every double is. */
const ONE = 1n << 1074n;
function exact(value: number, shift = 1074n): bigint {
  demand(Number.isFinite(value), 'not a number');
  return Number.isInteger(value) ? BigInt(value) << shift : exact(2 * value, shift - 1n);
}

/** A number above e^x: its series with every term rounded up; those left out are together smaller than 1 / ONE. */
function expAbove(x: bigint): bigint {
  let [sum, term] = [ONE + 1n, ONE];
  for (let n = 1n; term > 1n; n++) {
    term = (term * x) / (n * ONE) + 1n;
    sum += term;
  }
  return sum;
}

/** The least delta of Gaussian noise at this epsilon, an integral, by Simpson's rule. */
function gaussianDelta(mu: number, epsilon: number): number {
  demand(mu > 0 && mu < 1 / 0, 'invalid claim');
  const start = epsilon / mu - mu / 2; // beyond it outcomes are more than e^epsilon times as likely
  const from = Math.max(start, -9);
  const step = (from < 4 ? 9 - from : 40 / from) / 100_000;
  let sum = 0;
  for (let i = 0; i <= 100_000; i++) {
    const x = from + i * step;
    sum += (i % 100_000 ? 2 + 2 * (i % 2) : 1) * Math.exp(-(x ** 2) / 2) * -Math.expm1(mu * (start - x));
  }
  return (sum * step) / 3 / Math.sqrt(2 * Math.PI);
}

/** The least offset of a line of slope e^epsilon above the claim's curve; null where it has no short formula. */
function leastDelta(claim: string, epsilon: number): number | null {
  const gaussian = /^gaussian\((sigma|mu)=([\d.e+-]+)\)$/.exec(claim);
  if (gaussian) return gaussianDelta(Number(gaussian[2]) ** (gaussian[1] === 'mu' ? 1 : -1), epsilon);
  const pair = /^(?:approx|pure)-dp\(epsilon=([\d.e+-]+)(?:, delta=([\d.e+-]+))?\)$/.exec(claim);
  if (!pair) return null;
  const [own, delta] = [Number(pair[1]), Number(pair[2] ?? 0)];
  demand(own >= 0 && own <= 700 && delta >= 0 && delta <= 1, 'invalid claim');
  return epsilon >= own ? delta : 1 - ((1 - delta) * (1 + Math.exp(epsilon))) / (1 + Math.exp(own));
}

/** What the certificate proves, in a sentence; throws where it does not prove its bound. */
export function verify(text: string): string {
  const { claim, relation, observation, bound, tangents } = JSON.parse(text);
  const { m, k, guesses, correct, sides } = observation;
  demand([m, k, guesses, correct].every(Number.isSafeInteger) && k > 1 && m > 0, 'invalid counts');
  demand(correct >= 0 && correct <= guesses && guesses <= m, 'invalid counts');
  demand(sides === undefined || (k === 2 && ['in', 'out'].includes(sides)), 'invalid sides');
  // Whole numbers of 1 / unit; with guesses on one side, m / 2 stands in the place of m.
  const [unit, times] = [BigInt(k - 1) * BigInt(m) * ONE * ONE, sides === undefined ? 1n : 2n];
  const gains = Array.from({ length: guesses + 1 }, (_, i) => (i < correct ? 0n : unit)); // by right guesses
  let [rest, lines] = [0n, 'checked'];
  for (const { epsilon, delta, weights } of tangents) {
    demand(epsilon >= 0 && epsilon <= 700 && delta >= 0 && delta <= 1, 'invalid line');
    const least = relation === 'add-remove' ? leastDelta(claim, epsilon) : null;
    demand(least === null || delta >= least * (1 - 1e-9), 'a line is not above the curve of the claim');
    if (least === null) lines = 'taken on trust';
    const slope = expAbove(exact(epsilon));
    let [free, most] = [1, 0];
    for (const [first, last, weight] of weights) {
      demand(free <= first && first <= last && last <= guesses && weight >= 0, 'invalid weights');
      const share = times * exact(weight);
      for (let i = first; i <= last; i++) {
        gains[i] -= BigInt(i) * BigInt(k - 1) * share * ONE;
        gains[i - 1] += BigInt(guesses - i + 1) * share * slope;
      }
      [free, most] = [last + 1, Math.max(most, weight)];
    }
    rest += exact(most) * exact(delta) * BigInt(k - 1) * BigInt(m);
  }
  const proved = [0n, ...gains].every((gain) => (gain + rest) * ONE <= unit * exact(bound));
  demand(bound === 1 || (bound < 1 && proved), 'the weights do not prove the bound');
  const taken = k > 2 && relation === 'add-remove' ? ', taken to be about exchanges' : '';
  return `${correct} or more right have probability at most ${bound} under ${JSON.stringify(claim)}${taken} (lines ${lines})`;
}

if (import.meta.filename === realpathSync(process.argv[1]))
  try {
    console.log(verify(readFileSync(process.argv[2], 'utf8')));
  } catch (problem) {
    console.error(`refused: ${problem}`);
    process.exitCode = 1;
  }
