/**
 * Writes linear-program.json: the optimal p-value of 200 cases between two linear programs, some minutes.
 * node --import ./test/support/setup/register.js test/golden/linear-program.ts
 * Cases that are in the file already are kept; without the file all are computed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from '../../src/numerics/index.ts';
import { linearProgramPValue } from '../support/linear-program-p-value.ts';
import { curveOfCase, type ProgramCase, randomProgramCase } from '../support/program-cases.ts';

const CASES = 200;
const SEED = 61;

const known = (
  claim: string,
  [m, k, guesses, correct]: readonly [m: number, k: number, guesses: number, correct: number],
): ProgramCase => ({ claim, exchanged: false, m, k, guesses, correct });

const KNOWN: readonly ProgramCase[] = [
  known('randomized-response(epsilon=1, alphabet=10)', [1000, 2, 1000, 747]),
  known('profile(0.5:0.2, 1:0.05, 3:1e-6)', [1000, 2, 500, 479]),
  known('profile(1:0.1, 2:0.01, 4:1e-4, 8:1e-6)', [3000, 3, 600, 579]),
  known('gaussian(mu=0.25847)', [100, 2, 100, 69]),
  known('gaussian(mu=0.6025)', [1000, 2, 100, 90]),
];

/** These take minutes each. */
const LARGE: readonly ProgramCase[] = [
  known('gaussian(mu=0.3394)', [1000, 2, 1000, 691]),
  known('gaussian(mu=0.75884)', [10_000, 2, 500, 468]),
  known('gaussian(mu=0.78181)', [100_000, 2, 1500, 1429]),
];

const about =
  'The optimal p-value between two linear programs solved by HiGHS: low is attained by a law that keeps the curve, high is proved by the prices of lines above it; exchanged means the curve that the claim implies for exchanging a record. Of curves that are not symmetric, low is for the promise in both orders, high for the given order alone.';
const file = new URL('linear-program.json', import.meta.url);
const done = new Map<string, string>();
if (existsSync(file))
  for (const { low, high, ...one } of JSON.parse(readFileSync(file, 'utf8')).cases)
    done.set(JSON.stringify(one), JSON.stringify({ ...one, low, high }));

const cases: string[] = [];
for (const one of KNOWN) await add(one);
for (let i = 0; cases.length < CASES - LARGE.length; i++)
  await add(randomProgramCase(createRandom(SEED).split(i)));
for (const one of LARGE) await add(one);

/** Adds a case, unless the solver's digits do not suffice to bring the two programs together. */
async function add(one: ProgramCase): Promise<void> {
  const key = JSON.stringify(one);
  if (!done.has(key)) {
    const start = performance.now();
    const { low, high } = await linearProgramPValue(one, curveOfCase(one));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const gap = (high / low - 1).toExponential(1);
    console.error(`${cases.length} ${one.claim}: ${low} to ${high}, ${gap}, ${seconds} s`);
    if (high > low * (1 + 1e-3) && curveOfCase(one).symmetric) return;
    done.set(key, JSON.stringify({ ...one, low, high }));
  }
  cases.push(done.get(key) ?? '');
  writeFileSync(
    file,
    `{\n "about": ${JSON.stringify(about)},\n "cases": [\n  ${cases.join(',\n  ')}\n ]\n}\n`,
  );
}
