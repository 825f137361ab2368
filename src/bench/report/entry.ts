/**
 * From the plain data of an audit, a bound or a plan to words, tables, plots and the HTML report.
 *
 * @module onerun/report
 */
export * from '../../report/index.ts';
export { type AuditHtmlOptions, auditHtml } from './audit-html.ts';
