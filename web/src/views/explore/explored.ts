import { useMemo, useRef } from 'preact/hooks';
import {
  type BenchQuestion,
  type BenchSource,
  type CountsToShow,
  type Cuts,
  cutsOfGuesses,
  type FigureView,
  observationOfCuts,
  usualTruths,
} from '../../../../src/bench/index.ts';
import { type CanaryField, InvalidInput, type Observation } from '../../../../src/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { useAnswer, useStable } from '../../parts/answer.ts';
import { type ExploreDesign, type ExploreSettings, exploreDesign } from './question.ts';

/** One worker that lives on: it is never ended for a newer question. */
const worker = new LatestAnswerWorker(Infinity);

/** Made-up canaries, and what was asked for. */
interface Made {
  readonly counts: CountsToShow;
  readonly field: CanaryField;
}

interface Explored {
  /** What is asked; null where the settings make no sense, or before the canaries are drawn. */
  readonly question: BenchQuestion | null;
  /** What the figure shows: the canaries of these settings, or those before until they are there. */
  readonly source: BenchSource | null;
  /** The settings that the figure shows. */
  readonly drawnBy: ExploreSettings;
  readonly problem: string | null;
}

/** From the settings to made-up canaries that show their counts, and to what is asked about them. */
export function useExplored(settings: ExploreSettings): Explored {
  const { design, problem } = useStable(exploreDesign(settings));
  const counts = useStable(design === null ? null : countsOf(design, settings));
  const { answer: made, problem: failure } = useAnswer(worker, counts, async (work, asked: CountsToShow) => ({
    counts: asked,
    field: await work.madeUpCanaries(asked),
  }));
  const isNew = made !== null && made.counts === counts;
  const observation = useStable(
    design === null ? null : observationOf(design, counts, isNew ? made : null, cutsOf(settings)),
  );
  const question = useMemo(
    (): BenchQuestion | null =>
      design === null || observation === null
        ? null
        : {
            game: 'membership',
            observation,
            tau: design.tau,
            delta: design.delta,
            claim: design.claim,
            families: design.families,
            details: true,
          },
    [design, observation],
  );
  const last = useRef<BenchSource | null>(null);
  const drawnBy = useRef(settings);
  if (design !== null && isNew) drawnBy.current = settings;
  const source = useMemo(() => {
    if (design === null || made === null || !isNew) return last.current;
    const cuts = cutsOf(settings) ?? cutsOfGuesses(made.counts.design);
    return sourceOf(design, made.field, cuts);
  }, [design, made, isNew, settings.cuts]);
  last.current = source;
  return { question, source, drawnBy: drawnBy.current, problem: problem ?? failure };
}

/** The figure that settings show, with canaries made by `draw`, and where its cuts stand. */
export async function exploredSource(
  settings: ExploreSettings,
  draw: (counts: CountsToShow) => Promise<CanaryField>,
): Promise<{ readonly source: BenchSource; readonly view: FigureView }> {
  const { design, problem } = exploreDesign(settings);
  if (design === null) throw new InvalidInput(problem ?? 'nothing is explored by these settings');
  const field = await draw(countsOf(design, settings));
  return {
    source: sourceOf(design, field, cutsOfGuesses(design.design)),
    view: { cuts: cutsOf(settings), isLog: settings.axes === 'log', isLate: false },
  };
}

function countsOf({ design, correct, claim }: ExploreDesign, { seed, truth }: ExploreSettings): CountsToShow {
  return { design, correct, truth: truth === 'broken' ? (brokenOf(claim) ?? claim) : claim, seed };
}

function brokenOf(claim: string): string | null {
  return usualTruths(claim).find(({ isHonest }) => !isHonest)?.claim ?? null;
}

/** The cuts that the reader has moved; null where they are those of the counts. */
function cutsOf({ cuts }: ExploreSettings): Cuts | null {
  const [top, bottom] = cuts.split(',').map(Number);
  return Number.isSafeInteger(top) && Number.isSafeInteger(bottom) ? { top, bottom } : null;
}

/** The counts, as they were stated or as the canaries show them; null before these are drawn. */
function observationOf(
  { design, correct }: ExploreDesign,
  counts: CountsToShow | null,
  made: Made | null,
  moved: Cuts | null,
): Observation | null {
  if (moved === null && correct !== null) return { ...design, correct };
  if (counts === null || made === null) return null;
  return observationOfCuts(made.field, moved ?? cutsOfGuesses(design), design.k);
}

function sourceOf(
  { claim, tau, delta, families, design }: ExploreDesign,
  field: CanaryField,
  cuts: Cuts,
): BenchSource {
  return {
    field,
    k: design.k,
    // As `onerun bound`: a curve is taken as that of the neighbours which the game compares.
    game: 'membership',
    fixed: null,
    verdict: null,
    tau,
    delta,
    claim,
    families,
    truths: design.k === 2 ? usualTruths(claim) : [],
    cuts,
    answer: null,
  };
}
