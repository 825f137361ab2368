import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cutsOf, hullOf } from '../bench/same-data/cuts.ts';
import { recordedData } from '../bench/same-data/data.ts';
import { falseAlarms, NOTHING_LEAKS } from '../bench/same-data/false-alarms.ts';
import { SEARCHES, searchRow } from '../bench/same-data/more-canaries.ts';
import { auditOf, RULES } from '../bench/same-data/rules.ts';
import { epsilonRow, LETTERS } from '../bench/same-data/tables.ts';
import { audit } from '../src/audit/index.ts';
import { clopperPearsonLower, clopperPearsonUpper } from '../src/numerics/index.ts';

const page = readFileSync(new URL('../bench/same-data/README.md', import.meta.url), 'utf8');

test('the recorded epsilons are those that the rules give', () => {
  const rows = page.split('\n');
  const wanted = ['sound.csv', 'mnist-half-noise', 'opacus/runs/honest', 'llm/dp', 'made up: nothing leaks'];
  const found = recordedData(wanted);
  expect(found.map(({ name }) => name)).toEqual(wanted);
  for (const data of found) expect(rows).toContain(epsilonRow(data));
});

test('the recorded rates of false alarms are within chance of those of the first games', () => {
  for (const { rule, alarms, games } of falseAlarms(NOTHING_LEAKS, 1000, 500, 150, 3)) {
    const letter = LETTERS[RULES.indexOf(rule)];
    const row = page
      .split('\n')
      .find((line) => line.startsWith(`| ${letter} | ${rule.name} | ${rule.assumption} |`));
    const [, recorded] = /\| ([\d.]+)% \(/.exec(row ?? '') ?? [];
    expect(Number(recorded) / 100, rule.name).toBeGreaterThan(
      clopperPearsonLower(alarms, games, 1e-4) - 0.01,
    );
    expect(Number(recorded) / 100, rule.name).toBeLessThan(clopperPearsonUpper(alarms, games, 1e-4) + 0.01);
    // A rule that is covered by its assumption keeps the level that it states.
    if (rule.bound) expect(Number(recorded), rule.name).toBeLessThan(5.5);
  }
});

test('the recorded rates of searches are within chance of those of the first games', () => {
  const rates = (row = '') => [...row.matchAll(/ ([\d.]+)% \(/g)].map(([, rate]) => Number(rate) / 100);
  for (const [m, shown] of [
    [200, '| 200 |'],
    [1000, '| 1,000 |'],
  ] as const) {
    const recorded = rates(page.split('\n').find((line) => line.startsWith(shown)));
    expect(recorded.length).toBe(Object.keys(SEARCHES).length);
    const games = 100;
    rates(searchRow(m, games)).forEach((rate, i) => {
      const alarms = Math.round(rate * games);
      expect(recorded[i]).toBeGreaterThan(clopperPearsonLower(alarms, games, 1e-4) - 0.01);
      expect(recorded[i]).toBeLessThan(clopperPearsonUpper(alarms, games, 1e-4) + 0.01);
    });
  }
});

test('onerun’s column is what an audit reports', () => {
  for (let game = 0; game < 5; game++) {
    const data = NOTHING_LEAKS.play(`same as an audit ${game}`, 400);
    const leaking = { ...data, scores: data.scores.map((score, i) => score + 0.4 * data.included[i]) };
    const { results } = audit({ kind: 'membership', ...leaking }, { guesses: [100], seed: 1, plots: false });
    const told = auditOf(leaking, 100, 'both', 1e-5);
    for (const [key, family] of [
      ['onerun', 'approx-dp(delta=1e-5)'],
      ['onerun-gaussian', 'gaussian'],
    ]) {
      const rule = RULES.find((one) => one.key === key);
      const proved = results.find((one) => one.method === 'optimal' && one.family === family);
      expect(rule?.epsilon(told), family).toBe(proved?.epsilon);
    }
  }
});

test('the hull keeps the corners that no mixture of other cuts beats', () => {
  const scores = Float64Array.from([9, 8, 7, 6, 5, 4, 3, 2]);
  const included = Uint8Array.from([1, 0, 1, 1, 0, 0, 1, 0]);
  expect(hullOf(cutsOf({ scores, included }))).toEqual([
    { inAbove: 0, outAbove: 0 },
    { inAbove: 1, outAbove: 0 },
    { inAbove: 3, outAbove: 1 },
    { inAbove: 4, outAbove: 3 },
    { inAbove: 4, outAbove: 4 },
  ]);
});
