import type { Recorded } from './data.ts';
import type { FalseAlarms } from './false-alarms.ts';
import { auditOf, RULES } from './rules.ts';

export const LETTERS: readonly string[] = RULES.map((_, i) => String.fromCharCode(65 + i));

export const percent = (rate: number) => `${(100 * rate).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)}%`;

/** Rounded down: what is printed is no more than what was said. */
const shown = (epsilon: number) => (Math.floor(100 * epsilon + 1e-9) / 100).toFixed(2);

/** What is claimed, rounded up. */
const upward = (epsilon: number) => (Math.ceil(100 * epsilon - 1e-9) / 100).toFixed(2);

/** One row of epsilons: what every rule says of the same scores. */
export function epsilonRow({ name, data, guesses, sides, allowed, outcome }: Recorded): string {
  const audit = auditOf(data, guesses, sides, 1e-5);
  const told = RULES.map((rule) => {
    const epsilon = rule.epsilon(audit);
    // More than the claim allows, of scores whose claim is true.
    return outcome !== 'refuted' && epsilon > allowed ? `**${shown(epsilon)}**` : shown(epsilon);
  });
  const { m, correct } = audit.fixed;
  const counts = `${correct.toLocaleString('en-US')} of ${guesses.toLocaleString('en-US')}`;
  const cells = [
    name,
    m.toLocaleString('en-US'),
    counts,
    upward(allowed),
    outcome === 'refuted' ? 'refuted' : 'kept',
  ];
  return `| ${[...cells, ...told].join(' | ')} |`;
}

export function epsilonTable(rows: readonly Recorded[]): string {
  const head = ['scores', 'canaries', 'right', 'claimed', 'onerun', ...LETTERS];
  return [`| ${head.join(' | ')} |`, `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(epsilonRow)].join(
    '\n',
  );
}

export function alarmTable(nothing: readonly FalseAlarms[], allOrNothing: readonly FalseAlarms[]): string {
  const rate = (found: FalseAlarms | undefined) =>
    found === undefined
      ? ''
      : `${percent(found.alarms / found.games)} (${percent(found.lower)} to ${percent(found.upper)})`;
  const lines = RULES.map((rule, i) => {
    const [one, other] = [nothing, allOrNothing].map((list) => list.find((found) => found.rule === rule));
    const typical = one?.typical == null ? '' : one.typical < 0.01 ? 'below 0.01' : shown(one.typical);
    return `| ${LETTERS[i]} | ${rule.name} | ${rule.assumption} | ${rate(one)} | ${typical} | ${rate(other)} |`;
  });
  return [
    '| | rule | what it rests on | false alarms, nothing leaks | epsilon then | false alarms, all or nothing |',
    '|---|---|---|--:|--:|--:|',
    ...lines,
  ].join('\n');
}
