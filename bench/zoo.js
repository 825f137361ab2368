/**
 * Which bugs a one-run audit catches, from how many canaries, by which attack: writes the table of docs/zoo.md.
 * node bench/zoo.js (after npm run build), some ten minutes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { designOf, dpsgdOnCanaries, frequency, ZOO } from '../dist/index.js';

const SETTING = { noise: 1, rate: 0.02, steps: 1000 };
const GAMES = 40;
const BLACK_BOX_RUNS = 3;
const CANARIES = [100, 250, 500, 1000, 2000, 4000, 8000];
const ATTACKS = [
  { score: 'llr' },
  { score: 'sum' },
  { score: 'fitted' },
  { score: 'spread' },
  { score: 'schedule' },
  { score: 'llr', size: 10 },
];

/** The number of guesses is planned against half the noise; too mild a bug needs more guesses than that. */
const VIOLATIONS = { 'sqrt2-sensitivity': 'dpsgd(noise=0.7071, rate=0.02, steps=1000)' };

const designs = new Map();
async function rateOf(bug, attack, m, games) {
  const subject = dpsgdOnCanaries({ ...SETTING, bug, ...attack });
  const violation = VIOLATIONS[bug];
  const key = `${m} ${violation}`;
  const options = { m, ...(violation === undefined ? {} : { violation }) };
  if (!designs.has(key)) designs.set(key, await designOf(subject.claim, options).catch(() => null));
  const design = designs.get(key);
  return design === null ? 0 : (await frequency(subject, design, games, `zoo ${m}`)).rate;
}

/** The fewest canaries of the list with which nine of ten audits refute the claim. */
async function fewest(bug, attack) {
  for (const m of CANARIES) if ((await rateOf(bug, attack, m, GAMES)) >= 0.9) return m;
  return null;
}

/** Real trainings with mislabelled images as canaries: how many of the audits of their losses refute the claim. */
function blackBox(bug) {
  const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'onerun-zoo-'));
  let refuted = 0;
  for (let run = 0; run < BLACK_BOX_RUNS; run++) {
    const { noise, rate, steps } = SETTING;
    const privacy = ['--noise', noise, '--rate', rate, '--steps', steps].map(String);
    const game = ['--attack', 'black-box', '--canaries', '1000', '--limit', '10000', '--hidden', '32'];
    const flaw = bug === undefined ? [] : ['--bug', bug];
    const out = join(folder, String(run));
    const quiet = { stdio: 'ignore' };
    execFileSync(
      process.execPath,
      [cli, 'train', ...privacy, ...game, ...flaw, '--seed', String(run), '--out', out],
      quiet,
    );
    try {
      execFileSync(process.execPath, [cli, 'audit', out], quiet);
    } catch ({ status }) {
      if (status !== 1) throw new Error(`internal: the audit of ${out} ended with ${status}`);
      refuted++;
    }
  }
  rmSync(folder, { recursive: true });
  return `${refuted} of ${BLACK_BOX_RUNS}`;
}

const nameOf = ({ score, size }) => (size === undefined ? score : `${score}, size ${size}`);
const cell = (rate) => `${Math.round(100 * rate)}%`;
const lines = [
  `| bug | what is wrong | caught by | from canaries | ${ATTACKS.map(nameOf).join(' | ')} | black-box |`,
  `|---|---|---|---|${ATTACKS.map(() => '---').join('|')}|---|`,
];
for (const bug of [undefined, ...Object.keys(ZOO)]) {
  const rates = [];
  for (const attack of ATTACKS) rates.push(await rateOf(bug, attack, 1000, GAMES / 2));
  const order = ATTACKS.map((_, i) => i).sort((a, b) => rates[b] - rates[a]);
  const best = ATTACKS[order[0]];
  const m = bug === undefined ? null : await fewest(bug, best);
  const row = [
    bug === undefined ? '(none)' : `\`${bug}\``,
    bug === undefined ? 'nothing' : ZOO[bug].what,
    m === null ? (bug === undefined ? '' : 'not seen') : nameOf(best),
    m === null ? '' : m.toLocaleString('en-US'),
    ...rates.map(cell),
    blackBox(bug),
  ];
  lines.push(`| ${row.join(' | ')} |`);
  console.log(lines.at(-1));
}

const page = fileURLToPath(new URL('../docs/zoo.md', import.meta.url));
const [before, after] = ['<!-- made by bench/zoo.js -->', '<!-- end -->'];
const text = readFileSync(page, 'utf8');
const [start, end] = [text.indexOf(before) + before.length, text.indexOf(after)];
if (start < before.length || end < 0) throw new Error('internal: docs/zoo.md has no place for the table');
writeFileSync(page, `${text.slice(0, start)}\n${lines.join('\n')}\n${text.slice(end)}`);
