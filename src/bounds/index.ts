import type { Method } from '../types.ts';
import type { SyncBound } from './bound.ts';
import { optimal } from './optimal.ts';
import { paper } from './paper.ts';
import { steinke } from './steinke.ts';

export { algorithm3 } from './algorithm3.ts';
export type { Along, Bound, SyncBound } from './bound.ts';
export { provenBound } from './certificate.ts';
export { certify } from './optimal.ts';
export { singleGuessLower, singleGuessUpper } from './single-guess.ts';
export { checkTau } from './tau.ts';
export { verifyCertificate } from './verify.ts';
export { worstLaw } from './worst-law.ts';
export { optimal, paper, steinke };

/** Every bound by its name. */
export const BOUNDS: Readonly<Record<Method, SyncBound>> = { paper, optimal, steinke };
