import { claimedBeta } from '../../../../../src/bench/index.ts';
import { normalCdf } from '../../../../../src/numerics/index.ts';
import { formatNumber, formatPercent, formatShare } from '../../../../../src/report/index.ts';
import { Live } from '../live.tsx';
import { Formula, Note } from '../note.tsx';
import { Noise } from '../numbers.tsx';
import { DELTA } from '../story.ts';
import type { StoryTold } from './step.ts';

const CALLED_IN = 0.05;

export function Promised(told: StoryTold) {
  const { numbers, shown } = told;
  const right = normalCdf(1 / (2 * numbers.noise));
  const answer = shown?.answer ?? null;
  const missed = claimedBeta(answer, CALLED_IN);
  const epsilon = answer?.claimEpsilon ?? null;
  return (
    <>
      <Note terms={['trade-off curve', 'epsilon']}>
        <p>
          For this noise epsilon is{' '}
          <Live value={epsilon === null ? null : formatNumber(epsilon, 4)} room={5} /> at delta{' '}
          {formatNumber(DELTA)}.
        </p>
        <Formula>
          <p>
            With noise σ the curve is β = Φ(Φ<sup>−1</sup>(1 − α) − 1/σ), Φ being the normal distribution
            function.
          </p>
        </Formula>
      </Note>
      <p>
        A model is trained on many people’s records, yours among them. Can anyone who sees it tell that you
        are in there? <strong>Differential privacy</strong> means: hardly. What comes out looks nearly the
        same with your record and without it.
      </p>
      <p>
        What blurs the difference is noise. Let it be <Noise {...told} /> times as large as what one record
        can change. Drag the number: with less noise the two hills drift apart, with more they become one.
      </p>
      <p>
        Who sees one result and must say which hill it came from is right at best{' '}
        <Live value={formatShare(right)} room={5} /> of the time; a coin would be right 50%.
      </p>
      <p>
        The curve below tells it for more careful attacks too. One that calls in at most{' '}
        {formatPercent(CALLED_IN)} of those who were out must miss at least{' '}
        <Live value={missed === null ? null : formatShare(missed)} room={5} /> of those who were in. What is
        said about the privacy of a training is its <strong>claim</strong>, and such a curve is all of it: no
        attack, however clever, gets below.
      </p>
    </>
  );
}
