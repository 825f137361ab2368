import { InvalidInput } from '../../errors.ts';
import { type Asked, askedBy } from '../asked.ts';
import { conclude, largestProved } from '../conclusion.ts';
import { familyInGame, usualFamilies } from '../epsilon/over-families.ts';
import type { AuditOptions } from '../options.ts';
import { resolveClaim } from '../resolve-claim.ts';
import type { AuditResult, AuditTest } from '../result.ts';
import { provedRisks } from '../risk/proved-risk.ts';
import { asOneDesign, asOneGame, type SingleRun } from '../runs/single-canaries.ts';
import { classicalAudit } from './classical-audit.ts';
import type { ClassicalAudit } from './classical-result.ts';
import { statesThreshold, type ThresholdDesign, thresholdDesign } from './threshold-design.ts';

/**
 * Runs of one canary each: audited as the one game that they are together and, with a threshold, by the
 * classical test. Both look at the same runs, so they share the significance evenly (Bonferroni), unless one
 * of them was chosen. `auditGame` audits one game.
 */
export function auditSingleCanaries(
  runs: readonly SingleRun[],
  options: AuditOptions,
  auditGame: (game: SingleRun, options: AuditOptions) => AuditResult,
): AuditResult {
  const asked = askedBy(options);
  const isClassical = checkChoice(options, asked);
  const level = isClassical && asked.methods.length > 0 ? asked.tau / 2 : asked.tau;
  const found = auditGame(asOneGame(runs), { ...asOneDesign(options, runs.length), tau: level });
  const design = isClassical ? thresholdDesign(runs, options, level) : null;
  const classical =
    design === null || found.outcome === 'no-verdict' ? null : classicalOf(design, options, asked, level);
  const tests = [...found.tests, ...testsOf(classical)];
  const results = [...found.results, ...(classical?.results ?? [])];
  const inputs = runs.map(({ input }) => input);
  return {
    ...found,
    ...concluded(found, tests, asked.tau),
    runs: [{ inputs, observations: found.runs[0].observations }],
    tau: asked.tau,
    tests,
    results,
    proved: largestProved(results),
    risk: { ...found.risk, proved: provedRisks(results) },
    fixed: { ...found.fixed, runs: { ...found.fixed.runs, value: runs.length } },
    notes: [...notesOf(runs.length, isClassical, asked), ...found.notes],
    ...(classical === null ? {} : { classical }),
  };
}

/** Whether the classical test is to be made; refuses a threshold without it, and it without a threshold. */
function checkChoice(options: AuditOptions, { methods }: Asked): boolean {
  const stated = statesThreshold(options);
  if (stated && options.methods !== undefined && !options.methods.includes('classical'))
    throw new InvalidInput(
      'invalid threshold; it is for the classical test, which the chosen method leaves out',
      ['method'],
    );
  if (!stated && methods.length === 0)
    throw new InvalidInput(
      'the classical test needs a threshold of the score; state one that was fixed in advance, or let runs choose it that are not tested',
      ['threshold', 'thresholdRuns', 'thresholdFrom'],
    );
  return stated;
}

/** Refuses a threshold, or the classical test alone, where runs have more than one canary. */
export function refuseThreshold(options: AuditOptions): void {
  if (statesThreshold(options) || options.methods?.every((method) => method === 'classical'))
    throw new InvalidInput(
      'the classical test is for several runs of one canary each, and a threshold for that test; runs of more canaries are guessed by rank',
    );
}

function classicalOf(
  design: ThresholdDesign,
  { claim, families }: AuditOptions,
  { lowerIsIn, delta }: Asked,
  tau: number,
): ClassicalAudit {
  const resolved = claim === undefined ? null : resolveClaim(claim, 'membership');
  const searched = families ?? usualFamilies(resolved?.name ?? null, [delta]);
  return classicalAudit(design, {
    lowerIsIn,
    tau,
    delta,
    claim: resolved?.tested ?? null,
    families: searched.map((family) => familyInGame(family, 'membership')),
  });
}

function testsOf(classical: ClassicalAudit | null): AuditTest[] {
  if (classical === null || classical.pValue === null || classical.refuted === null) return [];
  const { falsePositives, falseNegatives, pValue, refuted, tau: level } = classical;
  const guesses = falsePositives.runs + falseNegatives.runs;
  return [{ method: 'classical', guesses, pValue, level, refuted }];
}

/** The conclusion from all tests: what "not refuted" is worth is that of the game of all runs. */
function concluded({ outcome, claim, standing, runs, checks }: AuditResult, tests: AuditTest[], tau: number) {
  const seen = runs[0].observations.find(({ guesses }) => guesses === standing?.guesses);
  return conclude({
    isClaimed: claim !== null,
    isVoid: outcome === 'no-verdict',
    tests,
    tau,
    standing,
    right: seen?.correct ?? 0,
    lacksPower: checks.some(({ name, passed }) => name === 'power' && !passed),
  });
}

function notesOf(runs: number, isClassical: boolean, { methods }: Asked): string[] {
  if (methods.length === 0)
    return [
      `${runs} independent runs of one canary each were audited by the classical test alone, as was chosen`,
    ];
  const together = `${runs} independent runs of one canary each were audited as one game of ${runs} canaries`;
  return isClassical
    ? [`${together}, and by the classical test`]
    : [
        together,
        'the classical audit, limits on both errors of a threshold, was left out for want of one: state a threshold of the score that was fixed in advance, or let runs choose it that are then left out',
      ];
}
