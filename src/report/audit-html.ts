import type { AuditResult } from '../audit/index.ts';
import { assumptionLines } from './audit-assumptions.ts';
import { CSS } from './audit-css.ts';
import { best, power, proved, provedLead } from './audit-proved.ts';
import { observationRows, type Rows, resultRows, testRows } from './audit-tables.ts';
import {
  claimed,
  confidence,
  correction,
  MARKS,
  next,
  outcome,
  seen,
  sentence,
  verdictSentence,
  warning,
} from './audit-words.ts';
import { count, value } from './format.ts';
import { GLOSSARY } from './glossary.ts';
import { escapeHtml, list, paragraph, prose, section, tableHtml, terms } from './html.ts';
import type { AuditPlot } from './plot-frame.ts';

interface AuditHtmlOptions {
  readonly plots: readonly AuditPlot[];
  /** As typed, and when; null where nobody knows. */
  readonly command: string | null;
  readonly date: string | null;
  readonly version: string;
}

/** Nothing may be fetched or run, whatever the data contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The whole report as one page that needs nothing else. */
export function auditHtml(result: AuditResult, options: AuditHtmlOptions): string {
  const subject = result.claim ?? 'scores without a claim';
  const made = [`Made by onerun ${options.version}`, ...(options.date === null ? [] : [options.date])].join(
    ', ',
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${MARKS[outcome(result)]}: privacy audit of ${subject}`)}</title>
<style>${CSS}</style>
</head>
<body>
<header>
<h1>Privacy audit of ${escapeHtml(subject)}</h1>
${paragraph(made, 'quiet')}
</header>
<main>
${[
  verdict(result),
  section('What was claimed and what was seen', ...found(result)),
  section('Pictures', pictures(options.plots)),
  section('The epsilon these scores prove', ...bounds(result)),
  section('The claim’s p-values', ...tests(result)),
  section(
    'Checks of the input',
    tableHtml('What was checked before the audit', checks(result), { 2: 'long' }),
  ),
  section('What this rests on', ...assumptions(result)),
  section('Inputs', ...inputs(result, options)),
  section('Words', terms(GLOSSARY)),
]
  .filter((part) => part !== '')
  .join('\n')}
</main>
<footer>${paragraph(`${made}. A lower bound on epsilon is cut, never rounded up.`)}</footer>
</body>
</html>
`;
}

function verdict(result: AuditResult): string {
  const failed = result.checks.filter(({ passed }) => !passed);
  return `<section class="verdict ${outcome(result)}">
<h2 class="mark">${escapeHtml(MARKS[outcome(result)])}</h2>
${warning(result) === null ? paragraph(verdictSentence(result)) : paragraph(warning(result), 'warning')}
${paragraph(proved(result))}
${failed.map(({ name, message }) => paragraph(`Check failed, ${name}: ${sentence(message)}`, 'warning')).join('\n')}
<p><strong>Next:</strong> ${prose(next(result))}</p>
</section>`;
}

function found(result: AuditResult): string[] {
  return [
    terms([
      ['Claimed', claimed(result)],
      ['Seen', seen(result)],
      ['Confidence', `${confidence(result.tau)} (tau ${value(result.tau)}).`],
      ['The best this design could have proved', best(result)],
      ['Power', power(result)],
    ]),
    tableHtml('What was seen', observationRows(result)),
  ];
}

/** The key and the title are in the picture; the caption says in words what it shows. */
function pictures(plots: readonly AuditPlot[]): string {
  if (plots.length === 0) return '';
  const figures = plots.map(
    ({ svg, alt }) => `<figure>\n${svg}<figcaption>${escapeHtml(alt)}</figcaption>\n</figure>`,
  );
  return `<div class="plots">\n${figures.join('\n')}\n</div>`;
}

function bounds(result: AuditResult): string[] {
  const rows = resultRows(result);
  if (rows === null) return [];
  const lead = provedLead(result).replace(
    /: epsilon is at least$/,
    ': epsilon is at least what the table says.',
  );
  return [paragraph(lead), tableHtml('Lower bounds on epsilon', rows, { 0: 'name' })];
}

function tests(result: AuditResult): string[] {
  const rows = testRows(result);
  return rows === null ? [] : [paragraph(correction(result)), tableHtml('Tests of the claim', rows)];
}

function checks({ checks: made }: AuditResult): Rows | null {
  const columns = [{ title: 'check' }, { title: 'outcome' }, { title: 'what was found' }];
  const rows = made.map(({ name, passed, message }) => [
    name,
    passed ? 'passed' : 'FAILED',
    sentence(message),
  ]);
  return rows.length === 0 ? null : { columns, rows };
}

function assumptions(result: AuditResult): string[] {
  const lines = assumptionLines(result);
  const named = lines.flatMap(({ name, meaning }) => (name === null ? [] : [[name, meaning] as const]));
  const general = lines.flatMap(({ name, meaning }) => (name === null ? [meaning] : []));
  return [terms(named), list([...general, ...result.notes.map((note) => `Note: ${sentence(note)}`)])];
}

function inputs({ inputs: files }: AuditResult, { command, date }: AuditHtmlOptions): string[] {
  const columns = [{ title: 'file' }, { title: 'rows', align: 'right' as const }, { title: 'sha256' }];
  const rows = files.map(({ name, rows: n, sha256 }) => [name, count(n), sha256]);
  return [
    tableHtml('Files that went in', { columns, rows }, { 0: 'name', 2: 'hash' }),
    ...(command === null ? [] : ['<p>The command:</p>', `<pre><code>${escapeHtml(command)}</code></pre>`]),
    date === null ? '' : paragraph(`Run on ${date}.`),
  ];
}
