import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { keptSeeds } from '../../web/src/drawn-seeds.ts';
import { auditFiles, type FilesToRead } from '../../web/src/work/audit.ts';
import { csv } from '../io/files.ts';

const random = createRandom('drawn seeds');
const included = Array.from({ length: 400 }, () => random.coin());
const id = included.map((_, i) => i);
/** Two values only: which of the equal scores are guessed is drawn. */
const score = included.map((bit) => (random.uniform() < 0.9 ? bit : 1 - bit));

let keys = 0;

function reading(...files: (readonly [role: 'scores' | 'assignment', text: Uint8Array])[]): FilesToRead {
  const given = files.map(([role, text]) => ({
    key: ++keys,
    role,
    file: new File([new Uint8Array(text)], `${role}.csv`),
  }));
  return { files: given, folders: [], options: {}, typed: {}, departFromPlan: false };
}

/** What the page does when Audit is pressed. */
async function pressed(read: FilesToRead, seeds: ReturnType<typeof keptSeeds>, seed?: string) {
  const options = { claim: 'gaussian(sigma=1)', families: [], ...(seed === undefined ? {} : { seed }) };
  const result = await auditFiles(read, options, () => {}, seeds.known());
  seeds.note(result);
  return { right: result.runs[0].observations[0].correct, ...result.provenance };
}

function memoryStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('an audit that is repeated repeats its draw among equal scores, also when the page is loaded again', async () => {
  const store = memoryStore();
  const seeds = keptSeeds(() => store);
  const one = reading(['scores', csv({ id, score, included })]);
  const first = await pressed(one, seeds);
  expect(first.seedFrom).toBe('fresh');
  for (const tab of [seeds, keptSeeds(() => store)])
    expect(await pressed(one, tab)).toMatchObject({
      right: first.right,
      seed: first.seed,
      seedFrom: 'fresh',
    });
  // A seed that is stated is taken, and changes nothing of what was drawn.
  expect(await pressed(one, seeds, 'mine')).toMatchObject({ seed: 'mine', seedFrom: 'stated' });
  expect((await pressed(one, seeds)).seed).toBe(first.seed);
  // Another tab draws for itself, and so do other scores and other coins.
  const scores = ['scores', csv({ id, score })] as const;
  const other = included.map((bit, i) => (i < 2 ? 1 - bit : bit));
  const drawn = [
    first,
    await pressed(one, keptSeeds(memoryStore)),
    await pressed(reading(scores, ['assignment', csv({ id, included })]), seeds),
    await pressed(reading(scores, ['assignment', csv({ id, included: other })]), seeds),
  ];
  expect(new Set(drawn.map(({ seed }) => seed)).size).toBe(4);
});
