import { checkWhole } from '../check.ts';
import { printClaim } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Subject } from './subject.ts';
import { type BugName, flawsOfSum } from './zoo.ts';

/**
 * Reports each canary's option as it is with probability e^epsilon / (e^epsilon + k - 1), else one of the
 * others. The report is all that an attack sees, so the best attack repeats it. Half the noise means twice
 * the epsilon.
 */
export function randomizedResponse({
  epsilon,
  k = 2,
  bug,
}: {
  readonly epsilon: number;
  readonly k?: number;
  readonly bug?: BugName | undefined;
}): Subject<Uint32Array> {
  if (!(epsilon >= 0 && epsilon < Infinity))
    throw new InvalidInput(`invalid epsilon; must be 0 or above: ${epsilon}`);
  checkWhole('options', k, 2);
  if (bug === 'no-clip') throw new InvalidInput(`invalid bug; randomized-response clips nothing: ${bug}`);
  const { noiseShare } = flawsOfSum('randomized-response', bug);
  const truthful = 1 / (1 + (k - 1) * Math.exp(-epsilon / noiseShare));
  return {
    // Two options are in and out; more are compared with each other.
    claim: printClaim({
      name: 'randomized-response',
      relation: k === 2 ? 'add-remove' : 'replace',
      parameters: { epsilon, alphabet: k },
    }),
    k,
    logOdds: epsilon,
    mechanism: (options, random) =>
      options.map((option) =>
        random.bernoulli(truthful) ? option : (option + 1 + random.integer(k - 1)) % k,
      ),
    scores(answers) {
      if (k === 2) return Float64Array.from(answers);
      const scores = new Float64Array(answers.length * k);
      answers.forEach((answer, i) => {
        scores[i * k + answer] = 1;
      });
      return scores;
    },
  };
}
