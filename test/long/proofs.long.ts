import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { refusalsOf } from '../../proofs/certificate-to-coq.js';
import { createRandom } from '../../src/numerics/index.ts';
import { alteredEvidence } from '../support/altered-evidence.ts';

const CHECK = fileURLToPath(new URL('../../proofs/check.sh', import.meta.url));
const EVIDENCE = fileURLToPath(new URL('../golden/evidence/', import.meta.url));
const coqThere = spawnSync('coqc', ['--version']).status === 0;

test.runIf(coqThere)(
  'Coq proves the theorems without axioms, and its checker accepts our certificates',
  () => {
    const { status, stdout, stderr } = spawnSync(CHECK, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.match(/^\w+: Closed under the global context$/gm)).toHaveLength(31);
    expect(stdout).toContain('10 certificates accepted, each with a bound a thousandth smaller refused');
    for (const name of readdirSync(EVIDENCE)) expect(stdout).toContain(`accepted: ${name}`);
  },
);

test.runIf(coqThere)('the checker refuses 200 altered certificates of rounds, as onerun verify does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onerun-proofs-'));
  const texts = readdirSync(EVIDENCE).map((name) => readFileSync(join(EVIDENCE, name), 'utf8'));
  const altered = alteredEvidence(texts, 200, createRandom('altered'));
  writeFileSync(join(folder, 'altered.v'), refusalsOf(altered));
  // What the test above has compiled is used.
  const { stdout, stderr } = spawnSync(
    'coqc',
    ['-w', 'none', '-Q', dirname(CHECK), 'onerun', join(folder, 'altered.v')],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toBe('Closed under the global context\n');
});

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
    expect(stderr).toBe(`refused: ${files[1]}: it does not prove what it says\n`);
    expect(status).toBe(2);
  },
);
