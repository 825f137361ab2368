import { clopperPearsonLower, clopperPearsonUpper, createRandom } from '../../src/numerics/index.ts';
import type { Scored } from './cuts.ts';
import { type Audit, auditOf, RULES, type Rule } from './rules.ts';

/** How often a rule says that epsilon is above 0 where it is 0 at the stated delta. */
export interface FalseAlarms {
  readonly rule: Rule;
  readonly games: number;
  readonly alarms: number;
  /** Clopper and Pearson's interval for the rate, at 99%. */
  readonly lower: number;
  readonly upper: number;
  /** The middle one of the epsilons that were reported above 0; null where there was none. */
  readonly typical: number | null;
}

/** A mechanism that is (0, delta)-DP: what it shows of the coins, and the delta that every rule is told. */
export interface Harmless {
  readonly name: string;
  readonly delta: number;
  play(seed: string, m: number): Scored;
  /** Whether a rule has something to say about this mechanism: a Gaussian's curve does not fit every one. */
  concerns(rule: Rule): boolean;
}

const blind = (seed: string, m: number): Scored => {
  const coins = createRandom(seed).split('coins');
  const noise = createRandom(seed).split('noise');
  return {
    included: Uint8Array.from({ length: m }, () => coins.coin()),
    scores: Float64Array.from({ length: m }, () => noise.uniform()),
  };
};

const TELLS_ALL = 0.08;

export const NOTHING_LEAKS: Harmless = {
  name: 'nothing leaks',
  delta: 1e-5,
  play: blind,
  concerns: () => true,
};

/** With a small probability it tells every coin at once, otherwise nothing: canaries interact. */
export const ALL_OR_NOTHING: Harmless = {
  name: 'all or nothing',
  delta: TELLS_ALL,
  play(seed, m) {
    const data = blind(seed, m);
    const tells = createRandom(seed).split('tells').uniform() < TELLS_ALL;
    return tells ? { ...data, scores: data.scores.map((score, i) => score + 2 * data.included[i]) } : data;
  },
  concerns: ({ key }) => !/gaussian|fdp/.test(key),
};

/** Plays so many seeded games of m canaries and asks every rule; how many epsilons are kept for the middle one. */
export function falseAlarms(
  harmless: Harmless,
  m: number,
  guesses: number,
  games: number,
  kept = 200,
): FalseAlarms[] {
  const rules = RULES.filter((rule) => harmless.concerns(rule));
  const alarms = rules.map(() => 0);
  const epsilons: number[][] = rules.map(() => []);
  for (let game = 0; game < games; game++) {
    const audit = auditOf(harmless.play(`${harmless.name} ${m} ${game}`, m), guesses, 'both', harmless.delta);
    rules.forEach((rule, i) => {
      const epsilon = epsilonOrNull(rule, audit, epsilons[i].length < kept);
      if (epsilon === null) return;
      alarms[i]++;
      if (epsilon > 0) epsilons[i].push(epsilon);
    });
  }
  return rules.map((rule, i) => ({
    rule,
    games,
    alarms: alarms[i],
    lower: clopperPearsonLower(alarms[i], games, 0.005),
    upper: clopperPearsonUpper(alarms[i], games, 0.005),
    typical: middle(epsilons[i]),
  }));
}

/** The epsilon of a rule that raises an alarm, 0 where it is not asked for, null where there is no alarm. */
function epsilonOrNull(rule: Rule, audit: Audit, wanted: boolean): number | null {
  const known = rule.alarms?.(audit);
  if (known === false) return null;
  if (known === true && !wanted) return 0;
  const epsilon = rule.epsilon(audit);
  return epsilon > 0 ? epsilon : null;
}

function middle(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)];
}
