import type { AuditOptions, AuditResult } from '../../audit/index.ts';
import { type AuditDesign, auditOfDesign, type ReadingOptions } from '../../design/index.ts';
import { quotedPath } from '../../quote.ts';
import { DISK } from '../input/disk.ts';
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
  const read = await readAuditRuns(design, reading);
  const rows = read.runs.reduce((sum, { input }) => sum + input.rows, 0);
  const plots = more.plots === true || rows <= plotsUpTo;
  return auditOfDesign(DISK, design, read, { ...more, plots, stated: reading });
}

/** How many files a sentence names. */
const MOST_NAMED = 5;

/** The checks that an audit did not pass: without a verdict, or with less power than was required. */
export function whyNoVerdict({ runs, checks, outcome }: AuditResult): string {
  const files = [...new Set(runs.flatMap((run) => run.inputs).map(({ file, name }) => file ?? name))];
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  const where = files.slice(0, MOST_NAMED).map(quotedPath).join(', ') + more;
  const reasons = checks.filter(({ passed }) => !passed).map(({ message }) => message);
  return `${outcome === 'no-verdict' ? 'no verdict' : 'too little power'} on ${where}; ${reasons.join('; ')}`;
}
