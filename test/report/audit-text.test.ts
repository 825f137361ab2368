import { describe, expect, test } from 'vitest';
import { auditMarkdown, auditText } from '../../src/report/index.ts';
import {
  bonferroni,
  hostile,
  hostileNames,
  noClaim,
  notRefutable,
  notRefuted,
  reconstruction,
  refuted,
  reversed,
  surelyRefuted,
  tied,
} from './fixtures.ts';

/** The places of these words, which must all be there and in this order. */
function inOrder(text: string, words: readonly string[]): void {
  const places = words.map((word) => text.indexOf(word));
  expect(places, words.filter((_, i) => places[i] < 0).join()).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
}

describe('auditText', () => {
  test('says what was claimed, what was seen and the verdict before the numbers', () => {
    const text = auditText(refuted());
    inOrder(text, [
      'REFUTED: gaussian(sigma=1) does not hold, at 95% confidence.',
      'The whole trade-off curve (false negatives against false positives) was tested, not one epsilon: the attack got 291 of 292 guesses right; under',
      'or more are right with probability at most 0.05.',
      'The privacy claim does not hold',
      'Claimed: gaussian(sigma=1), which allows epsilon 4.3772 at delta 1e-5.',
      'Seen: 2,000 canaries, 292 guesses, 291 right (99.7%). Blind guessing gets about 146 (50%) right.',
      'P-value: how probable such a result is, at most, if the claim is true; 0.05 or less refutes it.',
      'p-value',
      'A smaller number below does not contradict the verdict',
      'Proved at 95% confidence: epsilon is at least',
      'if all were right',
      'Risk: gaussian(sigma=1) allows the best attack on one record at most advantage 0.383 and TPR 0.09237 at FPR 1%; proved is at least advantage 0.',
      'The best this design could have proved: with every guess right, epsilon',
      'Power: If gaussian(sigma=0.5) were the truth',
      'probability more than 99.9%',
      'Checks\n  passed  rows: 2000 rows',
      'worst-case: holds for every mechanism.',
      'model-based: holds for mechanisms of the named family only',
      'Fixed before the scores were seen: the number of guesses (292), the sides (both), the direction of the scores (higher is in), the score column (score), the largest p-value that refutes (tau 0.05), the claim and what should be noticed (gaussian(sigma=0.5)).',
      'Note: the number of guesses was planned',
      'Program: onerun 0.1.0',
      'Command: onerun audit scores.csv',
      'Scores: runs/cifar10-dpsgd/scores.csv, sha256 b5bb',
      'no commitment was checked',
      'Guessing: column score, higher is in, the top as in and the bottom as out.',
      'Ties: no choice among equal scores had to be made (seed ties',
      'Next: Look for too little noise',
    ]);
    expect(text).not.toContain('Bonferroni');
    expect(text.endsWith('\n')).toBe(true);
  });

  test('cuts a lower bound and never rounds it up', () => {
    const result = refuted();
    const [row] = result.results;
    const text = auditText({ ...result, results: [{ ...row, epsilon: 1.99999, largestProvable: 2.99999 }] });
    expect(text).toMatch(/gaussian +paper +1e-5 +1\.9999 +2\.9999 +model-based/);
    expect(text).not.toContain('2.0000');
  });

  test('does not call a pass a proof', () => {
    const text = auditText(notRefuted());
    expect(text).toContain('Not refuted: gaussian(sigma=1) stands at 95% confidence');
    expect(text).toContain('A claim that stands is not proved.');
  });

  test('says before anything else that a design could not have refuted the claim', () => {
    const result = notRefutable();
    const [first, second] = auditText(result).split('\n\n');
    expect(first).toMatch(/^Could not have noticed: .*cannot refute approx-dp\(epsilon=8, delta=1e-5\)/);
    expect(second).toContain('This audit says nothing about the privacy claim: it was too small');
    expect(auditText(result)).toContain('with probability less than 0.1%');
    expect(auditText(result)).toContain('`onerun plan`');
  });

  test('explains how several numbers of guesses share the significance', () => {
    const text = auditText(bonferroni());
    expect(text).toContain(
      '3 numbers of guesses were fixed in advance and share tau, the significance of 0.05, evenly (Bonferroni)',
    );
    expect(text).toContain('each test refutes at a p-value of 0.0167 or less');
    expect(text).toMatch(/method +guesses +p-value +at p-value 0\.0167/);
    expect(text).toMatch(/paper +1,000 +\S+ +(not )?refuted/);
    expect(text).toMatch(/1,000 +\d+ \([\d.]+%\)/);
  });

  test('names the curve that was tested where the game compares candidates', () => {
    const text = auditText(reconstruction());
    expect(text).toContain('Seen: 1,000 buckets of 8 candidates, 400 guesses, ');
    expect(text).toContain('was tested: replace(gaussian(sigma=1))');
    expect(text).toContain('one candidate with another (replace)');
  });

  test('gives no verdict where nothing was claimed, and tells of every run', () => {
    const text = auditText(noClaim());
    expect(text).toContain('Nothing was claimed');
    expect(text).toContain('3 independent runs');
    expect(text).toMatch(/3 +200 +1\d\d \([\d.]+%\)/);
    expect(text).not.toMatch(/refuted/i);
  });

  test('shows no numbers that a failed check voids', () => {
    const text = auditText(hostile());
    expect(text).toContain('No verdict: <script>');
    expect(text).toContain('  FAILED  fair draws: <script>');
    expect(text).not.toContain('Proved at');
    expect(text).not.toMatch(/method +p-value/);
  });

  test('says how scores that point the other way can be tested, and at what price', () => {
    const text = auditText(reversed());
    expect(text).toContain('This audit has no verdict');
    expect(text).toMatch(/^No verdict: the scores seem to point the other way: \d+ of 216 guesses are right/);
    expect(text).toContain('test again at half of tau (0.025), because that is a second test');
    expect(text).not.toContain('Proved at');
  });

  test('tells of equal scores, and that the verdict depends on the draw', () => {
    const text = auditText(tied());
    expect(text).toMatch(
      /Ties: of \d+ equal scores at the cut \d+ were among the 100 guesses, chosen by a draw: \d+ to 100 right over all ways to choose, and the verdict depends on the draw/,
    );
    expect(text).toContain(
      'Equal scores decided it: another draw among them could have changed this verdict.',
    );
  });

  test('never rounds confidence up to certainty', () => {
    const text = auditText(surelyRefuted());
    expect(text).toContain('at 99.999999% confidence');
    expect(text).not.toContain('100% confidence');
  });
});

describe('auditMarkdown', () => {
  test('opens with the verdict and has two tables and a list of checks', () => {
    const text = auditMarkdown(refuted());
    expect(text.startsWith('## onerun audit: **REFUTED**: gaussian(sigma=1)\n')).toBe(true);
    expect(text).toContain('| method | p-value | at 95% |\n| --- | --: | --- |\n| paper | ');
    expect(text).toContain('| family | method | at delta | epsilon | if all were right | rests on |');
    expect(text).toContain('### Checks\n\n- passed: rows: ');
    expect(auditMarkdown(notRefuted())).toContain('**Not refuted**');
  });

  test('warns where a pass means nothing', () => {
    expect(auditMarkdown(notRefutable())).toMatch(/> \*\*Warning:\*\* .* canaries cannot refute/);
  });

  test('keeps what names contain from becoming markup', () => {
    const text = auditMarkdown(hostile());
    expect(text).not.toMatch(/<(script|img)/);
    expect(text).toContain('&lt;script&gt;');
    expect(text).toContain('\\|\\`\\*\\_ \\# &#64;all');
    expect(text).toContain('- **FAILED**: ');
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(2);
  });

  test('gives every row of a table as many cells as its head', () => {
    for (const result of [bonferroni(), hostileNames()]) {
      const tables = auditMarkdown(result)
        .split('\n\n')
        .filter((part) => part.startsWith('|'));
      expect(tables.length).toBeGreaterThan(1);
      for (const part of tables) {
        const cells = part.split('\n').map((line) => line.match(/(?<!\\)\|/g)?.length);
        expect(new Set(cells).size).toBe(1);
      }
    }
  });
});
