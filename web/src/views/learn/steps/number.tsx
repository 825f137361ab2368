import { useMemo } from 'preact/hooks';
import { tradeOff } from '../../../../../src/index.ts';
import { formatCount, formatLowerBound, formatNumber } from '../../../../../src/report/index.ts';
import { Live } from '../live.tsx';
import { Formula, Note } from '../note.tsx';
import { Guesses, Noise, RealNoise } from '../numbers.tsx';
import { mostProved } from '../shown.ts';
import { DELTA, gaussian } from '../story.ts';
import type { StoryTold } from './step.ts';

export function Numbers(told: StoryTold) {
  const { numbers, shown } = told;
  const { observation = null, answer = null } = shown ?? {};
  const truth = useMemo(() => tradeOff(gaussian(numbers.real)).epsilon(DELTA), [numbers.real]);
  const [worst, model] = [mostProved(answer, 'worst-case'), mostProved(answer, 'model-based')];
  const allowed = answer?.claimEpsilon ?? null;
  return (
    <>
      <Note terms={['delta', 'worst-case', 'model-based']}>
        <Formula>
          <p>
            Claims are ordered from strict to loose. The strictest that is not refuted is the bound, and its
            epsilon the number: of all (ε, δ) at this δ for any mechanism, of all Gaussian curves for the
            model.
          </p>
        </Formula>
      </Note>
      <p>
        Yes or no is a poor answer. How much is leaked at least? Hold the same{' '}
        <Live
          value={observation === null ? null : formatCount(observation.correct)}
          room={formatCount(numbers.cuts.top + numbers.cuts.bottom).length}
        />{' '}
        right of <Guesses {...told} /> guesses against every claim, from strict to loose. Where refutation
        ends stands the number: the <strong>proved epsilon</strong>. The true one is at least that large.
      </p>
      <ul>
        <li>
          At least <Live value={worst === null ? null : formatLowerBound(worst)} room={6} /> for any mechanism
          (<strong>worst-case</strong>).
        </li>
        <li>
          At least <Live value={model === null ? null : formatLowerBound(model)} room={6} /> if the noise is
          Gaussian (<strong>model-based</strong>).
        </li>
        <li>
          The claim, noise of <Noise {...told} />, allows{' '}
          <Live value={allowed === null ? null : formatNumber(allowed, 4)} room={5} after="." />
        </li>
        <li>
          The truth, noise of <RealNoise {...told} />, is{' '}
          <Live value={formatNumber(truth, 4)} room={5} after="." />
        </li>
      </ul>
      <p>
        A bar past the dashed mark says that more is leaked than was claimed. No bar says that nothing more is
        leaked.
      </p>
    </>
  );
}
