import { ledgerSections, ledgerVerdict } from '../words/ledger/ledger-sections.ts';
import type { LedgerReport } from '../words/ledger/ledger-words.ts';
import { type PageOptions, reportPage } from './report-page.ts';

/** The report of a ledger as one HTML page. */
export function ledgerHtml(report: LedgerReport, options: PageOptions): string {
  const { claim } = report.state.design;
  return reportPage(
    {
      heading: `Ledger of runs against ${claim}`,
      title: (mark) => `${mark}: ledger of runs against ${claim}`,
      verdict: ledgerVerdict(report),
      sections: ledgerSections(report, options),
    },
    options,
  );
}
