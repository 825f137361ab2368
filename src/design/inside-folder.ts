import { InvalidInput } from '../errors.ts';
import { quoted, quotedPath } from '../quote.ts';
import type { FilePlace } from './file-place.ts';

/**
 * The path of a file that a manifest names; one that lies outside of the manifest's folder, or leads out of
 * it, is refused.
 */
export function insideFolder(place: FilePlace, manifest: string, file: string): string {
  const refused = (why: string) =>
    new InvalidInput(
      `invalid manifest ${quotedPath(manifest)}; a file that it names must lie in its own folder, and ${why}: ${quoted(file)}`,
    );
  if (file === '' || file.includes('\0')) throw refused('this is no name');
  // On every system: a folder may come from another one, with its drives and separators.
  if (/^([\\/]|[A-Za-z]:)/.test(file)) throw refused('this path begins elsewhere');
  if (file.split(/[\\/]/).includes('..')) throw refused('this path leads out of it');
  const folder = place.paths.dirname(manifest);
  const path = place.paths.join(folder, file);
  if (place.leadsOut(folder, path)) throw refused('this link leads out of it');
  return path;
}
