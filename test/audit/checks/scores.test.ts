import { expect, test } from 'vitest';
import { checkScores } from '../../../src/audit/checks/scores.ts';
import type { MembershipScores, ReconstructionScores, Scores } from '../../../src/types.ts';

test('scores that do not hold together are refused by what is wrong, and where', () => {
  const refused = (scores: Scores, message: string) =>
    expect(() => checkScores('a.csv', scores)).toThrow(message);
  const two: MembershipScores = {
    kind: 'membership',
    scores: Float64Array.of(1, 0),
    included: Uint8Array.of(1, 0),
  };
  refused({ ...two, included: Uint8Array.of(1) }, 'invalid included of a.csv; must be one per score (2): 1');
  refused({ ...two, included: Uint8Array.of(1, 2) }, 'invalid included of a.csv, row 2; must be 0 or 1: 2');
  refused(
    { ...two, scores: Float64Array.of(0, Infinity) },
    'invalid score of a.csv, row 2; must be a finite',
  );
  refused({ ...two, scores: new Float64Array(), included: new Uint8Array() }, 'no scores in a.csv');
  const choice: ReconstructionScores = {
    kind: 'reconstruction',
    k: 3,
    truth: Uint32Array.of(0, 2),
    guesses: Int32Array.of(-1, 2),
    confidence: null,
  };
  expect(() => checkScores('a.csv', choice)).not.toThrow();
  refused({ ...choice, guesses: Int32Array.of(-1, 3) }, 'invalid guess of a.csv, row 2');
  refused({ ...choice, guesses: Int32Array.of(-2, 0) }, 'invalid guess of a.csv, row 1');
  refused(
    { ...choice, truth: Uint32Array.of(0, 3) },
    'invalid truth of a.csv, row 2; must be a whole number below',
  );
  refused({ ...choice, k: 1 }, 'invalid options of a.csv; must be a whole number, at least 2: 1');
  refused({ ...choice, k: 2 ** 25 }, 'invalid options of a.csv; must be at most 16777216: 33554432');
});
