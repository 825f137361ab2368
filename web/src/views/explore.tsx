import { useMemo, useRef } from 'preact/hooks';
import {
  type BoundReport,
  boundData,
  boundWords,
  type ClaimVerdict,
  checkObservation,
  checkTau,
  jsonText,
  METHODS,
  parseClaim,
  printFamily,
  printNumber,
  readNumber,
  shellCommand,
} from '../../../src/index.ts';
import { Desk } from '../desk.ts';
import { type Answered, useAnswer, useStable } from '../parts/answer.ts';
import { ClaimForm, understood } from '../parts/claim.tsx';
import { Radios } from '../parts/field.tsx';
import { Figures, usePictures } from '../parts/picture.tsx';
import { Table } from '../parts/pieces.tsx';
import { messageOf, Problem } from '../parts/problem.tsx';
import { save } from '../parts/save.ts';
import { Slider } from '../parts/slider.tsx';
import { useSettings } from '../route.ts';
import type { Proved, Question } from '../work/explore.ts';

const USUAL = {
  m: '1000',
  k: '2',
  guesses: '100',
  correct: '90',
  tau: '0.05',
  delta: '1e-5',
  form: 'gaussian',
  claim: 'gaussian(sigma=1)',
  zoom: 'near',
};

/** Each method, each curve and each slow search has a worker of its own, so that none holds up another. */
const desks = () => METHODS.map((method) => [method, new Desk()] as const);
const [METHOD_DESKS, OWN_DESKS] = [desks(), desks()];
const [claimDesk, standingDesk] = [new Desk(), new Desk()];

export function ExploreView() {
  const [settings, change] = useSettings('explore', USUAL);
  const { question, problem } = useStable(questionOf(settings));
  const answers = METHOD_DESKS.map(([method, desk]) =>
    useAnswer(desk, question, async (work, asked: Question) => ({
      asked,
      verdict: await work.test(asked, method),
      proved: await work.search(asked, method),
    })),
  );
  const own = useMemo(() => ownQuestion(question), [question]);
  const ownAnswers = OWN_DESKS.map(([method, desk]) =>
    useAnswer(desk, own, async (work, asked: Question) => ({
      asked,
      proved: await work.search(asked, method),
    })),
  );
  const answered = useMemo(
    () => combined(question, answers, own, ownAnswers),
    [question, own, ...answers, ...ownAnswers],
  );
  // What was said before stands until there is an answer to the newest question.
  const last = useRef<BoundReport | null>(null);
  if (answered !== null) last.current = answered;
  const report = last.current;
  const waiting = [
    ...METHODS.filter((_, i) => answers[i].busy),
    ...METHODS.filter((_, i) => own !== null && ownAnswers[i].busy).map(
      (method) => `${method} within ${own?.families[0]}`,
    ),
  ];
  const standing = report === null ? null : standingOf(report);
  const claim = useAnswer(
    claimDesk,
    question === null ? null : { claim: question.claim, delta: question.delta },
    (work, asked) => work.curve(asked.claim, asked.delta),
  );
  const other = useAnswer(
    standingDesk,
    standing === null || question === null ? null : { claim: standing, delta: question.delta },
    (work, asked) => work.curve(asked.claim, asked.delta),
  );
  const drawn = useMemo(
    () =>
      report === null || claim.answer === null || question === null
        ? null
        : {
            report,
            claim: claim.answer,
            other: standing === null ? null : other.answer,
            near: settings.zoom === 'near',
            delta: question.delta,
          },
    [report, claim.answer, other.answer, standing, settings.zoom, question],
  );
  const { pictures } = usePictures(drawn, (plots, data, page) => {
    const curves = {
      claim: data.claim.lines,
      standing: data.other?.lines ?? null,
      observation: data.report.observation,
      delta: data.delta,
    };
    return [
      plots.tradeOffPlot(curves, data.near, page),
      plots.profilePlot(curves, page),
      plots.boundsPlot(
        {
          results: data.report.results,
          claim: data.claim.lines.name,
          plots: { claimEpsilon: data.claim.epsilon },
        },
        page,
      ),
    ];
  });
  const busy = answered === null;
  const delta = question?.delta ?? Number(USUAL.delta);
  const trouble =
    problem ??
    [...answers, ...(own === null ? [] : ownAnswers), claim, other]
      .map((one) => one.problem)
      .find((text) => text !== null) ??
    null;
  return (
    <>
      <h1>What do these counts prove?</h1>
      <p class="lead">
        Move the counts, the levels and the claimed curve, and see what every bound makes of them. To choose
        by looking is for planning: in an audit all but the right guesses is fixed before.
      </p>
      <div class="workbench">
        <Controls settings={settings} onInput={change} />
        <div>
          <Problem text={trouble} />
          {report === null || trouble !== null ? null : (
            <div class={busy ? 'busy' : undefined} aria-busy={busy}>
              <Words report={report} waiting={waiting} />
              <Radios
                label="Trade-off curves"
                value={settings.zoom}
                options={[
                  ['near', 'near the observation'],
                  ['whole', 'whole'],
                ]}
                onInput={(zoom) => change({ zoom })}
              />
              <Figures pictures={pictures} />
              <p class="downloads">
                <button
                  type="button"
                  onClick={() => save('bound.json', jsonText(boundData(report, [delta])), 'application/json')}
                >
                  Download JSON
                </button>
              </p>
              <Rests report={report} command={commandOf(settings)} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

type Settings = typeof USUAL;

interface ControlsProps {
  readonly settings: Settings;
  readonly onInput: (change: Partial<Settings>) => void;
}

function Controls({ settings, onInput }: ControlsProps) {
  const m = Math.max(1, Number(settings.m) || 1);
  const guesses = Math.max(1, Number(settings.guesses) || 1);
  // A slider takes the counts below it along; what is typed stands as it is typed.
  const resize = (key: 'm' | 'guesses', value: string, dragged: boolean) => {
    const next = { ...settings, [key]: value };
    const most = Math.min(Number(next.guesses), Number(next.m));
    onInput(
      dragged
        ? { [key]: value, guesses: String(most), correct: String(Math.min(Number(next.correct), most)) }
        : { [key]: value },
    );
  };
  return (
    <form class="step" aria-label="What is explored" onSubmit={(event) => event.preventDefault()}>
      <h2>Counts</h2>
      <div class="fields">
        <Slider
          label="Canaries (m)"
          value={settings.m}
          scale={{ least: 10, most: 1_000_000, log: true, whole: true }}
          onInput={(value, dragged) => resize('m', value, dragged)}
        />
        <Slider
          label="Options (k)"
          value={settings.k}
          scale={{ least: 2, most: 20, whole: true }}
          onInput={(k) => onInput({ k })}
        />
        <Slider
          label="Guesses (c′)"
          value={settings.guesses}
          scale={{ least: 1, most: m, log: m > 200, whole: true }}
          onInput={(value, dragged) => resize('guesses', value, dragged)}
        />
        <Slider
          label="Right guesses (c)"
          value={settings.correct}
          scale={{ least: 0, most: guesses, whole: true }}
          onInput={(correct) => onInput({ correct })}
        />
      </div>
      <h2>Levels</h2>
      <div class="fields">
        <Slider
          label="Significance (tau)"
          value={settings.tau}
          scale={{ least: 1e-6, most: 0.5, log: true }}
          onInput={(tau) => onInput({ tau })}
        />
        <Slider
          label="Delta"
          value={settings.delta}
          scale={{ least: 1e-12, most: 0.1, log: true }}
          onInput={(delta) => onInput({ delta })}
        />
      </div>
      <h2>Curve</h2>
      <ClaimForm form={settings.form} claim={settings.claim} sliders onInput={onInput} />
    </form>
  );
}

function Words({ report, waiting }: { readonly report: BoundReport; readonly waiting: readonly string[] }) {
  const words = boundWords(report);
  const refuted = report.verdict?.refuted === true;
  return (
    <section
      class={`verdict ${refuted ? 'refuted' : words.warning === null ? 'not-refuted' : 'not-refutable'}`}
    >
      <h2 class="mark">{refuted ? 'REFUTED' : 'Not refuted'}</h2>
      <p class={words.warning === null ? undefined : 'warning'}>
        {words.warning ?? sentenceOf(words.verdict)}
      </p>
      <p>{words.seen}</p>
      {words.results === null ? null : (
        <Table caption={words.lead ?? ''} rows={words.results} styles={{ 0: 'name' }} />
      )}
      {words.tests === null ? null : <Table caption="The claim’s p-values" rows={words.tests} />}
      <p class="aside waiting" role="status">
        {waiting.length === 0 ? '' : `Still at work: ${waiting.join(', ')}.`}
      </p>
    </section>
  );
}

/** A verdict without its mark, which stands above. */
function sentenceOf(verdict: string | null): string {
  const text = (verdict ?? '').replace(/^[^:]*: /, '');
  return text.replace(/^the /, 'The ');
}

function Rests({ report, command }: { readonly report: BoundReport; readonly command: string }) {
  const { rests } = boundWords(report);
  return (
    <section>
      <h2>What this rests on</h2>
      <ul>
        {rests.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>The same on the command line:</p>
      <pre>
        <code>{command}</code>
      </pre>
    </section>
  );
}

/** What is asked, or why it cannot be. */
function questionOf(settings: Settings): { question: Question | null; problem: string | null } {
  try {
    const observation = {
      m: readNumber('canaries', settings.m),
      k: readNumber('options', settings.k),
      guesses: readNumber('guesses', settings.guesses),
      correct: readNumber('correct', settings.correct),
    };
    checkObservation(observation);
    const tau = readNumber('tau', settings.tau);
    checkTau(tau);
    const delta = readNumber('delta', settings.delta);
    const { text: claim, problem } = understood(settings.claim);
    if (problem !== null) return { question: null, problem };
    return {
      question: { observation, tau, delta, claim, families: usualFamilies(delta) },
      problem: null,
    };
  } catch (error) {
    return { question: null, problem: messageOf(error) };
  }
}

function usualFamilies(delta: number): string[] {
  return ['gaussian', `approx-dp(delta=${printNumber(delta)})`];
}

/** The family of DP-SGD with the claim's rate and steps; null for other claims. */
function ownFamily(text: string): string | null {
  const claim = parseClaim(text);
  const { noise: _, ...parameters } = claim.parameters;
  return claim.name === 'dpsgd' ? printFamily({ claim: { ...claim, parameters }, free: 'noise' }) : null;
}

/** The same question about the claim's own family, which takes long to search. */
function ownQuestion(question: Question | null): Question | null {
  const family = question === null ? null : ownFamily(question.claim);
  return question === null || family === null ? null : { ...question, families: [family] };
}

type Said = Answered<{ readonly asked: Question; readonly verdict: ClaimVerdict; readonly proved: Proved }>;
type OwnSaid = Answered<{ readonly asked: Question; readonly proved: Proved }>;

/** What the methods that have answered this question say together, as `onerun bound` does; null before the first. */
function combined(
  question: Question | null,
  answers: readonly Said[],
  own: Question | null,
  ownAnswers: readonly OwnSaid[],
): BoundReport | null {
  const given = answers.flatMap(({ answer }) => (answer?.asked === question ? [answer] : []));
  if (question === null || given.length === 0) return null;
  const { observation, tau } = question;
  const more = ownAnswers.flatMap(({ answer }) =>
    own !== null && answer?.asked === own ? [answer.proved] : [],
  );
  const proved = [...given.map((said) => said.proved), ...more];
  const verdicts = given.map(({ verdict }) => verdict);
  const notes = [...verdicts, ...proved].flatMap((said) => said.notes);
  const results = proved.flatMap((said) => said.results);
  const families = [...question.families, ...(own?.families ?? [])];
  return {
    observation,
    tau,
    results: families.flatMap((name) => results.filter(({ family }) => family === name)),
    verdict: {
      claim: verdicts[0].claim,
      tau,
      refuted: verdicts.some(({ refuted }) => refuted),
      refutable: verdicts.some(({ refutable }) => refutable),
      tests: verdicts.flatMap(({ tests }) => tests),
      notes: [],
    },
    notes: [...new Set(notes)],
  };
}

/** The most private Gaussian that is not refuted, where one is. */
function standingOf({ results }: BoundReport): string | null {
  const mus = results.flatMap(({ family, parameter }) =>
    family === 'gaussian' && parameter !== null ? [parameter] : [],
  );
  return mus.length === 0 ? null : `gaussian(mu=${printNumber(Number(Math.max(...mus).toPrecision(4)))})`;
}

function ownOptions(claim: string, delta: number): string[] {
  const family = understood(claim).problem === null ? ownFamily(claim) : null;
  return family === null ? [] : [...usualFamilies(delta), family].flatMap((name) => ['--family', name]);
}

function commandOf({ m, k, guesses, correct, tau, delta, claim }: Settings): string {
  return shellCommand([
    'onerun',
    'bound',
    ...['--canaries', m, '--guesses', guesses, '--correct', correct],
    ...(k === '2' ? [] : ['--options', k]),
    ...(tau === '0.05' ? [] : ['--tau', tau]),
    ...(delta === '1e-5' ? [] : ['--delta', delta]),
    ...['--claim', understood(claim).text],
    ...ownOptions(claim, Number(delta)),
  ]);
}
