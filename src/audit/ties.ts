import type { Observation } from '../types.ts';
import type { Counted } from './observe.ts';
import type { AuditTies } from './records.ts';

/** The draws among equal scores, run by run, and whether other draws would have changed the verdict. */
export function tiesOf(
  counted: readonly Counted[],
  runs: number,
  refuted: (observations: readonly Observation[]) => boolean | null,
): AuditTies[] {
  const open = counted.some(({ ties }) => ties.least < ties.most);
  const ends = (end: 'least' | 'most') =>
    counted.map(({ observation, ties }) => ({ ...observation, correct: ties[end] }));
  const decides = open && refuted(ends('least')) !== refuted(ends('most'));
  return counted.flatMap(({ observation: { guesses }, ties }, i) =>
    ties.equal === 0
      ? []
      : [{ run: (i % runs) + 1, guesses, ...ties, decides: decides && ties.least < ties.most }],
  );
}
