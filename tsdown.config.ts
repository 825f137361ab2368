import { defineConfig } from 'tsdown';

const shared = { format: 'esm', target: 'es2022', fixedExtension: false, logLevel: 'error' } as const;

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
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
  },
]);
