import { defineConfig } from 'vitest/config';
import { projects, shared } from './vitest.shared.ts';
export default defineConfig({
  test: {
    ...shared,
    projects: projects({
      exclude: [],
      globalSetup: ['./test/support/setup/temporary.ts'],
      testTimeout: 240_000,
    }),
  },
});
