import { soundnessSuite } from '../support/soundness/suite.ts';
import { often } from '../support/thorough.ts';
import { RUNS } from './situations/runs.ts';

soundnessSuite(RUNS, often(500, 60));
