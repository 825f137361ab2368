import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import { calibratedScores } from './calibrated.ts';
import { type CanarySignals, checkSignals, type ReferenceSignals } from './canary-signals.ts';
import { type LiraVariance, liraScores, usualVariance } from './lira.ts';
import { lossScores } from './loss.ts';
import { rmiaScores } from './rmia.ts';

export const SCORE_KINDS = ['loss', 'calibrated', 'lira', 'rmia'] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** With references where canaries were in and out, or with those where they were out alone. */
export type ReferenceMode = 'online' | 'offline';

/** How signals become scores. Choose before scores are seen: the best of several proves too much. */
export interface SignalScoreOptions {
  readonly kind: ScoreKind;
  /**
   * Default: offline for `calibrated`; for the others online where some canary was in some reference.
   */
  readonly mode?: ReferenceMode;
  /** Of `lira`. Default: `each` from 64 references on, else `pooled`. */
  readonly variance?: LiraVariance;
  /** Of `rmia`, at least 1. Default: 1. */
  readonly gamma?: number;
  /** Of `rmia` offline, from 0 to 1. Default: 0.3. */
  readonly a?: number;
}

/** Scores, higher where a canary is likelier in, and everything that was chosen. */
export interface SignalScores {
  readonly kind: ScoreKind;
  readonly scores: Float64Array;
  readonly references: number;
  /** Absent where there are no references in use. */
  readonly mode?: ReferenceMode;
  readonly variance?: LiraVariance;
  readonly gamma?: number;
  readonly a?: number;
  /** Of `rmia`: how many records a canary was compared with. */
  readonly population?: number;
}

const KINDS_WITH: Readonly<Record<string, readonly ScoreKind[]>> = {
  mode: ['calibrated', 'lira', 'rmia'],
  variance: ['lira'],
  gamma: ['rmia'],
  a: ['rmia'],
};

/**
 * Scores of canaries from what models say about them: minus the `loss`; the loss `calibrated` by references;
 * the likelihood ratio of `lira`; the share of a population that `rmia` finds beaten. A score never depends
 * on who was in the target's training set, so that any of them can be audited; they differ in strength.
 *
 * @example
 * const references = [
 *   { signals: [0.9, 0.4, 1.6], included: [0, 1, 0] },
 *   { signals: [0.5, 0.8, 1.4], included: [1, 0, 0] },
 * ];
 * const { scores } = scoreSignals({ target: [0.2, 0.9, 1.1], references }, { kind: 'calibrated' });
 * // scores: [0.7, -0.1, 0.4]
 */
export function scoreSignals(signals: CanarySignals, options: SignalScoreOptions): SignalScores {
  const { kind } = options;
  if (!SCORE_KINDS.includes(kind))
    throw new InvalidInput(
      `unknown kind of score: ${quoted(String(kind))} (one of ${SCORE_KINDS.join(', ')})`,
    );
  checkOptions(options);
  const references = signals.references ?? [];
  if (kind !== 'loss' && references.length === 0)
    throw new InvalidInput(`missing references; ${kind} compares the target with at least one`, [
      'reference',
    ]);
  if (signals.population !== undefined && kind !== 'rmia')
    throw new InvalidInput(`invalid population; only rmia compares with one: ${kind}`);
  checkSignals(signals, kind === 'lira' || kind === 'rmia');
  const mode = options.mode ?? usualMode(kind, references);
  const facts = { kind, references: references.length, mode };
  if (kind === 'calibrated') return { ...facts, scores: calibratedScores(signals, mode) };
  if (kind === 'lira') {
    const { variance = usualVariance(references.length) } = options;
    return { ...facts, variance, scores: liraScores(signals, mode, variance) };
  }
  if (kind === 'rmia') {
    const { gamma = 1, a = 0.3 } = options;
    const scores = rmiaScores(signals, { mode, gamma, a });
    const population = signals.population?.target.length ?? signals.target.length - 1;
    return { ...facts, gamma, ...(mode === 'offline' ? { a } : {}), population, scores };
  }
  return { kind, references: 0, scores: lossScores(signals) };
}

function usualMode(kind: ScoreKind, references: readonly ReferenceSignals[]): ReferenceMode {
  if (kind === 'calibrated') return 'offline';
  const someIn = references.some(({ included }) => {
    for (let i = 0; i < (included?.length ?? 0); i++) if (Number(included?.[i]) === 1) return true;
    return false;
  });
  return someIn ? 'online' : 'offline';
}

function checkOptions(options: SignalScoreOptions): void {
  const { kind, mode, variance, gamma, a } = options;
  for (const [name, kinds] of Object.entries(KINDS_WITH))
    if (options[name as keyof SignalScoreOptions] !== undefined && !kinds.includes(kind))
      throw new InvalidInput(`invalid ${name}; only for ${kinds.join(', ')}, not for ${kind}`, [name]);
  if (mode !== undefined && mode !== 'online' && mode !== 'offline')
    throw new InvalidInput(`unknown mode: ${quoted(String(mode))} (online or offline)`);
  if (variance !== undefined && variance !== 'pooled' && variance !== 'each')
    throw new InvalidInput(`unknown variance: ${quoted(String(variance))} (pooled or each)`);
  if (gamma !== undefined && !(gamma >= 1 && gamma < Infinity))
    throw new InvalidInput(`invalid gamma; must be 1 or above: ${gamma}`);
  if (a !== undefined && !(a >= 0 && a <= 1)) throw new InvalidInput(`invalid a; must be from 0 to 1: ${a}`);
}
