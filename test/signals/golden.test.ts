import { expect, test } from 'vitest';
import { scoreSignals } from '../../src/signals/index.ts';
import { golden } from '../support/golden.ts';

const { cases } = golden('signals');

const numbers: number[] = cases.map((_: unknown, i: number) => i);

test.each(numbers)('scores are those of numpy and scipy: case %i', (i) => {
  const { target, references, included, mode, population, results } = cases[i];
  const models = references.map((signals: number[], j: number) => ({ signals, included: included[j] }));
  for (const { options, scores, population: compared } of results) {
    const signals = { target, references: models, ...(compared ? { population } : {}) };
    const found = scoreSignals(signals, { ...options, mode }).scores;
    for (const [row, score] of scores.entries())
      expect(Math.abs(found[row] - score), JSON.stringify(options)).toBeLessThan(
        1e-10 * (1 + Math.abs(score)),
      );
  }
});
