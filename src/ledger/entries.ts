import { checkLedgerDesign, type LedgerDesign, type LedgerRecord, ledgerState } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { LedgerReport } from '../report/index.ts';
import {
  type DesignEntry,
  type LedgerEntry,
  ledgerEntrySchema,
  type RunEntry,
  type StartEntry,
} from './entry-schema.ts';
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
    model,
    ...rest
  } = found;
  return {
    ...rest,
    ...(sides === undefined ? {} : { sides }),
    ...(lowerIsIn === undefined ? {} : { lowerIsIn }),
    ...(model === undefined ? {} : { model }),
  };
}

/** An entry about one run. */
type LedgerRunEntry = StartEntry | AddedEntry;

interface AddedEntry extends RunEntry {
  /** Added in one call with the run before, none of them started. */
  readonly together?: true;
}

/** A ledger that was read, in its parts. */
export interface LedgerParts {
  readonly first: DesignEntry;
  readonly design: LedgerDesign;
  /** All entries but the design, those of runs that were added in one call apart. */
  readonly others: readonly LedgerRunEntry[];
  readonly records: readonly LedgerRecord[];
}

export function partsOf({ entries }: Pick<ReadLedger<LedgerEntry>, 'entries'>): LedgerParts {
  const [first, ...rest] = entries;
  if (first.entry !== 'design') throw new Error('internal: a ledger without a design');
  const started = startedRuns(rest);
  const others = rest.flatMap((entry): LedgerRunEntry[] => {
    if (entry.entry === 'design') return [];
    if (entry.entry !== 'runs') return [entry];
    const isFresh = ({ run }: { readonly run: number }) => !started.has(run);
    const firstFresh = entry.runs.find(isFresh);
    return entry.runs.map((run) => ({
      entry: 'run',
      at: entry.at,
      ...run,
      ...(isFresh(run) && run !== firstFresh ? { together: true as const } : {}),
    }));
  });
  return { first, design: designOf(first), others, records: others.map(recordOf) };
}

const startedRuns = (entries: readonly LedgerEntry[]) =>
  new Set(entries.flatMap((entry) => (entry.entry === 'start' ? [entry.run] : [])));

function recordOf(entry: LedgerRunEntry): LedgerRecord {
  if (entry.entry === 'start') return { run: entry.run, counted: null };
  const { run, counts, draws, void: why, together } = entry;
  return {
    run,
    counted: { counts, draws, ...(why === undefined ? {} : { void: why }) },
    ...(together === undefined ? {} : { together }),
  };
}

/** Where a ledger stands, for the report. */
export function reportOf(
  ledger: Pick<ReadLedger<LedgerEntry>, 'entries' | 'path' | 'head'>,
  notices: readonly (string | null)[] = [],
): LedgerReport {
  const { design, others, records } = partsOf(ledger);
  const state = ledgerState(design, records);
  const last = new Map(others.map((entry) => [entry.run, entry]));
  return {
    state,
    file: ledger.path,
    head: ledger.head,
    entries: [...last.values()].map((entry) => ({
      at: entry.at,
      name: entry.entry === 'run' ? entry.files[0].name : null,
    })),
    notices: [
      ...state.runs.flatMap(({ run, why }) => {
        const entry = last.get(run);
        return entry?.entry === 'run' ? runNotices(entry, why) : [];
      }),
      ...outOfOrder(others),
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

/** Runs that were added without a start, after others that their manifests say were made later. */
function outOfOrder(entries: readonly LedgerRunEntry[]): string[] {
  const started = startedRuns(entries);
  const added = entries.filter((entry): entry is AddedEntry => entry.entry === 'run');
  return added.flatMap(({ run, at, made }, i) => {
    if (made === undefined || started.has(run)) return [];
    const later = added
      .slice(0, i)
      .find((other) => other.at !== at && Date.parse(other.made ?? made) > Date.parse(made));
    if (later === undefined) return [];
    return [
      `run ${run} was made on ${made} by its manifest, before run ${later.run} (${later.made}), and was added after it: if that order was chosen after a look, the evidence is worth nothing.`,
    ];
  });
}
