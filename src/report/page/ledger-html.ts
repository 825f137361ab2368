import { ledgerSections, ledgerVerdict } from '../words/ledger/ledger-sections.ts';
import type { LedgerReport } from '../words/ledger/ledger-words.ts';
import { type PageOptions, reportPage } from './report-page.ts';

/** The report of a ledger as one HTML page. */
export function ledgerHtml(report: LedgerReport, options: PageOptions): string {
  return reportPage(
    {
      heading: `Ledger of runs against ${report.state.design.claim}`,
      verdict: ledgerVerdict(report),
      sections: ledgerSections(report, options),
    },
    options,
  );
}
