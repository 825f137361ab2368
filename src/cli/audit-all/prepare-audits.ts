import type { FilePlace } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS } from '../../io/index.ts';
import { freshSeed } from '../../numerics/index.ts';
import { messageWithFlags } from '../shell/flags.ts';
import { isSystemError } from '../shell/system-error.ts';
import type { Task } from '../tasks/task.ts';
import { designOfOne, filesOfOne } from './audit-one.ts';
import type { AuditRequest } from './audit-request.ts';
import { auditTask } from './audit-work.ts';
import type { FoundAudit } from './find/find-audits.ts';
import { checkRegular, hashIn } from './folder-place.ts';

/** An audit whose files were hashed, or the error that says why they were not. */
export interface PreparedAudit {
  readonly found: FoundAudit;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly task: Task | null;
  readonly error: string | null;
  /** Bytes of memory that it may take. */
  readonly bytes: number;
}

/** Bytes of a file that unpacks to more than it is. */
const PACKED = /\.(gz|npz|parquet)$/i;
const UNPACKED = 10;
/** What an audit and its report take, and what they take for each byte of its files. */
const AUDIT_BYTES = 6e7;
const PER_BYTE = 4;
/** Rough seconds of one core: for any audit, and for each byte of its files. */
const AUDIT_SECONDS = 0.1;
const SECONDS_PER_BYTE = 1e-6;

/**
 * Reads what the audit is to be, hashes every file that it will read, and makes a task of it. `typed` holds
 * for all; the significance of all together is that of an audit which states none of its own.
 */
export async function prepareAudit(
  place: FilePlace,
  folder: string,
  found: FoundAudit,
  typed: AuditRequest,
): Promise<PreparedAudit> {
  const { path, isRun } = found;
  const { tau: _, limit, ...stated } = typed;
  const { plan, departFromPlan, assignment, commitment, ...choices } = stated;
  const level = typed.tau === undefined ? {} : { tau: typed.tau };
  const common = limit === undefined ? {} : { limit };
  // A manifest goes before what was typed for all; a file without one is audited as was typed.
  const settings = { ...(isRun ? {} : stated), ...common, ...found.settings };
  const defaults = { ...(isRun ? choices : {}), ...level };
  const limits = { ...DEFAULT_LIMITS, ...limit };
  const files: { path: string; sha256: string }[] = [];
  try {
    const { design } = await designOfOne(place, { path, settings, defaults }, limits);
    let bytes = 0;
    for (const file of filesOfOne(design, settings)) {
      const size = await checkRegular(folder, file);
      files.push({ path: file, sha256: await hashIn(place, file, limits) });
      bytes += PACKED.test(file) ? UNPACKED * size : size;
    }
    const sha256 = Object.fromEntries(files.map((file) => [file.path, file.sha256]));
    const task = auditTask(
      { path, settings, defaults, sha256, draw: freshSeed() },
      AUDIT_SECONDS + SECONDS_PER_BYTE * bytes,
    );
    return { found, files, task, error: null, bytes: AUDIT_BYTES + PER_BYTE * bytes };
  } catch (error) {
    if (error instanceof InvalidInput)
      return { found, files, task: null, error: messageWithFlags(error), bytes: 0 };
    if (isSystemError(error)) return { found, files, task: null, error: error.message, bytes: 0 };
    throw error;
  }
}
