import { defineConfig } from 'tsdown';

const shared = { format: 'esm', target: 'es2022', fixedExtension: false, logLevel: 'error' } as const;

/** Files that every command loads: in one chunk, since every file that is opened delays the start. */
const AT_EVERY_START = new RegExp(
  `/src/(${[
    '[^/]+',
    'cli/shell/(bundled|flags|interrupt|options|optional|outcome|system-error|version)',
    'cli/simulate/mechanism-parameters',
    'cli/sweep/(figure-names|shards)',
    'cli/web/port',
    'io/limits',
    'mechanisms/(zoo|dpsgd/(sampling|scores))',
    'report/words/(json|observations)',
    'training/(schedule|setting)',
  ].join('|')})\\.ts$`,
);

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      signals: 'src/signals/index.ts',
      report: 'src/report/index.ts',
      io: 'src/io/index.ts',
      numerics: 'src/numerics/index.ts',
      training: 'src/training/index.ts',
    },
    platform: 'neutral',
    dts: true,
    clean: true,
  },
  {
    ...shared,
    entry: {
      cli: 'src/cli/shell/launch.ts',
      'sweep-worker': 'src/cli/sweep/worker.ts',
      'parquet-worker': 'src/cli/input/parquet-worker.ts',
    },
    platform: 'node',
    dts: false,
    clean: false,
    outputOptions: { codeSplitting: { groups: [{ name: 'base', test: AT_EVERY_START }] } },
  },
]);
