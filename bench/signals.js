/**
 * What `onerun score` takes for a million canaries under 16 references, in processor time and memory, and the
 * same LiRA in NumPy, from file to file. node bench/signals.js (after npm run build), about a minute.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [CANARIES, REFERENCES, REPEATS] = [1_000_000, 16, 3];
const PYTHON = '/usr/bin/python3';
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'onerun-signals-'));
const [target, references, out] = ['target.npz', 'references.npz', 'scores.csv'].map((name) =>
  join(folder, name),
);

const MAKE = `
import numpy as np
r = np.random.default_rng(1)
m, n = ${CANARIES}, ${REFERENCES}
level = r.exponential(1, (m, 1))
loss = (level * np.exp(0.3 * r.normal(size=(m, n + 1)))).astype("f4")
np.savez("${target}", id=np.arange(m), loss=loss[:, 0])
np.savez("${references}", id=np.arange(m), reference=loss[:, 1:], **{"in": r.random((m, n)) < 0.5})
`;

/** Runs a command and prints the processor time and the peak memory of it. */
const MEASURE = `
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
`;

try {
  python(['-c', MAKE]);
  const peer = measured([PYTHON, join(here, 'signals.py'), target, references, out]);
  const expected = scoresIn(out);
  console.log(`NumPy, lira online: ${peer.seconds.toFixed(1)} s, ${peer.megabytes.toFixed(0)} MB`);
  for (const kind of ['loss', 'calibrated', 'lira', 'rmia']) {
    const words = ['score', target, '--reference', references, '--kind', kind, '--out', out, '--force'];
    const { seconds, megabytes } = measured([process.execPath, join(here, '../dist/cli.js'), ...words]);
    const ratio = kind === 'lira' ? `, ${(seconds / peer.seconds).toFixed(1)} times NumPy` : '';
    console.log(`${kind}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB${ratio}`);
    if (kind === 'lira') console.log(`largest difference from NumPy: ${difference(expected, scoresIn(out))}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function python(args) {
  const { status, stdout, stderr } = spawnSync(PYTHON, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The least of several repeats. */
function measured(command) {
  const runs = Array.from({ length: REPEATS }, () => {
    const [seconds, megabytes] = python(['-c', MEASURE, ...command])
      .split(' ')
      .map(Number);
    return { seconds, megabytes };
  });
  return runs.reduce((a, b) => (a.seconds < b.seconds ? a : b));
}

function scoresIn(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
  return Float64Array.from(lines, (line) => Number(line.split(',')[1]));
}

function difference(a, b) {
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]) / (1 + Math.abs(x))), 0);
}
