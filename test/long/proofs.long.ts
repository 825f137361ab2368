import { spawnSync } from 'node:child_process';
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
    expect(stdout.match(/^Closed under the global context$/gm)).toHaveLength(9);
    expect(stdout).toContain('10 certificates accepted, each with a bound a thousandth smaller refused');
  },
);
