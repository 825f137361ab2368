import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../../errors.ts';
import { quoted, quotedPath } from '../../../quote.ts';
import { reason } from '../../shell/system-error.ts';

/** One part of n. */
export interface Shard {
  readonly i: number;
  readonly n: number;
}

/** A part as it is typed: 2/8. */
export function shard(text: string): Shard {
  const [, i, n] = text.match(/^(\d+)\/(\d+)$/)?.map(Number) ?? [];
  if (!(i >= 1 && i <= n && Number.isSafeInteger(n)))
    throw new InvalidInput(`invalid shard; must be i/n with i from 1 to n: ${quoted(text)}`);
  return { i, n };
}

/**
 * The part (1 to n) of a task. Tasks next to each other cost about the same, those of one method come back at
 * regular distances, so every n tasks the order shifts by one.
 */
export function shardOf(n: number, place: number): number {
  return 1 + ((place + Math.floor(place / n)) % n);
}

export function logName(figure: string, part: Shard | null): string {
  return part === null ? `${figure}.jsonl` : `${figure}.shard-${part.i}-of-${part.n}.jsonl`;
}

/** The logs of a figure's parts in a folder. */
export function partsIn(folder: string, figure: string): string[] {
  const name = new RegExp(`^${figure}\\.shard-\\d+-of-\\d+\\.jsonl$`);
  try {
    return readdirSync(folder)
      .filter((file) => name.test(file))
      .sort()
      .map((file) => join(folder, file));
  } catch (error) {
    throw new InvalidInput(`cannot read ${quotedPath(folder)}: ${reason(error)}`);
  }
}
