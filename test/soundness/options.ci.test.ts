import { soundnessSuite } from '../support/soundness/suite.ts';
import { OPTIONS } from './situations/options.ts';

soundnessSuite(OPTIONS, 400);
