import { CommanderError } from 'commander';
import { InvalidInput } from '../../errors.ts';
import { printable, quoted } from '../../quote.ts';
import { jsonText, laidOut } from '../../report/index.ts';
import { messageWithFlags } from './flags.ts';
import { Interrupted } from './interrupt.ts';
import { MissingPackage } from './optional.ts';
import { type CommandOutcome, EXIT } from './outcome.ts';
import { programOf } from './program.ts';
import { isSystemError } from './system-error.ts';
import { cureOf, helpOfCommands, withMeant } from './words/cures.ts';
import { withFileWords } from './words/file-words.ts';
import { glossaryText, hideRareOptions, joinedLines, shortHelp } from './words/help-words.ts';
import { withoutPasswords } from './words/secrets.ts';

export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Columns that words are laid out for; their lines are left as long as they are unless stated. */
  readonly width?: number;
}

/** The most characters of a message; the values that it quotes are cut far shorter. */
const LONGEST = 2000;

/** Runs one command line and returns the exit code. */
export async function run(args: readonly string[], { out, err, width = Infinity }: Streams): Promise<number> {
  let code: number = EXIT.consistent;
  const report = (outcome: CommandOutcome) => {
    code = outcome.code;
    const { json, words, text = '' } = outcome;
    if (json !== undefined) out(jsonText(json));
    else out(words === undefined ? printable(text) : laidOut(printable(words), width));
    if (outcome.problem !== undefined) err(oneLine(outcome.problem));
  };
  // The help of curve names every kind of claim; the mathematics of claims is loaded for that command alone.
  const claims = args.includes('curve') ? (await import('../../claims/index.ts')).claimUsage() : '';
  const isWhole = wantsAll(args);
  const help = (text: string) => out(laidOut(joinedLines(isWhole ? text : shortHelp(text)), width));
  const program = programOf(report, help, claims);
  if (!isWhole) hideRareOptions(program);
  try {
    if (args.length === 0) program.outputHelp();
    else if (args.join(' ') === 'help words') out(laidOut(glossaryText(), width));
    else await program.parseAsync(withFileWords(isWhole ? args.slice(0, -1) : args), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.consistent;
    if (error instanceof CommanderError || error instanceof InvalidInput) {
      const unknown = error instanceof CommanderError && error.code === 'commander.help';
      err(
        oneLine(
          unknown
            ? `unknown command; see ${helpOfCommands(args)}: ${quoted(args.join(' '))}`
            : error instanceof InvalidInput
              ? oneSentence(messageWithFlags(error)) + cureOf(error)
              : withMeant(oneSentence(error.message), args),
        ),
      );
      return EXIT.invalid;
    }
    if (isSystemError(error)) {
      err(oneLine(`cannot read or write; ${error.message}`));
      return EXIT.invalid;
    }
    if (isTooLarge(error)) {
      err(oneLine(`too large for memory: ${error.message}`));
      return EXIT.invalid;
    }
    if (error instanceof Interrupted) {
      err(oneLine(error.message));
      return EXIT.interrupted;
    }
    if (error instanceof MissingPackage) {
      err(oneLine(error.message));
      return EXIT.internal;
    }
    err(printable(`internal: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`));
    return EXIT.internal;
  }
}

/** Whether a help with every option is asked for. */
function wantsAll(args: readonly string[]): boolean {
  return args.at(-1) === 'all' && ['--help', '-h'].includes(args.at(-2) ?? '');
}

/**
 * Whether the engine refused to allocate an array or a text: too much was asked for, which is a usage error.
 */
function isTooLarge(error: unknown): error is RangeError {
  return error instanceof RangeError && /(array|string) length|allocation/i.test(error.message);
}

/**
 * A message as one line of limited length, without the passwords of addresses, and without characters that a
 * terminal would act on.
 */
function oneLine(message: string): string {
  return `${quoted(withoutPasswords(message), LONGEST)}\n`;
}

/** Commander's messages start with "error:", quote what was typed, and put suggestions on a second line. */
function oneSentence(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/'[^']*'/g, (words) => `'${quoted(words.slice(1, -1))}'`)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
