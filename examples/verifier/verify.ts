// Checks a certificate of onerun in whole numbers and without any package: node verify.ts certificate.json (Node 22.18).
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Fractions are whole numbers of this unit: every number that JSON can hold as a double is one. */
const UNIT = 10n ** 400n;

/** A number as its shortest decimal says it, exactly. */
function exact(value: unknown): bigint {
  const [, sign, whole, part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (typeof value !== 'number' || whole === undefined) throw new Error(`not a number: ${String(value)}`);
  return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(400 + Number(power) - part.length);
}

/** A number above e^x, by less than 1e-60 of it: the series of e^(x/1024), then ten squarings, each rounded up. */
function expAbove(x: bigint): bigint {
  let [term, total] = [UNIT, UNIT];
  for (let n = 1n; n < 60n; n++) {
    term = (term * x) / (1024n * n * UNIT) + 1n;
    total += term;
  }
  total += term; // the terms left out are together smaller than the last one
  for (let i = 0; i < 10; i++) total = (total * total) / UNIT + 1n;
  return total;
}

/** The smallest offset that a line of slope e^epsilon may have, for claims with a short formula; of others null. */
function leastDelta(claim: string, epsilon: number): number | null {
  const gaussian = /^gaussian\((sigma|mu)=([\d.e+-]+)\)$/.exec(claim);
  if (gaussian !== null) {
    const mu = gaussian[1] === 'mu' ? Number(gaussian[2]) : 1 / Number(gaussian[2]);
    const [a, b] = [mu / 2 - epsilon / mu, -mu / 2 - epsilon / mu];
    // P[Z <= a] - e^epsilon P[Z <= b] as one integral of positive terms, by Simpson's rule.
    const at = (t: number) => Math.exp(a * t - (t * t + a * a) / 2) - Math.exp(b * t - (t * t + a * a) / 2);
    const [steps, width] = [4000, a > 0 ? a + 9 : Math.min(9, 40 / -a)];
    let sum = at(width);
    for (let i = 1; i < steps; i++) sum += (i % 2 === 0 ? 2 : 4) * at((i * width) / steps);
    return (sum * width) / (3 * steps) / Math.sqrt(2 * Math.PI);
  }
  const approximate = /^(?:approx|pure)-dp\(epsilon=([\d.e+-]+)(?:, delta=([\d.e+-]+))?\)$/.exec(claim);
  if (approximate === null) return null;
  const [own, delta] = [Number(approximate[1]), Number(approximate[2] ?? 0)];
  return epsilon >= own
    ? delta
    : Math.max(0, 1 - ((1 - delta) * (1 + Math.exp(epsilon))) / (1 + Math.exp(own)));
}

/** What the certificate proves, in a sentence; throws where it does not prove its bound. */
export function verify(text: string): string {
  const { claim, relation, observation, bound, tangents } = JSON.parse(text);
  const { m, k, guesses, correct, sides } = observation;
  if (![m, k, guesses, correct].every(Number.isInteger) || !(k > 1 && correct >= 0 && correct <= guesses))
    throw new Error('invalid observation');
  if (!(guesses <= m && m > 0) || !(sides === undefined || (k === 2 && (sides === 'in' || sides === 'out'))))
    throw new Error('invalid observation');
  const sided = sides === undefined ? 1n : 2n; // with every guess on one side, m / 2 in the place of m
  const phi: bigint[] = new Array(guesses + 2).fill(0n); // by count; 0 beyond the last
  const psi: bigint[] = new Array(guesses + 2).fill(0n);
  let [rest, checked] = [0n, true];
  for (const { epsilon, delta, weights } of tangents) {
    if (!(epsilon >= 0 && epsilon <= 700 && delta >= 0 && delta <= 1)) throw new Error('invalid line');
    const least = relation === 'add-remove' ? leastDelta(claim, epsilon) : null;
    checked &&= least !== null;
    if (least !== null && delta < least * (1 - 1e-9))
      throw new Error(`a line is not above the curve of ${claim}`);
    const slope = expAbove(exact(epsilon));
    let [free, most] = [1, 0n];
    for (const [first, last, phiOfLine] of weights) {
      const weight = exact(phiOfLine);
      if (
        !(
          Number.isInteger(first) &&
          Number.isInteger(last) &&
          free <= first &&
          first <= last &&
          last <= guesses
        )
      )
        throw new Error('invalid counts of weights');
      if (weight < 0n) throw new Error('a weight is negative');
      for (let i = first; i <= last; i++) {
        phi[i] += weight * UNIT;
        psi[i] += weight * slope;
      }
      if (weight > most) most = weight;
      free = last + 1;
    }
    rest += most * exact(delta);
  }
  // The bracket times (k - 1) m, in units of UNIT squared.
  const common = BigInt(k - 1) * BigInt(m);
  let nu = 0n;
  for (let i = 0; i <= guesses; i++) {
    const paid = i >= correct ? common * UNIT * UNIT : 0n;
    const bracket = paid - sided * BigInt(i * (k - 1)) * phi[i] + sided * BigInt(guesses - i) * psi[i + 1];
    if (bracket > nu) nu = bracket;
  }
  if (!(bound <= 1) || (bound < 1 && nu + common * rest > common * UNIT * exact(bound)))
    throw new Error(`the weights do not prove ${bound}`);
  const lines = checked ? 'lines checked' : 'lines taken on trust';
  return `${correct} or more right have probability at most ${bound} under ${claim} (${lines})`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(verify(readFileSync(process.argv[2], 'utf8')));
  } catch (problem) {
    console.error(`refused: ${problem instanceof Error ? problem.message : String(problem)}`);
    process.exitCode = 1;
  }
}
