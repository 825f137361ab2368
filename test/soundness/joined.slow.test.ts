import { soundnessSuite } from '../support/soundness/suite.ts';
import { often } from '../support/thorough.ts';
import { JOINED } from './situations/joined.ts';

soundnessSuite(JOINED, often(500, 60));
