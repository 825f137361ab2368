import type { AuditResult, FixedChoice } from '../../audit/index.ts';
import { ONE_PER_RUN } from '../../audit-choices.ts';
import { assumedClause } from './answer.ts';
import { ONE_RUN_EACH } from './audit/audit-answer.ts';
import { FIXED_BY } from './audit/joint.ts';
import { coinsSentence, tiesSentence } from './audit/record.ts';
import { formatAtHand, formatCount } from './format.ts';

/** What a reader has to believe since no data show it, as (term, fact) pairs. */
export function trustPairs(result: AuditResult): (readonly [term: string, fact: string])[] {
  const { provenance, runs, classical, outcome } = result;
  return [
    ['Coins', capital(coinsSentence(provenance.commitment, runs.length))],
    ...(result.notes.includes(ONE_PER_RUN) ? [['Runs', capital(ONE_RUN_EACH)] as const] : []),
    ['Choices', choices(result)],
    ...(classical === undefined ? [['Ties', capital(tiesSentence(result))] as const] : []),
    ...(outcome === 'no-verdict' ? [] : model(result)),
  ];
}

/** What was to be fixed before the scores were seen, and by what it was. */
function choices({ fixed, provenance, runs, claim, classical }: AuditResult): string {
  const { guesses, atLeast } = fixed;
  const file = provenance.files.find(({ role }) => role === 'plan' || role === 'manifest');
  const others = `${claim === null ? 'confidence' : 'claim, confidence'}, score column and direction`;
  const choice = (what: string, { from }: FixedChoice<unknown>) => [what, FIXED_BY[from]] as const;
  const made = [
    ...(classical === undefined
      ? [choice(`${guesses.value.map(formatCount).join(', ')} guesses`, guesses)]
      : []),
    ...(atLeast === null
      ? []
      : [choice(`${formatCount(atLeast.value)} right guesses make a run count`, atLeast)]),
    ...(runs.length === 1 ? [] : [choice(`${formatCount(fixed.runs.value)} runs`, fixed.runs)]),
    [others, file === undefined ? FIXED_BY.stated : `the ${file.role}, as far as it states them`] as const,
  ];
  const said = [...new Set(made.map(([, by]) => by))].map(
    (by) => `${capital(made.flatMap(([what, from]) => (from === by ? [what] : [])).join('; '))}: ${by}.`,
  );
  if (provenance.departures.length > 0)
    said.push(`It departs from that: ${provenance.departures.join('; ')}.`);
  return said.join(' ');
}

/** Which of what is said holds under a condition only, or is estimated. */
function model({
  proved,
  outcome,
  power,
  decidedBy,
}: AuditResult): (readonly [term: string, fact: string])[] {
  const rows = proved.filter(({ assumption, epsilon }) => assumption !== 'worst-case' && epsilon > 0);
  const facts = [
    ...rows.map(({ assumption, epsilon, family }) => {
      const also =
        assumption === 'independent-canaries' ? ' and canaries that do not influence each other' : '';
      return `Epsilon ${formatAtHand(epsilon)} holds only for mechanisms of the family ${family}${also} (${assumption}).`;
    }),
    ...(outcome === 'refuted'
      ? [
          decidedBy?.assumes === undefined
            ? 'The refutation holds for every mechanism.'
            : `The refutation holds${assumedClause(decidedBy.assumes)}.`,
        ]
      : []),
    ...(power === null || outcome === 'refuted'
      ? []
      : [
          `What the attack could have noticed is an estimate, which holds${assumedClause('independent-canaries')}.`,
        ]),
  ];
  return facts.length === 0 ? [] : [['Model', facts.join(' ')]];
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
