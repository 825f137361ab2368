import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { library } from '../library.js';
import { draw, writeCsv, writeNpz, writeParquet } from '../score-files.js';
import { physicalSpeeds } from './disk.js';
import { leastCase, measuredCase } from './measured-case.js';

const NUMPY = {
  csv: ['numpy.loadtxt', "numpy.loadtxt(sys.argv[1], delimiter=',', skiprows=1)"],
  npz: ['numpy.load, no checks, no hash', '[a for a in numpy.load(sys.argv[1]).values()]'],
};

/** How long NumPy takes for the same file, where it can read it. */
function numpy(format, file) {
  if (NUMPY[format] === undefined) return null;
  const [name, expression] = NUMPY[format];
  const script = `import numpy, sys, time\nbegin = time.perf_counter()\n${expression}\nprint(time.perf_counter() - begin)`;
  try {
    const seconds = Number(
      execFileSync('python3', ['-c', script, file], { stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    return { name, seconds };
  } catch {
    return null;
  }
}

/** Score files of so many rows, read, checked and hashed, beside what disk and hash alone take. */
export async function* fileRows({ here, last }, rows, notePoint) {
  const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));
  try {
    const drawn = draw(library.createRandom('bench'), rows);
    const part = (count) => ({
      scores: drawn.scores.subarray(0, count),
      included: drawn.included.subarray(0, count),
    });
    for (const count of [rows / 100, rows / 10]) {
      const file = await writeCsv(folder, `${count}.csv`, part(count), (i) => i);
      notePoint(count, (await leastCase(3, here.reader, 'reading', [file])).seconds);
    }
    const writers = {
      csv: ['CSV, ids that count', () => writeCsv(folder, 'scores.csv', drawn, (i) => i)],
      named: ['CSV, ids with a name', () => writeCsv(folder, 'named.csv', drawn, (i) => `c${i}`)],
      parquet: ['Parquet, 64-bit ids', () => writeParquet(folder, 'scores.parquet', drawn)],
      npz: ['NPZ', () => writeNpz(folder, 'scores.npz', drawn)],
    };
    for (const [format, [words, write]] of Object.entries(writers)) {
      const file = await write();
      const now = await leastCase(3, here.reader, 'reading', [file]);
      const before = last && (await measuredCase(last.reader, 'reading', [file], 60));
      if (format === 'csv') notePoint(rows, now.seconds);
      yield fileRow(
        `${rows.toLocaleString('en-US')} rows of ${words}`,
        file,
        now,
        before,
        numpy(format, file),
      );
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fileRow(name, file, now, before, peer) {
  const bytes = statSync(file).size;
  const speed = (perSecond) => `${Math.round(perSecond / 1e6).toLocaleString('en-US')} MB/s`;
  const { disk, cache, sha256 } = physicalSpeeds(file);
  const from = disk === null ? '' : `disk ${speed(disk)}, `;
  const answer = `${speed(bytes / now.seconds)}, ${Math.round(now.megabytes)} MB of memory`;
  const what = `${from}cache ${speed(cache)}, SHA-256 with it ${speed(sha256)}`;
  return { name, now: { ...now, answer }, before, peer, limit: { what, seconds: bytes / sha256 } };
}
