import type { AssignmentColumn } from '../../games/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import type { DataFormat } from './survey-data.ts';

/** A data set that canaries were put into. */
export interface InsertedData {
  /** As it was named. */
  readonly from: string;
  readonly to: string;
  readonly format: DataFormat;
  readonly field: string;
  readonly lines: number;
  readonly inserted: number;
  readonly otherFields: readonly string[];
}

/** Everything that is said about text canaries that were drawn. */
export interface DrawnTexts {
  readonly m: number;
  readonly k: number;
  readonly column: AssignmentColumn;
  readonly included: number;
  readonly words: number;
  /** Lines of the vocabulary with a word that stood before. */
  readonly repeated: number;
  readonly ofVocabulary: boolean;
  readonly length: number;
  readonly bits: number;
  readonly exact: boolean;
  /** The first text, or the first two candidates. */
  readonly examples: readonly string[];
  readonly hash: string;
  readonly out: string;
  readonly commitment: string;
  readonly texts: string;
  readonly seeded: boolean;
  readonly data: InsertedData | null;
}

/** What was drawn and written, who may see what, and what to do next. */
export function textCanariesWords(drawn: DrawnTexts): string {
  const { hash, out, commitment, data, seeded } = drawn;
  return `${drawnWords(drawn)}
${data === null ? '' : `\n${dataWords(data)}\n`}
${whoSees(drawn)}

Publish this hash before training. It binds coins and texts:

  ${hash}
${seeded ? '\nWhoever knows the seed knows the coins, and a short one can be found: texts show which guess is right.\n' : ''}
Next:
${nextSteps(drawn)}

Afterwards reveal ${quotedPath(out)} and ${quotedPath(commitment)} (it holds the salt): onerun verify checks that they and the texts fit the hash, onerun audit that the coins do.
`;
}

function drawnWords(drawn: DrawnTexts): string {
  const { m, k, column, included, words, repeated, ofVocabulary, length, bits, exact, examples } = drawn;
  const [what, all] =
    column === 'included'
      ? [`${counted(m, 'text')}, of which ${included} ${included === 1 ? 'is' : 'are'} in`, 'texts']
      : [`${counted(m, 'set')} of ${k} candidate texts, and one of each to be in`, 'candidates'];
  const passedOver =
    repeated === 0 ? '' : `; words that stand twice count once: ${counted(repeated, 'line')}`;
  const made = ofVocabulary
    ? `${length} of ${words} words${passedOver}`
    : `${length} of ${words} letters and digits`;
  const shown = examples.map((text) => `"${quoted(text)}"`).join(' or ');
  return `Drawn: ${what}. All ${all} differ. Each has ${exact ? '' : 'at most '}${rounded(bits)} bits (${made}), such as ${shown}.`;
}

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

/** One digit, rounded down. */
const rounded = (bits: number) => (Math.floor(10 * bits + 1e-9) / 10).toFixed(1);

function dataWords({ from: path, to, format, field, lines, inserted, otherFields }: InsertedData): string {
  const from = path === '-' ? 'standard input' : quotedPath(path);
  const what = format === 'text' ? 'a line of its own' : `a record of its own, in the field ${quoted(field)}`;
  const others =
    otherFields.length === 0
      ? ''
      : ` The first record of ${from} has other fields (${otherFields
          .slice(0, 10)
          .map((name) => quoted(name, 40))
          .join(', ')}), which the canaries' have only where --record gives them.`;
  return `Inserted: ${counted(inserted, 'text')} into the ${counted(lines, 'line')} of ${from}, each once, as ${what}, at random places. The result is in ${quotedPath(to)}; every other byte is as it was.${others}`;
}

function whoSees({ out, commitment, texts, data }: DrawnTexts): string {
  const rows = [
    ...(data === null
      ? []
      : [
          `  ${quotedPath(data.to)}: for the training alone. With the texts it tells who is in, and its number of lines tells how many.`,
        ]),
    `  ${quotedPath(texts)}: for whoever scores the model. It says nothing of the coins; the training needs no look at it.`,
    `  ${quotedPath(out)} and ${quotedPath(commitment)}: for nobody until the scores are fixed, neither the training nor whoever scores.`,
  ];
  return `Who may see what:\n${rows.join('\n')}`;
}

function nextSteps({ out, commitment, texts, data, column, k }: DrawnTexts): string {
  const train =
    data === null
      ? `  1. Put each text that is in${column === 'included' ? '' : ', the candidate that was drawn,'} into the training data once (--insert-into does that), and train.`
      : `  1. Train on ${quotedPath(data.to)}, one line as one record: texts that are packed into one sequence change what is protected.`;
  const scores =
    column === 'included'
      ? 'id,score'
      : k <= 3
        ? `id,${Array.from({ length: k }, (_, i) => `score_${i}`).join(',')}`
        : `id,score_0,...,score_${k - 1}`;
  return `${train}
  2. Score ${quotedPath(texts)} with the trained model, in Python with onerun.transformers, to a file ${scores}.
  3. onerun audit scores.csv --assignment ${quotedPath(out)} --commitment ${quotedPath(commitment)} --claim CLAIM`;
}
