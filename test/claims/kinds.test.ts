import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beta, parseClaim, printClaim, tradeOff } from '../../src/claims/index.ts';
import { KINDS } from '../../src/claims/kinds/index.ts';
import { lossCurve } from '../../src/claims/resolve.ts';
import { findFunctionFault } from '../support/function-fault.ts';

const page = readFileSync(new URL('../../docs/claims.md', import.meta.url), 'utf8');

test.each(KINDS)(
  '$name: its example is canonical, has a curve, and stands on the page about claims',
  (kind) => {
    const claim = parseClaim(kind.example);
    expect(claim.name).toBe(kind.name);
    expect(printClaim(claim)).toBe(kind.example);
    const f = tradeOff(kind.example);
    expect(findFunctionFault((alpha) => beta(f, alpha))).toBeNull();
    expect(page).toContain(`\`${kind.example}\``);
  },
);

test.each(KINDS)('$name: the curve and the privacy loss say the same', ({ example, loss }) => {
  if (loss === undefined) return;
  const [f, through] = [tradeOff(example), lossCurve(parseClaim(example))];
  for (const x of [1e-3, 0.03, 0.3, 0.8]) expect(through.fBar(x)).toBeCloseTo(f.fBar(x), 4);
});

const directions = KINDS.flatMap(({ name, example, parameters }) =>
  parameters.map(({ key, direction, whole }) => ({ name, example, key, direction, whole })),
);

test.each(directions)('$name: $direction, of $key', ({ example, key, direction, whole }) => {
  const claim = parseClaim(example);
  // A Gaussian by its mu where the example has its sigma.
  const { sigma, ...others } = claim.parameters;
  const parameters = claim.parameters[key] === undefined ? { ...others, [key]: 1 / sigma } : claim.parameters;
  const at = (factor: number) =>
    tradeOff({ ...claim, parameters: { ...parameters, [key]: parameters[key] * factor } });
  const [f, larger] = [at(1), at(whole ? 2 : 1.5)];
  const [most, least] = direction === 'larger-is-less-private' ? [larger, f] : [f, larger];
  for (const x of [1e-4, 0.01, 0.1, 0.3]) expect(most.fBar(x)).toBeGreaterThanOrEqual(least.fBar(x));
  expect(most.fBar(0.3)).toBeGreaterThan(least.fBar(0.3));
});
