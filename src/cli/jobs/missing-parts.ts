import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { SweepLog } from '../sweep/log.ts';
import { type DealtSweep, dealtGaps } from '../sweep/parts/deal.ts';
import { logName, partsIn } from '../sweep/parts/shards.ts';

/** Those of n parts of a sweep whose logs in a folder lack a task, or were last asked for something else. */
export async function missingParts(asked: DealtSweep, n: number, folder: string): Promise<number[]> {
  const { figure, settings } = asked;
  const isAsked = ({ head }: SweepLog) => JSON.stringify(head?.settings) === JSON.stringify(settings);
  const logs = new Map<number, SweepLog>();
  const own = new Set<string>();
  for (let i = 1; i <= n; i++) {
    const name = logName(figure.name, { i, n });
    own.add(name);
    // An element may be writing it just now, so it stays as it is.
    logs.set(i, await SweepLog.open(join(folder, name), { mended: false }));
  }
  for (const path of existsSync(folder) ? partsIn(folder, figure.name) : [])
    if (!own.has(basename(path)) && !isAsked(await SweepLog.open(path, { mended: false })))
      throw new InvalidInput(
        `${quotedPath(path)} is a part of ${figure.name} that was asked for something else, and would not merge: choose another folder (--out)`,
      );
  const gaps = dealtGaps(asked, n, (part, key) => {
    const log = logs.get(part);
    // A log that was not begun has no head either, and nothing is looked for in it.
    return log?.head != null && log.get(key()) !== undefined;
  });
  return [...logs].flatMap(([i, log]) => (gaps.parts.has(i) || !isAsked(log) ? [i] : []));
}
