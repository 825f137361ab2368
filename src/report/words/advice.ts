/** What to do, in words that audits, counts and plans share. Backticks mark commands. */

/** Where a claim is refuted. */
export const LOOK_FOR =
  'look for too little noise, a missing clip, a wrong sampling rate; then audit again with fresh coins.';

/** Where the attack was too weak. */
export const STRONGER_ATTACK =
  'check that each score belongs to its canary and which way scores point; then use a stronger score (`onerun score`). More canaries do not help.';

/** Where the counts prove nothing. */
export const FEWER_ERRORS =
  'plant more canaries, or guess fewer of them and only the surest; fix the number before the next run.';
