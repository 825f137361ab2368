import { describe, expect, test } from 'vitest';
import { certifyEpsilon, verifyEpsilon } from '../../../src/audit/epsilon/epsilon-certificate.ts';
import { violationOf } from '../../../src/audit/plan/violation.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import type { InvalidInput } from '../../../src/errors.ts';
import { binomialTail, clopperPearsonLower } from '../../../src/numerics/index.ts';

const claim = 'gaussian(mu=0.5)';
const stated = {
  family: 'gaussian',
  delta: 1e-5,
  epsilon: tradeOff(claim).epsilonLower(1e-5),
  assumption: 'model-based' as const,
};

describe('the level of an epsilon that is proved', () => {
  test('is shared by numbers of guesses', () => {
    const one = { ...stated, tau: 0.06, numbers: 3, runs: 1, successes: 1 };
    expect(() => verifyEpsilon({ ...one, level: 0.02 }, claim, 0.02)).not.toThrow();
    expect(() => verifyEpsilon({ ...one, level: 0.02 }, claim, 0.0201)).toThrow('invalid bound');
    for (const level of [0.06, 0.18, 0.019])
      expect(() => verifyEpsilon({ ...one, level }, claim, 0.001)).toThrow('invalid level');
  });

  test('of several runs is the chance of one that so many make unlikely', () => {
    const level = clopperPearsonLower(4, 5, 0.03);
    const several = { ...stated, tau: 0.06, numbers: 2, runs: 5, successes: 4 };
    expect(binomialTail(5, level, 4)).toBeCloseTo(0.03, 9);
    expect(() => verifyEpsilon({ ...several, level }, claim, level)).not.toThrow();
    expect(() => verifyEpsilon({ ...several, level }, claim, 1.001 * level)).toThrow('invalid bound');
    for (const other of [clopperPearsonLower(4, 5, 0.06), clopperPearsonLower(4, 5, 0.12), 0.03])
      expect(() => verifyEpsilon({ ...several, level: other }, claim, 0.001)).toThrow('invalid level');
  });

  test('is that of a member of the family, with no more than its epsilon', () => {
    const one = { ...stated, tau: 0.05, numbers: 1, runs: 1, successes: 1, level: 0.05 };
    const verify =
      (change: object, member = claim) =>
      () =>
        verifyEpsilon({ ...one, ...change }, member, 0.01);
    expect(verify({})).not.toThrow();
    expect(verify({}, 'laplace(scale=1)')).toThrow('invalid claim; must be a member of');
    expect(verify({}, 'gaussian(mu=0.5, relation=replace)')).toThrow('must be a member of gaussian');
    expect(verify({}, 'gaussian(mu=0.4)')).toThrow('invalid epsilon');
    expect(verify({ epsilon: 1.001 * stated.epsilon })).toThrow('invalid epsilon');
    expect(verify({ epsilon: 0 })).toThrow('invalid epsilon');
    expect(verify({ assumption: 'worst-case' })).toThrow('invalid assumption');
  });
});

describe('a certificate that cannot be written', () => {
  const facts = { tau: 0.05, numbers: 1, runs: 1, successes: 1 };
  const certify = (parameter: number | null) => () =>
    certifyEpsilon([], { ...stated, method: 'optimal', parameter, largestProvable: 9 }, 'add-remove', facts);

  test('says why', () => {
    expect(certify(1)).toThrow('no certificate to write; none was found within gaussian');
    expect(certify(null)).toThrow('no certificate to write; nothing was proved within gaussian');
    expect(certify(Infinity)).toThrow('every member of gaussian is refuted');
  });
});

test('a claim without a usual violation is refused with the option that helps', () => {
  let error: InvalidInput | null = null;
  try {
    violationOf('perfect()');
  } catch (thrown) {
    error = thrown as InvalidInput;
  }
  expect(error?.message).toBe('no usual violation of perfect(); state one');
  expect(error?.options).toEqual(['violation']);
});
