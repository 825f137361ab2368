import type { AuditSummary } from '../../audit/index.ts';
import type { Correction } from '../../corrections.ts';
import { ResultLog } from '../tasks/result-log.ts';

const SCHEMA = 'onerun-audits-log/1';

/** What was asked of all audits together; with the number of refuted claims once results were shown. */
export interface AuditsHead {
  readonly schema: typeof SCHEMA;
  readonly tau: number;
  readonly correction: Correction;
  readonly audits: number;
  /** The hash of the keys of all audits. */
  readonly set: string;
  readonly refuted?: number;
}

/** What is kept of an audit: all but its report, which has a file of its own. */
export interface LoggedAudit {
  readonly summary: AuditSummary;
  readonly evidence: string;
  readonly reportSha256: string;
}

/** The log of many audits. */
export class AuditsLog extends ResultLog<AuditsHead, LoggedAudit> {
  /** Reads a log, or begins one. */
  static async open(path: string): Promise<AuditsLog> {
    const log = new AuditsLog(path, { schema: SCHEMA, command: 'onerun audit-all' });
    await log.read();
    return log;
  }

  add(key: string, path: string, result: LoggedAudit): void {
    this.addResult(key, path, result);
  }
}
