import { useEffect, useState } from 'preact/hooks';
import {
  type BenchAnswer,
  type BenchEngine,
  type BenchState,
  firstState,
  questionOf,
  withCuts,
} from '../../../../src/bench/index.ts';
import { newBenchEngine } from '../../parts/bench-answer.ts';
import { cutsForAll, SCENES, sceneOf } from './scene.ts';
import { type ShownFigure, shownOf } from './shown.ts';
import { STEPS, type StepName, type StoryNumbers } from './story.ts';

type AllShown = Partial<Readonly<Record<StepName, ShownFigure>>>;

/** How long numbers must stand still before other steps than the current one follow, in milliseconds. */
const STILL = 400;

/** What the figure would show at every step, so that no sentence waits until its step is read. */
export function useAllSteps(numbers: StoryNumbers): AllShown {
  const [all, setAll] = useState<AllShown>({});
  const { step: _, ...told } = numbers;
  useEffect(() => {
    setAll({});
    const engine = newBenchEngine();
    let isWanted = true;
    const fill = async () => {
      for (const step of STEPS) {
        const state = await settled(engine, { ...numbers, step });
        if (!isWanted) return;
        setAll((before) => ({ ...before, [step]: shownOf(state) }));
      }
    };
    // A step that cannot be worked out keeps its gaps until it is read.
    const timer = setTimeout(() => void fill().catch(() => {}), STILL);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      engine.stop();
    };
  }, [JSON.stringify(told)]);
  return all;
}

/** What the figure comes to at a step: its answer, and its games where it plays some. */
async function settled(engine: BenchEngine, numbers: StoryNumbers): Promise<BenchState> {
  const { step, cuts, games } = numbers;
  const source = sceneOf(numbers);
  const first = firstState(source);
  if (source.fixed === null) return withCuts(first, step === 'guess' ? cuts : cutsForAll(source.field));
  const question = questionOf(first);
  if (question === null) return first;
  const answer = await new Promise<BenchAnswer>((done, fail) =>
    engine.ask(question, (found) => found.waiting.length === 0 && done(found), fail),
  );
  const state = { ...first, answer };
  const truth = SCENES[step].plays;
  if (truth === undefined) return state;
  const asked = { truth: source.truths[truth].claim, m: source.field.m, ...cuts, games, seed: `all ${step}` };
  const correct = await new Promise<ArrayLike<number>>((done, fail) =>
    engine.play(asked, (played) => played.done && done(played.correct), fail),
  );
  return { ...state, played: { correct, truth, isDone: true } };
}
