import { InvalidInput } from '../../errors.ts';
import {
  bugNamed,
  dpsgdOnCanaries,
  gaussianSum,
  laplaceSum,
  randomizedResponse,
  type Subject,
  scoreNamed,
} from '../../mechanisms/index.ts';
import { flagOf } from '../shell/flags.ts';
import { MECHANISM_PARAMETERS } from './mechanism-parameters.ts';

/** What a user may type about a built-in mechanism. */
export interface SubjectOptions {
  mechanism: string;
  options?: number;
  sigma?: number;
  scale?: number;
  epsilon?: number;
  noise?: number;
  rate?: number;
  steps?: number;
  score?: string;
  bug?: string;
  canarySize?: number;
}

/** The mechanism that was typed; a parameter too many or too few is an error. */
export function subjectOf(typed: SubjectOptions): { subject: Subject; name: string } {
  const name = typed.mechanism as keyof typeof MECHANISM_PARAMETERS;
  const { required, optional } = MECHANISM_PARAMETERS[name];
  for (const key of required)
    if (typed[key] === undefined) throw new InvalidInput(`${name} needs ${flagOf(key)}`);
  const known: readonly string[] = [...required, ...optional];
  for (const key of Object.values(MECHANISM_PARAMETERS).flatMap((need) => [
    ...need.required,
    ...need.optional,
  ]))
    if (typed[key] !== undefined && !known.includes(key))
      throw new InvalidInput(
        `${flagOf(key)} does not go with ${name}, which takes ${known.map(flagOf).join(', ')}`,
      );
  return { subject: build(name, typed), name };
}

function build(name: keyof typeof MECHANISM_PARAMETERS, typed: SubjectOptions) {
  const { sigma = 0, scale = 0, epsilon = 0, noise = 0, rate = 0, steps = 0, canarySize, score } = typed;
  const shared = {
    k: typed.options ?? 2,
    bug: bugNamed(typed.bug),
    ...(canarySize === undefined ? {} : { size: canarySize }),
  };
  switch (name) {
    case 'gaussian-sum':
      return gaussianSum({ sigma, ...shared });
    case 'laplace-sum':
      return laplaceSum({ scale, ...shared });
    case 'randomized-response':
      return randomizedResponse({ epsilon, ...shared });
    case 'dpsgd':
      return dpsgdOnCanaries({ noise, rate, steps, ...shared, score: scoreNamed(score ?? 'llr') });
  }
}
