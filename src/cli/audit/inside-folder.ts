import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep, win32 } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';

/**
 * The path of a file that a manifest names; one that lies outside of the manifest's folder, or leads out of
 * it, is refused.
 */
export function insideFolder(folder: string, file: string, manifest: string): string {
  const refused = (why: string) =>
    new InvalidInput(
      `invalid manifest ${quotedPath(manifest)}; a file that it names must lie in its own folder, and ${why}: ${quoted(file)}`,
    );
  if (file === '' || file.includes('\0')) throw refused('this is no name');
  if (isAbsolute(file) || win32.isAbsolute(file) || /^[A-Za-z]:/.test(file))
    throw refused('this path begins elsewhere');
  if (file.split(/[\\/]/).includes('..')) throw refused('this path leads out of it');
  const path = join(folder, file);
  let way: string;
  try {
    way = relative(realpathSync(folder), realpathSync(path));
  } catch {
    // What is not there is told when it is read.
    return path;
  }
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw refused('this link leads out of it');
  return path;
}
