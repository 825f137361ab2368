import { approxDpKind } from './approx-dp.ts';
import { composeKind } from './compose.ts';
import { dpsgdKind } from './dpsgd.ts';
import { gaussianKind } from './gaussian.ts';
import type { Kind } from './kind.ts';
import { laplaceKind } from './laplace.ts';
import { perfectKind } from './perfect.ts';
import { pointsKind } from './points.ts';
import { profileKind } from './profile.ts';
import { pureDpKind } from './pure-dp.ts';
import { randomizedResponseKind } from './randomized-response.ts';

/** Every kind of claim, in the order in which messages name them. A new one is a file and a line here. */
export const KINDS: readonly Kind[] = [
  gaussianKind,
  laplaceKind,
  pureDpKind,
  approxDpKind,
  randomizedResponseKind,
  dpsgdKind,
  composeKind,
  profileKind,
  pointsKind,
  perfectKind,
];
