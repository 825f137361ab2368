import { defineConfig } from 'vitest/config';

/** Full-size files and longer statistics: minutes, not seconds. The last result is in test/long/RESULT.md. */
export default defineConfig({
  test: { include: ['test/long/**/*.long.ts'], testTimeout: 1_800_000, hookTimeout: 1_800_000 },
});
