import type { Random } from '../../src/numerics/index.ts';

/** How an input may end: it was read, or it was refused in one sentence. */
export type Ending = 'read' | 'refused';

/** One input. */
export interface Case {
  /** What is handed over, by the name of the file; paths with a slash lie in a folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Reads it from the folder that the files are in; throws where a promise is broken. */
  run(folder: string): Promise<Ending>;
}

/** A reader, or a command, and the inputs that it is given. */
export interface Target {
  readonly name: string;
  make(random: Random): Case | Promise<Case>;
}

export function pick<T>(random: Random, among: readonly T[]): T {
  return among[random.integer(among.length)];
}

/** From `low` to `high`, small ones more often. */
export function size(random: Random, low: number, high: number): number {
  return low + Math.floor((high - low + 1) * random.uniform() ** 3);
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
