import { soundnessSuite } from '../support/soundness/suite.ts';
import { RUNS } from './situations/runs.ts';

soundnessSuite(RUNS, 400);
