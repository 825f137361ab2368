import type { Redis } from 'ioredis';

/** What BullMQ reads of a job first: where that is not JSON, the job cannot be begun. */
const READ_FIRST = ['opts', 'progress', 'parent'] as const;

/** Takes a job out of the queue that is not readable and so can neither be done nor fail. */
const DROP_SCRIPT = `
redis.call('LREM', KEYS[1], 0, ARGV[1])
redis.call('SREM', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[3], KEYS[3] .. ':lock')`;

/** Whether BullMQ can read these fields of a job. */
export function isReadable(fields: readonly (string | null)[]): boolean {
  const [opts, ...others] = fields;
  try {
    for (const text of others) JSON.parse(text || '0');
    return JSON.parse(opts || '{}') !== null;
  } catch {
    return false;
  }
}

/**
 * Takes the jobs that somebody wrote into Redis and that BullMQ cannot read out of those that are begun: they
 * would come back for ever. `toKey` gives the keys of the queue. Returns their ids.
 */
export async function dropUnreadable(redis: Redis, toKey: (name: string) => string): Promise<string[]> {
  const dropped: string[] = [];
  for (const id of await redis.lrange(toKey('active'), 0, -1)) {
    const key = toKey(id);
    if ((await redis.type(key)) === 'hash' && isReadable(await redis.hmget(key, ...READ_FIRST))) continue;
    if ((await redis.type(key)) === 'none') continue;
    await redis.eval(DROP_SCRIPT, 3, toKey('active'), toKey('stalled'), key, id);
    dropped.push(id);
  }
  return dropped;
}
