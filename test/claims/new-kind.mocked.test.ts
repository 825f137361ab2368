import { expect, test, vi } from 'vitest';
import { calibrate, empiricalEpsilon, modelOf, verdict, violationOf } from '../../src/audit/index.ts';
import { claimUsage, family, parseClaim, printClaim, tradeOff } from '../../src/claims/index.ts';
import { switchTo, understood } from '../../web/src/parts/claim.tsx';

// A kind is one file, here support/uniform-kind.ts, and one line in the list. Nothing else knows of this one.
vi.mock('../../src/claims/kinds/index.ts', async (original) => {
  const { KINDS } = await original<typeof import('../../src/claims/kinds/index.ts')>();
  const { uniformKind } = await import('../support/uniform-kind.ts');
  return { KINDS: [...KINDS, uniformKind] };
});

test('a new kind is read, printed, refused and explained as others are', () => {
  expect(printClaim(parseClaim(' uniform( rounds=3, width = 1e2 ,relation=replace)'))).toBe(
    'uniform(width=100, rounds=3, relation=replace)',
  );
  expect(() => parseClaim('unifrom(width=1)')).toThrow('unknown name: unifrom (did you mean uniform?)');
  expect(() => parseClaim('uniform(width=0, rounds=1)')).toThrow('width must be above 0');
  expect(() => parseClaim('uniform(width=2)')).toThrow('uniform needs rounds (column 1)');
  expect(() => parseClaim('uniform(wide=2)')).toThrow(
    'unknown parameter of uniform: wide (did you mean width?)',
  );
  expect(claimUsage()).toContain('perfect(), uniform(width=, rounds=), and compose(part, ...)');
});

test('a new kind has a curve and composes', () => {
  const one = tradeOff('uniform(width=100, rounds=1)');
  expect(one.delta(0)).toBeCloseTo(0.01, 14);
  expect(one.fBar(0.3)).toBeCloseTo(0.31, 14);
  const many = 1 - 0.99 ** 6;
  expect(tradeOff('compose(uniform(width=100, rounds=2)*3)').delta(1)).toBeCloseTo(many, 12);
  const mixed = tradeOff('compose(uniform(width=100, rounds=2)*3, gaussian(sigma=1))');
  const gaussian = tradeOff('gaussian(sigma=1)');
  for (const epsilon of [0, 1, 3]) {
    const exact = many + (1 - many) * gaussian.delta(epsilon);
    expect(mixed.delta(epsilon)).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
    expect(mixed.delta(epsilon)).toBeCloseTo(exact, 5);
  }
});

test('a new kind has a family that is searched, and values that are calibrated', () => {
  const members = family('uniform(rounds=1)');
  expect(members).toMatchObject({
    parameter: 'width',
    direction: 'smaller-is-less-private',
    assumption: 'model-based',
  });
  const observation = { m: 100, k: 2, guesses: 100, correct: 90 };
  const [proved] = empiricalEpsilon(observation, members, { method: 'paper', deltas: [0.01] });
  expect(proved.epsilon).toBe(Infinity);
  const refuted = verdict(observation, members.at((proved.parameter as number) * 1.0001), {
    methods: ['paper'],
  });
  expect(refuted.refuted).toBe(true);
  expect(() => family('uniform(width=3)')).toThrow('uniform cannot leave out rounds');
  const width = calibrate('uniform(rounds=1)', 'width', 1, 0.01);
  expect(width.value).toBeCloseTo(100, 3);
  expect(width.epsilon).toBe(0);
  expect(calibrate('uniform(width=1000)', 'rounds', 1, 0.01).value).toBe(10);
  expect(() => calibrate('uniform(width=2)', 'rounds', 1, 0.01)).toThrow('not even one round keeps');
});

test('a new kind has its usual model, its usual violation and a form', () => {
  expect(modelOf('uniform(width=8, rounds=1)')).toBe('uniform(width=8, rounds=1)');
  expect(violationOf('uniform(width=8, rounds=1)')).toBe('uniform(width=4, rounds=1)');
  expect(violationOf('compose(uniform(width=8, rounds=1)*2, pure-dp(epsilon=1))')).toMatch(
    /^compose\(uniform\(width=4, rounds=1\)\*2, laplace\(scale=0.5\)\)$/,
  );
  expect(switchTo('uniform', '')).toEqual({ form: 'uniform', claim: 'uniform(width=50, rounds=1)' });
  expect(understood('uniform(width=50, rounds=1)').problem).toBeNull();
});
