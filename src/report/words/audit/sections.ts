import type { AuditResult } from '../../../audit/index.ts';
import { formatConfidence, formatCount, formatNumber } from '../format.ts';
import { GLOSSARY } from '../glossary.ts';
import { assumptionLines } from './assumptions.ts';
import {
  bestProvableSentence,
  powerSentence,
  provedLead,
  provedSentence,
  weakerStatementSentence,
} from './proved-sentences.ts';
import { recordPairs } from './record.ts';
import {
  type AuditOutcome,
  asSentence,
  auditOutcome,
  claimedSentence,
  correctionSentence,
  nextStep,
  plainSentence,
  seenSentence,
  VERDICT_MARKS,
  verdictSentence,
  warningSentence,
} from './sentences.ts';
import { epsilonTable, observationTable, type TableData, testTable } from './tables.ts';

/** What a page says first. */
export interface VerdictWords {
  readonly outcome: AuditOutcome;
  /** In a few words. */
  readonly mark: string;
  readonly sentences: readonly { readonly text: string; readonly warning?: boolean }[];
  /** Our own words, in which backticks mark commands. */
  readonly next: string;
}

/** A piece of a page, before it is drawn. */
export type SectionPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'terms'; readonly pairs: readonly (readonly [term: string, meaning: string])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'pictures' }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly rows: TableData;
      /** Classes of columns. */
      readonly styles: Readonly<Record<number, string>>;
    };

export interface ReportSection {
  readonly heading: string;
  readonly pieces: readonly SectionPiece[];
}

/** How a report came about; null where nobody knows. */
export interface ReportOrigin {
  readonly command: string | null;
  readonly date: string | null;
}

export function auditVerdict(result: AuditResult): VerdictWords {
  const failed = result.checks.filter(({ passed }) => !passed);
  const first = warningSentence(result);
  const found = first === null ? { text: verdictSentence(result) } : { text: first, warning: true };
  const lines = [
    { text: plainSentence(result) },
    found,
    { text: weakerStatementSentence(result) },
    { text: provedSentence(result) },
    ...failed.map(({ name, message }) => ({
      text: `Check failed, ${name}: ${asSentence(message)}`,
      warning: true,
    })),
  ];
  return {
    outcome: auditOutcome(result),
    mark: VERDICT_MARKS[auditOutcome(result)],
    sentences: lines.flatMap(({ text, ...line }) => (text === null ? [] : [{ ...line, text }])),
    next: nextStep(result),
  };
}

/** Everything that a page about an audit says below the verdict; sections with nothing to say are left out. */
export function auditSections(result: AuditResult, making: ReportOrigin): ReportSection[] {
  const sections: ReportSection[] = [
    { heading: 'What was claimed and what was seen', pieces: found(result) },
    { heading: 'Pictures', pieces: [{ kind: 'pictures' }] },
    { heading: 'The epsilon these scores prove', pieces: bounds(result) },
    { heading: 'The claim’s p-values', pieces: tests(result) },
    {
      heading: 'Checks of the input',
      pieces: table('What was checked before the audit', checks(result), { 2: 'long' }),
    },
    { heading: 'What this rests on', pieces: assumptions(result) },
    { heading: 'Inputs', pieces: inputs(result, making) },
    { heading: 'To repeat or check it', pieces: [{ kind: 'terms', pairs: recordPairs(result) }] },
    { heading: 'Words', pieces: [{ kind: 'terms', pairs: GLOSSARY }] },
  ];
  return sections.filter(({ pieces }) => pieces.length > 0);
}

function words(text: string | null): SectionPiece[] {
  return text === null ? [] : [{ kind: 'words', text }];
}

function table(
  caption: string,
  rows: TableData | null,
  styles: Readonly<Record<number, string>> = {},
): SectionPiece[] {
  return rows === null || rows.rows.length === 0 ? [] : [{ kind: 'table', caption, rows, styles }];
}

function found(result: AuditResult): SectionPiece[] {
  const pairs: [string, string | null][] = [
    ['Claimed', claimedSentence(result)],
    ['Seen', seenSentence(result)],
    ['Confidence', `${formatConfidence(result.tau)} (tau ${formatNumber(result.tau)}).`],
    ['The best this design could have proved', bestProvableSentence(result)],
    ['Power', powerSentence(result)],
  ];
  const known = pairs.flatMap(([term, text]): [string, string][] => (text === null ? [] : [[term, text]]));
  return [{ kind: 'terms', pairs: known }, ...table('What was seen', observationTable(result))];
}

function bounds(result: AuditResult): SectionPiece[] {
  const rows = epsilonTable(result);
  if (rows === null) return [];
  const lead = provedLead(result).replace(
    /: epsilon is at least$/,
    ': epsilon is at least what the table says.',
  );
  return [
    ...words(weakerStatementSentence(result)),
    ...words(lead),
    ...table('Lower bounds on epsilon', rows, { 0: 'name' }),
  ];
}

function tests(result: AuditResult): SectionPiece[] {
  const rows = testTable(result);
  return rows === null ? [] : [...words(correctionSentence(result)), ...table('Tests of the claim', rows)];
}

function checks({ checks: made }: AuditResult): TableData {
  const columns = [{ title: 'check' }, { title: 'outcome' }, { title: 'what was found' }];
  const rows = made.map(({ name, passed, message }) => [
    name,
    passed ? 'passed' : 'FAILED',
    asSentence(message),
  ]);
  return { columns, rows };
}

function assumptions(result: AuditResult): SectionPiece[] {
  const lines = assumptionLines(result);
  const named = lines.flatMap(({ name, meaning }) => (name === null ? [] : [[name, meaning] as const]));
  const general = lines.flatMap(({ name, meaning }) => (name === null ? [meaning] : []));
  const items = [...general, ...result.notes.map((note) => `Note: ${asSentence(note)}`)];
  return [...(named.length === 0 ? [] : [{ kind: 'terms', pairs: named } as const]), { kind: 'list', items }];
}

function inputs({ inputs: files }: AuditResult, { command, date }: ReportOrigin): SectionPiece[] {
  const columns = [{ title: 'file' }, { title: 'rows', align: 'right' as const }, { title: 'sha256' }];
  const rows = files.map(({ name, rows: n, sha256 }) => [name, formatCount(n), sha256]);
  return [
    ...table('Files that went in', { columns, rows }, { 0: 'name', 2: 'hash' }),
    ...(command === null ? [] : [...words('The command:'), { kind: 'code', text: command } as const]),
    ...words(date === null ? null : `Run on ${date}.`),
  ];
}
