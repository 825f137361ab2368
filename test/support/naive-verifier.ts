import type { Certificate } from '../../src/index.ts';

/** A fraction with a power of two below: what a double is, exactly. */
interface Dyadic {
  readonly n: bigint;
  readonly scale: bigint;
}

/**
 * The bound of a certificate as the formula has it, count by count, in exact arithmetic on fractions; only e^epsilon is a
 * double, the one above. Slow and plain on purpose.
 */
export function naiveBound({ observation, tangents }: Pick<Certificate, 'observation' | 'tangents'>): number {
  const { m, k, guesses, correct, sides } = observation;
  // On one side the theorem has m / 2 in the place of m.
  const perCanary = sides === undefined ? 1 : 2;
  const zero = exact(0);
  const phi = (g: number, i: number) =>
    exact(tangents[g].weights.find(([first, last]) => first <= i && i <= last)?.[2] ?? 0);
  const all = tangents.map((_, g) => g);
  const Phi = (i: number) => all.reduce((total, g) => plus(total, phi(g, i)), zero);
  const Psi = (i: number) =>
    all.reduce(
      (total, g) => plus(total, times(exact(above(Math.exp(tangents[g].epsilon))), phi(g, i))),
      zero,
    );
  // Everything times (k - 1) m, which keeps the fractions whole.
  const common = BigInt((k - 1) * m);
  let nu = zero;
  for (let i = 0; i <= guesses; i++) {
    const indicator = whole(i >= correct ? common : 0n);
    const loss = i === 0 ? zero : times(whole(BigInt(perCanary * i * (k - 1))), Phi(i));
    const gain = i === guesses ? zero : times(whole(BigInt(perCanary * (guesses - i))), Psi(i + 1));
    nu = larger(nu, plus(plus(indicator, minus(loss)), gain));
  }
  let rest = zero;
  for (const g of all) {
    let most = zero;
    for (let i = 1; i <= guesses; i++) most = larger(most, phi(g, i));
    rest = plus(rest, times(most, exact(tangents[g].delta)));
  }
  return Math.min(1, toNumber(nu) / Number(common) + toNumber(rest));
}

const above = (x: number) => x * (1 + 2 ** -52);
const whole = (n: bigint): Dyadic => ({ n, scale: 0n });

function exact(x: number): Dyadic {
  let scale = 0n;
  let value = x;
  while (!Number.isInteger(value)) {
    value *= 2;
    scale++;
  }
  return { n: BigInt(value), scale };
}

function plus(a: Dyadic, b: Dyadic): Dyadic {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  return { n: (a.n << (scale - a.scale)) + (b.n << (scale - b.scale)), scale };
}

const minus = (a: Dyadic): Dyadic => ({ n: -a.n, scale: a.scale });
const times = (a: Dyadic, b: Dyadic): Dyadic => ({ n: a.n * b.n, scale: a.scale + b.scale });
const larger = (a: Dyadic, b: Dyadic) => (plus(a, minus(b)).n > 0n ? a : b);

function toNumber({ n, scale }: Dyadic): number {
  const extra = BigInt(n.toString(2).length) - 80n;
  return extra > 0n
    ? Number(n >> extra) * 2 ** Number(extra - scale)
    : Number(n) * 2 ** -Math.min(1074, Number(scale));
}
