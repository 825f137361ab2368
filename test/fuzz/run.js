/**
 * Hands altered and made-up input to every reader, for as long as is asked:
 *   npm run fuzz -- --minutes 1 [--seed 1] [--target parquet] [--workers 2]
 *   npm run fuzz -- --seed 1 --case 1234 [--target parquet]      one input again
 * Ends in 1 where an input broke a promise; that input is then in out/fuzz/faults.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.js';
import { Watched } from './supervise.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    target: { type: 'string' },
    case: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});
const { seed, target } = values;
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`invalid minutes; must be positive: ${values.minutes}`);

const program = await bundle();
const faults = fileURLToPath(new URL('../../out/fuzz/faults/', import.meta.url));
const counts = new Map();
const worst = { seconds: 0, bytes: 0, slowest: '', largest: '' };
let broken = 0;
let next = values.case === undefined ? 0 : Number(values.case);
const last = values.case === undefined ? Number.POSITIVE_INFINITY : next;
const end = performance.now() + 60_000 * minutes;
let said = performance.now();

/** Keeps an input that broke a promise, and says so. */
async function keep(question, { target: name, fault, seconds, bytes }) {
  broken++;
  mkdirSync(faults, { recursive: true });
  const folder = mkdtempSync(`${faults}case-${question.n}-`);
  const placer = new Watched(program);
  const placed = await placer.ask({ ...question, place: folder });
  placer.end();
  const about = { ...question, target: name ?? placed.target, fault, seconds, bytes };
  writeFileSync(`${folder}/fault.json`, `${JSON.stringify(about, null, 2)}\n`);
  console.log(
    `FAULT ${about.target}, case ${question.n}, kept in ${folder}\n  ${fault.split('\n').slice(0, 4).join('\n  ')}`,
  );
}

function count({ target: name, ending, seconds, bytes }, n) {
  const entry = counts.get(name) ?? { read: 0, refused: 0 };
  entry[ending]++;
  counts.set(name, entry);
  if (seconds > worst.seconds) Object.assign(worst, { seconds, slowest: `${name}, case ${n}` });
  if (bytes > worst.bytes) Object.assign(worst, { bytes, largest: `${name}, case ${n}` });
}

async function work() {
  const watched = new Watched(program);
  while (next <= last && performance.now() < end) {
    const question = { seed, n: next++, ...(target === undefined ? {} : { target }) };
    let answer = await watched.ask(question);
    // A worker carries what earlier inputs left; what stopped it counts if it stops a fresh one.
    if (answer.killed) answer = await watched.ask(question);
    if (answer.fault) await keep(question, answer);
    else count(answer, question.n);
    if (performance.now() - said > 30_000) {
      said = performance.now();
      console.log(`${next} inputs, ${broken} faults, ${Math.ceil((end - said) / 60_000)} min left`);
    }
  }
  watched.end();
}

await Promise.all(Array.from({ length: Number(values.workers) }, work));

const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
const total = rows.reduce((sum, [, { read, refused }]) => sum + read + refused, 0);
console.log(`\nseed ${seed}: ${total + broken} inputs in ${minutes} min, ${broken} broke a promise`);
for (const [name, { read, refused }] of rows)
  console.log(`  ${name.padEnd(20)} ${String(read).padStart(7)} read ${String(refused).padStart(8)} refused`);
console.log(
  `  slowest ${worst.seconds.toFixed(1)} s (${worst.slowest}), largest ${Math.round(worst.bytes / 1e6)} MB (${worst.largest})`,
);
process.exitCode = broken > 0 || total === 0 ? 1 : 0;
