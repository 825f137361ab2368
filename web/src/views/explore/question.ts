import { ownFamily, type Side, usualFamilies } from '../../../../src/index.ts';
import { checkObservation, checkTau, readNumber } from '../../../../src/io/index.ts';
import { shellCommand } from '../../../../src/report/index.ts';
import { understood } from '../../parts/claim.tsx';
import { messageOf } from '../../parts/problem.tsx';
import type { BoundQuestion } from '../../work/explore.ts';

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
  zoom: 'near',
};

export type ExploreSettings = Readonly<typeof USUAL_EXPLORE>;

/** What is asked, or why it cannot be. */
export function boundQuestion(settings: ExploreSettings): {
  question: BoundQuestion | null;
  problem: string | null;
} {
  try {
    const observation = {
      m: readNumber('canaries', settings.m),
      k: readNumber('options', settings.k),
      guesses: readNumber('guesses', settings.guesses),
      correct: readNumber('correct', settings.correct),
      ...sideOf(settings),
    };
    checkObservation(observation);
    const tau = readNumber('tau', settings.tau);
    checkTau(tau);
    const delta = readNumber('delta', settings.delta);
    const { text: claim, problem } = understood(settings.claim);
    if (problem !== null) return { question: null, problem };
    return {
      question: { observation, tau, delta, claim, families: usualFamilies(null, [delta]) },
      problem: null,
    };
  } catch (error) {
    return { question: null, problem: messageOf(error) };
  }
}

/** The side that all guesses are on, where they are on one: a choice among candidates has none. */
function sideOf({ k, sides }: ExploreSettings): { readonly sides?: Side } {
  return Number(k) === 2 && (sides === 'in' || sides === 'out') ? { sides } : {};
}

/**
 * The same question about the claim's own family, asked apart since its search takes long; null without one.
 */
export function ownQuestion(question: BoundQuestion | null): BoundQuestion | null {
  const family = question === null ? null : ownFamily(question.claim);
  return question === null || family === null ? null : { ...question, families: [family] };
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
