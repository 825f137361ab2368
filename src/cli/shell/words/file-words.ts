import { InvalidInput } from '../../../errors.ts';
import { quoted } from '../../../quote.ts';

/**
 * Options that print to standard output, or write to a file where one is named, and the ends of the names by
 * which a word behind them is taken as that file.
 */
const ENDINGS: Readonly<Record<string, RegExp>> = { '--json': /\.json$/i, '--markdown': /\.(md|markdown)$/i };

/** The commands that have such options. */
const COMMANDS = new Set(['audit']);

/**
 * The words of a command line, such that an option with an optional file takes no score file for it:
 * `--json scores.csv` prints the audit of scores.csv, `--json result.json` and `--json=result` write a file.
 * An option without a file goes to the end, where no word follows that it could take.
 */
export function withFileWords(args: readonly string[]): string[] {
  if (!COMMANDS.has(args[0])) return [...args];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const [kept, bare]: [string[], string[]] = [[], []];
  for (let i = 0; i < end; i++) {
    const [option, ending] = [args[i], ENDINGS[args[i]]];
    if (ENDINGS[option.slice(0, -1)] !== undefined && option.endsWith('='))
      throw new InvalidInput(`missing file behind ${option}; ${option.slice(0, -1)} prints to the screen`);
    if (ending === undefined) kept.push(option);
    else if (i + 1 < end && ending.test(args[i + 1])) kept.push(joined(option, args[++i], args));
    else bare.push(option);
  }
  return [...kept, ...bare, ...args.slice(end)];
}

/** With --force a score file could be lost that was only meant to be read, so that no word is guessed at. */
function joined(option: string, file: string, args: readonly string[]): string {
  if (args.includes('--force'))
    throw new InvalidInput(
      `unclear with --force whether ${quoted(file)} is to be written or audited; write ${option}=${quoted(file)} to write it, or put ${option} last to audit it`,
    );
  return `${option}=${file}`;
}
