import type { FunctionComponent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { BenchFigure, BenchState } from '../../../../src/bench/index.ts';
import { BenchTake } from '../../parts/take/bench-take.tsx';
import { addressWith, linkTo, useSettings } from '../../route.ts';
import { AfterStory } from './after.tsx';
import { useAllSteps } from './all-steps.ts';
import { StoryFigure } from './figure.tsx';
import { PERFECT, useScene } from './scene.ts';
import { type ShownFigure, shownOf } from './shown.ts';
import { Coins } from './steps/canaries.tsx';
import { Again } from './steps/games.tsx';
import { Guessing } from './steps/guess.tsx';
import { Looking } from './steps/looking.tsx';
import { Luck } from './steps/luck.tsx';
import { More } from './steps/more.tsx';
import { Numbers } from './steps/number.tsx';
import { Broken } from './steps/power.tsx';
import { Promised } from './steps/promise.tsx';
import type { StoryTold } from './steps/step.ts';
import { numbersOf, STEPS, type StepName, type StorySettings, USUAL_STORY } from './story.ts';
import { useSteps } from './use-steps.ts';

const PARTS: Readonly<Record<StepName, readonly [title: string, part: FunctionComponent<StoryTold>]>> = {
  promise: ['A claim', Promised],
  canaries: ['Canaries and coins', Coins],
  guess: ['Guess, or keep silent', Guessing],
  luck: ['How many right by luck?', Luck],
  games: ['Play it again', Again],
  power: ['Half the noise', Broken],
  looking: ['Looking first is cheating', Looking],
  number: ['From a verdict to a number', Numbers],
  more: ['More canaries, more runs', More],
};

/** The idea of an audit as a story in steps, beside a figure that follows it. */
export function LearnView() {
  const [arrivals, setArrivals] = useState(0);
  const [settings, changeAll] = useSettings('learn', USUAL_STORY, ({ figure: view }) => {
    if (view !== '') setArrivals((n) => n + 1);
  });
  // The cuts of a link belong to what it shows.
  const change = (next: Partial<StorySettings>) => changeAll({ figure: '', ...next });
  const numbers = numbersOf(settings);
  const { step } = numbers;
  const source = useScene(numbers);
  const all = useAllSteps(numbers);
  const [shown, setShown] = useState<ShownFigure | null>(null);
  const [figure, setFigure] = useState<BenchFigure | null>(null);
  const [rounds, setRounds] = useState(0);
  const drawn = useRef<BenchState | null>(null);
  const { story, goTo, touch } = useSteps(step, (next) => change({ step: next }));
  const told: StoryTold = {
    numbers,
    change,
    // The sentences wait until the figure shows what they are about.
    shown: shown?.source === source ? shown : null,
    figure,
    onCoins: () => change({ coins: String((Number(settings.coins) || 0) + 1) }),
    onPlay: () => setRounds((n) => n + 1),
  };
  const onDrawn = (state: BenchState) => {
    const before = drawn.current;
    drawn.current = state;
    const isNew = (['source', 'cuts', 'answer', 'played'] as const).some(
      (key) => before?.[key] !== state[key],
    );
    if (isNew) setShown(shownOf(state));
  };
  return (
    <>
      <h1>How one training run tells on itself</h1>
      <p class="lead">
        A story in {STEPS.length} steps about a claim of privacy, and how to find out that it is false. Every
        number with a dotted line can be dragged; the words are explained beside it and at the end.
      </p>
      <div class="story" ref={story}>
        <div class="story-figure">
          <nav aria-label="Steps of the story">
            <ol>
              {STEPS.map((name, i) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-current={name === step ? 'step' : undefined}
                    aria-label={`Step ${i + 1}: ${PARTS[name][0]}`}
                    title={PARTS[name][0]}
                    onClick={() => goTo(name)}
                  >
                    {i + 1}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
          <StoryFigure
            key={arrivals}
            numbers={numbers}
            source={source}
            view={settings.figure}
            rounds={rounds}
            onFigure={setFigure}
            onDrawn={onDrawn}
            onCuts={({ top, bottom }) => {
              if (step === 'guess') change({ top: String(top), bottom: String(bottom) });
            }}
          />
          <BenchTake
            state={() => (drawn.current?.source === source ? drawn.current : null)}
            name={`story, ${PARTS[step][0].toLowerCase().replace('?', '')}`}
            link={(view) => addressWith('learn', { ...settings, figure: view }, USUAL_STORY)}
          />
        </div>
        <div class="story-steps">
          {STEPS.map((name, i) => (
            <StepBox
              key={name}
              name={name}
              told={name === step ? told : { ...told, shown: all[name] ?? null }}
              isCurrent={name === step}
              onTouch={() => touch(name)}
              onBack={i > 0 ? () => goTo(STEPS[i - 1]) : null}
              onNext={i + 1 < STEPS.length ? () => goTo(STEPS[i + 1]) : null}
            />
          ))}
        </div>
      </div>
      <AfterStory
        numbers={numbers}
        observation={source.claim === PERFECT ? null : (source.fixed?.observation ?? null)}
      />
    </>
  );
}

interface StepBoxProps {
  readonly name: StepName;
  readonly told: StoryTold;
  readonly isCurrent: boolean;
  readonly onTouch: () => void;
  readonly onBack: (() => void) | null;
  readonly onNext: (() => void) | null;
}

function StepBox({ name, told, isCurrent, onTouch, onBack, onNext }: StepBoxProps) {
  const [title, Part] = PARTS[name];
  const place = STEPS.indexOf(name);
  return (
    <section
      id={`step-${name}`}
      class={isCurrent ? 'story-step current' : 'story-step'}
      aria-labelledby={`title-${name}`}
      onPointerDown={onTouch}
      onFocusIn={onTouch}
    >
      <h2 id={`title-${name}`} tabIndex={-1}>
        <span class="step-number">{place + 1}</span> {title}
      </h2>
      <Part {...told} />
      <p class="story-move">
        {onBack === null ? null : (
          <button type="button" onClick={onBack}>
            Back
          </button>
        )}
        {onNext === null ? (
          <a class="onward" href={linkTo('audit')}>
            Next: audit a file of your own
          </a>
        ) : (
          <button type="button" class="onward" onClick={onNext}>
            Next: {PARTS[STEPS[place + 1]][0]}
          </button>
        )}
      </p>
    </section>
  );
}
