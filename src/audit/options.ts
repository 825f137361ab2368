import type { Method, Sides } from '../types.ts';
import type { FixedSources } from './fixed.ts';
import type { AuditProvenance, SeedSource } from './result.ts';

export interface AuditOptions {
  /** The guarantee to test, such as `gaussian(sigma=1)`; without one the scores are asked what they prove. */
  readonly claim?: string;
  /** Where to search for an epsilon; Gaussians, all mechanisms and the claim's own kind unless stated. */
  readonly families?: readonly string[];
  /** All methods unless stated. */
  readonly methods?: readonly Method[];
  /** Significance, 1 - confidence: 0.05 unless stated. */
  readonly tau?: number;
  /** The delta at which epsilon is wanted: 1e-5 unless stated. */
  readonly delta?: number;
  /** Numbers of guesses fixed in advance. Several share the significance evenly (Bonferroni). */
  readonly guesses?: readonly number[];
  /** Which end of the scores is guessed: both unless stated. */
  readonly sides?: Sides;
  /** For membership scores that are losses: the lower the score, the more likely in. */
  readonly lowerIsIn?: boolean;
  /** How many options each canary is said to have; scores that have another number are refused. */
  readonly options?: number;
  /** Chooses among equal scores: fixed before the scores were seen, or left out for a fresh one. */
  readonly seed?: string | number;
  readonly seedFrom?: SeedSource;
  /** With several runs: a run counts when it has at least this many right, fixed in advance. */
  readonly atLeast?: number;
  /** The classical audit, of runs of one and the same canary: scores from here on are called in. */
  readonly threshold?: number;
  /** In the place of a threshold: so many of the runs, the first ones, choose it and are not tested. */
  readonly thresholdRuns?: number;
  /** That the canary is the same in all runs, where ids do not say so. */
  readonly sameCanary?: boolean;
  /** What the power is stated against; by default half the noise. */
  readonly violation?: string;
  /** The mechanism that power is judged for; it never affects whether a refutation is valid. */
  readonly model?: string;
  /** No verdict from a design that is less likely than this to catch the violation. */
  readonly requirePower?: number;
  /**
   * Whether to prepare plots, which take longer than the audit; with 'counts', all of them that needs the
   * scores.
   */
  readonly plots?: boolean | 'counts';
  /** Where choices that were fixed in advance stand; `stated` unless the caller knows better. */
  readonly fixedBy?: FixedSources;
  /** What the caller knows about where all this comes from. */
  readonly provenance?: Partial<
    Pick<AuditProvenance, 'version' | 'command' | 'files' | 'commitment' | 'departures'>
  >;
}
