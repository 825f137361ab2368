import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFamily, printFamily } from '../../src/claims/index.ts';
import { type Claim, family, InvalidClaim, parseClaim, printClaim } from '../../src/index.ts';

const positive = fc.double({ min: 1e-100, max: 1e100, noNaN: true });
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((x) => x + 0);
const epsilons = fc.double({ min: 0, max: 1e100, noNaN: true }).map((x) => x + 0);
const leaf = fc.oneof(
  positive.map((sigma) => ({ name: 'gaussian', parameters: { sigma } })),
  positive.map((mu) => ({ name: 'gaussian', parameters: { mu } })),
  positive.map((scale) => ({ name: 'laplace', parameters: { scale } })),
  epsilons.map((epsilon) => ({ name: 'pure-dp', parameters: { epsilon } })),
  fc
    .tuple(epsilons, share)
    .map(([epsilon, delta]) => ({ name: 'approx-dp', parameters: { epsilon, delta } })),
  fc
    .tuple(epsilons, fc.integer({ min: 2, max: 1e9 }))
    .map(([epsilon, alphabet]) => ({ name: 'randomized-response', parameters: { epsilon, alphabet } })),
  fc
    .tuple(positive, fc.double({ min: 1e-300, max: 1, noNaN: true }), fc.integer({ min: 1 }))
    .map(([noise, rate, steps]) => ({ name: 'dpsgd', parameters: { noise, rate, steps } })),
  fc
    .array(fc.tuple(epsilons, share), { minLength: 1, maxLength: 4 })
    .map((pairs) => ({ name: 'profile', parameters: {}, pairs })),
  fc.constant({
    name: 'points',
    parameters: {},
    pairs: [
      [0, 1],
      [0.1, 0.4],
      [1, 0],
    ],
  }),
  fc.constant({ name: 'perfect', parameters: {} }),
);
const relations = fc.constantFrom('add-remove', 'replace');
const claims = fc.letrec((tie) => ({
  claim: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc
      .array(fc.tuple(tie('claim'), fc.integer({ min: 1, max: 1e6 })), { minLength: 1, maxLength: 3 })
      .map((parts) => ({
        name: 'compose',
        parameters: {},
        parts: parts.map(([claim, count]) => ({ claim, count })),
      })),
  ),
})).claim;

// biome-ignore lint/suspicious/noExplicitAny: an arbitrary tree on its way to being a claim
function related(claim: any, relation: string): Claim {
  return {
    ...claim,
    relation,
    ...(claim.parts
      ? {
          parts: claim.parts.map((p: { claim: unknown; count: number }) => ({
            ...p,
            claim: related(p.claim, relation),
          })),
        }
      : {}),
  };
}

test('parse(print(x)) = x, and print(parse(.)) is canonical', () => {
  fc.assert(
    fc.property(claims, relations, (tree, relation) => {
      const claim = related(tree, relation);
      const text = printClaim(claim);
      expect(parseClaim(text)).toEqual(claim);
      expect(printClaim(parseClaim(text))).toBe(text);
      expect(parseClaim(text.replaceAll(',', ' ,\n').replaceAll('=', ' = ').replaceAll('(', ' ( '))).toEqual(
        claim,
      );
    }),
    { seed: 8, numRuns: 1000 },
  );
});

test('spaces, order, fractions and underscores are free', () => {
  expect(printClaim(parseClaim(' dpsgd( steps = 2_500,rate=4096/50000 , noise=2.5758 ) '))).toBe(
    'dpsgd(noise=2.5758, rate=0.08192, steps=2500)',
  );
  expect(printClaim(parseClaim('approx-dp(delta=0.00001, epsilon=.5)'))).toBe(
    'approx-dp(epsilon=0.5, delta=1e-5)',
  );
  expect(printClaim(parseClaim('perfect'))).toBe('perfect()');
  expect(printClaim(parseClaim('pure-dp(epsilon=-0)'))).toBe('pure-dp(epsilon=0)');
  expect(printClaim(parseClaim('gaussian(sigma=0x10)'))).toBe('gaussian(sigma=16)');
  expect(printClaim(parseClaim('randomized-response(epsilon=1, alphabet=2, relation=add-remove)'))).toBe(
    'randomized-response(epsilon=1)',
  );
  expect(printClaim(parseClaim('compose(gaussian(sigma=1, relation=replace)*3, laplace(scale=2))'))).toBe(
    'compose(gaussian(sigma=1)*3, laplace(scale=2), relation=replace)',
  );
});

test.each([
  ['', 'a name is missing', 1],
  ['gausian(sigma=1)', 'unknown name: gausian (did you mean gaussian?)', 1],
  ['nothing-like-it()', 'unknown name: nothing-like-it (one of gaussian,', 1],
  ['gaussian', 'gaussian needs mu or sigma', 1],
  ['gaussian()', 'gaussian needs mu or sigma', 1],
  ['approx-dp(epsilon=1)', 'approx-dp needs delta', 1],
  ['gaussian(sigm=1)', 'unknown parameter of gaussian: sigm (did you mean sigma?)', 10],
  ['gaussian(sigma=0)', 'sigma must be above 0', 16],
  ['gaussian(sigma=-1)', 'sigma must be above 0', 16],
  ['gaussian(sigma=1, sigma=2)', 'sigma is given twice', 19],
  ['gaussian(sigma=1, mu=1)', 'sigma and mu say the same', 19],
  ['gaussian(sigma=x)', "a number must stand here, not 'x'", 16],
  ['gaussian(sigma=NaN)', 'a number must stand here', 16],
  ['gaussian(sigma=1e999)', 'number out of range: 1e999', 16],
  ['gaussian(sigma=0x0)', 'sigma must be above 0', 16],
  ['gaussian(sigma=1/0)', 'sigma must be above 0', 16],
  ['gaussian(sigma', "'sigma' needs '=' and a value", 10],
  ['gaussian(sigma=1', "a ')' is missing", 17],
  ['gaussian(sigma=1) x', "unexpected 'x' after the claim", 19],
  ['gaussian(sigma=1;)', "a ',' or ')' must stand here, not ';'", 17],
  ['pure-dp(epsilon=-1)', 'epsilon must be 0 or above: -1', 17],
  ['approx-dp(epsilon=1, delta=1)', 'delta must be in [0, 1): 1', 28],
  ['approx-dp(epsilon=1, delta=-0.1)', 'delta must be in [0, 1): -0.1', 28],
  ['randomized-response(epsilon=1, alphabet=1)', 'alphabet must be a whole number, 2 or above: 1', 41],
  ['dpsgd(noise=1, rate=2, steps=1)', 'rate must be in (0, 1]: 2', 21],
  ['gaussian(sigma=1, relation=swap)', 'relation must be add-remove or replace: swap', 28],
  ['compose()', 'compose needs at least one part', 1],
  ['compose(gaussian(sigma=1)*0)', 'a repetition count must be a whole number, 1 or above: 0', 27],
  ['compose(gaussian(sigma=1)*2.5)', 'a repetition count must be a whole number', 27],
  ['compose(gaussian)', 'gaussian needs mu or sigma', 9],
  [
    'compose(gaussian(sigma=1, relation=replace), laplace(scale=1, relation=add-remove))',
    'must share one relation, replace: add-remove',
    46,
  ],
  ['profile()', 'profile needs at least one pair', 1],
  ['profile(1)', "a ':' must stand between", 10],
  ['profile(1:2)', 'delta must be in [0, 1): 2', 9],
  ['points(0:1, 0.5:0.6, 1:0)', 'point 2 (0.5:0.6) must not lie above 1 - alpha', 13],
  ['points(0:1, 0.5:0.1, 0.6:0.2, 1:0)', 'point 3 (0.6:0.2) must not have a larger beta', 22],
  [
    'points(0:1, 0.4:0.5, 0.5:0.1, 1:0)',
    'point 2 (0.4:0.5) must not lie above the line between its neighbours',
    13,
  ],
  ['points(0.1:0.9, 1:0)', 'the first point must be at alpha = 0: 0.1', 8],
  ['points(0:1, 0.9:0)', 'the last point must be at alpha = 1: 0.9', 13],
  ['points(0:1, 0.5:0.2, 0.5:0.1, 1:0)', 'must have a larger alpha', 22],
  ['points(0:2, 1:0)', 'point 1 (0:2) must lie in the unit square', 8],
])('%s is refused at its column', (text, problem, column) => {
  try {
    parseClaim(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidClaim);
    expect((error as InvalidClaim).message).toContain(problem);
    expect((error as InvalidClaim).column).toBe(column);
    expect((error as InvalidClaim).message).toContain(`(column ${column})`);
  }
});

test('families leave exactly one parameter out', () => {
  expect(parseFamily('gaussian').free).toBe('mu');
  expect(printFamily(parseFamily('approx-dp( delta = 0.00001 )'))).toBe('approx-dp(delta=1e-5)');
  expect(printFamily(parseFamily('gaussian(relation=replace)'))).toBe('gaussian(relation=replace)');
  expect(parseFamily('dpsgd(rate=0.01, steps=1000)').free).toBe('noise');
  expect(() => parseFamily('gaussian(sigma=1)')).toThrow('this is a whole claim: test it as a claim');
  expect(() => parseFamily('dpsgd(rate=0.01)')).toThrow('exactly one parameter out, not noise and steps');
  expect(() => parseFamily('perfect()')).toThrow('has no parameter to leave out');
  expect(() => family('approx-dp(epsilon=1)')).toThrow('approx-dp cannot leave out delta');
});
