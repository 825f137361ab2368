import { type CanaryField, canaryField, usualFamilies } from '../audit/index.ts';
import { type Cuts, observationOfCuts } from './cuts.ts';
import { drawGame } from './engine/games.ts';
import type { GamesAsked } from './question.ts';
import type { BenchSource, BenchTruth } from './source.ts';

/** The canaries of a game that is drawn, in which a claim is the truth. */
export function madeUpField(game: Pick<GamesAsked, 'truth' | 'm' | 'seed'>): CanaryField {
  const names = Array.from({ length: game.m }, (_, i) => `canary ${i + 1}`);
  const field = canaryField({ kind: 'membership', ...drawGame(game), names }, 1, false);
  if (field === null) throw new Error('internal: a drawn game has scores');
  return field;
}

export interface MadeUpSetting {
  readonly claim: string;
  readonly tau: number;
  readonly delta: number;
  /** What games are played with. */
  readonly truths: readonly BenchTruth[];
  /** The cuts that were fixed before the game was drawn; null where none were. */
  readonly fixed: Cuts | null;
}

/** The figure of made-up canaries. */
export function madeUpSource(
  field: CanaryField,
  { claim, tau, delta, truths, fixed }: MadeUpSetting,
): BenchSource {
  const observation = fixed === null ? null : observationOfCuts(field, fixed, 2);
  return {
    field,
    k: 2,
    fixed: fixed === null || observation === null ? null : { cuts: fixed, observation },
    isMadeUp: true,
    verdict: null,
    tau,
    delta,
    claim,
    families: usualFamilies(null, [delta]),
    truths,
    answer: null,
  };
}

/** The figure of scores about which nothing is claimed. */
export function sourceOfScores(scores: Float64Array, included: Uint8Array): BenchSource {
  const field = canaryField({ kind: 'membership', scores, included }, 1, false);
  if (field === null) throw new Error('internal: scores have no field');
  return {
    field,
    k: 2,
    fixed: null,
    verdict: null,
    tau: 0.05,
    delta: 1e-5,
    claim: null,
    families: [],
    truths: [],
    answer: null,
  };
}
