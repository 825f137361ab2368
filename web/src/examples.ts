import halfNoise from '../../examples/half-noise.csv?url';
import reconstruction from '../../examples/reconstruction.csv?url';
import sound from '../../examples/sound.csv?url';

/** Score files to try, by name; all of them claim noise 1. */
const EXAMPLES = { 'half-noise': halfNoise, sound, reconstruction };

export type ExampleName = keyof typeof EXAMPLES;

export const EXAMPLE_CLAIM = 'gaussian(sigma=1)';

export function isExample(name: string): name is ExampleName {
  return Object.hasOwn(EXAMPLES, name);
}

/** The example as a file, as if it had been dropped. */
export async function exampleFile(name: ExampleName): Promise<File> {
  const response = await fetch(EXAMPLES[name]);
  if (!response.ok) throw new Error(`the example could not be loaded (${response.status})`);
  return new File([await response.blob()], `${name}.csv`);
}
