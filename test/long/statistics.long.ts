import { expect, test } from 'vitest';
import { drawAssignment } from '../../src/games/index.ts';
import { audit } from '../../src/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';

test('a true claim on 20,000 audits of 1,000 canaries is refuted at most tau of the time', () => {
  const games = 20_000;
  let refuted = 0;
  for (let seed = 0; seed < games; seed++) {
    const random = createRandom(`long ${seed}`);
    const included = Uint8Array.from(drawAssignment(1000, 2, random.split('coins')));
    const noise = random.split('noise');
    const scores = Float64Array.from(included, (bit) => bit + noise.normal());
    const run = {
      input: { name: 'run', sha256: '', rows: 1000 },
      scores: { kind: 'membership' as const, included, scores },
    };
    if (audit([run], { claim: 'gaussian(sigma=1)', families: [], plots: false }).refuted) refuted++;
  }
  expect(clopperPearsonLower(refuted, games, 0.005)).toBeLessThanOrEqual(0.05);
});
