import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
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

test.each([
  ['another form of answer', 'echo "{}"'],
  ['no JSON', 'echo "Python 2.7.18"'],
  ['a failure', 'exit 1'],
])('a Python that gives %s is one that fails, and ends nothing', async (_, line) => {
  onlyThese({ python3: line, python: line });
  vi.stubEnv('PYTHON', '');
  const { code, out } = await onerun(['doctor', '--json']);
  expect(code).toBe(0);
  const { tools } = doctorSchema.parse(JSON.parse(out));
  const python = tools.find(({ name }) => name === 'Python');
  // Another one may lie in /usr/bin.
  if (!python?.found) expect(python?.detail).toBe('found, but it fails');
});

test('a Python that says something before its answer is heard', async () => {
  const answer = JSON.stringify({ version: '3.12.1', path: '/p', packages: { numpy: '2.0' } });
  onlyThese({ python3: `echo hello; echo '${answer}'` });
  const { out } = await onerun(['doctor', '--json']);
  expect(JSON.parse(out).tools).toContainEqual(
    expect.objectContaining({ name: 'Python', found: true, version: '3.12.1' }),
  );
});

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'packages are those that a script would find, and nothing of the folder that one stands in is started',
  async () => {
    const [packages, here] = [temporaryFolder(), temporaryFolder()];
    for (const name of ['numpy', 'jax', 'opacus']) {
      mkdirSync(join(packages, name));
      writeFileSync(join(packages, name, '__init__.py'), '');
    }
    writeFileSync(join(here, 'platform.py'), `open(${JSON.stringify(join(here, 'started'))}, 'w')`);
    vi.stubEnv('PYTHONPATH', packages);
    const { out } = await onerun(['doctor', '--json'], here);
    const { tools } = doctorSchema.parse(JSON.parse(out));
    for (const name of ['Python: jax', 'Python: opacus'])
      expect(tools).toContainEqual(expect.objectContaining({ name, found: true }));
    expect(existsSync(join(here, 'started'))).toBe(false);
  },
);

test('what a program says cannot act on a terminal', async () => {
  onlyThese({ 'nvidia-smi': 'printf "\\033[2Jcard, 1.0\\n"' });
  const { code, out } = await onerun(['doctor']);
  expect(code).toBe(0);
  expect(out).toContain('\\u001b[2Jcard');
  expect(out).toMatch(/^ {2}Node +yes +\d+\./m);
});
