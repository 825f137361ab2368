import { InvalidInput } from '../../src/index.ts';
import { type BundledName, bundledFile, isBundled } from './bundled-examples.ts';

export type ExampleName = BundledName | `${'cifar10' | 'mnist' | 'zoo'}-${string}`;

/** Those that are always there, and the exhibits of the gallery, which are looked up when asked for. */
export function isExample(name: string): name is ExampleName {
  return isBundled(name) || /^(cifar10|mnist|zoo)-[\w-]+$/.test(name);
}

/** The example as a file, as if it had been dropped. */
export async function exampleFile(name: ExampleName): Promise<File> {
  if (isBundled(name)) return bundledFile(name);
  const { exhibitNamed } = await import('./exhibits/index.ts');
  const exhibit = exhibitNamed(name);
  if (exhibit === undefined) throw new InvalidInput(`there is no example of this name: ${name}`);
  return exhibit.file();
}
