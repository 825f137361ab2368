import { type AuditOptions, type AuditResult, audit } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { definedOnly } from '../shell/defined-only.ts';
import type { AuditDesign, ReadingOptions } from './audit-design.ts';
import { readAuditRuns } from './read.ts';

interface PlotsUpTo {
  /** Up to so many rows, what plots need of the scores is counted even where none were asked for. */
  readonly plotsUpTo?: number;
}

/**
 * Reads the files that a design names and audits them as it says; `more` holds the options that no design
 * fixes.
 */
export async function auditByDesign(
  design: AuditDesign,
  reading: ReadingOptions & { readonly atLeast?: number },
  { plotsUpTo = 0, ...more }: Omit<AuditOptions, 'seed' | 'seedFrom'> & PlotsUpTo,
): Promise<AuditResult> {
  const { runs, provenance, seed, options, thresholdFrom } = await readAuditRuns(design, reading);
  if (reading.atLeast !== undefined && runs.length === 1)
    throw new InvalidInput(
      '--at-least is for several runs; of one run the number of right guesses is tested',
    );
  const { claim, families, guesses, sides, lowerIsIn, violation, model, delta, tau, seedFrom } = design;
  const { threshold, thresholdRuns } = design;
  // Runs of one canary each are one game, of which a plan counts the right guesses.
  const single = runs.every(({ input, scores }) => input.rows === 1 && scores.kind === 'membership');
  const atLeast = single ? reading.atLeast : design.atLeast;
  const found = audit(runs, {
    ...definedOnly({
      claim,
      families,
      guesses,
      sides,
      lowerIsIn,
      atLeast,
      threshold,
      thresholdRuns,
      thresholdFrom,
      violation,
      model,
      delta,
      tau,
      options,
    }),
    ...(seed ?? definedOnly({ seed: design.seed, seedFrom })),
    fixedBy: design.fixedBy,
    ...more,
    plots: more.plots || (runs.reduce((sum, { input }) => sum + input.rows, 0) <= plotsUpTo && 'counts'),
    provenance: { ...more.provenance, ...provenance },
  });
  checkPlanFits(design, found);
  return withRunsOfPlan(design, found);
}

/**
 * The number of runs is fixed with the plan: whoever stops when the runs look good, or goes on until they do,
 * tests something else. Another number is refused, or said in the verdict. Runs of one canary each are one
 * game, and count as one.
 */
function withRunsOfPlan({ plannedFor, departsFromPlan }: AuditDesign, found: AuditResult): AuditResult {
  if (plannedFor === undefined || plannedFor.runs === found.runs.length) return found;
  const departure = `${counted(found.runs.length)} in place of ${plannedFor.runs} in the plan`;
  if (!departsFromPlan)
    throw new InvalidInput(
      `the plan is for ${counted(plannedFor.runs)}, the scores are of ${found.runs.length}: the number of runs is fixed in advance, so hand in as many as planned, or say --depart-from-plan and it will stand in the verdict`,
    );
  const departures = [...found.provenance.departures, departure];
  const fixed = { ...found.fixed, runs: { ...found.fixed.runs, from: 'counted' as const } };
  return { ...found, fixed, provenance: { ...found.provenance, departures } };
}

function counted(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

/** A plan is for a number of canaries and of options; with two options it plans membership. */
function checkPlanFits({ plannedFor }: AuditDesign, { runs, game }: AuditResult): void {
  if (plannedFor === undefined) return;
  const [observation] = runs[0].observations;
  const { m, k } = plannedFor;
  if (m !== observation.m)
    throw new InvalidInput(`the plan is for ${m} canaries, the scores have ${observation.m}`);
  const planned = k === 2 ? 'membership' : 'reconstruction';
  if (k !== observation.k || planned !== game)
    throw new InvalidInput(
      `the plan is for ${planned} with ${k} options, the scores are of ${game} with ${observation.k}`,
    );
}

/** How many files a sentence names. */
const MOST_NAMED = 5;

/** The checks that an audit without a verdict did not pass. */
export function whyNoVerdict({ runs, checks }: AuditResult): string {
  const files = [...new Set(runs.flatMap((run) => run.inputs).map(({ file, name }) => file ?? name))];
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  const where = files.slice(0, MOST_NAMED).map(quotedPath).join(', ') + more;
  const reasons = checks.filter(({ passed }) => !passed).map(({ message }) => message);
  return `no verdict on ${where}; ${reasons.join('; ')}`;
}
