import { defineConfig } from 'vitest/config';
import { native, shared } from './vitest.shared.ts';

/** Full-size files and longer statistics: minutes, not seconds. The last result is in test/long/RESULT.md. */
export default defineConfig({
  test: {
    ...shared,
    ...native,
    include: ['test/long/**/*.long.ts'],
    globalSetup: ['./test/support/setup/temporary.ts', './test/support/setup/build.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
