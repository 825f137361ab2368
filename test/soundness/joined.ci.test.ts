import { soundnessSuite } from '../support/soundness/suite.ts';
import { JOINED } from './situations/joined.ts';

soundnessSuite(JOINED, 400);
