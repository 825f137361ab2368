import type { Command } from 'commander';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { outlineOf } from './outline.ts';
import type { Shell } from './shells.ts';
import { zshCompletion } from './zsh.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The script that has a shell complete the words of a command line. */
export function runCompletion(program: Command, shell: Shell): CommandOutcome {
  return { code: EXIT.consistent, text: SCRIPTS[shell](outlineOf(program)) };
}
