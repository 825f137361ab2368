import { checkLedgerDesign, type LedgerDesign, type LedgerRecord, ledgerState } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { LedgerReport } from '../report/index.ts';
import { type DesignEntry, type LedgerEntry, ledgerEntrySchema, type RunEntry } from './entry-schema.ts';
import type { LedgerForm, ReadLedger } from './ledger-lines.ts';

/** How the lines of a ledger are read: the design first, and nothing but runs after it. */
export const LEDGER_FORM: LedgerForm<LedgerEntry> = {
  parse(value, line) {
    const parsed = ledgerEntrySchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue.path.length === 0 ? '' : `at ${quoted(issue.path.join('.'))}: `;
      throw new InvalidInput(`${where}${quoted(issue.message, 300)}`);
    }
    const entry = parsed.data;
    if ((entry.entry === 'design') !== (line === 1))
      throw new InvalidInput(line === 1 ? 'a ledger begins with its design' : 'a ledger has one design');
    if (entry.entry === 'design') checkLedgerDesign(designOf(entry));
    return entry;
  },
};

/** The design that an entry holds. */
function designOf(found: DesignEntry): LedgerDesign {
  const {
    entry: _,
    schema: __,
    version: ___,
    at: ____,
    scoreColumn: _____,
    sides,
    lowerIsIn,
    ...rest
  } = found;
  return {
    ...rest,
    ...(sides === undefined ? {} : { sides }),
    ...(lowerIsIn === undefined ? {} : { lowerIsIn }),
  };
}

/** A ledger that was read, in its parts. */
export interface LedgerParts {
  readonly first: DesignEntry;
  readonly design: LedgerDesign;
  /** All entries but the design. */
  readonly others: readonly Exclude<LedgerEntry, DesignEntry>[];
  readonly records: readonly LedgerRecord[];
}

export function partsOf({ entries }: Pick<ReadLedger<LedgerEntry>, 'entries'>): LedgerParts {
  const [first, ...rest] = entries;
  if (first.entry !== 'design') throw new Error('internal: a ledger without a design');
  const others = rest.filter((entry) => entry.entry !== 'design');
  return { first, design: designOf(first), others, records: others.map(recordOf) };
}

function recordOf(entry: Exclude<LedgerEntry, DesignEntry>): LedgerRecord {
  if (entry.entry === 'start') return { run: entry.run, counted: null };
  const { run, counts, draws, void: why } = entry;
  return { run, counted: { counts, draws, ...(why === undefined ? {} : { void: why }) } };
}

/** Where a ledger stands, for the report. */
export function reportOf(
  ledger: Pick<ReadLedger<LedgerEntry>, 'entries' | 'path' | 'head'>,
  notices: readonly (string | null)[] = [],
): LedgerReport {
  const { design, others, records } = partsOf(ledger);
  const state = ledgerState(design, records);
  const reasons = new Map(state.runs.map(({ run, why }) => [run, why]));
  return {
    state,
    file: ledger.path,
    head: ledger.head,
    entries: others.map((entry) => ({
      at: entry.at,
      name: entry.entry === 'run' ? entry.files[0].name : null,
    })),
    notices: [
      ...others.flatMap((entry) => (entry.entry === 'run' ? runNotices(entry, reasons.get(entry.run)) : [])),
      ...notices.flatMap((notice) => notice ?? []),
    ],
  };
}

function runNotices({ run, notices }: RunEntry, why: string | undefined): string[] {
  return [
    ...(why === undefined ? [] : [`run ${run} counts as if it showed nothing: ${why}.`]),
    ...notices.map((notice) => `run ${run}: ${notice}.`),
  ];
}
