import type { AuditResult, CanaryField, JointRuns, RunPlots } from '../../audit/index.ts';
import { quoted } from '../../quote.ts';
import { auditVerdict } from '../../report/index.ts';
import type { Observation } from '../../types.ts';
import { type Cuts, cutsOfGuesses } from '../cuts.ts';

/** One run of several, as a row of the figure. */
export interface RunRow {
  /** Counted from 1. */
  readonly run: number;
  /** What tells it from the others, in few characters, and the name of its file. */
  readonly label: string;
  readonly file: string;
  readonly observation: Observation;
  /** Whether it has as many right guesses as were fixed in advance. */
  readonly isReached: boolean;
  readonly cuts: Cuts;
  /** Its canaries one by one; null where they are not kept. */
  readonly field: CanaryField | null;
  /** How many canaries have which score; null where the data do not show it. */
  readonly histogram: RunPlots['histogram'] | null;
}

/** What the figure of several runs shows. */
export interface RunsSource {
  readonly rows: readonly RunRow[];
  readonly game: CanaryField['game'];
  readonly joint: JointRuns;
  readonly claim: string | null;
  readonly verdict: { readonly outcome: string; readonly mark: string };
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly isLate?: boolean;
}

/** The figure of an audit of several runs; null for one run. */
export function sourceOfRuns(result: AuditResult): RunsSource | null {
  const { runs, joint, plots, claim, game } = result;
  if (runs.length < 2 || joint === null) return null;
  const labels = labelsOf(runs.map(({ inputs: [{ name, run }] }) => ({ name, run: run ?? null })));
  const { outcome, mark } = auditVerdict(result);
  return {
    rows: runs.map(({ inputs, observations: [observation] }, i) => ({
      run: i + 1,
      label: labels[i],
      file: inputs[0].name,
      observation,
      isReached: observation.correct >= joint.atLeast,
      cuts: cutsOfGuesses(observation),
      field: plots.fields.find(({ run }) => run === i + 1) ?? null,
      histogram: plots.runs.find(({ run }) => run === i + 1)?.histogram ?? null,
    })),
    game,
    joint,
    claim: claim?.stated ?? null,
    verdict: { outcome, mark },
  };
}

/** Names as short as they may be: of the column of runs, of files, of their folders; else numbers. */
function labelsOf(inputs: readonly { readonly name: string; readonly run: string | null }[]): string[] {
  const ways = [
    inputs.map(({ run }) => run ?? ''),
    inputs.map(({ name }) => pathParts(name).slice(-1).join('')),
    inputs.map(({ name }) => pathParts(name).slice(-2).join('/')),
  ];
  const found = ways.find((names) => new Set(names).size === names.length && !names.includes(''));
  return (found ?? inputs.map((_, i) => `run ${i + 1}`)).map((name) => quoted(name, 40));
}

/** The folders and the name of a file without what says its format. */
function pathParts(name: string): string[] {
  const parts = name.split(/[/\\]/).filter((part) => part !== '');
  return parts.map((part, i) => (i === parts.length - 1 ? part.replace(/(\.[a-z]{2,7})+$/i, '') : part));
}
