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
      'REFUTED: gaussian(sigma=1) does not hold (95% confidence, p = ',
      '291 of 292 guesses about 2,000 canaries were right; the claim allows at most 2',
      'Epsilon at delta 1e-5: 4.38 claimed; proved to be at least\n',
      'if the mechanism is Gaussian\n',
      'whatever the mechanism',
      'Next: look for too little noise',
      'Claimed: gaussian(sigma=1), which allows epsilon 4.3772 at delta 1e-5.',
      'p-value',
      'if all right',
      'Risk: gaussian(sigma=1) allows the best attack on one record at most advantage 0.383 and TPR 0.09237 at FPR 1%; proved is at least advantage 0.',
      'Power: the best attack has gaussian(sigma=0.5) refuted with probability more than 99.9%',
      'Checks\n  passed  rows: 2000 rows',
      'Fixed before the scores were seen: the number of guesses (292), the sides (both), the direction of the scores (higher is in), the score column (score), the largest p-value that refutes (tau 0.05), the claim and what should be noticed (gaussian(sigma=0.5)).',
      'Note: the number of guesses was planned',
      'Program: onerun 0.1.0',
      'Command: onerun audit scores.csv',
      'Scores: runs/cifar10-dpsgd/scores.csv, sha256 b5bb',
      'no commitment was checked',
      'Ties: no choice among equal scores had to be made (seed ties',
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
    expect(text).toContain('NOT REFUTED: gaussian(sigma=1) stands (95% confidence, p = ');
    expect(text).toContain('A claim that stands is not proved.');
  });

  test('says before anything else that a design could not have refuted the claim', () => {
    const result = notRefutable();
    expect(auditText(result)).toMatch(
      /^COULD NOT HAVE NOTICED: .*cannot refute approx-dp\(epsilon=8, delta=1e-5\), not even with every guess right\./,
    );
    expect(auditText(result)).toContain('with probability less than 0.1%');
    expect(auditText(result)).toContain('Next: state the mechanism, which says more than two numbers');
  });

  test('explains how several numbers of guesses share the significance', () => {
    const text = auditText(bonferroni());
    expect(text).toContain('3 numbers of guesses share tau 0.05 evenly (Bonferroni)');
    expect(text).toContain('each refutes at a p-value of 0.0167 or less');
    expect(text).toMatch(/method +guesses +p-value +at p-value 0\.0167/);
    expect(text).toMatch(/paper +1,000 +\S+ +(not )?refuted/);
    expect(text).toMatch(/1,000 +\d+ \([\d.]+%\)/);
  });

  test('names the curve that was tested where the game compares candidates', () => {
    const text = auditText(reconstruction());
    expect(text).toContain(' of 400 guesses about 1,000 buckets of 8 candidates were right');
    expect(text).toContain('was tested: replace(gaussian(sigma=1))');
    expect(text).toContain('one candidate with another (replace)');
  });

  test('gives no verdict where nothing was claimed, and tells of every run', () => {
    const text = auditText(noClaim());
    expect(text).toContain('NO CLAIM TESTED: nothing was claimed');
    expect(text).toContain('3 of 3 runs have at least 150 of 200 guesses right');
    expect(text).toMatch(/3 +200 +1\d\d \([\d.]+%\)/);
    expect(text).not.toMatch(/refuted/i);
  });

  test('shows no numbers that a failed check voids', () => {
    const text = auditText(hostile());
    expect(text).toContain('NO VERDICT: <script>');
    expect(text).toContain('  FAILED  fair draws: <script>');
    expect(text).not.toContain('Epsilon at');
    expect(text).not.toMatch(/method +p-value/);
  });

  test('says how scores that point the other way can be tested, and at what price', () => {
    const text = auditText(reversed());
    expect(text).toMatch(/^NO VERDICT: the scores seem to point the other way: \d+ of 216 guesses are right/);
    expect(text).toContain('test again at half of tau (0.025), because that is a second test');
    expect(text).not.toContain('Epsilon at');
  });

  test('tells of equal scores, and that the verdict depends on the draw', () => {
    const text = auditText(tied());
    expect(text).toMatch(
      /Ties: of \d+ equal scores at the cut \d+ were among the 100 guesses, chosen by a draw: \d+ to 100 right over all ways to choose, and the verdict depends on the draw/,
    );
    expect(text).toMatch(
      /Weakened: equal scores decided it: \d+ to 100 right, as the draw among them falls\./,
    );
  });

  test('never rounds confidence up to certainty', () => {
    const text = auditText(surelyRefuted());
    expect(text).toContain('(99.999999% confidence');
    expect(text).not.toContain('100% confidence');
  });
});

describe('auditMarkdown', () => {
  test('opens with the verdict and has two tables and a list of checks', () => {
    const text = auditMarkdown(refuted());
    expect(text.startsWith('## onerun audit: **REFUTED**: gaussian(sigma=1)\n')).toBe(true);
    expect(text).toContain('| method | p-value | at 95% |\n| --- | --: | --- |\n| paper | ');
    expect(text).toContain('| family | method | delta | epsilon | if all right | rests on |');
    expect(text).toContain('### Checks\n\n- passed: rows: ');
    expect(auditMarkdown(notRefuted())).toContain('**NOT REFUTED**');
  });

  test('warns where a pass means nothing', () => {
    expect(auditMarkdown(notRefutable())).toMatch(
      /^## onerun audit: \*\*COULD NOT HAVE NOTICED\*\*.*\n\n.* canaries cannot refute/,
    );
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
