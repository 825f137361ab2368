import { Live } from '../live.tsx';
import { Note } from '../note.tsx';
import { Games, Guesses, Noise, RealNoise } from '../numbers.tsx';
import { shareOf } from './games.tsx';
import type { StoryTold } from './step.ts';

export function Broken(told: StoryTold) {
  const { shown, onPlay, numbers } = told;
  const isBroken = numbers.real < numbers.noise;
  return (
    <>
      <Note terms={['power']} />
      <p>
        Now make the claim false. It still says <Noise {...told} />; a bug leaves noise of{' '}
        <RealNoise {...told} />. Nobody is told. The blue canaries move to the right, more guesses are right,
        and the pile of <Games {...told} /> games moves towards the line.
      </p>
      <p>
        With <Guesses {...told} /> guesses <Live value={shareOf(shown?.games ?? null)} room={5} /> of the
        games cross it.{' '}
        {isBroken ? 'That is the power of this audit.' : 'But with so much noise the claim is true.'} Drag the
        real noise up towards the claimed: the violation gets smaller, and soon nothing is caught.{' '}
        <strong>Not refuted is not proved.</strong>
      </p>
      <p>
        <button type="button" onClick={onPlay}>
          Play them again
        </button>
      </p>
    </>
  );
}
