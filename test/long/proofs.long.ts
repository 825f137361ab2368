import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CHECK = fileURLToPath(new URL('../../proofs/check.sh', import.meta.url));
const coqThere = spawnSync('coqc', ['--version']).status === 0;

test.runIf(coqThere)(
  'Coq proves the theorems without axioms, and its checker accepts our certificates',
  () => {
    const { status, stdout, stderr } = spawnSync(CHECK, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.match(/^Closed under the global context$/gm)).toHaveLength(25);
    expect(stdout).toContain('10 certificates accepted, each with a bound a thousandth smaller refused');
  },
);

test.runIf(coqThere)(
  'the checker runs on certificates that are named, and stops at one that proves less',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'onerun-proofs-'));
    const files = [0.75, 0.74].map((bound) => {
      const file = join(folder, `${bound}.json`);
      // The larger of 3 phi and 1 - phi is least, 3/4, at phi = 1/4; the slope is a little below 3.
      const tangents = [{ epsilon: 1.0986, delta: 0, weights: [[1, 1, 0.25]] }];
      const observation = { m: 1, k: 2, guesses: 1, correct: 1 };
      writeFileSync(file, JSON.stringify({ schema: 'onerun-certificate/1', observation, bound, tangents }));
      return file;
    });
    const { status, stdout, stderr } = spawnSync(CHECK, files, { encoding: 'utf8' });
    expect(stdout).toContain(`accepted: ${files[0]}`);
    expect(stderr).toBe(`refused: ${files[1]}: its weights do not prove its bound\n`);
    expect(status).toBe(2);
  },
);
