import { defineConfig } from 'vitest/config';

const { ROOM = 'numerics' } = process.env;

/** What Stryker runs for each change: the unit tests of the room that it changes. */
export default defineConfig({
  test: { include: [`test/${ROOM}/**/*.test.ts`], exclude: ['test/**/*.{built,ci,slow,mocked}.test.ts'] },
});
