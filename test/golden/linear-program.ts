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

const cases = [...KNOWN];
for (let i = 0; cases.length < CASES - LARGE.length; i++)
  cases.push(randomProgramCase(createRandom(SEED).split(i)));
cases.push(...LARGE);

const about =
  'The optimal p-value between two linear programs solved by HiGHS: low is attained by a law that keeps the curve, high is proved by the prices of lines above it; exchanged means the curve that the claim implies for exchanging a record. Of curves that are not symmetric, low is for the promise in both orders, high for the given order alone.';
const file = new URL('linear-program.json', import.meta.url);
const done = new Map<string, string>();
if (existsSync(file))
  for (const { low, high, ...one } of JSON.parse(readFileSync(file, 'utf8')).cases)
    done.set(JSON.stringify(one), JSON.stringify({ ...one, low, high }));

for (const [n, one] of cases.entries()) {
  const key = JSON.stringify(one);
  if (done.has(key)) continue;
  const start = performance.now();
  const { low, high } = await linearProgramPValue(one, curveOfCase(one));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.error(`${n} ${one.claim}: ${low} to ${high}, ${(high / low - 1).toExponential(1)}, ${seconds} s`);
  done.set(key, JSON.stringify({ ...one, low, high }));
  write();
}

/** What is computed so far. */
function write(): void {
  const lines = cases.flatMap((one) => done.get(JSON.stringify(one)) ?? []);
  writeFileSync(
    file,
    `{\n "about": ${JSON.stringify(about)},\n "cases": [\n  ${lines.join(',\n  ')}\n ]\n}\n`,
  );
}
