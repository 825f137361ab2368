import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evidenceDrawing } from '../../src/bench/ledger/evidence-drawing.ts';
import { stepKind, stepWords } from '../../src/bench/ledger/evidence-words.ts';
import { evidenceCsv } from '../../src/bench/take/evidence-take.ts';
import { LEDGER_FORM, ledgerOf, partsOf } from '../../src/ledger/index.ts';
import type { LedgerReport } from '../../src/report/index.ts';
import { beginsAsLedger } from '../../web/src/ledger-file.ts';

const BYTES = readFileSync(new URL('../../examples/ledger.jsonl', import.meta.url));
const { design } = partsOf(ledgerOf(BYTES, 'ledger.jsonl', LEDGER_FORM));

/** A run that shows nothing, two that were added in one call and refute, and one that was started. */
const counts = [{ guesses: 160, least: 150, most: 152, reached: [1] }];
const report: LedgerReport = {
  state: {
    design,
    order: 'as stated',
    runs: [
      { run: 1, status: 'void', why: 'coins', started: true, counts: [], factors: [0.02, 0.02, 0.26] },
      { run: 2, status: 'added', started: false, counts, factors: [4, 3, 2] },
      { run: 3, status: 'added', started: false, counts, factors: [4, 3, 2] },
      { run: 4, status: 'started', started: true, counts: [], factors: [0.02, 0.02, 0.26] },
    ],
    steps: [
      { runs: [1], logEvidence: Math.log(0.08) },
      { runs: [2, 3], logEvidence: Math.log(30) },
      { runs: [4], logEvidence: Math.log(5) },
    ],
    logEvidence: Math.log(5),
    mostLogEvidence: Math.log(30),
    pValue: 1 / 30,
    outcome: 'refuted',
    refuted: true,
    refutedAt: 3,
    standing: null,
    right: null,
    runsExpected: null,
    results: [],
  },
  file: 'ledger.jsonl',
  head: '0'.repeat(64),
  entries: [
    { at: '2026-01-03T00:00:00Z', name: 'a.csv' },
    { at: '2026-01-02T00:00:00Z', name: 'b.csv' },
    { at: '2026-01-02T00:00:00Z', name: 'c.csv' },
    { at: '2026-01-01T00:00:00Z', name: null },
  ],
  notices: [],
};

test('a step is said in words: one run with its counts, runs of one call together', () => {
  expect([0, 1, 2].map((step) => stepKind(report, step))).toEqual(['void', 'added', 'started']);
  expect([0, 1, 2].map((step) => stepWords(report, step))).toEqual([
    'Run 1, a.csv: shows nothing; e-values 0.02, 0.02, 0.26; evidence 0.08 after it, 20 refutes.',
    'Runs 2 to 3, added in one call; evidence 30 after all of them, 20 refutes.',
    'Run 4: started, not handed in yet; e-values 0.02, 0.02, 0.26; evidence 5 after it, 20 refutes.',
  ]);
});

test('the table of a figure has a row for each run, with the evidence after its step', () => {
  const [head, ...rows] = evidenceCsv(report).trim().split(/\r?\n/);
  expect(head).toMatch(/^step,at,run,kind,file/);
  expect(rows.map((row) => row.split(',').slice(0, 5))).toEqual([
    ['1', '2026-01-03T00:00:00Z', '1', 'void', 'a.csv'],
    ['2', '2026-01-02T00:00:00Z', '2', 'added', 'b.csv'],
    ['2', '2026-01-02T00:00:00Z', '3', 'added', 'c.csv'],
    ['3', '2026-01-01T00:00:00Z', '4', 'started', ''],
  ]);
});

test('the figure has every step at its evidence, the line that refutes below those that reached it', () => {
  for (const width of [300, 1000]) {
    const { places, svg } = evidenceDrawing(report, width);
    expect(places.map(([x]) => x)).toEqual([...places.map(([x]) => x)].sort((a, b) => a - b));
    const line = Number(/<line [^>]*y1="([\d.]+)"[^>]*class="b-critical"/.exec(svg)?.[1]);
    expect(places.map(([, y]) => y <= line)).toEqual([false, true, false]);
    expect(svg).toContain('refuted with run 3');
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
    text.replace('"entry":"design"', '"entry":"runs"'),
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
