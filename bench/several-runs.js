/**
 * How often a single run, five planned runs and a ledger refute the claim of the runs in examples/mnist-runs: writes
 * the table of docs/several-runs.md. node bench/several-runs.js, about two minutes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { library } from './library.js';

const {
  countRun,
  createRandom,
  drawAssignment,
  guessByRank,
  ledgerState,
  newLedger,
  observe,
  plan,
  scoreCanaries,
  testDesign,
} = library;

const PRIVACY = { noise: 1, rate: 0.05, steps: 200 };
const CLAIM = 'dpsgd(noise=1, rate=0.05, steps=200)';
const VIOLATION = 'dpsgd(noise=0.7, rate=0.05, steps=200)';
const M = 300;
const [SEQUENCES, RUNS, PLANNED] = [500, 10, 5];
const KINDS = { 'as claimed': undefined, 'noise 30% short': 'short-noise' };

const single = testDesign(CLAIM, { m: M, violation: VIOLATION });
const five = plan({ m: M, claim: CLAIM, violation: VIOLATION, runs: PLANNED });
const ledger = newLedger({ m: M, claim: CLAIM, violation: VIOLATION, families: [] });

/** One run, on canaries alone: what each of the designs sees of it. */
function played(bug, random) {
  const included = drawAssignment(M, 2, random.split('coins'));
  const [scores] = scoreCanaries({ ...PRIVACY, bug }, ['llr'], included, random.split('noise'));
  const right = (guesses) =>
    observe(included, guessByRank(scores, guesses, 'both', random.split('ties')), 2, guesses).correct;
  return {
    refutedAlone: single.refutedBy(right(single.guesses)),
    reachesPlan: right(five.chosen.guesses) >= five.atLeast,
    counted: countRun(ledger, { scores, included }),
  };
}

/** What the designs say of ten runs: of the first alone, of the first five, and when the ledger refutes. */
function judged(bug, sequence) {
  const runs = Array.from({ length: RUNS }, (_, run) =>
    played(bug, createRandom(`several runs ${sequence}`).split(run)),
  );
  const records = runs.map(({ counted }, i) => ({ run: i + 1, counted }));
  return {
    alone: runs[0].refutedAlone,
    planned: runs.slice(0, PLANNED).filter(({ reachesPlan }) => reachesPlan).length >= five.runsNeeded,
    refutedAt: ledgerState(ledger, records).refutedAt ?? Number.POSITIVE_INFINITY,
  };
}

const lines = [
  `| | one run | ${PLANNED} runs, planned | ledger, within ${PLANNED} runs | within ${RUNS} | runs until refuted, half of the ledgers |`,
  '|---|---|---|---|---|---|',
];
for (const [kind, bug] of Object.entries(KINDS)) {
  const all = Array.from({ length: SEQUENCES }, (_, sequence) => judged(bug, sequence));
  const share = (holds) => `${((100 * all.filter(holds).length) / SEQUENCES).toFixed(1)}%`;
  const half = all.map(({ refutedAt }) => refutedAt).sort((a, b) => a - b)[SEQUENCES / 2];
  const cells = [
    kind,
    share(({ alone }) => alone),
    share(({ planned }) => planned),
    share(({ refutedAt }) => refutedAt <= PLANNED),
    share(({ refutedAt }) => refutedAt <= RUNS),
    half <= RUNS ? `${half} or fewer` : 'more than 10',
  ];
  lines.push(`| ${cells.join(' | ')} |`);
  console.log(lines.at(-1));
}

const page = fileURLToPath(new URL('../docs/several-runs.md', import.meta.url));
const [before, after] = ['<!-- made by bench/several-runs.js -->', '<!-- end -->'];
const text = readFileSync(page, 'utf8');
const [start, end] = [text.indexOf(before) + before.length, text.indexOf(after)];
if (start < before.length || end < 0)
  throw new Error('internal: docs/several-runs.md has no place for the table');
writeFileSync(page, `${text.slice(0, start)}\n${lines.join('\n')}\n${text.slice(end)}`);
