import { expect, test } from 'vitest';
import { auditSchema } from '../../src/forms/index.ts';
import { assertKeeps, audit, bound, plan, verdict } from '../../src/index.ts';
import { auditData, auditText } from '../../src/report/index.ts';
import { onerun } from '../support/cli.ts';
import { noisySum, one } from '../support/scores.ts';

const CLAIM = 'gaussian(sigma=1)';
const counts = { m: 1000, guesses: 100, correct: 90 };

test('an audit tests what it observed on one side, as counts of that side are', () => {
  for (const sides of ['in', 'out'] as const) {
    const found = one(noisySum(1000, 0.7, sides), { claim: CLAIM, guesses: [100], sides, families: [] });
    const [observation] = found.runs[0].observations;
    expect(observation).toMatchObject({ m: 1000, guesses: 100, sides });
    expect(found.tests.map(({ pValue }) => pValue)).toEqual(
      verdict(observation, CLAIM).tests.map(({ pValue }) => pValue),
    );
    expect(verdict(observation, CLAIM).tests[1].pValue).toBeLessThan(
      verdict({ ...observation, sides: 'both' }, CLAIM).tests[1].pValue,
    );
    expect(auditSchema.safeParse(JSON.parse(JSON.stringify(auditData(found)))).error).toBeUndefined();
    expect(auditText(found)).toContain(`of 100 guesses, all "${sides}", about 1,000 canaries were right`);
    const [critical] = found.claim?.critical ?? [];
    expect(verdict({ ...observation, correct: critical ?? 0 }, CLAIM).refuted).toBe(true);
    expect(verdict({ ...observation, correct: (critical ?? 0) - 1 }, CLAIM).refuted).toBe(false);
  }
  expect(one(noisySum(100, 1, 1), { families: [] }).runs[0].observations[0]).not.toHaveProperty('sides');
});

test('equal scores are guessed in exactly the planned number, all on one side', () => {
  const included = Uint8Array.from({ length: 200 }, (_, i) => (i * 7 + (i >> 3)) % 2);
  for (const sides of ['in', 'out'] as const) {
    const found = audit({ scores: included.map(() => 1), included }, { guesses: [60], sides, seed: 1 });
    const [tie] = found.ties;
    expect(tie).toMatchObject({ equal: 200, guessed: 60 });
    expect(found.runs[0].observations[0]).toMatchObject({ guesses: 60, sides });
  }
});

test('several runs on one side are counted against the threshold of that side', () => {
  const runs = [1, 2, 3].map((seed) => noisySum(400, 0.5, seed));
  const options = { claim: CLAIM, guesses: [40], atLeast: 38, families: [], plots: false };
  const p = (sides: 'in' | 'both') => audit(runs, { ...options, sides }).tests[1].pValue;
  const each = (sides: 'in' | 'both') => verdict({ m: 400, guesses: 40, correct: 38, sides }, CLAIM);
  expect(each('in').tests[1].pValue).toBeLessThan(each('both').tests[1].pValue);
  expect(p('in')).toBeLessThan(1);
});

test('a plan for one side refutes from fewer right guesses, and tests of a mechanism take the side too', async () => {
  const [both, top] = (['both', 'in'] as const).map((sides) =>
    plan({ m: 500, claim: CLAIM, guesses: 60, sides }),
  );
  expect(top.chosen.critical).toBeLessThan(both.chosen.critical ?? 0);
  expect(top.chosen.largestProvable).toBeGreaterThan(both.chosen.largestProvable);
  const facts = await assertKeeps(
    (included, random) => Float64Array.from(included, (bit) => bit + random.normal()),
    CLAIM,
    { m: 500, guesses: 60, runs: 1, sides: 'in', seed: 1 },
  );
  expect(facts).toMatchObject({ sides: 'in', critical: top.chosen.critical });
  expect(facts.summary).toContain('sides: "in"');
});

test('onerun bound and simulate take the side', async () => {
  const { out } = await onerun('bound -m 1000 -g 100 -c 90 --sides in --json'.split(' '));
  expect(JSON.parse(out)).toMatchObject({
    observation: { m: 1000, k: 2, guesses: 100, correct: 90, sides: 'in' },
    results: JSON.parse(JSON.stringify(bound({ ...counts, sides: 'in' }).results)),
  });
  const both = await onerun('bound -m 1000 -g 100 -c 90 --sides both --json'.split(' '));
  expect(JSON.parse(both.out).observation).toEqual({ m: 1000, k: 2, guesses: 100, correct: 90 });
  const choice = await onerun('bound -m 1000 -g 100 -c 90 -k 3 --sides in'.split(' '));
  expect(choice).toMatchObject({ code: 2, err: expect.stringContaining('has no in and out') });
  const games = '--mechanism gaussian-sum --sigma 1 -m 1000 -g 100 --sides out --repeat 5 --json';
  expect(JSON.parse((await onerun(['simulate', ...games.split(' ')])).out)).toMatchObject({ sides: 'out' });
});
