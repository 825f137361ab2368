import { formatCount, formatPercent, formatShare } from '../../../../../src/report/index.ts';
import { Live } from '../live.tsx';
import { Note } from '../note.tsx';
import { Games, Guesses, Noise } from '../numbers.tsx';
import type { StoryTold } from './step.ts';

export function Again(told: StoryTold) {
  const { shown, onPlay, numbers } = told;
  const games = shown?.games ?? null;
  return (
    <>
      <Note>
        <p>
          The line has to hold for the worst mechanism (program) that keeps the claim, one that leaks much in
          a few runs and nothing in the others. The games here come from plain Gaussian noise, which leaks
          alike in every run, so that mostly far fewer than {formatPercent(numbers.tau)} cross the line.
        </p>
      </Note>
      <p>
        Is the line fair? Play <Games {...told} /> games with a training that keeps the claim: noise of{' '}
        <Noise {...told} />, new coins every time, <Guesses {...told} /> guesses. Every dot of the pile is one
        game.
      </p>
      <p>
        <Live value={games === null ? null : formatCount(games.refuted)} room={3} /> of{' '}
        <Live
          value={games === null ? null : formatCount(games.all)}
          room={formatCount(numbers.games).length}
        />{' '}
        crossed the line although the claim is true: <Live value={shareOf(games)} room={5} /> false alarms.
        More than {formatPercent(numbers.tau)} there cannot be in the long run.
      </p>
      <p>
        <button type="button" onClick={onPlay}>
          Play them again
        </button>
      </p>
    </>
  );
}

export function shareOf(games: { readonly all: number; readonly refuted: number } | null): string | null {
  if (games === null || games.all === 0) return null;
  return formatShare(games.refuted / games.all);
}
