import type { Command } from 'commander';
import type { DoctorCommand } from '../doctor/doctor.ts';
import type { CommandOutcome } from '../shell/outcome.ts';

const EXAMPLES = `
Examples:
  $ onerun doctor
  $ onerun doctor --json

It starts each program it finds to ask for its version, and waits at most five seconds for it; at 127.0.0.1:6379 it
asks whether a Redis answers. Nothing is installed or changed. Exit code 0, whatever is missing.`;

/** Adds `onerun doctor`: what is on this machine, and what each thing is for. */
export function addDoctor(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('doctor')
    .description(
      'show what is on this machine (Node, packages, Python, Redis, GPU and so on) and what each is used for',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: DoctorCommand) =>
      report(await (await import('../doctor/doctor.ts')).runDoctor(options)),
    );
}
