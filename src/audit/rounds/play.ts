import { createRandom, type Random } from '../../numerics/index.ts';
import { paidAt } from '../evidence/growth.ts';
import type { MechanismLaw } from '../plan/mechanism-law.ts';
import type { RoundsDesign } from './design.ts';

/** So many rounds are played in all, in so many trainings. */
const ROUNDS = 2 ** 17;
const TRAININGS = { least: 25, most: 1001 };

/**
 * The round at which each of many trainings is refuted, null where none is; always the same ones. Rounds that
 * were lost pay what no right guess does. The counts
 * of a round are those of the best attack on independent canaries: between two numbers of guesses so many
 * more are right, independently, with the share of right guesses there.
 */
export function playRounds(
  design: RoundsDesign,
  { mean }: Pick<MechanismLaw, 'mean'>,
  rounds: number,
  isLost: (round: number) => boolean = () => false,
): (number | null)[] {
  const experts = design.experts.filter(({ score }) => score === 0);
  const numbers = [...new Set(experts.map(({ game }) => game.guesses))].sort((a, b) => a - b);
  const draw = drawingCounts(numbers, numbers.map(mean));
  const paid = experts.map(({ payoff, game }) => paidAt(payoff, game.guesses));
  const place = experts.map(({ game }) => numbers.indexOf(game.guesses));
  const trainings = Math.min(TRAININGS.most, Math.max(TRAININGS.least, Math.floor(ROUNDS / rounds)));
  const counts = new Int32Array(numbers.length);
  return Array.from({ length: trainings }, (_, training) => {
    const random = createRandom('rounds').split(training);
    const wealth = Float64Array.from(experts, ({ weight }) => weight * design.scores);
    for (let round = 1; round <= rounds; round++) {
      const lost = isLost(round);
      if (!lost) draw(random, counts);
      let sum = 0;
      for (let i = 0; i < wealth.length; i++) sum += wealth[i] *= paid[i][lost ? 0 : counts[place[i]]];
      if (sum >= 1 / design.tau) return round;
      // What is so small never counts again.
      if (sum < 1e-300) return null;
    }
    return null;
  });
}

/** Draws the right guesses at each number of guesses into an array. */
export function drawingCounts(numbers: readonly number[], means: readonly number[]) {
  const shells = numbers.map((n, i) => {
    const size = n - (numbers[i - 1] ?? 0);
    const share = Math.min(1, Math.max(0, (means[i] - (means[i - 1] ?? 0)) / size));
    return { size, share, spread: Math.sqrt(size * share * (1 - share)) };
  });
  return (random: Random, counts: Int32Array) => {
    let sum = 0;
    shells.forEach(({ size, share, spread }, i) => {
      if (spread > 3) sum += Math.min(size, Math.max(0, Math.round(size * share + spread * random.normal())));
      else for (let n = 0; n < size; n++) if (random.uniform() < share) sum++;
      counts[i] = sum;
    });
  };
}

/** The median, in which a training that is never refuted counts as the last. */
export function medianRound(refutedAt: readonly (number | null)[]): number | null {
  const sorted = refutedAt.map((round) => round ?? Infinity).sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === Infinity ? null : middle;
}
