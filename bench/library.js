import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = at('../out/bench/library.js');
await build({
  input: at('rooms.ts'),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  logLevel: 'warn',
  output: { file, format: 'esm' },
});

/** Everything that computes, from the sources: benchmarks also time what is not public. */
export const library = await import(file);
