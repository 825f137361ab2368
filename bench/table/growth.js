import { measuredCase } from './measured-case.js';

/**
 * The slope of a straight line through logarithms, by least squares: the power with which cost grows. Points
 * of which something is to be said do not count.
 */
export function logSlope(points) {
  const logs = points.filter(([, , note]) => !note).map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (i) => logs.reduce((sum, log) => sum + log[i], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
  return logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0) / over;
}

/** Sizes that a bound's cost could grow with, each while the others stay, with the counts at each size. */
const COUNTS = [
  { where: '52% right', variable: "m = c'", sizes: [1e4, 1e5, 1e6, 1e7], at: (n) => [n, n, 0.52 * n] },
  { where: '60% right', variable: "m = c'", sizes: [1e3, 1e4, 1e5, 1e6, 1e7], at: (n) => [n, n, 0.6 * n] },
  { where: '1,429 of 1,500 right', variable: 'm', sizes: [1e4, 1e5, 1e6, 1e7], at: (m) => [m, 1500, 1429] },
  { where: 'm = 1e7, 95% right', variable: "c'", sizes: [1e3, 1e4, 1e5, 1e6], at: (c) => [1e7, c, 0.95 * c] },
];

const LINES = [
  ...[
    ['paper', 'epsilon by Algorithm 3'],
    ['optimal', 'epsilon by the optimal test'],
  ].flatMap(([method, name]) =>
    COUNTS.map(({ where, variable, sizes, at }) => ({
      name: `${name}, ${where}`,
      variable,
      sizes,
      what: 'epsilon',
      argsAt: (size) => [method, ...at(size)],
    })),
  ),
  {
    name: 'curve of dpsgd(noise=1, rate=0.01), not the first',
    variable: 'steps',
    sizes: [10, 100, 1e3, 1e4, 1e5],
    what: 'warmCurve',
    argsAt: (steps) => [1, 0.01, steps],
  },
];

/** Seconds at sizes that lie a factor apart, with what is to be said of those that no slope can rest on. */
export async function* growth({ here }) {
  for (const { name, variable, sizes, what, argsAt } of LINES) {
    const points = [];
    for (const size of sizes) {
      const { seconds, over, remark } = await measuredCase(here.library, what, argsAt(size), 20);
      points.push([size, seconds, over ? 'stopped' : remark ? 'no proof of the optimum' : '']);
    }
    yield { name, variable, points };
  }
}
