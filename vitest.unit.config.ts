import { defineConfig } from 'vitest/config';
import { projects, shared } from './vitest.shared.ts';

/** The tests that need no build, no browser, no process and no patience: about two minutes on two cores. */
export default defineConfig({
  test: {
    ...shared,
    projects: projects({
      exclude: ['test/**/*.{built,ci,slow}.test.ts'],
      globalSetup: ['./test/support/setup/temporary.ts'],
      testTimeout: 60_000,
    }),
  },
});
