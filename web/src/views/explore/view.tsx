import { useMemo } from 'preact/hooks';
import { boundData, jsonText } from '../../../../src/report/index.ts';
import { useStable } from '../../parts/answer.ts';
import { Radios } from '../../parts/field.tsx';
import { PictureGrid, usePictures } from '../../parts/pictures.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { useSettings } from '../../route.ts';
import { useAnswers } from './answers.ts';
import { ExploreControls } from './controls.tsx';
import { boundCommand, boundQuestion, USUAL_EXPLORE } from './question.ts';
import { BoundAssumptions, BoundVerdictBox, ClaimRiskBox } from './words.tsx';

export function ExploreView() {
  const [settings, change] = useSettings('explore', USUAL_EXPLORE);
  const { question, problem } = useStable(boundQuestion(settings));
  const { report, old, waiting, claim, standing, problem: failure } = useAnswers(question);
  const near = settings.zoom === 'near';
  const drawn = useMemo(
    () => (report === null || claim === null ? null : { report, claim, standing, near }),
    [report, claim, standing, near],
  );
  const { pictures } = usePictures(drawn, (plots, data, page) => {
    const curves = {
      claim: data.claim.lines,
      standing: data.standing?.lines ?? null,
      observation: data.report.observation,
      delta: data.report.delta,
    };
    return [
      plots.tradeOffPlot(curves, data.near, page),
      plots.profilePlot(curves, page),
      plots.boundsPlot(
        {
          results: data.report.results,
          claim: { stated: data.claim.lines.name, epsilon: data.claim.epsilon },
        },
        page,
      ),
    ];
  });
  const trouble = problem ?? failure;
  return (
    <>
      <h1>What do these counts prove?</h1>
      <p class="lead">
        Move the counts, the levels and the claimed curve, and see what every bound makes of them. To choose
        by looking is for planning: in an audit all but the right guesses is fixed before.
      </p>
      <div class="workbench">
        <ExploreControls settings={settings} onInput={change} />
        <div>
          <Problem text={trouble} />
          {report === null || trouble !== null ? null : (
            <div class={old ? 'busy' : undefined} aria-busy={old}>
              <BoundVerdictBox report={report} waiting={waiting} />
              <Radios
                label="Trade-off curves"
                value={settings.zoom}
                options={[
                  ['near', 'near the observation'],
                  ['whole', 'whole'],
                ]}
                onInput={(zoom) => change({ zoom })}
              />
              <PictureGrid pictures={pictures} />
              {claim === null ? null : <ClaimRiskBox risk={claim.risk} />}
              <p class="downloads">
                <button
                  type="button"
                  onClick={() => saveAsFile('bound.json', jsonText(boundData(report)), 'application/json')}
                >
                  Download JSON
                </button>
              </p>
              <BoundAssumptions report={report} command={boundCommand(settings)} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
