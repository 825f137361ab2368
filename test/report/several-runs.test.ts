import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { auditMarkdown, auditText } from '../../src/report/index.ts';
import { hostile, noClaim, reconstruction, refuted, severalRuns } from './fixtures.ts';
import { pageOf, plotsOf } from './page.ts';

const LABEL = 'describes this attack on these canaries; proves nothing about the claim';

describe('the report of several runs', () => {
  const five = severalRuns();
  const { document } = parseHTML(pageOf(five));
  const page = document.body.textContent ?? '';

  test('lists every run: its counts, whether it reached the threshold, its file', () => {
    const rows = /^ +(\d) +100 +(\d+) \([\d.]+%\) +(reached|not reached) +run-\1\.csv$/gm;
    const listed = [...auditText(five).matchAll(rows)];
    expect(listed.map(([, run]) => run)).toEqual(['1', '2', '3', '4', '5']);
    for (const [i, [, , right, reached]] of listed.entries()) {
      const [{ correct }] = five.runs[i].observations;
      expect(Number(right)).toBe(correct);
      expect(reached).toBe(correct >= 95 ? 'reached' : 'not reached');
    }
    expect(page).toContain('run-5.csv');
    expect(auditMarkdown(five)).toMatch(/\| 5 \| 100 \| \d+ \([\d.]+%\) \| (not )?reached \| run-5.csv \|/);
  });

  test('says what was fixed in advance and where it stands, and the joint p-value in words', () => {
    const text = auditText(five);
    expect(text).toMatch(/guesses in each run +100 +the plan\n/);
    expect(text).toMatch(/right guesses to count +95 +the plan\n/);
    expect(text).toMatch(/runs +5 +as many as were handed in/);
    const { joint, tests } = five;
    expect(joint).toMatchObject({ runs: 5, atLeast: 95 });
    const sentence =
      /Under any mechanism that keeps gaussian\(sigma=1\) one run gets there with probability at most ([\d.e-]+) \(paper\), so that (all 5|\d or more of 5) independent runs get there with probability at most ([\d.e-]+): the joint p-value\. It refutes at 0\.05 or less, for which (\d runs|one run) would have been enough\./;
    for (const said of [text, auditMarkdown(five), page]) {
      const [, perRun, , p] = sentence.exec(said.replaceAll('\\', '')) ?? [];
      expect(Number(perRun)).toBeCloseTo(tests[0].perRun ?? 0, 2);
      expect(Number(p)).toBeCloseTo(tests[0].pValue, 2);
    }
  });

  test('needs no more runs than refuted, and no fewer than did not', () => {
    const { joint, outcome } = five;
    expect((joint?.needed ?? Infinity) <= (joint?.reached ?? 0)).toBe(outcome === 'refuted');
  });

  test('shows a picture of all together', () => {
    const names = plotsOf(five).map(({ name }) => name);
    expect(names).toEqual(['roc', 'roc-log', 'bounds']);
    for (const { svg } of plotsOf(five)) expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('draws all of many runs together', () => {
    const many = severalRuns(15, 100);
    const plots = plotsOf(many);
    expect(pageOf(many)).toContain('the attack in each of 15 runs');
    const lines = plots[0].svg.match(/stroke-opacity="0.7"/g) ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(15);
    expect(auditText(many)).toContain('Listed are the first 12 of 15 runs.');
    expect(many.attack.description?.runs).toHaveLength(15);
  });
});

describe('numbers that describe the attack', () => {
  test('come after all that is proved, under their label', () => {
    for (const result of [refuted(), noClaim()]) {
      for (const text of [auditText(result), auditMarkdown(result), pageOf(result)]) {
        const block = text.indexOf('How well the attack did');
        expect(block).toBeGreaterThan(text.indexOf('rests on'));
        expect(text.slice(block, text.indexOf('AUC', block))).toContain(LABEL);
        expect(text.indexOf('AUC')).toBeGreaterThan(block);
        expect(text.lastIndexOf('if all right')).toBeLessThan(block);
      }
    }
  });

  test('say which rate so few canaries cannot show', () => {
    const text = auditText(severalRuns(1));
    expect(text).toMatch(/TPR at FPR 0\.1% +not attainable with \d{3} canaries/);
    expect(text).toMatch(/TPR at FPR 1% \(\d+ in and \d+ out +[\d.]+% +[\d.]+% to [\d.]+%\n +called in\)/);
    expect(auditText(reconstruction())).not.toContain('AUC');
  });

  test('stand without a verdict too, where no epsilon may', () => {
    const text = auditText(hostile());
    expect(text).toContain('AUC');
    expect(text).not.toContain('Epsilon at');
    expect(text).not.toContain('joint p-value');
  });
});
