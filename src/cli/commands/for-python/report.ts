import type { Command } from 'commander';
import type { CommandOutcome } from '../../shell/outcome.ts';
import type { ReportCommand } from '../../work/report.ts';

/** Adds `onerun report`, which the Python package calls: the page of an audit that was made before. */
export function addReport(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('report', { hidden: true })
    .description('write the HTML report of an audit whose facts stand on standard input')
    .requiredOption('--out <file>', 'the page')
    .option('--force', 'replace a file that exists')
    .action(async (options: ReportCommand) =>
      report(await (await import('../../work/report.ts')).runReport(options)),
    );
}
