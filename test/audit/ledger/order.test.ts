import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../../src/audit/evidence/steps.ts';
import { wealthOf } from '../../../src/audit/evidence/wealth.ts';
import {
  type CountedRun,
  type LedgerDesign,
  ledgerEvents,
  ledgerState,
  newLedger,
  proveLedger,
  verifyLedger,
} from '../../../src/audit/index.ts';
import { payoffsOf } from '../../../src/audit/ledger/design.ts';
import { clopperPearsonLower, createRandom } from '../../../src/numerics/index.ts';
import { counted, drawRight, lawOfClaim } from '../../support/ledger-runs.ts';
import { often } from '../../support/thorough.ts';

const DESIGN = newLedger({ claim: 'gaussian(sigma=1)', m: 1000, violation: 'gaussian(sigma=0.7)' });
const { guesses } = DESIGN.products[0];
const HONEST = lawOfClaim(DESIGN, DESIGN.claim);

const inOneCall = (runs: readonly CountedRun[]) =>
  runs.map((run, i) => ({ run: i + 1, counted: run, ...(i === 0 ? {} : { together: true as const }) }));
const oneByOne = (runs: readonly CountedRun[]) => runs.map((run, i) => ({ run: i + 1, counted: run }));
const bestFirst = (right: readonly number[]) => [...right].sort((a, b) => b - a);
const countedAs = (right: readonly number[], design: LedgerDesign = DESIGN) =>
  right.map((n) => counted(design, n));

describe('runs that are added in one call', () => {
  const random = createRandom('order');
  const right = Array.from({ length: 40 }, () => drawRight(HONEST, random));
  const told = ({
    steps,
    mostLogEvidence,
    refuted,
    pValue,
    results,
    outcome,
  }: ReturnType<typeof ledgerState>) => ({
    looks: steps.map(({ logEvidence }) => logEvidence),
    ...{ mostLogEvidence, refuted, pValue, results, outcome },
  });

  test('are looked at together: their order changes nothing', () => {
    const worstFirst = bestFirst(right).reverse();
    const [first, ...others] = [right, bestFirst(right), worstFirst].map((order) =>
      told(ledgerState(DESIGN, inOneCall(countedAs(order)))),
    );
    expect(first.looks).toHaveLength(1);
    for (const other of others) expect(other).toEqual(first);
    // One by one the order decides.
    const chosen = ledgerState(DESIGN, oneByOne(countedAs(bestFirst(right))));
    expect(chosen.mostLogEvidence).toBeGreaterThan(first.mostLogEvidence + 1);
  });

  test('are refuted with probability 5% at most where they keep the claim, though added best first', () => {
    const ledgers = often(4000, 400);
    const worst = Array.from({ length: ledgers }, () =>
      bestFirst(Array.from({ length: 40 }, () => drawRight(HONEST, random))),
    );
    const needed = -Math.log(DESIGN.tau);
    const refuted = (records: typeof inOneCall) =>
      worst.filter((order) => mostOf(records(countedAs(order))) >= needed).length;
    expect(clopperPearsonLower(refuted(inOneCall), ledgers, 1e-4)).toBeLessThanOrEqual(DESIGN.tau);
    expect(refuted(oneByOne) / ledgers).toBeGreaterThan(0.3);
  });

  test('have a proof that says so, and an order that rests on a word', () => {
    const events = ledgerEvents(DESIGN, inOneCall(countedAs(bestFirst(right))));
    const proof = proveLedger(DESIGN, events);
    expect(proof.events.map(({ together }) => together ?? false)).toEqual([
      false,
      ...new Array(39).fill(true),
    ]);
    expect(proof.events.every(({ started }) => started === undefined)).toBe(true);
    expect(verifyLedger(proof)).toEqual({ refuted: false });
    const apart = proof.events.map(({ together: _, ...event }) => event);
    // Looked at one by one, they would have been paid more.
    expect(mostOf(oneByOne(countedAs(bestFirst(right))))).toBeGreaterThan(proof.mostLogEvidence);
    expect(verifyLedger({ ...proof, events: apart })).toEqual({ refuted: false });
  });
});

/** ln of the largest evidence, without the search for an epsilon. */
function mostOf(records: Parameters<typeof ledgerEvents>[1]): number {
  return wealthOf(payoffsOf(DESIGN), stepsOf(ledgerEvents(DESIGN, records))).mostLogEvidence;
}

describe('runs that were started', () => {
  const starts = [1, 2, 3].map((run) => ({ run, counted: null }));
  const shown = [guesses, Math.round(0.6 * guesses), Math.round(0.6 * guesses)].map((n) =>
    counted(DESIGN, n),
  );
  const added = (order: readonly number[]) =>
    ledgerState(DESIGN, [...starts, ...order.map((run) => ({ run, counted: shown[run - 1] }))]);

  test('count in the order of starting, in whatever order they are added', () => {
    const first = added([1, 2, 3]);
    expect(first.steps.map(({ runs }) => runs)).toEqual([[1], [2], [3]]);
    expect(first.steps[0].logEvidence).toBeGreaterThan(first.logEvidence);
    for (const order of [
      [3, 2, 1],
      [2, 3, 1],
    ])
      expect(added(order)).toEqual(first);
    expect(first.runs.every(({ started }) => started)).toBe(true);
  });

  test('stay refuted when later ones are handed in', () => {
    const strong = counted(DESIGN, guesses);
    const records = [...starts, { run: 1, counted: strong }, { run: 2, counted: strong }];
    const before = ledgerState(DESIGN, records);
    expect(before).toMatchObject({ outcome: 'refuted', refutedAt: 2 });
    const after = ledgerState(DESIGN, [...records, { run: 3, counted: counted(DESIGN, 0) }]);
    expect(after).toMatchObject({ outcome: 'refuted', refutedAt: 2, results: before.results });
  });
});

test('coins that are not fair void all runs of a call, whatever their order', () => {
  const tilted = { ...counted(DESIGN, 140), draws: [440, 560] };
  const fair = counted(DESIGN, 140);
  const status = (runs: readonly CountedRun[]) =>
    ledgerState(DESIGN, inOneCall(runs)).runs.map((run) => run.status);
  expect(status([tilted, tilted, fair, tilted])).toEqual(new Array(4).fill('void'));
  expect(status([fair, tilted, tilted, tilted])).toEqual(new Array(4).fill('void'));
});
