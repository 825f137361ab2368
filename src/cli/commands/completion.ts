import { Argument, type Command } from 'commander';
import { SHELLS, type Shell } from '../describe/shells.ts';
import type { CommandOutcome } from '../shell/outcome.ts';

const EXAMPLES = `
Examples:
  $ onerun completion bash
  $ onerun completion zsh
  $ onerun completion fish

To have the tab key complete commands, options and files in every new shell (mkdir -p makes the folders
where they are missing):
  bash   onerun completion bash > ~/.local/share/bash-completion/completions/onerun
  zsh    onerun completion zsh > FOLDER/_onerun, with FOLDER in fpath before compinit is called
  fish   onerun completion fish > ~/.config/fish/completions/onerun.fish`;

/** Adds `onerun completion`: what a shell needs to complete command lines of onerun. */
export function addCompletion(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('completion')
    .description('print a script that lets your shell complete commands, options and files')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) =>
      report((await import('../describe/completion.ts')).runCompletion(program, shell)),
    );
}
