import { InvalidInput } from './errors.ts';
import { quoted } from './quote.ts';

/** Whether a column of this name is lower the likelier its canary was in. */
export function isLoss(column: string): boolean {
  return /^(loss(es)?|nll|cross_?entropy|perplexity|ppl)$/i.test(column.trim());
}

/** Refuses losses whose direction nobody stated: scores taken the wrong way round cost half of tau. */
export function checkDirectionStated({
  scoreColumn,
  lowerIsIn,
}: {
  readonly scoreColumn?: string | undefined;
  readonly lowerIsIn?: boolean | undefined;
}): void {
  if (scoreColumn === undefined || !isLoss(scoreColumn) || lowerIsIn !== undefined) return;
  throw new InvalidInput(
    `column '${quoted(scoreColumn)}': a loss is lower where a canary was in: say so, or rename the column if higher means in`,
    ['lowerIsIn'],
  );
}
