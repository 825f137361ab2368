import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { doctorSchema } from '../../src/cli/schemas/answers.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

afterEach(() => vi.unstubAllEnvs());

/** A folder of programs, each a line of shell, that is all there is on the path. */
function onlyThese(programs: Readonly<Record<string, string>>): void {
  const folder = temporaryFolder();
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  vi.stubEnv('PATH', folder);
}

test('it says what is here, what fails, what hangs and what is missing, and ends in 0', async () => {
  const python = JSON.stringify({ version: '3.12.1', path: '/p', packages: { numpy: '2.0', torch: '' } });
  onlyThese({
    python3: `echo '${python}'`,
    coqc: 'echo "The Coq Proof Assistant, version 8.19.0"',
    sbatch: 'exit 7',
    'nvidia-smi': 'echo "A, B card, 550.1"',
    kubectl: '/bin/sleep 60',
  });
  const { code, out, err } = await onerun(['doctor', '--json']);
  expect([code, err]).toEqual([0, '']);
  const { tools } = doctorSchema.parse(JSON.parse(out));
  const tool = Object.fromEntries(tools.map((one) => [one.name, one]));
  expect(tool.Node.version).toBe(process.versions.node);
  expect(tool.bullmq).toMatchObject({ found: true, version: '6.7.0' });
  expect(tool.Python).toMatchObject({ found: true, version: '3.12.1' });
  expect(tool['Python: numpy']).toMatchObject({ found: true, version: '2.0' });
  expect(tool['Python: torch']).toMatchObject({ found: true, version: null });
  expect(tool.Coq).toMatchObject({ found: true, version: '8.19.0' });
  expect(tool['NVIDIA GPU']).toMatchObject({ found: true, version: '550.1', detail: 'A, B card' });
  expect(tool.SLURM).toMatchObject({ found: false, detail: 'found, but it fails' });
  expect(tool.Kubernetes).toMatchObject({ found: false, detail: 'no answer within 5 s' });
  expect(tool.Chromium).toMatchObject({ found: false, detail: 'not found' });
});

test('what a program says cannot act on a terminal', async () => {
  onlyThese({ 'nvidia-smi': 'printf "\\033[2Jcard, 1.0\\n"' });
  const { code, out } = await onerun(['doctor']);
  expect(code).toBe(0);
  expect(out).toContain('\\u001b[2Jcard');
  expect(out).toMatch(/^ {2}Node +yes +\d+\./m);
});
