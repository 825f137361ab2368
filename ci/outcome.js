/** What an audit came to, told apart for continuous integration: from its exit code and its JSON. */

/** How each outcome is shown, and the exit code of a step that fails for it. */
export const OUTCOMES = {
  refuted: { level: 'error', title: 'Privacy claim refuted', code: 1 },
  'not-refuted': { level: 'notice', title: 'Privacy claim not refuted', code: 0 },
  'could-not-have-noticed': { level: 'warning', title: 'The audit could not have noticed', code: 2 },
  'no-verdict': { level: 'error', title: 'The audit has no verdict', code: 2 },
  'no-claim': { level: 'notice', title: 'No privacy claim was tested', code: 0 },
  failed: { level: 'error', title: 'The audit did not take place', code: 3 },
};

/** Which outcomes an exit code of onerun can go with. Any other pair means that something else went wrong. */
const OF_CODE = {
  0: ['not-refuted', 'could-not-have-noticed', 'no-claim'],
  1: ['refuted'],
  2: ['no-verdict', 'could-not-have-noticed'],
};

/**
 * The outcome of an audit. A code without the data that belongs to it is a failure: what starts programs has codes
 * of its own.
 *
 * @param code the exit code, null where a signal ended the program
 * @param result what it wrote as JSON, null where it wrote none
 * @param problem what it said on standard error
 */
export function outcomeOf(code, result, problem) {
  const outcome = OF_CODE[code]?.includes(result?.outcome) ? result.outcome : 'failed';
  return outcome === 'failed'
    ? { outcome, verdict: 'none', message: failure(code, problem), epsilon: '', delta: '' }
    : {
        outcome,
        verdict: result.verdict,
        message: sentence(outcome, result),
        epsilon: provedEpsilon(result),
        delta: String(result.delta),
      };
}

/** The exit code of the step: that of the outcome where the step is to fail for it. */
export function stepCode(outcome, failOn) {
  return failOn.includes(outcome) ? OUTCOMES[outcome].code : 0;
}

/** Everything but a pass that could have been something else, and an audit that tests no claim. */
const FAIL_ON = ['refuted', 'could-not-have-noticed', 'no-verdict', 'failed'];

/** The outcomes that a list names, or the usual ones; throws where it names another. */
export function failOnList(text = '') {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) return FAIL_ON;
  const unknown = names.find((name) => !Object.hasOwn(OUTCOMES, name));
  if (unknown !== undefined)
    throw new Error(`unknown outcome: ${unknown} (one of ${Object.keys(OUTCOMES).join(', ')})`);
  return names;
}

/** Test results of an audit that could not even be started. */
export function failedJunit(message) {
  const text = message
    .replace(/[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/g, '?')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const counts = 'tests="1" failures="0" errors="1" skipped="0"';
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="onerun audit" ${counts}>
  <testsuite name="onerun audit" ${counts}>
    <testcase classname="onerun.audit" name="audit">
      <error type="failed" message="${text}">${text}</error>
    </testcase>
  </testsuite>
</testsuites>
`;
}

/** The largest epsilon that holds for every mechanism; empty where none was proved. */
function provedEpsilon({ results }) {
  const proved = results.filter(({ assumption }) => assumption === 'worst-case');
  if (proved.some(({ epsilon }) => epsilon === null)) return 'unbounded';
  return proved.length === 0 ? '' : String(Math.max(...proved.map(({ epsilon }) => epsilon)));
}

function failure(code, problem) {
  const how = code === null ? 'onerun was ended by a signal' : `onerun ended with exit code ${code}`;
  return problem === '' ? `${how} and gave no result` : problem;
}

function sentence(outcome, result) {
  const { claim, claimEpsilon, tau, delta, power, violation, checks } = result;
  const at = `at ${Number((100 * (1 - tau)).toPrecision(6))}% confidence`;
  const epsilon = provedEpsilon(result);
  const proved = epsilon === '' ? '' : ` Proved: epsilon is at least ${epsilon} at delta ${delta}.`;
  switch (outcome) {
    case 'refuted':
      return `${claim} does not hold, ${at}; it allows epsilon ${claimEpsilon ?? 'without bound'} at delta ${delta}.${proved}`;
    case 'not-refuted':
      return `The scores are consistent with ${claim} ${at}, which does not prove it.${power === null ? '' : ` If ${violation} were the truth, this design would notice with probability ${power.toPrecision(3)}.`}${proved}`;
    case 'no-claim':
      return `Nothing was claimed.${proved}`;
    default: {
      const failed = checks.filter(({ passed }) => !passed).map(({ message }) => message);
      return failed.length > 0
        ? `${failed.join('; ')}.`
        : `This design could not have refuted ${claim}: with every guess right it would still pass. A pass here means nothing; use more canaries or guesses.`;
    }
  }
}
