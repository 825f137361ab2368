/** A word that onerun uses in a meaning of its own, explained once for help, reports, pages and the app. */
export interface Term {
  /** The one name of the thing. */
  readonly term: string;
  /** Half a sentence or a little more, without a capital letter or a full stop. */
  readonly meaning: string;
  /** How it is recognised in a text; by default its name, also in the plural. */
  readonly seen?: RegExp;
}

/** In the order in which a newcomer needs them. */
export const TERMS: readonly Term[] = [
  {
    term: 'record',
    meaning: 'one entry of the data: a person, an image, a text',
  },
  {
    term: 'differential privacy',
    meaning: 'whatever comes out of a program is almost as likely without any one record as with it',
  },
  {
    term: 'mechanism',
    meaning: 'the program under audit, which turns data into an outcome with random noise: a training, a sum',
  },
  {
    term: 'DP-SGD',
    meaning:
      'the usual training with differential privacy: in each step every gradient is clipped and noise is added',
  },
  {
    term: 'clip norm',
    meaning: 'the size to which DP-SGD cuts the gradient of one record',
    seen: /\bclip norms?\b|\bclipp(?:ed|ing)\b/i,
  },
  { term: 'noise multiplier', meaning: 'the noise of DP-SGD, as a multiple of the clip norm' },
  {
    term: 'sampling rate',
    meaning: 'the chance of each record to be in one step of DP-SGD, drawn for each alone (Poisson sampling)',
    seen: /\bsampling rates?\b|\bPoisson\b|\brate=/i,
  },
  {
    term: 'canary',
    meaning:
      'a record planted for the audit; a fair coin decides whether it goes into the training data (in) or not (out)',
    seen: /\bcanar(?:y|ies)\b/i,
  },
  {
    term: 'bucket',
    meaning: 'a canary that has several candidates, one of which goes in by a fair draw',
    seen: /\bbuckets?\b/i,
  },
  {
    term: 'assignment',
    meaning: 'which canaries are in and which are out, drawn by fair coins; secret until training is over',
    seen: /\bassignments?\b|\bcoins\b/i,
  },
  {
    term: 'commitment',
    meaning: 'a hash of the assignment, published before training so that nobody can change it later',
    seen: /\bcommit(?:ments?|ted|s)?\b/i,
  },
  { term: 'run', meaning: 'one training, or one use of another mechanism, with canaries in it' },
  {
    term: 'run folder',
    meaning: 'what a training leaves for the audit: scores, assignment, and a manifest that describes them',
    seen: /\brun folders?\b|\bmanifests?\b/i,
  },
  {
    term: 'attack',
    meaning: 'whatever turns the outcome of a run into scores',
  },
  {
    term: 'white-box, black-box',
    meaning: 'an attack that sees every step of the training, or only the trained model',
    seen: /\b(?:white|black)[- ]box\b/i,
  },
  {
    term: 'score',
    meaning: 'a number for each canary: the higher, the more likely it was in',
  },
  {
    term: 'guess',
    meaning:
      'to call one canary in or out, or to name a candidate; the attack guesses only where it is surest, and how often is fixed before the scores are seen',
    seen: /\bguess(?:es|ed)?\b/i,
  },
  {
    term: 'abstain',
    meaning:
      'to make no guess about a canary; an attack that guesses only where it is sure is right more often',
    seen: /\babstain(?:s|ed)?\b/i,
  },
  {
    term: 'sides',
    meaning: 'whether guesses may only say in, only say out, or both',
    seen: /--sides|\bthe sides\b/i,
  },
  {
    term: 'cut',
    meaning: 'where guessing begins: canaries with scores beyond it are called in, or out',
    seen: /\b(?:the|two|a|right|left) cuts?\b/i,
  },
  {
    term: 'game',
    meaning:
      'planting, training and guessing, seen as one experiment: who was in (membership game), or which candidate (reconstruction game)',
    seen: /\bgames?\b/i,
  },
  {
    term: 'claim',
    meaning:
      'the statement about privacy that is tested, such as gaussian(sigma=1) or approx-dp(epsilon=8, delta=1e-5)',
  },
  {
    term: 'trade-off curve',
    meaning:
      'all that a claim says: for each rate of false positives (out, but called in) the least rate of false negatives (in, but called out) that any attack can have',
    seen: /\btrade-off curves?\b|\bcurves? to search\b/i,
  },
  {
    term: 'epsilon',
    meaning:
      'how much more likely one record can make an outcome: at most e^epsilon times; 0 is perfect privacy, and smaller is more private',
  },
  { term: 'delta', meaning: 'the small probability with which the limit that epsilon sets may fail' },
  {
    term: 'family',
    meaning: 'claims with one parameter left open, such as gaussian or approx-dp(delta=1e-5)',
    seen: /\bfamil(?:y|ies)\b/i,
  },
  {
    term: 'proved epsilon',
    meaning:
      'what the right guesses prove: with the stated confidence, the true epsilon is at least that large',
    seen: /\bproved?\b|\blower bounds? on epsilon\b/i,
  },
  {
    term: 'refuted',
    meaning:
      'more guesses were right than the claim allows, at the stated confidence; a claim that is not refuted is not thereby proved',
    seen: /\brefut(?:ed?|es)\b/i,
  },
  {
    term: 'p-value',
    meaning:
      'how probable so many right guesses are, at most, if the claim is true; 0.05 or less refutes it, unless another tau is stated',
    seen: /\bp-values?\b/i,
  },
  {
    term: 'tau',
    meaning:
      'the significance, 1 - confidence: how often, at most, a true claim is refuted; 0.05 unless stated',
    seen: /\btau\b|\bsignificances?\b/i,
  },
  {
    term: 'confidence',
    meaning: 'how often, at least, a true claim is not refuted; 95% unless stated',
    seen: /\bconfidences?\b/i,
  },
  {
    term: 'design',
    meaning: 'what is fixed before a run: claim, canaries, guesses, sides, tau; a plan is a design in a file',
  },
  {
    term: 'violation',
    meaning: 'what may be true instead of the claim, and should be caught; half the noise unless stated',
  },
  {
    term: 'power',
    meaning:
      'how likely the audit is to refute a claim that is violated in a stated way, such as by half the noise',
  },
  {
    term: 'worst-case',
    meaning: 'holds for every mechanism, whatever it does inside',
  },
  {
    term: 'model-based',
    meaning:
      'holds for mechanisms of the named family only; one outside of it can be more private than the number says',
  },
  {
    term: 'independent-canaries',
    meaning:
      'holds only if no canary changes how the model treats another; the verdict needs this only where asked to',
  },
  {
    term: 'neighbours',
    meaning:
      'the two sets of data that a claim compares: with a record and without it (add-remove), or with another in its place (replace)',
    seen: /\bneighbours?\b|\brelation=/i,
  },
  {
    term: 'method',
    meaning:
      'the test that is used: paper is Algorithm 3 of the paper, optimal the test with the smallest p-value that is valid, steinke that of Steinke, Nasr and Jagielski (2023), classical one of a canary that is in or out of many runs',
    seen: /--method|\bmethods?\b/i,
  },
  {
    term: 'certificate',
    meaning: 'a file that proves a result; anyone can check it without trusting onerun',
  },
  {
    term: 'TPR, FPR',
    meaning:
      'true and false positive rate: of the records that were in, and of those that were out, the share that an attack calls in',
    seen: /\b[TF]PR\b|--[tf]pr\b/,
  },
  {
    term: 'advantage',
    meaning: 'the largest difference TPR - FPR: 0 for blind guessing, 1 for certainty',
  },
  {
    term: 'AUC',
    meaning: 'how often a canary in scores higher than one out: 0.5 for blind guessing, 1 for certainty',
    seen: /\bAUC\b/,
  },
  {
    term: 'posterior',
    meaning:
      'how likely it is that a record was in, given the outcome; its prior is the same before the outcome is known',
  },
  {
    term: 'ledger',
    meaning: 'a file that collects runs over time, and the evidence that they add up to',
  },
  {
    term: 'evidence',
    meaning:
      'what the runs so far say against the claim, as a factor; the claim is refuted once it reaches 1/tau, 20 unless stated',
    seen: /\bevidence\b/i,
  },
  {
    term: 'e-value',
    meaning:
      'the factor by which one run multiplies the evidence: what bets against the claim pay, at most 1 on average if it is true',
    seen: /\be-values?\b|\bbets?\b/i,
  },
  {
    term: 'target, reference model',
    meaning: 'the model under audit, and other models trained to compare it with',
    seen: /\breference models?\b|\breferences\b/i,
  },
];

/** The terms that occur in a text, in their order. */
export function termsIn(text: string): Term[] {
  return TERMS.filter(({ term, seen }) => (seen ?? named(term)).test(text));
}

/** The same with the terms that their meanings use. */
export function termsFor(text: string): Term[] {
  return termsIn([text, ...termsIn(text).map(({ meaning }) => meaning)].join('\n'));
}

const named = (term: string) => new RegExp(`\\b${term.replace(/[-]/g, '\\-')}s?\\b`, 'i');

/** A meaning as a sentence. */
export function asMeaning(meaning: string): string {
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}
