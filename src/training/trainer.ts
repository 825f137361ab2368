import { InvalidInput } from '../errors.ts';
import {
  type DiracCanaries,
  drawCoordinates,
  type Flaws,
  flawsOf,
  presentSlots,
  release,
  sampleBatch,
  WhiteBox,
} from '../mechanisms/index.ts';
import { createRandom, type Random } from '../numerics/index.ts';
import { type Jax, Network, NO_CLIP } from './network.ts';
import { chunksOf, countOf, type Records } from './records.ts';
import { scheduled } from './schedule.ts';
import { checkSetting, slotsOf, type TrainSetting } from './setting.ts';
import { firstWeights } from './weights.ts';

/** What the training works on. */
export interface TrainingData {
  /** The records that are not canaries. */
  readonly ordinary: Records;
  /** Black-box canaries, one per slot; null where canaries are gradients. */
  readonly canaries: Records | null;
  readonly classes: number;
}

/**
 * DP-SGD, one step at a time: Poisson batches, per-record clipping, Gaussian noise, canaries as records like
 * others.
 */
export class Trainer {
  readonly network: Network;
  private readonly setting: TrainSetting;
  private readonly data: TrainingData;
  private readonly flaws: Flaws;
  private readonly random: Random;
  private readonly present: Uint8Array;
  private readonly dirac: DiracCanaries | null;
  private readonly auditor: WhiteBox | null;
  /** The expected size of a batch, which does not depend on who is in it. */
  private readonly expected: number;
  private taken = 0;
  private raw: Float32Array;
  private average: Float32Array | null;
  private recent = Number.NaN;

  constructor(jax: Jax, setting: TrainSetting, data: TrainingData, assignment: ArrayLike<number>) {
    checkSetting(setting);
    this.setting = setting;
    this.data = data;
    this.flaws = flawsOf(setting.bug ?? undefined);
    this.random = createRandom(setting.seed).split('training');
    this.present = presentSlots(assignment, setting.options);
    this.expected = Math.max(1, setting.rate * countOf(data.ordinary));
    const sizes = [data.ordinary.width, ...setting.hidden, data.classes];
    this.network = new Network(jax, sizes, chunkSize(this.expected));
    this.dirac = data.canaries === null ? this.drawDirac() : null;
    this.auditor = this.dirac === null ? null : new WhiteBox(setting.score, setting, this.dirac);
    this.raw = firstWeights(sizes, this.random.split('weights'));
    this.average = setting.ema === null ? null : this.raw.slice();
  }

  get step(): number {
    return this.taken;
  }

  /** The mean loss of recent batches. */
  get loss(): number {
    return this.recent;
  }

  get done(): boolean {
    return this.taken >= this.setting.steps;
  }

  /** The weights to use: the running average where there is one. */
  get weights(): Float32Array {
    return this.average ?? this.raw;
  }

  /** The white-box scores, one per slot; null where canaries are records. */
  scores(): Float64Array | null {
    return this.auditor?.scores() ?? null;
  }

  /** Does one step and returns how many records were in its batch. */
  async next(): Promise<number> {
    const { setting, random } = this;
    const step = this.taken;
    const { sum, count } = await this.batchSum(step);
    const released = release(
      step,
      { sum, count, expected: this.expected },
      this.dirac,
      setting,
      this.flaws,
      random,
    );
    this.auditor?.see(step, released);
    const rate = (setting.learningRate * scheduled(setting.schedule, step, setting.steps)) / this.expected;
    const { raw: weights, average } = this;
    for (let i = 0; i < weights.length; i++) weights[i] -= rate * released.update[i];
    if (average !== null) {
      const decay = setting.ema ?? 0;
      for (let i = 0; i < weights.length; i++) average[i] = decay * average[i] + (1 - decay) * weights[i];
    }
    this.taken++;
    return count;
  }

  /** The sum of the batch's clipped gradients, canary images that are in included. */
  private async batchSum(step: number): Promise<{ sum: Float64Array; count: number }> {
    const { data, network, setting, flaws } = this;
    const clip = flaws.clipping === 'each' ? setting.clip : NO_CLIP;
    const sum = new Float64Array(network.dimension);
    let [count, loss] = [0, 0];
    network.load(this.raw);
    for (const [name, records] of [
      ['batches', data.ordinary],
      ['canary batches', data.canaries],
    ] as const) {
      if (records === null) continue;
      const coins = this.random.split(name);
      let chosen = sampleBatch(countOf(records), step, setting.rate, flaws.batches, coins);
      if (records === data.canaries) chosen = chosen.filter((i) => this.present[i] === 1);
      for (const chunk of chunksOf(records, chosen, network.chunk, data.classes)) {
        const found = await network.gradients(chunk, clip);
        for (let i = 0; i < sum.length; i++) sum[i] += found.sum[i];
        for (const x of found.losses) loss += x;
        count += chunk.count;
      }
    }
    const mean = loss / Math.max(1, count);
    if (!Number.isFinite(mean))
      throw new InvalidInput(
        `the training diverged at step ${step + 1}, where its loss is ${mean}: lower the learning rate`,
        ['learningRate'],
      );
    if (count > 0) this.recent = Number.isNaN(this.recent) ? mean : 0.9 * this.recent + 0.1 * mean;
    return { sum, count };
  }

  private drawDirac(): DiracCanaries {
    const { setting, present, network, random } = this;
    const coordinates = drawCoordinates(slotsOf(setting), network.dimension, random.split('coordinates'));
    return { coordinates, present, size: setting.canarySize };
  }
}

/** The chunk size: about a quarter of a batch, so that little is padded; a power of 2 from 16 to 256. */
function chunkSize(expected: number): number {
  return 2 ** Math.min(8, Math.max(4, Math.ceil(Math.log2(expected / 4))));
}
