import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { library } from './library.js';
import { measured } from './peak-memory.js';
import { READER } from './read-alone.js';
import { draw, writeCsv, writeNpz, writeParquet } from './score-files.js';

const ROWS = Number(process.env.ROWS ?? 10_000_000);
const REPEATS = Number(process.env.REPEATS ?? 3);
const FORMATS = (process.env.FORMATS ?? 'csv,named,parquet,npz').split(',');
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));

const drawn = draw(library.createRandom('bench'), ROWS);
const writers = {
  csv: () => writeCsv(folder, 'scores.csv', drawn, (i) => i),
  named: () => writeCsv(folder, 'named.csv', drawn, (i) => `c${i}`),
  parquet: () => writeParquet(folder, 'scores.parquet', drawn),
  npz: () => writeNpz(folder, 'scores.npz', drawn),
};

const SCRIPT = `
import { readRunFrom } from ${JSON.stringify(READER)};
const limits = { bytes: 50e9, ratio: 40, gzip: 2, rows: 200e6, memory: 2e9, seconds: 8, wait: 600 };
const begin = performance.now();
const { input } = await readRunFrom(process.argv[1], undefined, limits, {});
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ rows: input.rows, wall: (performance.now() - begin) / 1000, cpu: (user + system) / 1e6 }));
`;

/** The least of some readings, each in a process of its own, and the most memory of them. */
async function reading(file) {
  const runs = [];
  for (let i = 0; i < REPEATS; i++) {
    const { out, megabytes } = await measured(['--input-type=module', '-e', SCRIPT, file]);
    runs.push({ ...JSON.parse(out), megabytes });
  }
  const least = (key) => Math.min(...runs.map((run) => run[key]));
  return { wall: least('wall'), cpu: least('cpu'), megabytes: Math.max(...runs.map((run) => run.megabytes)) };
}

console.log(
  `Auditing ${ROWS.toLocaleString('en-US')} canaries from one file (load ${loadavg()[0].toFixed(1)})`,
);
let ours = null;
for (const name of FORMATS) {
  const file = await writers[name]();
  const { wall, cpu, megabytes } = await reading(file);
  const whole = await measured([CLI, 'audit', file, '--claim', 'gaussian(sigma=1)', '--json']);
  const { refuted } = JSON.parse(whole.out);
  if (name === 'csv') ours = { file, wall };
  console.log(
    `  ${name}: read in ${wall.toFixed(2)} s (${cpu.toFixed(2)} s of this process), at most ${megabytes.toFixed(0)} MB; audited in ${whole.seconds.toFixed(1)} s, at most ${whole.megabytes.toFixed(0)} MB, refuted: ${refuted}`,
  );
}

const script = `
import csv, sys, time
begin = time.perf_counter()
with open(sys.argv[1]) as f:
    rows = sum(float(r[1]) * 0 + 1 for r in list(csv.reader(f))[1:])
print(time.perf_counter() - begin)
begin = time.perf_counter()
import numpy
numpy.loadtxt(sys.argv[1], delimiter=',', skiprows=1)
print(time.perf_counter() - begin)
`;
try {
  if (ours === null || process.env.ALONE !== undefined) throw new Error('nothing to compare');
  const [plain, numpy] = execFileSync('python3', ['-c', script, ours.file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .trim()
    .split('\n')
    .map(Number);
  console.log(
    `  Python csv, reading alone: ${plain.toFixed(1)} s, ratio ${(plain / ours.wall).toFixed(1)}x; numpy.loadtxt: ${numpy.toFixed(1)} s, ratio ${(numpy / ours.wall).toFixed(1)}x`,
  );
} catch {
  console.log('  Skipped the comparison: it needs python3 with NumPy.');
}
rmSync(folder, { recursive: true });
