import { useMemo } from 'preact/hooks';
import { type BestCuts, countsAt, cutsOfGuesses } from '../../../../../src/bench/index.ts';
import { formatCount, formatPercent } from '../../../../../src/report/index.ts';
import { LatestAnswerWorker } from '../../../latest-answer-worker.ts';
import { useAnswer } from '../../../parts/answer.ts';
import { Problem } from '../../../parts/problem.tsx';
import { AlarmLine } from '../alarm-line.tsx';
import { Live } from '../live.tsx';
import { Note } from '../note.tsx';
import { Guesses, Tries } from '../numbers.tsx';
import { PERFECT } from '../scene.ts';
import type { StoryTold } from './step.ts';

const worker = new LatestAnswerWorker();
const GAMES = 1000;
const MOST_TRIES = 100;
/** Games with more canaries than this take too long here. */
const MOST = 2000;

export function Looking(told: StoryTold) {
  const { numbers, shown, figure, onCoins } = told;
  const { m, cuts, tau, tries, coins } = numbers;
  const guesses = Math.min(cuts.top + cuts.bottom, MOST);
  const { answer, problem } = useAnswer(
    worker,
    { claim: PERFECT, m: Math.min(m, MOST), tau, games: GAMES, seed: coins, guesses, tries: MOST_TRIES },
    (work, asked) => work.chosenAfterLooking(asked),
  );
  const best = useMemo(
    () => (answer === null || shown === null ? null : bestOf(answer, shown.source.field, tries)),
    [answer, shown?.source.field, tries],
  );
  const share = (n: number) =>
    answer === null ? null : formatPercent(answer.alarms[Math.min(n, answer.alarms.length) - 1] / GAMES);
  return (
    <>
      <Note>
        <p>
          These games keep the strictest claim, perfect privacy: every guess is a toss, and the{' '}
          {formatPercent(tau)} of false alarms that are allowed is nearly used up by cuts that were fixed. A
          claim that allows more leaves more room below its line, so that the same trick gains less there.
        </p>
        <p>
          Who wants to try several places can pay for it: fix the list in advance, and divide{' '}
          {formatPercent(tau)} by its length.
        </p>
      </Note>
      <p>
        Take training that tells nothing at all: its scores are noise, epsilon is 0. Fix <Guesses {...told} />{' '}
        guesses in advance, and of {formatCount(GAMES)} such games
        {m > MOST ? ` with ${formatCount(MOST)} canaries` : ''} <Live value={share(1)} room={5} /> raise a
        false alarm.
      </p>
      <p>
        Now cheat: look at the scores and the truth first, try the cuts at <Tries {...told} /> places, keep
        the best. <Live value={share(tries)} room={5} /> false alarms.
      </p>
      <AlarmLine found={answer} tries={tries} tau={tau} />
      <p class="controls">
        <button
          type="button"
          disabled={figure === null || best === null}
          onClick={() => {
            if (best !== null) figure?.setCuts(cutsOfGuesses({ guesses: best, k: 2 }));
          }}
        >
          Move to the best cuts
        </button>
        <button type="button" onClick={onCoins}>
          Toss new coins
        </button>
      </p>
      <p>
        That is why the figure says <em>exploring</em> as soon as cuts that were fixed are moved: what is
        found so may be true, but it is no evidence.
      </p>
      <Problem text={problem} />
    </>
  );
}

/** Of the first so many numbers of guesses, the one nearest to its line or furthest past it. */
function bestOf(
  { sizes, criticals }: BestCuts,
  field: Parameters<typeof countsAt>[0],
  tries: number,
): number | null {
  let [found, most] = [null as number | null, -Infinity];
  for (const [i, guesses] of sizes.slice(0, tries).entries()) {
    const [counts, line] = [countsAt(field, cutsOfGuesses({ guesses, k: 2 })), criticals[i]];
    if (counts === null || line === null) continue;
    // In standard deviations of as many tosses, so that few guesses and many compare.
    const beyond = (counts.correct - line) / Math.sqrt(guesses / 4);
    if (beyond > most) [found, most] = [guesses, beyond];
  }
  return found;
}
