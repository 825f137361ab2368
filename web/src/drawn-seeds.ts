import type { AuditFile, AuditResult } from '../../src/index.ts';
import { filesKey } from './files-key.ts';

const STORE = 'onerun-drawn-seeds';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Seeds that were drawn for audits, each with the key of the files. */
export type DrawnSeeds = readonly (readonly [files: string, seed: string])[];

interface AuditedFiles {
  readonly runs: readonly { readonly sha256: string | null }[];
  readonly files: readonly AuditFile[];
}

/** Scores and who was in: other coins get a draw of their own. */
function keyOf({ runs, files }: AuditedFiles): string {
  const assignments = files.filter(({ role }) => role === 'assignment');
  return filesKey([...runs, ...assignments].map(({ sha256 }) => sha256));
}

/** The seed that was drawn when these files were audited first; null where none was. */
export function drawnFor(
  seeds: DrawnSeeds,
  audited: AuditedFiles,
): { readonly seed: string; readonly seedFrom: 'fresh' } | null {
  const seed = new Map(seeds).get(keyOf(audited));
  return seed === undefined ? null : { seed, seedFrom: 'fresh' };
}

/**
 * The seeds that were drawn in this tab. An audit that is repeated repeats its draw among equal scores:
 * whoever could draw again until the claim is refuted would refute true claims.
 */
export function keptSeeds(store: () => Store): {
  known(): DrawnSeeds;
  note(result: Pick<AuditResult, 'runs' | 'provenance'>): void;
} {
  const kept = new Map<string, string>(stored(store));
  return {
    known: () => [...kept],
    note({ runs, provenance: { seed, seedFrom, files } }) {
      const key = keyOf({ runs: runs.flatMap(({ inputs }) => inputs), files });
      if (seedFrom !== 'fresh' || kept.has(key)) return;
      kept.set(key, seed);
      try {
        store().setItem(STORE, JSON.stringify([...kept]));
      } catch {
        // A browser without storage forgets draws with the page.
      }
    },
  };
}

function stored(store: () => Store): [string, string][] {
  try {
    const found: unknown = JSON.parse(store().getItem(STORE) ?? '[]');
    return Array.isArray(found) ? found.map(([files, seed]) => [String(files), String(seed)]) : [];
  } catch {
    return [];
  }
}

export const seedsOfTab = keptSeeds(() => sessionStorage);
