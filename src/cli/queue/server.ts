import { isIP } from 'node:net';
import type { Redis } from 'ioredis';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { loadQueuePackages } from '../shell/optional.ts';
import type { QueueAddress } from './address.ts';

/** Milliseconds that a server may take to answer at the start. */
const PATIENCE = 10_000;
/** Milliseconds of silence of a server that was asked something, after which the connection is made anew. */
const SILENCE = 30_000;
/** The longest pause between two tries to reach a server that is gone, in milliseconds. */
const LONGEST_PAUSE = 2000;

/** The oldest Redis with all that BullMQ is tested with. */
const OLDEST: readonly [number, number] = [6, 2];

/** The message of an error of ioredis or BullMQ. The error itself holds commands, passwords of AUTH too. */
export function queueMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return queueMessage(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return quoted(message, 300);
}

function optionsOf(address: QueueAddress) {
  const { host, port, database, isEncrypted, user, password } = address;
  return {
    host,
    port,
    db: database,
    ...(user === null ? {} : { username: user }),
    ...(password === null ? {} : { password }),
    // Servers are named to certificates by names alone: an IP address is checked by itself.
    ...(isEncrypted ? { tls: isIP(host) === 0 ? { servername: host } : {} } : {}),
    connectTimeout: PATIENCE,
    socketTimeout: SILENCE,
  };
}

/**
 * Makes sure that the server can be reached, takes the password and holds a queue well. Throws InvalidInput
 * with one sentence otherwise.
 */
export async function checkServer(address: QueueAddress): Promise<void> {
  const { ioredis } = await loadQueuePackages();
  const probe = new ioredis.Redis({
    ...optionsOf(address),
    // Selected below, where a refusal is seen.
    db: 0,
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    commandTimeout: PATIENCE,
  });
  let problem: unknown = null;
  probe.on('error', (error) => {
    problem ??= error;
  });
  let info: string;
  try {
    await probe.connect();
    await probe.select(address.database);
    info = await probe.info();
  } catch (error) {
    throw new InvalidInput(
      `cannot use the queue at ${address.shown}: ${whyNot(address, queueMessage(problem ?? error))}`,
    );
  } finally {
    probe.disconnect();
  }
  checkInfo(address.shown, info);
}

/** A refusal of the server in words that say what to do. */
function whyNot({ isEncrypted }: QueueAddress, message: string): string {
  if (/^NOAUTH/.test(message))
    return 'it asks for a password: give it in the address, or by ONERUN_QUEUE_PASSWORD in the environment';
  if (/^WRONGPASS|invalid password/.test(message)) return 'it does not take this user and password';
  if (/^OOM/.test(message)) return 'the memory that it is allowed (maxmemory) is full';
  if (/^NOPERM/.test(message)) return `this user may not do all that a queue needs: ${message}`;
  if (isEncrypted && /ETIMEDOUT|timed out|wrong version number/i.test(message))
    return `${message}; rediss:// is TLS, which it may not speak`;
  return message;
}

/** What a server says of itself must fit. */
export function checkInfo(shown: string, info: string): void {
  const field = (name: string) => info.match(new RegExp(`^${name}:(.*?)\\r?$`, 'm'))?.[1];
  const version = field('redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new InvalidInput(
      `the server at ${shown} is Redis ${quoted(version || 'of an unknown version')}; a queue needs ${OLDEST.join('.')} or later`,
    );
  if (field('redis_mode') === 'cluster')
    throw new InvalidInput(
      `the server at ${shown} is part of a Redis Cluster, which spreads the keys of a queue over several servers: use a Redis of its own`,
    );
  if (field('role') === 'slave')
    throw new InvalidInput(
      `the server at ${shown} is a replica of ${quoted(field('master_host') ?? 'another')}, and a queue is written to: use the server that it copies`,
    );
  const policy = field('maxmemory_policy');
  if (policy !== 'noeviction')
    throw new InvalidInput(
      `the server at ${shown} drops keys when its memory is full (maxmemory-policy ${quoted(policy ?? 'unknown')}), so tasks could vanish; set it to noeviction: redis-cli config set maxmemory-policy noeviction`,
    );
}

/** A connection that is made again whenever it is lost. */
export interface ServerLink {
  readonly redis: Redis;
  close(): Promise<void>;
}

/**
 * Connects for good. `say` is told once that the server is gone, and once that it is back. While the server
 * is gone, commands wait for it.
 */
export async function openLink(address: QueueAddress, say: (sentence: string) => void): Promise<ServerLink> {
  const { ioredis } = await loadQueuePackages();
  silenceConsole();
  const redis = new ioredis.Redis({
    ...optionsOf(address),
    maxRetriesPerRequest: null,
    maxLoadingRetryTime: 1000,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE),
  });
  let isClosing = false;
  let isGone = false;
  let problem = 'the connection was closed';
  redis.on('error', (error) => {
    problem = queueMessage(error);
  });
  redis.on('close', () => {
    if (isGone || isClosing) return;
    isGone = true;
    say(`the queue at ${address.shown} is gone (${problem}); trying until it is back`);
  });
  redis.on('ready', () => {
    if (isGone) say(`the queue at ${address.shown} is back`);
    isGone = false;
    problem = 'the connection was closed';
  });
  return {
    redis,
    async close() {
      isClosing = true;
      if (isGone) redis.disconnect();
      else await redis.quit().catch(() => redis.disconnect());
    },
  };
}

/** Does the first things with a link; where they fail it is closed, and one sentence says why. */
export async function refusedWith<T>(
  address: QueueAddress,
  link: ServerLink,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await link.close();
    if (error instanceof InvalidInput) throw error;
    throw new InvalidInput(
      `cannot use the queue at ${address.shown}: ${whyNot(address, queueMessage(error))}`,
    );
  }
}

/**
 * ioredis and BullMQ write warnings of their own to the console. What matters of them is said by this
 * program, in its own words and without passwords.
 */
function silenceConsole(): void {
  console.warn = () => {};
  console.error = () => {};
}
