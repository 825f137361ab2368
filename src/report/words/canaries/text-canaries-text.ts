import { quoted, quotedPath } from '../../../quote.ts';

/** Everything that is said about text canaries that were drawn. */
export interface DrawnTexts {
  readonly m: number;
  readonly k: number;
  readonly column: 'included' | 'truth';
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
}

/** What was drawn and written, who may see what, and what to do next. */
export function textCanariesWords(drawn: DrawnTexts): string {
  const { hash, out, commitment, seeded } = drawn;
  return `${drawnWords(drawn)}

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

function whoSees({ out, commitment, texts }: DrawnTexts): string {
  return `Who may see what:
  ${quotedPath(texts)}: for whoever scores the model. It says nothing of the coins; the training needs no look at it.
  ${quotedPath(out)} and ${quotedPath(commitment)}: for nobody until the scores are fixed, neither the training nor whoever scores.`;
}

function nextSteps({ out, commitment, texts, column, k }: DrawnTexts): string {
  const scores =
    column === 'included'
      ? 'id,score'
      : k <= 3
        ? `id,${Array.from({ length: k }, (_, i) => `score_${i}`).join(',')}`
        : `id,score_0,...,score_${k - 1}`;
  return `  1. Put each text that is in${column === 'included' ? '' : ', the candidate that was drawn,'} into the training data once, as a record of its own, and train.
  2. Score ${quotedPath(texts)} with the trained model, in Python with onerun_audit.transformers, to a file ${scores}.
  3. onerun audit scores.csv --assignment ${quotedPath(out)} --commitment ${quotedPath(commitment)} --claim CLAIM`;
}
