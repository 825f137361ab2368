import type { Random } from '../../numerics/index.ts';
import { type ReferenceSignals, SCORE_KINDS, type ScoreKind, scoreSignals } from '../../signals/index.ts';

/** What canaries are ranked by: what was released itself, or a score made of what models say about them. */
export const ATTACK_SCORES = ['white-box', ...SCORE_KINDS] as const;
export type AttackScore = (typeof ATTACK_SCORES)[number];

/** Whether a score compares the target with reference models. */
export function usesReferences(score: string): boolean {
  return score !== 'white-box' && score !== 'loss';
}

/** A game of the Gaussian mechanism and the score that is made of it. */
export interface AttackSetting {
  /** The noise that is claimed, and which share of it is missing. */
  readonly sigma: number;
  readonly short: number;
  /** Canaries. */
  readonly m: number;
  readonly score: AttackScore;
  /** Models with coins of their own, trained as the target is. */
  readonly references: number;
  /** How much canaries differ in difficulty: a standard deviation, in units of the claimed noise. */
  readonly difficulty: number;
}

/** The scores of a game, and who was in: 1 or 0. */
export interface ScoredGame {
  readonly scores: Float64Array;
  readonly included: Uint8Array;
}

/**
 * Plays one game. Of every canary a coordinate of its own is released: 1 or 0 for in or out, and noise that
 * is short. That is the white-box score. All others see models, by this model of them: the logit of a
 * canary's true answer is what was released, in units of the claimed noise, less the canary's difficulty,
 * which is normal and the same under the target and all references. Scores are then what `onerun/signals`
 * makes of these logits. They are computed from releases and other coins than the target's, so that the claim
 * holds for them whatever the model; how strong they are depends on it.
 */
export function playAttack(setting: AttackSetting, random: Random): ScoredGame {
  const { sigma, m, score, references, difficulty } = setting;
  const included = drawCoins(m, random.split('coins'));
  const released = release(setting, included, random.split('noise'));
  if (score === 'white-box') return { scores: released, included };
  const level = new Float64Array(m);
  const levels = random.split('difficulty');
  for (let i = 0; i < m; i++) level[i] = difficulty * levels.normal();
  const others = usesReferences(score) ? referenceModels(setting, level, references, random) : [];
  const signals = { form: 'logit' as const, target: logits(released, sigma, level), references: others };
  return { scores: scoreSignals(signals, { kind: score as ScoreKind }).scores, included };
}

function drawCoins(m: number, random: Random): Uint8Array {
  const coins = new Uint8Array(m);
  for (let i = 0; i < m; i++) coins[i] = random.coin();
  return coins;
}

function release({ sigma, short, m }: AttackSetting, included: Uint8Array, random: Random): Float64Array {
  const spread = sigma * (1 - short);
  const released = new Float64Array(m);
  for (let i = 0; i < m; i++) released[i] = included[i] + spread * random.normal();
  return released;
}

function logits(released: Float64Array, sigma: number, level: Float64Array): Float64Array {
  const signals = new Float64Array(released.length);
  for (let i = 0; i < signals.length; i++) signals[i] = released[i] / sigma - level[i];
  return signals;
}

/** Models trained as the target is, with the same shortfall, noise and coins of their own. */
function referenceModels(
  setting: AttackSetting,
  level: Float64Array,
  count: number,
  random: Random,
): ReferenceSignals[] {
  const coins = random.split('reference coins');
  const noise = random.split('reference noise');
  for (;;) {
    const members = Array.from({ length: count }, () => drawCoins(setting.m, coins));
    // A score needs a canary that was in and one that was out. Of few coins all may fall alike: draw again.
    const ins = members.reduce((sum, own) => own.reduce((n, coin) => n + coin, sum), 0);
    if (ins === 0 || ins === count * setting.m) continue;
    return members.map((included) => ({
      included,
      signals: logits(release(setting, included, noise), setting.sigma, level),
    }));
  }
}
