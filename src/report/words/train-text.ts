import { quotedPath } from '../../quote.ts';
import { formatEpsilon, formatNumber, formatPercent } from './format.ts';
import { sectionsText } from './prose.ts';

/** What is reported of a finished training run. */
export interface TrainedRun {
  readonly folder: string;
  readonly claim: string;
  readonly epsilon: number;
  readonly delta: number;
  readonly records: number;
  readonly data: string;
  readonly steps: number;
  readonly testRecords: number;
  readonly testAccuracy: number;
  readonly canaries: number;
  readonly options: number;
  readonly attack: string;
  readonly score: string;
  readonly bug: string | null;
}

/** A finished training run, in words. */
export function trainedText(run: TrainedRun): string {
  const who =
    run.options === 2 ? `${run.canaries} canaries` : `${run.canaries} buckets of ${run.options} candidates`;
  const score = run.attack === 'white-box' ? `white-box, score ${run.score}` : 'black-box, score loss';
  return sectionsText([
    `Trained: ${run.steps} steps on ${run.records} records of ${quotedPath(run.data)}, with ${who} (${score}).${run.bug === null ? '' : `\nBroken on purpose: ${run.bug}.`}`,
    `Test accuracy: ${formatPercent(run.testAccuracy)} of ${run.testRecords}.`,
    `Claimed: ${run.claim}, epsilon ${formatEpsilon(run.epsilon)} at delta ${formatNumber(run.delta)}.`,
    `Next: onerun audit ${quotedPath(run.folder)}`,
  ]);
}
