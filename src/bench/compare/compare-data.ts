import { modeOf, shownObservation } from '../state.ts';
import { standing } from '../words.ts';
import { currentAnswer, type PinnedState, stateLetter } from './pinned.ts';

/** Where a state of a comparison is from. */
export interface StateOrigin {
  /** The address that shows the state, from its # on; null where it is about a file that stays here. */
  readonly address: string | null;
  readonly command: string | null;
}

/** All states as plain data, for JSON: numbers to the last digit, none about other cuts than the shown. */
export function compareData(pins: readonly (PinnedState & StateOrigin)[]) {
  return {
    states: pins.map(({ name, state, address, command }, i) => {
      const answer = currentAnswer(state);
      const { source, cuts, isLog } = state;
      return {
        state: stateLetter(i),
        name,
        mode: modeOf(state),
        address,
        command,
        claim: source.claim,
        tau: source.tau,
        delta: source.delta,
        observation: shownObservation(state),
        cuts,
        isLog,
        verdictOnFixedDesign: source.isLate === true ? null : (source.verdict?.mark ?? null),
        isDesignLate: source.isLate === true,
        outcome: source.claim === null ? null : standing(answer),
        claimEpsilon: answer?.claimEpsilon ?? null,
        critical: answer?.critical ?? null,
        tests: answer?.tests ?? [],
        results: answer?.results ?? [],
      };
    }),
    note: 'Each state is tested at its own level; several runs of one training are judged by auditing their files together.',
  };
}
