import type { Relation } from '../../types.ts';

/** How a claim is understood whose curve is taken as it stands, in a game that compares such neighbours. */
export const TAKEN_AS: Readonly<Record<Relation, string>> = {
  'add-remove':
    'A claim is taken to be about what this game compares: data with a canary in and with the same canary out (add-remove).',
  replace:
    'A claim is taken to be about what this game compares: data with one candidate and with another in its place (replace).',
};
