import { soundnessSuite } from '../support/soundness/suite.ts';
import { often } from '../support/thorough.ts';
import { OPTIONS } from './situations/options.ts';

soundnessSuite(OPTIONS, often(500, 60));
