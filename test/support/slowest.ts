import { readdirSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { THOROUGH } from './thorough.ts';

const ROWS = 15;

/** Prints the slowest tests, and by name those that were skipped for want of a browser or a Python. */
export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const timed = tests
      .map((test) => ({ test, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, ROWS);
    const lines = [
      `Slowest of ${tests.length} tests, in seconds:`,
      ...timed.map(({ test, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${placeOf(test)}`),
      ...(skipped.length === 0 ? [] : [`Skipped, ${skipped.length}:`]),
      ...skipped.map((test) => `         ${placeOf(test)}`),
      ...leftToCi(),
    ];
    console.log(`\n${lines.join('\n')}`);
  }
}

/** The files that are only run where CI is set, by name. */
function leftToCi(): string[] {
  if (THOROUGH) return [];
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ci.test.ts'),
  );
  return [
    `Left to continuous integration (CI=1 npm test), ${names.length} files:`,
    ...names.sort().map((name) => `         test/${name}`),
  ];
}

/** The file of a test and its name, on one line. */
function placeOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`.replace(/\s+/g, ' ').slice(0, 120);
}
