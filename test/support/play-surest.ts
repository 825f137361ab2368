import type { Random } from '../../src/numerics/index.ts';

/** How sure the best attack is of a canary, and whether it is right. */
export type DrawSurest = (random: Random) => { readonly surety: number; readonly isRight: boolean };

/** The best attack on independent canaries of a Gaussian, by how far a score is from the middle. */
export const gaussianSurest =
  (mu: number): DrawSurest =>
  (random) => {
    const score = 0.5 * mu + random.normal();
    return { surety: Math.abs(score), isRight: score > 0 };
  };

/** Likewise where a canary shows its coin with chance delta, and else answers at random, as pure-dp does. */
export const guaranteeSurest =
  (epsilon: number, delta: number): DrawSurest =>
  (random) => {
    if (random.bernoulli(delta)) return { surety: 2, isRight: true };
    return { surety: random.uniform(), isRight: random.bernoulli(1 / (1 + Math.exp(-epsilon))) };
  };

/** How many of the surest guesses on m canaries are right, in one game. */
export function rightOfSurest(m: number, guesses: number, draw: DrawSurest, random: Random): number {
  const drawn = Array.from({ length: m }, () => draw(random));
  drawn.sort((a, b) => b.surety - a.surety);
  let right = 0;
  for (let i = 0; i < guesses; i++) if (drawn[i].isRight) right++;
  return right;
}

/** Where canaries fall into classes, the surest first: how many of all, and how often those are right. */
export interface SuretyClass {
  readonly mass: number;
  readonly right: number;
}

/** P[at least so many right], by going through how many canaries every class has. */
export function bruteForceTail(
  m: number,
  guesses: number,
  correct: number,
  classes: readonly SuretyClass[],
): number {
  const visit = (i: number, left: number, toGuess: number, law: readonly number[]): number => {
    if (i === classes.length - 1)
      return tail(withGuesses(law, Math.min(left, toGuess), classes[i].right), correct);
    // The chance of each class among those that are left.
    const rest = classes.slice(i).reduce((sum, { mass }) => sum + mass, 0);
    let sum = 0;
    for (let n = 0; n <= left; n++) {
      const guessed = Math.min(n, toGuess);
      const chance = pmf(left, Math.min(1, classes[i].mass / rest), n);
      if (chance > 0)
        sum +=
          chance * visit(i + 1, left - n, toGuess - guessed, withGuesses(law, guessed, classes[i].right));
    }
    return sum;
  };
  return visit(0, m, guesses, [1]);
}

/** The law of right guesses after more of them. */
function withGuesses(law: readonly number[], more: number, right: number): readonly number[] {
  let next = law;
  for (let i = 0; i < more; i++)
    next = [...next, 0].map((p, n) => p * (1 - right) + (n > 0 ? next[n - 1] * right : 0));
  return next;
}

const tail = (law: readonly number[], correct: number) =>
  law.reduce((sum, p, n) => (n >= correct ? sum + p : sum), 0);

function pmf(n: number, p: number, x: number): number {
  let ways = 1;
  for (let i = 0; i < x; i++) ways = (ways * (n - i)) / (i + 1);
  return ways * p ** x * (1 - p) ** (n - x);
}
