import type { DesignChoices } from '../../../../src/audit-choices.ts';
import type { AuditResult } from '../../../../src/index.ts';
import type { LedgerReport } from '../../../../src/report/index.ts';
import type { FileContents } from '../../file-contents.ts';
import { entryKey } from '../../route.ts';
import type { FileLook, GivenFile, GivenFolder } from '../../work/audit.ts';
import type { AuditSettings } from './settings.ts';

/** What an audit found, and what it was asked with. */
export interface FinishedAudit {
  readonly result: AuditResult;
  readonly settings: AuditSettings;
  readonly command: string;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly late: boolean;
}

/** The files of an audit, what is known of them, and what was found. */
export interface AuditWork {
  readonly files: readonly GivenFile[];
  readonly folders: readonly GivenFolder[];
  /** The columns and first rows of files that have them; null until they are known. */
  readonly looks: readonly FileLook[] | null;
  readonly contents: readonly FileContents[] | null;
  /** What the manifests of run folders fix; null without them. */
  readonly fixed: DesignChoices | null;
  /** Where a ledger stands, if the file is one. */
  readonly ledger: LedgerReport | null;
  readonly problem: string | null;
  readonly finished: FinishedAudit | null;
}

const NOTHING: AuditWork = {
  files: [],
  folders: [],
  looks: null,
  contents: null,
  fixed: null,
  ledger: null,
  problem: null,
  finished: null,
};

/** Work that may be under way, and is kept for the entries of the history that show it. */
export interface KeptWork {
  work: AuditWork;
}

/** Verdicts and files by the entry of the history that shows them: they are in memory alone. */
const kept = new Map<string, KeptWork>();
/** The most entries whose work is kept. */
const MOST_KEPT = 50;

/** Work that begins with these files and nothing known of them. */
export function newWork(begun: Partial<AuditWork> = {}): KeptWork {
  return { work: { ...NOTHING, ...begun } };
}

/** The work that the present entry of the history shows, where it is known. */
export function workHere(): KeptWork | undefined {
  return kept.get(entryKey());
}

/** Keeps work for the present entry of the history. */
export function keepHere(one: KeptWork): void {
  kept.delete(entryKey());
  kept.set(entryKey(), one);
  if (kept.size > MOST_KEPT) for (const key of [...kept.keys()].slice(0, 1)) kept.delete(key);
}

/** Whether there is anything that a new file would take the place of. */
export function hasData({ files, folders, finished }: AuditWork): boolean {
  return files.length + folders.length > 0 || finished !== null;
}
