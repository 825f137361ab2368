import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { auditsTogether, type EndedAudit } from '../../src/audit/index.ts';
import type { Correction } from '../../src/corrections.ts';
import { type ManyAudits, manyPage, manyText, SORT_SCRIPT } from '../../src/report/index.ts';
import { ended } from '../support/ended-audit.ts';

const script = { text: SORT_SCRIPT, sha256: createHash('sha256').update(SORT_SCRIPT).digest('base64') };
const page = (many: ManyAudits) => manyPage(many, { version: '1.2.3', date: '2026-03-01 12:00 UTC', script });

const reported = (audit: EndedAudit): EndedAudit => ({ ...audit, report: `reports/${audit.name}.html` });
const AUDITS: readonly EndedAudit[] = [
  reported(ended(1e-5, { outcome: 'refuted' }, 'short noise')),
  reported(ended(0.02, { outcome: 'refuted' }, 'alone')),
  reported(
    ended(0.4, { couldNotice: false, outcome: 'could-not-have-noticed', leastPValue: 0.2 }, 'too small'),
  ),
  reported(ended(null, { outcome: 'no-verdict', failed: ['the coins are not fair'] }, 'unfair')),
  reported(ended(0.01, { tau: 0.001 }, 'strict')),
  { ...ended(null, {}, '<script>&"x"'), summary: null, error: 'empty file: x.csv' },
];
const many = (correction: Correction, audits = AUDITS): ManyAudits => ({
  ...auditsTogether(audits, { tau: 0.05, correction }),
  skipped: [{ path: 'notes.txt', why: 'no score file by its name' }],
  earlier: null,
  oldReports: ['reports/gone.html'],
});

describe('the page of many audits', () => {
  test('is as it was', async () => {
    await expect(page(many('holm'))).toMatchFileSnapshot('many-page.txt');
  });

  test('runs its own script and no other, and quotes what others wrote', () => {
    const { document } = parseHTML(page(many('holm')));
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${script.sha256}'`);
    expect([...document.querySelectorAll('script')].map(({ textContent }) => textContent)).toEqual([
      SORT_SCRIPT,
    ]);
    expect(document.querySelector('tbody tr:last-child th')?.textContent).toBe('<script>&"x"');
    expect([...document.querySelectorAll('tbody a')].map((a) => a.getAttribute('href'))).toEqual([
      'reports/short%20noise.html',
      'reports/alone.html',
      'reports/too%20small.html',
      'reports/unfair.html',
      'reports/strict.html',
    ]);
  });

  test('says first what was refuted, at which level, and what is not covered by it', () => {
    const holm = manyText(many('holm'), []);
    expect(holm).toMatch(
      /^6 audits\. 4 claims tested: 1 refuted, 1 not refuted, 2 could not have noticed a violation; 1 without a verdict; 1 error\./,
    );
    expect(holm).toContain("Corrected for 6 claims by Holm's procedure");
    expect(holm).toContain('at most 5% over all audits together, whatever they have to do with each other');
    expect(holm).toContain(
      'alone: Refuted by itself, and not once the number of audits is taken into account.',
    );
    expect(holm).toContain('strict: Its own tau is 0.001, at which the claim is not refuted');
    expect(holm).toContain('2 audits could not have noticed a violation');
    expect(holm).toContain('holds with the confidence of its own audit, not together with all others');
    const bh = manyText(many('bh'), []);
    expect(bh).toContain(
      'at most 5% hold on average, provided that the audits are independent or positively',
    );
    const none = manyText(many('none'), []);
    expect(none).toContain('NOT CORRECTED for the number of audits');
    expect(none).toContain('If all 6 claims held, up to about 0.3 would be called refuted by chance.');
    expect(page(many('none'))).toContain('2 of 6 audits REFUTED, not corrected');
  });

  test('of hundreds, the terminal lists those of which something is to be said', () => {
    const passed = Array.from({ length: 300 }, (_, i) => ended(0.9, {}, `run ${i}`));
    const text = manyText(many('none', [...passed, ...AUDITS]), []);
    expect(text.split('\n').length).toBeLessThan(60);
    expect(text).toContain('300 more, of which nothing else is to be said here, are in the files below.');
  });
});

test('the terminal lists what is refuted and what failed before all else, and counts what it leaves out', () => {
  // Each has something to say, and all of them together are too many to list.
  const small = Array.from({ length: 100 }, (_, i) =>
    ended(0.9 - i / 1000, { couldNotice: false, outcome: 'could-not-have-noticed' }, `small ${i}`),
  );
  const bad = { ...ended(null, {}, 'bad'), summary: null, error: 'empty file: bad.csv' };
  const broken = ended(1e-9, { outcome: 'refuted' }, 'broken');
  const text = manyText(many('holm', [...small, bad, broken]), []);
  expect(text).toMatch(/^ {2}broken +REFUTED.*\n {2}bad +error.*\n {2}small 99 /m);
  expect(text).toContain('62 more are in the files below.');
  expect(text).not.toContain('nothing else is to be said');
  expect(text).toContain('bad: Empty file: bad.csv.');
});

test('where nothing could be refuted, whatever the scores, that is said before all else', () => {
  const small = Array.from({ length: 3 }, (_, i) => ended(0.5, { leastPValue: 0.02 }, `${i}`));
  const none = 'Among 3 claims none could have been refuted, whatever the scores';
  expect(manyText(many('holm', small), [])).toContain(none);
  expect(manyText(many('bh', small), [])).not.toContain(none);
  expect(page(many('bh', small))).toContain('Nothing refuted');
});

test('names of files forge no lines, and many copies are counted, not listed', () => {
  const copies = Array.from({ length: 9 }, (_, i) => ({
    ...ended(0.5, {}, `copy ${i}`),
    evidence: 'a'.repeat(64),
  }));
  const all = {
    ...many('holm', copies),
    skipped: [{ path: 'a\nREFUTED', why: 'hidden' }],
  };
  const text = manyText(all, []);
  expect(text).toContain('Not audited, hidden: a\\u000aREFUTED.');
  expect(text).toContain('copy 0: The same scores as copy 1, copy 2, copy 3, copy 4, copy 5 and 3 more:');
});
