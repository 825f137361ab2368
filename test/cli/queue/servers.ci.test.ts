import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../support/process.ts';
import { QUEUE_SWEEP } from '../../support/queue-sweep.ts';
import { freePort, RedisServer, Running, redisThere } from '../../support/redis.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SECRET = 'hush-hush-4711';
const ONE_SENTENCE = /^[^\n]+\n$/;
const ends: (() => Promise<unknown>)[] = [];
const started = async (...options: string[]) => {
  const server = await RedisServer.start(...options);
  ends.push(() => server.stop());
  return server;
};
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}, program?: string) => {
  const one = new Running(args, env, program);
  ends.push(() => one.kill());
  return one;
};
const sweepTo = (address: string) => [...QUEUE_SWEEP, '--queue', address, '--out', temporaryFolder()];
const workerOf = (address: string, ...more: string[]) => [
  ...['worker', '--queue', address, '--threads', '1', '--lost-after', '2'],
  ...more,
];

/** The built command line in a folder of its own, without packages. */
function copyOfProgram(): string {
  const folder = join(temporaryFolder(), 'other');
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

test('without the optional packages a sentence says how to install them', async () => {
  const bare = copyOfProgram();
  mkdirSync(join(bare, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== 'bullmq' && name !== 'ioredis')
      symlinkSync(join(ROOT, 'node_modules', name), join(bare, 'node_modules', name));
  const { code, out, err } = await run(workerOf('redis://localhost'), {}, join(bare, 'dist/cli.js')).ended;
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(/^queues need .*: npm install bullmq@6\.7\.0 ioredis@6\.0\.0\n$/);
});

describe.runIf(redisThere)('the server of a queue', () => {
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });

  test('is refused in one sentence where it drops keys, or is not there', async () => {
    const drops = await started('--maxmemory-policy', 'allkeys-lru');
    const nowhere = `redis://127.0.0.1:${await freePort()}/0`;
    const cases: [string, RegExp][] = [
      [drops.address, /allkeys-lru.* config set maxmemory-policy noeviction/],
      [nowhere, /cannot use the queue at redis:\/\/127.*ECONNREFUSED/],
    ];
    const refusals = cases.flatMap(([address, why]) =>
      [sweepTo(address), workerOf(address)].map(async (args) => {
        const { code, out, err } = await run(args).ended;
        expect({ code, out }).toEqual({ code: 2, out: '' });
        expect(err).toMatch(why);
        expect(err).toMatch(ONE_SENTENCE);
      }),
    );
    await Promise.all(refusals);
  });

  test('may ask for a password, which is never printed, and is waited for while it is away', async () => {
    const server = await started('--requirepass', SECRET);
    const withSecret = server.address.replace('//', `//:${SECRET}@`);
    const said: string[] = [];
    // Variables by which libraries are made to talk are no exception.
    const talk = { DEBUG: '*' };
    const refusals = [
      sweepTo(server.address.replace('//', `//:${SECRET}-not@`)),
      workerOf(server.address.replace('//', `//someone:${SECRET}-not@`)),
      sweepTo(server.address),
      sweepTo(withSecret.replace('redis:', 'http:')),
      sweepTo(withSecret.replace(/:\d+\//, `:${await freePort()}/`)),
      ['workr', ...workerOf(withSecret).slice(1)],
      ['worker', '--queues', withSecret],
    ].map(async (args) => {
      const { code, out, err } = await run(args, talk).ended;
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(err).toMatch(ONE_SENTENCE);
      said.push(out, err);
    });
    await Promise.all(refusals);
    const sweep = run(sweepTo(server.address), { ...talk, ONERUN_QUEUE_PASSWORD: SECRET });
    await sweep.said(/no worker takes tasks/);
    const worker = run(workerOf(withSecret), talk);
    await server.stop();
    await sweep.said(/is gone; trying until it is back\n/);
    await server.restart();
    await sweep.said(/ is back$/m);
    if (worker.isOver) run(workerOf(withSecret), talk);
    expect(await sweep.ended).toMatchObject({ code: 0 });
    for (const end of [/is gone/g, /0 is back$/gm]) expect(sweep.err.match(end)).toHaveLength(1);
    said.push(sweep.out, sweep.err, worker.out, worker.err);
    expect(said.join('')).not.toContain(SECRET);
  });

  test('is reached by TLS', async () => {
    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files],
      {
        stdio: 'ignore',
      },
    );
    const port = await freePort();
    await started(
      '--tls-port',
      `${port}`,
      '--tls-cert-file',
      at('cert.pem'),
      '--tls-key-file',
      at('key.pem'),
      ...['--tls-ca-cert-file', at('cert.pem'), '--tls-auth-clients', 'no'],
    );
    const address = `rediss://localhost:${port}/0`;
    const stranger = await run(workerOf(address)).ended;
    expect(stranger).toMatchObject({ code: 2, err: expect.stringMatching(/certificate/) });
    const trust = { NODE_EXTRA_CA_CERTS: at('cert.pem') };
    const worker = run(workerOf(address), trust);
    await worker.said(/joined/);
    expect(await run(sweepTo(address), trust).ended).toMatchObject({ code: 0 });
  });
});
