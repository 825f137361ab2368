import type { BenchControls } from './controls.ts';
import { type CutName, type Cuts, moveCut, sameCuts, stepCut } from './cuts.ts';
import { FigurePage, placeOf } from './figure-page.ts';
import { listenToBars } from './gestures/bars.ts';
import { listenToCurve } from './gestures/curve.ts';
import { type FieldGestures, listenToField } from './gestures/field.ts';
import { listenToTally } from './gestures/tally.ts';
import { BenchTools } from './gestures/tools.ts';
import { onColours, onPrint } from './page-changes.ts';
import { type PanelSizes, type StillDrawings, stillCurve, stillDrawings } from './panels.ts';
import type { BenchAnswer, BenchEngine } from './question.ts';
import type { BenchSource } from './source.ts';
import {
  type BenchState,
  firstState,
  haveSameGames,
  isCurrent,
  modeOf,
  questionOf,
  shownObservation,
  withCuts,
} from './state.ts';
import { figureWords } from './words.ts';

export interface BenchFigureOptions {
  readonly engine: BenchEngine;
  /** Whether the page asks and hands the answers over, by `setAnswer`; else the figure asks by itself. */
  readonly isAnswered?: boolean;
  /** Called when the reader moves the cuts. */
  readonly onCuts?: (cuts: Cuts) => void;
  /** Called when the state has been drawn. */
  readonly onDrawn?: (state: BenchState) => void;
  /** Draws the canaries of another game in their place; without it games are only counted. */
  readonly onPlayAgain?: (truth: number) => void;
}

/** How long nothing must have changed before the figure is read out, in milliseconds. */
const CALM = 600;

/**
 * The live figure: every canary on the score axis, a pair of cuts that select the guesses, and what these
 * come to: errors, right guesses, epsilon. Takes over an element of the page.
 */
export class BenchFigure implements BenchControls {
  readonly #options: BenchFigureOptions;
  readonly #page: FigurePage;
  readonly #resized: ResizeObserver;
  readonly #tools: BenchTools;
  #gestures: FieldGestures | null = null;
  #state: BenchState;
  #sizes: PanelSizes | null = null;
  #still: StillDrawings | null = null;
  #frame = 0;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;
  /** What is true in the game that the page is about to draw; null where it draws none. */
  #drawnTruth: number | null = null;
  /** While the page is printed the canaries are drawn as SVG, in the colours of paper. */
  #isPrinting = false;
  readonly #ends: readonly (() => void)[];

  constructor(root: HTMLElement, source: BenchSource, options: BenchFigureOptions) {
    this.#options = options;
    this.#state = firstState(source);
    this.#page = new FigurePage(root, this.#state);
    this.#tools = new BenchTools(this);
    this.#resized = new ResizeObserver(() => this.#measure());
    this.#listen();
    this.#measure();
    this.#asked();
    this.#resized.observe(root);
    this.#ends = [
      onColours(() => {
        this.#still = null;
        this.#draw();
      }),
      onPrint((isPrinting) => {
        this.#isPrinting = isPrinting;
        this.#still = null;
        this.#drawNow();
      }),
    ];
  }

  get state(): BenchState {
    return this.#state;
  }

  get canPlayAgain(): boolean {
    return this.#options.onPlayAgain !== undefined;
  }

  /** Shows other data; cuts that the reader moved are kept where the canaries are the same. */
  show(source: BenchSource): void {
    const before = this.#state;
    if (before.source === source) return;
    const first = firstState(source);
    const isSame = before.source.field === source.field && before.source.fixed === source.fixed;
    const cuts = isSame && source.cuts === undefined ? before.cuts : first.cuts;
    const next = { ...first, cuts, isLog: before.isLog, answer: source.answer ?? before.answer };
    this.#state = { ...next, played: haveSameGames(before, next) ? before.played : null };
    if (before.source.field !== source.field) this.#pileUpDrawn(before);
    if (before.source.field === source.field) this.#redrawCurve();
    else this.#still = null;
    this.#asked();
    this.#draw();
  }

  /** Takes an answer that the page has asked for. */
  setAnswer(answer: BenchAnswer): void {
    this.#page.complain('');
    const hasOtherCurve = answer.curve !== this.#state.answer?.curve;
    this.#state = { ...this.#state, answer };
    if (hasOtherCurve) this.#redrawCurve();
    this.#draw();
  }

  /** Moves the cuts. */
  setCuts(cuts: Cuts): void {
    if (sameCuts(cuts, this.#state.cuts)) return;
    const hasOtherPath =
      (cuts.top === 0) !== (this.#state.cuts.top === 0) ||
      (cuts.bottom === 0) !== (this.#state.cuts.bottom === 0);
    const before = this.#state.answer?.curve;
    this.#state = withCuts(this.#state, cuts);
    if (hasOtherPath || this.#state.answer?.curve !== before) this.#redrawCurve();
    this.#options.onCuts?.(cuts);
    this.#asked();
    this.#draw();
  }

  moveCut(which: CutName, to: number): void {
    this.setCuts(moveCut(this.#state.source.field, this.#state.cuts, which, to));
  }

  stepCut(which: CutName, steps: number): void {
    this.setCuts(stepCut(this.#state.source.field, this.#state.cuts, which, steps));
  }

  /** Goes back to what was fixed in advance. */
  goBack(): void {
    if (this.#state.source.fixed !== null) this.setCuts(this.#state.source.fixed.cuts);
  }

  look(looked: BenchState['looked']): void {
    if (looked === null && this.#state.looked === null) return;
    this.#state = { ...this.#state, looked };
    this.#draw();
  }

  setLog(isLog: boolean): void {
    this.#state = { ...this.#state, isLog };
    this.#redrawCurve();
    this.#draw();
  }

  /** Plays games at the cuts as they stand, and piles them up with those that were played before. */
  play(truth: number, games: number): void {
    const asking = this.#state;
    const { source, cuts, played } = asking;
    const mechanism = source.truths[truth];
    if (mechanism === undefined) return;
    const before = played?.truth === truth ? Array.from(played.correct) : [];
    const asked = {
      truth: mechanism.claim,
      m: source.field.m,
      top: cuts.top,
      bottom: cuts.bottom,
      games,
      // Also where a page is not from a secure address, and has no randomUUID.
      seed: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    };
    this.#options.engine.play(
      asked,
      ({ correct, done }) => {
        if (!haveSameGames(asking, this.#state)) return;
        this.#state = { ...this.#state, played: { correct: [...before, ...correct], truth, isDone: done } };
        this.#draw();
      },
      (sentence) => this.#page.complain(sentence),
    );
  }

  /** Takes the games away that were played. */
  forgetGames(): void {
    if (this.#state.played === null) return;
    this.#state = { ...this.#state, played: null };
    this.#draw();
  }

  /** Plays one more game: the one that is drawn in the place of the canaries, where the page draws one. */
  playAgain(truth: number): void {
    if (!this.canPlayAgain) {
      this.play(truth, 1);
      return;
    }
    this.#drawnTruth = truth;
    this.#options.onPlayAgain?.(truth);
  }

  /** Puts the game that was drawn anew to those before it. */
  #pileUpDrawn(before: BenchState): void {
    const truth = this.#drawnTruth;
    const observation = shownObservation(this.#state);
    this.#drawnTruth = null;
    if (truth === null || observation === null || !haveSameGames(before, this.#state)) return;
    const { played } = this.#state;
    const kept = played?.truth === truth ? Array.from(played.correct) : [];
    this.#state = {
      ...this.#state,
      played: { correct: [...kept, observation.correct], truth, isDone: true },
    };
  }

  end(): void {
    this.#isEnded = true;
    this.#resized.disconnect();
    for (const end of this.#ends) end();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#calm);
  }

  #listen(): void {
    this.#tools.put((place) => this.#page.find(`${place} .bench-tools`));
    this.#gestures = listenToField(this, this.#page.find(placeOf('field')));
    listenToCurve(this, this.#page.find(placeOf('curve')), () => this.#still?.curve ?? null);
    listenToTally(this, this.#page.find(placeOf('tally')));
    listenToBars(this, this.#page.find(placeOf('bars')));
  }

  #measure(): void {
    const sizes = this.#page.measured();
    if (JSON.stringify(sizes) === JSON.stringify(this.#sizes)) return;
    this.#sizes = sizes;
    this.#still = null;
    this.#drawNow();
  }

  #redrawCurve(): void {
    if (this.#still === null || this.#sizes === null) return;
    this.#still = { ...this.#still, curve: stillCurve(this.#state, this.#sizes) };
    this.#page.putCurve(this.#still);
  }

  /** Asks for an answer about the cuts as they stand, unless it is there. */
  #asked(): void {
    const question = this.#options.isAnswered === true ? null : questionOf(this.#state);
    if (question === null || (isCurrent(this.#state) && this.#state.answer?.waiting.length === 0)) return;
    this.#options.engine.ask(
      question,
      (answer) => {
        // Other data may be shown by now, about which nothing is asked.
        if (isCurrent({ ...this.#state, answer })) this.setAnswer(answer);
      },
      (sentence) => this.#page.complain(sentence),
    );
  }

  /** Draws once within the next frame, however often it is asked for. */
  #draw(): void {
    if (this.#frame === 0 && !this.#isEnded) this.#frame = requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#sizes === null || this.#isEnded) return;
    const isNew = this.#still === null;
    const still = this.#still ?? stillDrawings(this.#state, this.#sizes);
    this.#still = still;
    if (isNew) this.#page.putStill(still, this.#sizes, this.#isPrinting);
    this.#page.putMoving(this.#state, still, this.#sizes, this.#isPrinting);
    this.#gestures?.place(still.field);
    this.#tools.update();
    this.#sayWhenCalm();
    this.#options.onDrawn?.(this.#state);
  }

  /** Reads the figure out once it has come to rest. */
  #sayWhenCalm(): void {
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => {
      if (isCurrent(this.#state) || shownObservation(this.#state) === null) this.#page.say(this.words());
    }, CALM);
  }

  words(): string {
    const answer = isCurrent(this.#state) ? this.#state.answer : null;
    return figureWords(this.#state.source, modeOf(this.#state), shownObservation(this.#state), answer);
  }
}
