export { writeWhole } from '../output/index.ts';

/** For files with coins, salts or seeds: nobody else may read them. */
export const SECRET = { secret: true } as const;
