import type { RoundsResult } from '../../../audit/index.ts';
import { quotedPath } from '../../../quote.ts';
import { roundsDetails, roundsMessage, roundsScreen } from '../rounds/rounds-text.ts';
import type { RoundsOrigin } from '../rounds/rounds-words.ts';
import { ENDS } from './audit-junit.ts';
import { junitXml } from './junit-xml.ts';

/** The rounds of a training as a test suite: one case, the claim. */
export function roundsJunit(result: RoundsResult, origin: RoundsOrigin): string {
  const { claim, outcome, rounds, pValue, results, delta } = result;
  return junitXml('onerun audit', [
    {
      name: `${claim}: ${quotedPath(origin.files[0]?.name ?? 'rounds')}`,
      end: ENDS[outcome],
      type: outcome,
      message: roundsMessage(result, origin),
      properties: [
        ['p-value', `${pValue}`],
        ['evidence', `${rounds.evidence}`],
        ['refuted at round', `${rounds.refutedAt}`],
        ...results.map(
          ({ family, of, epsilon, assumption }) =>
            [`epsilon at ${delta}, ${family}, of a ${of} (${assumption})`, `${epsilon}`] as const,
        ),
      ],
      text: `${roundsScreen(result, origin)}\n${roundsDetails(result, origin)}`,
    },
  ]);
}
