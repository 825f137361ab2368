/** What an audit came to, told apart for continuous integration: from its exit code and its JSON. */

/** How each outcome is shown, and the exit code of a step that fails for it. */
export const OUTCOMES = {
  refuted: { level: 'error', title: 'Privacy claim refuted', code: 1 },
  'not-refuted': { level: 'notice', title: 'Privacy claim not refuted', code: 0 },
  'could-not-have-noticed': { level: 'warning', title: 'The audit could not have noticed', code: 2 },
  'no-verdict': { level: 'error', title: 'The audit has no verdict', code: 2 },
  none: { level: 'notice', title: 'No privacy claim was tested', code: 0 },
  failed: { level: 'error', title: 'The audit did not take place', code: 3 },
};

/** Which outcomes an exit code of onerun can go with. Any other pair means that something else went wrong. */
const OF_CODE = {
  0: ['not-refuted', 'could-not-have-noticed', 'none'],
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
    ? { outcome, lacksPower: false, message: failure(code, problem), epsilon: '', delta: '' }
    : {
        outcome,
        lacksPower: outcome === 'could-not-have-noticed' && code === 2,
        message: sentence(outcome, result),
        epsilon: provedEpsilon(result),
        delta: String(result.delta),
      };
}

/** The exit code of the step: that of the outcome where the step is to fail for it, or misses a required power. */
export function stepCode({ outcome, lacksPower }, failOn) {
  return lacksPower || failOn.includes(outcome) ? OUTCOMES[outcome].code : 0;
}

const FAIL_ON = ['refuted', 'no-verdict', 'failed'];

/** The outcomes that a list names, or the usual ones, and a weak audit where `weak` is true; throws on other words. */
export function failOnList(text = '', weak = '') {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.find((name) => !Object.hasOwn(OUTCOMES, name));
  if (unknown !== undefined)
    throw new Error(`unknown outcome: ${unknown} (one of ${Object.keys(OUTCOMES).join(', ')})`);
  if (!['', 'true', 'false'].includes(weak.trim()))
    throw new Error(`invalid fail-on-weak; must be true or false: ${weak}`);
  return [
    ...(names.length === 0 ? FAIL_ON : names),
    ...(weak.trim() === 'true' ? ['could-not-have-noticed'] : []),
  ];
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
function provedEpsilon({ proved, delta }) {
  const largest = proved.find((row) => row.assumption === 'worst-case' && row.delta === delta);
  return largest === undefined ? '' : String(largest.epsilon ?? 'unbounded');
}

function failure(code, problem) {
  const how = code === null ? 'onerun was ended by a signal' : `onerun ended with exit code ${code}`;
  return problem === '' ? `${how} and gave no result` : problem;
}

function sentence(outcome, result) {
  const { claim, claimEpsilon, tau, delta, power } = result;
  const at = `at ${Number((100 * (1 - tau)).toPrecision(6))}% confidence`;
  const epsilon = provedEpsilon(result);
  const proved = epsilon === '' ? '' : ` Proved: epsilon is at least ${epsilon} at delta ${delta}.`;
  switch (outcome) {
    case 'refuted':
      return `${claim} does not hold, ${at}; it allows epsilon ${claimEpsilon ?? 'without bound'} at delta ${delta}.${proved}`;
    case 'not-refuted':
      return `${claim} stands ${at}, which does not prove it.${typeof power?.thisAttack !== 'number' ? '' : ` An attack like this one catches ${power.violation} with probability ${power.thisAttack.toPrecision(2)} (an estimate).`}${proved}`;
    case 'none':
      return `Nothing was claimed.${proved}`;
    default:
      return whyNoAnswer(result);
  }
}

function whyNoAnswer({ claim, checks, standing, attack }) {
  const failed = checks.filter(({ passed }) => !passed).map(({ message }) => message);
  if (failed.length > 0) return `${failed.join('; ')}.`;
  if (standing === null || standing.standsFrom === null)
    return `This design could not have noticed a violation of ${claim}, whatever the scores. The summary says what helps.`;
  return `This attack could not have noticed a violation of ${claim}: ${attack.right} guesses are right, and the claim stands from ${standing.standsFrom} on. It is weak or wired wrongly, or the mechanism leaks far less than claimed.`;
}
