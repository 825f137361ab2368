/** Memory and seconds of large score files, read alone and audited. ROWS, REPEATS and FORMATS may be set. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleHere } from './bundle.js';
import { library } from './library.js';
import { measured } from './peak-memory.js';
import { draw, writeCsv, writeNpz, writeParquet } from './score-files.js';
import { measuredCase } from './table/measured-case.js';

const ROWS = Number(process.env.ROWS ?? 10_000_000);
const REPEATS = Number(process.env.REPEATS ?? 3);
const FORMATS = (process.env.FORMATS ?? 'csv,named,parquet,npz').split(',');
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const { reader } = await bundleHere();
const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));

const drawn = draw(library.createRandom('bench'), ROWS);
const writers = {
  csv: () => writeCsv(folder, 'scores.csv', drawn, (i) => i),
  named: () => writeCsv(folder, 'named.csv', drawn, (i) => `c${i}`),
  parquet: () => writeParquet(folder, 'scores.parquet', drawn),
  npz: () => writeNpz(folder, 'scores.npz', drawn),
};

/** The least seconds of some readings, each in a process of its own, and the most memory of them. */
async function readings(file) {
  const runs = [];
  for (let i = 0; i < REPEATS; i++) runs.push(await measuredCase(reader, 'reading', [file], 600));
  return {
    seconds: Math.min(...runs.map((run) => run.seconds)),
    megabytes: Math.max(...runs.map((run) => run.megabytes)),
  };
}

console.log(
  `Auditing ${ROWS.toLocaleString('en-US')} canaries from one file (load ${loadavg()[0].toFixed(1)})`,
);
for (const name of FORMATS) {
  const file = await writers[name]();
  const { seconds, megabytes } = await readings(file);
  const whole = await measured([CLI, 'audit', file, '--claim', 'gaussian(sigma=1)', '--json']);
  const { refuted } = JSON.parse(whole.out);
  console.log(
    `  ${name}: read in ${seconds.toFixed(2)} s, at most ${megabytes.toFixed(0)} MB; audited in ${whole.seconds.toFixed(1)} s, at most ${whole.megabytes.toFixed(0)} MB, refuted: ${refuted}`,
  );
}
rmSync(folder, { recursive: true });
