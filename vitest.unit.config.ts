import { defineConfig } from 'vitest/config';

/** What needs no build, no browser and no process: for the work between. */
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, maxWorkers: 2 },
});
