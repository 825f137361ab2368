import type { AuditResult } from '../../../audit/index.ts';
import { confidence, count, value } from '../format.ts';
import { GLOSSARY } from '../glossary.ts';
import { assumptionLines } from './assumptions.ts';
import { best, power, proved, provedLead, weakerStatement } from './proved.ts';
import { recordPairs } from './record.ts';
import { observationRows, type Rows, resultRows, testRows } from './tables.ts';
import {
  claimed,
  correction,
  MARKS,
  next,
  type Outcome,
  outcome,
  plainly,
  seen,
  sentence,
  verdictSentence,
  warning,
} from './words.ts';

/** What a page says first. */
export interface Verdict {
  readonly outcome: Outcome;
  /** In a few words. */
  readonly mark: string;
  readonly sentences: readonly { readonly text: string; readonly warning?: boolean }[];
  /** Our own words, in which backticks mark commands. */
  readonly next: string;
}

/** A piece of a page, before it is drawn. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'terms'; readonly pairs: readonly (readonly [term: string, meaning: string])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'pictures' }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly rows: Rows;
      /** Classes of columns. */
      readonly styles: Readonly<Record<number, string>>;
    };

export interface Section {
  readonly heading: string;
  readonly pieces: readonly Piece[];
}

/** How a report came about; null where nobody knows. */
export interface Making {
  readonly command: string | null;
  readonly date: string | null;
}

export function auditVerdict(result: AuditResult): Verdict {
  const failed = result.checks.filter(({ passed }) => !passed);
  const first = warning(result);
  const found = first === null ? { text: verdictSentence(result) } : { text: first, warning: true };
  const lines = [
    { text: plainly(result) },
    found,
    { text: weakerStatement(result) },
    { text: proved(result) },
    ...failed.map(({ name, message }) => ({
      text: `Check failed, ${name}: ${sentence(message)}`,
      warning: true,
    })),
  ];
  return {
    outcome: outcome(result),
    mark: MARKS[outcome(result)],
    sentences: lines.flatMap(({ text, ...line }) => (text === null ? [] : [{ ...line, text }])),
    next: next(result),
  };
}

/** Everything that a page about an audit says below the verdict; sections with nothing to say are left out. */
export function auditSections(result: AuditResult, making: Making): Section[] {
  const sections: Section[] = [
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

function words(text: string | null): Piece[] {
  return text === null ? [] : [{ kind: 'words', text }];
}

function table(caption: string, rows: Rows | null, styles: Readonly<Record<number, string>> = {}): Piece[] {
  return rows === null || rows.rows.length === 0 ? [] : [{ kind: 'table', caption, rows, styles }];
}

function found(result: AuditResult): Piece[] {
  const pairs: [string, string | null][] = [
    ['Claimed', claimed(result)],
    ['Seen', seen(result)],
    ['Confidence', `${confidence(result.tau)} (tau ${value(result.tau)}).`],
    ['The best this design could have proved', best(result)],
    ['Power', power(result)],
  ];
  const known = pairs.flatMap(([term, text]): [string, string][] => (text === null ? [] : [[term, text]]));
  return [{ kind: 'terms', pairs: known }, ...table('What was seen', observationRows(result))];
}

function bounds(result: AuditResult): Piece[] {
  const rows = resultRows(result);
  if (rows === null) return [];
  const lead = provedLead(result).replace(
    /: epsilon is at least$/,
    ': epsilon is at least what the table says.',
  );
  return [
    ...words(weakerStatement(result)),
    ...words(lead),
    ...table('Lower bounds on epsilon', rows, { 0: 'name' }),
  ];
}

function tests(result: AuditResult): Piece[] {
  const rows = testRows(result);
  return rows === null ? [] : [...words(correction(result)), ...table('Tests of the claim', rows)];
}

function checks({ checks: made }: AuditResult): Rows {
  const columns = [{ title: 'check' }, { title: 'outcome' }, { title: 'what was found' }];
  const rows = made.map(({ name, passed, message }) => [
    name,
    passed ? 'passed' : 'FAILED',
    sentence(message),
  ]);
  return { columns, rows };
}

function assumptions(result: AuditResult): Piece[] {
  const lines = assumptionLines(result);
  const named = lines.flatMap(({ name, meaning }) => (name === null ? [] : [[name, meaning] as const]));
  const general = lines.flatMap(({ name, meaning }) => (name === null ? [meaning] : []));
  const items = [...general, ...result.notes.map((note) => `Note: ${sentence(note)}`)];
  return [...(named.length === 0 ? [] : [{ kind: 'terms', pairs: named } as const]), { kind: 'list', items }];
}

function inputs({ runs }: AuditResult, { command, date }: Making): Piece[] {
  const columns = [{ title: 'file' }, { title: 'rows', align: 'right' as const }, { title: 'sha256' }];
  const rows = runs
    .flatMap((run) => run.inputs)
    .map(({ name, rows: n, sha256 }) => [name, count(n), sha256 ?? 'none: handed in as arrays']);
  return [
    ...table('Files that went in', { columns, rows }, { 0: 'name', 2: 'hash' }),
    ...(command === null ? [] : [...words('The command:'), { kind: 'code', text: command } as const]),
    ...words(date === null ? null : `Run on ${date}.`),
  ];
}
