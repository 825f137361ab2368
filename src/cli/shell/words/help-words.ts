import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { termsFor } from '../../../glossary.ts';
import { wrapped } from './wrapped.ts';

const WIDTH = 100;

/** What the help of the program itself says behind its commands. */
export const HOW_IT_WORKS = `
How it works: you plant records of your own (canaries) in the training data, each in or out by the toss of a coin, and
train once. An attack then guesses which canaries went in. Differential privacy limits how often such guesses can be
right, and onerun says what the number of right guesses proves about the privacy that was claimed.

Before training:  onerun plan, onerun canaries
After training:   onerun score, onerun audit
Try it:           onerun audit examples/half-noise.csv --claim "gaussian(sigma=1)", in the folder of the package`;

/** The terms that the help of a command uses, each explained in half a sentence. */
export function helpWords(command: Command): string {
  const terms = termsFor(`${command.helpInformation()}\n${textAfter(command)}`);
  if (terms.length === 0) return '';
  return `\nWords:\n${terms.map(({ term, meaning }) => entry(term, meaning)).join('\n')}`;
}

/** What was added to the help of a command behind its options. */
export function textAfter(command: Command): string {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  // Help announces itself as an event, and what was added listens to it.
  (command as unknown as EventEmitter).emit('afterHelp', { error: false, command, write });
  return text.trim();
}

const entry = (term: string, meaning: string) =>
  wrapped(`${term}: ${meaning}`, WIDTH)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
