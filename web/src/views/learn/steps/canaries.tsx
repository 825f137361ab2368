import { formatCount } from '../../../../../src/report/index.ts';
import { Live } from '../live.tsx';
import { Note } from '../note.tsx';
import { Canaries, Noise } from '../numbers.tsx';
import type { StoryTold } from './step.ts';

export function Coins(told: StoryTold) {
  const { numbers, shown, onCoins } = told;
  const inside = shown === null ? null : shown.source.field.inside;
  return (
    <>
      <Note terms={['canary']} />
      <p>
        A claim about every record can be tested with records of your own. Make up <Canaries {...told} /> of
        them: canaries. Toss a fair coin for each. Heads, it goes into the training data; tails, it stays out.
        This time{' '}
        <Live value={inside === null ? null : formatCount(inside)} room={formatCount(numbers.m).length} />{' '}
        went in, blue and above the line;{' '}
        <Live
          value={inside === null ? null : formatCount(numbers.m - inside)}
          room={formatCount(numbers.m).length}
        />{' '}
        stayed out, orange and below it.
      </p>
      <p>
        Train once. Then give each canary a score: the better the model seems to know it, the higher. With
        noise of <Noise {...told} /> the blue ones lie further right, but only on the whole. Point at a dot to
        see which canary it is.
      </p>
      <p>
        <button type="button" onClick={onCoins}>
          Toss new coins
        </button>
      </p>
    </>
  );
}
