import { readFileSync } from 'node:fs';
import type { BugName, ScoreName } from '../../src/mechanisms/index.ts';

/** A row of the table in bench/results/zoo.md. */
export interface ZooRow {
  readonly bug: BugName;
  /** The attack that catches the bug, from how many canaries; null where none does. */
  readonly caught: { readonly score: ScoreName; readonly size: number; readonly m: number } | null;
  /** What the guesses are planned against, where that is not half the noise. */
  readonly violation?: string;
}

/** What the claim of the table is about. */
export const ZOO_SETTING = { noise: 1, rate: 0.02, steps: 1000 } as const;

/** What the guesses are planned against where a bug is too mild for a plan against half the noise. */
const VIOLATIONS: Partial<Record<BugName, string>> = {
  'sqrt2-sensitivity': 'dpsgd(noise=0.7071, rate=0.02, steps=1000)',
  'short-noise': 'dpsgd(noise=0.7, rate=0.02, steps=1000)',
};

/** The rows that name a bug. */
export function zooTable(): ZooRow[] {
  return readFileSync(new URL('../../bench/results/zoo.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, bug, , caughtBy, canaries] = line.split('|').map((cell) => cell.trim());
      const [score, size = '1'] = caughtBy.split(', size ');
      const name = bug.replaceAll('`', '') as BugName;
      return {
        bug: name,
        ...(Object.hasOwn(VIOLATIONS, name) ? { violation: VIOLATIONS[name] } : {}),
        caught:
          caughtBy === 'not seen'
            ? null
            : { score: score as ScoreName, size: Number(size), m: Number(canaries.replace(',', '')) },
      };
    });
}
