import { type AuditOptions, type AuditResult, audit } from '../audit/index.ts';
import { choicesOf } from '../audit-choices.ts';
import { definedOnly } from '../defined-only.ts';
import { InvalidInput } from '../errors.ts';
import type { AuditDesign, ReadAudit } from './audit-design.ts';
import type { FilePlace } from './file-place.ts';

/** The options that no design fixes, and what was stated beside it. */
type OtherOptions = Omit<AuditOptions, 'seed' | 'seedFrom'> & {
  readonly stated: { readonly atLeast?: number };
};

/** Audits the runs that were read as their design says. */
export function auditOfDesign(
  place: FilePlace,
  design: AuditDesign,
  { runs, provenance, seed, options }: ReadAudit,
  { stated, ...more }: OtherOptions,
): AuditResult {
  if (stated.atLeast !== undefined && runs.length === 1)
    throw new InvalidInput(
      `${place.option('at-least')} is for several runs; of one run the number of right guesses is tested`,
    );
  const { scoreColumn: _, options: __, seed: own, atLeast: ofRun, ...choices } = choicesOf(design);
  // Runs of one canary each are one game, of which a plan counts the right guesses.
  const single = runs.every(({ input, scores }) => input.rows === 1 && scores.kind === 'membership');
  const atLeast = single ? stated.atLeast : ofRun;
  checkPlanFits(design, runs, single);
  const found = audit(runs, {
    ...choices,
    ...definedOnly({ atLeast, options }),
    ...(seed ?? definedOnly({ seed: own, seedFrom: design.seedFrom })),
    fixedBy: design.fixedBy,
    ...more,
    provenance: { ...more.provenance, ...provenance },
  });
  return withRunsOfPlan(place, design, found);
}

/**
 * The number of runs is fixed with the plan: whoever stops when the runs look good, or goes on until they do,
 * tests something else. Another number is refused, or said in the verdict. Runs of one canary each are one
 * game, and count as one.
 */
function withRunsOfPlan(
  place: FilePlace,
  { plannedFor, departsFromPlan }: AuditDesign,
  found: AuditResult,
): AuditResult {
  if (plannedFor === undefined || plannedFor.runs === found.runs.length) return found;
  const departure = `${counted(found.runs.length)} in place of ${plannedFor.runs} in the plan`;
  if (!departsFromPlan)
    throw new InvalidInput(
      `the plan is for ${counted(plannedFor.runs)}, the scores are of ${found.runs.length}: the number of runs is fixed in advance, so hand in as many as planned, or say ${place.option('depart-from-plan')} and it will stand in the verdict`,
    );
  const departures = [...found.provenance.departures, departure];
  const fixed = { ...found.fixed, runs: { ...found.fixed.runs, from: 'counted' as const } };
  return { ...found, fixed, provenance: { ...found.provenance, departures } };
}

function counted(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

/** A plan is for a number of canaries and of options; with two options it plans membership. */
function checkPlanFits({ plannedFor }: AuditDesign, runs: ReadAudit['runs'], single: boolean): void {
  if (plannedFor === undefined) return;
  const [{ scores }] = runs;
  const { m, k } = plannedFor;
  const rows = scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
  const canaries = single ? runs.length : rows;
  if (m !== canaries) throw new InvalidInput(`the plan is for ${m} canaries, the scores have ${canaries}`);
  const planned = k === 2 ? 'membership' : 'reconstruction';
  const options = scores.kind === 'membership' ? 2 : scores.k;
  if (k !== options || planned !== scores.kind)
    throw new InvalidInput(
      `the plan is for ${planned} with ${k} options, the scores are of ${scores.kind} with ${options}`,
    );
}
