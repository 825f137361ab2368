import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Makes programs of the inputs with the readers, and of the worker that readers start; returns the path of the first. */
export async function bundle() {
  const out = `${root}out/fuzz`;
  for (const entry of ['test/fuzz/worker.ts', 'src/cli/input/parquet-worker.ts'])
    await build({
      // Apart: parts that both share would come to lie in one of them, and start it.
      input: `${root}${entry}`,
      platform: 'node',
      external: (id) => !id.startsWith('.') && !isAbsolute(id),
      logLevel: 'warn',
      output: { dir: out, format: 'esm' },
    });
  return `${out}/worker.js`;
}
