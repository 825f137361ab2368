import { laplaceCurve } from '../curves/laplace.ts';
import { laplaceLoss } from '../losses/laplace.ts';
import type { Kind } from './kind.ts';
import { noiseScale } from './parameter.ts';

/** A sum with Laplace noise, its scale in units of the sensitivity. */
export const laplaceKind: Kind = {
  name: 'laplace',
  example: 'laplace(scale=0.5)',
  parameters: [noiseScale('scale')],
  curve: ({ parameters, relation }, name) => laplaceCurve(1 / parameters.scale, relation, name),
  loss: ({ parameters }) => laplaceLoss(1 / parameters.scale),
};
