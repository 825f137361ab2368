import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  countRun,
  ledgerEvents,
  ledgerState,
  newLedger,
  proveLedger,
  verifyLedger,
} from '../../../src/audit/index.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';

const claim = 'gaussian(sigma=1)';
const violation = 'gaussian(sigma=0.2)';
const perfect = (m: number) => ({
  scores: Array.from({ length: m }, (_, i) => ((i * 7) % 2) + i / (9 * m)),
  included: Array.from({ length: m }, (_, i) => (i * 7) % 2),
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the evidence of a ledger', () => {
  const ledger = newLedger({ claim, m: 40, guesses: [16], violation, method: 'paper', families: [] });
  const counted = countRun(ledger, perfect(40));

  test('needs runs that were counted as it says', () => {
    expect(ledgerState(ledger, [{ run: 1, counted }]).runs[0].status).toBe('added');
    const state = (counts: typeof counted.counts) => () =>
      ledgerState(ledger, [{ run: 1, counted: { ...counted, counts } }]);
    const words = 'invalid run 1; it was not counted as the ledger says';
    expect(state([])).toThrow(words);
    expect(state(counted.counts.map((each) => ({ ...each, reached: [...each.reached, 1] })))).toThrow(words);
  });

  test('is not proved by payments below 0', () => {
    const priced = { ...newLedger({ claim, m: 20, guesses: [8], violation, families: [] }) };
    const proof = proveLedger(priced, ledgerEvents(priced, []));
    expect(verifyLedger(proof)).toEqual({ refuted: false });
    const [first, ...others] = proof.products;
    const paying = (payoff: typeof first.payoff) => () =>
      verifyLedger({ ...proof, products: [{ ...first, payoff }, ...others] });
    const words = 'invalid payoff; must not be negative';
    expect(paying({ ...first.payoff, base: -0.1 })).toThrow(words);
    expect(paying({ ...first.payoff, steps: [[3, -1]] })).toThrow(words);
    expect(paying({ ...first.payoff, steps: [[3, Number.NaN]] })).toThrow(words);
  });

  test('is not proved by chances that are none', () => {
    const priced = newLedger({ claim, m: 20, guesses: [8], violation, families: [] });
    const proof = proveLedger(priced, ledgerEvents(priced, []));
    const reaching = (chance: number) => () =>
      verifyLedger({
        ...proof,
        events: [{ run: 1, reached: proof.products.map(({ payoff }) => payoff.steps.map(() => chance)) }],
        mostLogEvidence: 0,
      });
    expect(reaching(0.5)).not.toThrow();
    for (const chance of [1.5, -0.1, Number.NaN])
      expect(reaching(chance)).toThrow('invalid run 1; what it reached does not fit the payoff');
  });

  test('is looked for at some numbers of guesses, and at the neighbours of the best', () => {
    const prices = vi.spyOn(BOUNDS.paper, 'pValue');
    const { products } = newLedger({ claim, m: 400, violation, method: 'paper', families: [] });
    const asked = new Set(prices.mock.calls.map(([{ guesses }]) => guesses));
    expect(asked).toContain(products[0].guesses);
    // Of 17 even numbers and all canaries every third, and four neighbours.
    expect(asked.size).toBeGreaterThan(6);
    expect(asked.size).toBeLessThan(13);
  });

  test('proves an epsilon within DP-SGD that is not that of no noise', () => {
    const families = ['dpsgd(rate=1, steps=1)'];
    const own = { ...ledger, families };
    const records = [1, 2].map((run) => ({ run, counted }));
    const [found] = ledgerState(own, records).results;
    expect(found.parameter).toBeGreaterThan(0);
    expect(found.parameter).toBeLessThan(Infinity);
    expect(found.epsilon).toBeGreaterThan(0);
  });
});
