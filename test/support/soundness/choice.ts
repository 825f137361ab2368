import { ABSTAIN, drawAssignment } from '../../../src/games/index.ts';
import { tradeOff } from '../../../src/index.ts';
import { bytesSource } from '../../../src/io/index.ts';
import { worstCase } from '../../../src/mechanisms/index.ts';
import { binomialTail, type Random } from '../../../src/numerics/index.ts';
import { type Columns, csv, jsonLines } from '../../io/files.ts';
import { shuffle } from './membership.ts';
import type { Audited, RunFiles } from './play.ts';
import { chosenTail, critical } from './rates.ts';

/** What an attack says about each canary: an option or ABSTAIN, and how sure it is. */
interface Answers {
  readonly guesses: ArrayLike<number>;
  readonly confidence: ArrayLike<number>;
}

/** From the options that went in to answers: a mechanism and the attack on it. */
export type Choose = (truth: Uint32Array, random: Random) => Answers;

/** How a run is written down. */
export interface ChoiceLayout {
  readonly columns: 'guess' | 'guess and confidence' | 'score per option';
  /** All right answers before all others. */
  readonly rightFirst?: boolean;
  readonly format?: 'csv' | 'json lines';
  readonly joined?: boolean;
}

export interface ChoiceGame {
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
}

/** Games in which one of k options per canary went in, written down and audited. */
export function choice(
  { m, k, guesses }: ChoiceGame,
  choose: Choose,
  layout: ChoiceLayout,
  rest: Omit<Audited, 'play' | 'design'> & Partial<Pick<Audited, 'design'>>,
  runs = 1,
): Audited {
  return {
    design: { guesses: [guesses] },
    ...rest,
    play: (random) =>
      Array.from({ length: runs }, (_, run) => {
        const own = random.split(run);
        const truth = drawAssignment(m, k, own.split('coins'));
        return write(truth, choose(truth, own.split('mechanism')), k, layout, own.split('order'), run);
      }),
  };
}

function write(
  truth: Uint32Array,
  answers: Answers,
  k: number,
  { columns, rightFirst = false, format = 'csv', joined = false }: ChoiceLayout,
  random: Random,
  run: number,
): RunFiles {
  const { guesses, confidence } = answers;
  const right = (i: number) => (guesses[i] === truth[i] ? 1 : 0);
  const all = Array.from(truth, (_, i) => i);
  const order = joined
    ? shuffle(all, random)
    : rightFirst
      ? all.toSorted((a, b) => right(b) - right(a))
      : all;
  const source = (name: string, table: Columns) =>
    bytesSource(name, format === 'csv' ? csv(table) : jsonLines(table));
  const said: Columns =
    columns === 'score per option'
      ? scoreColumns(order, answers, k)
      : {
          guess: order.map((i) => (guesses[i] === ABSTAIN ? null : guesses[i])),
          ...(columns === 'guess and confidence' && { confidence: order.map((i) => confidence[i]) }),
        };
  const names = (places: readonly number[]) => places.map((i) => `run ${run} canary ${i}`);
  if (!joined)
    return { scores: source('answers', { id: names(order), ...said, truth: order.map((i) => truth[i]) }) };
  return {
    scores: source('answers', { id: names(order), ...said }),
    assignment: source('assignment', { id: names(all), truth: [...truth] }),
  };
}

/** Scores whose largest stands at the answer, and exceeds the others by the confidence. */
function scoreColumns(order: readonly number[], { guesses, confidence }: Answers, k: number): Columns {
  return Object.fromEntries(
    Array.from({ length: k }, (_, option) => [
      `score_${option}`,
      order.map((i) => (guesses[i] === option ? confidence[i] : 0)),
    ]),
  );
}

/** Answers that know nothing, equally sure of all if `tied`. */
export function blindChoice(game: ChoiceGame, layout: ChoiceLayout, tied: boolean): Audited {
  const claim = 'perfect()';
  const { k, guesses } = game;
  const choose: Choose = (truth, random) => ({
    guesses: truth.map(() => random.integer(k)),
    confidence: Float64Array.from(truth, () => (tied ? 1 : 1 + random.uniform())),
  });
  return choice(game, choose, layout, { claim, rate: binomialTail(guesses, 1 / k, critical(game, claim)) });
}

/** How the worst mechanism answers. */
interface WorstAnswers {
  /** How many answers it gives, and how many right ones it is made for. */
  readonly answered: number;
  readonly right: number;
  /** About the other canaries it says something blindly, less sure, or nothing. */
  readonly rest?: 'blind' | 'silent';
}

/** The worst mechanism of a claim and the law of its right answers. It is equally sure of all its answers if `tied`. */
export function worstChooser(
  claim: string,
  { m, k }: ChoiceGame,
  { answered, right, rest = 'blind' }: WorstAnswers,
  tied: boolean,
): { law: Float64Array; choose: Choose } {
  const { law, mechanism } = worstCase({ m, k, guesses: answered, correct: right }, tradeOff(claim));
  return {
    law,
    choose(truth, random) {
      const answers = mechanism(truth, random);
      const noise = random.split('noise');
      return {
        confidence: Float64Array.from(
          answers,
          (answer) => (answer === ABSTAIN ? 0 : 1) + (tied && answer !== ABSTAIN ? 0 : noise.uniform()),
        ),
        guesses: answers.map((answer) =>
          answer === ABSTAIN && rest === 'blind' ? noise.integer(k) : answer,
        ),
      };
    },
  };
}

/** The worst mechanism of a claim, audited against it. Of more answers than guesses a tie-break chooses. */
export function worstChoice(
  claim: string,
  game: ChoiceGame,
  layout: ChoiceLayout,
  options: Partial<WorstAnswers> = {},
): Audited {
  const least = critical(game, claim);
  const worst = { answered: game.guesses, right: least, ...options };
  const { law, choose } = worstChooser(claim, game, worst, worst.answered > game.guesses);
  return choice(game, choose, layout, { claim, rate: chosenTail(law, game.guesses, 0, least) });
}
