import { describe, expect, test } from 'vitest';
import { criticalCount } from '../../src/audit/plan/critical.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { audit, bound, type MembershipScores, verdict } from '../../src/index.ts';
import { auditData, auditJunit, auditMarkdown, auditText, jsonText } from '../../src/report/index.ts';
import { pageOf } from '../report/page.ts';
import { choices, noisySum, one } from '../support/scores.ts';

const asked = { claim: 'gaussian(sigma=1)', seed: 'a', guesses: [216] } as const;
const assume = 'independent-canaries' as const;

/** A thousand canaries of which so many of the 216 surest are called right. */
function withRight(right: number): MembershipScores {
  const included = Uint8Array.from({ length: 1000 }, (_, i) => Number((i * 7919) % 1000 < 500));
  const scores = Float64Array.from(included, (bit, i) => (bit ? 1 : -1) * (i < right ? 3 : 0) + i * 1e-6);
  for (let i = right; i < 216; i++) scores[i] = included[i] ? -2 - i * 1e-6 : 2 + i * 1e-6;
  return { kind: 'membership', scores, included };
}

const correctOf = ({ runs }: ReturnType<typeof one>) => runs[0].observations[0].correct;

describe('a verdict that may rest on independent canaries', () => {
  const plain = noisySum(1000, 0.5, 'less noise');

  test('rests on nothing where nothing needs it, and all that is said is about the test that decides', () => {
    const [free, found] = [one(plain, asked), one(plain, { ...asked, assume })];
    expect(free.outcome).toBe('refuted');
    for (const key of ['outcome', 'pValue', 'decidedBy', 'claim', 'standing', 'power', 'attack'] as const)
      expect(found[key], key).toEqual(free[key]);
    expect(found.claim?.critical).toEqual([208]);
    const said = [
      auditText(found),
      auditMarkdown(found),
      auditJunit(found),
      pageOf(found),
      jsonText(auditData(found)),
    ];
    for (const text of said.slice(0, 4)) expect(text).toContain('the claim allows at most 207');
    for (const text of said) expect(text).not.toMatch(/\b19[56]\b(?!\.)/);
  });

  test('says that it does, with the number of its test, where it has to', () => {
    const scores = withRight(200);
    const [free, found] = [one(scores, asked), one(scores, { ...asked, assume })];
    expect([correctOf(free), free.outcome, free.claim?.critical]).toEqual([201, 'not-refuted', [208]]);
    expect(found.outcome).toBe('refuted');
    expect(found.decidedBy).toMatchObject({ method: 'independent', assumes: assume });
    expect(auditText(found)).toContain('the claim allows at most 195');
    for (const text of [auditText(found), auditMarkdown(found), auditJunit(found)])
      expect(text).toContain('does not hold if canaries do not influence each other');
  });

  test('is one of counts likewise', () => {
    const methods = ['paper', 'optimal', 'independent'] as const;
    const counts = { m: 1000, guesses: 216, correct: 213 };
    expect(verdict(counts, 'gaussian(sigma=1)', { methods }).standing?.refutedFrom).toBe(208);
    const assumed = { ...counts, correct: 200 };
    expect(verdict(assumed, 'gaussian(sigma=1)', { methods }).standing?.refutedFrom).toBe(196);
    expect(bound(assumed, { claim: 'gaussian(sigma=1)' }).verdict?.refuted).toBe(false);
  });

  test('has a count of its own where no other test refutes, not even with every guess right', () => {
    const f = tradeOff('gaussian(sigma=0.7)');
    const judges = ['paper', 'optimal', 'steinke'] as const;
    const game = { m: 40, k: 2, guesses: 40 };
    expect(criticalCount(game, f, 0.05, judges)).toBeNull();
    expect(criticalCount(game, f, 0.05, [...judges, 'independent'])).toBe(36);
  });

  test('is refused of choices among candidates, but of a pure epsilon', () => {
    const counts = { m: 100, k: 4, guesses: 60, correct: 50 };
    const methods = ['optimal', 'independent'] as const;
    const why = 'method independent needs two options per canary, or a pure epsilon';
    expect(() => bound(counts, { claim: 'gaussian(sigma=1)', methods })).toThrow(why);
    const [, assumed] = bound(counts, { claim: 'pure-dp(epsilon=1)', methods }).verdict?.tests ?? [];
    expect(assumed).toMatchObject({ method: 'independent', refuted: true });
    const scores = choices(100, 4, 1, 1);
    expect(() => one(scores, { claim: asked.claim, assume })).toThrow(why);
    expect(one(scores, { claim: 'pure-dp(epsilon=1, relation=replace)', assume }).outcome).toBe('refuted');
  });

  test('counts runs by the test that decides', () => {
    const runs = Array.from({ length: 6 }, (_, i) => noisySum(1000, 0.5, `run ${i}`));
    const [free, found] = [undefined, assume].map((given) =>
      audit(
        runs.map(({ scores, included }) => ({ scores, included })),
        { ...asked, atLeast: 200, plots: false, ...(given === undefined ? {} : { assume: given }) },
      ),
    );
    expect(found.joint).toEqual(free.joint);
  });
});
