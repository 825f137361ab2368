import type { Observation } from '../types.ts';
import { type Cuts, countsAt, errorsOfCounts, observationOfCuts, scoreOfCut } from './cuts.ts';
import { barsEnd, barsPanel } from './draw/bars-panel.ts';
import { type CurvePanel, curvePanel, movingPoint } from './draw/curve-panel.ts';
import { type FieldPanel, fieldPanel, movingCuts } from './draw/field-panel.ts';
import { lineBetween, px } from './draw/svg.ts';
import { tallyPanel } from './draw/tally-panel.ts';
import { type BenchSource, fixedAt } from './source.ts';
import {
  type BenchState,
  claimedBeta,
  errorsPath,
  isAboutClaim,
  isCurrent,
  modeOf,
  shownAnswer,
  shownObservation,
} from './state.ts';
import { epsilonWords, errorsWords, gamesWords, tallyWords, UNKNOWN } from './words.ts';

/** The sizes of the drawings, in pixels. */
export interface PanelSizes {
  readonly field: readonly [width: number, height: number];
  readonly curve: readonly [width: number, height: number];
  readonly tally: readonly [width: number, height: number];
  readonly bars: readonly [width: number, height: number];
}

/** Drawings that stay as they are while cuts move, kept from one frame to the next. */
export interface StillDrawings {
  readonly field: FieldPanel;
  readonly curve: CurvePanel;
}

export function stillDrawings(state: BenchState, sizes: PanelSizes): StillDrawings {
  return {
    field: fieldPanel(state.source.field, ...sizes.field),
    curve: stillCurve(state, sizes),
  };
}

export function stillCurve(state: BenchState, sizes: PanelSizes): CurvePanel {
  const { source, isLog, answer } = state;
  const curve = answer?.curve ?? null;
  const isOld = !isAboutClaim(state);
  return curvePanel({ curve, isOld, path: errorsPath(state), m: source.field.m, isLog }, ...sizes.curve);
}

/** What moves with the cuts, as SVG, and the words of each panel. */
export interface MovingDrawings {
  readonly field: string;
  readonly curve: string;
  readonly tally: string;
  readonly bars: string;
  readonly words: { readonly curve: string; readonly tally: string; readonly bars: string };
  /** Whether the answer is still about other cuts. */
  readonly isStale: boolean;
}

export function movingDrawings(
  state: BenchState,
  still: StillDrawings,
  sizes: PanelSizes,
  /** Of the canaries that are drawn as SVG; null where they are painted apart. */
  id: string | null,
): MovingDrawings {
  const { source, cuts, looked, played } = state;
  const answer = shownAnswer(state);
  const observation = shownObservation(state);
  const current = isCurrent(state);
  const seen = observation === null || observation.guesses === 0 ? null : errorsOfCounts(observation);
  const counts = countsAt(source.field, cuts, fixedAt(source, cuts));
  const lookedAt =
    looked === null
      ? null
      : observationOfCuts(source.field, looked.cuts, source.k, fixedAt(source, looked.cuts));
  const lookedErrors = lookedAt === null || lookedAt.guesses === 0 ? null : errorsOfCounts(lookedAt);
  const critical = current ? (answer?.critical ?? null) : null;
  const results = answer?.results ?? [];
  const claimEpsilon = answer?.claimEpsilon ?? null;
  const truth = played === null ? null : source.truths[played.truth];
  return {
    field: `${movingCuts(still.field, source.field, cuts, counts, { id, fixed: source.fixed?.cuts ?? null })}${ghosts(state, still.field)}`,
    curve: movingPoint(still.curve, seen, lookedErrors),
    tally: tallyPanel(
      {
        guesses: observation?.guesses ?? cuts.top + cuts.bottom,
        correct: observation?.correct ?? null,
        critical,
        k: source.k,
        played: played?.correct ?? null,
        honest: honestAt(source, observation),
        looked: lookedAt === null || lookedAt.guesses === 0 ? null : lookedAt.correct / lookedAt.guesses,
      },
      ...sizes.tally,
    ),
    bars: barsPanel(
      { rows: answer?.rows ?? [], results, claimEpsilon, end: barsEnd(results, claimEpsilon) },
      ...sizes.bars,
    ),
    words: {
      curve:
        observation === null && lookedErrors === null ? UNKNOWN : errorsSentence(seen, lookedErrors, state),
      tally:
        played === null ||
        truth === null ||
        !current ||
        (critical === null && (answer?.waiting.length ?? 1) > 0)
          ? tallyWords(observation, answer, current, modeOf(state))
          : gamesWords(played.correct, critical, truth, source.tau),
      bars: epsilonWords(source, observation, answer, modeOf(state)),
    },
    isStale:
      source.isVoid !== true && observation !== null && (!current || (answer?.waiting.length ?? 0) > 0),
  };
}

/** Games of the best attack, where as many guesses are shown as they have. */
function honestAt({ honest, fixed }: BenchSource, shown: Observation | null): readonly number[] | null {
  return honest !== undefined && shown?.guesses === fixed?.observation.guesses ? honest : null;
}

function errorsSentence(
  seen: readonly [number, number] | null,
  looked: readonly [number, number] | null,
  state: BenchState,
): string {
  const shown = looked ?? seen;
  if (shown === null) return 'No guesses.';
  return `${looked === null ? '' : 'Looked at: '}${errorsWords(shown, claimedBeta(isAboutClaim(state) ? state.answer : null, shown[0]))}`;
}

/** The cuts and the canary that are looked at, within the field. */
function ghosts({ source, looked }: BenchState, panel: FieldPanel): string {
  if (looked === null) return '';
  const { field } = source;
  const line = (above: number) => {
    const at = panel.x(scoreOfCut(field, above));
    return lineBetween(at, panel.box.top, at, panel.box.bottom, 'b-ghost');
  };
  const { dot } = looked;
  const ring =
    dot === null
      ? ''
      : `<circle class="b-looked" cx="${px(panel.places[2 * dot])}" cy="${px(panel.places[2 * dot + 1])}" r="${px(panel.diameter * 0.5 + 2.5)}"/>`;
  return `${linesOf(looked.cuts, field.m).map(line).join('')}${ring}`;
}

function linesOf({ top, bottom }: Cuts, m: number): number[] {
  return [...(top > 0 ? [top] : []), ...(bottom > 0 ? [m - bottom] : [])];
}
