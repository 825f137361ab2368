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

/** One command, and what is done with its output. */
const ONE = /^onerun (.*?)(?: \| head -(\d+))?( > \/dev\/null)?$/;

/** A page of the documentation whose commands were run. */
export interface PlayedPage {
  /** The page with what the commands printed just now. */
  readonly text: string;
  /** Where they ran: what they wrote lies there. */
  readonly folder: string;
}

/**
 * Runs the commands of a page's console blocks one after another, in a folder of their own that has the examples. What
 * is new each time (draws among equal scores, dates, hashes of files that hold them) stays as the page has it.
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
  text
    .replace(/seed [0-9a-f]{16},/g, 'seed (fresh),')
    .replace(/\b[0-9a-f]{64}\b/g, '(hash)')
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d\b/g, '(when)');

/** What a line of shell prints: `onerun ...`, or that for each file of a pattern. */
async function printedBy(line: string, folder: string): Promise<string> {
  const [, variable, pattern, command] = LOOP.exec(line) ?? [];
  if (variable === undefined) return printedByOne(line, folder);
  let printed = '';
  for (const file of filesLike(pattern, folder))
    printed += await printedByOne(command.replaceAll(`$${variable}`, file), folder);
  return printed;
}

/** What `onerun ...` prints, all of it, its first lines (`| head -20`) or nothing (`> /dev/null`). */
async function printedByOne(line: string, folder: string): Promise<string> {
  const [, command, lines, nowhere] = ONE.exec(line) ?? [];
  if (command === undefined) throw new Error(`a console block has a command that is not run here: ${line}`);
  const args = words(command).flatMap((word) => (/[*[]/.test(word) ? filesLike(word, folder) : [word]));
  const { out, err } = await onerun(args, folder, 80);
  // On a busy machine a command may take long enough for a line of progress.
  const problem = err.replace(/^.*\[#*\.*\] .*\n/gm, '');
  if (problem !== '') throw new Error(`${line}: ${problem}`);
  if (nowhere !== undefined) return '';
  const first = lines === undefined ? out : out.split('\n').slice(0, Number(lines)).join('\n');
  return `${first.trimEnd()}\n`;
}

/** The files whose names match a pattern with stars or brackets. */
function filesLike(pattern: string, folder: string): string[] {
  const names = new RegExp(`^${basename(pattern).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  return readdirSync(join(folder, dirname(pattern)))
    .filter((name) => names.test(name))
    .sort()
    .map((name) => join(dirname(pattern), name));
}
