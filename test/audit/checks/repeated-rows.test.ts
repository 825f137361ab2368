import { describe, expect, test } from 'vitest';
import { checkInput } from '../../../src/audit/checks/checks.ts';
import { repeatedRows } from '../../../src/audit/checks/repeated-rows.ts';
import { audit } from '../../../src/index.ts';
import { createRandom, type Random } from '../../../src/numerics/index.ts';
import type { MembershipScores } from '../../../src/types.ts';

type Draw = (random: Random, isIn: number) => number;

/** Scores of independent canaries, drawn as `draw` says for those in and out. */
function independent(m: number, seed: string, draw: Draw): MembershipScores {
  const random = createRandom(seed);
  const included = Uint8Array.from({ length: m }, () => random.coin());
  return { kind: 'membership', scores: Float64Array.from(included, (bit) => draw(random, bit)), included };
}

/** All rows written so many times. */
function copied({ scores, included }: MembershipScores, times: number): MembershipScores {
  const order = Array.from({ length: times * scores.length }, (_, i) => i % scores.length);
  return {
    kind: 'membership',
    scores: Float64Array.from(order, (i) => scores[i]),
    included: Uint8Array.from(order, (i) => included[i]),
  };
}

const fine: Draw = (random, bit) => random.normal() + bit;
const rounded = (step: number, gap: number): Draw => {
  return (random, bit) => Math.round((random.normal() + gap * bit) / step) * step;
};

describe('rows that are written more than once', () => {
  test.each([
    ['21 fine rows', independent(21, 'j', fine), 2],
    ['22 fine rows, three times', independent(22, 'b', fine), 3],
    ['25 fine rows, fifty times', independent(25, 'c', fine), 50],
    ['60 fine rows that tell all', independent(60, 'l', (random, bit) => random.normal() + 50 * bit), 2],
    ['500 rows in some two hundred scores', independent(500, 'd', rounded(0.03, 1)), 2],
    ['150,000 fine rows', independent(150_000, 'h', fine), 2],
    ['150,000 rows in some two hundred scores', independent(150_000, 'i', rounded(0.05, 1)), 2],
  ])('are found: %s', (_, scores, times) => {
    expect(repeatedRows([scores])).toBeNull();
    expect(repeatedRows([copied(scores, times)])).not.toBeNull();
  });

  test('are too few to tell', () => {
    expect(repeatedRows([copied(independent(20, 'few', fine), 2)])).toBeNull();
  });

  test('are found in many runs of few canaries each, which show it together only', () => {
    const runs = Array.from({ length: 50 }, (_, i) => independent(20, `run ${i}`, fine));
    expect(repeatedRows(runs)).toBeNull();
    const twice = runs.map((scores) => copied(scores, 2));
    expect(twice.map((scores) => repeatedRows([scores]))).toEqual(twice.map(() => null));
    expect(repeatedRows(twice)).not.toBeNull();
    const named = (scores: MembershipScores, i: number) => ({
      input: { name: `${i}.csv`, sha256: null, rows: scores.scores.length },
      scores,
    });
    const failed = checkInput(twice.map(named)).filter(({ passed }) => !passed);
    expect(failed.map(({ name }) => name)).toEqual(['repeated rows']);
    expect(checkInput(runs.map(named)).every(({ passed }) => passed)).toBe(true);
  });

  // Scores that are rounded, clipped or counted, which tell members apart not at all up to perfectly.
  const kinds: Readonly<Record<string, (gap: number) => Draw>> = {
    tenths: (gap) => rounded(0.1, gap),
    hundredths: (gap) => rounded(0.01, gap),
    'whole numbers': (gap) => rounded(1, gap),
    'about one row for each score': (gap) => (random, bit) => random.integer(400) + 1000 * gap * bit,
    'few rows for each score': (gap) => (random, bit) => random.integer(60) + 1000 * gap * bit,
    clipped: (gap) => (random, bit) => Math.min(1, Math.max(0, random.normal() + gap * bit)),
    'falling by halves': (gap) => (random, bit) =>
      Math.floor(-60 * Math.log(1 - random.uniform())) + 999 * gap * bit,
    'heavy tails': (gap) => (random, bit) => Math.floor(1 / (1 - random.uniform())) + 1e7 * gap * bit,
    'counts of 64': (gap) => (random, bit) => {
      let count = 0;
      for (let i = 0; i < 64; i++) if (random.bernoulli(0.5 + 0.1 * gap * bit)) count++;
      return Math.log((count + 0.5) / (64.5 - count));
    },
    'one or the other': (gap) => (random, bit) => (random.bernoulli(0.5 + 0.25 * gap) ? bit : 1 - bit),
  };
  test.each(Object.entries(kinds))('are not found among independent canaries: %s', (name, kind) => {
    let found = 0;
    for (const gap of [0, 0.5, 2])
      for (const m of [50, 400, 2000])
        for (let n = 0; n < 60; n++)
          if (repeatedRows([independent(m, `${name} ${gap} ${m} ${n}`, kind(gap))])) found++;
    expect(found).toBe(0);
  });

  /** What a function of all scores makes of them. */
  const remade = (
    { scores, included }: MembershipScores,
    remake: (rank: number) => number,
  ): MembershipScores => {
    const order = Array.from(scores, (_, i) => i).sort((a, b) => scores[a] - scores[b]);
    const made = new Float64Array(scores.length);
    order.forEach((row, rank) => {
      made[row] = remake(rank);
    });
    return { kind: 'membership', scores: made, included };
  };

  test.each([
    ['six classes of 100', 600, 0, (rank: number) => Math.floor(rank / 100)],
    ['seven classes of 12', 84, 0, (rank: number) => Math.floor(rank / 12)],
    ['deciles of 1,000 that tell all', 1000, 50, (rank: number) => Math.floor(rank / 100)],
    ['percentiles of 1,000 that tell all', 1000, 50, (rank: number) => Math.floor(rank / 10) / 100],
    ['classes of 20 that tell all', 2000, 50, (rank: number) => Math.floor(rank / 20)],
    ['pairs of 600 that tell all', 600, 50, (rank: number) => Math.floor(rank / 2)],
    ['deciles of 1,000', 1000, 1, (rank: number) => Math.floor(rank / 100)],
    ['ranks of 300 in hundredths', 300, 1, (rank: number) => Math.round((100 * rank) / 300)],
    ['ranks of 400 in hundredths', 400, 1, (rank: number) => Math.round((100 * rank) / 400)],
    ['ranks of 500 in hundredths', 500, 3, (rank: number) => Math.round((100 * rank) / 500)],
    ['ranks of 1,000 in hundredths', 1000, 1, (rank: number) => Math.round((100 * rank) / 999)],
    ['ranks of 2,000 in thousandths', 2000, 1, (rank: number) => Math.round((1000 * rank) / 1999)],
    ['ranks of 5,000 in thousandths', 5000, 0.5, (rank: number) => Math.round((1000 * rank) / 4999)],
    ['full ranks', 1000, 3, (rank: number) => rank],
  ])('are not found in ranks and classes of one size: %s', (name, m, gap, remake) => {
    let found = 0;
    for (let n = 0; n < 100; n++) {
      const scores = independent(m, `${name} ${n}`, (random, bit) => random.normal() + gap * bit);
      if (repeatedRows([remade(scores, remake)])) found++;
    }
    expect(found).toBe(0);
  });

  test('are not found in guesses among very many candidates', () => {
    for (const k of [10, 131_072, 151_936, 1_000_000])
      for (const share of [0.5, 0.95]) {
        const random = createRandom(`vocabulary ${k} ${share}`);
        const truth = Uint32Array.from({ length: 5000 }, () => random.integer(k));
        const guesses = Int32Array.from(truth, (option) =>
          random.bernoulli(share) ? option : random.bernoulli(0.5) ? random.integer(k) : -1,
        );
        expect(repeatedRows([{ kind: 'reconstruction', k, truth, guesses, confidence: null }])).toBeNull();
      }
  });

  test('are not what records are that were planted twice, each with a coin of its own', () => {
    const random = createRandom('pairs');
    const own = Array.from({ length: 1000 }, () => random.normal());
    const scores = Float64Array.from({ length: 2000 }, (_, i) => own[i >> 1]);
    const included = Uint8Array.from({ length: 2000 }, () => random.coin());
    expect(repeatedRows([{ kind: 'membership', scores, included }])).toBeNull();
    // With one coin for both they are one canary.
    included.forEach((_, i) => {
      included[i] = included[i - (i % 2)];
    });
    expect(repeatedRows([{ kind: 'membership', scores, included }])).not.toBeNull();
  });

  test('are found in choices among candidates, with confidences and as ready guesses', () => {
    const random = createRandom('choices');
    const m = 300;
    const truth = Uint32Array.from({ length: m }, () => random.integer(10));
    const guesses = Int32Array.from(truth, (option) => (random.bernoulli(0.5) ? option : random.integer(10)));
    const confidence = Float64Array.from({ length: m }, () => random.uniform());
    const once = { kind: 'reconstruction', k: 10, truth, guesses, confidence } as const;
    const twice = {
      ...once,
      truth: Uint32Array.of(...truth, ...truth),
      guesses: Int32Array.of(...guesses, ...guesses),
      confidence: Float64Array.of(...confidence, ...confidence),
    };
    for (const ready of [{}, { confidence: null }]) {
      expect(repeatedRows([{ ...once, ...ready }])).toBeNull();
      expect(repeatedRows([{ ...twice, ...ready }])).toContain('2 times or a multiple');
    }
  });

  test('void the verdict, and the check says what to do', () => {
    const [check] = checkInput([
      { input: { name: 'a', sha256: null, rows: 50 }, scores: copied(independent(25, 'a', fine), 2) },
    ]).filter(({ passed }) => !passed);
    expect(check).toEqual({
      name: 'repeated rows',
      passed: false,
      message:
        'rows are written more than once, and a canary counted twice proves nothing more: every score stands, with its truth, 2 times or a multiple of that, which independent canaries do not do (probability below 1e-6)',
    });
  });

  test('are what a claim at its limit would be refuted by too often', () => {
    // Randomised response at exactly epsilon 1, one bit for each canary, and noise that says nothing more.
    const keeps = Math.E / (Math.E + 1);
    const random = createRandom('response');
    const verdicts = { refuted: 0, 'not-refuted': 0, 'could-not-have-noticed': 0, 'no-verdict': 0, none: 0 };
    for (let n = 0; n < 40; n++) {
      const once = independent(
        300,
        `response ${n}`,
        (own, bit) => (own.bernoulli(keeps) ? bit : 1 - bit) + 0.1 * own.uniform(),
      );
      const { scores, included } = copied(once, 3);
      verdicts[audit({ scores, included }, { claim: 'pure-dp(epsilon=1)', seed: random.bits() }).outcome]++;
    }
    expect(verdicts['no-verdict']).toBe(40);
  });
});
