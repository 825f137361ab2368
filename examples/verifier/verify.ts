// Checks a certificate of onerun in whole numbers and without any package: node verify.ts certificate.json (Node 22.18).
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const demand = (holds: boolean, reason: string) => {
  if (!holds) throw new Error(reason);
};
const largest = (numbers: bigint[]) => numbers.reduce((a, b) => (a > b ? a : b), 0n);

/** Fractions are whole numbers of 1 / ONE, as every double is. */
const ONE = 1n << 1074n;
function exact(value: number, shift = 1074n): bigint {
  demand(Number.isFinite(value), 'not a number');
  return Number.isInteger(value) ? BigInt(value) << shift : exact(2 * value, shift - 1n);
}

/** A number above e^x, by less than 1e-60 of it: the series of e^(x/1024), then ten squarings, each rounded up. */
function expAbove(x: bigint): bigint {
  const terms = [ONE];
  for (let n = 1n; n < 60n; n++) terms.push((terms[terms.length - 1] * x) / (1024n * n * ONE) + 1n);
  let power = terms.reduce((a, b) => a + b) + terms[59]; // the terms left out are together smaller than the last one
  for (let i = 0; i < 10; i++) power = (power * power) / ONE + 1n;
  return power;
}

/** The probability that a standard normal variable is above z, by Simpson's rule. */
function tail(z: number): number {
  const step = Math.min(9, 40 / Math.abs(z)) / 10_000;
  let sum = 0;
  for (let i = 0; i <= 10_000; i++)
    sum += (i % 10_000 ? 2 + 2 * (i % 2) : 1) * Math.exp(-((Math.abs(z) + i * step) ** 2) / 2);
  const above = (sum * step) / 3 / Math.sqrt(2 * Math.PI);
  return z < 0 ? 1 - above : above;
}

/** The least offset of a line of slope e^epsilon above the claim's curve; null where it has no short formula. */
function leastDelta(claim: string, epsilon: number): number | null {
  const [, name, level] = /^gaussian\((sigma|mu)=([\d.e+-]+)\)$/.exec(claim) ?? [];
  if (name !== undefined) {
    const mu = name === 'mu' ? Number(level) : 1 / Number(level);
    demand(mu > 0 && mu < 1 / 0, 'invalid claim');
    return tail(epsilon / mu - mu / 2) - Math.exp(epsilon) * tail(epsilon / mu + mu / 2);
  }
  const found = /^(?:approx|pure)-dp\(epsilon=([\d.e+-]+)(?:, delta=([\d.e+-]+))?\)$/.exec(claim);
  if (found === null) return null;
  const [own, delta] = [Number(found[1]), Number(found[2] ?? 0)];
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
  const [phi, psi] = [0, 1].map(() => new Array<bigint>(guesses + 2).fill(0n)); // by count; 0 beyond the last
  let [rest, lines] = [0n, 'checked'];
  for (const { epsilon, delta, weights } of tangents) {
    demand(epsilon >= 0 && epsilon <= 700 && delta >= 0 && delta <= 1, 'invalid line');
    const least = relation === 'add-remove' ? leastDelta(claim, epsilon) : null;
    demand(least === null || delta >= least * (1 - 1e-9), 'a line is not above the curve of the claim');
    if (least === null) lines = 'taken on trust';
    const slope = expAbove(exact(epsilon));
    let [free, most] = [1, 0n];
    for (const [first, last, weight] of weights) {
      demand(free <= first && first <= last && last <= guesses && weight >= 0, 'invalid weights');
      for (let i = first; i <= last; i++) {
        phi[i] += exact(weight) * ONE;
        psi[i] += exact(weight) * slope;
      }
      [free, most] = [last + 1, largest([most, exact(weight)])];
    }
    rest += most * exact(delta);
  }
  // Whole numbers of 1 / (scale * ONE * ONE); with guesses on one side, m / 2 stands in the place of m.
  const [scale, times] = [BigInt(k - 1) * BigInt(m), sides === undefined ? 1n : 2n];
  const gains = phi.slice(0, guesses + 1).map((weight, i) => {
    const kept = BigInt(i) * BigInt(k - 1) * weight - BigInt(guesses - i) * psi[i + 1];
    return (i < correct ? 0n : scale * ONE * ONE) - times * kept;
  });
  const proved = largest(gains) + scale * rest;
  demand(
    bound === 1 || (bound < 1 && proved <= scale * ONE * exact(bound)),
    'the weights do not prove the bound',
  );
  return `${correct} or more right have probability at most ${bound} under ${JSON.stringify(claim)} (lines ${lines})`;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  try {
    console.log(verify(readFileSync(process.argv[2], 'utf8')));
  } catch (problem) {
    console.error(`refused: ${problem}`);
    process.exitCode = 1;
  }
