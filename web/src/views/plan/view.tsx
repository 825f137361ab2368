import { useMemo } from 'preact/hooks';
import type { Plan } from '../../../../src/index.ts';
import { formatCount, formatPower, jsonText, planWords } from '../../../../src/report/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { Announced } from '../../parts/announced.tsx';
import { useAnswer } from '../../parts/answer.ts';
import { PictureGrid, usePictures } from '../../parts/pictures.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SameCommand, Table } from '../../parts/report-pieces.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { CommandPart, LinkPart } from '../../parts/take/link.tsx';
import { TakeMenu } from '../../parts/take/menu.tsx';
import { Working } from '../../parts/working.tsx';
import { addressWith, useSettings } from '../../route.ts';
import { PlanControls } from './controls.tsx';
import { type PlanSettings, planCommand, planQuestion, USUAL_PLAN, withSeed } from './question.ts';

const [planWorker, aroundWorker] = [new LatestAnswerWorker(), new LatestAnswerWorker()];

export function PlanView() {
  const [settings, change] = useSettings('plan', USUAL_PLAN);
  const { question, problem } = useMemo(() => planQuestion(settings), [settings]);
  const plan = useAnswer(planWorker, question, (work, { wanted, design }) => work.planFor(wanted, design));
  const around = useAnswer(
    aroundWorker,
    plan.answer === null || plan.busy || question === null || plan.answer.k > 2
      ? null
      : { m: plan.answer.m, design: question.design },
    async (work, { m, design }) => ({ m, plans: await work.plansAround(m, design) }),
  );
  const drawn = useMemo(
    () => (plan.answer === null ? null : { plan: plan.answer, around: around.answer }),
    [plan.answer, around.answer],
  );
  const { pictures } = usePictures(drawn, (plots, data, page) => [
    ...(data.plan.rows.length < 2 ? [] : [plots.powerPlot(data.plan, page), plots.planPlot(data.plan, page)]),
    data.around === null || data.around.m !== data.plan.m || data.around.plans.length < 2
      ? null
      : plots.canariesPlot(data.around.plans, data.plan.m, page),
  ]);
  const trouble = problem ?? plan.problem;
  return (
    <>
      <h1>How many canaries, guesses and runs?</h1>
      <p class="lead">
        Before training: say what is claimed and how many records you can plant (canaries). The plan says how
        many to guess about, and how likely a false claim is then refuted.
      </p>
      <div class="workbench">
        <PlanControls settings={settings} onInput={change} />
        <div>
          <Announced
            text={plan.answer === null || plan.busy || trouble !== null ? null : heard(plan.answer)}
          />
          <Problem text={trouble} />
          {plan.busy && plan.answer === null ? <Working stage={{ text: 'Planning', share: null }} /> : null}
          {plan.answer === null || trouble !== null ? null : (
            <div class={plan.busy ? 'busy' : undefined} aria-busy={plan.busy}>
              <PlanSummary plan={plan.answer} settings={settings} />
              <details class="fold">
                <summary>
                  <h2>Other numbers of guesses and of canaries</h2>
                </summary>
                <PictureGrid pictures={pictures} />
                <PlanTable plan={plan.answer} />
              </details>
              <SameCommand command={planCommand(settings)} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** What the plan comes to, short enough to be heard. */
function heard({ m, chosen }: Plan): string {
  return `Plan: ${formatCount(chosen.guesses)} guesses for ${formatCount(m)} canaries, power ${formatPower(chosen.power)}.`;
}

/** The chosen design in words, and the plan as a file. */
function PlanSummary({ plan, settings }: { readonly plan: Plan; readonly settings: PlanSettings }) {
  const { design, remedy, sentences, rests } = planWords(plan);
  const others = [...(remedy === null ? [] : [`To notice more, ${remedy}`]), ...sentences];
  return (
    <>
      <section
        class={`verdict ${plan.standing?.couldNot === null ? 'not-refuted' : 'could-not-have-noticed'}`}
      >
        <p>
          <strong>{design}</strong>
        </p>
        {others.map((text) => (
          <p key={text}>{text.replaceAll('`', '')}</p>
        ))}
        <p class="aside">{rests}</p>
      </section>
      <div class="take-row">
        <TakeMenu label="the plan">
          <p class="take-files">
            <button type="button" onClick={() => saveAsFile('plan.json', jsonText(plan), 'application/json')}>
              plan.json
            </button>
          </p>
          <LinkPart link={() => addressWith('plan', withSeed(settings), USUAL_PLAN)} files={[]} />
          <CommandPart command={planCommand(settings)} />
        </TakeMenu>
      </div>
    </>
  );
}

function PlanTable({ plan }: { readonly plan: Plan }) {
  const { rows, columns } = planWords(plan);
  return (
    <section>
      <Table caption="What each number of guesses can be expected to show; * is the plan" rows={rows} />
      <p class="aside">{columns}</p>
    </section>
  );
}
