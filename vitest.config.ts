import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/build.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default one core is left idle; of two, that is half of the machine.
    maxWorkers: 2,
  },
});
