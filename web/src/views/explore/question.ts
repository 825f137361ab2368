import { type BenchAnswer, largestProved, standing } from '../../../../src/bench/index.ts';
import {
  type AuditOutcome,
  type BoundResult,
  InvalidInput,
  type Observation,
  ownFamily,
  parseClaim,
  type Side,
  usualFamilies,
} from '../../../../src/index.ts';
import { checkObservation, checkTau, readNumber, relationCompared } from '../../../../src/io/index.ts';
import { shellCommand } from '../../../../src/report/index.ts';
import { understood } from '../../parts/claim.tsx';
import { messageOf } from '../../parts/problem.tsx';

/** So many canaries are made up; of more only the counts are looked at. */
export const MOST_DRAWN = 1_000_000;

export const USUAL_EXPLORE = {
  m: '1000',
  k: '2',
  guesses: '100',
  correct: '90',
  sides: 'both',
  tau: '0.05',
  delta: '1e-5',
  form: 'gaussian',
  claim: 'gaussian(sigma=1)',
  /** The cuts that were moved by hand, as `top,bottom`; empty for those of the counts. */
  cuts: '',
  /** What the canaries are drawn with, and whether the claim is true there or broken. */
  seed: '1',
  truth: '',
  /** Whether the corner of the trade-off is shown: `log`, or nothing. */
  axes: '',
};

export type ExploreSettings = Readonly<typeof USUAL_EXPLORE>;

/** What the settings say, understood. */
export interface ExploreDesign {
  readonly design: Omit<Observation, 'correct'>;
  /** Null for as many as the drawn canaries have. */
  readonly correct: number | null;
  readonly tau: number;
  readonly delta: number;
  readonly claim: string;
  readonly families: readonly string[];
}

/** What is explored, or why it cannot be. */
export function exploreDesign(settings: ExploreSettings): {
  design: ExploreDesign | null;
  problem: string | null;
} {
  try {
    const design = {
      m: readNumber('canaries', settings.m),
      k: readNumber('options', settings.k),
      guesses: readNumber('guesses', settings.guesses),
      ...sideOf(settings),
    };
    const correct = settings.correct === '' ? null : readNumber('correct', settings.correct);
    checkObservation({ ...design, correct: correct ?? 0 });
    if (correct === null && design.m > MOST_DRAWN)
      throw new InvalidInput(`invalid canaries; at most ${MOST_DRAWN} are drawn: ${design.m}`);
    const tau = readNumber('tau', settings.tau);
    checkTau(tau);
    const delta = readNumber('delta', settings.delta);
    const { text: claim, problem } = understood(settings.claim);
    if (problem !== null) return { design: null, problem };
    return {
      design: { design, correct, tau, delta, claim, families: usualFamilies(claim, [delta]) },
      problem: null,
    };
  } catch (error) {
    return { design: null, problem: messageOf(error) };
  }
}

/** The settings whose counts are those of an observation. */
export function withCounts(settings: ExploreSettings, seen: Observation | null): ExploreSettings {
  if (seen === null) return settings;
  return {
    ...settings,
    guesses: String(seen.guesses),
    correct: String(seen.correct),
    sides: seen.k > 2 ? settings.sides : (seen.sides ?? 'both'),
  };
}

/** The side that all guesses are on, where they are on one: a choice among candidates has none. */
function sideOf({ k, sides }: ExploreSettings): { readonly sides?: Side } {
  return Number(k) === 2 && (sides === 'in' || sides === 'out') ? { sides } : {};
}

/** What is known so far, in the form of `onerun bound`; null before the claim is. */
export function boundReport(answer: BenchAnswer): (BoundResult & { readonly delta: number }) | null {
  const { question, claimName, claimEpsilon, tests, standing: worth, reversed, results, notes } = answer;
  if (claimName === null || claimEpsilon === null) return null;
  const { observation, tau, delta } = question;
  const refuted = tests.some((test) => test.refuted);
  return {
    observation,
    relation: relationCompared(observation, parseClaim(claimName).relation),
    tau,
    delta,
    deltas: [delta],
    reversed,
    results,
    proved: largestProved(results),
    verdict: {
      ...{ claim: claimName, claimEpsilon, delta, tau, refuted, tests, standing: worth },
      outcome: outcomeSoFar(answer),
      attack: answer.attack,
      notes: [],
    },
    notes,
  };
}

/** Before every test is in there is no outcome. */
function outcomeSoFar(answer: BenchAnswer): AuditOutcome {
  const found = standing(answer);
  return found === 'at-work' ? 'none' : found;
}

function ownOptions(claim: string, delta: number): string[] {
  const family = understood(claim).problem === null ? ownFamily(claim) : null;
  return family === null
    ? []
    : [...usualFamilies(null, [delta]), family].flatMap((name) => ['--family', name]);
}

/** The command line that says the same. */
export function boundCommand(settings: ExploreSettings): string {
  const { m, k, guesses, correct, tau, delta, claim } = settings;
  const { sides } = sideOf(settings);
  return shellCommand([
    'onerun',
    'bound',
    ...['--canaries', m, '--guesses', guesses, '--correct', correct],
    ...(k === '2' ? [] : ['--options', k]),
    ...(sides === undefined ? [] : ['--sides', sides]),
    ...(tau === '0.05' ? [] : ['--tau', tau]),
    ...(delta === '1e-5' ? [] : ['--delta', delta]),
    ...['--claim', understood(claim).text],
    ...ownOptions(claim, Number(delta)),
  ]);
}
