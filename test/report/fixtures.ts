import { type AuditOptions, audit, type MembershipScores } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

const HASH = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
const input = (rows: number, name = 'runs/cifar10-dpsgd/scores.csv') => ({
  name,
  sha256: HASH,
  rows,
  scoreColumn: 'score',
});

/** The scores of a Gaussian sum of orthogonal canaries. */
function noisySum(m: number, sigma: number, seed: string): MembershipScores {
  const random = createRandom(seed);
  const included = Uint8Array.from({ length: m }, () => random.coin());
  const scores = Float64Array.from(included, (bit) => bit + sigma * random.normal());
  return { kind: 'membership', scores, included };
}

const USUAL: AuditOptions = {
  claim: 'gaussian(sigma=1)',
  methods: ['paper', 'steinke'],
  seed: 'ties',
  provenance: { version: '0.1.0', command: 'onerun audit scores.csv' },
};

const audited = (m: number, sigma: number, seed: string, options: AuditOptions) =>
  audit([{ input: input(m), scores: noisySum(m, sigma, seed) }], { ...USUAL, ...options });

/** Half the claimed noise. */
export const refuted = () => audited(2000, 0.5, 'refuted', {});

/** As much noise as claimed. */
export const notRefuted = () => audited(2000, 1, 'sound', { guesses: [200] });

/** Scores that have nothing to do with who was in. */
export const blind = () => {
  const random = createRandom('blind');
  const { scores, included } = noisySum(1000, 1, 'blind');
  const noise = { kind: 'membership' as const, scores: scores.map(() => random.normal()), included };
  return audit([{ input: input(1000), scores: noise }], USUAL);
};

/** Too few canaries for the claim. */
export const notRefutable = () =>
  audited(20, 1, 'few', { claim: 'approx-dp(epsilon=8, delta=1e-5)', guesses: [20] });

/** Several numbers of guesses that share tau. */
export const bonferroni = () => audited(3000, 0.6, 'list', { guesses: [100, 300, 1000] });

/** Several numbers of guesses, of which the last refutes and the first cannot. */
export const severalNumbers = () => audited(2000, 0.5, 'refuted', { guesses: [4, 300] });

/** Scores that point the other way. */
export const reversed = () => {
  const { scores, included } = noisySum(1000, 0.5, 'losses');
  const losses = { kind: 'membership' as const, scores: scores.map((score) => -score), included };
  return audit([{ input: input(1000), scores: losses }], USUAL);
};

/** Rounded scores, so that many are equal at the cut and the draw among them decides. */
export const tied = () => {
  const { scores, included } = noisySum(1000, 0.75, 'tied');
  const rounded = { kind: 'membership' as const, scores: scores.map((score) => Math.round(score)), included };
  return audit([{ input: input(1000), scores: rounded }], { ...USUAL, guesses: [100] });
};

/** Which of eight candidates went in; nothing to plot but the bounds. */
export const reconstruction = () => {
  const random = createRandom('candidates');
  const truth = Uint32Array.from({ length: 1000 }, () => random.integer(8));
  const guesses = Int32Array.from(truth, (one) => (random.bernoulli(0.23) ? one : random.integer(8)));
  const confidence = Float64Array.from(truth, () => random.uniform());
  const scores = { kind: 'reconstruction' as const, k: 8, truth, guesses, confidence };
  return audit([{ input: input(1000), scores }], { ...USUAL, guesses: [400] });
};

/** Scores without a claim, from three runs. */
export const noClaim = () => {
  const { claim: _, ...options } = USUAL;
  const runs = [1, 2, 3].map((run) => ({
    input: input(2000, `run-${run}.csv`),
    scores: noisySum(2000, 1, `run ${run}`),
  }));
  return audit(runs, { ...options, guesses: [200], atLeast: 150 });
};

/** Runs with half the claimed noise, which together refute what was claimed. */
export const severalRuns = (count = 5, m = 1000) =>
  audit(
    Array.from({ length: count }, (_, i) => ({
      input: input(m, `run-${i + 1}.csv`),
      scores: noisySum(m, 0.5, `half ${i}`),
    })),
    {
      ...USUAL,
      guesses: [m / 10],
      atLeast: Math.floor(0.095 * m),
      fixedBy: { guesses: 'plan', atLeast: 'plan' },
    },
  );

const EVIL = '<script>alert("x")</script><img src=http://evil.example/x onerror=alert(1)>|`*_\n# @all';
const evilInput = (name: string) => ({ name, sha256: HASH, rows: 2000, scoreColumn: EVIL });
const EVIL_OPTIONS: AuditOptions = {
  ...USUAL,
  guesses: [200],
  provenance: { version: '0.1.0', command: EVIL, departures: [EVIL] },
};

/** A file, a column, a command and a departure from someone who means harm. */
export const hostileNames = () =>
  audit([{ input: evilInput(`${EVIL}.csv`), scores: noisySum(2000, 0.5, 'evil') }], EVIL_OPTIONS);

/** The same in two runs whose coins were not fair: the check that fails names the file. */
export const hostile = () => {
  const unfair = (seed: string): MembershipScores => {
    const random = createRandom(seed);
    const included = Uint8Array.from({ length: 2000 }, () => (random.bernoulli(0.9) ? 1 : 0));
    const scores = Float64Array.from(included, (bit) => bit + random.normal());
    return { kind: 'membership', scores, included };
  };
  const runs = ['a', 'b'].map((name) => ({ input: evilInput(`${EVIL}${name}.csv`), scores: unfair(name) }));
  return audit(runs, { ...EVIL_OPTIONS, atLeast: 150 });
};

/** Half the claimed noise, at a level of one in a hundred million. */
export const surelyRefuted = () => audited(2000, 0.5, 'refuted', { tau: 1e-8 });
