import { defineConfig } from 'vitest/config';
import { THOROUGH } from './test/support/thorough.ts';
import { projects, shared } from './vitest.shared.ts';

/**
 * All tests. What needs the build or a process is called *.built.test.ts, what takes long within one process
 * *.slow.test.ts; the others are also run alone, by vitest.unit.config.ts. What needs a browser, Python or minutes is
 * called *.ci.test.ts and runs where CI is set, as continuous integration does.
 */
export default defineConfig({
  test: {
    ...shared,
    projects: projects({
      exclude: THOROUGH ? [] : ['test/**/*.ci.test.ts'],
      globalSetup: ['./test/support/setup/temporary.ts', './test/support/setup/build.ts'],
      testTimeout: 240_000,
      hookTimeout: 120_000,
    }),
  },
});
