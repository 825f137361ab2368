import type { Command } from 'commander';
import type { WorkerOptions } from '../queue/worker.ts';
import { number } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';

const EXAMPLES = `
Examples:
  $ onerun worker --queue redis://host:6379/0   # on any number of machines
  $ onerun worker --queue rediss://host:6380/0 --threads 4   # by TLS
  $ onerun reproduce gaussian --simulate --queue redis://host:6379/0 --out out    # puts tasks there

User and password: in the address (redis://user:password@host:6379/0), or by the environment, where other users of the
machine do not see them: ONERUN_QUEUE_USER, ONERUN_QUEUE_PASSWORD. A worker may come and go at any time: Ctrl-C ends it
after the tasks that it is at, a second one at once, and its tasks are given to others.`;

/** Adds `onerun worker`: does the tasks of sweeps that others put into a queue. */
export function addWorker(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('worker')
    .description('do work for onerun reproduce on further machines: take tasks from a queue in Redis')
    .requiredOption('--queue <address>', 'where the queue is: redis://host:port/database, rediss:// for TLS')
    .option('--threads <n>', 'how many tasks to do at once (default: one for each core)', number('threads'))
    .option(
      '--lost-after <seconds>',
      'how long a worker may be silent before others take over its tasks (default: 20)',
      number('lost-after'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: WorkerOptions) =>
      report(await (await import('../queue/worker.ts')).runWorker(options)),
    );
}
