import { basename, dirname, resolve } from 'node:path';
import {
  type AuditFile,
  type CountedRun,
  checkNewRun,
  differentRuns,
  type LedgerDesign,
  pointsTheOtherWay,
  type RunSketch,
  sameSketch,
} from '../../audit/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { type AuditDesign, canonical } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { LedgerParts, RunEntry } from '../../ledger/index.ts';
import { quoted, quotedPath } from '../../quote.ts';

/** The file of the scores, with the name of its run folder where it has one: all hold a scores.csv. */
export function shownName({ files }: Pick<AuditDesign, 'files'>, name: string): string {
  const manifest = files.find(({ role }) => role === 'manifest');
  if (manifest === undefined) return name;
  return `${basename(dirname(resolve(manifest.name)))}/${name}`;
}

/** How many runs were started. */
export const runsOf = ({ records }: LedgerParts) => new Set(records.map(({ run }) => run)).size;

/** The run that was started with these coins and has not been added; null where there is none. */
function startedAs({ others }: LedgerParts, hash: string | undefined): number | null {
  const started = others.find((entry) => entry.entry === 'start' && entry.commitment === hash);
  return hash === undefined || started === undefined ? null : started.run;
}

/** Where a run was started, scores that are not tied to their coins may be its own: then they must say so. */
function checkNoneWaits(parts: LedgerParts, hash: string | undefined): void {
  if (hash !== undefined) return;
  const added = new Set(parts.others.flatMap(({ entry, run }) => (entry === 'run' ? [run] : [])));
  const waits = parts.others.filter(({ entry, run }) => entry === 'start' && !added.has(run));
  if (waits.length === 0) return;
  throw new InvalidInput(
    `run ${waits[0].run} was started and waits for its scores; hand in its coins with --assignment and --commitment, or say --new-run where this is another run`,
  );
}

/** A run that is to be added. */
export interface NewRun {
  readonly name: string;
  readonly commitment?: string;
  /** When it was made, by its manifest. */
  readonly made?: string;
  readonly files: readonly (
    | AuditFile
    | { readonly role: 'scores'; readonly name: string; readonly sha256: string }
  )[];
  readonly counted: CountedRun;
  readonly notices: readonly string[];
  readonly sketch: RunSketch;
}

type NewEntry = Omit<RunEntry, 'entry' | 'at'>;

/** The entries of runs that are added in one call, those that were started first. */
export function newEntries(
  found: LedgerParts,
  runs: readonly NewRun[],
  at: string,
  areNew: boolean,
): NewEntry[] {
  const isStarted = ({ commitment }: NewRun) => startedAs(found, commitment) !== null;
  let parts = found;
  return [...runs.filter(isStarted), ...runs.filter((run) => !isStarted(run))].map((each) => {
    const { commitment, made, files, counted, notices, sketch } = each;
    checkFresh(each, parts);
    if (!areNew) checkNoneWaits(parts, commitment);
    const { counts, draws, void: why } = counted;
    const entry = {
      run: startedAs(parts, commitment) ?? runsOf(parts) + 1,
      ...definedOnly({ commitment, made, void: why }),
      ...{ files, counts, draws, notices, sketch },
    } as NewEntry;
    parts = {
      ...parts,
      others: [...parts.others, { entry: 'run', at, ...entry }],
      records: [...parts.records, { run: entry.run, counted }],
    };
    return entry;
  });
}

/**
 * Refuses a run that is in the ledger already: the same file, the same coins, or the same evidence. A file of
 * scores with other coins is another run: one that shows nothing may well write the same scores every time,
 * and leaving it out would be leaving out a loss.
 */
function checkFresh(
  { name, files: [scores], commitment: hash, sketch }: NewRun,
  { others, design }: LedgerParts,
) {
  const added = others.filter((entry) => entry.entry === 'run');
  for (const { run, files, commitment, sketch: known } of added) {
    // Without commitments that differ.
    const sameCoins = hash === undefined || commitment === undefined || hash === commitment;
    if (files[0].sha256 === scores.sha256 && sameCoins && sameSketch(sketch, known))
      throw new InvalidInput(
        `${quotedPath(name)} is run ${run} of the ledger already${differentRuns(sketch)}`,
      );
    if (hash !== undefined && commitment === hash)
      throw new InvalidInput(
        `the coins of ${quotedPath(name)} are those of run ${run}: each run has fresh ones`,
      );
  }
  checkNewRun(
    { name, sketch, ...definedOnly({ commitment: hash }) },
    added.map(({ files, sketch: known, commitment }) => ({
      name: files[0].name,
      sketch: known,
      ...definedOnly({ commitment }),
    })),
    design.k,
  );
}

/** What the files of a run say that the ledger has fixed otherwise. */
export function statedOtherwise(
  claim: string,
  stated: string | undefined,
  others: readonly string[],
): string[] {
  const claimed =
    stated === undefined || canonical(stated) === claim
      ? []
      : [`its manifest claims ${quoted(stated)}, the ledger tests ${claim}`];
  return [...claimed, ...others];
}

/** What should be said where the scores seem to know who was in and point the other way. */
export function reversedNotices({ m, k }: LedgerDesign, { counts }: CountedRun): string[] {
  const reversed = counts.find(
    ({ guesses, most }) => pointsTheOtherWay({ m, k, guesses, correct: most }) !== null,
  );
  if (reversed === undefined) return [];
  return [
    `the scores seem to point the other way, with ${reversed.most} of ${reversed.guesses} guesses right; the direction was fixed with the ledger, and another needs a new one`,
  ];
}
