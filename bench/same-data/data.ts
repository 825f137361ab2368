import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { audit } from '../../src/audit/index.ts';
import { createRandom, type Random } from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import type { Scored } from './cuts.ts';

/** Scores with what is claimed of them, and the design that was fixed before they were seen. */
export interface Recorded {
  readonly name: string;
  readonly data: Scored;
  readonly claim: string;
  /** The epsilon that the claim allows at delta. */
  readonly allowed: number;
  readonly outcome: string;
  readonly guesses: number;
  readonly sides: Sides;
}

const DELTA = 1e-5;
const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));

/** Run folders and score files of examples/; a claim where the file itself states none. */
const FILES: readonly (readonly [path: string, claim?: string])[] = [
  ['sound.csv', 'gaussian(sigma=1)'],
  ['half-noise.csv', 'gaussian(sigma=1)'],
  ['mnist'],
  ['mnist-half-noise'],
  ['cifar10/epsilon-1'],
  ['cifar10/epsilon-8'],
  ['cifar10/epsilon-16'],
  ['cifar10/broken'],
  ['opacus/runs/honest'],
  ['opacus/runs/half-noise'],
  ['opacus/runs/no-clip'],
  ['jax/honest'],
  ['jax/half-noise'],
  ['llm/dp'],
  ['llm/leak'],
];

/** Made-up scores of 1,000 canaries: what adds to the score of a canary that is in. */
const MADE: readonly (readonly [
  name: string,
  claim: string,
  draw: (bit: number, random: Random) => number,
])[] = [
  ['made up: nothing leaks', 'perfect()', (_, random) => random.normal()],
  ['made up: Gaussian noise, sigma 1', 'gaussian(sigma=1)', (bit, random) => bit + random.normal()],
  [
    'made up: randomised response, epsilon 1',
    'pure-dp(epsilon=1)',
    (bit, random) => (random.uniform() < Math.E / (1 + Math.E) ? bit : 1 - bit),
  ],
];

/** All data, or those of these names. */
export function recordedData(names?: readonly string[]): Recorded[] {
  const wanted = ([name]: readonly [string, ...unknown[]]) => names === undefined || names.includes(name);
  return [
    ...FILES.filter(wanted).map(([path, claim]) =>
      claim === undefined ? runFolder(path) : scoreFile(path, claim),
    ),
    ...MADE.filter(wanted).map(([name, claim, draw]) => designed(name, madeUp(name, 1000, draw), claim, {})),
  ];
}

/** Coins and scores of so many canaries, from a seed that is the name. */
function madeUp(seed: string, m: number, draw: (bit: number, random: Random) => number): Scored {
  const coins = createRandom(seed).split('coins');
  const noise = createRandom(seed).split('noise');
  const included = Uint8Array.from({ length: m }, () => coins.coin());
  return { included, scores: Float64Array.from(included, (bit) => draw(bit, noise)) };
}

interface Manifest {
  readonly claim: string;
  readonly scores: string;
  readonly assignment: string;
  readonly scoreColumn?: string;
  readonly sides?: Sides;
  readonly guesses?: number[];
}

function runFolder(path: string): Recorded {
  const manifest = JSON.parse(readFileSync(`${FOLDER}${path}/manifest.json`, 'utf8')) as Manifest;
  const scores = columns(`${path}/${manifest.scores}`);
  const coins = columns(`${path}/${manifest.assignment}`);
  const coinOf = new Map(coins.id.map((id, i) => [id, Number(coins.included[i])]));
  const data = {
    scores: Float64Array.from(scores[manifest.scoreColumn ?? 'score'], Number),
    included: Uint8Array.from(scores.id, (id) => coinOf.get(id) ?? Number.NaN),
  };
  return designed(path, data, manifest.claim, manifest);
}

function scoreFile(path: string, claim: string): Recorded {
  const { score, included } = columns(path);
  const data = { scores: Float64Array.from(score, Number), included: Uint8Array.from(included, Number) };
  return designed(path, data, claim, {});
}

/** The guesses are the file's own, or what onerun plans from the number of canaries and the claim alone. */
function designed(
  name: string,
  data: Scored,
  claim: string,
  { sides = 'both', guesses }: Partial<Manifest>,
): Recorded {
  const options = { claim, sides, delta: DELTA, seed: 'same data', plots: false };
  const result = audit(
    { kind: 'membership', ...data },
    guesses === undefined ? options : { ...options, guesses },
  );
  return {
    name,
    data,
    claim,
    allowed: result.claim?.epsilon ?? Number.NaN,
    outcome: result.outcome,
    guesses: result.runs[0].observations[0].guesses,
    sides,
  };
}

/** The columns of a CSV file by their names. */
function columns(path: string): Record<string, string[]> {
  const [head, ...rows] = readFileSync(`${FOLDER}${path}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return Object.fromEntries(head.map((name, i) => [name, rows.map((row) => row[i])]));
}
