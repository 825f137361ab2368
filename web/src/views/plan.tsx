import { useMemo } from 'preact/hooks';
import type { Plan } from '../../../src/index.ts';
import { jsonText, planWords } from '../../../src/report/index.ts';
import { Desk } from '../desk.ts';
import { useAnswer } from '../parts/answer.ts';
import { ClaimForm } from '../parts/claim.tsx';
import { Field, Radios } from '../parts/field.tsx';
import { Figures, usePictures } from '../parts/picture.tsx';
import { Table } from '../parts/pieces.tsx';
import { Problem } from '../parts/problem.tsx';
import { save } from '../parts/save.ts';
import { Slider } from '../parts/slider.tsx';
import { Working } from '../parts/working.tsx';
import { useSettings } from '../route.ts';
import { commandOf, type PlanSettings, questionOf, USUAL } from './plan-question.ts';

const [planDesk, aroundDesk] = [new Desk(), new Desk()];

export function PlanView() {
  const [settings, change] = useSettings('plan', USUAL);
  const { question, problem } = useMemo(() => questionOf(settings), [settings]);
  const plan = useAnswer(planDesk, question, (work, { wanted, design }) => work.planFor(wanted, design));
  const around = useAnswer(
    aroundDesk,
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
      <h1>How many canaries, how many guesses?</h1>
      <p class="lead">
        Before training: what a design can refute, how likely it is to, and what epsilon an honest run is
        expected to prove. A plan uses the claim and a model of the mechanism alone, so guesses that come from
        it are fixed in advance; the model never affects whether a verdict is valid.
      </p>
      <div class="workbench">
        <Controls settings={settings} onInput={change} />
        <div>
          <Problem text={trouble} />
          {plan.busy && plan.answer === null ? <Working stage={{ text: 'Planning', share: null }} /> : null}
          {plan.answer === null || trouble !== null ? null : (
            <div class={plan.busy ? 'busy' : undefined} aria-busy={plan.busy}>
              <Found plan={plan.answer} />
              <Figures pictures={pictures} />
              <Rows plan={plan.answer} command={commandOf(settings)} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

interface ControlsProps {
  readonly settings: PlanSettings;
  readonly onInput: (change: Partial<PlanSettings>) => void;
}

function Controls({ settings, onInput }: ControlsProps) {
  const field = (key: keyof PlanSettings, label: string, placeholder: string) => (
    <Field
      label={label}
      value={settings[key]}
      placeholder={placeholder}
      onInput={(value) => onInput({ [key]: value })}
    />
  );
  return (
    <form class="step" aria-label="What is planned" onSubmit={(event) => event.preventDefault()}>
      <h2>Claim</h2>
      <ClaimForm form={settings.form} claim={settings.claim} onInput={onInput} />
      <h2>Size</h2>
      <Radios
        label="What is given"
        value={settings.by}
        options={[
          ['canaries', 'canaries'],
          ['target', 'an epsilon to prove'],
        ]}
        onInput={(by) => onInput({ by })}
      >
        <div class="fields">
          {settings.by === 'canaries' ? (
            <Slider
              label="Canaries"
              value={settings.canaries}
              scale={{ least: 20, most: 1_000_000, log: true, whole: true }}
              onInput={(canaries) => onInput({ canaries })}
            />
          ) : (
            <Slider
              label="Target epsilon"
              value={settings.target}
              scale={{ least: 0.1, most: 10, log: true }}
              onInput={(target) => onInput({ target })}
            />
          )}
        </div>
      </Radios>
      <details>
        <summary>More settings</summary>
        <div class="fields">
          {field('model', 'Mechanism the design is made for', 'the claim, or the Gaussian that spends it')}
          {field('violation', 'What may be true instead', 'half the noise, or twice the epsilon')}
          {field('guesses', 'Guesses', 'the best number')}
          {field('options', 'Options per canary', '2')}
          {field('family', 'Family of the expected epsilon', 'the one that fits')}
          {field('confidence', 'Confidence', '0.95')}
          {field('delta', 'Delta', '1e-5')}
          {field('seed', 'Seed that breaks ties', 'drawn at random')}
        </div>
      </details>
    </form>
  );
}

function Found({ plan }: { readonly plan: Plan }) {
  const { sentences, rests } = planWords(plan);
  const [first, ...others] = sentences;
  return (
    <>
      <section class={`verdict ${plan.chosen.critical === null ? 'not-refutable' : 'not-refuted'}`}>
        <p>
          <strong>{first}</strong>
        </p>
        {others.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p class="aside">{rests}</p>
      </section>
      <p class="downloads">
        <button type="button" onClick={() => save('plan.json', jsonText(plan), 'application/json')}>
          Download plan.json
        </button>
      </p>
    </>
  );
}

function Rows({ plan, command }: { readonly plan: Plan; readonly command: string }) {
  return (
    <section>
      <h2>Every number of guesses that was looked at</h2>
      <Table
        caption="What each number of guesses can be expected to show; * is the plan"
        rows={planWords(plan).rows}
      />
      <p>The same on the command line:</p>
      <pre>
        <code>{command}</code>
      </pre>
    </section>
  );
}
