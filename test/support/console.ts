import { readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onerun, words } from './cli.ts';
import { temporaryFolder } from './temporary.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const BLOCK = /(```console\n)([\s\S]*?)(```)/g;
/** A command after its prompt, and what it printed until the next prompt. */
const COMMAND = /^(\$ ([^\n]*)\n)((?:(?!\$ )[^\n]*\n)*)/gm;
/** A command for every file that a pattern matches. */
const LOOP = /^for (\w+) in (\S+); do (.*); done$/;

/** A page of the documentation whose commands were run. */
export interface PlayedPage {
  /** The page with what the commands printed just now. */
  readonly text: string;
  /** Where they ran: what they wrote lies there. */
  readonly folder: string;
}

/**
 * Runs the commands of a page's console blocks one after another, in a folder of their own that has the examples. What
 * is new each time (draws among equal scores, hashes of files that hold a date) stays as the page has it.
 */
export async function playPage(text: string): Promise<PlayedPage> {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'examples'), join(folder, 'examples'));
  const outputs: string[] = [];
  for (const [, , block] of text.matchAll(BLOCK))
    for (const [, , line, shown] of block.matchAll(COMMAND)) {
      const printed = await printedBy(line, folder);
      outputs.push(withoutFreshParts(printed) === withoutFreshParts(shown) ? shown : printed);
    }
  const played = text.replace(
    BLOCK,
    (_, open, block: string, close) =>
      open + block.replace(COMMAND, (_, prompt: string) => prompt + outputs.shift()) + close,
  );
  return { text: played, folder };
}

const withoutFreshParts = (text: string) =>
  text.replace(/seed [0-9a-f]{16},/g, 'seed (fresh),').replace(/\b[0-9a-f]{64}\b/g, '(hash)');

/** What a line of shell prints: `onerun ...`, for one file or for each of a pattern, or into /dev/null. */
async function printedBy(line: string, folder: string): Promise<string> {
  const [, variable, pattern, command] = LOOP.exec(line) ?? [];
  if (variable === undefined) return printedByOne(line, folder);
  let printed = '';
  for (const file of filesLike(pattern, folder))
    printed += await printedByOne(command.replaceAll(`$${variable}`, file), folder);
  return printed;
}

async function printedByOne(line: string, folder: string): Promise<string> {
  const [command, to, ...more] = line.split(' > ');
  const [program, ...typed] = words(command);
  if (program !== 'onerun' || more.length > 0 || (to !== undefined && to !== '/dev/null'))
    throw new Error(`a console block has a command that is not run here: ${line}`);
  const args = typed.flatMap((word) => (word.includes('*') ? filesLike(word, folder) : [word]));
  const { out, err } = await onerun(args, folder);
  if (err !== '') throw new Error(`${line}: ${err}`);
  return to === undefined ? `${out.trimEnd()}\n` : '';
}

/** The files whose names match a pattern with one star. */
function filesLike(pattern: string, folder: string): string[] {
  const [before, after] = basename(pattern).split('*');
  return readdirSync(join(folder, dirname(pattern)))
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .sort()
    .map((name) => join(dirname(pattern), name));
}
