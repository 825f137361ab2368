import { soundnessSuite } from '../support/soundness/suite.ts';
import { often } from '../support/thorough.ts';
import { EXCHANGES } from './situations/exchanges.ts';

soundnessSuite(EXCHANGES, often(500, 60));
