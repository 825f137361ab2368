import { InvalidInput } from '../../errors.ts';
import type { SignalFile, SignalsOfModel } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { labelLogits, labelProbabilities, type SignalForm, whyNoSignal } from '../../signals/index.ts';

/** What one model says about each record: one column, or one per candidate. */
export interface ModelColumns {
  readonly form: SignalForm;
  readonly columns: readonly Float64Array[];
  /** Whether these are candidates, or classes of which the label's was taken. */
  readonly layout: SignalsOfModel['layout'];
}

/** The signals of a file's own model, of classes those of the label. */
export function modelColumns({ file, own }: SignalFile): ModelColumns {
  if (own === null)
    throw new InvalidInput(
      `missing column 'loss' in ${quotedPath(file)}; must have loss, probability, logit, or logits and label`,
    );
  const { name, layout, columns, labels } = own;
  if (layout === 'classes' && labels !== null) {
    const pick = name === 'probability' ? labelProbabilities : labelLogits;
    const form = name === 'probability' ? 'probability' : 'logit';
    return { form, columns: [withFile(file, () => pick(columns, labels))], layout };
  }
  if (name === 'logits') throw new Error('internal: logits without labels');
  return { form: name, columns, layout };
}

/** Refuses numbers that are no signals of this form, by file and row. */
export function checkColumns(
  file: string,
  columns: readonly Float64Array[],
  form: SignalForm,
  aProbability: boolean,
): void {
  for (const values of columns)
    for (let row = 0; row < values.length; row++) {
      const rule = whyNoSignal(form, values[row], aProbability);
      if (rule !== null)
        throw new InvalidInput(
          `invalid ${form} in ${quotedPath(file)}, row ${row + 1}; ${rule}: ${values[row]}`,
        );
    }
}

/** Refuses signals of another form than the target's. */
export function checkSameForm(file: string, form: SignalForm, wanted: SignalForm): void {
  if (form !== wanted)
    throw new InvalidInput(
      `invalid signals in ${quotedPath(file)}; must be of the form of the target's (${wanted}): ${form}`,
    );
}

function withFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInput) throw new InvalidInput(`${error.message} (${quotedPath(file)})`);
    throw error;
  }
}
