import { describe, expect, test } from 'vitest';
import { onerun, words } from '../support/cli.ts';

const quick = (line: string) => onerun(words(line));
describe('bad input', () => {
  test.each([
    ['bound -m 100 -g 50 -c 60', 'invalid correct; must be at most guesses (50): 60'],
    ['bound -m 100 -g 120 -c 60', 'invalid guesses; must be at most canaries (100): 120'],
    ['bound -m 100 -c 60 -k 1', 'invalid options; must be at least 2: 1'],
    ['bound -m 0 -c 0', 'invalid canaries; must be at least 1: 0'],
    ['bound -m 100 -c -1', 'invalid correct; must be at least 0: -1'],
    ['bound -m 100 -c 60 --tau 0', 'invalid tau; must be in (0, 1): 0'],
    ['bound -m 100 -c 60 --tau 1', 'invalid tau; must be in (0, 1): 1'],
    ['bound -m 100 -c 60 --confidence 95', 'invalid confidence; must be in (0, 1): 95'],
    ['bound -m 100 -c 60 --tau 0.05 --confidence 0.95', '--tau and --confidence say the same: give one'],
    ['bound -m NaN -c 60', 'invalid canaries; must be a number: NaN'],
    ['bound -m 100 -c Infinity', 'invalid correct; must be a number: Infinity'],
    ['bound -m 100 -c six', 'invalid correct; must be a number: six'],
    ['bound -m 100.5 -c 60', 'invalid canaries; must be a whole number: 100.5'],
    ['bound -m 1e20 -c 60', 'invalid canaries; must be a whole number: 100000000000000000000'],
    ['bound -m 100 -c 60 --delta 1', 'invalid delta; must be in [0, 1): 1'],
    ['bound -m 100 -c 60 --delta -0.1', 'invalid delta; must be in [0, 1): -0.1'],
    ['bound -m 100 -c 60 --delta 1e-5,', 'invalid delta; must be a number:'],
    ['bound -m 100 -c 60 --method best', 'unknown method: best (one of paper, optimal, steinke, all)'],
    [
      'bound -m 100 -c 60 --claim "gausian(sigma=1)"',
      'invalid claim; unknown name: gausian (did you mean gaussian?) (column 1)',
    ],
    ['bound -m 100 -c 60 --claim "gaussian()"', 'invalid claim; gaussian needs mu or sigma (column 1)'],
    ['bound -m 100 -c 60 --claim "gaussian(sigma=-1)"', 'invalid claim; sigma must be above 0'],
    [
      'bound -m 100 -c 60 --claim "approx-dp(epsilon=1, delta=2)"',
      'invalid claim; delta must be in [0, 1): 2 (column 28)',
    ],
    ['bound -m 100 -c 60 --family "gaussian(sigma=1)"', 'test it as a claim (column 1) (--claim)'],
    ['bound -m 100', "required option '-c, --correct <n>' not specified"],
    ['bound -m 100 -c 60 --unknown', "unknown option '--unknown'"],
    ['bound -m 100 -c 60 extra', 'too many arguments'],
    ['bond -m 100 -c 60', "unknown command 'bond' (Did you mean bound?)"],
    ['help foo', 'unknown command'],
    [
      'bound -m 100 -c 60 --claim "pure-dp(epsilon=1)" --claim "pure-dp(epsilon=2)"',
      '--claim is given twice',
    ],
    ['bound -m 100 -c 60 --tau 0.05 --tau 1e-9', '--tau is given twice: give it once'],
    ['audit a.csv --report a.html --report b.html', '--report is given twice: give it once'],
    ['curve --calibrate noise --epsilon 8', '--calibrate needs --family'],
    ['curve --calibrate noise --family "dpsgd(rate=0.1, steps=3)"', '--calibrate needs one --epsilon'],
    [
      'curve --calibrate noise --epsilon 1,2 --family "dpsgd(rate=0.1, steps=3)"',
      '--calibrate needs one --epsilon',
    ],
    [
      'curve --calibrate noise --epsilon 1 --delta 1e-5,1e-6 --family "dpsgd(rate=0.1, steps=3)"',
      '--calibrate needs one --delta',
    ],
    [
      'curve --calibrate noise --epsilon 1 --family "dpsgd(rate=0.1, steps=3)" --claim "perfect()"',
      'not with --claim',
    ],
    ['curve --calibrate noise --family gaussian --advantage 0', 'invalid advantage; must be in (0, 1): 0'],
    ['curve --calibrate noise --family gaussian --advantage 1', 'invalid advantage; must be in (0, 1): 1'],
    [
      'curve --calibrate noise --family gaussian --tpr 0.01 --fpr 0.05',
      'invalid tpr; must be above fpr (0.05)',
    ],
    ['curve --calibrate noise --family gaussian --tpr 0.05', '--tpr needs --fpr'],
    ['curve --calibrate noise --family gaussian --fpr 0.05', '--fpr goes with --tpr'],
    [
      'curve --calibrate noise --family gaussian --advantage 0.2 --epsilon 1',
      'not --epsilon and --advantage',
    ],
    [
      'curve --calibrate noise --family gaussian --advantage 0.2 --tpr 0.05 --fpr 0.01',
      '--calibrate needs one target, not --advantage and --tpr',
    ],
    ['curve --calibrate noise --family gaussian --advantage 0.2 --delta 1e-5', '--delta goes with --epsilon'],
    ['curve --claim "gaussian(sigma=1)" --advantage 0.2', '--advantage goes with --calibrate'],
    ['curve --claim "gaussian(sigma=1)" --calibrate noise --advantage 0.2', 'this is a whole claim'],
    [
      'curve --calibrate rate --epsilon 1 --family "dpsgd(rate=0.1, steps=3)"',
      'cannot calibrate rate; the parameter that',
    ],
    [
      'curve --claim "dpsgd(noise=0.3, rate=0.1, steps=100000)"',
      'cannot compute this curve; the privacy loss of all runs together is above 700',
    ],
    ['bound -m 100 -c 60 --family "dpsgd(noise=1, steps=10)"', 'dpsgd cannot leave out rate'],
    ['curve', "required option '--claim <claim>' not specified"],
    ['curve --claim "gaussian(mu=1)" --alpha 2', 'invalid alpha; must be in [0, 1]: 2'],
    ['curve --claim "gaussian(mu=1)" --epsilon -1', 'invalid epsilon; must be 0 or above: -1'],
  ])('%s: one sentence and exit code 2', async (line, sentence) => {
    const { code, out, err } = await quick(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n').length).toBe(1);
  });
});
