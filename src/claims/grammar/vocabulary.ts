import type { ClaimName } from '../../types.ts';

/** One parameter of a claim: its key, the values it may take in words and in code, and its default if it has one. */
export interface Parameter {
  readonly key: string;
  readonly rule: string;
  readonly allows: (value: number) => boolean;
  readonly fallback?: number;
}

/** What may stand inside the parentheses. */
export interface Word {
  readonly parameters: readonly Parameter[];
  /** Keys of which exactly one is given: two ways to say the same. */
  readonly either?: readonly [string, string];
  /** The list that the claim consists of instead of parameters. */
  readonly list?: 'parts' | 'pairs';
}

const isScale = (x: number) => x >= 1e-100 && x <= 1e100;
const positive = (key: string): Parameter => ({
  key,
  rule: 'must be above 0 (1e-100 to 1e100)',
  allows: isScale,
});
const epsilon: Parameter = {
  key: 'epsilon',
  rule: 'must be 0 or above',
  allows: (x) => x >= 0 && x <= 1e100,
};
const delta: Parameter = { key: 'delta', rule: 'must be in [0, 1)', allows: (x) => x >= 0 && x < 1 };
const whole = (key: string, least: number, fallback?: number): Parameter => ({
  key,
  rule: `must be a whole number, ${least} or above`,
  allows: (x) => Number.isSafeInteger(x) && x >= least,
  ...(fallback === undefined ? {} : { fallback }),
});

/** The words of the claim grammar. Adding a curve starts here. */
export const VOCABULARY: Readonly<Record<ClaimName, Word>> = {
  gaussian: {
    parameters: [
      positive('sigma'),
      { key: 'mu', rule: 'must be between 0 and 1e100', allows: (x) => x === 0 || isScale(x) },
    ],
    either: ['mu', 'sigma'],
  },
  laplace: { parameters: [positive('scale')] },
  'pure-dp': { parameters: [epsilon] },
  'approx-dp': { parameters: [epsilon, delta] },
  'randomized-response': { parameters: [epsilon, whole('alphabet', 2, 2)] },
  dpsgd: {
    parameters: [
      positive('noise'),
      { key: 'rate', rule: 'must be in (0, 1]', allows: (x) => x > 0 && x <= 1 },
      whole('steps', 1),
    ],
  },
  compose: { parameters: [], list: 'parts' },
  profile: { parameters: [], list: 'pairs' },
  points: { parameters: [], list: 'pairs' },
  perfect: { parameters: [] },
};

export function isClaimName(name: string): name is ClaimName {
  return Object.hasOwn(VOCABULARY, name);
}

/** The parameters that a claim must state: of two ways to say the same, the first. */
export function required(word: Word): Parameter[] {
  return word.parameters.filter((p) => p.fallback === undefined && p.key !== word.either?.[1]);
}

/** The closest of some words, or null where none is close: for "did you mean". */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
