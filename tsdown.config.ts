import { defineConfig } from 'tsdown';

const shared = { format: 'esm', target: 'es2022', fixedExtension: false, logLevel: 'error' } as const;

/** Files that every command loads: in one chunk, since every file that is opened delays the start. */
const AT_EVERY_START = new RegExp(
  `/src/(${[
    '[^/]+',
    'cli/shell/words/file-words',
    'cli/shell/(bundled|flags|interrupt|options|optional|outcome|system-error|version)',
    'cli/simulate/mechanism-parameters',
    'cli/sweep/(figure-names|parts/shards)',
    'cli/web/port',
    'io/limits',
    'mechanisms/(zoo|dpsgd/(sampling|scores))',
    'report/words/(json|observations)',
    'training/(schedule|setting)',
  ].join('|')})\\.ts$`,
);

/** Files that are loaded when a plot is wanted: a script of one file that draws no plots does without them. */
const withoutPlots = {
  name: 'without-plots',
  resolveId: (id: string) =>
    /\/(all-plots|figure-plot)\.ts$/.test(id) ? { id, external: true as const } : null,
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      signals: 'src/signals/index.ts',
      report: 'src/bench/report/entry.ts',
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
      'task-worker': 'src/cli/tasks/worker.ts',
      'audit-worker': 'src/cli/audit-all/audit-one.ts',
      'parquet-worker': 'src/cli/input/parquet-worker.ts',
    },
    platform: 'node',
    dts: false,
    clean: false,
    outputOptions: { codeSplitting: { groups: [{ name: 'base', test: AT_EVERY_START }] } },
  },
  {
    // Goes into HTML reports as it is, so that it is one file, as small as can be.
    entry: { 'report-script': 'src/bench/report/script.ts' },
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    noExternal: /./,
    logLevel: 'error',
    minify: true,
    dts: false,
    clean: false,
    outputOptions: { entryFileNames: '[name].js' },
    plugins: [withoutPlots],
  },
]);
