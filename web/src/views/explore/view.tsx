import { useMemo, useRef } from 'preact/hooks';
import { type BenchAnswer, type BenchState, observationOfCuts } from '../../../../src/bench/index.ts';
import { boundData, formatCount, jsonText } from '../../../../src/report/index.ts';
import { Bench } from '../../parts/bench.tsx';
import { newBenchEngine, useBenchAnswer } from '../../parts/bench-answer.ts';
import { PictureGrid, usePictures } from '../../parts/pictures.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { BenchTake } from '../../parts/take/bench-take.tsx';
import { addressWith, useSettings } from '../../route.ts';
import { ExploreControls } from './controls.tsx';
import { useExplored } from './explored.ts';
import {
  boundCommand,
  boundReport,
  type ExploreSettings,
  MOST_DRAWN,
  USUAL_EXPLORE,
  withCounts,
} from './question.ts';
import { carried } from './rows.ts';
import { BoundAssumptions, BoundVerdictBox, ClaimRiskBox } from './words.tsx';

const engine = newBenchEngine();

export function ExploreView() {
  const [settings, change] = useSettings('explore', USUAL_EXPLORE);
  const { question, source, isCounted, drawnBy, problem } = useExplored(settings);
  const answered = useBenchAnswer(engine, question);
  const { answer, complete, isBusy } = answered;
  const shown = useRef<BenchAnswer | null>(null);
  const drawn = useRef<BenchState | null>(null);
  if (answer !== null) shown.current = carried(shown.current, answer);
  const report = complete === null ? null : boundReport(complete);
  const { pictures } = usePictures(complete, (plots, { question: asked, details, claimEpsilon }, page) => {
    if (details === null || claimEpsilon === null) return [];
    const { lines, standing } = details;
    const { delta } = asked;
    const claim = { ...lines, epsilon: claimEpsilon };
    return [plots.profilePlot({ claim, standing, delta }, page)];
  });
  const trouble = problem ?? answered.problem;
  const isOld = trouble !== null || complete !== answer;
  // Counts that the figure gave, by its cuts or by a game, in the place of those that were stated.
  const seen = settings.cuts === '' && settings.correct !== '' ? null : (question ?? complete?.question);
  const stated = useMemo(() => withCounts(settings, seen?.observation ?? null), [settings, seen]);
  const restate = (next: Partial<ExploreSettings>) => {
    const isAboutCounts = Object.keys(next).some((key) =>
      ['m', 'k', 'guesses', 'correct', 'sides'].includes(key),
    );
    const { guesses, correct, sides } = stated;
    change(isAboutCounts ? { guesses, correct, sides, cuts: '', truth: '', ...next } : next);
  };
  return (
    <div class="workbench explore">
      <header>
        <h1>What do these counts prove?</h1>
        <p class="lead">
          Made-up scores of planted records (canaries). Beyond the cuts a canary is called in or out: move
          them, and see what so many right guesses prove. In an audit all but the right guesses is fixed
          before.
        </p>
      </header>
      <ExploreControls settings={stated} onInput={restate} />
      <div aria-busy={trouble === null && isBusy}>
        {source === null ? (
          <div class="bench-room">
            {isCounted ? (
              <p class="aside">
                More than {formatCount(MOST_DRAWN)} canaries are not drawn. What their counts prove is below.
              </p>
            ) : null}
          </div>
        ) : (
          <Bench
            view={settings.axes}
            onState={(state) => {
              drawn.current = state;
            }}
            source={source}
            engine={engine}
            answer={shown.current === null || answer === null ? null : answer}
            onCuts={({ top, bottom }) => {
              const counts = observationOfCuts(source.field, { top, bottom }, source.k);
              if (counts !== null) change({ cuts: `${top},${bottom}` });
            }}
            onPlayAgain={(truth) =>
              change({
                guesses: stated.guesses,
                sides: stated.sides,
                correct: '',
                cuts: '',
                seed: String(crypto.getRandomValues(new Uint32Array(1))[0]),
                truth: source.truths[truth]?.isHonest === false ? 'broken' : '',
              })
            }
          />
        )}
        {isCounted ? null : (
          <BenchTake
            state={() => drawn.current}
            name={`explore ${source?.claim ?? ''}`.trim()}
            link={(view) =>
              addressWith('explore', { ...drawnBy, axes: view.endsWith('log') ? 'log' : '' }, USUAL_EXPLORE)
            }
            command={() => boundCommand(stated)}
          >
            <p class="take-files">
              <button
                type="button"
                disabled={report === null || isOld}
                onClick={() => {
                  if (report !== null)
                    saveAsFile('bound.json', jsonText(boundData(report)), 'application/json');
                }}
              >
                JSON
              </button>
            </p>
          </BenchTake>
        )}
        <BoundVerdictBox answered={answered} shown={shown.current} trouble={trouble} />
        {report === null || complete === null ? null : (
          <div class={isOld ? 'busy' : undefined}>
            <PictureGrid pictures={pictures} />
            {complete.details === null ? null : <ClaimRiskBox risk={complete.details.risk} />}
            <BoundAssumptions report={report} command={boundCommand(stated)} />
          </div>
        )}
      </div>
    </div>
  );
}
