/**
 * Several numbers of guesses in one ledger, the products averaged, beside each number alone and beside
 * Bonferroni's correction (each number a ledger of its own at tau / 3): runs until refuted. npm run bench -- evidence
 */
import { library } from './library.js';

const { createRandom, newLedger } = library;
const CLAIM = 'gaussian(sigma=1)';
const M = 1000;
const NUMBERS = [50, 100, 200];
const TAU = 0.05;
const GAMES = 20_000;
const SEQUENCES = 20_000;
const MOST_RUNS = 1000;

/** Right guesses of one run at each number: half of them the highest scores, called in, half the lowest. */
function play(sigma, random) {
  const canaries = Array.from({ length: M }, () => {
    const inside = random.bernoulli(0.5);
    return { inside, score: (inside ? 1 : -1) + 2 * sigma * random.normal() };
  }).sort((a, b) => b.score - a.score);
  return NUMBERS.map((n) => {
    let right = 0;
    for (let i = 0; i < n / 2; i++) right += Number(canaries[i].inside) + Number(!canaries[M - 1 - i].inside);
    return right;
  });
}

/** What a product pays for a number of right guesses. */
function paidFor({ heldBack, bets }, right) {
  return bets.reduce((sum, { reach, share, price }) => sum + (right >= reach ? share / price : 0), heldBack);
}

/** Whether the evidence of each number of guesses, with evidence 1 before the first run, refutes. */
const RULES = [
  ...NUMBERS.map((n, j) => [`${n} guesses alone`, (evidence) => evidence[j] >= 1 / TAU]),
  [
    `${NUMBERS.join(', ')} averaged`,
    (evidence) => evidence.reduce((sum, each) => sum + each, 0) / NUMBERS.length >= 1 / TAU,
  ],
  [`${NUMBERS.join(', ')}, Bonferroni`, (evidence) => Math.max(...evidence) >= NUMBERS.length / TAU],
];

const timeText = (runs) => (runs === Infinity ? `over ${MOST_RUNS}` : runs);
const percent = (x) => `${(100 * x).toFixed(1)}%`;

console.log(
  `${CLAIM}, ${M} canaries, tau ${TAU}: ${SEQUENCES} ledgers of runs drawn from ${GAMES} games each`,
);
for (const [bet, truth, looks] of [
  [0.5, 0.5, [1, 2, 3]],
  [0.7, 0.7, [2, 3, 5]],
  [0.9, 0.9, [30, 50, 100]],
  [0.5, 0.7, [2, 5, 10]],
]) {
  const { products } = newLedger({
    claim: CLAIM,
    m: M,
    violation: `gaussian(sigma=${bet})`,
    guesses: NUMBERS,
    tau: TAU,
    families: [],
  });
  const random = createRandom(0).split(`${bet} ${truth}`);
  const games = Array.from({ length: GAMES }, (_, i) => play(truth, random.split(i)));
  const paid = games.map((counts) =>
    products.map((product) => paidFor(product, counts[NUMBERS.indexOf(product.guesses)])),
  );
  const times = RULES.map(() => []);
  for (let s = 0; s < SEQUENCES; s++) {
    const draw = random.split(`sequence ${s}`);
    const worth = products.map(({ weight }) => weight * NUMBERS.length);
    const open = new Set(RULES.keys());
    for (let run = 1; run <= MOST_RUNS && open.size > 0; run++) {
      const e = paid[draw.integer(GAMES)];
      for (const j of worth.keys()) worth[j] *= e[j];
      const evidence = NUMBERS.map((n) =>
        products.reduce((sum, { guesses }, j) => sum + (guesses === n ? worth[j] : 0), 0),
      );
      for (const r of open)
        if (RULES[r][1](evidence)) {
          times[r].push(run);
          open.delete(r);
        }
    }
    for (const r of open) times[r].push(Infinity);
  }
  console.log(`\nbets for noise sigma ${bet}, sigma ${truth} runs\n`);
  console.log(
    `| evidence | median runs | mean runs | ${looks.map((n) => `refuted by run ${n}`).join(' | ')} |`,
  );
  console.log(`|---|---|---|${looks.map(() => '---|').join('')}`);
  for (const [r, [name]] of RULES.entries()) {
    const sorted = times[r].sort((a, b) => a - b);
    const mean = sorted.reduce((a, b) => a + b, 0) / SEQUENCES;
    const by = looks.map((n) => percent(sorted.filter((time) => time <= n).length / SEQUENCES));
    console.log(
      `| ${name} | ${timeText(sorted[SEQUENCES / 2])} | ${mean === Infinity ? '-' : mean.toFixed(2)} | ${by.join(' | ')} |`,
    );
  }
}
