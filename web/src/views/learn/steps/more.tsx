import { formatCount, formatLowerBound, formatPower } from '../../../../../src/report/index.ts';
import { LatestAnswerWorker } from '../../../latest-answer-worker.ts';
import { useAnswer } from '../../../parts/answer.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Live } from '../live.tsx';
import { Note } from '../note.tsx';
import { Canaries, FaintNoise, formatNoise, Guesses, Runs } from '../numbers.tsx';
import { mostProved } from '../shown.ts';
import { DELTA, gaussian } from '../story.ts';
import type { StoryTold } from './step.ts';

const worker = new LatestAnswerWorker();

export function More(told: StoryTold) {
  const { numbers, shown } = told;
  const { m, runs, noise, faint, tau } = numbers;
  const answer = shown?.answer ?? null;
  const [worst, model] = [
    mostProved(answer, 'worst-case', 'largestProvable'),
    mostProved(answer, 'model-based', 'largestProvable'),
  ];
  const isViolation = faint < noise;
  const planned = useAnswer(
    worker,
    isViolation ? { m, runs, claim: gaussian(noise), violation: gaussian(faint), tau, delta: DELTA } : null,
    (work, asked) => work.runsTogether(asked),
  );
  const power = planned.answer === null || planned.busy ? null : planned.answer.chosen;
  return (
    <>
      <Note terms={['power']}>
        <p>
          The power is that of the best number of guesses, planned from the claim alone, here{' '}
          <Live value={power === null ? null : formatCount(power.guesses)} room={3} />, for Gaussian noise and
          the best attack. Every run needs fresh coins; all of them count.
        </p>
      </Note>
      <p>
        What can one run show at all? The pale bars say it: with <Canaries {...told} /> canaries and{' '}
        <Guesses {...told} /> guesses, every one of them right, epsilon{' '}
        <Live value={worst === null ? null : formatLowerBound(worst)} room={6} /> (worst-case), or{' '}
        <Live value={model === null ? null : formatLowerBound(model)} room={6} /> (model-based). Whatever is
        leaked beyond that, this design cannot see. More canaries cost little: they are all in the same run.
      </p>
      <p>
        More runs catch what is faint. A bug that leaves noise of <FaintNoise {...told} /> where{' '}
        {formatNoise(noise)} is claimed is caught by <Runs {...told} /> {runs === 1 ? 'run' : 'runs'} with a
        probability of{' '}
        <Live
          value={!isViolation ? 'none' : power === null ? null : formatPower(power.power)}
          room={6}
          after="."
        />
        {isViolation ? '' : ' There is nothing to catch: so much noise keeps the claim.'}
      </p>
      <Problem text={planned.problem} />
    </>
  );
}
