/**
 * How often limits on two errors prove an epsilon where nothing leaks: at a threshold fixed in advance, and at
 * the best threshold on the same runs. As many runs with the canary as without, scores without ties.
 */
import { library } from './library.js';

const { clopperPearsonUpper, createRandom } = library;

const AUDITS = 2000;
const TAU = 0.05;
const random = createRandom('classical');
const percent = (count) => `${((100 * count) / AUDITS).toFixed(1)}%`;

/** Whether one audit proves an epsilon: at the middle, at the best threshold, at the best of both directions. */
function proved(half, limit) {
  let [inside, outside] = [half, half];
  let [middle, best, turned] = [false, false, false];
  while (inside + outside > 0) {
    if (random.integer(inside + outside) < inside) inside--;
    else outside--;
    const above = limit[half - outside] + limit[inside] < 1;
    best ||= above;
    turned ||= above || limit[outside] + limit[half - inside] < 1;
    if (inside + outside === half) middle = above;
  }
  return [middle, best, turned];
}

console.log(
  `Share of ${AUDITS} audits without leakage that prove an epsilon above 0, nominally at most 5%\n`,
);
console.log(
  '| runs | each limit at | fixed in advance | best threshold on the same runs | best threshold and direction |',
);
console.log('|--:|--:|--:|--:|--:|');
for (const runs of [100, 500, 1000, 5000])
  for (const level of [TAU / 2, TAU]) {
    const limit = Array.from({ length: runs / 2 + 1 }, (_, wrong) =>
      clopperPearsonUpper(wrong, runs / 2, level),
    );
    const found = [0, 0, 0];
    for (let i = 0; i < AUDITS; i++)
      proved(runs / 2, limit).forEach((yes, j) => {
        if (yes) found[j]++;
      });
    console.log(`| ${runs} | ${level} | ${found.map(percent).join(' | ')} |`);
  }
