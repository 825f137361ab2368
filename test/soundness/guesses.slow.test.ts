import { soundnessSuite } from '../support/soundness/suite.ts';
import { often } from '../support/thorough.ts';
import { GUESSES } from './situations/guesses.ts';

soundnessSuite(GUESSES, often(500, 60));
