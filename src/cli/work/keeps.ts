import { checkBelowOne, checkWhole } from '../../check.ts';
import { definedOnly } from '../../defined-only.ts';
import { DEFAULT_LIMITS } from '../../io/index.ts';
import {
  CouldNotHaveNoticed,
  judgeRuns,
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
  if (minPower !== undefined) checkBelowOne('min_power', minPower);
  const options: TrialOptions = {
    m,
    k,
    ...definedOnly({ guesses, sides, tau, runs, model, violation }),
  };
  if (path === undefined) return { code: EXIT.consistent, json: designData(claim, options, minPower) };
  const trial = trialOf(claim, options, minPower);
  const read = await readRunsFrom(path, undefined, DEFAULT_LIMITS, { ...(k > 2 ? { options: k } : {}) });
  const judged = judgeRuns(
    trial,
    read.map(({ scores }) => scores),
    typed.seed ?? freshSeed(),
    LET_PASS,
  );
  return { code: judged.outcome === 'refuted' ? EXIT.refuted : EXIT.consistent, json: judged };
}

/** As Python writes it: the Python package alone calls this command. */
const LET_PASS = 'min_power=0';

/** A design: `blind` says why it could not have noticed; it has no runs where it can never refute. */
function designData(claim: string, options: TrialOptions, minPower: number | undefined): object {
  try {
    const { design, runs, critical, judged, standing } = trialOf(claim, options, minPower);
    const { m, k, guesses } = design;
    const blind = minPower === 0 ? null : whyDesignIsBlind(design.claim, judged, standing, LET_PASS);
    return { m, k, guesses, runs, critical, blind };
  } catch (error) {
    if (error instanceof CouldNotHaveNoticed) return { m: options.m, runs: 0, blind: error.message };
    throw error;
  }
}
