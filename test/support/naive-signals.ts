import type { CanarySignals } from '../../src/signals/index.ts';

/** LiRA as its definition reads, canary by canary, for canaries that have two references on each side. */
export function naiveLira({ target, references = [] }: CanarySignals, mode: 'online' | 'offline'): number[] {
  const rows = Array.from(target, (_, i) => i);
  const logit = (loss: number) => Math.log(Math.exp(-loss) / (1 - Math.exp(-loss)));
  const side = (i: number, included: number) =>
    references.filter((model) => model.included?.[i] === included).map(({ signals }) => logit(signals[i]));
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const squares = (values: number[]) => values.reduce((sum, x) => sum + (x - mean(values)) ** 2, 0);
  const [v0, v1] = [0, 1].map((included) => {
    const sides = rows.map((i) => side(i, included));
    const sum = sides.map(squares).reduce((a, b) => a + b, 0);
    // Equal values may differ from their mean by rounding; that is no variance.
    return sum < 1e-20 ? 0 : sum / sides.map((values) => values.length - 1).reduce((a, b) => a + b, 0);
  });
  return rows.map((i) => {
    const [x, mean0, mean1] = [logit(target[i]), mean(side(i, 0)), mean(side(i, 1))];
    if (mode === 'offline') return (x - mean0) / Math.sqrt(v0);
    const density = (mean: number, v: number) => -((x - mean) ** 2) / (2 * v) - Math.log(v) / 2;
    return density(mean1, v1) - density(mean0, v0);
  });
}

/** RMIA by its definition, comparing every canary with every other. */
export function naiveRmia(
  { target, references = [] }: CanarySignals,
  { mode, gamma, a }: { mode: 'online' | 'offline'; gamma: number; a: number },
): number[] {
  const ratios = Array.from(target, (loss, i) => {
    const side = (included: number) => {
      const own = references.filter((model) => model.included?.[i] === included);
      return own.reduce((sum, { signals }) => sum + Math.exp(-signals[i]), 0) / own.length;
    };
    const p = mode === 'online' ? (side(0) + side(1)) / 2 : ((1 + a) * side(0) + 1 - a) / 2;
    return Math.exp(-loss) / p;
  });
  return ratios.map((own, i) => {
    const beaten = ratios.filter((other, j) => j !== i && own / other >= gamma);
    return beaten.length / (ratios.length - 1);
  });
}
