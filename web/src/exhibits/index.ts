import { bundledFile, EXAMPLE_SETTINGS, isBundled } from '../bundled-examples.ts';
import type { Exhibit } from './exhibit.ts';
import { CIFAR10 } from './recorded.ts';
import { ZOO_EXHIBITS } from './zoo.ts';

export { type Exhibit, exhibitLink } from './exhibit.ts';
export { CIFAR10 } from './recorded.ts';
export { ZOO_EXHIBITS, zooText } from './zoo.ts';

const BUNDLED_TITLES: Readonly<Record<string, string>> = {
  sound: 'Honest: noise as claimed',
  'half-noise': 'Broken: half the noise',
  reconstruction: 'A choice among candidates',
};

/** The exhibit of a name; undefined where there is none. */
export function exhibitNamed(name: string): Exhibit | undefined {
  if (isBundled(name))
    return {
      name,
      title: BUNDLED_TITLES[name],
      sentence: '',
      settings: EXAMPLE_SETTINGS,
      file: () => bundledFile(name),
    };
  return [...CIFAR10, ...ZOO_EXHIBITS].find((one) => one.name === name);
}
