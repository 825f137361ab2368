import { describe, expect, test } from 'vitest';
import { describeAttack } from '../../../src/audit/attack/describe-attack.ts';
import { attackNumbers, meanEstimate } from '../../../src/audit/attack/numbers.ts';
import { familyInGame } from '../../../src/audit/epsilon/over-families.ts';
import { provedRisks } from '../../../src/audit/risk/proved-risk.ts';
import { checkDistinctRuns } from '../../../src/audit/runs/same-run.ts';
import { severalRuns } from '../../../src/audit/runs/several-runs.ts';
import { asOneGame } from '../../../src/audit/runs/single-canaries.ts';
import { toReplace, tradeOff } from '../../../src/claims/index.ts';
import type { InvalidInput } from '../../../src/errors.ts';

const member = (name: string, scores: readonly number[], included: readonly number[]) => ({
  input: { name, sha256: null, rows: scores.length },
  scores: {
    kind: 'membership' as const,
    scores: Float64Array.from(scores),
    included: Uint8Array.from(included),
  },
});

describe('runs that count the same evidence twice', () => {
  test('of ready guesses have labels and no scores that were too fine to be shared', () => {
    const truth = Uint32Array.from({ length: 25 }, (_, i) => 31 * i * i + 7 * i);
    const choice = (name: string) => ({
      input: { name },
      scores: {
        kind: 'reconstruction' as const,
        k: 1e5,
        truth,
        guesses: Int32Array.from(truth),
        confidence: null,
      },
    });
    expect(() => checkDistinctRuns([choice('a'), choice('b')])).toThrow(
      'a and b hold the same scores and the same truth; one run counted twice proves nothing more; if they are different runs, give every row of each an id of its own',
    );
  });
});

describe('several runs', () => {
  test('without a threshold are refused, with the options that help', () => {
    const of = (options: object) => () =>
      severalRuns([{ m: 9, k: 2, guesses: 4, correct: 3 }], 0.05, options);
    let error: InvalidInput | null = null;
    try {
      of({})();
    } catch (thrown) {
      error = thrown as InvalidInput;
    }
    expect(error?.message).toContain('several runs need a number of right guesses fixed in advance');
    expect(error?.options).toEqual(['atLeast', 'plan']);
    for (const atLeast of [0, 5, 1.5])
      expect(of({ atLeast })).toThrow(
        `invalid at-least; must be a whole number from 1 to the guesses (4): ${atLeast}`,
      );
    expect(of({ atLeast: 4 })()).toMatchObject({ successes: 0 });
    expect(of({ atLeast: 3 })()).toMatchObject({ successes: 1 });
  });

  test('of one canary each keep ids that tell them apart', () => {
    const named = (id: number) => {
      const run = member(`${id}`, [id], [1]);
      return { ...run, scores: { ...run.scores, ids: Uint32Array.of(id, id + 1) } };
    };
    expect(asOneGame([named(1), named(5), named(3)]).scores.ids).toEqual(Uint32Array.of(1, 2, 5, 6, 3, 4));
    expect(asOneGame([named(1), named(5), named(1)]).scores).not.toHaveProperty('ids');
    expect(asOneGame([named(1), member('b', [2], [0])]).scores).not.toHaveProperty('ids');
  });

  test('describe an attack by their averages, each run as its smaller kind', () => {
    const groups = (included: readonly number[], excluded: readonly number[]) =>
      attackNumbers({
        included: Int32Array.from(included),
        excluded: Int32Array.from(excluded),
        undecided: 0,
      });
    // 2 in and 20 out, all told apart; 30 in and 10 out, all alike.
    const together = describeAttack([groups([2, 0], [0, 20]), groups([30], [10])])?.together;
    expect(together?.auc.value).toBeCloseTo((2 * 1 + 10 * 0.5) / 12, 12);
    expect(together?.auc).toEqual(meanEstimate(together?.auc.value ?? 0, 12));
    expect(together?.advantage).toBe(0.5);
    expect(together?.accuracy).toBeCloseTo((22 + 30) / 62, 12);
    expect(together?.rates[0]).toMatchObject({ falsePositives: 0, truePositives: 2 });
    const unsure = attackNumbers({ included: Int32Array.of(9), excluded: Int32Array.of(9), undecided: 0.1 });
    expect(unsure.auc).toEqual(meanEstimate(0.5, 9, 0.05));
    expect(describeAttack([null, groups([1], [1])])?.together).toBeNull();
  });
});

describe('what was proved', () => {
  const row = {
    method: 'paper' as const,
    family: 'gaussian',
    delta: 1e-5,
    parameter: 1.25,
    epsilon: 5,
    largestProvable: 9,
    assumption: 'model-based' as const,
  };

  test('is a risk where a member was refuted', () => {
    const [found] = provedRisks([row]);
    expect(found).toMatchObject({ family: 'gaussian', parameter: 1.25, mu: 1.25 });
    expect(found.advantage).toBeCloseTo(tradeOff('gaussian(mu=1.25)').delta(0), 9);
    expect(provedRisks([{ ...row, parameter: null }])).toEqual([]);
    expect(provedRisks([{ ...row, epsilon: 0 }])).toEqual([]);
    const best = provedRisks([
      row,
      { ...row, epsilon: 6, parameter: 1.5 },
      { ...row, epsilon: 4, parameter: 1 },
    ]);
    expect(best).toMatchObject([{ parameter: 1.5 }]);
  });

  test('among candidates is about exchanging one for another', () => {
    const f = tradeOff('gaussian(mu=1)');
    const exchanged = familyInGame('gaussian', 'reconstruction').at(1);
    expect(exchanged.fBar(0.1)).toBeCloseTo(toReplace(f).fBar(0.1), 12);
    expect(exchanged.fBar(0.1)).toBeGreaterThan(f.fBar(0.1));
    expect(exchanged.epsilon(1e-5)).toBe(f.epsilon(1e-5));
    expect(familyInGame('gaussian', 'membership').at(1).fBar(0.1)).toBe(f.fBar(0.1));
    expect(() => familyInGame('gaussian(relation=replace)', 'reconstruction')).not.toThrow();
    expect(() => familyInGame('gaussian(relation=replace)', 'membership')).toThrow(
      'about exchanging a record',
    );
  });
});
