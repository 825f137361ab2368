/** The terms of a report, explained. */
export const GLOSSARY: readonly (readonly [term: string, meaning: string])[] = [
  [
    'canary',
    'A record made for the audit. A fair coin decides whether it goes into the training set; the attack tries to tell which did.',
  ],
  ['guess', 'The attack’s answer about one canary: in or out, or which of several candidates went in.'],
  [
    'abstain',
    'To make no guess about a canary. An attack that speaks only where it is sure is right more often.',
  ],
  [
    'trade-off curve',
    'How many canaries that are in an attack must miss (beta) if it accuses so many that are out (alpha). The higher the curve, the more private; a privacy guarantee is a promise that no attack gets below it.',
  ],
  [
    'epsilon',
    'How much one person’s data can change the odds of what is seen: by a factor of e to the epsilon. 0 is perfect privacy; smaller is more private.',
  ],
  ['delta', 'The small probability with which the promise about epsilon may fail.'],
  [
    'p-value',
    'If the claim were true, a result at least as striking as this one would come up with at most this probability. Small p-values speak against the claim.',
  ],
  [
    'confidence',
    'An audit at 95% confidence refutes a true claim in at most 5% of runs, whatever the mechanism does.',
  ],
  [
    'power',
    'The probability that the audit refutes the claim when a stated violation, such as half the noise, is the truth.',
  ],
  ['worst-case', 'Holds for every mechanism, without any assumption about how it works.'],
  [
    'model-based',
    'A statement about a named family of mechanisms, such as the Gaussian ones. A mechanism outside the family can be more private than the number says.',
  ],
  [
    'independent-canaries',
    'Holds only if one canary does not change how the model treats another. The verdict never needs this.',
  ],
];
