import { columnsByRole } from '../../src/io/index.ts';
import { filesKey } from './files-key.ts';
import type { AuditWork } from './views/audit/audit-work.ts';
import { byRole } from './views/audit/missing-columns.ts';
import { type AuditSettings, optionsOf, readingOf } from './views/audit/settings.ts';

const STORE = 'onerun-first-designs';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Tells whether files were audited before with another design: what is chosen after a verdict on the same
 * scores was seen is no longer fixed in advance. The first design is kept by the hashes of the files, also
 * when the page is loaded again in the same tab.
 */
export function secondLooks(
  store: () => Store,
): (hashes: readonly (string | null)[], design: string) => boolean {
  const first = new Map<string, string>(stored(store));
  return (hashes, design) => {
    const files = filesKey(hashes);
    // Which of two files that make one run holds the members is a choice too.
    const pairs = hashes.filter((hash) => hash?.includes(' + '));
    const chosen = [design, ...pairs].join(' ');
    const before = first.get(files);
    if (before !== undefined) return before !== chosen;
    first.set(files, chosen);
    try {
      store().setItem(STORE, JSON.stringify([...first]));
    } catch {
      // A browser without storage forgets designs with the page.
    }
    return false;
  };
}

function stored(store: () => Store): [string, string][] {
  try {
    const found: unknown = JSON.parse(store().getItem(STORE) ?? '[]');
    return Array.isArray(found) ? found.map(([files, design]) => [String(files), String(design)]) : [];
  } catch {
    return [];
  }
}

export const isSecondLook = secondLooks(() => sessionStorage);

/**
 * Everything that a verdict depends on beside the scores and the claim, whoever fixed it. Other claims may be
 * tested on the same scores, and other families searched.
 */
export function designText(
  { files, folders, fixed, looks }: Pick<AuditWork, 'files' | 'folders' | 'fixed' | 'looks'>,
  settings: AuditSettings,
): string {
  const { claim: _, families: __, tau, ...typed } = optionsOf(settings);
  const { columns = {} } = readingOf({ files, folders }, settings).options;
  const [scores] = byRole(looks ?? []);
  const { scoreColumn, ...choices } = fixed ?? {};
  const named = { ...(scoreColumn === undefined ? {} : { score: scoreColumn }), ...columns };
  const design = {
    ...choices,
    ...typed,
    tau: settings.confidence.trim() === '' ? (choices.tau ?? tau) : tau,
    columns: scores === undefined ? named : columnsByRole(scores.columns, named),
  };
  // These choose the number of guesses where it is not stated.
  const planned = design.guesses === undefined ? {} : { delta: undefined, violation: undefined };
  const said = { ...design, ...planned, claim: undefined, model: undefined, families: undefined };
  return JSON.stringify(said, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
