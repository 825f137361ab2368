import type { InvalidInput } from '../../../errors.ts';

/** What somebody meant who typed a command or an option that there is not. */
const MEANT: Readonly<Record<string, string>> = {
  "unknown command 'calibrate'":
    'a parameter that keeps a target is found by onerun curve --calibrate noise --epsilon 8 --delta 1e-5 --family "dpsgd(rate=0.01, steps=1000)"',
  "too many arguments for 'curve'": 'a claim is named by an option: onerun curve --claim "gaussian(sigma=1)"',
  "unknown option '--epsilon'": 'a claim says epsilon and delta: --claim "approx-dp(epsilon=8, delta=1e-5)"',
};

/** A message of the command line, and in the place of a similar word what was meant, where that is known. */
export function withMeant(message: string): string {
  const [unknown] = message.split(/ \(Did you mean|\. Expected/, 1);
  const meant = MEANT[unknown];
  return meant === undefined ? message : `${unknown}; ${meant}`;
}

/** How several runs are audited, where what was typed cannot be. */
export function cureOf({ options }: InvalidInput): string {
  return options.includes('atLeast') && options.includes('plan')
    ? ': onerun plan --runs 2 --canaries 1000 --claim "..." --out plan.json before training, then onerun audit a.csv b.csv --plan plan.json'
    : '';
}
