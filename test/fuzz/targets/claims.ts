import { parseFamily } from '../../../src/claims/index.ts';
import { parseClaim, printClaim, tradeOff } from '../../../src/index.ts';
import { createRandom, type Random } from '../../../src/numerics/index.ts';
import { randomClaim } from '../../support/random-claims.ts';
import { spliced } from '../json.ts';
import { command, endingOf, reading } from '../promises.ts';
import { pick, size, type Target, times } from '../target.ts';
import { nasty } from '../values.ts';

const TOKENS = [
  '(',
  ')',
  ',',
  '=',
  '*',
  ':',
  'gaussian',
  'sigma',
  'mu',
  'dpsgd',
  'noise',
  'rate',
  'steps',
  'compose',
  'profile',
  'points',
  'relation',
  'replace',
  'add-remove',
  'perfect',
  'epsilon',
  'delta',
  'alphabet',
  '1',
  '0.5',
  '-1',
  '1e400',
  'e',
  '.',
  ' ',
];

/** Text that is nearly a claim. */
function nearlyClaim(random: Random): string {
  if (random.bernoulli(0.2)) return times(size(random, 0, 40), () => pick(random, TOKENS)).join('');
  if (random.bernoulli(0.05)) return 'compose('.repeat(size(random, 1, 5000));
  let text = randomClaim(random);
  for (let left = size(random, 1, 3); left > 0; left--) {
    const tokens = text.split(/([(),=*: ])/);
    const at = random.integer(tokens.length);
    const way = random.integer(4);
    if (way === 0) tokens.splice(at, 1);
    else if (way === 1) tokens[at] = pick(random, tokens);
    else if (way === 2) tokens.splice(at, 0, pick(random, TOKENS));
    else tokens[at] = spliced(random, tokens[at]);
    text = tokens.join('');
  }
  return text;
}

/** The grammar: what is read, printed and read again is the same claim. */
export const grammar: Target = {
  name: 'claims',
  make(random) {
    const text = random.bernoulli(0.2) ? randomClaim(random) : nearlyClaim(random);
    return {
      files: { 'claim.txt': text },
      async run() {
        const claim = await reading(() => parseClaim(text));
        await reading(() => parseFamily(text));
        if (claim === null) return 'refused';
        const printed = printClaim(claim);
        if (printClaim(parseClaim(printed)) !== printed)
          throw new Error(`printed as ${printed}, and read otherwise`);
        return 'read';
      },
    };
  },
};

/** Curves of valid claims: a number everywhere, or one sentence. */
export const curves: Target = {
  name: 'curves',
  make(random) {
    const text = randomClaim(createRandom(random.bits()), 1);
    return {
      files: { 'claim.txt': text },
      async run() {
        const f = await reading(() => tradeOff(text));
        if (f === null) return 'refused';
        for (const x of [0, 1e-9, 0.1, 0.5, 1]) {
          const y = f.fBar(x);
          if (!(y >= 0 && y <= 1)) throw new Error(`fBar(${x}) = ${y}`);
        }
        return 'read';
      },
    };
  },
};

const WORDS = [
  'audit',
  'plan',
  'bound',
  'verify',
  'curve',
  'canaries',
  '--claim',
  '--json',
  '-m',
  '-g',
  '-c',
  '-k',
  '--options',
  '--text',
  '--length',
  '--template',
  '--tau',
  '--confidence',
  '--delta',
  '--family',
  '--method',
  'paper',
  'optimal',
  'all',
  '--help',
  '--target',
  '--violation',
  '--seed',
  '--sides',
  '--plan',
  '--limit',
  'gaussian(sigma=1)',
  'gaussian',
  'pure-dp(epsilon=1)',
  '100',
  '10',
  '7',
  '0.05',
  '0',
  '-1',
  '1e15',
  '1e400',
  'NaN',
  '',
];

/** Words of a command line in any order; nothing that writes files. */
export const commandLine: Target = {
  name: 'command-line',
  make(random) {
    const first = pick(random, ['bound', 'curve', 'plan', 'audit', 'verify', pick(random, WORDS)]);
    const good: Readonly<Record<string, readonly string[]>> = {
      bound: ['-m', '100', '-g', '10', '-c', '9', '--claim', 'gaussian(sigma=1)', '--method', 'paper'],
      curve: ['gaussian(sigma=1)'],
      plan: ['-m', '50', '--claim', 'gaussian(sigma=1)'],
    };
    const args = [...(good[first] ?? [])];
    for (let left = size(random, 0, 6); left > 0; left--) {
      const at = random.integer(args.length + 1);
      const word = random.bernoulli(0.75) ? pick(random, WORDS) : nasty(random);
      args.splice(at, random.integer(2), word);
    }
    return {
      files: { 'arguments.json': JSON.stringify([first, ...args]) },
      run: async () => endingOf(await command([first, ...args])),
    };
  },
};
