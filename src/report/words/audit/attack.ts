import type {
  AttackNumbers,
  AttackTogether,
  AuditResult,
  Estimate,
  RateNumbers,
} from '../../../audit/index.ts';
import { formatCount, formatPercent, formatShare } from '../format.ts';
import { runLabel } from '../run-label.ts';
import type { TableData } from '../table.ts';

/** The runs that are listed one by one; all of them are in the machine-readable result. */
const LISTED = 12;

/** How well the attack did, with the label that it never goes without. */
export interface AttackWords {
  readonly lead: string;
  /** The same under a heading. */
  readonly underHeading: string;
  /** CSS classes of the table's columns. */
  readonly styles: Readonly<Record<number, string>>;
  readonly table: TableData;
  readonly notes: string;
}

/** Null where there are no such numbers. */
export function attackWords(result: AuditResult): AttackWords | null {
  const attack = result.attack.description;
  if (attack === null) return null;
  const { runs, together } = attack;
  const [first] = runs;
  const several = runs.length > 1;
  return {
    lead: `How well the attack did (${attack.label})`,
    underHeading: `What follows ${attack.label}.`,
    styles: several ? { 1: 'interval', 2: 'interval', 3: 'interval', 4: 'interval' } : { 0: 'name' },
    table:
      several || first === null
        ? tableOfRuns(runs, together, (i) => runLabel(result, i))
        : oneRunTable(first),
    notes: [
      ...(runs.length > LISTED
        ? [`Listed are the first ${LISTED} of ${formatCount(runs.length)} runs.`]
        : []),
      ...(together === null ? [] : ['Together: averages over runs, each with thresholds of its own.']),
      `The ${formatPercent(attack.confidence)} intervals need canaries that are independent and alike (AUC${together === null ? '' : ', averages'}: Chernoff’s; TPR: Clopper and Pearson’s). Advantage and accuracy are the largest over all thresholds, which flatters the attack.`,
    ].join(' '),
  };
}

function oneRunTable(run: AttackNumbers): TableData {
  const { auc, rates, advantage, accuracy, excluded } = run;
  const rate = (found: RateNumbers): string[] => {
    const name = `TPR at FPR ${formatPercent(found.fpr)}`;
    if (found.tpr === null) return [name, '', notAttainable(excluded)];
    const counts = `${formatCount(found.truePositives ?? 0)} in and ${formatCount(found.falsePositives ?? 0)} out called in`;
    return [`${name} (${counts})`, formatShare(found.tpr.value, 2), shareInterval(found.tpr)];
  };
  return {
    columns: [{ title: 'describes the attack' }, { title: 'value' }, { title: '95% interval' }],
    rows: [
      ['AUC', four(auc.value), areaInterval(auc)],
      ...rates.map(rate),
      ['largest advantage (TPR - FPR)', four(advantage), ''],
      ['largest accuracy', formatShare(accuracy, 2), ''],
    ],
  };
}

function tableOfRuns(
  runs: readonly (AttackNumbers | null)[],
  together: AttackTogether | null,
  labelOf: (index: number) => string,
): TableData {
  const numbers = (of: AttackNumbers | AttackTogether) => [
    `${four(of.auc.value)} (${areaInterval(of.auc)})`,
    ...of.rates.map(({ tpr }) =>
      tpr === null ? 'not attainable' : `${formatShare(tpr.value, 2)} (${shareInterval(tpr)})`,
    ),
    four(of.advantage),
    formatShare(of.accuracy, 2),
  ];
  const [{ rates }] = runs.filter((run) => run !== null);
  return {
    columns: [
      { title: 'run' },
      { title: 'AUC' },
      ...rates.map(({ fpr }) => ({ title: `TPR at FPR ${formatPercent(fpr)}` })),
      { title: 'advantage', align: 'right' },
      { title: 'accuracy', align: 'right' },
    ],
    rows: [
      ...runs
        .slice(0, LISTED)
        .map((run, i) =>
          run === null
            ? [labelOf(i), 'all canaries in, or all out', ...rates.map(() => ''), '', '']
            : [labelOf(i), ...numbers(run)],
        ),
      ...(together === null ? [] : [['together', ...numbers(together)]]),
    ],
  };
}

function notAttainable(excluded: number): string {
  return `not attainable with ${formatCount(excluded)} canaries out`;
}

/** Four decimals; what is not quite 1 is not rounded to it. */
function four(x: number): string {
  const rounded = x.toFixed(4);
  return rounded === '1.0000' && x < 1 ? '> 0.9999' : rounded;
}

const areaInterval = ({ lower, upper }: Estimate) =>
  `${cut(lower).toFixed(4)} to ${raised(upper).toFixed(4)}`;

const shareInterval = ({ lower, upper }: Estimate) =>
  `${(100 * cut(lower)).toFixed(2)}% to ${(100 * raised(upper)).toFixed(2)}%`;

/** The ends of an interval to four decimals, never moved inwards. */
const cut = (x: number) => Math.floor(x * 1e4) / 1e4;
const raised = (x: number) => Math.ceil(x * 1e4) / 1e4;
