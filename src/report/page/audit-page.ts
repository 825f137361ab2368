import type { AuditResult } from '../../audit/index.ts';
import { auditSections, auditVerdict } from '../words/audit/sections.ts';
import { type PageFigure, type PageOptions, reportPage } from './report-page.ts';

/** The whole report of an audit as one HTML page, with a figure below the verdict where one is given. */
export function auditPage(result: AuditResult, figure: PageFigure | null, options: PageOptions): string {
  const subject = result.claim?.stated ?? 'scores without a claim';
  return reportPage(
    {
      heading: `Privacy audit of ${subject}`,
      title: (mark) => `${mark}: privacy audit of ${subject}`,
      verdict: auditVerdict(result),
      figure,
      sections: auditSections(result, options),
    },
    options,
  );
}
