import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CanarySignals, labelLogits, SCORE_KINDS, scoreSignals } from '../../src/signals/index.ts';
import { naiveLira, naiveRmia } from '../support/naive-signals.ts';

/** Losses of some canaries under a target and references; each canary has two on each side. */
const signals = fc
  .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }))
  .chain(([m, ins, outs]) => {
    // In steps, so that two losses are equal or differ by more than rounding.
    const loss = fc.integer({ min: 1, max: 900 }).map((x) => x / 100);
    const losses = fc.array(loss, { minLength: m, maxLength: m });
    const coins = [...Array(ins).fill(1), ...Array(outs).fill(0)];
    const order = fc.shuffledSubarray(coins, { minLength: coins.length });
    return fc.record({
      target: losses,
      models: fc.array(losses, { minLength: ins + outs, maxLength: ins + outs }),
      orders: fc.array(order, { minLength: m, maxLength: m }),
    });
  })
  .map(
    ({ target, models, orders }): CanarySignals => ({
      target,
      references: models.map((own, j) => ({ signals: own, included: orders.map((order) => order[j]) })),
    }),
  );

const close = (found: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-8) => {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; i++)
    expect(Math.abs(found[i] - expected[i])).toBeLessThan(tolerance * (1 + Math.abs(expected[i])));
};

describe('twins', () => {
  test('lira is its definition, canary by canary', () => {
    fc.assert(
      fc.property(signals, fc.constantFrom('online' as const, 'offline' as const), (given, mode) => {
        const expected = naiveLira(given, mode);
        // Where nothing varies there is no definition.
        fc.pre(expected.every(Number.isFinite));
        const { scores } = scoreSignals(given, { kind: 'lira', mode, variance: 'pooled' });
        close(scores, expected, 1e-6);
      }),
    );
  });

  test('rmia is its definition, each canary against each', () => {
    const options = fc.record({
      mode: fc.constantFrom('online' as const, 'offline' as const),
      gamma: fc.constantFrom(1.1, 2, 5.3),
      a: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(signals, options, (given, chosen) => {
        close(scoreSignals(given, { kind: 'rmia', ...chosen }).scores, naiveRmia(given, chosen));
      }),
    );
  });

  test('loss, probability and logit say the same', () => {
    fc.assert(
      fc.property(signals, fc.constantFrom(...SCORE_KINDS), (given, kind) => {
        const converted = (form: 'probability' | 'logit', convert: (loss: number) => number) => ({
          form,
          target: Array.from(given.target, convert),
          references: given.references?.map(({ signals: own, ...rest }) => ({
            signals: Array.from(own, convert),
            ...rest,
          })),
        });
        const { scores } = scoreSignals(given, { kind });
        const p = (loss: number) => Math.exp(-loss);
        const forms = [converted('probability', p), converted('logit', (x) => -Math.log(Math.expm1(x)))];
        // Two ratios that are equal but for rounding may change places.
        if (kind !== 'rmia')
          for (const form of forms) close(scoreSignals(form as CanarySignals, { kind }).scores, scores, 1e-6);
      }),
    );
  });

  test('the logit of a label is that of its probability', () => {
    const logits = [
      [2, -1, 700, -Infinity],
      [0.5, 3, -700, 0],
      [-1, 2, 1, 0],
    ];
    const labels = [0, 1, 0, 0];
    const found = labelLogits(logits, labels);
    for (const row of [0, 1]) {
      const powers = logits.map((values) => Math.exp(values[row]));
      const p = powers[labels[row]] / powers.reduce((a, b) => a + b, 0);
      expect(found[row]).toBeCloseTo(Math.log(p / (1 - p)), 12);
    }
    expect(found[2]).toBe(699);
    expect(found[3]).toBe(-Infinity);
    expect(() =>
      labelLogits(
        [
          [1, Number.NaN],
          [0, 0],
        ],
        [0, 0],
      ),
    ).toThrow('invalid logit in row 2');
    expect(() => labelLogits([[1], [0]], [2])).toThrow(
      'invalid label in row 1; must be a whole number from 0 to 1: 2',
    );
  });
});

describe('extremes', () => {
  const extreme = [0, 5e-324, 1e-300, 1e-17, 1e-3, 1, 50, 800, 1e50, 1e300, Infinity];
  const models = [
    { signals: [...extreme.slice(1), 0], included: extreme.map((_, i) => i % 2) },
    { signals: [...extreme].reverse(), included: extreme.map((_, i) => (i >> 1) % 2) },
    { signals: extreme.map(() => 0), included: extreme.map(() => 0) },
  ];

  test.each(SCORE_KINDS)('%s of losses from 0 to infinity are numbers', (kind) => {
    for (const mode of kind === 'loss' ? [undefined] : (['online', 'offline'] as const))
      for (const variance of kind === 'lira' ? (['pooled', 'each'] as const) : [undefined])
        for (const references of [models, models.slice(0, 2), models.slice(0, 1)])
          for (const score of scoreSignals(
            { target: extreme, references },
            { kind, ...(mode && { mode }), ...(variance && { variance }) },
          ).scores)
            expect(Number.isFinite(score)).toBe(true);
  });

  test('a lower loss under the target is never a lower score, all else equal', () => {
    const same = extreme.map(() => 1);
    const references = [{ signals: same }, { signals: same.map(() => 2) }];
    for (const kind of SCORE_KINDS) {
      const { scores } = scoreSignals({ target: extreme, references }, { kind });
      for (let i = 1; i < scores.length; i++) expect(scores[i]).toBeLessThanOrEqual(scores[i - 1]);
    }
  });

  test('losses of whole texts, in the hundreds, are told apart', () => {
    const references = [{ signals: [850, 850, 1] }, { signals: [852, 852, 2] }];
    const { scores } = scoreSignals({ target: [800, 900, 1], references }, { kind: 'lira' });
    expect(scores[0]).toBeGreaterThan(20);
    expect(scores[1]).toBeLessThan(-20);
  });

  test('a loss of 0 lies a little beyond the smallest loss, not far away', () => {
    const references = [{ signals: [1e-7, 1e-6, 2e-6] }, { signals: [2e-7, 3e-6, 1e-6] }];
    const { scores } = scoreSignals({ target: [0, 1e-6, 1e-5], references }, { kind: 'lira' });
    const exact = scoreSignals({ target: [5e-8, 1e-6, 1e-5], references }, { kind: 'lira' });
    close(scores, exact.scores, 1e-6);
  });

  test('one or two references, and references that agree, give numbers', () => {
    const target = [0.5, 1, 2, 0.1];
    const one = { signals: [1, 1, 1, 1], included: [1, 0, 1, 0] };
    for (const references of [[one], [one, one], [{ signals: one.signals }]])
      for (const kind of ['calibrated', 'lira', 'rmia'] as const) {
        const { scores } = scoreSignals({ target, references }, { kind });
        expect(scores.every(Number.isFinite)).toBe(true);
        // Where references with a canary say what those without it say, lira finds every canary alike.
        if (kind !== 'lira') expect(scores[3]).toBeGreaterThan(scores[2]);
      }
  });
});

describe('defaults and refusals', () => {
  const target = [0.5, 1];
  const references = [{ signals: [1, 2], included: [1, 0] }, { signals: [2, 3] }];

  test('the kind of score and everything chosen is told', () => {
    expect(scoreSignals({ target }, { kind: 'loss' })).toEqual({
      kind: 'loss',
      references: 0,
      scores: Float64Array.of(-0.5, -1),
    });
    const facts = (options: Parameters<typeof scoreSignals>[1], models = references) => {
      const { scores: _, ...rest } = scoreSignals({ target, references: models }, options);
      return rest;
    };
    expect(facts({ kind: 'calibrated' })).toEqual({ kind: 'calibrated', references: 2, mode: 'offline' });
    expect(facts({ kind: 'lira' })).toEqual({
      kind: 'lira',
      references: 2,
      mode: 'online',
      variance: 'pooled',
    });
    expect(facts({ kind: 'lira' }, Array(64).fill(references[0])).variance).toBe('each');
    expect(facts({ kind: 'lira' }, [references[1]]).mode).toBe('offline');
    expect(facts({ kind: 'rmia', mode: 'offline' })).toEqual({
      kind: 'rmia',
      references: 2,
      mode: 'offline',
      gamma: 1,
      a: 0.3,
      population: 1,
    });
  });

  test('no share of rmia is above 1, where gamma is 1 but for the last digit', () => {
    const given = { target: [900, 1], references: [{ signals: [1, 800] }] };
    const { scores } = scoreSignals(given, { kind: 'rmia', gamma: 1 + Number.EPSILON });
    expect([...scores]).toEqual([0, 1]);
  });

  test.each([
    [{ target: [] }, { kind: 'loss' }, 'missing signals'],
    [{ target: [1, Number.NaN] }, { kind: 'loss' }, 'invalid loss of target, row 2; must be a number: NaN'],
    [{ target: [2], form: 'probability' }, { kind: 'loss' }, 'must be a probability, from 0 to 1: 2'],
    [{ target }, { kind: 'lira' }, 'missing references; lira compares the target with at least one'],
    [{ target: [-1, 1], references }, { kind: 'lira' }, 'invalid loss of target, row 1; must be at least 0'],
    [{ target: [1], references }, { kind: 'lira' }, 'invalid reference 0; must have as many numbers'],
    [{ target, references: [references[1]] }, { kind: 'lira', mode: 'online' }, 'an online score needs some'],
    [
      { target, references: [{ signals: [1, 2], included: [1, 1] }] },
      { kind: 'lira' },
      'every canary was in',
    ],
    [{ target, references: [{ signals: [1, 2], included: [1, 2] }] }, { kind: 'lira' }, 'must be 0 or 1'],
    [{ target, references }, { kind: 'rmia', gamma: 0.5 }, 'invalid gamma; must be 1 or above: 0.5'],
    [{ target, references }, { kind: 'rmia', a: 2 }, 'invalid a; must be from 0 to 1: 2'],
    [{ target, references }, { kind: 'lira', gamma: 2 }, 'invalid gamma; only for rmia, not for lira'],
    [
      { target, references },
      { kind: 'best' },
      'unknown kind of score: best (one of loss, calibrated, lira, rmia)',
    ],
    [
      { target, references: [{ signals: target, included: [1, 0] }] },
      { kind: 'loss' },
      "its signals are the target's own",
    ],
    [
      { target, references, population: { target: [1], references: [] } },
      { kind: 'rmia' },
      'invalid population; must have signals of all 2 references: 0',
    ],
  ] as const)('%j with %j is refused', (given, options, message) => {
    expect(() => scoreSignals(given as CanarySignals, options as Parameters<typeof scoreSignals>[1])).toThrow(
      message,
    );
  });
});
