import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageScript } from '../../report/index.ts';
import { MissingPackage } from '../shell/optional.ts';

/** Whether the command line is run from its sources, as in tests. */
const isSource = import.meta.url.endsWith('.ts');
const FILE = fileURLToPath(
  new URL(isSource ? '../../../dist/report-script.js' : './report-script.js', import.meta.url),
);

/** The script that makes the figure of a report live, which the build puts beside the program. */
export function reportScript(): PageScript | null {
  if (!existsSync(FILE)) {
    // Sources need not be built: the figure then stands still.
    if (isSource) return null;
    throw new MissingPackage('the package onerun is broken, install it again');
  }
  const text = readFileSync(FILE, 'utf8');
  return { text, sha256: createHash('sha256').update(text).digest('base64') };
}
