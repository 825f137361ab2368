/**
 * Sines and cosines with the same bits on every engine, by operations that IEEE 754 defines exactly. Errors
 * stay below about one unit in the last place of numbers next to 1.
 */

/** Pi / 2 in three parts, the first two so short that their products with small whole numbers are exact. */
const HALF_PI = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];

/** How many quarter turns are nearest to an angle. */
function quarterTurns(x: number): number {
  return Math.round(x * (2 / Math.PI));
}

/** What an angle has beyond so many quarter turns. */
function beyondTurns(x: number, n: number): number {
  return x - n * HALF_PI[0] - n * HALF_PI[1] - n * HALF_PI[2];
}

/** The sine of an angle below about a million. */
export function sin(x: number): number {
  const n = quarterTurns(x);
  const r = n === 0 ? x : beyondTurns(x, n);
  const value = (n & 1) === 0 ? r * sine(r * r) : 1 + lessOne(r * r);
  return (n & 2) === 0 ? value : -value;
}

/** The cosine of an angle below about a million, less 1, relatively accurate at small angles. */
export function cosm1(x: number): number {
  const n = quarterTurns(x);
  const r = n === 0 ? x : beyondTurns(x, n);
  if ((n & 1) === 1) return ((n & 2) === 0 ? -r : r) * sine(r * r) - 1;
  return (n & 2) === 0 ? lessOne(r * r) : -2 - lessOne(r * r);
}

/** cos and sin of 2 pi i / n for i from 0 to n - 1, interleaved; n a multiple of 8. */
export function rootsOfUnity(n: number): Float64Array {
  const roots = new Float64Array(2 * n);
  const eighth = n / 8;
  for (let i = 0; i <= eighth; i++) {
    const x = (2 * Math.PI * i) / n;
    const t = x * x;
    const c = 1 + lessOne(t);
    const s = x * sine(t);
    // The other octants by symmetry.
    const put = (j: number, a: number, b: number) => {
      roots[2 * (j % n)] = a;
      roots[2 * (j % n) + 1] = b;
    };
    put(i, c, s);
    put(2 * eighth - i, s, c);
    put(2 * eighth + i, -s, c);
    put(4 * eighth - i, -c, s);
    put(4 * eighth + i, -c, -s);
    put(6 * eighth - i, -s, -c);
    put(6 * eighth + i, s, -c);
    put(n - i, c, -s);
  }
  return roots;
}

/** Taylor's series in t = x^2 for x up to pi / 4: the sine without its factor x. */
function sine(t: number): number {
  return (
    1 -
    t *
      (1 / 6 -
        t *
          (1 / 120 -
            t *
              (1 / 5040 -
                t *
                  (1 / 362880 -
                    t *
                      (1 / 39916800 -
                        t * (1 / 6227020800 - t * (1 / 1307674368000 - t / 355687428096000)))))))
  );
}

/** The cosine, less 1. */
function lessOne(t: number): number {
  return (
    -t *
    (1 / 2 -
      t *
        (1 / 24 -
          t *
            (1 / 720 -
              t *
                (1 / 40320 -
                  t * (1 / 3628800 - t * (1 / 479001600 - t * (1 / 87178291200 - t / 20922789888000)))))))
  );
}
