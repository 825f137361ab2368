import type { Kind } from './kind.ts';

/** Nothing is learned of anyone. */
export const perfectKind: Kind = {
  name: 'perfect',
  example: 'perfect()',
  parameters: [],
  mu: () => 0,
};
