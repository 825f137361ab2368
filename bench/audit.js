import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { library } from './library.js';

const { createRandom } = library;

const ROWS = Number(process.env.ROWS ?? 10_000_000);
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));
const csv = join(folder, 'scores.csv');
const parquet = join(folder, 'scores.parquet');

console.log(`Auditing ${ROWS.toLocaleString('en-US')} canaries from one file`);
const random = createRandom('bench');
const included = new Uint8Array(ROWS);
const scores = new Float64Array(ROWS);
for (let i = 0; i < ROWS; i++) {
  included[i] = random.coin();
  scores[i] = included[i] + random.normal();
}
const out = createWriteStream(csv);
out.write('id,score,included\n');
for (let i = 0; i < ROWS; i += 10_000) {
  let chunk = '';
  for (let j = i; j < Math.min(ROWS, i + 10_000); j++) chunk += `${j},${scores[j]},${included[j]}\n`;
  if (!out.write(chunk)) await once(out, 'drain');
}
out.end();
await once(out, 'finish');
writeFileSync(
  parquet,
  Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'score', data: scores, type: 'DOUBLE' },
        { name: 'included', data: Int32Array.from(included), type: 'INT32' },
      ],
    }),
  ),
);

/** Seconds and peak memory of one audit in a process of its own. */
function audit(file) {
  const probe =
    "data:text/javascript,process.on('exit',()=>process.stderr.write(String(process.resourceUsage().maxRSS)))";
  const begin = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', probe, CLI, 'audit', file, '--claim', 'gaussian(sigma=1)', '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const { observation, refuted } = JSON.parse(stdout);
  return {
    seconds: (performance.now() - begin) / 1000,
    megabytes: Number(stderr.match(/\d+$/)[0]) / 1024,
    status,
    observation,
    refuted,
  };
}

const results = Object.entries({ csv, parquet }).map(([name, file]) => [name, audit(file)]);
for (const [name, { seconds, megabytes, refuted }] of results)
  console.log(
    `  ${name}: ${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB${megabytes > 1536 ? ' (TOO MUCH)' : ''}, refuted: ${refuted}`,
  );

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
  const [plain, numpy] = execFileSync('python3', ['-c', script, csv], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .trim()
    .split('\n')
    .map(Number);
  const ours = results[0][1].seconds;
  console.log(
    `  Python csv, reading alone: ${plain.toFixed(1)} s, ratio ${(plain / ours).toFixed(1)}x; numpy.loadtxt: ${numpy.toFixed(1)} s, ratio ${(numpy / ours).toFixed(1)}x`,
  );
} catch {
  console.log('  Skipped the comparison: it needs python3 with NumPy.');
}
rmSync(folder, { recursive: true });
