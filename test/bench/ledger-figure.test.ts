import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evidenceDrawing } from '../../src/bench/ledger/evidence-drawing.ts';
import { entryKind, entryWords } from '../../src/bench/ledger/evidence-words.ts';
import { LEDGER_FORM, ledgerOf, partsOf } from '../../src/ledger/index.ts';
import type { LedgerReport } from '../../src/report/index.ts';
import { beginsAsLedger } from '../../web/src/ledger-file.ts';

const BYTES = readFileSync(new URL('../../examples/ledger.jsonl', import.meta.url));
const { design } = partsOf(ledgerOf(BYTES, 'ledger.jsonl', LEDGER_FORM));

/** A run that is started, another that is added and then refutes, the first added as one that shows nothing. */
const report: LedgerReport = {
  state: {
    design,
    runs: [
      { run: 1, status: 'void', why: 'coins', counts: [], factors: [0.02, 0.02, 0.26] },
      {
        run: 2,
        status: 'added',
        counts: [{ guesses: 160, least: 150, most: 152, reached: [1] }],
        factors: [4, 3, 2],
      },
    ],
    steps: [
      { run: 1, logEvidence: Math.log(0.08) },
      { run: 2, logEvidence: Math.log(30) },
      { run: 1, logEvidence: Math.log(5) },
    ],
    logEvidence: Math.log(5),
    mostLogEvidence: Math.log(30),
    pValue: 1 / 30,
    refuted: true,
    refutedAt: 2,
    runsExpected: null,
    results: [],
  },
  file: 'ledger.jsonl',
  head: '0'.repeat(64),
  entries: [
    { at: '2026-01-01T00:00:00Z', name: null },
    { at: '2026-01-02T00:00:00Z', name: 'b.csv' },
    { at: '2026-01-03T00:00:00Z', name: 'a.csv' },
  ],
  notices: [],
};

test('an entry is what it was when it was written: a start before what the run showed', () => {
  expect([0, 1, 2].map((step) => entryKind(report, step))).toEqual(['started', 'added', 'void']);
  expect(entryWords(report, 0)).toBe(
    'Run 1: started, not handed in at this entry; e-values 0.02, 0.02, 0.2628; evidence 0.08 after it, 20 refutes.',
  );
  expect(entryWords(report, 1)).toBe(
    'Run 2, b.csv: 150 to 152 of 160 right; e-values 4, 3, 2; evidence 30 after it, 20 refutes.',
  );
  expect(entryWords(report, 2)).toMatch(/^Run 1, a\.csv: shows nothing; e-values 0\.02, 0\.02, 0\.26/);
});

test('the figure has every entry at its evidence, the line that refutes below those that reached it', () => {
  for (const width of [300, 1000]) {
    const { places, svg } = evidenceDrawing(report, width);
    expect(places.map(([x]) => x)).toEqual([...places.map(([x]) => x)].sort((a, b) => a - b));
    const line = Number(/<line [^>]*y1="([\d.]+)"[^>]*class="b-critical"/.exec(svg)?.[1]);
    expect(places.map(([, y]) => y <= line)).toEqual([false, true, false]);
    expect(svg).toContain('refuted with run 2');
    expect(places.every(([x, y]) => x > 0 && x < width && y > 0 && y < 380)).toBe(true);
  }
  const empty = {
    ...report,
    entries: [],
    state: { ...report.state, runs: [], steps: [], refuted: false, refutedAt: null },
  };
  expect(evidenceDrawing(empty, 600).places).toEqual([]);
  const far = {
    ...report,
    state: { ...report.state, steps: report.state.steps.map((step) => ({ ...step, logEvidence: 4000 })) },
  };
  expect(evidenceDrawing(far, 600).svg).not.toMatch(/NaN|Infinity/);
});

test('a file is taken for a ledger by how it begins, damaged or not; tables are not', () => {
  const text = BYTES.toString('utf8').slice(0, 4096);
  for (const ledger of [
    text,
    `\uFEFF${text}`,
    ` ${text}`,
    text.replace('"entry":"design"', '"entry" : "run"'),
    text.replace('"entry":"design",', ''),
  ])
    expect(beginsAsLedger(ledger)).toBe(true);
  for (const table of [
    '',
    'score,included\n1,1\n',
    '{"score":1,"included":0}\n',
    '{"entry":"x"}',
    '{"score":1}\n{"schema":"onerun-ledger/1"}',
  ])
    expect(beginsAsLedger(table)).toBe(false);
});
