import { basename, dirname, resolve } from 'node:path';
import {
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
export function startedAs({ others }: LedgerParts, hash: string | undefined): number | null {
  const started = others.find((entry) => entry.entry === 'start' && entry.commitment === hash);
  return hash === undefined || started === undefined ? null : started.run;
}

/** Where a run was started, scores that are not tied to their coins may be its own: then they must say so. */
export function checkNoneWaits(parts: LedgerParts, hash: string | undefined): void {
  if (hash !== undefined) return;
  const added = new Set(parts.others.flatMap(({ entry, run }) => (entry === 'run' ? [run] : [])));
  const waits = parts.others.filter(({ entry, run }) => entry === 'start' && !added.has(run));
  if (waits.length === 0) return;
  throw new InvalidInput(
    `run ${waits[0].run} was started and waits for its scores; hand in its coins with --assignment and --commitment, or say --new-run where this is another run`,
  );
}

interface FreshRun {
  readonly name: string;
  readonly sha256: string;
  readonly hash: string | undefined;
  readonly sketch: RunSketch;
}

/**
 * Refuses a run that is in the ledger already: the same file, the same coins, or the same evidence. A file of
 * scores with other coins is another run: one that shows nothing may well write the same scores every time,
 * and leaving it out would be leaving out a loss.
 */
export function checkFresh({ name, sha256, hash, sketch }: FreshRun, { others, design }: LedgerParts): void {
  const added = others.filter((entry): entry is RunEntry => entry.entry === 'run');
  for (const { run, files, commitment, sketch: known } of added) {
    // Without commitments that differ.
    const sameCoins = hash === undefined || commitment === undefined || hash === commitment;
    if (files[0].sha256 === sha256 && sameCoins && sameSketch(sketch, known))
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
