import { useMemo, useRef } from 'preact/hooks';
import {
  type BenchQuestion,
  type BenchSource,
  type CountsToShow,
  type Cuts,
  countsAt,
  cutsOfGuesses,
  observationOfCuts,
  usualTruths,
} from '../../../../src/bench/index.ts';
import type { CanaryField, Observation } from '../../../../src/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { useAnswer, useStable } from '../../parts/answer.ts';
import { type ExploreDesign, type ExploreSettings, exploreDesign, MOST_DRAWN } from './question.ts';

/** One worker that lives on: it is never ended for a newer question. */
const worker = new LatestAnswerWorker(Infinity);

interface Explored {
  /** What is asked; null where the settings make no sense, or before the canaries are drawn. */
  readonly question: BenchQuestion | null;
  /** What the figure shows: the canaries of these settings, or those before until they are there. */
  readonly source: BenchSource | null;
  /** Whether there are too many canaries to draw them. */
  readonly isCounted: boolean;
  /** The settings that the figure shows. */
  readonly drawnBy: ExploreSettings;
  readonly problem: string | null;
}

/** From the settings to made-up canaries that show their counts, and to what is asked about them. */
export function useExplored(settings: ExploreSettings): Explored {
  const { design, problem } = useStable(exploreDesign(settings));
  const isCounted = design !== null && design.design.m > MOST_DRAWN;
  const counts = useStable(design === null || isCounted ? null : countsOf(design, settings));
  const { answer: made, problem: failure } = useAnswer(worker, counts, async (work, asked: CountsToShow) => ({
    counts: asked,
    field: await work.madeUpCanaries(asked),
  }));
  const isNew = made !== null && made.counts === counts;
  const observation = useStable(
    design === null ? null : observationOf(design, isNew ? made.field : null, settings),
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
    if (isCounted) return null;
    if (design === null || made === null || !isNew) return last.current;
    const cuts = cutsOf(settings, made.field, design) ?? cutsOfGuesses(made.counts.design);
    return sourceOf(design, made.field, cuts);
  }, [design, made, isNew, isCounted, settings.cuts]);
  last.current = source;
  return { question, source, isCounted, drawnBy: drawnBy.current, problem: problem ?? failure };
}

function countsOf({ design, correct, claim }: ExploreDesign, { seed, truth }: ExploreSettings): CountsToShow {
  return { design, correct, truth: truth === 'broken' ? (brokenOf(claim) ?? claim) : claim, seed };
}

function brokenOf(claim: string): string | null {
  return usualTruths(claim).find(({ isHonest }) => !isHonest)?.claim ?? null;
}

/** The cuts that the reader has moved; null where they are those of the counts, or cannot be made here. */
function cutsOf(
  { cuts }: ExploreSettings,
  field: CanaryField,
  { design: { m, k } }: ExploreDesign,
): Cuts | null {
  const [top, bottom] = cuts.split(',').map(Number);
  if (!Number.isSafeInteger(top) || !Number.isSafeInteger(bottom)) return null;
  const isWithin = top >= 0 && bottom >= 0 && top + bottom <= m && (k === 2 || bottom === 0);
  return isWithin && countsAt(field, { top, bottom }) !== null ? { top, bottom } : null;
}

/** The counts, as they were stated or as the canaries show them; null before these are drawn. */
function observationOf(
  explored: ExploreDesign,
  field: CanaryField | null,
  settings: ExploreSettings,
): Observation | null {
  const { design, correct } = explored;
  const isCounted = design.m > MOST_DRAWN;
  if ((settings.cuts === '' || isCounted) && correct !== null) return { ...design, correct };
  if (field === null) return null;
  const moved = cutsOf(settings, field, explored);
  if (moved === null && correct !== null) return { ...design, correct };
  return observationOfCuts(field, moved ?? cutsOfGuesses(design), design.k);
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
