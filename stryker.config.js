/** Mutation testing of one room by its own unit tests: ROOM=bounds npm run test:mutation. */
const { ROOM = 'numerics' } = process.env;

export default {
  mutate: [`src/${ROOM}/**/*.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: `out/mutation/${ROOM}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  tempDirName: 'out/stryker',
};
