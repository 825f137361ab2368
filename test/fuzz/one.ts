import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRandom } from '../../src/numerics/index.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { Case, Ending, Target } from './target.ts';
import { TARGETS } from './targets.ts';

const SLOTS = TARGETS.flatMap(([target, share]) => Array.from({ length: share }, () => target));

/** The reader that the n-th input of a seed is for. */
export function targetOf(seed: string, n: number): Target {
  return SLOTS[createRandom(`${seed}/${n}/target`).integer(SLOTS.length)];
}

export function targetNamed(name: string): Target {
  const found = TARGETS.find(([target]) => target.name === name);
  if (found === undefined)
    throw new Error(`no such target: ${name} (${TARGETS.map(([target]) => target.name).join(', ')})`);
  return found[0];
}

/** The n-th input of a seed, always the same. */
export async function caseOf(target: Target, seed: string, n: number): Promise<Case> {
  return target.make(createRandom(`${seed}/${n}/${target.name}`));
}

/** Puts an input into a folder. */
export function place(folder: string, { files }: Case): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Reads one input; rejects where a promise is broken. */
export async function readCase(one: Case): Promise<Ending> {
  const folder = temporaryFolder();
  try {
    place(folder, one);
    return await one.run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
