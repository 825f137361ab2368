import { InvalidInput } from '../../src/index.ts';
import { type BundledName, bundledFile, EXAMPLE_SETTINGS, isBundled } from './bundled-examples.ts';
import type { Exhibit } from './exhibits/index.ts';

export type ExampleName = BundledName | `${'cifar10' | 'mnist' | 'zoo'}-${string}`;

/** Those that are always there, and the exhibits of the gallery, which are looked up when asked for. */
export function isExample(name: string): name is ExampleName {
  return isBundled(name) || /^(cifar10|mnist|zoo)-[\w-]+$/.test(name);
}

/** The example as a file, as if it had been dropped. */
export async function exampleFile(name: ExampleName): Promise<File> {
  return isBundled(name) ? bundledFile(name) : (await exhibitOf(name)).file();
}

/** The settings of the example's audit: what was claimed of it, and which column holds its scores. */
export async function exampleSettings(name: ExampleName): Promise<Exhibit['settings']> {
  return isBundled(name) ? EXAMPLE_SETTINGS : (await exhibitOf(name)).settings;
}

async function exhibitOf(name: ExampleName): Promise<Exhibit> {
  const { exhibitNamed } = await import('./exhibits/index.ts');
  const exhibit = exhibitNamed(name);
  if (exhibit === undefined) throw new InvalidInput(`there is no example of this name: ${name}`);
  return exhibit;
}
