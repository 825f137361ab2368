import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { shellCommand } from '../../report/index.ts';
import { METHODS } from '../../types.ts';
import { dashed, flagOf } from '../shell/flags.ts';

/** Options that are not handed on to the parts of a sweep: where it runs and what is written here. */
const NOT_ASKED = ['out', 'workers', 'shard', 'merge', 'from', 'force', 'json'];

/**
 * The words that ask one part of a sweep for what was asked here. `not` names more options that are not
 * handed on.
 */
export function askedWords(figure: string, options: object, not: readonly string[]): string[] {
  const words = ['reproduce', figure];
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || NOT_ASKED.includes(option) || not.includes(option)) continue;
    for (const text of textsOf(option, value)) words.push(...flagWith(option, text));
  }
  return words;
}

/** The values of an option as they are typed; null for one that has none. */
function textsOf(option: string, value: unknown): (string | null)[] {
  if (value === true) return [null];
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (option === 'method' && Array.isArray(value))
    return value.length === METHODS.length ? ['all'] : value.map(String);
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return [value.join(',')];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  if (option === 'limit' && typeof value === 'object' && value !== null)
    // What is given for seconds stands for the wait too, and wait is not typed.
    return Object.entries(value).flatMap(([name, most]) => (name === 'wait' ? [] : [`${name}=${most}`]));
  throw new Error(`internal: ${option} cannot be written into a command line`);
}

/** A flag and its value: two words, or one where the value would be taken for a flag. */
export function flagWith(option: string, text: string | null): string[] {
  if (text === null) return [flagOf(option)];
  return checkedWord(option, text).startsWith('-') ? [`${flagOf(option)}=${text}`] : [flagOf(option), text];
}

/** Refuses what cannot be read in a script: line ends, and characters that are not seen. */
export function checkedWord(option: string, text: string): string {
  if (quoted(text, Infinity) === text) return text;
  throw new InvalidInput(
    `invalid ${dashed(option)}; a job takes no line ends or other characters that are not seen: ${quoted(text)}`,
  );
}

/** The columns of a job file. */
const WIDTH = 100;

/** A command on as many lines as it needs, each but the last ending in a backslash; `words` are quoted. */
export function wrappedCommand(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = '';
  // A flag stays with its value.
  for (const group of grouped(words)) {
    if (line !== '' && line.length + group.length > WIDTH) {
      lines.push(line);
      line = `  ${group}`;
    } else line = line === '' ? group : `${line} ${group}`;
  }
  return [...lines, line].map((text) => `${indent}${text}`).join(' \\\n');
}

function grouped(words: readonly string[]): string[] {
  const groups: string[] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last?.startsWith('--') === true && !word.startsWith('--') && !last.includes(' '))
      groups[groups.length - 1] = `${last} ${word}`;
    else groups.push(word);
  }
  return groups;
}

/** Words quoted for a shell, one by one. */
export function shellWords(words: readonly string[]): string[] {
  return words.map((word) => shellCommand([word]));
}
