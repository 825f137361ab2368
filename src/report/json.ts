import type { AuditResult } from '../audit/index.ts';

/** What `onerun audit --json` says: everything but what plots are drawn from. */
export function auditData({ plots: _, ...data }: AuditResult): Omit<AuditResult, 'plots'> {
  return data;
}

/** Data as a file for machines. JSON has no infinity: an unbounded epsilon is null. */
export function jsonText(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}
