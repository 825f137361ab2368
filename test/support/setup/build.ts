import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { build as buildWeb } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the command line, the package and the web app are built from, and the files that every build writes. */
const SOURCES = ['src', 'web', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsdown.config.ts'];
const BUILT = ['cli.js', 'index.js', 'index.d.ts', 'web/index.html'];

/** Builds what some tests need as a user has it, unless the last build is younger than all of its sources. */
export async function setup(): Promise<void> {
  const built = BUILT.map((name) => join(root, 'dist', name));
  const oldest = built.every(existsSync) ? Math.min(...built.map(changed)) : 0;
  if (SOURCES.every((name) => newest(join(root, name)) < oldest)) return;
  // The test runner calls its environment test, for which the builders leave in what helps to debug.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  await build({ logLevel: 'error' });
  await buildWeb({ root: join(root, 'web'), logLevel: 'error' });
  process.env.NODE_ENV = NODE_ENV;
}

const changed = (path: string): number => statSync(path).mtimeMs;

/** When a file, or anything in a folder, was changed last. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changed(path);
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return below.reduce((latest, name) => Math.max(latest, changed(join(path, name))), changed(path));
}
