import type { CanaryField } from '../audit/index.ts';
import { definedOnly } from '../defined-only.ts';
import type { Observation } from '../types.ts';
import { type Cuts, cutsOfGuesses, errorsOfCounts, observationOfCuts, sameCuts } from './cuts.ts';
import type { BenchAnswer, BenchQuestion } from './question.ts';
import { type BenchSource, fixedAt } from './source.ts';
import type { BenchMode } from './words.ts';

/** What is looked at, by a pointer or by the keyboard: cuts to compare with, and perhaps one canary. */
export interface Looked {
  readonly cuts: Cuts;
  readonly dot: number | null;
}

/** Everything that the figure shows at one moment. */
export interface BenchState {
  readonly source: BenchSource;
  readonly cuts: Cuts;
  /** The newest answer, perhaps about cuts from before. */
  readonly answer: BenchAnswer | null;
  readonly looked: Looked | null;
  readonly isLog: boolean;
  /** Right guesses of games that were played at these cuts, and which of the truths they were played with. */
  readonly played: {
    readonly correct: ArrayLike<number>;
    readonly truth: number;
    readonly isDone: boolean;
  } | null;
}

export function firstState(source: BenchSource): BenchState {
  const cuts = source.cuts ?? source.fixed?.cuts ?? usualCuts(source);
  return { source, cuts, answer: source.answer, looked: null, isLog: false, played: null };
}

/** A tenth of the canaries, where nothing was fixed. */
function usualCuts({ field, k }: BenchSource): Cuts {
  return cutsOfGuesses({ guesses: Math.max(1, Math.round(field.m / 10)), k });
}

export function modeOf({ source, cuts }: BenchState): BenchMode {
  if (source.fixed === null) return 'made-up';
  if (source.isLate === true) return 'exploring';
  if (!sameCuts((fixedAt(source, cuts) ?? source.fixed).cuts, cuts)) return 'exploring';
  return source.isMadeUp === true ? 'made-up' : 'fixed';
}

export function shownObservation({ source, cuts }: BenchState): Observation | null {
  return observationOfCuts(source.field, cuts, source.k, fixedAt(source, cuts));
}

/** What is to be asked about the cuts as they stand; null where their counts are not known. */
export function questionOf(state: BenchState): BenchQuestion | null {
  const observation = shownObservation(state);
  if (observation === null || state.source.isVoid === true) return null;
  const { field, game = field.game, tau, delta, claim, families, methods, onePerRun } = state.source;
  const judged = definedOnly({ methods, onePerRun });
  return { game, observation, tau, delta, claim, families, ...judged };
}

/**
 * The answer as it is shown: the newest, perhaps about cuts from before. Where the counts at the cuts are not
 * known nothing is asked about them, and no number about other cuts is shown in their place.
 */
export function shownAnswer(state: BenchState): BenchAnswer | null {
  const { answer } = state;
  if (answer === null || shownObservation(state) !== null) return answer;
  return { ...answer, tests: [], results: [], critical: null, waiting: [] };
}

/** Whether the answer is about the cuts as they stand. */
export function isCurrent(state: BenchState): boolean {
  const question = questionOf(state);
  if (state.answer === null || question === null) return false;
  const { observation, game, claim, tau, delta, families, methods } = state.answer.question;
  return (
    game === question.game &&
    claim === question.claim &&
    String(families) === String(question.families) &&
    String(methods) === String(question.methods) &&
    tau === question.tau &&
    delta === question.delta &&
    (['m', 'k', 'guesses', 'correct', 'sides'] as const).every(
      (key) => observation[key] === question.observation[key],
    )
  );
}

/** The state with other cuts. Back at the fixed ones, what the audit found about them is shown again. */
export function withCuts(state: BenchState, cuts: Cuts): BenchState {
  const { fixed, answer } = state.source;
  const isFixed = fixed !== null && sameCuts(fixed.cuts, cuts);
  return { ...state, cuts, played: null, answer: (isFixed ? answer : null) ?? state.answer };
}

/** Whether games that were played at the cuts of one state are games at those of the other. */
export function haveSameGames(a: BenchState, b: BenchState): boolean {
  const named = ({ source }: BenchState) =>
    JSON.stringify([source.field.m, source.claim, source.tau, source.truths]);
  return sameCuts(a.cuts, b.cuts) && named(a) === named(b);
}

/** Cuts of another size, on the sides on which guesses are made now. */
export function cutsThrough({ source, cuts }: BenchState, above: number): Cuts {
  const { m, game } = source.field;
  if (game !== 'membership' || cuts.bottom === 0) return { top: above, bottom: 0 };
  if (cuts.top === 0) return { top: 0, bottom: m - above };
  const one = above <= m / 2 ? above : m - above;
  return { top: one, bottom: one };
}

/** The errors along growing numbers of guesses, on the sides on which guesses are made now. */
export function errorsPath(state: BenchState): (readonly [number, number])[] {
  const { field, k } = state.source;
  const path: (readonly [number, number])[] = [[0, 1]];
  for (const above of pathStops(field, state.cuts.top === 0 && state.cuts.bottom > 0)) {
    const observation = observationOfCuts(field, cutsThrough(state, above), k);
    if (observation !== null && observation.guesses > 0) path.push(errorsOfCounts(observation));
  }
  return path;
}

/** At most some hundred places along the ranking, from few guesses to many. */
function pathStops({ cuts }: CanaryField, fromBottom: boolean): number[] {
  const stops = cuts.map(([above]) => above);
  const ordered = fromBottom ? stops.reverse() : stops;
  const every = Math.max(1, Math.floor(ordered.length / 300));
  return ordered.filter((_, i) => i < 60 || i % every === 0);
}

/** Whether the answer is about the claim that is shown, if about other cuts. */
export function isAboutClaim({ source, answer }: BenchState): boolean {
  return answer?.question.claim === source.claim;
}

/** The claim's beta at an alpha, between the sampled points; null before it is known. */
export function claimedBeta(answer: BenchAnswer | null, alpha: number): number | null {
  const curve = answer?.curve ?? null;
  if (curve === null || curve.length < 2) return null;
  const i = curve.findIndex(([x]) => x >= alpha);
  if (i <= 0) return curve[Math.max(0, i)][1];
  const [[x0, y0], [x1, y1]] = [curve[i - 1], curve[i]];
  return y0 + ((alpha - x0) / (x1 - x0 || 1)) * (y1 - y0);
}
