import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { auditsTogether, type EndedAudit } from '../../src/audit/index.ts';
import { ONE_PER_RUN } from '../../src/audit-choices.ts';
import type { Correction } from '../../src/corrections.ts';
import { manyPage, manyText } from '../../src/report/index.ts';
import { ended, failed } from '../support/ended-audit.ts';

const reported = (audit: EndedAudit): EndedAudit => ({ ...audit, report: `reports/${audit.name}.html` });
const unfair = [{ name: 'coins', passed: false, message: 'the coins are not fair' }];
const AUDITS: readonly EndedAudit[] = [
  reported(ended(0.5, {}, 'sound')),
  reported(ended(1e-5, { outcome: 'refuted', refuted: true }, 'short noise')),
  reported(ended(0.02, { outcome: 'refuted', refuted: true }, 'alone')),
  reported(ended(0.4, { outcome: 'could-not-have-noticed' }, 'weak')),
  reported(ended(null, { outcome: 'no-verdict', checks: unfair }, 'unfair')),
  failed('<script>&"x"'),
];
const many = (correction: Correction = 'holm', audits = AUDITS) =>
  auditsTogether(audits, { tau: 0.05, correction });
const page = (given = many()) => parseHTML(manyPage(given, '1.2.3', '2026-03-01')).document;

test('the page links to the reports, what matters most first, and quotes what others wrote', () => {
  const document = page();
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => [
    row.className,
    row.querySelector('th')?.textContent,
    row.querySelector('a')?.getAttribute('href') ?? null,
  ]);
  expect(rows).toEqual([
    ['refuted', 'short noise', 'reports/short noise.html'],
    ['error', '<script>&"x"', null],
    ['no-verdict', 'unfair', 'reports/unfair.html'],
    ['could-not-have-noticed', 'weak', 'reports/weak.html'],
    ['not-refuted', 'sound', 'reports/sound.html'],
    ['not-refuted', 'alone', 'reports/alone.html'],
  ]);
  expect(document.querySelectorAll('script')).toHaveLength(0);
  expect(document.querySelector('.verdict')?.className).toBe('verdict refuted');
});

test('what could not have noticed is amber and never green, among passes too', () => {
  const [sound, , , weak] = AUDITS;
  const given = many('holm', [sound, weak]);
  expect(page(given).querySelector('.verdict')?.className).toBe('verdict could-not-have-noticed');
  const css = page(given).querySelector('style')?.textContent ?? '';
  // A page without a header has room above its heading.
  expect(css).toContain('main:first-child{padding-top');
  expect(css).toMatch(/could-not-have-noticed\) td:nth-child\(2\)\{color:var\(--open\)/);
  expect(css).not.toMatch(/tr[^{]*\{[^}]*--good/);
});

test('words say what was refuted, at which level, and what each row has to be known by', () => {
  const holm = manyText(many(), 'out/index.html');
  expect(holm).toMatch(
    /^6 audits: 1 REFUTED, 1 failed, 1 no verdict, 1 could not have noticed, 2 not refuted\./,
  );
  expect(holm).toContain("Corrected for 6 claims by Holm's procedure: the chance that any claim which holds");
  for (const note of [
    'alone: refuted alone, and not together with the others',
    'weak: the attack was too weak to notice a violation, or is wired wrongly',
    'unfair: the coins are not fair',
    '<script>&"x": bad file',
  ])
    expect(holm).toContain(note);
  const [, , , weak] = AUDITS;
  expect(manyText(many('holm', [weak, { ...weak, name: 'faint' }]), '')).toContain(
    'weak, faint: the attack was too weak',
  );
  expect(manyText(many('bh'), '')).toContain('at most 5% hold on average, if audits are independent or');
  const none = manyText(many('none'), '');
  expect(none).toContain('NOT CORRECTED for their number: each claim is judged alone, at 5%');
  expect(none).toContain('if all 6 claims held, up to about 0.3 would be called refuted by chance');
});

test('copies are told, and a name forges no line', () => {
  const copy = (name: string) => ({ ...ended(0.5, {}, 'same'), name });
  const text = manyText(many('holm', [copy('a'), copy('b')]), 'x\nREFUTED');
  expect(text).toContain('a: the same scores as b, counted in each row');
  expect(text).toContain('x\\u000aREFUTED');
});

test('what a verdict rests on besides stands beside its row', () => {
  const decidedBy = {
    ...{ method: 'independent', guesses: 66, pValue: 0.01, level: 0.05, refuted: true },
    assumes: 'independent-canaries',
  } as const;
  const audits = [
    ended(0.01, { decidedBy, refuted: true }, 'assumed'),
    ended(0.01, { notes: [ONE_PER_RUN], refuted: true }, 'rows'),
  ];
  const text = manyText(many('none', audits), 'index.html');
  expect(text).toContain('assumed: holds if canaries do not influence each other');
  expect(text).toContain('rows: each row is taken for a run of its own');
  expect(manyText(many(), 'index.html')).not.toMatch(/influence|run of its own/);
});
