import { soundnessSuite } from '../support/soundness/suite.ts';
import { ROWS } from './situations/rows.ts';

soundnessSuite(ROWS, 400);
