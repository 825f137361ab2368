import { soundnessSuite } from '../support/soundness/suite.ts';
import { GUESSES } from './situations/guesses.ts';

soundnessSuite(GUESSES, 400);
