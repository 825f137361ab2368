import { tradeOff } from '../../../../src/index.ts';
import { formatNumber } from '../../../../src/report/index.ts';
import { exhibitLink, exhibitNamed } from '../../exhibits/index.ts';
import type { ListedPin } from '../../pin-list.ts';
import { addressWith } from '../../route.ts';
import { USUAL_EXPLORE } from '../explore/question.ts';

interface ReadySet {
  readonly title: string;
  readonly states: () => ListedPin[];
}

/** States that are worth seeing beside each other, by the name that an address has. */
export const SETS: Readonly<Record<string, ReadySet>> = {
  'honest-broken': { title: 'Honest against broken', states: () => ['sound', 'half-noise'].map(exhibitPin) },
  'three-epsilons': { title: 'Three epsilons', states: () => [0.27, 1, 1.67].map(gaussianPin) },
  'five-runs': {
    title: 'Five runs',
    states: () => [1, 2, 3, 4, 5].map((run) => exhibitPin(`mnist-short-0${run}`)),
  },
};

/** An exhibit as a state to compare. */
export function exhibitPin(name: string): ListedPin {
  const exhibit = exhibitNamed(name);
  if (exhibit === undefined) throw new Error(`internal: no exhibit ${name}`);
  return { name: exhibit.title, address: exhibitLink(exhibit) };
}

/** Made-up scores of a mechanism that does what it claims. */
function gaussianPin(mu: number): ListedPin {
  const claim = `gaussian(mu=${mu})`;
  const settings = { ...USUAL_EXPLORE, form: 'written', claim, correct: '', seed: 'three epsilons' };
  const epsilon = formatNumber(tradeOff(claim).epsilon(Number(USUAL_EXPLORE.delta)), 2);
  return { name: `Gaussian, epsilon ${epsilon}`, address: addressWith('explore', settings, USUAL_EXPLORE) };
}
