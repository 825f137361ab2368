import { expect } from 'vitest';
import { type AuditOptions, audit, InvalidInput } from '../../../src/index.ts';
import { type ByteSource, type ReadRun, readRun, readRunPair } from '../../../src/io/index.ts';
import {
  clopperPearsonLower,
  clopperPearsonUpper,
  createRandom,
  type Random,
} from '../../../src/numerics/index.ts';

/** What one run leaves behind. */
export type RunFiles =
  | { readonly scores: ByteSource; readonly assignment?: ByteSource }
  | { readonly members: ByteSource; readonly others: ByteSource };

/** A mechanism that keeps its claim, and how it is audited. */
export interface Audited {
  readonly claim: string;
  readonly design: Pick<AuditOptions, 'guesses' | 'sides' | 'lowerIsIn' | 'atLeast' | 'tau'>;
  /** How many options each canary has, where the reader is told. */
  readonly options?: number;
  /** Draws the coins, runs the mechanism, and writes the files of all runs. */
  play(random: Random): readonly RunFiles[];
  /** The exact probability that the audit refutes, where the mechanism is simple enough to know it. */
  readonly rate?: number;
  /** Whether the audit draws a tie-break of its own instead of one that follows from the seed. */
  readonly freshTies?: boolean;
  /** A file that has to be refused, and with which words. */
  readonly refusal?: string;
}

/** What goes on around the mechanism: how rows are ordered, guesses made, files written. */
export interface Situation {
  readonly name: string;
  /** Built when needed: some search for the worst law of their claim. */
  readonly mechanisms: Readonly<Record<string, () => Audited>>;
}

const TAU = 0.05;
/** One side of every confidence interval; what no seed fixes fails by chance less than once in a million runs. */
const ALPHA = 0.001;
const FRESH_ALPHA = 1e-6;

/** Plays whole audits of a true claim, from coins to the verdict, and expects few enough false refutations. */
export async function expectSound(name: string, audited: Audited, games: number): Promise<string> {
  const { rate, refusal, design, freshTies = false } = audited;
  const tau = design.tau ?? TAU;
  const alpha = freshTies ? FRESH_ALPHA : ALPHA;
  const { refuted, refusals } = await refutations(name, audited, games);
  const seen = `${refuted} of ${games} refuted`;
  expect(clopperPearsonLower(refuted, games, ALPHA), seen).toBeLessThanOrEqual(tau);
  for (const words of refusals) expect(words).toContain(refusal ?? 'no file was to be refused');
  expect(refusals.length).toBe(refusal === undefined ? 0 : games);
  if (rate !== undefined) {
    expect(rate).toBeLessThanOrEqual(tau);
    expect(clopperPearsonLower(refuted, games, alpha), seen).toBeLessThanOrEqual(rate);
    expect(clopperPearsonUpper(refuted, games, alpha), seen).toBeGreaterThanOrEqual(rate);
  }
  return rate === undefined ? seen : `${seen}, exactly ${(100 * rate).toFixed(2)}% in the long run`;
}

/** A situation shows something only if one of its mechanisms is refuted about as often as a true claim may be. */
export function expectSharp({ mechanisms }: Situation): void {
  const shares = Object.values(mechanisms).map((make) => {
    const { rate = 0, design } = make();
    return rate / (design.tau ?? TAU);
  });
  expect(Math.max(...shares)).toBeGreaterThanOrEqual(0.5);
}

async function refutations(name: string, audited: Audited, games: number) {
  const { claim, design, freshTies = false } = audited;
  let refuted = 0;
  const refusals: string[] = [];
  for (let game = 0; game < games; game++) {
    const seed = `${name} ${game}`;
    try {
      const runs: ReadRun[] = [];
      for (const files of audited.play(createRandom(seed))) runs.push(await read(files, audited.options));
      const result = audit(runs, {
        ...design,
        claim,
        families: [],
        plots: false,
        ...(!freshTies && { seed: `ties ${seed}` }),
      });
      if (result.outcome === 'refuted') refuted++;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      refusals.push(error.message);
    }
  }
  return { refuted, refusals };
}

function read(files: RunFiles, options: number | undefined): Promise<ReadRun> {
  if ('members' in files) return readRunPair(files.members, files.others);
  return readRun(files.scores, {
    ...(options !== undefined && { options }),
    ...(files.assignment && { assignment: files.assignment }),
  });
}
