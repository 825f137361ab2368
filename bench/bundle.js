import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * From the sources of a tree: everything that computes (benchmarks also time what is not public), and the
 * reader of the command line with the worker that takes Parquet apart.
 */
export async function bundle(root, folder) {
  const settings = { platform: 'node', logLevel: 'silent' };
  const output = { dir: folder, format: 'esm', entryFileNames: '[name].js' };
  await build({
    ...settings,
    input: { library: join(root, 'bench/rooms.ts') },
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    output,
  });
  await build({
    ...settings,
    input: {
      reader: join(root, 'src/cli/audit/read-run.ts'),
      'parquet-worker': join(root, 'src/cli/input/parquet-worker.ts'),
    },
    external: (id) => /^(node:|hyparquet)/.test(id),
    output,
  });
  return { library: join(folder, 'library.js'), reader: join(folder, 'reader.js') };
}

/** The bundles of this tree. */
export const bundleHere = () => bundle(ROOT, join(ROOT, 'out/bench/here'));
