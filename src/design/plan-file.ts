import type { AuditFile } from '../audit/index.ts';
import { choicesOf, type DesignChoices } from '../audit-choices.ts';
import { parseClaim, parseFamily } from '../claims/index.ts';
import { definedOnly } from '../defined-only.ts';
import type { Limits } from '../io/index.ts';
import { readHashedIn } from './document.ts';
import type { FilePlace } from './file-place.ts';

/** What a plan of `onerun plan` fixes, and how many canaries and options it was made for. */
export interface PlanFile {
  readonly m: number;
  readonly k: number;
  /** How many independent runs are audited together. */
  readonly runs: number;
  readonly choices: DesignChoices;
  readonly file: AuditFile;
}

/** Reads a plan; its claims are checked here, so that a damaged one is refused before any work. */
export async function readPlan(place: FilePlace, path: string, limits: Limits): Promise<PlanFile> {
  const { planSchema } = await import('../forms/index.ts');
  const { document: plan, sha256 } = await readHashedIn(place, path, planSchema, 'plan', limits);
  const { m, k, runs = 1, violation, model, chosen, atLeast, family } = plan;
  if (model !== undefined) parseClaim(model);
  parseClaim(violation);
  parseFamily(family);
  const counts = { guesses: [chosen.guesses], atLeast: atLeast ?? chosen.critical ?? undefined, options: k };
  const choices = choicesOf(definedOnly({ ...plan, ...counts }));
  return { m, k, runs, choices, file: { role: 'plan', name: path, sha256 } };
}
