import { soundnessSuite } from '../support/soundness/suite.ts';
import { often } from '../support/thorough.ts';
import { ROWS } from './situations/rows.ts';

soundnessSuite(ROWS, often(500, 60));
