import { choicesOf, type DesignChoices } from '../../audit-choices.ts';
import { definedOnly } from '../../defined-only.ts';
import { type AuditDesign, designOfAuditIn, designOfManifest } from '../../design/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { DISK } from '../input/disk.ts';
import { significance } from '../shell/options.ts';

/** What was typed, as far as it decides the design. */
export interface TypedDesign extends Omit<DesignChoices, 'families'> {
  readonly confidence?: number;
  readonly family?: readonly string[];
  readonly plan?: string;
  readonly assignment?: string;
  readonly commitment?: string;
  readonly departFromPlan?: true;
  readonly limit?: Partial<Limits>;
}

/** The design of an audit of files, or of run folders, on disk. */
export async function designOfAudit(files: readonly string[], typed: TypedDesign): Promise<AuditDesign> {
  const { plan, assignment, commitment, departFromPlan, limit } = typed;
  const stated = definedOnly({ plan, assignment, commitment, departFromPlan });
  const limits = { ...DEFAULT_LIMITS, ...limit };
  return designOfAuditIn(DISK, files, { choices: typedChoices(typed), ...stated }, limits);
}

/** The same for a recorded run, of which the manifest and its plan say all. */
export function recordedDesign(manifestPath: string, limits: Limits): Promise<AuditDesign> {
  return designOfManifest(DISK, manifestPath, { choices: {} }, limits);
}

/** What was typed, as choices of a design. */
function typedChoices({ family: families, ...typed }: TypedDesign): DesignChoices {
  const isLevelTyped = typed.tau !== undefined || typed.confidence !== undefined;
  const tau = isLevelTyped ? significance(typed) : undefined;
  return choicesOf({ ...typed, ...definedOnly({ families, tau }) });
}
