import { library } from './library.js';

const { plan, planForPower } = library;

const CLAIM = 'gaussian(sigma=1)';
const RUNS = [1, 2, 3, 5, 10];
const SHORT = [50, 30, 20, 10];
const violationOf = (short) => `gaussian(sigma=${1 - short / 100})`;
const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);

console.log(
  `Canaries in each run that catch too little noise under ${CLAIM} with probability 0.9, tau 0.05\n`,
);
row(['noise short by', ...RUNS.map((runs) => (runs === 1 ? '1 run' : `${runs} runs`))]);
row(['---', ...RUNS.map(() => '--:')]);
for (const short of SHORT)
  row([
    `${short}%`,
    ...RUNS.map((runs) => {
      try {
        return count(planForPower(0.9, { claim: CLAIM, violation: violationOf(short), runs }).m);
      } catch {
        return 'none';
      }
    }),
  ]);

console.log(`\nPower and expected epsilon of 1,000 canaries in each run under ${CLAIM}\n`);
row(['runs', 'noise short by', 'guesses', 'a run counts from', 'runs needed', 'power', 'expected epsilon']);
row(['--:', '--:', '--:', '--:', '--:', '--:', '--:']);
for (const runs of RUNS)
  for (const short of [30, 20]) {
    const { chosen } = plan({ m: 1000, runs, claim: CLAIM, violation: violationOf(short) });
    const { guesses, critical, runsNeeded = 1, power, epsilon } = chosen;
    row([runs, `${short}%`, guesses, critical, runsNeeded, power.toFixed(3), epsilon.toFixed(2)]);
  }
