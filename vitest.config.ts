import { defineConfig } from 'vitest/config';
import { projects, shared } from './vitest.shared.ts';

/**
 * All tests. What needs the build, a process, a browser or Python is called *.built.test.ts, what takes long
 * within one process *.slow.test.ts; the others are also run alone, by vitest.unit.config.ts.
 */
export default defineConfig({
  test: {
    ...shared,
    projects: projects({
      globalSetup: ['./test/support/setup/temporary.ts', './test/support/setup/build.ts'],
      testTimeout: 240_000,
      hookTimeout: 120_000,
    }),
  },
});
