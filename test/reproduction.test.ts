import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { plotDocument } from '../src/cli/output/index.ts';
import { FIGURES } from '../src/experiments/index.ts';
import { figurePlot } from '../src/report/figures/figure-plot.ts';
import { type CsvRow, reproduced } from './support/csv.ts';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../docs/${path}`, import.meta.url)), 'utf8');
const page = read('reproduction.md');

const find = (figure: string, where: CsvRow): CsvRow => {
  const found = reproduced(figure).find((row) =>
    Object.entries(where).every(([column, value]) => row[column] === value),
  );
  if (found === undefined) throw new Error(`no row of ${figure} with ${JSON.stringify(where)}`);
  return found;
};
/** Cut, as lower bounds are. */
const cut = (figure: string, where: CsvRow, column = 'epsilon') =>
  (Math.floor(100 * Number(find(figure, where)[column])) / 100).toFixed(2);
const truth = (figure: string, where: CsvRow) =>
  Number(find(figure, { ...where, method: 'theory' }).epsilon).toFixed(2);
const percent = (x: number) => `${(100 * x).toFixed(0)}%`;
const most = (figure: string, where: CsvRow) =>
  reproduced(figure)
    .filter((row) => Object.entries(where).every(([column, value]) => row[column] === value))
    .reduce((a, b) => (Number(b.epsilon) > Number(a.epsilon) ? b : a));

test.each(
  readdirSync(new URL('../docs/reproduction', import.meta.url)).map((file) => file.replace('.csv', '')),
)('the picture of %s is drawn from its table', async (name) => {
  const figure = FIGURES.find((one) => one.name === name.replace('-simulated', ''));
  if (figure === undefined) throw new Error(`no figure ${name}`);
  const svg = figurePlot(figure.layout, reproduced(name), await plotDocument());
  expect(svg).toBe(read(`images/reproduce-${name}.svg`));
});

test('the numbers in the text are those of the tables', () => {
  const at = (sigma: number, guesses: number, method: string) => cut('guesses', { sigma, guesses, method });
  const [ours, theirs] = ['paper', 'steinke'].map((method) => most('guesses', { sigma: 1, method }));
  const bestTheirs = most('guesses', { sigma: 0.5, method: 'steinke' });
  const count = (n: unknown) => Number(n).toLocaleString('en-US');
  const share = (tau: number, delta: number) =>
    Number(find('deltas', { tau, delta, method: 'paper' }).epsilon) /
    Number(find('deltas', { tau, delta, method: 'theory' }).epsilon);
  const shares = reproduced('deltas')
    .filter((row) => row.tau === 0.05 && row.method === 'paper')
    .map((row) => share(0.05, Number(row.delta)));
  const nothing = reproduced('deltas').filter(
    (row) => row.tau === 0.05 && row.method === 'steinke' && row.epsilon === 0,
  );
  const buckets = (m: number, k: number, method = 'paper') => cut('buckets', { m, k, method });
  const runs = (sigma: number, R: number, method = 'paper') => cut('runs', { sigma, runs: R, method });
  const small = { noise: 0.6, rate: 0.005 };
  const dpsgd = (m: number, family: string) => cut('dpsgd', { ...small, m, method: 'paper', family });
  const large = { rate: 0.08192, m: 1e5, method: 'paper' };
  const played = (m: number, column = 'epsilon') =>
    cut('gaussian-simulated', { sigma: 1, m, method: 'paper' }, column);
  for (const sentence of [
    `with ${count(bestTheirs.guesses)} guesses theirs proves ${at(0.5, Number(bestTheirs.guesses), 'steinke')} instead of ${cut('gaussian', { sigma: 0.5, m: 1e7, method: 'steinke' })}`,
    `Algorithm 3 is best at ${count(ours.guesses)} guesses (${at(1, Number(ours.guesses), 'paper')}) and Steinke et al. at ${count(theirs.guesses)} (${at(1, Number(theirs.guesses), 'steinke')}); guessing all of them proves ${at(1, 1e7, 'paper')} and ${at(1, 1e7, 'steinke')}`,
    `ten guesses prove at most ${(Math.ceil(100 * Number(find('guesses', { sigma: 0.5, guesses: 10, method: 'paper' }).epsilon)) / 100).toFixed(2)}`,
    `with 10,000 canaries ${buckets(10_000, 50)} at k = 50 and ${buckets(10_000, 5000)} at k = 5,000, with 100 canaries ${buckets(100, 3)} at k = 3 and ${buckets(100, 50)} at k = 50, of ${truth('buckets', { m: 100 })} in truth`,
    `(${buckets(100, 3, 'optimal')} at k = 3)`,
    `Algorithm 3 proves ${cut('deltas', { tau: 0.05, delta: 1e-5, method: 'paper' })} of ${truth('deltas', { delta: 1e-5 })}, ${percent(share(0.05, 1e-5))} of the truth, at 95% confidence; ${percent(share(0.5, 1e-5))} of it at 50% confidence and ${percent(share(0.001, 1e-5))} at 99.9%`,
    `the share is between ${percent(Math.min(...shares))} and ${percent(Math.max(...shares))} over six orders of magnitude`,
    `Steinke et al. prove ${cut('deltas', { tau: 0.05, delta: 1e-5, method: 'steinke' })} at delta 1e-5, and exactly 0 from ${Number(nothing[0].delta).toExponential(0)} on`,
    `Algorithm 3 proves ${runs(1, 1)} in one run and ${runs(1, 5)} in five of 2,000 canaries each, the optimal test ${runs(1, 1, 'optimal')} and ${runs(1, 5, 'optimal')}`,
    `(sigma 0.5: ${runs(0.5, 1)} in one, ${runs(0.5, 50)} in fifty)`,
    `(sigma 4: ${runs(4, 1)}, ${runs(4, 2)} in two, ${runs(4, 50)} in fifty)`,
    `the truth is ${truth('dpsgd', { ...small, m: 1e5, family: 'dpsgd(noise=0.6, rate=0.005, steps=500)' })} and the Gaussian limit says ${truth('dpsgd', { ...small, m: 1e5, family: 'gaussian(mu=0.4342125152512153)' })}`,
    `From 100,000 canaries on the audit "proves" ${dpsgd(1e5, 'gaussian')} and more`,
    `the same counts prove ${dpsgd(1e5, 'dpsgd(rate=0.005, steps=500)')} of 3.57`,
    `the two agree: ${cut('dpsgd', { ...large, family: 'gaussian' })} and ${cut('dpsgd', { ...large, family: 'dpsgd(rate=0.08192, steps=2500)' })} at 100,000 canaries`,
    `Algorithm 3 then proves ${played(100)} (closed form: ${cut('gaussian', { sigma: 1, m: 100, method: 'paper' })}) at 100 canaries and ${played(1e7)} (${cut('gaussian', { sigma: 1, m: 1e7, method: 'paper' })}) at ten million, where nine games in ten prove ${played(1e7, 'epsilonLow')} to ${played(1e7, 'epsilonHigh')}`,
  ])
    expect(page.includes(sentence), sentence).toBe(true);
  // At every noise.
  for (const row of reproduced('guesses'))
    if (row.method === 'steinke' && Number(row.guesses) < 7000) expect(row.epsilon).toBe(0);
});

test('the numbers about power are those of its table', () => {
  const caught = (where: CsvRow) => {
    const { power, powerLow, powerHigh } = find('power', where) as Record<string, number>;
    const [low, high] = [Math.floor(1000 * powerLow) / 10, Math.ceil(1000 * powerHigh) / 10];
    return {
      share: `${(100 * power).toFixed(1)}%`,
      interval: `(${low.toFixed(1)} to ${high.toFixed(1)}%)`,
    };
  };
  const words = (where: CsvRow, games = '') => {
    const { share, interval } = caught(where);
    return `${share}${games} ${interval}`;
  };
  const planned = { method: 'optimal', planned: 'yes' };
  const white = (m: number, short: number) => ({ ...planned, score: 'white-box', m, short });
  const guessing = (guesses: number, short: number) => ({
    method: 'optimal',
    score: 'white-box',
    m: 1000,
    guesses,
    short,
  });
  const by = (method: string, short: number) => ({
    method,
    score: 'white-box',
    m: 10_000,
    guesses: 1000,
    short,
  });
  const scored = (score: string, references: number | null) => ({
    ...planned,
    score,
    references,
    m: 1000,
    short: 0.5,
  });
  const games = ' of games';
  for (const sentence of [
    `short by 50% is caught in ${words(white(1000, 0.5), games)}, by 40% in ${words(white(1000, 0.4))}, by 30% in ${words(white(1000, 0.3))}, by 20% in ${words(white(1000, 0.2))}`,
    `catch 30% in ${words(white(10_000, 0.3))} and 10% in ${words(white(10_000, 0.1))}`,
    `Guessing all 1,000 canaries catches half of the noise missing in ${words(guessing(1000, 0.5), games)}`,
    `the optimal test refutes in ${words(by('optimal', 0.3), games)}, Algorithm 3 in ${words(by('paper', 0.3))}, and`,
    `in place of the curve, in ${words(by('steinke', 0.3))}`,
    `LiRA with 16 references refutes in ${words(scored('lira', 16), games)} and with 4 in ${words(scored('lira', 4))}, the loss alone in ${words(scored('loss', null))}`,
    `test epsilon ${truth('power', { score: 'white-box', m: 1000, short: 0 })} at delta 1e-5`,
  ])
    expect(page.includes(sentence), sentence).toBe(true);
  const alarms = reproduced('power').filter(({ short, caught: some }) => short === 0 && Number(some) > 0);
  expect(Math.max(...alarms.map((row) => Number(row.caught)))).toBe(1);
});
