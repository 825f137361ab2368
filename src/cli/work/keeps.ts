import { checkWhole } from '../../check.ts';
import { definedOnly } from '../../defined-only.ts';
import { DEFAULT_LIMITS } from '../../io/index.ts';
import {
  judgeRuns,
  type Trial,
  type TrialOptions,
  trialOf,
  whyDesignIsBlind,
} from '../../mechanisms/index.ts';
import { freshSeed } from '../../numerics/index.ts';
import type { Sides } from '../../types.ts';
import { readRunsFrom } from '../audit/read-run.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

/** What may be typed for `onerun keeps`. */
export interface KeepsCommand {
  claim: string;
  canaries: number;
  options: number;
  guesses?: number;
  sides?: Sides;
  tau?: number;
  runs?: number;
  model?: string;
  violation?: string;
  minPower?: number;
  seed?: string;
}

/** The design of a test of a mechanism; with scores, what they say. */
export async function runKeeps(path: string | undefined, typed: KeepsCommand): Promise<CommandOutcome> {
  const { claim, canaries: m, options: k, guesses, sides, tau, runs, model, violation, minPower } = typed;
  checkWhole('canaries', m, 1);
  checkWhole('options', k, 2);
  const options: TrialOptions = {
    m,
    k,
    ...definedOnly({ guesses, sides, tau, runs, model, violation }),
  };
  const trial = trialOf(claim, options, minPower);
  if (path === undefined) return { code: EXIT.consistent, json: designData(trial) };
  const read = await readRunsFrom(path, undefined, DEFAULT_LIMITS, { ...(k > 2 ? { options: k } : {}) });
  const judged = judgeRuns(
    trial,
    read.map(({ scores }) => scores),
    typed.seed ?? freshSeed(),
  );
  return { code: judged.outcome === 'refuted' ? EXIT.refuted : EXIT.consistent, json: judged };
}

function designData(trial: Trial): object {
  const { design, runs, tau, critical, standing } = trial;
  const { claim, m, k, guesses, sides } = design;
  const { violation, power, standsFrom } = standing;
  const blind = whyDesignIsBlind(trial);
  return { claim, m, k, guesses, sides, runs, tau, critical, violation, power, standsFrom, blind };
}
