import { EXCHANGES } from '../soundness/situations/exchanges.ts';
import { GUESSES } from '../soundness/situations/guesses.ts';
import { JOINED } from '../soundness/situations/joined.ts';
import { OPTIONS } from '../soundness/situations/options.ts';
import { ROWS } from '../soundness/situations/rows.ts';
import { RUNS } from '../soundness/situations/runs.ts';
import { soundnessSuite } from '../support/soundness/suite.ts';

soundnessSuite([...ROWS, ...GUESSES, ...OPTIONS, ...EXCHANGES, ...JOINED, ...RUNS], 20_000, console.info);
