import { type Command, Option } from 'commander';
import { InvalidInput } from '../../errors.ts';
import { parseLimit } from '../../io/index.ts';
import { tauOf, USUAL_TAU } from '../../levels.ts';
import { quoted } from '../../quote.ts';
import { readNumber } from '../../read-number.ts';
import { METHODS, type Method } from '../../types.ts';

/** Parsers of options that may repeat: each value is added to those before. */
const GATHERING = new Set<unknown>([repeated, wordList, parseLimit]);

/** How a verb of the Python package asks; no help names it. */
export const forPython = () => new Option('--for-python <call>').hideHelp();

/** One number as typed; the name is the option's, for the message. */
export function number(name: string): (text: string) => number {
  return (text) => readNumber(name, text);
}

/** A list such as 1e-5,1e-6; repeating the option adds to it. */
export function numbers(name: string): (text: string, before?: number[]) => number[] {
  const parse = (text: string, before: number[] = []) => [...before, ...text.split(',').map(number(name))];
  GATHERING.add(parse);
  return parse;
}

/** The same of shares, such as 0.05,10%. */
export function shares(name: string): (text: string, before?: number[]) => number[] {
  const share = (text: string) =>
    text.trim().endsWith('%') ? readNumber(name, text.trim().slice(0, -1)) / 100 : readNumber(name, text);
  const parse = (text: string, before: number[] = []) => [...before, ...text.split(',').map(share)];
  GATHERING.add(parse);
  return parse;
}

export const quiet = () => new Option('-q, --quiet', 'print the answer in one line');

/** Adds how much of a result in words is printed. */
export function withLength(command: Command): Command {
  return command
    .option('--details', 'print the rest too: every test, all digits, what it rests on')
    .addOption(quiet().conflicts('details'));
}

/** A list of words such as loss,lira; repeating the option adds to it. */
export function wordList(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((word) => word.trim())];
}

/** An option that may be given several times. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** The methods that a name stands for. */
export function methods(text: string): Method[] {
  if (text === 'all') return [...METHODS];
  const method = METHODS.find((name) => name === text);
  if (method === undefined)
    throw new InvalidInput(`unknown method: ${quoted(text)} (one of ${METHODS.join(', ')}, all)`);
  return [method];
}

/** Significance from --tau or --confidence. */
export function significance({ tau, confidence }: { tau?: number; confidence?: number }): number {
  if (tau !== undefined && confidence !== undefined)
    throw new InvalidInput('--tau and --confidence say the same: give one');
  return confidence === undefined ? (tau ?? USUAL_TAU) : tauOf(confidence);
}

/**
 * Refuses an option that is given twice where it holds one value: one of two claims would otherwise be
 * ignored.
 */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    if (!(option.required || option.optional) || GATHERING.has(option.parseArg)) continue;
    let given = false;
    command.on(`option:${option.name()}`, () => {
      if (given) throw new InvalidInput(`${option.long} is given twice: give it once`);
      given = true;
    });
  }
}
