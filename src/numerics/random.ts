import { quantileFromRootLog, quantileNearMedian } from './normal.ts';

/**
 * Seeded random numbers, the same on every machine and in every browser: only operations that IEEE 754 and
 * the language define to the last bit are used (Math.log is not one of them). Generator: xoshiro128** of
 * Blackman and Vigna.
 */
export interface Random {
  /** A 32-bit integer. */
  bits(): number;
  /** Uniform on [0, 1), 53 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** True with probability p. */
  bernoulli(p: number): boolean;
  /** A fair coin, 0 or 1. */
  coin(): 0 | 1;
  /** Uniform on 0 .. n - 1, without bias, n below 2^53. */
  integer(n: number): number;
  /**
   * An independent stream named by `label`: the same label always gives the same stream, whatever was drawn
   * before.
   */
  split(label: string | number): Random;
}

type Key = readonly [number, number, number, number];

const TWO_32 = 2 ** 32;

/** Murmur3's finaliser: every input bit reaches every output bit. */
function mix(x: number): number {
  let h = x >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Absorbs a label into a 128-bit key, word by word, every word into every lane. */
function derive(key: Key, label: string | number): Key {
  const text = `${typeof label === 'number' ? '#' : '$'}${label}`;
  let [a, b, c, d] = key;
  for (let i = 0; i <= text.length; i++) {
    const word = i < text.length ? text.charCodeAt(i) : 0x10000 + text.length;
    a = mix(a ^ Math.imul(word + 1, 0x9e3779b1));
    b = mix(b ^ a ^ 0x7f4a7c15);
    c = mix(c ^ b ^ 0x94d049bb);
    d = mix(d ^ c ^ 0x2545f491);
    a = mix(a ^ d);
  }
  return [a, b, c, d];
}

/** ln x for 0 < x < 1, from additions, products and quotients alone; within 2 units of the last place. */
function portableLog(x: number): number {
  let exponent = 0;
  let y = x;
  while (y < Math.SQRT1_2) {
    y *= 2;
    exponent--;
  }
  const s = (y - 1) / (y + 1);
  const w = s * s;
  let series = 0;
  for (let j = 23; j >= 1; j -= 2) series = series * w + 1 / j;
  return exponent * Math.LN2 + 2 * s * series;
}

class Xoshiro implements Random {
  private readonly key: Key;
  private a: number;
  private b: number;
  private c: number;
  private d: number;
  private coins = 0;
  private coinsLeft = 0;

  constructor(key: Key) {
    this.key = key;
    [this.a, this.b, this.c, this.d] = key;
    // The all-zero state is the generator's only fixed point.
    if ((this.a | this.b | this.c | this.d) === 0) this.d = 1;
  }

  bits(): number {
    const x = Math.imul(this.b, 5);
    const result = Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = (this.d << 11) | (this.d >>> 21);
    return result;
  }

  uniform(): number {
    return ((this.bits() >>> 5) * 67108864 + (this.bits() >>> 6)) / 9007199254740992;
  }

  normal(): number {
    // 52 bits and a half: strictly inside (0, 1) and symmetric.
    const p = ((this.bits() >>> 6) * 67108864 + (this.bits() >>> 6) + 0.5) / 4503599627370496;
    const q = p - 0.5;
    if (Math.abs(q) <= 0.425) return quantileNearMedian(q);
    const z = quantileFromRootLog(Math.sqrt(-portableLog(q < 0 ? p : 1 - p)));
    return q < 0 ? z : -z;
  }

  bernoulli(p: number): boolean {
    return this.uniform() < p;
  }

  coin(): 0 | 1 {
    if (this.coinsLeft === 0) {
      this.coins = this.bits();
      this.coinsLeft = 32;
    }
    const bit = (this.coins & 1) as 0 | 1;
    this.coins >>>= 1;
    this.coinsLeft--;
    return bit;
  }

  integer(n: number): number {
    if (!(Number.isSafeInteger(n) && n >= 1)) throw new Error(`internal: no integers below ${n}`);
    if (n <= TWO_32) {
      const limit = TWO_32 - (TWO_32 % n);
      for (;;) {
        const x = this.bits();
        if (x < limit) return x % n;
      }
    }
    const limit = 9007199254740992 - (9007199254740992 % n);
    for (;;) {
      const x = (this.bits() >>> 5) * 67108864 + (this.bits() >>> 6);
      if (x < limit) return x % n;
    }
  }

  split(label: string | number): Random {
    return new Xoshiro(derive(this.key, label));
  }
}

/**
 * A random order of 64-bit names, each given as two words: sorting by the returned numbers permutes them at
 * random, in a way that does not depend on where they stand.
 */
export function keyedOrder(random: Random): (high: number, low: number) => number {
  const key = [random.bits(), random.bits(), random.bits(), random.bits()];
  return (high, low) => {
    let a = mix(high ^ key[0]);
    let b = mix(low ^ key[1] ^ a);
    a = mix(a ^ b ^ key[2]);
    b = mix(b ^ a ^ key[3]);
    a = mix(a ^ b);
    return a * 2097152 + (b >>> 11);
  };
}

/** The stream of a seed. Any number or text is a seed. */
export function createRandom(seed: string | number): Random {
  return new Xoshiro(derive([0x6f6e6572, 0x756e2031, 0x9e3779b9, 0x243f6a88], seed));
}

/** A seed that nobody can foresee: 16 hexadecimal digits from the system. */
export function freshSeed(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
