import { parseHTML } from 'linkedom';
import { auditHtml } from '../../src/bench/index.ts';
import type { AuditResult } from '../../src/index.ts';
import type { PageScript } from '../../src/report/index.ts';
import { auditPlots } from '../../src/report/plots/audit-plots.ts';

export const COMMAND = 'onerun audit scores.csv --claim "gaussian(sigma=1)" --report "a<b>.html"';

export const plotsOf = (result: AuditResult) =>
  auditPlots(result, parseHTML('<!doctype html><body></body>').document);

/** The report of an audit, on a day that stays the same. */
export const pageOf = (result: AuditResult, script: PageScript | null = null, title?: string) =>
  auditHtml(result, {
    plots: plotsOf(result),
    command: COMMAND,
    date: '2026-03-01 12:00 UTC',
    version: '1.2.3',
    script,
    ...(title === undefined ? {} : { title }),
  });
