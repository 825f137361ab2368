import { expect, test } from 'vitest';
import { type AuditOptions, audit, type MembershipScores } from '../../../src/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';

/**
 * Perfect privacy: scores know nothing of who was in. Canaries of two kinds, one of which scores higher whether
 * it is in or not, and is in more often.
 */
function twoKinds(count: number) {
  const random = createRandom('two kinds');
  return Array.from({ length: count }, () => {
    const kind = random.coin();
    const included = random.uniform() < (kind === 1 ? 0.9 : 0.1) ? 1 : 0;
    return { scores: [kind + 0.1 * random.normal()], included: [included] };
  });
}

const run = (score: number, included: number, id?: number): MembershipScores => ({
  kind: 'membership',
  scores: Float64Array.of(score),
  included: Uint8Array.of(included),
  ...(id === undefined ? {} : { ids: Uint32Array.of(id, 7) }),
});

const REFUSED = 'the classical test is for one and the same canary';

test('perfect privacy is not refuted by canaries that differ from run to run', () => {
  const options = { claim: 'perfect()', threshold: 0.5, plots: false };
  const runs = twoKinds(400);
  expect(() => audit(runs, options)).toThrow(REFUSED);
  const named = runs.map(({ scores: [score], included: [bit] }, i) => run(score, bit, i));
  expect(() => audit(named, options)).toThrow(REFUSED);
});

test.each<[string, (i: number) => number | undefined, boolean | undefined, boolean]>([
  ['the same id in all runs', () => 3, undefined, true],
  ['no id, and stated', () => undefined, true, true],
  ['no id', () => undefined, undefined, false],
  ['an id in one run', (i) => (i === 0 ? 3 : undefined), undefined, false],
  ['ids that differ, and stated', (i) => i, true, false],
  ['one id that differs, and stated', (i) => (i === 5 ? 4 : 3), true, false],
])('%s', (_, idOf, sameCanary, isTested) => {
  const random = createRandom('ids');
  const runs = Array.from({ length: 60 }, (_, i) => {
    const bit = random.coin();
    return run(bit + random.normal(), bit, idOf(i));
  });
  const options: AuditOptions = { plots: false, families: [], threshold: 0.5 };
  const asked = () => audit(runs, sameCanary === undefined ? options : { ...options, sameCanary });
  if (isTested) expect(asked().classical?.threshold).toBe(0.5);
  else expect(asked).toThrow(REFUSED);
});

test('different canaries without a threshold are one game, whose coins must be fair', () => {
  const random = createRandom('game');
  const biased = Array.from({ length: 400 }, (_, i) => run(random.normal(), i % 4 === 0 ? 0 : 1, i));
  const found = audit(biased, { claim: 'perfect()', plots: false });
  expect(found.outcome).toBe('no-verdict');
  expect(found.checks).toContainEqual(expect.objectContaining({ name: 'fair draws', passed: false }));
  const fair = biased.map(({ scores: [score] }, i) => run(score, random.coin(), i));
  expect(audit(fair, { claim: 'perfect()', plots: false }).refuted).toBe(false);
});
