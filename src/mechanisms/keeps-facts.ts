import type { AuditOutcome } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Sides } from '../types.ts';

/** What a test of a mechanism found, with everything that is needed to repeat it. */
export interface KeepsFacts {
  readonly claim: string;
  /** Canaries, options per canary and guesses of each run. */
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  /** Which end of the scores was guessed. */
  readonly sides: Sides;
  /** How often the mechanism ran, and the right guesses of each run. */
  readonly runs: number;
  readonly correct: readonly number[];
  /** So many right, in every run, refute the claim. */
  readonly critical: number;
  readonly pValue: number;
  readonly tau: number;
  readonly outcome: AuditOutcome;
  /** From so many right guesses on, of all runs together, the claim stands; null where it never does. */
  readonly standsFrom: number | null;
  /** What was to be noticed; null where nothing is usual. */
  readonly violation: string | null;
  /** How likely the best attack is to have it refuted, and this one (an estimate). */
  readonly power: number | null;
  readonly attackPower: number | null;
  readonly seed: string | number;
  /** The same in words. */
  readonly summary: string;
}

/**
 * Thrown where a mechanism does not keep its claim. The message says everything in words, `facts` in numbers.
 */
export class ClaimRefuted extends Error {
  override readonly name = 'ClaimRefuted';
  readonly code = 'ERR_ASSERTION';
  readonly facts: KeepsFacts;

  constructor(facts: KeepsFacts) {
    super(facts.summary);
    this.facts = facts;
  }
}

/**
 * Thrown where a test would have passed a broken mechanism too: its design is too small, or the scores show
 * too little. The message says which, and what helps; `facts` is null where nothing was run.
 */
export class CouldNotHaveNoticed extends InvalidInput {
  override readonly name = 'CouldNotHaveNoticed';
  readonly facts: KeepsFacts | null;

  constructor(message: string, facts: KeepsFacts | null = null) {
    super(message);
    this.facts = facts;
  }
}
