import type { RoundsEpsilon, RoundsPlan, RoundsResult } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import { formatConfidence, formatCount, formatLowerBound, formatNumber } from '../format.ts';
import { sectionsText } from '../prose.ts';

/** What the claim of the whole says at its delta; null where it says nothing. */
export interface RoundsWordsOptions {
  readonly claimedEpsilon: number | null;
}

/** The first line: the verdict. */
function roundsVerdict({ outcome, claim, rounds, tau }: RoundsResult): string {
  const sure = `${formatConfidence(tau)} confidence at every moment`;
  const at = `round ${formatCount(rounds.refutedAt ?? 0)} of ${formatCount(rounds.count)}`;
  switch (outcome) {
    case 'refuted':
      return `REFUTED at ${at}: ${claim} does not hold (${sure}).`;
    case 'not-refuted':
      return `NOT REFUTED in ${formatCount(rounds.count)} rounds: ${claim} stands (${sure}).`;
    case 'could-not-have-noticed':
      return `COULD NOT HAVE NOTICED: ${formatCount(rounds.count)} rounds say nothing about ${claim}.`;
    case 'no-verdict':
      return `NO VERDICT on ${claim}: the theorem does not apply to these rounds.`;
  }
}

/** The report of `onerun audit --rounds` for the terminal: one screen. */
export function roundsText(result: RoundsResult, { claimedEpsilon }: RoundsWordsOptions): string {
  return sectionsText([
    roundsVerdict(result),
    result.outcome === 'no-verdict' ? faults(result) : seen(result),
    epsilons(result, claimedEpsilon),
    result.notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`).join('\n'),
    next(result),
  ]);
}

function faults({ checks }: RoundsResult): string {
  const failed = checks.filter(({ passed }) => !passed).slice(0, 2);
  return failed.map(({ message }) => `${message[0].toUpperCase()}${message.slice(1)}.`).join(' ');
}

function seen({ rounds, tau, standing, right, outcome, shift }: RoundsResult): string {
  const { count, scored, canaries, claim, logEvidence, mostLogEvidence } = rounds;
  const lost = count > scored ? ` (${formatCount(count - scored)} without scores, counted as lost)` : '';
  const evidence = `Each round of ${formatCount(canaries)} canaries${lost} is held against ${claim}: evidence is ${power(logEvidence)}, at most ${power(mostLogEvidence)}, and ${formatNumber(1 / tau, 3)} refutes.`;
  if (outcome === 'refuted')
    return shift === null || shift === 0
      ? evidence
      : `${evidence} The right guesses fit noise of ${formatNumber(1 / shift, 3)} (in the Gaussian a round).`;
  if (standing === null || right === null) return evidence;
  const guesses = formatCount(standing.guesses * scored);
  const counted = `${formatCount(Math.round(right))} of ${guesses} guesses were right (${formatCount(Math.round(standing.expected))} by the best attack on the claim).`;
  const { couldNot, violation, standsFrom, power: best } = standing;
  if (couldNot !== null)
    return `${counted} So few rounds tell too little: ${violation ?? 'a violation'} would be found with probability ${chance(best)}${couldNot === 'like-blind' ? ', and an attack is not told from blind guessing' : ''}. ${evidence}`;
  return outcome === 'not-refuted'
    ? `${counted} ${violation} would have been found. ${evidence}`
    : `${counted} This attack is too weak or blind: from ${formatCount(standsFrom ?? 0)} on the result would have stood. ${evidence}`;
}

/** e^x as people read it. */
function power(log: number): string {
  return log > 30 || log < -7 ? `e^${log.toFixed(1)}` : formatNumber(Math.exp(log), 3);
}

function epsilons({ results, delta }: RoundsResult, claimed: number | null): string | null {
  if (results.length === 0) return null;
  const stated = claimed === null ? '' : `${formatNumber(claimed, 3)} claimed; `;
  const lines = results.map((row) => `  ${formatLowerBound(row.epsilon).padEnd(8)}${meaning(row)}`);
  return [`Epsilon at delta ${formatNumber(delta, 3)}: ${stated}proved to be at least`, ...lines].join('\n');
}

function meaning({ of, assumption }: RoundsEpsilon): string {
  if (of === 'training') return 'of the training, if rounds are alike and sampled as stated';
  return assumption === 'worst-case'
    ? 'of a round, whatever the mechanism'
    : 'of a round, within the family of its claim';
}

function next({ outcome, standing }: RoundsResult): string {
  if (outcome === 'refuted')
    return 'Next: look for too little noise, noise that is used twice, a step without noise; then train again with fresh coins.';
  if (outcome === 'no-verdict') return 'Next: draw fresh fair coins for every round, and audit again.';
  if (outcome === 'not-refuted') return 'A claim that stands is not proved. Keep the report with the model.';
  return standing?.couldNot == null
    ? 'Next: check that each score belongs to its canary and round, and which way scores point.'
    : 'Next: play more rounds, or plant more canaries in each; a plan of rounds says how many.';
}

/** The report of `onerun plan --rounds`. */
export function roundsPlanText(plan: RoundsPlan, written: string): string {
  const { canaries, rounds, round, length, provesEpsilon, delta, found, experts, sides } = plan;
  const what = length === 'step' ? 'step' : length === 'each' ? 'round' : `round of ${length} steps`;
  const numbers = [...new Set(experts.map(({ game }) => game.guesses))].sort((a, b) => a - b);
  const ends = sides === 'both' ? 'the surest as in and as out' : `the surest as ${sides}`;
  return sectionsText([
    `In each of ${formatCount(rounds)} rounds (a ${what}, ${round}) guess ${numbers.map(formatCount).join(' and ')} of ${formatCount(canaries)} canaries, ${ends}; fresh coins in every round.`,
    [
      '  noise short by   found at round (median)   found at all',
      ...found.map(({ short, round: at, share }) =>
        [
          `${formatNumber(100 * (short ?? 0), 3)}%`.padStart(16),
          (at === null ? '-' : formatCount(at)).padStart(26),
          chance(share).padStart(15),
        ].join(''),
      ),
    ].join('\n'),
    provesEpsilon === null
      ? null
      : `An honest ${length === 'each' ? 'mechanism' : 'training'} proves epsilon ${formatLowerBound(provesEpsilon)} at delta ${formatNumber(delta, 3)}, by the best attack.`,
    written,
  ]);
}

/** What `--details` adds: the checks, and what each expert bets on. */
export function roundsDetails({ checks, rounds, results }: RoundsResult): string {
  return sectionsText([
    ['Checks', ...checks.map(({ passed, message }) => `  ${passed ? 'passed' : 'FAILED'}  ${message}`)].join(
      '\n',
    ),
    [
      'Right guesses and ln of the evidence, the last rounds',
      ...rounds.perRound
        .map(({ right, logEvidence }, i) => [
          i + 1,
          right?.join(' and ') ?? 'no scores',
          logEvidence.toFixed(3),
        ])
        .slice(-5)
        .map(([round, right, log]) => `  ${round}: ${right} of ${rounds.guesses.join(' and ')}; ${log}`),
    ].join('\n'),
    [
      'Epsilon rests on',
      ...results.map(({ family, of, restsOn }) => `  ${family}, of a ${of}: ${restsOn}`),
    ].join('\n'),
  ]);
}
