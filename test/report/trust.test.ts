import { describe, expect, test } from 'vitest';
import type { AuditResult } from '../../src/index.ts';
import { auditScreen } from '../../src/report/words/audit/text.ts';
import { trustPairs } from '../../src/report/words/trust.ts';
import { noisySum, one } from '../support/scores.ts';
import { blind, hostile, noClaim, refuted, severalRuns, tied } from './fixtures.ts';

const trusted = (result: AuditResult) => Object.fromEntries(trustPairs(result));

const HASH = 'ab'.repeat(32);

describe('what must be taken on trust', () => {
  test('the coins, unless they were committed to', () => {
    const result = refuted();
    expect(trusted(result).Coins).toBe(
      'No commitment was checked: that the coins were drawn before training rests on your word.',
    );
    const provenance = { ...result.provenance, commitment: { checked: true as const, hash: HASH } };
    expect(trusted({ ...result, provenance }).Coins).toBe(
      `The assignment is the one committed to, hash ${HASH}.`,
    );
  });

  test('the choices, with what fixed each', () => {
    const planned = refuted();
    const { guesses } = planned.runs[0].observations[0];
    expect(trusted(planned).Choices).toBe(
      `${guesses} guesses: planned from the number of canaries and the claim alone. Claim, confidence, score column and direction: as stated; it must have been fixed before the scores were seen.`,
    );
    const file = { role: 'plan' as const, name: 'plan.json', sha256: HASH };
    const provenance = { ...planned.provenance, files: [file], departures: ['delta 1e-6 in place of 1e-5'] };
    const held = trusted({ ...planned, provenance }).Choices;
    expect(held).toContain('direction: the plan, as far as it states them.');
    expect(held).toContain('It departs from that: delta 1e-6 in place of 1e-5.');
    expect(trusted(severalRuns()).Choices).toMatch(
      /^100 guesses; 95 right guesses make a run count: the plan\. 5 runs: as many as were handed in/,
    );
    expect(trusted(noClaim()).Choices).not.toContain('Claim');
  });

  test('that each row is a run of its own, where that was stated, on the first screen too', () => {
    const scores = noisySum(150, 1, 3);
    const stated = one(scores, { claim: 'gaussian(sigma=1)', families: [], onePerRun: true });
    expect(trusted(stated).Runs).toBe(
      'That each row is a run of its own, with a fair coin and fresh randomness, rests on your word.',
    );
    expect(auditScreen(stated)).toContain('Weakened: that each row is a run of its own, with a fair coin');
    expect(stated.notes.join()).toContain('each row is taken for a run of its own');
    const silent = one(scores, { claim: 'gaussian(sigma=1)', families: [] });
    expect(trusted(silent).Runs).toBeUndefined();
    expect(auditScreen(silent)).not.toContain('a run of its own');
  });

  test('a draw among equal scores that decides', () => {
    expect(trusted(tied()).Ties).toContain('the verdict depends on the draw');
    expect(trusted(refuted()).Ties).toMatch(/^No choice among equal scores had to be made/);
  });

  test('what holds within a model only, and nothing that was not proved', () => {
    expect(trusted(refuted()).Model).toMatch(
      /^Epsilon [\d.]+ holds only for mechanisms of the family gaussian \(model-based\)\. .*The refutation holds for every mechanism\.$/,
    );
    expect(trusted(blind()).Model).toBe(
      'What the attack could have noticed is an estimate, which holds if canaries do not influence each other.',
    );
    expect(trusted(hostile()).Model).toBeUndefined();
  });
});
