import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { golden } from '../support/golden.ts';
import { type Bracket, linearProgramPValue } from '../support/linear-program-p-value.ts';
import { curveOfCase, type ProgramCase } from '../support/program-cases.ts';
import { programFault } from '../support/program-faults.ts';

const cases: readonly (ProgramCase & Bracket)[] = golden('linear-program').cases;
const kindOfCase = ({ claim }: ProgramCase) => claim.slice(0, claim.indexOf('('));

describe('the optimal p-value is within 0.1% of the linear program', () => {
  test.each([...new Set(cases.map(kindOfCase))].sort())('%s', (kind) => {
    const faults = cases.filter((one) => kindOfCase(one) === kind).map((one) => programFault(one, one));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

test('the recorded programs are narrow, and solved again say the same', async () => {
  const wide = cases.filter((one) => one.high > one.low * (1 + 1e-3) && curveOfCase(one).symmetric);
  expect(wide).toEqual([]);
  const small = cases.filter(({ guesses }) => guesses <= 20);
  const random = createRandom(62);
  for (let n = 0; n < 6; n++) {
    const one = small[random.integer(small.length)];
    const { low, high } = await linearProgramPValue(one, curveOfCase(one));
    expect(low, one.claim).toBeLessThanOrEqual(one.high * (1 + 1e-6));
    expect(high, one.claim).toBeGreaterThanOrEqual(one.low * (1 - 1e-6));
    expect(high / one.high, one.claim).toBeLessThan(1 + 1e-3);
  }
});
