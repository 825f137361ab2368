import { Command } from 'commander';
import { addAudit } from '../commands/audit.ts';
import { addAuditAll } from '../commands/audit-all.ts';
import { addBound } from '../commands/bound.ts';
import { addCanaries } from '../commands/canaries.ts';
import { addCurve } from '../commands/curve.ts';
import { addKeeps } from '../commands/for-python/keeps.ts';
import { addReport } from '../commands/for-python/report.ts';
import { addLedger } from '../commands/ledger.ts';
import { addPlan } from '../commands/plan.ts';
import { addReproduce } from '../commands/reproduce.ts';
import { addScore } from '../commands/score.ts';
import { addSimulate } from '../commands/simulate.ts';
import { addTrain } from '../commands/train.ts';
import { addVerify } from '../commands/verify.ts';
import { addWeb } from '../commands/web.ts';
import { addWorker } from '../commands/worker.ts';
import { refuseRepeats } from './options.ts';
import type { CommandOutcome } from './outcome.ts';
import { VERSION } from './version.ts';
import { HOW_IT_WORKS } from './words/help-words.ts';

/** All commands, in the order of the help; `claims` is what the help of curve says about kinds of claims. */
export function programOf(
  report: (outcome: CommandOutcome) => void,
  out: (text: string) => void,
  claims: string,
): Command {
  const program = new Command('onerun')
    .description('Audit differential privacy from a single training run.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: () => {} })
    .showSuggestionAfterError()
    .addHelpText('after', HOW_IT_WORKS);
  addAudit(program, report);
  addAuditAll(program, report);
  addPlan(program, report);
  addCanaries(program, report);
  addScore(program, report);
  addLedger(program, report);
  addBound(program, report);
  addVerify(program, report);
  addCurve(program, report, claims);
  addKeeps(program, report);
  addReport(program, report);
  addReproduce(program, report);
  addWorker(program, report);
  addSimulate(program, report);
  addTrain(program, report);
  addWeb(program, report);
  for (const command of program.commands)
    for (const each of [command, ...command.commands]) refuseRepeats(each);
  return program;
}
