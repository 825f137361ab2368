import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { asMeaning, TERMS } from '../../../glossary.ts';

/** What the help of the program itself says behind its commands. */
export const HOW_IT_WORKS = `
How it works: you plant records of your own (canaries) in the training data,
each in or out by the toss of a coin, and train once. An attack then guesses
which went in. Differential privacy limits how often such guesses can be right,
and onerun says what the number of right guesses proves.

Before training:  onerun plan, onerun canaries
After training:   onerun score, onerun audit
Try it:           onerun audit examples/sound.csv --claim "gaussian(mu=1)"
Words:            onerun help words`;

/** What each command is for, in the list of all. */
const SUMMARIES: Readonly<Record<string, string>> = {
  audit: 'test a claim with the scores of canaries',
  'audit-all': 'audit many score files and judge them together',
  plan: 'before training: choose how many canaries and guesses',
  canaries: 'before training: draw by fair coins who is in',
  score: 'after training: from losses or logits to scores',
  ledger: 'collect evidence from run after run',
  bound: 'what counts of right guesses prove',
  verify: 'check a certificate or a commitment',
  curve: 'what a claim means, and what noise it takes',
  reproduce: 'compute the figures of the paper',
  worker: 'do tasks of reproduce on this machine',
  simulate: 'play games with built-in mechanisms',
  train: 'train a model with DP-SGD and canaries',
  web: 'the same in the browser',
};

/** The glossary: every term that a user reads. */
export function glossaryText(): string {
  return TERMS.map(({ term, meaning }) => `${term}: ${asMeaning(meaning)}\n`).join('');
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

/** The options that most people need, where a command has many. */
const MAIN: Readonly<Record<string, string>> = {
  audit: 'claim plan guesses lower-is-in score-column report details json',
  'audit-all': 'claim out correction guesses lower-is-in score-column junit json',
  plan: 'canaries claim power runs model violation out details',
  canaries: 'canaries options out seed text template vocabulary json',
  score: 'kind reference members population column out details json',
  bound: 'canaries guesses correct sides claim confidence details json',
  curve: 'claim delta epsilon calibrate family',
  reproduce: 'out workers simulate games seed sigma canaries runs',
  simulate: 'mechanism canaries sigma bug claim repeat out json',
  train: 'out data noise rate steps canaries bug json',
  new: 'claim canaries violation guesses options lower-is-in method json',
  add: 'assignment commitment new-run report details json',
};

/** Hides what few people need; `--help all` shows it. */
export function hideRareOptions(program: Command): void {
  program.configureHelp({
    subcommandDescription: (command) => SUMMARIES[command.name()] ?? command.description(),
  });
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    const kept = MAIN[command.name()]?.split(' ');
    if (kept === undefined) continue;
    for (const option of command.options) if (!kept.includes(option.name())) option.hideHelp();
  }
}

/** A help whose paragraphs are lines each, to be laid out for any width. */
export function joinedLines(text: string): string {
  return text.replace(/^(\S.{64,})\n(?=\S)/gm, '$1 ');
}

/** How many examples a short help shows, of those that fit on a line. */
const MOST_EXAMPLES = 2;
const WIDTH = 80;

/** A piece of a help as it is shown unless all of it is asked for. */
export function shortHelp(text: string): string {
  const [, command] = /^Usage: onerun ([a-z-]+(?: [a-z-]+)?) ?[[<]/.exec(text) ?? [];
  if (command !== undefined)
    return `${text.trimEnd()}\n\nAll options: onerun ${command} --help all. Words: onerun help words\n`;
  if (!text.includes('\nExamples:')) return text;
  const kept = text.split(/\n(?=\n)/).flatMap((paragraph) => {
    const lines = paragraph.trim().split('\n');
    if (lines[0] === 'Examples:') {
      const fitting = lines.slice(1).filter((line) => line.length <= WIDTH);
      return [
        [lines[0], ...(fitting.length === 0 ? lines.slice(1) : fitting).slice(0, MOST_EXAMPLES)].join('\n'),
      ];
    }
    return /^(Exit codes|A score file|What each says)/.test(lines[0]) ? [lines.join('\n')] : [];
  });
  return `\n${kept.join('\n\n')}\n`;
}
