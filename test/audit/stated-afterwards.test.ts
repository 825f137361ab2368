import { expect, test } from 'vitest';
import { criticalCount } from '../../src/audit/index.ts';
import { budgetsOf } from '../../src/audit/plan/budgets.ts';
import { type AuditOptions, plan, tradeOff } from '../../src/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import { auditText } from '../../src/report/index.ts';
import { playRight, scoresOf } from '../support/play-right.ts';
import { noisySum, one } from '../support/scores.ts';

const CLAIM = 'randomized-response(epsilon=1)';
const VIOLATIONS = [1.2, 1.5, 2, 2.5, 3, 4, 5, 6].map((epsilon) => `randomized-response(epsilon=${epsilon})`);

test('nothing but canaries, claim and sides decides how many guesses an audit makes', () => {
  const planned = (claim: string, more: AuditOptions) => {
    const notes: string[] = [];
    const budgets = budgetsOf('membership', 200, { claim, ...more }, notes);
    return [budgets, notes];
  };
  for (const claim of [CLAIM, 'gaussian(sigma=1)', 'approx-dp(epsilon=2, delta=1e-5)', 'perfect()']) {
    const alone = planned(claim, {});
    const others: AuditOptions[] = [
      ...VIOLATIONS.map((violation) => ({ violation })),
      { model: 'gaussian(sigma=3)' },
      { model: 'dpsgd(noise=2, rate=0.01, steps=100)' },
      { delta: 1e-9 },
      { delta: 0 },
      { tau: 1e-4 },
      { requirePower: 0.9 },
      { families: ['approx-dp(delta=0.01)'] },
      { methods: ['paper'] },
    ];
    for (const other of others) expect(planned(claim, other), JSON.stringify(other)).toEqual(alone);
  }
  expect(planned(CLAIM, { sides: 'in' })).not.toEqual(planned(CLAIM, {}));
  // A plan may choose them for what is stated, before there are scores.
  const chosen = ['gaussian(sigma=0.9)', 'gaussian(sigma=0.2)'].map(
    (violation) => plan({ m: 200, claim: 'gaussian(sigma=1)', violation }).chosen.guesses,
  );
  expect(new Set(chosen).size).toBeGreaterThan(1);
});

test('the best of eight violations refutes a true claim no more often than one', () => {
  const f = tradeOff(CLAIM);
  const m = 200;
  const random = createRandom('best of eight');
  const draw = scoresOf(CLAIM);
  const tests = VIOLATIONS.map((violation) => {
    const [guesses] = budgetsOf('membership', m, { claim: CLAIM, violation }, []);
    return { guesses, critical: criticalCount({ m, k: 2, guesses }, f, 0.05, 'all') ?? Infinity };
  });
  const games = 2000;
  let refuted = 0;
  for (let game = 0; game < games; game++) {
    // One run, whose scores are guessed anew for each violation.
    const rights = new Map<number, number>();
    const seed = random.split(game);
    for (const { guesses } of tests)
      if (!rights.has(guesses)) rights.set(guesses, playRight({ m, guesses }, draw, seed.split('run')));
    if (tests.some(({ guesses, critical }) => (rights.get(guesses) ?? 0) >= critical)) refuted++;
  }
  expect(clopperPearsonLower(refuted, games, 1e-3)).toBeLessThanOrEqual(0.05);
  // The claim is true to the full, so that some are.
  expect(refuted).toBeGreaterThan(games / 100);

  const audits = VIOLATIONS.map((violation) =>
    one(noisySum(m, 1, 'eight'), { claim: CLAIM, violation, families: [], seed: 1 }),
  );
  for (const { runs, tests: made, fixed } of audits) {
    expect({ runs, made, fixed }).toEqual({
      runs: audits[0].runs,
      made: audits[0].tests,
      fixed: audits[0].fixed,
    });
  }
});

test('what was chosen for the audit stands in the list of what was fixed before the scores', () => {
  const scores = noisySum(1000, 1, 'fixed');
  const said = (options: AuditOptions) =>
    auditText(one(scores, { claim: 'approx-dp(epsilon=4.4, delta=1e-5)', ...options }))
      .replace(/\s+/g, ' ')
      .replace(/.*Fixed before the scores were seen:/, '');
  expect(said({})).toContain('what should be noticed (gaussian(sigma=0.49776))');
  expect(said({})).toContain('the model (gaussian(sigma=0.99552))');
  const stated = said({
    violation: 'gaussian(sigma=0.3)',
    model: 'gaussian(sigma=2)',
    delta: 1e-6,
  });
  for (const choice of [
    'the number of guesses (292)',
    'what should be noticed (gaussian(sigma=0.3))',
    'the model (gaussian(sigma=2))',
  ])
    expect(stated).toContain(choice);
});
