import type { AuditResult } from '../../audit/index.ts';
import { quotedPath } from '../../quote.ts';
import { auditSections, auditVerdict } from '../words/audit/sections.ts';
import { formatCount } from '../words/format.ts';
import { trustPairs } from '../words/trust.ts';
import { type PageFigure, type PageOptions, reportPage } from './report-page.ts';

/** The whole report of an audit as one HTML page, with a figure below the verdict where one is given. */
export function auditPage(result: AuditResult, figure: PageFigure | null, options: PageOptions): string {
  const subject = auditSubject(result);
  const heading = options.title ?? `Privacy audit of ${subject}`;
  return reportPage(
    {
      heading,
      about: options.title === undefined ? null : `Audited: ${subject}`,
      verdict: auditVerdict(result),
      figure,
      trust: trustPairs(result),
      sections: auditSections(result, options),
    },
    options,
  );
}

/** What was audited: the file, or how many runs, and the claim. */
function auditSubject({ runs, claim }: AuditResult): string {
  const files = [...new Set(runs.flatMap(({ inputs }) => inputs.map(({ name, file }) => file ?? name)))];
  const what = files.length === 1 ? quotedPath(files[0]) : `${formatCount(files.length)} score files`;
  return claim === null ? `${what}, without a claim` : `${what} against ${claim.stated}`;
}
