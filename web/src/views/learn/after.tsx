import type { Observation } from '../../../../src/index.ts';
import { formatCount, formatPercent, GLOSSARY } from '../../../../src/report/index.ts';
import { Terms } from '../../parts/report-pieces.tsx';
import { gaussian, type StoryNumbers } from './story.ts';

interface AfterStoryProps {
  readonly numbers: StoryNumbers;
  /** What the fixed guesses came to; null where the claim is another, or it is not known. */
  readonly observation: Observation | null;
}

/** What an audit does not say, where to go on, and the words. */
export function AfterStory({ numbers, observation }: AfterStoryProps) {
  const { m, cuts, noise, tau } = numbers;
  const guesses = cuts.top + cuts.bottom;
  const explored = new URLSearchParams({
    m: String(m),
    guesses: String(guesses),
    correct: String(observation?.correct ?? guesses),
    ...(cuts.bottom === 0 ? { sides: 'in' } : cuts.top === 0 ? { sides: 'out' } : {}),
    tau: String(tau),
    claim: gaussian(noise),
  });
  const planned = new URLSearchParams({
    m: String(m),
    claim: gaussian(noise),
    confidence: String(Number((1 - tau).toPrecision(6))),
  });
  return (
    <>
      <section class="after-story">
        <h2>What an audit does not say</h2>
        <ul>
          <li>
            <strong>Not refuted is not proved.</strong> A weak attack, few canaries or bad luck let a broken
            mechanism pass.
          </li>
          <li>
            <strong>Refuted is not certain.</strong> A true claim is refuted in up to {formatPercent(tau)} of
            runs.
          </li>
          <li>
            <strong>Epsilon is a lower bound.</strong> At least so much is leaked; never: no more than that.
          </li>
          <li>
            <strong>The canaries stand for the claim, not for people.</strong> They are made to be easy to
            find.
          </li>
        </ul>
        <h2>Go on</h2>
        <ul>
          <li>
            <a href={`#/explore?${explored}`}>Explore these counts</a>: {formatCount(m)} canaries,{' '}
            {formatCount(guesses)} guesses, and every bound.
          </li>
          <li>
            <a href={`#/plan?${planned}`}>Plan a run</a> that tests this claim.
          </li>
          <li>
            Audit an example: <a href="#/audit?example=sound">an honest run</a>, or{' '}
            <a href="#/audit?example=half-noise">one with half the noise</a>.
          </li>
        </ul>
      </section>
      <section class="after-story">
        <h2>Words</h2>
        <Terms pairs={GLOSSARY} />
      </section>
    </>
  );
}
