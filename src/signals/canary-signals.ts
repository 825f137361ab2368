import { InvalidInput } from '../errors.ts';
import { type SignalForm, whyNoSignal } from './signal.ts';

/** What one reference model says about each canary, and who was in its training set. */
export interface ReferenceSignals {
  readonly signals: ArrayLike<number>;
  /** For each canary whether it was in (1 or true), by other coins than the target's. Default: none was. */
  readonly included?: ArrayLike<number | boolean>;
}

/** What the audited model and reference models say about each canary: one number per canary and model. */
export interface CanarySignals {
  /** What the numbers are. Default: `loss`. */
  readonly form?: SignalForm;
  readonly target: ArrayLike<number>;
  /** Models trained as the target was. Default: none. */
  readonly references?: readonly ReferenceSignals[];
  /**
   * For RMIA, records that are in no model, each under the target and under every reference. Default: the
   * other canaries.
   */
  readonly population?: {
    readonly target: ArrayLike<number>;
    readonly references: readonly ArrayLike<number>[];
  };
}

/** Throws unless every number is a signal and all models have as many as the target. */
export function checkSignals(signals: CanarySignals, aProbability: boolean): void {
  const { form = 'loss', target, references = [], population } = signals;
  if (target.length === 0) throw new InvalidInput('missing signals; must have one per canary: 0');
  checkNumbers('target', target, form, aProbability);
  for (const [i, { signals: own, included }] of references.entries()) {
    const name = `reference ${i}`;
    checkLength(name, own, target.length);
    checkNumbers(name, own, form, aProbability);
    if (included === undefined) continue;
    checkLength(`who was in ${name}`, included, target.length);
    if (own.length > 1 && isSame(own, target))
      throw new InvalidInput(
        `invalid ${name}; its signals are the target's own, and who was in it would be the target's coins`,
      );
    for (let row = 0; row < included.length; row++)
      if (Number(included[row]) !== 0 && Number(included[row]) !== 1)
        throw new InvalidInput(
          `invalid included of ${name}, canary ${row + 1}; must be 0 or 1, false or true: ${included[row]}`,
        );
  }
  if (population === undefined) return;
  if (population.target.length === 0) throw new InvalidInput('missing population; must have a record: 0');
  if (population.references.length !== references.length)
    throw new InvalidInput(
      `invalid population; must have signals of all ${references.length} references: ${population.references.length}`,
    );
  for (const [i, own] of [population.target, ...population.references].entries()) {
    const name = `population under ${i === 0 ? 'the target' : `reference ${i - 1}`}`;
    checkLength(name, own, population.target.length);
    checkNumbers(name, own, form, aProbability);
  }
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let row = 0; row < a.length; row++) if (a[row] !== b[row]) return false;
  return true;
}

function checkLength(name: string, values: ArrayLike<unknown>, length: number): void {
  if (values.length !== length)
    throw new InvalidInput(
      `invalid ${name}; must have as many numbers as the target (${length}): ${values.length}`,
    );
}

function checkNumbers(
  name: string,
  values: ArrayLike<number>,
  form: SignalForm,
  aProbability: boolean,
): void {
  for (let row = 0; row < values.length; row++) {
    const rule = whyNoSignal(form, values[row], aProbability);
    if (rule !== null)
      throw new InvalidInput(`invalid ${form} of ${name}, row ${row + 1}; ${rule}: ${values[row]}`);
  }
}
