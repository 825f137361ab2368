import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { CLI, type Ended } from './process.ts';
import { temporaryFolder } from './temporary.ts';

const REDIS = '/usr/bin/redis-server';

/** Whether there is a Redis; in CI there must be. */
export const redisThere = existsSync(REDIS) || Boolean(process.env.CI);
if (!redisThere) console.warn(`No ${REDIS}: queues are not tested. CI installs it.`);

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A real Redis with its append-only file in a folder of its own. */
export class RedisServer {
  readonly port: number;
  private readonly folder = temporaryFolder();
  private readonly options: readonly string[];
  private child: ChildProcess | null = null;
  private ended: Promise<unknown> = Promise.resolve();

  private constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.options = options;
  }

  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.restart();
    return server;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** A client of the tests; without a password unless the options have one. */
  client(): Redis {
    const at = this.options.indexOf('--requirepass');
    const redis = new Redis({
      port: this.port,
      maxRetriesPerRequest: null,
      retryStrategy: () => 50,
      ...(at < 0 ? {} : { password: this.options[at + 1] }),
    });
    redis.on('error', () => {});
    return redis;
  }

  /** Starts it again, with what it had or with nothing. */
  async restart({ empty = false } = {}): Promise<void> {
    if (empty) rmSync(join(this.folder, 'appendonlydir'), { recursive: true, force: true });
    const settings = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''];
    const child = spawn(REDIS, [...settings, '--appendonly', 'yes', ...this.options], { stdio: 'ignore' });
    this.child = child;
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    const probe = this.client();
    // An answer that is a refusal is one as well: some tests' servers have passwords of their own.
    await probe.ping().catch(() => {});
    probe.disconnect();
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.child?.kill(signal);
    await this.ended;
  }
}

/** A command line that runs beside the test. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  isOver = false;
  out = '';
  err = '';

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, program = CLI) {
    this.child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
    this.child.stdout?.on('data', (text) => {
      this.out += text;
    });
    this.child.stderr?.on('data', (text) => {
      this.err += text;
    });
    this.ended = new Promise((resolve) =>
      this.child.once('close', (code) => {
        this.isOver = true;
        resolve({ code, out: this.out, err: this.err });
      }),
    );
  }

  /** Waits until it has said something on standard error. */
  async said(what: RegExp, milliseconds = 60_000): Promise<void> {
    const end = performance.now() + milliseconds;
    while (!what.test(this.err)) {
      if (this.isOver || performance.now() > end)
        throw new Error(`${what} was not said; ${this.isOver ? 'it ended' : 'it runs'}: ${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}
