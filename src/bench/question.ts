import type {
  ClaimRisk,
  ClaimTest,
  ClaimVerdict,
  CurveLines,
  EmpiricalEpsilon,
  Standing,
} from '../audit/index.ts';
import type { AuditMethod, BoundName, Observation, Scores } from '../types.ts';

/** What the figure asks: counts, and the levels, the claim and the families that they are held against. */
export interface BenchQuestion {
  /**
   * `reconstruction`: claim and families are mapped to exchanges, as `audit` does. `membership`: their curves
   * are taken as they stand, as `bound` does.
   */
  readonly game: Scores['kind'];
  readonly observation: Observation;
  readonly tau: number;
  readonly delta: number;
  /** Null where nothing is claimed. */
  readonly claim: string | null;
  readonly families: readonly string[];
  /** Which methods judge: all that need no assumption, unless an audit asked for others. */
  readonly methods?: readonly BoundName[];
  /** Whether each canary had a run of its own, so that canaries are independent. */
  readonly onePerRun?: boolean;
  /** Whether the claim's profile and risks are wanted, and the Gaussian that stands beside it. */
  readonly details?: boolean;
}

/** What is known so far of the answer; it grows until nothing is waited for. */
export interface BenchAnswer {
  readonly question: BenchQuestion;
  /** The claim's curve for the neighbours that the game compares; null before it is known. */
  readonly curve: CurveLines['tradeOff'] | null;
  /** The claim in its canonical form. */
  readonly claimName: string | null;
  readonly claimEpsilon: number | null;
  readonly tests: readonly ClaimTest[];
  /** Whether every test of the claim is in, and what a pass is worth; true without a claim. */
  readonly isTested: boolean;
  /**
   * What "not refuted" is worth at this number of guesses; null before that is known, or where it never is.
   */
  readonly standing: Standing | null;
  /** How the attack did beside the best one on the claim, and its power: estimates. */
  readonly attack: ClaimVerdict['attack'];
  /**
   * The fewest right guesses, of this many, that refute the claim by the methods asked so far; null where not
   * even all do, or not yet.
   */
  readonly critical: number | null;
  /** How likely blind guessing is to get so few right, where that is next to impossible; else null. */
  readonly reversed: number | null;
  readonly results: readonly EmpiricalEpsilon[];
  /** All numbers of guesses fixed in advance, where several: each result is the most that any proves. */
  readonly mostOf?: readonly number[];
  readonly details: BenchDetails | null;
  readonly notes: readonly string[];
  /** The bars that will be there, in their order, from the first answer on. */
  readonly rows: readonly BenchRow[];
  /** What is still being worked on, in words; empty once all is there. */
  readonly waiting: readonly string[];
}

/** More about the claim, for those who ask. */
export interface BenchDetails {
  /** The curve of the claim as it is stated. */
  readonly lines: CurveLines;
  readonly risk: ClaimRisk;
  /** The most private Gaussian that is not refuted, with its epsilon at delta; null where none is refuted. */
  readonly standing: (CurveLines & { readonly epsilon: number }) | null;
}

/** A bar of the figure: the epsilon within one family by one method. */
export interface BenchRow {
  readonly family: string;
  readonly method: AuditMethod;
}

/** Answers the newest question, piece by piece. */
export interface BenchEngine {
  /** Calls back with every piece that is new, until the next question. */
  ask(
    question: BenchQuestion,
    onAnswer: (answer: BenchAnswer) => void,
    onProblem: (sentence: string) => void,
  ): void;
  /** Plays games; calls back with the right guesses of all that were played so far. */
  play(
    games: GamesAsked,
    onPlayed: (played: GamesPlayed) => void,
    onProblem: (sentence: string) => void,
  ): void;
  /** Ends whatever is under way. */
  stop(): void;
}

/** Games in which a claim is the truth: fair coins, scores whose errors follow its curve. */
export interface GamesAsked {
  /** The mechanism that is really there: the claim, or a violation of it. */
  readonly truth: string;
  readonly m: number;
  /** Guesses from the top of the ranking, as in, and from its bottom, as out. */
  readonly top: number;
  readonly bottom: number;
  readonly games: number;
  readonly seed: string;
}

export interface GamesPlayed {
  readonly asked: GamesAsked;
  /** The right guesses of each game. */
  readonly correct: Uint32Array;
  readonly done: boolean;
}
