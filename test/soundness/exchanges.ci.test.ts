import { soundnessSuite } from '../support/soundness/suite.ts';
import { EXCHANGES } from './situations/exchanges.ts';

soundnessSuite(EXCHANGES, 400);
