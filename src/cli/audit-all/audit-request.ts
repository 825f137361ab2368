import * as z from 'zod';
import { checkWhole } from '../../check.ts';
import { parseClaim, parseFamily } from '../../claims/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { shellCommand } from '../../report/index.ts';
import { METHODS } from '../../types.ts';
import { type TypedDesign, typedChoices } from '../audit/design.ts';
import { flagOf } from '../shell/flags.ts';
import type { AuditCommand } from '../work/audit.ts';

const text = z.string().max(100_000);
const numbers = z.array(z.number()).max(1000);

/** What one audit is asked, as plain data. Paths are relative to the folder of all audits. */
export const auditRequestSchema = z.strictObject({
  claim: text.exactOptional(),
  violation: text.exactOptional(),
  model: text.exactOptional(),
  delta: z.number().exactOptional(),
  tau: z.number().exactOptional(),
  guesses: numbers.exactOptional(),
  atLeast: z.number().exactOptional(),
  threshold: z.number().exactOptional(),
  thresholdRuns: z.number().exactOptional(),
  sameCanary: z.boolean().exactOptional(),
  sides: z.enum(['in', 'out', 'both']).exactOptional(),
  lowerIsIn: z.boolean().exactOptional(),
  scoreColumn: text.exactOptional(),
  options: z.number().exactOptional(),
  seed: text.exactOptional(),
  families: z.array(text).max(1000).exactOptional(),
  method: z.array(z.enum(METHODS)).min(1).max(10).exactOptional(),
  plan: text.exactOptional(),
  departFromPlan: z.boolean().exactOptional(),
  assignment: text.exactOptional(),
  commitment: text.exactOptional(),
  requirePower: z.number().exactOptional(),
  includedColumn: text.exactOptional(),
  idColumn: text.exactOptional(),
  runColumn: text.exactOptional(),
  limit: z.record(text, z.number()).exactOptional(),
});

export type AuditRequest = z.infer<typeof auditRequestSchema>;

/** What may be typed for each of many audits: what `onerun audit` takes, less what it writes. */
export type TypedSettings = TypedDesign &
  Partial<Pick<AuditCommand, 'method' | 'requirePower' | 'includedColumn' | 'idColumn' | 'runColumn'>>;

/** The settings of an audit from what was typed, checked as far as that can be done without its scores. */
export function settingsOfTyped(typed: TypedSettings): AuditRequest {
  const { method, plan, departFromPlan, assignment, commitment } = typed;
  const { requirePower, includedColumn, idColumn, runColumn, limit } = typed;
  const settings = definedOnly({
    ...typedChoices(typed),
    ...{ method, plan, departFromPlan, assignment, commitment },
    ...{ requirePower, includedColumn, idColumn, runColumn, limit },
  }) as AuditRequest;
  checkSettings(settings);
  return settings;
}

function checkSettings(settings: AuditRequest): void {
  const { claim, violation, model, families = [], tau, delta, guesses = [] } = settings;
  for (const stated of [claim, violation, model]) if (stated !== undefined) parseClaim(stated);
  for (const family of families) parseFamily(family);
  if (tau !== undefined) checkTau(tau);
  if (delta !== undefined) checkDelta(delta);
  for (const count of guesses) checkWhole('guesses', count, 1);
}

/** Files beside the scores that settings name. */
export function namedFiles({ plan, assignment, commitment }: AuditRequest): string[] {
  return [plan, assignment, commitment].filter((path) => path !== undefined);
}

/** How `onerun audit` would be called for the same audit, from the folder of all. */
export function auditCommandLine(path: string, settings: AuditRequest): string {
  const { families = [], method = [], limit = {}, ...others } = settings;
  const chosen = method.length === 1 ? ['--method', method[0]] : [];
  const words = Object.entries(others).flatMap(([name, value]) => {
    if (value === true) return [flagOf(name)];
    return value === false ? [] : [flagOf(name), String(value)];
  });
  return shellCommand([
    'onerun',
    'audit',
    path,
    ...words,
    ...families.flatMap((family) => ['--family', family]),
    ...chosen,
    ...Object.entries(limit).flatMap(([name, value]) => ['--limit', `${name}=${value}`]),
  ]);
}
