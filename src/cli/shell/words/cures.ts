import type { InvalidInput } from '../../../errors.ts';

/** What somebody meant who typed a command or an option that there is not. */
const MEANT: Readonly<Record<string, string>> = {
  "unknown command 'calibrate'":
    'a parameter that keeps a target is found by onerun curve --calibrate noise --epsilon 8 --delta 1e-5 --family "dpsgd(rate=0.01, steps=1000)"',
  "too many arguments for 'curve'": 'a claim is named by an option: onerun curve --claim "gaussian(sigma=1)"',
  "unknown option '--epsilon'": 'a claim says epsilon and delta: --claim "approx-dp(epsilon=8, delta=1e-5)"',
};

/**
 * A message of the command line and what to do: what was meant in the place of a similar word, where that is
 * known, else the help that says it.
 */
export function withMeant(message: string, args: readonly string[]): string {
  const [unknown] = message.split(/ \(Did you mean|\. Expected/, 1);
  const meant = MEANT[unknown];
  if (meant !== undefined) return `${unknown}; ${meant}`;
  if (unknown !== message) return message;
  if (message.startsWith('unknown command')) return `${message}; see ${helpOfCommands(args)}`;
  return /^(required option|missing required)/.test(message) ? `${message}; see ${helpOf(args)}` : message;
}

/** The help that lists the commands, or those of the ledger. */
export function helpOfCommands([command]: readonly string[]): string {
  return command === 'ledger' ? 'onerun ledger --help' : 'onerun --help';
}

/** The help of the command that was typed. */
function helpOf([command, part]: readonly string[]): string {
  return `onerun ${command === 'ledger' ? `ledger ${part}` : command} --help`;
}

/** How several runs are audited, where what was typed cannot be. */
export function cureOf({ options }: InvalidInput): string {
  return options.includes('atLeast') && options.includes('plan')
    ? ': onerun plan --runs 2 --canaries 1000 --claim "..." --out plan.json before training, then onerun audit a.csv b.csv --plan plan.json'
    : '';
}
