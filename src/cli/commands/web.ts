import type { Command } from 'commander';
import { number } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { USUAL_PORT } from '../web/port.ts';
import type { WebOptions } from '../web/run.ts';

const EXAMPLES = `
Examples:
  $ onerun web
  $ onerun web --port 8080 --no-open

The same folder, dist/web of the package, works from any static host. Ctrl-C ends it.`;

/** Adds `onerun web`: the app on localhost. */
export function addWeb(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('web')
    .description(
      'open the app in your browser; it is served to this machine alone, and nothing leaves the page',
    )
    .option('--port <n>', `port (default: ${USUAL_PORT}, or any that is free)`, number('port'))
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: WebOptions) => (await import('../web/run.ts')).runWeb(options, report));
}
