import { isIP } from 'node:net';
import type { Redis } from 'ioredis';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { loadQueuePackages } from '../shell/optional.ts';
import { VERSION } from '../shell/version.ts';
import type { QueueAddress } from './address.ts';

/** What all keys in Redis begin with. */
export const PREFIX = 'onerun';

/** Each version has a queue of its own, so that no worker ever takes a task of another version. */
export const QUEUE = `tasks-${VERSION}`;

/** Milliseconds that a server may take to answer at the start. */
const PATIENCE = 10_000;
/** Milliseconds of silence of a server that was asked something, after which the connection is made anew. */
const SILENCE = 30_000;
/** The longest pause between two tries to reach a server that is gone, in milliseconds. */
const LONGEST_PAUSE = 2000;

/** The message of an error of ioredis or BullMQ. The error itself holds commands, passwords of AUTH too. */
export function queueMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return queueMessage(error.errors[0]);
  return quoted(error instanceof Error ? error.message : String(error), 300);
}

function optionsOf({ host, port, database, isEncrypted, user, password }: QueueAddress) {
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
 * Makes sure that the server can be reached, takes the password and does not drop tasks. Throws InvalidInput
 * with one sentence otherwise.
 */
async function checkServer(address: QueueAddress): Promise<void> {
  const { ioredis } = await loadQueuePackages();
  const probe = new ioredis.Redis({
    ...optionsOf(address),
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
    info = await probe.info();
  } catch (error) {
    const why = queueMessage(problem ?? error);
    const cure = /^NOAUTH|WRONGPASS|invalid password/.test(why)
      ? '; its password goes into the address, or into ONERUN_QUEUE_PASSWORD in the environment'
      : '';
    throw new InvalidInput(`cannot use the queue at ${address.shown}: ${why}${cure}`);
  } finally {
    probe.disconnect();
  }
  const policy = /^maxmemory_policy:(.*?)\r?$/m.exec(info)?.[1] ?? 'unknown';
  if (policy !== 'noeviction')
    throw new InvalidInput(
      `the server at ${address.shown} drops keys when its memory is full (maxmemory-policy ${quoted(policy)}), so tasks could vanish; set it to noeviction: redis-cli config set maxmemory-policy noeviction`,
    );
}

/** A connection that is made again whenever it is lost. */
export interface ServerLink {
  readonly redis: Redis;
  close(): Promise<void>;
}

/**
 * Connects for good, to a server that holds a queue well. `say` is told once that it is gone, and once that
 * it is back. While the server is gone, commands wait for it.
 */
export async function openLink(address: QueueAddress, say: (sentence: string) => void): Promise<ServerLink> {
  await checkServer(address);
  const { ioredis } = await loadQueuePackages();
  // ioredis and BullMQ write warnings of their own to the console.
  [console.warn, console.error] = [() => {}, () => {}];
  const redis = new ioredis.Redis({
    ...optionsOf(address),
    maxRetriesPerRequest: null,
    maxLoadingRetryTime: 1000,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE),
  });
  let isClosing = false;
  let isGone = false;
  redis.on('error', () => {});
  redis.on('close', () => {
    if (isGone || isClosing) return;
    isGone = true;
    say(`the queue at ${address.shown} is gone; trying until it is back`);
  });
  redis.on('ready', () => {
    if (isGone) say(`the queue at ${address.shown} is back`);
    isGone = false;
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
