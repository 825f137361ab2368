import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { build as buildWeb } from 'vite';

/** The command line, the package and the web app are tested as built. */
export async function setup(): Promise<void> {
  await build();
  await buildWeb({ root: fileURLToPath(new URL('../../web', import.meta.url)) });
}
