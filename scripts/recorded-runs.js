/**
 * Audits the recorded runs (onerun reproduce cifar10), keeps what they prove in docs/reproduction/cifar10.csv, and
 * writes the table of integrations/pytorch/README.md from it and from the runs' manifests (npm run docs:runs).
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = new URL('../integrations/pytorch/README.md', import.meta.url);
const RUNS = new URL('../examples/cifar10/', import.meta.url);
const PROVED = new URL('../docs/reproduction/cifar10.csv', import.meta.url);
const [BEGIN, END] = ['<!-- recorded runs -->', '<!-- /recorded runs -->'];

const HEAD = [
  'run',
  'claimed noise',
  'steps',
  'learning rate',
  'views',
  'test accuracy',
  'training',
  'right guesses',
  'Steinke et al.',
  'paper, Gaussian',
  'optimal, Gaussian',
  'optimal, DP-SGD',
  'right by sum',
  'Steinke et al., sum',
  'paper, Gaussian, sum',
  'optimal, Gaussian, sum',
];

const made = mkdtempSync(join(tmpdir(), 'onerun-recorded-'));
try {
  const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const args = ['reproduce', 'cifar10', '--recorded', fileURLToPath(RUNS), '--out', made];
  execFileSync(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  copyFileSync(join(made, 'cifar10.csv'), PROVED);
} finally {
  rmSync(made, { recursive: true, force: true });
}
const proved = readFileSync(PROVED, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) =>
    line.match(/("[^"]*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, '').replaceAll('"', '')),
  );
const columns = proved.shift();

function epsilonOf(run, score, method, family) {
  const at = (row, name) => row[columns.indexOf(name)];
  const row = proved.find(
    (one) =>
      at(one, 'run') === run &&
      at(one, 'score') === score &&
      at(one, 'method') === method &&
      at(one, 'family').startsWith(family),
  );
  if (row === undefined) throw new Error(`${PROVED.pathname} has no ${method} of ${run} by ${score}`);
  // A lower bound is rounded down.
  const epsilon = (Math.floor(100 * Number(at(row, 'epsilon'))) / 100).toFixed(2);
  return { epsilon, right: `${at(row, 'correct')} / ${at(row, 'guesses')}` };
}

const count = (n) => n.toLocaleString('en-US');

function rowOf(run) {
  const { scoreColumn, parameters } = JSON.parse(readFileSync(new URL(`${run}/manifest.json`, RUNS), 'utf8'));
  const { noise, steps, learningRate, views, averagedTestAccuracy, wallSeconds } = parameters;
  const by = (score, method, family) => epsilonOf(run, score, method, family).epsilon;
  return [
    `\`${run}\``,
    noise,
    count(steps),
    learningRate,
    views,
    `${(100 * averagedTestAccuracy).toFixed(1)}%`,
    `${Math.round(wallSeconds)} s`,
    epsilonOf(run, scoreColumn, 'paper', 'gaussian').right,
    by(scoreColumn, 'steinke', 'approx-dp'),
    by(scoreColumn, 'paper', 'gaussian'),
    by(scoreColumn, 'optimal', 'gaussian'),
    by(scoreColumn, 'optimal', 'dpsgd'),
    epsilonOf(run, 'sum', 'paper', 'gaussian').right,
    by('sum', 'steinke', 'approx-dp'),
    by('sum', 'paper', 'gaussian'),
    by('sum', 'optimal', 'gaussian'),
  ];
}

/** Honest runs by their epsilon, then the others. */
const order = (run) => Number(run.match(/^epsilon-(\d+)$/)?.[1] ?? 1e9);
const runs = readdirSync(RUNS).filter((run) => existsSync(new URL(`${run}/manifest.json`, RUNS)));
runs.sort((a, b) => order(a) - order(b) || a.localeCompare(b));
const lines = [HEAD, HEAD.map(() => '---'), ...runs.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`);
const page = readFileSync(PAGE, 'utf8');
const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
if (start < 0 || end < start) throw new Error(`integrations/pytorch/README.md has no ${BEGIN} ... ${END}`);
writeFileSync(PAGE, `${page.slice(0, start + BEGIN.length)}\n\n${lines.join('\n')}\n\n${page.slice(end)}`);
