import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

/** The tests that need no build, no browser, no process and no patience: under 45 seconds in all. */
export default defineConfig({
  test: {
    ...shared,
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.{built,slow}.test.ts'],
    testTimeout: 60_000,
  },
});
