import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../../src/audit/evidence/steps.ts';
import {
  type CountedRun,
  checkNewRun,
  countRun,
  ledgerEvents,
  ledgerState,
  newLedger,
  proveLedger,
  sketchOf,
  verifyLedger,
} from '../../../src/audit/index.ts';
import { mostAgainst } from '../../../src/audit/ledger/epsilon.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { drawCanaries } from '../../../src/games/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import type { MembershipScores } from '../../../src/types.ts';

const DESIGN = newLedger({
  claim: 'gaussian(sigma=1)',
  m: 400,
  guesses: [60],
  violation: 'gaussian(sigma=0.6)',
});

function gaussianScores(sigma: number, seed: string | number, m = 400): MembershipScores {
  const random = createRandom(seed);
  const included = drawCanaries(m, { seed: `coins ${seed}` });
  return {
    kind: 'membership',
    included: Uint8Array.from(included),
    scores: Float64Array.from(included, (bit) => bit + sigma * random.normal()),
  };
}

const record = (run: number, counted: CountedRun | null) => ({ run, counted });
const runs = (sigma: number, seeds: readonly number[], design = DESIGN) =>
  seeds.map((seed, i) => record(i + 1, countRun(design, gaussianScores(sigma, seed))));

describe('a ledger', () => {
  test('of runs with too little noise is refuted, of honest ones not', () => {
    expect(ledgerState(DESIGN, runs(0.5, [1, 2, 3, 4])).refuted).toBe(true);
    const honest = ledgerState(DESIGN, runs(1, [1, 2, 3, 4, 5, 6]));
    expect(honest).toMatchObject({ refuted: false, outcome: 'not-refuted' });
  });

  test('proves an epsilon that its own evidence supports, and the next member is not refuted', () => {
    const records = runs(0.5, [1, 2, 3, 4]);
    const state = ledgerState(DESIGN, records);
    const steps = stepsOf(ledgerEvents(DESIGN, records));
    const [gaussian, approx] = state.results;
    expect(gaussian).toMatchObject({ family: 'gaussian', assumption: 'model-based' });
    expect(approx).toMatchObject({ assumption: 'worst-case' });
    const mu = gaussian.parameter ?? 0;
    expect(mostAgainst(DESIGN, steps, tradeOff(`gaussian(mu=${mu})`))).toBeGreaterThanOrEqual(Math.log(20));
    expect(mostAgainst(DESIGN, steps, tradeOff(`gaussian(mu=${mu * 1.001})`))).toBeLessThan(Math.log(20));
    expect(mu).toBeGreaterThan(1);
    expect(mu).toBeLessThan(2);
  });

  test('counts a run that was started as what was held back, until it is added', () => {
    const [{ counted }] = runs(0.5, [1]);
    const started = ledgerState(DESIGN, [record(1, null)]);
    const held = DESIGN.products.reduce((sum, { weight, heldBack }) => sum + weight * heldBack, 0);
    expect(started.logEvidence).toBeCloseTo(Math.log(held), 9);
    const both = ledgerState(DESIGN, [record(1, null), record(2, counted), record(1, counted)]);
    const plain = ledgerState(DESIGN, [record(1, counted), record(2, counted)]);
    expect(both.logEvidence).toBeCloseTo(plain.logEvidence, 9);
  });

  test('takes coins that are not fair for no evidence, those of one run or of all together', () => {
    const all = { scores: Array.from({ length: 400 }, (_, i) => i), included: new Array(400).fill(1) };
    const [{ status, factors, why }] = ledgerState(DESIGN, [record(1, countRun(DESIGN, all))]).runs;
    expect(status).toBe('void');
    expect(why).toContain('400 of 400 canaries are in');
    expect(factors[0]).toBeCloseTo(DESIGN.products[0].heldBack, 9);
    // 225 of 400 in: p = 0.014 each, and together nothing that fair coins do.
    const counted = { ...countRun(DESIGN, gaussianScores(0.5, 1)), draws: [175, 225] };
    const state = ledgerState(
      DESIGN,
      Array.from({ length: 6 }, (_, i) => record(i + 1, counted)),
    );
    expect(state.runs.map((run) => run.status)).toContain('added');
    expect(state.runs.at(-1)).toMatchObject({
      status: 'void',
      why: expect.stringContaining('all runs together'),
    });
  });

  test('refuses runs of another design, and records out of order', () => {
    expect(() => countRun(DESIGN, gaussianScores(1, 1, 300))).toThrow('the ledger is for 400 canaries');
    const [{ counted }] = runs(1, [1]);
    expect(() => ledgerState(DESIGN, [record(2, counted)])).toThrow('invalid run 2');
    expect(() => ledgerState(DESIGN, [record(1, counted), record(1, counted)])).toThrow('invalid run 1');
    expect(() => ledgerState(DESIGN, [record(1, counted), record(1, null)])).toThrow('invalid run 1');
  });

  test('takes the mean over equal scores: what all ways to choose are worth together', () => {
    const { scores, included } = gaussianScores(0.9, 3);
    const rounded = { scores: scores.map((x) => Math.round(x)), included };
    const [{ least, most, reached }] = countRun(DESIGN, rounded).counts;
    expect(least).toBeLessThan(most);
    expect(reached.some((chance) => chance > 0 && chance < 1)).toBe(true);
    // The order of the rows decides nothing.
    const order = Array.from(scores, (_, i) => i).sort((a, b) => included[b] - included[a]);
    const sorted = {
      scores: order.map((i) => rounded.scores[i]),
      included: order.map((i) => included[i]),
    };
    expect(countRun(DESIGN, sorted).counts).toEqual(countRun(DESIGN, rounded).counts);
  });

  test('whose scores are all equal gains nothing on average', () => {
    const { included } = gaussianScores(1, 9);
    const equal = { scores: new Array(400).fill(0.5), included };
    expect(ledgerState(DESIGN, [record(1, countRun(DESIGN, equal))]).logEvidence).toBeLessThan(0);
  });

  test('of few canaries makes few guesses, and no bets that lose under the violation', () => {
    const few = { claim: 'gaussian(sigma=0.5)', m: 9, violation: 'gaussian(sigma=0.15)' };
    expect(newLedger(few).products[0].guesses).toBeLessThan(8);
    const { products } = newLedger({ claim: 'gaussian(sigma=1)', m: 5, violation: 'gaussian(sigma=0.2)' });
    for (const { growth } of products) expect(growth).toBeGreaterThan(0);
  });

  test.each([
    [{ m: 0 }, 'invalid canaries'],
    [{ guesses: [] }, 'at least one number'],
    [{ guesses: [50, 50] }, 'each number once'],
    [{ guesses: [500] }, 'invalid guesses'],
    [{ sides: 'in' as const, guesses: [400] }, 'whatever their scores'],
    [{ tau: 1 }, 'invalid tau'],
    [{ violation: 'gaussian(sigma=1)' }, 'no bet is worth making'],
    [{ claim: 'perfect()' }, 'no usual violation'],
    [{ claim: 'gaussian(sigma=1, relation=replace)' }, 'about exchanging a record'],
    [{ families: ['gaussian(sigma=1)'] }, 'family'],
  ])('is refused in a sentence: %j', (change, words) => {
    expect(() => newLedger({ claim: 'gaussian(sigma=1)', m: 400, ...change })).toThrow(words);
  });
});

describe('the proof of a ledger', () => {
  const proof = proveLedger(DESIGN, ledgerEvents(DESIGN, runs(0.5, [1, 2, 3])));

  test('is confirmed, and refutes what the ledger refutes', () => {
    expect(verifyLedger(proof)).toEqual({ refuted: true });
    expect(verifyLedger(proof, 'gaussian(sigma=1.2)')).toEqual({ refuted: true });
    expect(() => verifyLedger(proof, 'gaussian(sigma=0.9)')).toThrow('invalid tangent');
  });

  test('of a run that was started and then shows nothing is confirmed too', () => {
    const all = { scores: Array.from({ length: 400 }, (_, i) => i), included: new Array(400).fill(1) };
    const events = ledgerEvents(DESIGN, [record(1, null), record(1, countRun(DESIGN, all))]);
    expect(verifyLedger(proveLedger(DESIGN, events))).toEqual({ refuted: false });
  });

  test('that pays more, weighs less, counts more or forgets a loss is refused', () => {
    const [product] = proof.products;
    const { payoff } = product;
    const forged = [
      { ...proof, products: [{ ...product, payoff: { ...payoff, base: payoff.base + 0.05 } }] },
      {
        ...proof,
        products: [
          { ...product, payoff: { ...payoff, steps: payoff.steps.map(([t, h]) => [t, 1.01 * h] as const) } },
        ],
      },
      {
        ...proof,
        products: [{ ...product, tangents: product.tangents.map((t) => ({ ...t, delta: 0.9 * t.delta })) }],
      },
      { ...proof, products: [product, product] },
      { ...proof, mostLogEvidence: proof.mostLogEvidence + 0.01 },
      { ...proof, events: [...proof.events, { run: 2, reached: proof.events[0].reached }] },
      { ...proof, events: [{ run: 1, reached: [payoff.steps.map(() => 1.5)] }, ...proof.events.slice(1)] },
      { ...proof, events: [{ run: 1, reached: [[]] }, ...proof.events.slice(1)] },
    ];
    for (const each of forged) expect(() => verifyLedger(each)).toThrow(/^invalid/);
  });

  test('with a line below the curve, or at a tau out of range, is refused', () => {
    const [{ tangents, ...product }] = proof.products;
    const below = tangents.map((tangent, g) => ({
      ...tangent,
      delta: (g === 0 ? 0.999 : 1) * tangent.delta,
    }));
    expect(() => verifyLedger({ ...proof, products: [{ ...product, tangents: below }] })).toThrow(
      'invalid tangent 1; at epsilon',
    );
    for (const tau of [0, 1, 1.05]) expect(() => verifyLedger({ ...proof, tau })).toThrow('invalid tau');
  });

  test('with a payment that no run can reach is refused', () => {
    const [product] = proof.products;
    const payoff = { base: 0, steps: [[61, 1e9]] as const };
    const products = [{ ...product, weight: 1, payoff, tangents: [], bound: 0 }];
    const events = [{ run: 1, reached: [[1]] }];
    expect(() => verifyLedger({ ...proof, products, events, mostLogEvidence: 20 })).toThrow(
      'nobody reaches 61 right of 60 guesses',
    );
  });

  test('of a game, a bound or a run that does not hold together is refused', () => {
    const [product, ...others] = proof.products;
    const [event, ...later] = proof.events;
    const { game } = product;
    const forged = [
      { ...proof, relation: 'replace' as const },
      { ...proof, products: [{ ...product, bound: 0.5 }, ...others] },
      { ...proof, products: [{ ...product, game: { ...game, m: 399 } }, ...others] },
      {
        ...proof,
        events: [
          { ...event, reached: (event.reached ?? []).map((all, j) => all.map(() => (j === 0 ? 1 : 0))) },
          ...later,
        ],
        mostLogEvidence: 0,
      },
    ];
    for (const each of forged)
      expect(() => verifyLedger(each)).toThrow(/^invalid (relation|bound|games|run)/);
  });

  test('of candidates is not about adding and removing, which has a more private curve', () => {
    const priced = newLedger({ claim: 'gaussian(sigma=2)', m: 60, k: 5, violation: 'gaussian(sigma=0.2)' });
    const reached = priced.products.map(({ bets }) => bets.map(() => 1));
    const honest = proveLedger(priced, [{ run: 1, reached }]);
    expect(verifyLedger(honest)).toEqual({ refuted: true });
    // Exchanging has twice the mu of adding and removing.
    const forged = { ...honest, claim: 'gaussian(sigma=1)', relation: 'add-remove' as const };
    expect(() => verifyLedger(forged)).toThrow('a game with 5 options is about replace');
  });
});

describe('a run that is in the ledger', () => {
  const known = (scores: MembershipScores, name = 'a.csv') => ({ name, sketch: sketchOf(scores) });
  const first = gaussianScores(1, 1);
  const permuted = (scores: MembershipScores, seed: number): MembershipScores => {
    const random = createRandom(seed);
    const order = Array.from(scores.scores, (_, i) => [random.uniform(), i]).sort((a, b) => a[0] - b[0]);
    return {
      kind: 'membership',
      scores: Float64Array.from(order, ([, i]) => scores.scores[i]),
      included: Uint8Array.from(order, ([, i]) => scores.included[i]),
    };
  };

  test('is known again in another order or with other scores', () => {
    const refuse = (scores: MembershipScores, words: RegExp) =>
      expect(() => checkNewRun(known(scores, 'b.csv'), [known(first)], 2)).toThrow(words);
    refuse(first, /same scores/);
    refuse(permuted(first, 1), /same scores/);
    refuse({ ...first, scores: first.scores.map((x) => 2 * x + 1) }, /same truth all along/);
  });

  test('is told from a thousand honest ones: two of so many agree well by chance', () => {
    // 92 of 128 coins the same: 4e-7 for one pair, and there are half a million pairs.
    const sketch = (agreeing: number) => ({
      ...sketchOf(gaussianScores(1, agreeing)),
      rows: `${agreeing}`,
      ids: Array.from({ length: 128 }, (_, i) => [i, i < agreeing ? 1 : 0] as const),
    });
    const known = { name: 'a.csv', sketch: sketch(128) };
    const earlier = new Array(1000).fill(known);
    const check = (agreeing: number) => checkNewRun({ name: 'b.csv', sketch: sketch(agreeing) }, earlier, 2);
    expect(() => check(92)).not.toThrow();
    expect(() => check(110)).toThrow('were not drawn independently; 110 of 128');
  });

  test('is told from others, whatever their scores: fine, rounded, ranks, perfect', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom(0.01, 0.5, 1, 5), fc.nat(3), (a, b, sigma, how) => {
        if (a === b) return;
        const make = (seed: number): MembershipScores => {
          const found = {
            ...gaussianScores(sigma, `distinct ${seed}`, 200),
            ids: Uint32Array.from({ length: 400 }, (_, i) => i + 1),
          };
          if (how === 0) return found;
          if (how === 1) return { ...found, scores: found.scores.map((x) => Math.round(x)) };
          const sorted = found.scores.slice().sort();
          if (how === 2) return { ...found, scores: found.scores.map((x) => sorted.indexOf(x)) };
          return { ...found, scores: found.scores.map((x) => Number(x.toFixed(2))) };
        };
        expect(() => checkNewRun(known(make(a)), [known(make(b))], 2)).not.toThrow();
      }),
      // Chance makes some pair of runs agree too well, if enough are tried.
      { seed: 1 },
    );
  });
});
