/** How the number of audits is taken into account; `none`: each is judged as if it were the only one. */
export const CORRECTIONS = ['holm', 'bh', 'none'] as const;

export type Correction = (typeof CORRECTIONS)[number];
