import { countsAt } from '../../../../../src/bench/index.ts';
import { formatCount, formatShare } from '../../../../../src/report/index.ts';
import { Live } from '../live.tsx';
import { Note } from '../note.tsx';
import { Guesses } from '../numbers.tsx';
import { cutsForAll } from '../scene.ts';
import { mostGuesses, settingsOfGuesses } from '../story.ts';
import type { StoryTold } from './step.ts';

export function Guessing(told: StoryTold) {
  const { numbers, change, shown } = told;
  const field = shown?.source.field ?? null;
  const { cuts, m } = numbers;
  const counts = field === null ? null : countsAt(field, cuts);
  const all = field === null ? null : countsAt(field, cutsForAll(field));
  const share = (right: number, guesses: number) => (guesses === 0 ? null : formatShare(right / guesses));
  return (
    <>
      <Note terms={['guess', 'abstain']} />
      <p>
        Now guess. Call the canaries with the highest scores in and those with the lowest out. Drag the two
        cuts in the figure, or this number: <Guesses {...told} /> guesses in all.
      </p>
      <p>
        Of those called in{' '}
        <Live value={formatRight(counts?.rightIn)} room={formatCount(cuts.top + cuts.bottom).length} /> are
        right, of those called out{' '}
        <Live
          value={formatRight(counts?.rightOut)}
          room={formatCount(cuts.top + cuts.bottom).length}
          after=":"
        />{' '}
        together{' '}
        <Live value={counts === null ? null : share(counts.correct, counts.guesses)} room={5} after="." /> A
        guess about every canary would be right only{' '}
        <Live value={all === null ? null : share(all.correct, all.guesses)} room={5} /> of the time.
      </p>
      <p>
        The middle is hopeless: blue and orange lie there side by side, and a guess is a toss. So abstain
        there, and speak only of the ends.
      </p>
      <p class="controls">
        <button type="button" onClick={() => change(settingsOfGuesses(mostGuesses(m)))}>
          {mostGuesses(m) === m ? 'Guess all' : `Guess ${formatCount(mostGuesses(m))}`}
        </button>
        <button type="button" onClick={() => change(settingsOfGuesses(Math.max(2, Math.round(m / 20) * 2)))}>
          Guess a tenth
        </button>
      </p>
    </>
  );
}

function formatRight(right: number | null | undefined): string | null {
  return right === null || right === undefined ? null : formatCount(right);
}
