import type { AuditResult } from '../../audit/index.ts';
import { auditSections, auditVerdict } from '../words/audit/sections.ts';
import { type PageOptions, reportPage } from './report-page.ts';

/** The whole report of an audit as one HTML page. */
export function auditHtml(result: AuditResult, options: PageOptions): string {
  const subject = result.claim?.stated ?? 'scores without a claim';
  return reportPage(
    {
      heading: `Privacy audit of ${subject}`,
      title: (mark) => `${mark}: privacy audit of ${subject}`,
      verdict: auditVerdict(result),
      sections: auditSections(result, options),
    },
    options,
  );
}
