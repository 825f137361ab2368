/**
 * Round numbers from `low` to `high` for the ticks of a logarithmic axis: powers of ten, and between them 2
 * and 5 where the axis spans fewer than `fine` powers, 3 where it spans fewer than 2.6.
 */
export function roundTicks(low: number, high: number, fine: number): number[] {
  const span = Math.log10(high / low);
  const steps = span < fine ? [1, 2, 5] : span < 2.6 ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of steps) {
      const tick = Number(`${step}e${power}`);
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  return ticks;
}

/** Round numbers on a logarithmic axis of counts, or the ends where there is no more than one. */
export function countTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const round = roundTicks(low, high, 1.3);
  return round.length > 1 ? round : [low, high];
}
