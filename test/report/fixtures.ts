import {
  type AuditResult,
  beta,
  createRandom,
  empiricalEpsilonSync,
  guessByRank,
  type Observation,
  observe,
  tradeOff,
  verdict,
} from '../../src/index.ts';

interface Setting {
  readonly m: number;
  /** Claimed, and what the scores were made with. */
  readonly claim: string;
  readonly sigma: number;
  readonly guesses: readonly number[];
  readonly seed: string;
}

const DELTA = 1e-5;
const HASH = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';

/** An audit of a Gaussian sum of orthogonal canaries, put together from the library's parts. */
async function gaussianAudit({ m, claim, sigma, guesses, seed }: Setting): Promise<AuditResult> {
  const random = createRandom(seed);
  const included = Uint32Array.from({ length: m }, () => random.coin());
  const scores = Float64Array.from(included, (bit) => bit + sigma * random.normal());
  const play = (n: number): Observation =>
    observe(included, guessByRank(scores, n, 'both', random.split(n)), 2, n);
  const observations = guesses.map(play);
  const tau = 0.05;
  const tauEach = tau / guesses.length;
  const verdicts = await Promise.all(observations.map((seen) => verdict(seen, claim, { tau: tauEach })));
  const families: ['paper' | 'steinke', string][] = [
    ['paper', 'gaussian'],
    ['paper', 'approx-dp(delta=1e-5)'],
    ['steinke', 'approx-dp(delta=1e-5)'],
  ];
  const epsilon = (seen: Observation, method: 'paper' | 'steinke', family: string) =>
    empiricalEpsilonSync(seen, family, { tau: tauEach, deltas: [DELTA], method })[0];
  const budgets = Array.from({ length: 16 }, (_, i) => Math.round(8 * (m / 8) ** (i / 15)));
  const f = tradeOff(claim);
  return {
    schema: 'onerun-audit/1',
    observation: observations[0],
    observations,
    tau,
    tauEach,
    delta: DELTA,
    claim: f.name,
    tested: f.name,
    refuted: verdicts.some((found) => found.refuted),
    refutable: verdicts.some((found) => found.refutable),
    violation: 'gaussian(sigma=0.5)',
    power: 0.9996,
    tests: verdicts.flatMap((found, i) => found.tests.map((test) => ({ ...test, guesses: guesses[i] }))),
    results: families.map(([method, family]) =>
      observations
        .map((seen) => epsilon(seen, method, family))
        .reduce((a, b) => (b.epsilon > a.epsilon ? b : a)),
    ),
    checks: [
      { name: 'rows', passed: true, message: `${m} rows, every score a finite number, no id twice` },
      {
        name: 'fair draws',
        passed: true,
        message: `${included.reduce((a, b) => a + b, 0)} of ${m} canaries are in: fair draws do that (p = 0.62)`,
      },
    ],
    notes: [
      `the number of guesses was planned from ${m} canaries and the claim alone, without a look at the scores`,
    ],
    inputs: [{ name: 'runs/cifar10-dpsgd/scores.csv', sha256: HASH, rows: m }],
    plots: {
      histogram: histogram(scores, included),
      roc: {
        ...roc(scores, included),
        claimed: Array.from({ length: 101 }, (_, i) => [i / 100, beta(f, i / 100)] as const),
      },
      budgets: {
        curve: budgets.map((n) => [n, epsilon(play(n), 'paper', 'gaussian').epsilon] as const),
        chosen: observations.map(
          (seen) => [seen.guesses, epsilon(seen, 'paper', 'gaussian').epsilon] as const,
        ),
        family: 'gaussian',
      },
      claimEpsilon: f.epsilon(DELTA),
    },
  };
}

function histogram(scores: Float64Array, included: Uint32Array) {
  const [low, high, bins] = [Math.min(...scores), Math.max(...scores), 40];
  const edges = Array.from({ length: bins + 1 }, (_, i) => low + ((high - low) * i) / bins);
  const counts = [new Array<number>(bins).fill(0), new Array<number>(bins).fill(0)];
  scores.forEach((score, i) => {
    counts[included[i]][Math.min(bins - 1, Math.floor(((score - low) / (high - low)) * bins))]++;
  });
  return { edges, included: counts[1], excluded: counts[0] };
}

function roc(scores: Float64Array, included: Uint32Array) {
  const side = (bit: number) => scores.filter((_, i) => included[i] === bit).sort();
  const [outside, inside] = [side(0), side(1)];
  const line = (shift: number): [number, number][] => [
    [0, 1],
    ...Array.from({ length: 100 }, (_, i): [number, number] => {
      const threshold = outside[Math.floor((outside.length * (99 - i)) / 100)];
      const missed = inside.filter((score) => score < threshold).length / inside.length;
      const error = 2 * Math.sqrt((missed * (1 - missed)) / inside.length);
      return [(i + 1) / 100, Math.min(1, Math.max(0, missed + shift * error))];
    }),
  ];
  return { attack: line(0), lower: line(-1), upper: line(1) };
}

/** Half the claimed noise. */
export const refuted = () =>
  gaussianAudit({ m: 2000, claim: 'gaussian(sigma=1)', sigma: 0.5, guesses: [300], seed: 'refuted' });

/** As much noise as claimed. */
export const notRefuted = () =>
  gaussianAudit({ m: 2000, claim: 'gaussian(sigma=1)', sigma: 1, guesses: [200], seed: 'sound' });

/** Too few canaries for the claim. */
export const notRefutable = async (): Promise<AuditResult> => ({
  ...(await gaussianAudit({
    m: 20,
    claim: 'approx-dp(epsilon=8, delta=1e-5)',
    sigma: 1,
    guesses: [20],
    seed: 'few',
  })),
  power: 0,
  violation: 'approx-dp(epsilon=16, delta=1e-5)',
});

/** Several numbers of guesses that share tau. */
export const bonferroni = () =>
  gaussianAudit({
    m: 3000,
    claim: 'gaussian(sigma=1)',
    sigma: 0.6,
    guesses: [100, 300, 1000],
    seed: 'list',
  });

/** Which of eight candidates went in; nothing to plot but the bounds. */
export const reconstruction = async (): Promise<AuditResult> => {
  const observation = { m: 1000, k: 8, guesses: 400, correct: 131 };
  return {
    ...(await notRefuted()),
    observation,
    observations: [observation],
    tested: 'replace(gaussian(sigma=1))',
    refuted: false,
    power: null,
    violation: null,
    tests: [{ method: 'paper', guesses: 400, pValue: 0.37, refuted: false }],
    results: empiricalEpsilonSync(observation, 'gaussian', { deltas: [DELTA] }),
    notes: [],
    plots: { histogram: null, roc: null, budgets: null, claimEpsilon: 9.32 },
  };
};

/** Scores without a claim, from three runs. */
export const noClaim = async (): Promise<AuditResult> => {
  const sound = await notRefuted();
  const runs = [161, 158, 170].map((correct) => ({ ...sound.observation, correct }));
  return {
    ...sound,
    observations: runs,
    claim: null,
    tested: null,
    refuted: null,
    refutable: null,
    power: null,
    violation: null,
    tests: [],
    plots: { ...sound.plots, claimEpsilon: null, roc: null },
  };
};

/** A claim, a file and a message from someone who means harm. */
export const hostile = async (): Promise<AuditResult> => {
  const result = await refuted();
  const evil = '<script>alert("x")</script><img src=http://evil.example/x onerror=alert(1)>|`*_\n# @all';
  return {
    ...result,
    claim: evil,
    tested: `${evil}'`,
    refuted: null,
    violation: evil,
    checks: [...result.checks, { name: evil, passed: false, message: `the commitment is another: ${evil}` }],
    notes: [evil],
    results: result.results.map((row) => ({ ...row, family: evil })),
    inputs: [{ name: `${evil}.csv`, sha256: HASH, rows: 2000 }],
    plots: { ...result.plots, budgets: result.plots.budgets && { ...result.plots.budgets, family: evil } },
  };
};
