import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';

/** How a mechanism departs from what it claims; `SOUND` does not. */
export interface Flaws {
  /** The noise that is added, as a share of the noise that is claimed. */
  readonly noiseShare: number;
  /** The noise is divided by the batch size once more than the sum. */
  readonly noiseOverBatch: boolean;
  /** The share of steps that get no noise at all. */
  readonly noiseless: number;
  /** Every step adds the same noise again. */
  readonly sameNoise: boolean;
  /** Whether each record is clipped, only the average of a batch, or nothing. */
  readonly clipping: 'each' | 'average' | 'off';
  /** Records whose gradient is NaN or infinite are clipped and summed like others, not left out. */
  readonly nonFinite: boolean;
  /** The sum is divided by the number of records in the batch, not by the expected number. */
  readonly realisedBatch: boolean;
  /**
   * Whether each record comes into a batch by its own coin, or batches are taken in turn: in order, or
   * shuffled.
   */
  readonly batches: 'poisson' | 'fixed' | 'shuffled';
}

const SOUND: Flaws = {
  noiseShare: 1,
  noiseOverBatch: false,
  noiseless: 0,
  sameNoise: false,
  clipping: 'each',
  nonFinite: false,
  realisedBatch: false,
  batches: 'poisson',
};

interface Bug {
  /** What went wrong, as one would find it in the code. */
  readonly what: string;
  readonly flaws: Partial<Flaws>;
  /** Whether a single noisy sum can have it, or only training. */
  readonly inSums: boolean;
}

/** Realistic bugs by name. */
export const ZOO = {
  'half-noise': { what: 'noise scaled by 1/2', flaws: { noiseShare: 0.5 }, inSums: true },
  'sqrt2-sensitivity': {
    what: 'noise calibrated to a sensitivity too small by sqrt(2)',
    flaws: { noiseShare: Math.SQRT1_2 },
    inSums: true,
  },
  'short-noise': { what: 'noise short by 30%', flaws: { noiseShare: 0.7 }, inSums: true },
  'skipped-noise': { what: 'noise forgotten on one step in ten', flaws: { noiseless: 0.1 }, inSums: false },
  'noise-over-batch': {
    what: 'noise divided by the batch size twice',
    flaws: { noiseOverBatch: true },
    inSums: false,
  },
  'same-noise': { what: 'the same noise seed at every step', flaws: { sameNoise: true }, inSums: false },
  'clip-average': {
    what: 'the average of a batch is clipped, not each record',
    flaws: { clipping: 'average' },
    inSums: false,
  },
  'no-clip': { what: 'clipping off', flaws: { clipping: 'off' }, inSums: true },
  'non-finite': {
    what: 'gradients that are NaN or infinite let through',
    flaws: { nonFinite: true },
    inSums: false,
  },
  'realised-batch': {
    what: 'the sum divided by the number of records in the batch, not by the expected one',
    flaws: { realisedBatch: true },
    inSums: false,
  },
  'fixed-batches': {
    what: 'batches in the order of the data, sold as Poisson sampling',
    flaws: { batches: 'fixed' },
    inSums: false,
  },
  'shuffled-batches': {
    what: 'batches of data shuffled for every epoch, sold as Poisson sampling',
    flaws: { batches: 'shuffled' },
    inSums: false,
  },
} as const satisfies Record<string, Bug>;

export type BugName = keyof typeof ZOO;

/** A bug's name as typed; `undefined` stays a sound mechanism. */
export function bugNamed(name: string | undefined): BugName | undefined {
  if (name === undefined || Object.hasOwn(ZOO, name)) return name as BugName | undefined;
  throw new InvalidInput(`unknown bug: ${quoted(String(name))} (one of ${Object.keys(ZOO).join(', ')})`);
}

export function flawsOf(bug: BugName | undefined): Flaws {
  return bug === undefined ? SOUND : { ...SOUND, ...ZOO[bug].flaws };
}

/** The flaws of a bug that a mechanism with a single release can have. */
export function flawsOfSum(mechanism: string, bug: BugName | undefined): Flaws {
  if (bug !== undefined && !ZOO[bug].inSums)
    throw new InvalidInput(
      `invalid bug; ${mechanism} has no ${missingPart(ZOO[bug].what)}, try the mechanism dpsgd: ${bug}`,
      ['mechanism'],
    );
  return flawsOf(bug);
}

/** What a mechanism with a single release lacks, so that it cannot have the bug. */
function missingPart(what: string): string {
  if (what.includes('batch')) return 'batches';
  return what.includes('gradient') ? 'gradients' : 'steps';
}
