import { InvalidInput } from '../../errors.ts';
import { reason } from '../shell/system-error.ts';
import { partialName, removePartial, removeStale, writePartial } from './partials.ts';
import { placeAll } from './place.ts';
import { cannotWrite, findTarget } from './target.ts';

/** For files with coins, salts or seeds: nobody else may read them. */
export const SECRET = { secret: true } as const;

/** Folders from which temporaries of killed processes were removed once. */
const swept = new Set<string>();

/**
 * Writes one file whole or not at all, and on the disk before its name points at it. Whether it may be
 * replaced is the caller's to know. A secret one only its owner may read; others keep their rights.
 */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  { secret = false } = {},
): Promise<void> {
  const target = await findTarget(path, new Map());
  const { folder, there } = target;
  if (!swept.has(folder)) removeStale(folder);
  swept.add(folder);
  const partial = partialName(folder);
  try {
    await writePartial(partial, data, secret ? { mode: 0o600 } : there);
    placeAll([{ partial, path: target.path, folder, replaces: there !== null }]);
  } catch (error) {
    throw error instanceof InvalidInput ? error : cannotWrite(path, reason(error));
  } finally {
    removePartial(partial);
  }
}
