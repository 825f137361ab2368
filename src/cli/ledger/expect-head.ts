import { InvalidInput } from '../../errors.ts';
import type { ReadLedger } from '../../ledger/index.ts';
import { quoted, quotedPath } from '../../quote.ts';

/**
 * Refuses a ledger whose last entry is another than expected: entries that are cut off at its end leave a
 * chain that is whole. The first 8 or more digits of the head show accidents; only all 64 show that nobody
 * has made another ledger whose head begins alike.
 */
export function expectHead(
  { path, hashes, head }: Pick<ReadLedger<unknown>, 'path' | 'hashes' | 'head'>,
  expected: string,
): void {
  const digits = expected.toLowerCase();
  if (!/^[0-9a-f]{8,64}$/.test(digits))
    throw new InvalidInput(
      `invalid head; must be 64 hexadecimal digits, or the first 8 or more: ${expected === '' ? '(empty)' : quoted(expected)}`,
    );
  const lines = hashes.flatMap((hash, i) => (hash.startsWith(digits) ? [i + 1] : []));
  if (lines.length > 1)
    throw new InvalidInput(
      `invalid head; lines ${lines[0]} and ${lines[1]} of ${quotedPath(path)} both begin with it, give more digits: ${digits}`,
    );
  if (head.startsWith(digits)) return;
  const [line] = lines;
  const added = hashes.length - (line ?? 0);
  const why =
    line === undefined
      ? 'no line has that hash, so that lines were cut off or written anew'
      : `that is line ${line}, and ${added === 1 ? 'one entry was' : `${added} entries were`} added since`;
  throw new InvalidInput(`the head of ${quotedPath(path)} is not ${digits}: ${why}; it is ${head}`);
}
