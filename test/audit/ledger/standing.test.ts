import { describe, expect, test } from 'vitest';
import { countRun, type LedgerDesign, ledgerState, newLedger, stands } from '../../../src/audit/index.ts';
import { afterBlindRuns, guessedGame, ledgerStanding } from '../../../src/audit/ledger/standing.ts';
import { independent, type RightLaw } from '../../../src/games/index.ts';
import { clopperPearsonLower, createRandom, type Random } from '../../../src/numerics/index.ts';
import { counted, drawRight, lawOfClaim } from '../../support/ledger-runs.ts';
import { often } from '../../support/thorough.ts';

const DESIGN = newLedger({
  claim: 'gaussian(sigma=1)',
  m: 1000,
  violation: 'gaussian(sigma=0.7)',
  families: [],
});
const { guesses } = guessedGame(DESIGN);
const stateOf = (design: LedgerDesign, right: readonly number[]) =>
  ledgerState(
    design,
    right.map((n, i) => ({ run: i + 1, counted: counted(design, n) })),
  );

describe('what "not refuted" is worth in a ledger', () => {
  test('is nothing while the ledger is too young to notice the violation', () => {
    const expected = Math.round(lawOfClaim(DESIGN, DESIGN.claim).mean);
    const young = stateOf(DESIGN, [expected]);
    expect(young).toMatchObject({ outcome: 'could-not-have-noticed', refuted: false });
    expect(young.standing?.couldNot).not.toBe(null);
    expect(young.runsExpected).toBeGreaterThan(0);
    const grown = stateOf(DESIGN, new Array(8).fill(expected));
    expect(grown).toMatchObject({ outcome: 'not-refuted', runsExpected: null });
    expect(grown.standing?.power).toBeGreaterThan(0.9);
  });

  test('is nothing after an attack that saw nothing, and no run is said to refute', () => {
    for (const runs of [1, 2, 8, 30]) {
      const blind = stateOf(DESIGN, new Array(runs).fill(guesses / 2));
      expect(blind).toMatchObject({ outcome: 'could-not-have-noticed', runsExpected: null });
    }
    const included = Array.from({ length: 1000 }, (_, i) => (i * 7) % 2);
    const constant = countRun(DESIGN, { scores: new Array(1000).fill(0), included });
    expect(constant.counts[0]).toMatchObject({ least: 0, most: guesses, mean: guesses / 2 });
    const records = Array.from({ length: 8 }, (_, i) => ({ run: i + 1, counted: constant }));
    expect(ledgerState(DESIGN, records)).toMatchObject({
      outcome: 'could-not-have-noticed',
      right: 4 * guesses,
    });
  });

  test('is nothing while blind runs at the beginning have lost what later runs have yet to win back', () => {
    const design = newLedger({ claim: 'gaussian(sigma=1)', m: 200, families: [] });
    const blind = [48, 37];
    const honest = [63, 63, 65, 63];
    const hidden = stateOf(design, [...blind, ...honest]);
    expect(hidden).toMatchObject({ outcome: 'could-not-have-noticed', refuted: false });
    expect(hidden.standing?.couldNot).toBe('little-power');
    expect(hidden.standing?.power).toBeLessThan(0.3);
    expect(stateOf(design, [...honest, ...blind]).outcome).toBe('not-refuted');
    expect(stateOf(design, [...blind, ...honest, ...honest]).outcome).toBe('not-refuted');
  });

  test('stands but for one in twenty where no run is blind, of runs in which that hardly shows', () => {
    const design = newLedger({ claim: 'gaussian(sigma=3)', m: 300, families: [] });
    const runs = 30;
    const steps = Array.from({ length: runs }, () => ({ shown: 1, held: 0 }));
    const standing = ledgerStanding(design, steps);
    expect(standing.couldNot).toBeNull();
    const random = createRandom('no run is blind');
    const law = lawOfClaim(design, design.claim);
    const ledgers = 400;
    const missed = Array.from({ length: ledgers }, () => {
      const right = steps.map(() => drawRight(law, random));
      return stands(
        afterBlindRuns(design, standing, steps, right),
        right.reduce((a, b) => a + b, 0),
      );
    }).filter((stood) => !stood).length;
    expect(clopperPearsonLower(missed, ledgers, 1e-4)).toBeLessThanOrEqual(0.05);
  });

  test('is nothing before a run was added, and of runs that were started and never handed in', () => {
    expect(ledgerState(DESIGN, [])).toMatchObject({ outcome: 'could-not-have-noticed', standing: null });
    const lost = Array.from({ length: 4 }, (_, i) => ({ run: i + 1, counted: null }));
    const added = [5, 6].map((run) => ({ run, counted: counted(DESIGN, 140) }));
    expect(
      ledgerState(
        DESIGN,
        added.map((each, i) => ({ ...each, run: i + 1 })),
      ).standing?.power,
    ).toBeGreaterThan(10 * (ledgerState(DESIGN, [...lost, ...added]).standing?.power ?? 1));
  });

  const designs = [
    { design: DESIGN, runs: 8 },
    {
      design: newLedger({
        claim: 'gaussian(sigma=2)',
        m: 400,
        violation: 'gaussian(sigma=1.2)',
        families: [],
      }),
      runs: 12,
    },
    { design: newLedger({ claim: 'gaussian(sigma=1)', m: 300, families: [] }), runs: 3 },
    { design: newLedger({ claim: 'pure-dp(epsilon=1)', m: 500, families: [] }), runs: 6 },
    {
      design: newLedger({
        claim: 'gaussian(sigma=4)',
        m: 400,
        k: 4,
        violation: 'gaussian(sigma=1)',
        families: [],
      }),
      runs: 8,
    },
  ];
  test.each(designs)(
    '$design.claim, $design.m canaries, $runs runs: honest stands, blind does not',
    ({ design, runs }) => {
      const standing = ledgerStanding(
        design,
        Array.from({ length: runs }, () => ({ shown: 1, held: 0 })),
      );
      expect(standing.couldNot).toBe(null);
      const standsFrom = standing.standsFrom ?? 0;
      const ledgers = often(20_000, 4000);
      const random = createRandom(`standing ${design.claim}`);
      const below = (law: RightLaw) =>
        Array.from({ length: ledgers }, () => total(law, runs, random)).filter((right) => right < standsFrom)
          .length;
      expect(clopperPearsonLower(below(lawOfClaim(design, design.claim)), ledgers, 1e-4)).toBeLessThanOrEqual(
        0.05,
      );
      const blind = independent(standing.guesses, 1 / design.k);
      expect(clopperPearsonLower(ledgers - below(blind), ledgers, 1e-4)).toBeLessThanOrEqual(0.001);
    },
  );
});

function total(law: RightLaw, runs: number, random: Random): number {
  let sum = 0;
  for (let run = 0; run < runs; run++) sum += drawRight(law, random);
  return sum;
}
