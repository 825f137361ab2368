import { defineConfig } from 'vitest/config';
import { THOROUGH } from './test/support/thorough.ts';
import { projects, shared } from './vitest.shared.ts';

/**
 * All tests. What needs the build or a process is called *.built.test.ts, what takes long within one process
 * *.slow.test.ts; the others are also run alone, by vitest.unit.config.ts. What needs a browser, Python or minutes is
 * called *.ci.test.ts and runs where CI is set, as continuous integration does. There a test that fails is tried
 * once more, since browsers and processes on a busy machine may miss a moment; the end of the run names those that
 * needed it. What is wrong, or seeded, fails again.
 */
export default defineConfig({
  test: {
    ...shared,
    projects: projects({
      exclude: THOROUGH ? [] : ['test/**/*.ci.test.ts'],
      globalSetup: ['./test/support/setup/temporary.ts', './test/support/setup/build.ts'],
      testTimeout: 240_000,
      retry: THOROUGH ? 1 : 0,
      hookTimeout: 120_000,
    }),
  },
});
