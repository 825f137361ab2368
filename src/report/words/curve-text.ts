import type { CalibratedValue, CalibrationTarget, ClaimRisk, CurveNumbers } from '../../audit/index.ts';
import { claimWarnings, namedClaim } from './answer.ts';
import { formatDirected, formatNumber, formatPercent, formatRounded } from './format.ts';
import { sectionsText } from './prose.ts';
import { claimRiskWords } from './risk-words.ts';
import { tableText } from './table.ts';

/** At which deltas and false-positive rates a first screen says what a claim allows. */
const DELTAS = [1e-3, 1e-5, 1e-6, 1e-8];
const RATES = [0.001, 0.01, 0.05, 0.1];
/** How many of those that were asked for it shows. */
const MOST = 5;

/** The first screen of `onerun curve`. */
export function curveScreen({ claim, points, epsilon, delta, note }: CurveNumbers): string {
  const usual = <T>(rows: readonly T[], value: (row: T) => number, wanted: readonly number[]) => {
    const found = rows.filter((row) => wanted.includes(value(row)));
    return (found.length > 1 ? found : rows).slice(0, MOST);
  };
  const deltas = usual(epsilon, (row) => row.delta, DELTAS);
  const rates = usual(points, ({ alpha }) => alpha, RATES);
  const main = deltas.find((row) => row.delta === 1e-5) ?? deltas[0];
  return sectionsText([
    main === undefined
      ? `${namedClaim(claim)} allows delta ${formatNumber(delta[0].delta, 4)} at epsilon ${formatNumber(delta[0].epsilon)}.`
      : `${namedClaim(claim)} allows ${main.epsilon === Infinity ? 'any epsilon' : `epsilon ${fourDigits(main.epsilon)}`} at delta ${formatNumber(main.delta)}.`,
    acrossText([
      ['delta', ...deltas.map((row) => formatNumber(row.delta))],
      ['epsilon', ...deltas.map((row) => fourDigits(row.epsilon))],
    ]),
    `${acrossText([
      ['false positives', ...rates.map(({ alpha }) => formatPercent(alpha))],
      ['true positives', ...rates.map(({ beta }) => percentUp(1 - beta))],
    ])}   at most, for any attack`,
    claimWarnings(note === undefined ? [] : [note]).join('\n'),
  ]);
}

const fourDigits = (x: number) => (Number.isFinite(x) ? formatRounded(x, 'up', 4) : formatNumber(x));

const percentUp = (x: number) => `${formatDirected(100 * Math.min(1, x), 'up', 1)}%`;

/** Rows of numbers that stand below each other. */
function acrossText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, j) => Math.max(...rows.map((row) => row[j].length)));
  const label = Math.max('true positives'.length + 1, widths[0]);
  return rows
    .map(
      ([name, ...cells]) =>
        `  ${name.padEnd(label)}${cells.map((cell, j) => cell.padStart(Math.max(6, widths[j + 1]) + 2)).join('')}`,
    )
    .join('\n');
}

/** The report of `onerun curve`: the first screen, then every number. */
export function curveText(numbers: CurveNumbers, risk: ClaimRisk | null = null): string {
  return `${curveScreen(numbers)}\n${curveDetails(numbers, risk)}`;
}

/** All digits of what was asked for; with the risks that the claim allows, where they are given. */
export function curveDetails(
  { relation, points, epsilon, delta, gap, note }: CurveNumbers,
  risk: ClaimRisk | null = null,
): string {
  return sectionsText([
    relation === 'replace'
      ? 'The claim is about one record exchanged for another.'
      : 'The claim is about one record added or removed.',
    twoColumns(
      'delta',
      'epsilon',
      epsilon.map((row) => [row.delta, row.epsilon]),
    ),
    twoColumns(
      'epsilon',
      'delta',
      delta.map((row) => [row.epsilon, row.delta]),
    ),
    'False positives (alpha) and the least false negatives (beta) of any attack:',
    twoColumns(
      'alpha',
      'beta',
      points.map((row) => [row.alpha, row.beta]),
    ),
    ...(risk === null ? [] : riskSections(risk)),
    `Every number is rounded towards less privacy, by at most ${formatNumber(gap, 1)} of itself unless a note says otherwise.`,
    note === undefined ? null : `Note: ${note}.`,
  ]);
}

function riskSections(risk: ClaimRisk): string[] {
  const { lead, table, note } = claimRiskWords(risk);
  return [lead, tableText(table), note];
}

/** The report of `onerun curve --calibrate`. */
export function calibrationText(found: CalibratedValue & CalibrationTarget): string {
  const { family, parameter, value, claim } = found;
  const least = parameter === 'noise' || parameter === 'sigma' || parameter === 'scale';
  const all = parameter === 'rate' && value === 1;
  const beyond = all ? 'every rate keeps' : `${least ? 'less' : 'more'} ${parameter} would not keep`;
  return `${parameter} = ${formatRounded(value, least ? 'up' : 'down')}

${claim} ${keptClause(found)}. In ${family}, ${beyond} the target.
`;
}

/** What a calibrated claim has. */
function keptClause(kept: CalibrationTarget): string {
  if ('advantage' in kept) return `allows an advantage of at most ${formatRounded(kept.advantage, 'up')}`;
  if ('tpr' in kept)
    return `allows a true positive rate of at most ${formatRounded(kept.tpr, 'up')} at a false positive rate of ${formatNumber(kept.fpr)}`;
  return `is (${formatRounded(kept.epsilon, 'up')}, ${formatNumber(kept.delta ?? 0)})-DP`;
}

function twoColumns(left: string, right: string, rows: readonly (readonly [number, number])[]): string {
  return tableText({
    columns: [
      { title: left, align: 'right' },
      { title: right, align: 'right' },
    ],
    rows: rows.map(([x, y]) => [formatNumber(x), formatNumber(y, 7)]),
  });
}
