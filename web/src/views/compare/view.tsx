import { useEffect, useState } from 'preact/hooks';
import { Bench } from '../../parts/bench.tsx';
import { Problem, problemOf } from '../../parts/problem.tsx';
import { type Pin, unpin, usePins } from '../../pins.ts';
import { examplePins } from './examples.ts';

export function CompareView() {
  const pins = usePins();
  const [examples, setExamples] = useState<readonly Pin[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const areExamples = pins.length === 0;
  useEffect(() => {
    if (areExamples && examples.length === 0)
      examplePins().then(setExamples, (error: unknown) => setProblem(problemOf(error)));
  }, [areExamples]);
  return (
    <>
      <h1>Two audits beside each other</h1>
      <p class="lead">
        {areExamples ? 'Two examples, until you choose your own. ' : ''}Press “Pin to compare” below the
        figure of an audit in Audit, Explore or Learn: the last two stand here.
      </p>
      <Problem text={problem} />
      {(areExamples ? examples : pins).map(({ key, name, source, view }) => (
        <section key={key} aria-label={name}>
          <h2>{name}</h2>
          <Bench source={source} view={view} />
          {areExamples ? null : (
            <p class="take-row">
              <button type="button" aria-label={`Remove ${name}`} onClick={() => unpin(key)}>
                Remove
              </button>
            </p>
          )}
        </section>
      ))}
      <p class="aside">
        Each is tested at its own level: of many true claims some are refuted by chance. Several runs of one
        training are judged together by auditing their files at once.
      </p>
    </>
  );
}
