import { formatCount, formatPercent, formatPValue } from '../../../../../src/report/index.ts';
import { Live } from '../live.tsx';
import { Formula, Note } from '../note.tsx';
import { Guesses, Level, Noise } from '../numbers.tsx';
import type { ShownFigure } from '../shown.ts';
import type { StoryTold } from './step.ts';

export function Luck(told: StoryTold) {
  const { numbers, shown, onCoins } = told;
  const { observation = null, answer = null } = shown ?? {};
  const { guesses, correct } = observation ?? { guesses: null, correct: null };
  const room = formatCount(numbers.cuts.top + numbers.cuts.bottom).length;
  const isDone = answer !== null && answer.waiting.length === 0;
  const best = isDone ? Math.min(...answer.tests.map(({ pValue }) => pValue)) : null;
  return (
    <>
      <Note terms={['p-value', 'confidence']}>
        <Formula>
          <p>
            Let p<sub>i</sub> be the probability of i right guesses out of c′, with m canaries. If no attack
            gets below the curve f, then for every set T of counts
          </p>
          <p>
            Σ<sub>T</sub> i p<sub>i</sub> / m ≤ 1 − f( Σ<sub>T</sub> (c′ − i + 1) p<sub>i−1</sub> / m ).
          </p>
          <p>
            The line is the least count that no such p reaches with a probability above{' '}
            {formatPercent(numbers.tau)}. It is a worst case: it assumes nothing of the mechanism but f.
          </p>
        </Formula>
      </Note>
      <p>
        That was practice. Now the rules are fixed before the coins are tossed: <Guesses {...told} /> guesses,
        and the claim of <Noise {...told} /> noise. The cuts are solid from here on. New coins, a new
        training, and <Live value={correct === null ? null : formatCount(correct)} room={room} /> of{' '}
        <Live value={guesses === null ? null : formatCount(guesses)} room={room} /> guesses are right. Luck?
      </p>
      <p>
        It can be computed how lucky one may get. Among <em>all</em> programs that keep the claim, none
        reaches the red line in more than <Level {...told} /> of its runs.
      </p>
      <p class="two-lines">
        <LineWords shown={shown} isDone={isDone} />
      </p>
      <p class="verdict-line two-lines" role="status">
        {verdictWords(shown, best)}
      </p>
      <p>
        <button type="button" onClick={onCoins}>
          Toss new coins
        </button>
      </p>
    </>
  );
}

function LineWords({ shown, isDone }: { readonly shown: ShownFigure | null; readonly isDone: boolean }) {
  const line = shown?.answer?.critical ?? null;
  if (line === null && isDone)
    return <>Here there is no such line: with so few guesses not even all of them right would be proof.</>;
  return (
    <>
      Here it stands at <Live value={line === null ? null : formatCount(line)} room={3} /> right guesses.
    </>
  );
}

function verdictWords(shown: ShownFigure | null, best: number | null): string {
  if (shown === null || best === null || shown.answer === null) return 'At work…';
  const p = `p-value ${formatPValue(best)}, worst-case`;
  if (shown.isExploring) return `Cuts that were moved now prove nothing (${p}).`;
  return shown.answer.tests.some(({ refuted }) => refuted)
    ? `Past the line: the claim is refuted (${p}).`
    : `Below the line: the claim is not refuted (${p}).`;
}
