import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { quoted } from '../../quote.ts';
import { VERSION } from '../shell/version.ts';
import { PREFIX } from './job.ts';

/** The hash in Redis of all who are there, of every version. */
const KEY = `${PREFIX}:presence`;

/** Milliseconds between two signs of life, and after which silence means that somebody is gone. */
const BEAT = 3000;
const GONE = 15_000;

/** Somebody who puts tasks into queues of a server, or takes them. */
const entry = z.object({
  role: z.enum(['producer', 'worker']),
  version: z.string().max(100),
  threads: z.number().int().min(0).max(1e6),
  host: z.string().max(300),
  pid: z.number(),
});
export type Present = z.infer<typeof entry>;

/** Writes one entry with the time of the server, so that the clocks of machines do not matter. */
const BEAT_SCRIPT = `
local now = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], now[1] .. ' ' .. ARGV[2])
return 1`;

/** Returns all entries that are not too old, and drops the others. */
const READ_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
local there = {}
for i = 1, #all, 2 do
  local at, text = string.match(all[i + 1], '^(%d+) (.*)$')
  if at == nil or math.abs(now - tonumber(at)) * 1000 > tonumber(ARGV[1]) then
    redis.call('HDEL', KEYS[1], all[i])
  else
    table.insert(there, text)
  end
end
return there`;

/** Everybody who is there. */
export async function present(redis: Redis): Promise<Present[]> {
  const texts = (await redis.eval(READ_SCRIPT, 1, KEY, GONE)) as unknown[];
  return texts.flatMap((text) => {
    try {
      return [entry.parse(JSON.parse(String(text)))];
    } catch {
      return [];
    }
  });
}

/** Says that this process is there, now and again and again until `leave` is called. */
export async function joinPresence(
  redis: Redis,
  role: Present['role'],
  threads: number,
): Promise<{ leave(): Promise<void> }> {
  const id = randomUUID();
  const own: Present = { role, version: VERSION, threads, host: hostname(), pid: process.pid };
  const beat = () => redis.eval(BEAT_SCRIPT, 1, KEY, id, JSON.stringify(own));
  await beat();
  const timer = setInterval(() => {
    // A server that is gone is asked again when it is back, and once is enough.
    if (redis.status === 'ready') beat().catch(() => {});
  }, BEAT);
  timer.unref();
  return {
    async leave() {
      clearInterval(timer);
      if (redis.status === 'ready') await redis.hdel(KEY, id).catch(() => {});
    },
  };
}

/**
 * The versions of those in a role where none of them is of this version; an empty list where one is, or
 * nobody is there.
 */
export function otherVersions(everybody: readonly Present[], role: Present['role']): string[] {
  const versions = new Set(everybody.filter((one) => one.role === role).map(({ version }) => version));
  return versions.has(VERSION) ? [] : [...versions].map((version) => quoted(version)).sort();
}
