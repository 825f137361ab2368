import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** The reader of the command line, from the sources, with the worker that takes Parquet apart. */
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../out/bench/reader/');
await build({
  input: {
    reader: at('../src/cli/audit/read-run.ts'),
    'parquet-worker': at('../src/cli/input/parquet-worker.ts'),
  },
  platform: 'node',
  external: (id) => /^(node:|hyparquet)/.test(id),
  logLevel: 'silent',
  output: { dir: folder, format: 'esm', entryFileNames: '[name].js' },
});
export const READER = `${folder}reader.js`;
