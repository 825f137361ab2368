import {
  type AuditDesign,
  type ReadAudit,
  type ReadingOptions,
  readAuditRunsIn,
} from '../../design/index.ts';
import { DISK } from '../input/disk.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { clearProgress } from '../shell/progress.ts';

/** Reads the runs of an audit from disk, as its design says. */
export async function readAuditRuns(design: AuditDesign, reading: ReadingOptions): Promise<ReadAudit> {
  const read = await readAuditRunsIn(DISK, design, reading).catch((error: unknown) => {
    throw withLimitFlag(error);
  });
  clearProgress();
  return read;
}
