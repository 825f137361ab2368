import halfNoise from '../../examples/half-noise.csv?url';
import reconstruction from '../../examples/reconstruction.csv?url';
import sound from '../../examples/sound.csv?url';

/** Score files to try, by name; all of them claim noise 1. */
const BUNDLED = { 'half-noise': halfNoise, sound, reconstruction };

export type BundledName = keyof typeof BUNDLED;

/** What all of them claim. */
export const EXAMPLE_SETTINGS = { form: 'gaussian', claim: 'gaussian(sigma=1)' };

export const EXAMPLE_NAMES = Object.keys(BUNDLED);

export function isBundled(name: string): name is BundledName {
  return Object.hasOwn(BUNDLED, name);
}

export function bundledFile(name: BundledName): Promise<File> {
  return fetchedFile(`${name}.csv`, BUNDLED[name]);
}

export async function fetchedFile(name: string, address: string): Promise<File> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the example could not be loaded (${response.status})`);
  return new File([await response.blob()], name);
}
