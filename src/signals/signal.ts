import { InvalidInput } from '../errors.ts';
import { exp, expm1, ln, log1p } from '../numerics/index.ts';

/**
 * What a model says about a record: its loss, the probability p that it gives to the true answer, or the
 * logit ln(p / (1 - p)) of that. For cross entropy the loss is -ln p.
 */
export type SignalForm = 'loss' | 'probability' | 'logit';

/** From here on ln(expm1(loss)) is the loss itself in double precision. */
const LARGE_LOSS = 40;

/** Beyond this size signals are cut off: squares and sums stay finite. */
export const MOST_SIGNAL = 1e100;

/** The loss -ln p of each form. */
export const TO_LOSS: Readonly<Record<SignalForm, (signal: number) => number>> = {
  loss: (loss) => loss,
  probability: (p) => -ln(p),
  logit: (logit) => softplus(-logit),
};

/**
 * The logit ln(p / (1 - p)) of each form, exact in both tails. It is infinite where p is 0 or 1, as a loss of
 * 0 in single precision says.
 */
export const TO_LOGIT: Readonly<Record<SignalForm, (signal: number) => number>> = {
  loss: (loss) => (loss < LARGE_LOSS ? -ln(expm1(loss)) : -loss),
  probability: (p) => ln(p) - log1p(-p),
  logit: (logit) => logit,
};

/** ln(1 + e^x). */
function softplus(x: number): number {
  return Math.max(x, 0) + log1p(exp(-Math.abs(x)));
}

/**
 * What a number should be that is no signal of this form, in words, or null where it is one. `aProbability`
 * asks that a loss is minus the logarithm of a probability.
 *
 * @example
 * const rule = whyNoSignal('probability', 1.5);
 * // 'must be a probability, from 0 to 1'
 */
export function whyNoSignal(form: SignalForm, value: number, aProbability = false): string | null {
  if (form === 'probability') return value >= 0 && value <= 1 ? null : 'must be a probability, from 0 to 1';
  if (Number.isNaN(value)) return 'must be a number';
  return form === 'loss' && aProbability && value < 0
    ? 'must be at least 0, being minus the logarithm of a probability'
    : null;
}

/**
 * The logit of each record's own label from the scores of all classes before the softmax:
 * z_y - ln(sum of e^z_j over the other classes). No precision is lost where the model is sure, as it is in a
 * loss of single precision. `logits` has one array per class, with one number per record.
 *
 * @example
 * const logits = labelLogits([[9, -40], [1, 0], [0, 0]], [0, 0]);
 * // [7.69, -40.69]
 */
export function labelLogits(logits: readonly ArrayLike<number>[], labels: ArrayLike<number>): Float64Array {
  checkClasses('logits', logits, labels);
  return Float64Array.from(labels, (label, row) => {
    const own = logits[label][row];
    let most = -Infinity;
    for (let j = 0; j < logits.length; j++) if (j !== label) most = Math.max(most, logits[j][row]);
    if (!(own < Infinity && most < Infinity))
      throw new InvalidInput(
        `invalid logit in row ${row + 1}; must be a number below infinity: ${own < Infinity ? most : own}`,
      );
    if (own === -Infinity || most === -Infinity) return own === -Infinity ? own : Infinity;
    let sum = 0;
    for (let j = 0; j < logits.length; j++) if (j !== label) sum += exp(logits[j][row] - most);
    return own - most - ln(sum);
  });
}

/**
 * The probability of each record's own label, from those of all classes: one array per class.
 *
 * @example
 * const p = labelProbabilities([[0.9, 0.2], [0.1, 0.8]], [0, 1]);
 * // [0.9, 0.8]
 */
export function labelProbabilities(
  probabilities: readonly ArrayLike<number>[],
  labels: ArrayLike<number>,
): Float64Array {
  checkClasses('probabilities', probabilities, labels);
  return Float64Array.from(labels, (label, row) => probabilities[label][row]);
}

function checkClasses(name: string, classes: readonly ArrayLike<number>[], labels: ArrayLike<number>): void {
  if (classes.length < 2 || classes.some(({ length }) => length !== labels.length))
    throw new InvalidInput(
      `invalid ${name}; must have one array for each of two or more classes, as long as the labels (${labels.length})`,
    );
  for (let row = 0; row < labels.length; row++)
    if (!(Number.isInteger(labels[row]) && labels[row] >= 0 && labels[row] < classes.length))
      throw new InvalidInput(
        `invalid label in row ${row + 1}; must be a whole number from 0 to ${classes.length - 1}: ${labels[row]}`,
      );
}
