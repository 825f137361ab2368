import { caseOf, place, readCase, targetNamed, targetOf } from './one.ts';

/** What the supervisor asks: to read the n-th input of a seed, or only to put it into a folder. */
interface Question {
  readonly seed: string;
  readonly n: number;
  readonly target?: string;
  readonly place?: string;
}

process.on('disconnect', () => process.exit());
process.on('message', async ({ seed, n, target: name, place: folder }: Question) => {
  const target = name === undefined ? targetOf(seed, n) : targetNamed(name);
  const answer = { target: target.name, ending: 'placed', fault: '' };
  try {
    const one = await caseOf(target, seed, n);
    if (folder === undefined) answer.ending = await readCase(one);
    else place(folder, one);
  } catch (error) {
    answer.fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  process.send?.(answer);
});
