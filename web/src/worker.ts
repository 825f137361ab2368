import { expose } from 'comlink';
import * as audit from './work/audit.ts';
import * as explore from './work/explore.ts';
import * as learn from './work/learn.ts';
import * as plan from './work/plan.ts';

/** Everything that computes: it runs in a worker, so that the page stays responsive. */
const work = { ...audit, ...explore, ...learn, ...plan };

export type Work = typeof work;

expose(work);
