import { InvalidInput } from '../../errors.ts';
import { ABSTAIN } from '../../games/index.ts';
import { MOST_OPTIONS } from '../../observation.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';

/** Scores that were put together by hand must hold together: files are checked where they are read. */
export function checkScores(name: string, scores: Scores): void {
  if (scores.kind === 'membership') {
    checkEach(name, 'score', scores.scores, Number.isFinite, 'a finite number');
    checkLength(name, 'included', scores.included, scores.scores.length);
    checkEach(name, 'included', scores.included, (value) => value === 0 || value === 1, '0 or 1');
  } else {
    const { k, truth, guesses, confidence } = scores;
    if (!(Number.isSafeInteger(k) && k >= 2))
      throw new InvalidInput(
        `invalid options of ${quotedPath(name)}; must be a whole number, at least 2: ${k}`,
      );
    if (k > MOST_OPTIONS)
      throw new InvalidInput(`invalid options of ${quotedPath(name)}; must be at most ${MOST_OPTIONS}: ${k}`);
    checkLength(name, 'guesses', guesses, truth.length);
    if (confidence !== null) {
      checkLength(name, 'confidence', confidence, truth.length);
      checkEach(name, 'confidence', confidence, Number.isFinite, 'a finite number');
    }
    const isOption = (value: number) => Number.isInteger(value) && value >= 0 && value < k;
    checkEach(name, 'truth', truth, isOption, `a whole number below the ${k} options`);
    checkEach(
      name,
      'guess',
      guesses,
      (value) => value === ABSTAIN || isOption(value),
      `a whole number below the ${k} options, or -1`,
    );
  }
  const m = scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
  if (m === 0) throw new InvalidInput(`no scores in ${quotedPath(name)}`);
  if (scores.ids !== undefined) checkLength(name, 'ids', scores.ids, 2 * m);
}

function checkLength(name: string, what: string, values: ArrayLike<number>, length: number): void {
  if (values.length !== length)
    throw new InvalidInput(
      `invalid ${what} of ${quotedPath(name)}; must be one per score (${length}): ${values.length}`,
    );
}

function checkEach(
  name: string,
  what: string,
  values: ArrayLike<number>,
  fits: (value: number) => boolean,
  rule: string,
): void {
  for (let i = 0; i < values.length; i++)
    if (!fits(values[i]))
      throw new InvalidInput(
        `invalid ${what} of ${quotedPath(name)}, row ${i + 1}; must be ${rule}: ${values[i]}`,
      );
}
