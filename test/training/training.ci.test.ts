import { beforeAll, describe, expect, test } from 'vitest';
import {
  CANARY_KINDS,
  calibratedLosses,
  evaluate,
  type Jax,
  type Records,
  splitData,
  type TrainSetting,
} from '../../src/training/index.ts';
import {
  halved,
  included,
  loadJax,
  mnist,
  QUICK,
  REAL_TRAININGS,
  refutedOf,
  trainedOn,
} from '../support/training.ts';

let jax: Jax;
let records: Records;
beforeAll(async () => {
  jax = await loadJax();
  records = halved(mnist(600));
});

const trained = (setting: TrainSetting) => trainedOn(jax, records, setting);

describe('training', () => {
  test('the same setting gives the same bits, another seed gives others', async () => {
    const setting: TrainSetting = {
      ...QUICK,
      hidden: [16],
      steps: 30,
      ema: 0.9,
      schedule: 'cosine',
      score: 'spread',
    };
    const whole = await trained(setting);
    const again = await trained(setting);
    expect(again.weights).toEqual(whole.weights);
    expect(again.scores()).toEqual(whole.scores());
    expect((await trained({ ...setting, seed: 'other' })).weights).not.toEqual(whole.weights);
  });

  test('learns', async () => {
    const trainer = await trained({ ...QUICK, noise: 0.3, rate: 0.2, canaries: 10 });
    const { accuracy, losses } = await evaluate(trainer.network, trainer.weights, records);
    expect(accuracy).toBeGreaterThan(0.75);
    expect(losses).toHaveLength(600);
    expect(trainer.loss).toBeLessThan(1);
  });

  test('ends where a gradient that is not finite was let through', async () => {
    const setting = { ...QUICK, bug: 'non-finite', canarySize: 1e39 } as const;
    await expect(trained(setting)).rejects.toThrow('the training diverged at step 2, where its loss is NaN');
  });

  test('the running average trails the weights', async () => {
    const plain = await trained({ ...QUICK, steps: 40 });
    const averaged = await trained({ ...QUICK, steps: 40, ema: 0.9 });
    const far = (weights: Float32Array) => Math.hypot(...weights);
    expect(far(averaged.weights)).toBeLessThan(far(plain.weights));
  });

  test('a training that diverges says so', async () => {
    await expect(trained({ ...QUICK, clip: 1e9, learningRate: 1e30 })).rejects.toThrow(
      'lower the learning rate',
    );
  });

  test('the scores of a sound run follow theory, whatever the ordinary records do', async () => {
    const setting = { ...QUICK, score: 'sum' as const, hidden: [16], canaries: 3000, clip: 0.5 };
    const scores = (await trained(setting)).scores() ?? new Float64Array();
    const inside = included(setting);
    const { noise, rate, steps, clip } = setting;
    for (const side of [0, 1]) {
      const own = Array.from(scores).filter((_, i) => inside[i] === side);
      const mean = own.reduce((a, b) => a + b, 0) / own.length;
      const variance = own.reduce((a, b) => a + (b - mean) ** 2, 0) / (own.length - 1);
      const spread = steps * clip * clip * (noise * noise + side * rate * (1 - rate));
      expect(Math.abs(mean - side * steps * rate * clip)).toBeLessThan(3.9 * Math.sqrt(spread / own.length));
      expect(Math.abs(variance / spread - 1)).toBeLessThan(3.9 * Math.sqrt(2 / own.length));
    }
  });
});

// Ten of each are in test/long/training.long.ts.
const TRAININGS = 4;
describe(`${TRAININGS} real trainings each`, () => {
  test.each(REAL_TRAININGS)('%s', async (_, bug, more) => {
    const count = await refutedOf(TRAININGS, jax, records, { ...QUICK, ...more, bug });
    expect(count).toBe(bug === null ? 0 : TRAININGS);
  });
});

describe('black-box canaries', () => {
  const setting: TrainSetting = {
    ...QUICK,
    attack: 'black-box',
    canaries: 150,
    noise: 1e-6,
    clip: 100,
    rate: 0.5,
    hidden: [32],
  };

  test.each(CANARY_KINDS)(
    '%s images that a noiseless training learned have lower losses',
    async (canaryKind) => {
      const asked = { ...setting, canaryKind };
      const split = splitData(records, 10, asked);
      const trainer = await trained(asked);
      expect(trainer.scores()).toBeNull();
      const losses = await calibratedLosses(jax, trainer.network, trainer.weights, split, asked);
      const inside = included(asked);
      const meanOf = (side: number) => {
        const own = Array.from(losses).filter((_, i) => inside[i] === side);
        return own.reduce((a, b) => a + b, 0) / own.length;
      };
      expect(meanOf(1)).toBeLessThan(meanOf(0) - 0.5);
    },
  );

  test('canaries, reference and ordinary records do not overlap; labels are wrong', () => {
    const { data, reference } = splitData(records, 10, setting);
    const sizes = [data.ordinary, data.canaries, reference].map((part) => part?.labels.length);
    expect(sizes).toEqual([390, 150, 60]);
    data.canaries?.labels.forEach((label, i) => {
      expect(label).not.toBe(records.labels[390 + i]);
      expect(label).toBeLessThan(10);
    });
    expect(() => splitData(records, 10, { ...setting, canaries: 600 })).toThrow('leave nothing');
  });
});

test('more canaries than coordinates are refused', () => {
  expect(() => splitData(records, 10, { ...QUICK, canaries: 1971 })).toThrow('the model has 1970: 1971');
});
