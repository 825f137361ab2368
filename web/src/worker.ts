import { expose } from 'comlink';
import type { ZooName } from './exhibits/zoo-games.ts';
import * as audit from './work/audit.ts';
import * as explore from './work/explore.ts';
import * as learn from './work/learn.ts';
import * as ledger from './work/ledger.ts';
import * as plan from './work/plan.ts';

/** Everything that computes: it runs in a worker, so that the page stays responsive. */
const work = {
  ...audit,
  ...explore,
  ...ledger,
  ...learn,
  ...plan,
  // What few need is loaded once it is asked for.
  zooScores: async (bug: ZooName) => (await import('./work/zoo.ts')).simulatedZoo(bug),
  figureLayouts: async () => (await import('./work/figures.ts')).paperFigures(),
  hashFile: async (file: File) => (await import('./work/hash.ts')).fileHash(file),
};

export type Work = typeof work;

expose(work);
