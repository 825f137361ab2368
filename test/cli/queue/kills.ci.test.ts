import { expect, test } from 'vitest';
import { sweepThroughKills } from '../../support/queue-kills.ts';
import { redisThere } from '../../support/redis.ts';

test.runIf(redisThere)('20 kills of workers, producer and server lose nothing', async () => {
  const killed = await sweepThroughKills(20, 'twenty kills');
  expect(Object.values(killed).reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(20);
  for (const [who, times] of Object.entries(killed)) expect(times, who).toBeGreaterThan(0);
});
