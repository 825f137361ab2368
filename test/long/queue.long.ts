import { expect, test } from 'vitest';
import { sweepThroughKills } from '../support/queue-kills.ts';
import { redisThere } from '../support/redis.ts';

test.runIf(redisThere)('200 kills of workers, producer and Redis lose nothing', async () => {
  const killed = await sweepThroughKills(200, 'two hundred kills');
  process.stdout.write(`kills: ${JSON.stringify(killed)}\n`);
  expect(Object.values(killed).reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(200);
});
