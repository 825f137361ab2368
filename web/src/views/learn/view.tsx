import { useMemo } from 'preact/hooks';
import type { AuditResult } from '../../../../src/index.ts';
import { auditVerdict, formatCount, formatPercent, GLOSSARY } from '../../../../src/report/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { useAnswer } from '../../parts/answer.ts';
import { Radios } from '../../parts/field.tsx';
import { usePictures } from '../../parts/pictures.tsx';
import { Terms } from '../../parts/report-pieces.tsx';
import { Slider } from '../../parts/slider.tsx';
import { linkTo, useSettings } from '../../route.ts';
import { Lesson } from './lesson.tsx';

const USUAL = { sigma: '1', game: 'honest', coins: '1' };

const NOISE = { least: 0.3, most: 5, log: true };
const [gameWorker, abstainWorker, growthWorker, chanceWorker] = [
  new LatestAnswerWorker(),
  new LatestAnswerWorker(),
  new LatestAnswerWorker(),
  new LatestAnswerWorker(),
];

/** The idea of an audit on one page, with pictures that are computed from the settings. */
export function LearnView() {
  const [settings, change] = useSettings('learn', USUAL);
  const sigma = Number(settings.sigma) > 0 ? Number(settings.sigma) : 1;
  const truth = settings.game === 'broken' ? sigma / 2 : sigma;
  const game = useAnswer(
    gameWorker,
    { truth, sigma, coins: settings.coins },
    (work, asked) => work.playGame(asked.truth, asked.sigma, asked.coins) as Promise<AuditResult>,
  );
  const abstaining = useAnswer(abstainWorker, sigma, (work, noise) => work.abstaining(noise));
  const growth = useAnswer(growthWorker, sigma, (work, noise) => work.growing(noise));
  const chance = useAnswer(chanceWorker, { sigma, coins: settings.coins }, (work, asked) =>
    work.manyRuns(asked.sigma, asked.coins),
  );
  const gamePictures = usePictures(game.answer, (plots, found, page) =>
    plots.auditPlots(found, page).filter(({ name }) => name === 'scores' || name === 'roc'),
  );
  const abstainPictures = usePictures(abstaining.answer, (plots, plan, page) => [
    plots.fractionPlot(plan, page),
    plots.planPlot(plan, page),
  ]);
  const growthPictures = usePictures(growth.answer, (plots, { plans, truth: epsilon }, page) => [
    plots.growthPlot(plans, epsilon, page),
  ]);
  const chancePictures = usePictures(chance.answer, (plots, runs, page) => [plots.chancePlot(runs, page)]);
  const noise = (
    <Slider
      label="Noise (sigma)"
      value={settings.sigma}
      scale={NOISE}
      onInput={(value) => change({ sigma: value })}
    />
  );
  const verdict = useMemo(() => (game.answer === null ? null : auditVerdict(game.answer)), [game.answer]);
  return (
    <>
      <h1>Auditing privacy in one run</h1>
      <p class="lead">
        Differential privacy is a promise about what nobody can find out. It cannot be tested by looking at
        the code’s intentions, but it can be put to a game. Here is the game, and what its outcome can and
        cannot say.
      </p>

      <Lesson title="The game" state={game} pictures={gamePictures.pictures}>
        <p>
          Make {formatCount(1000)} records that nobody else has: canaries. Flip a fair coin for each; heads
          goes into the training data, tails stays out. Train once. Then let an attack give every canary a
          score, higher where it believes the canary was in, and guess. If training were perfectly private,
          the scores of both kinds would look alike, and guesses would be right half of the time.
        </p>
        <p>
          A claim such as <code>gaussian(sigma={sigma})</code> says how far apart the two may be: no attack
          gets below its curve of false alarms and misses. An attack that does refutes the claim, unless it
          was luck; and how likely such luck is can be computed.
        </p>
        <div class="controls">
          {noise}
          <Radios
            label="What really happens"
            value={settings.game}
            options={[
              ['honest', 'the noise that is claimed'],
              ['broken', 'half of it'],
            ]}
            onInput={(value) => change({ game: value })}
          />
          <button type="button" onClick={() => change({ coins: String((Number(settings.coins) || 0) + 1) })}>
            Flip new coins
          </button>
        </div>
        {verdict === null || game.answer === null ? null : (
          <p role="status">
            <strong>{verdict.mark}.</strong> {countsOf(game.answer)} {verdict.sentences[0]?.text}
          </p>
        )}
      </Lesson>

      <Lesson title="What abstaining buys" state={abstaining} pictures={abstainPictures.pictures}>
        <p>
          Most canaries lie in the middle, where noise decides. An attack that must guess all of them drowns
          in coin flips; one that speaks only about the surest, the top and the bottom of the scores, is right
          far more often. But too few guesses prove little, however right they are. In between lies the best
          number, and it can be planned from the claim alone. It must be: who picks the number after looking
          at the scores picks their luck.
        </p>
        <div class="controls">{noise}</div>
      </Lesson>

      <Lesson single title="Why one run can be enough" state={growth} pictures={growthPictures.pictures}>
        <p>
          The old way trains hundreds of models, half of them with one canary, and counts. But canaries are
          cheap and training is not. Put many into one run and each is a small experiment of its own. They are
          not independent, for they share a model; the theorem behind onerun does not need them to be. It
          bounds how many guesses about canaries can be right at once, for every mechanism with the claimed
          curve. With more canaries the bound comes closer to the truth.
        </p>
        <div class="controls">{noise}</div>
      </Lesson>

      <Lesson single title="What the numbers do not say" state={chance} pictures={chancePictures.pictures}>
        <ul>
          <li>
            <strong>Not refuted is not proved.</strong> A weak attack, few canaries or bad luck let a broken
            mechanism pass. An audit says beforehand how likely it is to catch a violation: its power.
          </li>
          <li>
            <strong>Refuted is not certain.</strong> At 95% confidence a true claim is refuted in up to one
            run of twenty. The picture shows {formatCount(200)} honest runs and as many with half the noise.
          </li>
          <li>
            <strong>Epsilon is a lower bound.</strong> It says that the privacy loss is at least so large,
            never that it is no larger.
          </li>
          <li>
            <strong>Some numbers assume a model.</strong> An epsilon within the Gaussian family is a statement
            about Gaussian mechanisms; only worst-case numbers hold for all.
          </li>
          <li>
            <strong>The canaries stand for the claim, not for people.</strong> They are chosen to be easy to
            find; what is true of them bounds what the mechanism may do to anyone, not what it does to most.
          </li>
        </ul>
        <div class="controls">
          {noise}
          <button type="button" onClick={() => change({ coins: String((Number(settings.coins) || 0) + 1) })}>
            Run them again
          </button>
        </div>
      </Lesson>

      <section class="lesson">
        <h2>Words</h2>
        <Terms pairs={GLOSSARY} />
        <p>
          Now <a href={linkTo('audit')}>audit scores</a>, <a href={linkTo('explore')}>explore counts</a> or{' '}
          <a href={linkTo('plan')}>plan a run</a>.
        </p>
      </section>
    </>
  );
}

/** How many of the guesses were right, in a sentence. */
function countsOf({ runs }: AuditResult): string {
  const [{ guesses, correct }] = runs[0].observations;
  const share = formatPercent(Number((correct / guesses).toPrecision(3)));
  return `Of ${formatCount(guesses)} guesses ${formatCount(correct)} were right (${share}).`;
}
