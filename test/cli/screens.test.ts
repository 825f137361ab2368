import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/cli/shell/run.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = (name: string) => join(root, 'examples', name);
/** The most lines of a first screen, and the columns of all of them. */
const LIMITS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('screen-limits.json', import.meta.url), 'utf8'),
);
const WIDTH = 80;

const HALF = example('half-noise.csv');
const SOUND = example('sound.csv');
const CLAIM = ['--claim', 'gaussian(sigma=1)'];
const LONG = [
  '--claim',
  'compose(dpsgd(noise=1, rate=0.02, steps=500)*2, gaussian(sigma=4)*10, laplace(scale=8)*3, dpsgd(noise=2, rate=0.01, steps=100))',
];
const SHORTS = readdirSync(example('mnist-runs'))
  .filter((name) => name.startsWith('short-'))
  .map((name) => join(example('mnist-runs'), name));

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  const random = createRandom('blind');
  const rows = (score: (i: number, bit: number) => number) => {
    const lines = Array.from({ length: 1000 }, (_, i) => {
      const bit = random.uniform() < 0.5 ? 1 : 0;
      return `${i},${score(i, bit)},${bit}`;
    });
    return `${['id,score,included', ...lines].join('\n')}\n`;
  };
  writeFileSync(
    at('blind.csv'),
    rows(() => random.normal()),
  );
  writeFileSync(
    at('ties.csv'),
    rows((_, bit) => (random.uniform() < 0.9 ? bit : 1 - bit)),
  );
  writeFileSync(
    at('one.csv'),
    rows((_, bit) => bit + 0.3 * random.normal()),
  );
  await onerun(['plan', '-m', '1000', ...CLAIM, '--out', at('plan.json')]);
  const ledger = ['ledger', 'new', at('ledger.jsonl'), ...CLAIM, '-m', '1000', '-g', '100'];
  await onerun(ledger);
});

/** What is printed for a terminal of 80 columns. */
async function printed(args: readonly string[]): Promise<{ text: string; err: string }> {
  let [text, err] = ['', ''];
  const argv = process.argv;
  process.argv = [...argv.slice(0, 2), ...args];
  try {
    await run(args, { out: (more) => (text += more), err: (more) => (err += more), width: WIDTH });
  } finally {
    process.argv = argv;
  }
  return { text, err };
}

const CASES: readonly (readonly [what: string, args: () => readonly string[]])[] = [
  ['audit refuted', () => ['audit', HALF, ...CLAIM]],
  ['audit not refuted', () => ['audit', SOUND, ...CLAIM]],
  ['audit blind', () => ['audit', at('blind.csv'), ...CLAIM]],
  ['audit hopeless', () => ['audit', SOUND, '--claim', 'approx-dp(epsilon=8, delta=1e-5)']],
  ['audit without a claim', () => ['audit', SOUND]],
  ['audit reversed', () => ['audit', SOUND, ...CLAIM, '--lower-is-in']],
  ['audit candidates', () => ['audit', example('reconstruction.csv'), ...CLAIM]],
  ['audit several runs', () => ['audit', ...SHORTS, ...CLAIM, '--guesses', '50', '--at-least', '40']],
  ['audit several numbers', () => ['audit', HALF, ...CLAIM, '--guesses', '50,100,200']],
  ['audit ties', () => ['audit', at('ties.csv'), ...CLAIM, '--seed', '1']],
  ['audit one canary', () => ['audit', example('single-canary.csv'), ...CLAIM, '--threshold', '0.5']],
  [
    'audit against its plan',
    () => ['audit', HALF, '--plan', at('plan.json'), '--depart-from-plan', '-g', '100', '--tau', '0.01'],
  ],
  ['audit long claim', () => ['audit', SOUND, ...LONG]],
  ['bound', () => ['bound', '-m', '100000', '-g', '1500', '-c', '1429']],
  ['bound refuted', () => ['bound', '-m', '1000', '-g', '100', '-c', '100', ...CLAIM, '--sides', 'in']],
  ['bound blind', () => ['bound', '-m', '1000', '-g', '216', '-c', '120', ...CLAIM]],
  ['bound reversed', () => ['bound', '-m', '1000', '-g', '216', '-c', '10', ...CLAIM]],
  ['bound deltas', () => ['bound', '-m', '1000', '-g', '100', '-c', '99', '--delta', '1e-5,1e-6,1e-7']],
  ['bound hopeless', () => ['bound', '-m', '20', '-c', '20', '--claim', 'approx-dp(epsilon=8, delta=1e-5)']],
  ['bound points', () => ['bound', '-m', '100', '-c', '60', '--claim', 'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)']],
  ['plan', () => ['plan', '-m', '1000', ...CLAIM]],
  ['plan hopeless', () => ['plan', '-m', '1000', '--claim', 'approx-dp(epsilon=8, delta=1e-5)']],
  [
    'plan of runs',
    () => ['plan', '-m', '500', '--runs', '3', ...CLAIM, '--violation', 'gaussian(sigma=0.7)'],
  ],
  ['plan of candidates', () => ['plan', '-m', '200', '-k', '10', '--claim', 'gaussian(sigma=0.5)']],
  ['plan long claim', () => ['plan', '-m', '1000', ...LONG]],
  ['curve', () => ['curve', ...CLAIM]],
  ['curve long claim', () => ['curve', ...LONG, '--delta', '1e-5,1e-6', '--alpha', '0.01,0.02']],
  ['curve calibrated', () => ['curve', '--calibrate', 'noise', '--epsilon', '8', '--family', 'gaussian']],
  ['curve of points', () => ['curve', '--claim', 'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)']],
  ['ledger show', () => ['ledger', 'show', example('ledger.jsonl')]],
  ['ledger show new', () => ['ledger', 'show', at('ledger.jsonl')]],
  ['ledger add', () => ['ledger', 'add', at('ledger.jsonl'), at('one.csv')]],
  [
    'simulate',
    () => ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '200', '--repeat', '5'],
  ],
  [
    'simulate once',
    () => ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '20', '--out', at('s.csv')],
  ],
  [
    'score',
    () => [
      ...['score', example('signals/plain/target.csv'), '--kind', 'lira'],
      ...['--reference', example('signals/plain/references.npz'), '--out', at('lira.csv')],
    ],
  ],
];

describe('one screen', () => {
  test.each(CASES)('%s', async (what, args) => {
    const { text } = await printed(args());
    const lines = text.trimEnd().split('\n');
    const [command] = what.split(' ');
    expect(lines.length, text).toBeLessThanOrEqual(LIMITS[command]);
    expect(
      lines.filter((line) => line.length > WIDTH),
      text,
    ).toEqual([]);
  });
});

test.each([
  ['REFUTED: ', ['audit', HALF, ...CLAIM]],
  ['NOT REFUTED: ', ['audit', SOUND, ...CLAIM]],
  ['COULD NOT HAVE NOTICED: ', ['audit', SOUND, '--claim', 'approx-dp(epsilon=8, delta=1e-5)']],
  ['NO VERDICT: ', ['audit', SOUND, ...CLAIM, '--lower-is-in']],
] as const)('the first line is the answer, %s and all of -q', async (mark, args) => {
  const { out } = await onerun([...args]);
  expect(out.startsWith(mark)).toBe(true);
  for (const flag of ['-q', '--quiet'])
    expect((await onerun([...args, flag])).out).toBe(`${out.split('\n')[0]}\n`);
});

test('-q prints one line, however long it is', async () => {
  const claim =
    'compose(gaussian(sigma=1.2345678), laplace(scale=3.45678)*3, randomized-response(epsilon=0.5))';
  for (const args of [
    ['audit', SOUND, '--claim', claim],
    ['bound', '-m', '1000', '-g', '216', '-c', '213', '--claim', claim],
    ['curve', '--claim', claim],
  ]) {
    const { out } = await onerun([...args, '-q'], undefined, WIDTH);
    expect(out).toMatch(/^[^\n]{81,}\n$/);
  }
  const counts = await onerun(['bound', '-m', '1000', '-g', '216', '-c', '213', '-q']);
  expect(counts.out).toMatch(
    /^Epsilon at delta 1e-5 is at least \(95% confidence\) [\d.]+ if .*whatever the mechanism\.\n$/,
  );
});

test('--details begins with the same screen, says the rest, and no line of it twice', async () => {
  for (const args of [
    ['audit', HALF, ...CLAIM],
    ['bound', '-m', '1000', '-c', '800', ...CLAIM],
    ['plan', '-m', '200', ...CLAIM],
    ['curve', ...CLAIM],
    ['ledger', 'show', example('ledger.jsonl')],
  ]) {
    const [screen, all] = [(await onerun(args)).out, (await onerun([...args, '--details'])).out];
    const first = screen.slice(0, screen.indexOf('\n\n'));
    expect(all.startsWith(first)).toBe(true);
    expect(all.length).toBeGreaterThan(screen.length);
    const said = all.split('\n').filter((line) => line.length > 40);
    expect(new Set(said).size).toBe(said.length);
  }
  expect((await onerun(['audit', HALF, ...CLAIM, '--details', '-q'])).code).toBe(2);
});

test('--details says no sentence twice, lists nothing twice, and breaks no name in a table', async () => {
  for (const [args, once] of [
    [['audit', HALF, ...CLAIM], 'higher is in'],
    [['bound', '-m', '1000', '-c', '800', ...CLAIM], 'method steinke'],
    [['plan', '-m', '200', ...CLAIM], ' * '],
    [['ledger', 'show', example('ledger.jsonl')], 'night-1.csv'],
    [['ledger', 'show', example('ledger.jsonl')], 'on your word'],
  ] as const) {
    const { text } = await printed([...args, '--details']);
    const sentences = text
      .replace(/\n +/g, ' ')
      .split(/(?<=[.:])\s+/)
      .filter((sentence) => sentence.length > 30);
    expect(new Set(sentences).size, text).toBe(sentences.length);
    expect(text.split(once).length, text).toBe(2);
    expect(text).not.toMatch(/^ +\)$| $/m);
  }
});

test('a number stays on the line of its name', async () => {
  const { text } = await printed(['audit', example('mnist'), '-g', '160']);
  expect(text).toMatch(/\(95% confidence,\s+p = 0\.\d+\)/);
  expect(text).toContain('with probability more than 99.9%.');
});

test('counts are written alike in every command', async () => {
  const drawn = await printed(['canaries', '-m', '1000', '--out', at('drawn.csv'), '--seed', '1']);
  expect(drawn.text).toMatch(/^Drawn: 524 of 1,000 canaries are in\./);
  const checked = await printed(['verify', at('drawn.csv.commitment.json')]);
  expect(checked.text.replace(/\s+/g, ' ')).toContain('(1,000 canaries, 2 options)');
});

test('what weakens a verdict stays on the first screen', async () => {
  const departed = ['audit', HALF, '--plan', at('plan.json'), '--depart-from-plan', '-g', '100'];
  expect((await onerun(departed)).out).toContain(
    'Weakened: it departs from what was fixed in advance: guesses 100',
  );
  const curve = ['bound', '-m', '100', '-c', '60', '--claim', 'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)'];
  expect((await onerun(curve)).out).toContain('Weakened: points(...) promises more than the smooth curve');
});

test('nothing is left on standard error where it is no terminal', async () => {
  for (const args of [
    ['audit', HALF, ...CLAIM],
    ['plan', '-m', '200', ...CLAIM],
    ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '200', '--repeat', '5'],
  ])
    expect((await printed(args)).err).toBe('');
});

const COMMANDS =
  'audit audit-all plan canaries score bound curve reproduce simulate train verify web worker ledger';
const HELPS = [
  [],
  ...COMMANDS.split(' ').map((name) => [name]),
  ...['new', 'start', 'add', 'show'].map((name) => ['ledger', name]),
];

test.each(HELPS.map((words) => [words.join(' ') || 'the program', words] as const))(
  'the help of %s has at most 40 lines, and all of it by --help all',
  async (_, words) => {
    const { text } = await printed([...words, '--help']);
    const lines = text.trimEnd().split('\n');
    expect(lines.length, text).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > WIDTH && !line.startsWith('  $ '))).toEqual([]);
    // What is printed to be copied works: a command that needs an option shows it.
    if (words[0] === 'train') expect(text).toContain('$ onerun train --noise 1 --rate 0.02 --steps 1000');
    // An example that is broken into two lines cannot be copied.
    expect(text).not.toMatch(/^ {2}\$ .*\n {4}/m);
    // A line ends where the width is reached, or its paragraph or entry ends.
    const [ragged] = [...text.matchAll(/^\S.{0,50}[^:.\n]\n(?=[a-z])/gm)];
    expect(ragged).toBeUndefined();
    const { text: whole, err } = await printed([...words, '--help', 'all']);
    expect(err).toBe('');
    expect(whole.split('\n').length).toBeGreaterThan(lines.length - 4);
  },
);

test('the help of audit shows three lines of a score file', async () => {
  expect((await printed(['audit', '--help'])).text).toContain(
    '  id,score,included\n  c0,1.73,1\n  c1,-0.21,0\n',
  );
  expect((await printed(['help', 'words'])).text).toContain('canary: A record planted for the audit');
});
