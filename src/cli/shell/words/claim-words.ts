/** Every kind of claim and what it says, for the help of curve. */
export const CLAIM_WORDS: Readonly<Record<string, string>> = {
  gaussian:
    'a sum that one record moves by at most 1, with Gaussian noise of standard deviation sigma; mu is 1/sigma',
  laplace: 'the same with Laplace noise of this scale',
  'pure-dp': 'no outcome becomes more than e^epsilon times as likely (delta 0)',
  'approx-dp': 'the same, but for a probability of delta',
  'randomized-response':
    'one of so many answers (alphabet), the true one e^epsilon times as likely as any other',
  dpsgd: 'DP-SGD with this noise multiplier, sampling rate and number of steps',
  profile: 'several pairs of epsilon and delta at once',
  points: 'the trade-off curve through these points: false-positive rate:false-negative rate',
  perfect: 'the outcome says nothing about any record',
  compose: 'mechanisms that run one after the other on the same data',
};

/** The same as lines of help. */
export function claimLines(): string {
  const longest = Math.max(...Object.keys(CLAIM_WORDS).map((name) => name.length));
  const lines = Object.entries(CLAIM_WORDS).map(([name, said]) => `  ${name.padEnd(longest)}   ${said}`);
  return ['What each says:', ...lines].join('\n');
}
