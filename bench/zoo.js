/**
 * Which bugs a one-run audit catches, from how many canaries, by which attack: writes the table of
 * bench/results/zoo.md. node bench/zoo.js [BUG ...] (after npm run build), some minutes. Bugs that are named are measured
 * alone; the other rows stay.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as jax from '@jax-js/jax';
import { calibratedLosses, splitData, Trainer } from '../dist/training.js';
import { library } from './library.js';
import { mnist, SETTING } from './mnist.js';

const {
  createRandom,
  testDesign,
  dpsgdOnCanaries,
  drawAssignment,
  guessByRank,
  observe,
  scoreCanaries,
  ZOO,
} = library;

const PRIVACY = { noise: 1, rate: 0.02, steps: 1000 };
const { claim } = dpsgdOnCanaries(PRIVACY);
const GAMES = { column: 20, search: 40, blackBox: 3 };
const CANARIES = [100, 250, 500, 1000, 2000, 4000, 8000];
const SCORES = ['llr', 'sum', 'fitted', 'spread', 'schedule'];
const LARGE = [10, 1e39].map((size) => ({ score: 'llr', size }));
const ATTACKS = [...SCORES.map((score) => ({ score, size: 1 })), ...LARGE];

/** The number of guesses is planned against half the noise; too mild a bug needs more guesses than that. */
const VIOLATIONS = {
  'sqrt2-sensitivity': 'dpsgd(noise=0.7071, rate=0.02, steps=1000)',
  'short-noise': 'dpsgd(noise=0.7, rate=0.02, steps=1000)',
};

const designs = new Map();
function design(bug, m) {
  const violation = VIOLATIONS[bug];
  const key = `${m} ${violation}`;
  const options = { m, ...(violation === undefined ? {} : { violation }) };
  // Too few canaries cannot refute the claim at all.
  if (!designs.has(key))
    designs.set(
      key,
      possible(() => testDesign(claim, options)),
    );
  return designs.get(key);
}

function possible(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** How often each attack's audit refutes the claim; attacks with canaries of one size share their games. */
async function rates(bug, attacks, m, games) {
  const plan = design(bug, m);
  const refuted = attacks.map(() => 0);
  if (plan === null) return refuted;
  for (const size of new Set(attacks.map((attack) => attack.size))) {
    for (let game = 0; game < games; game++) {
      const random = createRandom(`zoo ${m} ${game}`);
      const included = drawAssignment(m, 2, random.split('coins'));
      const own = attacks.map((attack, i) => ({ ...attack, i })).filter((attack) => attack.size === size);
      const names = own.map(({ score }) => score);
      const found = scoreCanaries({ ...PRIVACY, bug, size }, names, included, random.split('noise'));
      for (const [j, { i }] of own.entries())
        if (await refutes(plan, included, found[j], random)) refuted[i]++;
    }
  }
  return refuted.map((count) => count / games);
}

async function refutes(plan, included, scores, random) {
  const answers = guessByRank(scores, plan.guesses, 'both', random.split('attack'));
  return plan.refutedBy(observe(included, answers, 2, plan.guesses).correct);
}

/** The fewest canaries of the list with which nearly all audits refute the claim. */
async function fewest(bug, attack) {
  for (const m of CANARIES) if ((await rates(bug, [attack], m, GAMES.search))[0] >= 0.95) return m;
  return null;
}

/**
 * Real trainings with mislabelled images as canaries: how many of the audits of their losses refute the
 * claim.
 */
async function blackBox(bug) {
  const plan = await design(bug, 1000);
  let refuted = 0;
  for (let run = 0; run < GAMES.blackBox; run++) {
    const random = createRandom(`zoo black-box ${run}`);
    const included = drawAssignment(1000, 2, random.split('coins'));
    const seed = `black-box ${run}`;
    const setting = { ...SETTING, ...PRIVACY, attack: 'black-box', hidden: [32], bug: bug ?? null, seed };
    const split = splitData(records, 10, setting);
    const trainer = new Trainer(jax, setting, split.data, included);
    while (!trainer.done) await trainer.next();
    const losses = await calibratedLosses(jax, trainer.network, trainer.weights, split, setting);
    const scores = losses.map((loss) => -loss);
    if (await refutes(plan, included, scores, random)) refuted++;
  }
  return `${refuted} of ${GAMES.blackBox}`;
}

await jax.init('wasm');
jax.defaultDevice('wasm');
const records = mnist(8000);

const nameOf = ({ score, size }) => (size === 1 ? score : `${score}, size ${size}`);
const titleOf = (bug) => (bug === undefined ? '(none)' : `\`${bug}\``);

const page = fileURLToPath(new URL('results/zoo.md', import.meta.url));
const [before, after] = ['<!-- made by bench/zoo.js -->', '<!-- end -->'];
const text = readFileSync(page, 'utf8');
const [start, end] = [text.indexOf(before) + before.length, text.indexOf(after)];
if (start < before.length || end < 0)
  throw new Error('internal: bench/results/zoo.md has no place for the table');
const recorded = text.slice(start, end).split('\n');
const asked = process.argv.slice(2);

const lines = [
  `| bug | what is wrong | caught by | from canaries | ${ATTACKS.map(nameOf).join(' | ')} | black-box |`,
  `|---|---|---|---|${ATTACKS.map(() => '---').join('|')}|---|`,
];
for (const bug of [undefined, ...Object.keys(ZOO)]) {
  const row = asked.length === 0 || asked.includes(bug) ? await measured(bug) : recordedRow(bug);
  lines.push(row);
  console.log(row);
}
writeFileSync(page, `${text.slice(0, start)}\n${lines.join('\n')}\n${text.slice(end)}`);

async function measured(bug) {
  const found = await rates(bug, ATTACKS, 1000, GAMES.column);
  const best = ATTACKS[found.indexOf(Math.max(...found))];
  const m = bug === undefined ? null : await fewest(bug, best);
  const row = [
    titleOf(bug),
    bug === undefined ? 'nothing' : ZOO[bug].what,
    m === null ? (bug === undefined ? '' : 'not seen') : nameOf(best),
    m === null ? '' : m.toLocaleString('en-US'),
    ...found.map((rate) => `${Math.round(100 * rate)}%`),
    await blackBox(bug),
  ];
  return `| ${row.join(' | ')} |`;
}

function recordedRow(bug) {
  const row = recorded.find((line) => line.startsWith(`| ${titleOf(bug)} |`));
  if (row === undefined)
    throw new Error(`bench/results/zoo.md has no row of ${titleOf(bug)} yet; name it too`);
  return row;
}
