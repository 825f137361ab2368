import { readdirSync, readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { THOROUGH } from './thorough.ts';

const ROWS = 15;

/**
 * Prints the slowest tests, and by name those that passed only when tried again and those that were skipped for
 * want of a browser, a Python or a Redis.
 */
export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const again = tests.filter((test) => test.diagnostic()?.flaky === true);
    const timed = tests
      .map((test) => ({ test, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, ROWS);
    const lines = [
      `Slowest of ${tests.length} tests, in seconds:`,
      ...timed.map(({ test, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${placeOf(test)}`),
      ...(again.length === 0 ? [] : [`Failed at first and passed when tried again, ${again.length}:`]),
      ...again.map((test) => `         ${placeOf(test)}`),
      ...(skipped.length === 0 ? [] : [`Skipped, ${skipped.length}:`]),
      ...skipped.map((test) => `         ${placeOf(test)}`),
      ...leftToCi(),
    ];
    console.log(`\n${lines.join('\n')}`);
  }
}

/** The files that are only run where CI is set, and the Python tests, by name and with what each needs. */
function leftToCi(): string[] {
  return [
    ...(THOROUGH
      ? []
      : listed('Not run here, left to continuous integration (CI=1 npm test)', below('test', '.ci.test.ts'))),
    ...listed('Not run here, the tests of the Python package (npm run test:python)', [
      ...below('python/tests', '.py').filter((name) => /\/test_/.test(name)),
      ...below('python/examples', '.py'),
    ]),
  ];
}

const below = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`)
    .sort();

const listed = (heading: string, names: readonly string[]) => [
  `${heading}, ${names.length} files:`,
  ...names.map((name) => `         ${name} (needs ${needsOf(name)})`),
];

/** What a file of tests needs, as far as its imports tell. */
function needsOf(name: string): string {
  const text = readFileSync(name, 'utf8');
  if (name.endsWith('.py')) {
    const imported = text.matchAll(/importorskip\("(\w+)"\)|^(?:import|from) (torch|jax|transformers)\b/gm);
    const frameworks = new Set(Array.from(imported, ([, optional, needed]) => optional ?? needed));
    return ['Python with NumPy and pytest', ...frameworks].join(', ');
  }
  if (/support\/browser\.ts/.test(text)) return 'chromium';
  if (/support\/redis\.ts/.test(text)) return 'redis-server';
  return /support\/python\.ts/.test(text) ? 'Python with NumPy or PyTorch' : 'time';
}

/** The file of a test and its name, on one line. */
function placeOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`.replace(/\s+/g, ' ').slice(0, 120);
}
