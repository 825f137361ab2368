import type { AttackSetting } from '../../src/experiments/power/attack-scores.ts';
import type { Random } from '../../src/numerics/index.ts';
import { naiveLira, naiveRmia } from './naive-signals.ts';

/**
 * A game of `onerun reproduce power` as its description reads, from the same streams of random numbers: the
 * right guesses for each number of guesses. Scores are assumed to differ, and every canary to have been in
 * two references and out of two.
 */
export function naivePowerGame(setting: AttackSetting, guesses: readonly number[], random: Random): number[] {
  const { sigma, short, m, score, difficulty } = setting;
  const [coins, noise, levels] = ['coins', 'noise', 'difficulty'].map((name) => random.split(name));
  const canaries = Array.from({ length: m }, () => coins.coin());
  const released = canaries.map((coin) => coin + (sigma - short * sigma) * noise.normal());
  const level = canaries.map(() => difficulty * levels.normal());
  const lossOf = (x: number, i: number) => Math.log(1 + Math.exp(level[i] - x / sigma));
  const losses = released.map(lossOf);
  const scores = (() => {
    if (score === 'white-box') return released;
    if (score === 'loss') return losses.map((loss) => -loss);
    const referenceCoins = random.split('reference coins');
    const members = Array.from({ length: setting.references }, () =>
      // A reference has coins of its own.
      Array.from({ length: m }, () => referenceCoins.coin() as number),
    );
    const referenceNoise = random.split('reference noise');
    const references = members.map((included) => ({
      included,
      signals: included.map((coin, i) => lossOf(coin + (sigma - short * sigma) * referenceNoise.normal(), i)),
    }));
    const signals = { target: losses, references };
    if (score === 'lira') return naiveLira(signals, 'online');
    if (score === 'rmia') return naiveRmia(signals, { mode: 'online', gamma: 1, a: 0.3 });
    return losses.map((loss, i) => {
      const out = references.filter(({ included }) => included[i] === 0).map((one) => one.signals[i]);
      return out.reduce((sum, x) => sum + x, 0) / out.length - loss;
    });
  })();
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  return guesses.map((n) => {
    const top = Math.ceil(n / 2);
    const called = order.slice(0, top).filter((i) => canaries[i] === 1);
    const others = order.slice(m - (n - top)).filter((i) => canaries[i] === 0);
    return called.length + others.length;
  });
}
