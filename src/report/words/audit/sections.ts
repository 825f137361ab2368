import type { AuditOutcome, AuditResult } from '../../../audit/index.ts';
import { type AnswerWords, provedSentence, verdictSentence } from '../answer.ts';
import { formatConfidence, formatNumber } from '../format.ts';
import { glossaryOf } from '../glossary.ts';
import type { TableData } from '../table.ts';
import { type AuditWords, auditWords } from './audit-words.ts';
import { checkTable } from './tables.ts';

/** The box at the top of a page. */
export interface VerdictWords {
  readonly outcome: AuditOutcome;
  /** The verdict in a few words. */
  readonly mark: string;
  readonly sentences: readonly { readonly text: string; readonly warning?: boolean }[];
  /** Backticks mark commands. */
  readonly next: string;
}

/** A piece of a page, before it is laid out as HTML. */
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
      /** CSS classes of columns, by index. */
      readonly styles: Readonly<Record<number, string>>;
    };

export interface ReportSection {
  readonly heading: string;
  readonly pieces: readonly SectionPiece[];
}

/** The command and the date of a report; null where they are not known. */
export interface ReportOrigin {
  readonly command: string | null;
  readonly date: string | null;
}

export function auditVerdict(result: AuditResult): VerdictWords {
  return verdictBox(auditWords(result).answer);
}

/** The answer as a box at the top of a page. */
export function verdictBox(answer: AnswerWords): VerdictWords {
  const { outcome, mark, seen, weakened, proved, next } = answer;
  const warning = outcome === 'could-not-have-noticed' || outcome === 'no-verdict';
  return {
    outcome,
    mark,
    sentences: [
      { text: verdictSentence(answer), ...(warning ? { warning } : {}) },
      { text: seen },
      ...weakened.map((text) => ({ text, warning: true })),
      ...[provedSentence(proved)].flatMap((text) => (text === null ? [] : [{ text }])),
    ],
    next: next ?? '',
  };
}

/**
 * Everything that a page about an audit says below the verdict; sections with nothing to say are left out.
 */
export function auditSections(result: AuditResult, origin: ReportOrigin): ReportSection[] {
  const words = auditWords(result);
  const sections: ReportSection[] = [
    { heading: 'What was claimed and what was seen', pieces: claimedAndSeen(words, result.tau) },
    { heading: 'The classical audit', pieces: terms(words.classical) },
    { heading: 'Pictures', pieces: [{ kind: 'pictures' }] },
    {
      heading: 'The epsilon these scores prove',
      pieces: [
        ...tablePiece('Lower bounds on epsilon', words.epsilons, { 0: 'name' }),
        ...paragraph(words.howWrong),
      ],
    },
    { heading: 'The same as risk to one record', pieces: risks(words) },
    {
      heading: 'The claim’s p-values',
      pieces: [...paragraph(words.correction), ...tablePiece('Tests of the claim', words.tests)],
    },
    { heading: 'How well the attack did', pieces: attackPieces(words) },
    {
      heading: 'Checks of the input',
      pieces: tablePiece('What was checked before the audit', checkTable(words.checks), { 2: 'long' }),
    },
    { heading: 'What this rests on', pieces: [{ kind: 'list', items: words.assumptions }] },
    { heading: 'Inputs', pieces: inputs(words, origin) },
    { heading: 'To repeat or check it', pieces: [{ kind: 'terms', pairs: words.record }] },
  ];
  const said = sections.filter(({ pieces }) => pieces.length > 0);
  const pairs = glossaryOf(JSON.stringify([auditVerdict(result), said]));
  return [...said, { heading: 'Words', pieces: [{ kind: 'terms', pairs }] }];
}

function terms(pairs: readonly (readonly [string, string])[]): SectionPiece[] {
  return pairs.length === 0 ? [] : [{ kind: 'terms', pairs }];
}

function paragraph(text: string | null): SectionPiece[] {
  return text === null ? [] : [{ kind: 'words', text }];
}

/** A table, or nothing where it has no rows. */
export function tablePiece(
  caption: string,
  rows: TableData | null,
  styles: Readonly<Record<number, string>> = {},
): SectionPiece[] {
  return rows === null || rows.rows.length === 0 ? [] : [{ kind: 'table', caption, rows, styles }];
}

function claimedAndSeen(
  { claimed, observations, joint, fixed, power }: AuditWords,
  tau: number,
): SectionPiece[] {
  const pairs: [string, string | null][] = [
    ['Claimed', claimed],
    ['Together', joint],
    ['Confidence', `${formatConfidence(tau)} (tau ${formatNumber(tau)}).`],
    ['Power', power],
  ];
  const known = pairs.flatMap(([term, text]): [string, string][] => (text === null ? [] : [[term, text]]));
  return [
    { kind: 'terms', pairs: known },
    ...tablePiece('What was seen', observations),
    ...tablePiece('What was fixed before the scores were seen', fixed),
  ];
}

function risks({ risk }: AuditWords): SectionPiece[] {
  if (risk === null) return [];
  return [
    ...paragraph(risk.lead),
    ...tablePiece('Risk to one record', risk.table, { 0: 'name' }),
    { kind: 'list', items: risk.meanings },
  ];
}

function attackPieces({ attack }: AuditWords): SectionPiece[] {
  if (attack === null) return [];
  return [
    ...paragraph(attack.underHeading),
    ...tablePiece('Numbers that describe the attack', attack.table, attack.styles),
    ...paragraph(attack.notes),
  ];
}

function inputs({ inputs: files }: AuditWords, { command, date }: ReportOrigin): SectionPiece[] {
  return [
    ...tablePiece('Files that went in', files, { 0: 'name', 2: 'hash' }),
    ...(command === null ? [] : [...paragraph('The command:'), { kind: 'code', text: command } as const]),
    ...paragraph(date === null ? null : `Run on ${date}.`),
  ];
}
