import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { linearProgramPValue } from '../support/linear-program-p-value.ts';
import { curveOfCase, randomProgramCase } from '../support/program-cases.ts';
import { programFault } from '../support/program-faults.ts';

test('the optimal p-value is within 0.1% of the linear program in 2,000 random cases', async () => {
  const faults: string[] = [];
  for (let i = 0; i < 2000; i++) {
    const one = randomProgramCase(createRandom(63).split(i));
    const fault = programFault(one, await linearProgramPValue(one, curveOfCase(one)));
    if (fault !== null) faults.push(`case ${i}: ${fault}`);
  }
  expect(faults).toEqual([]);
});
