import type {
  CalibratedValue,
  CalibrationTarget,
  ClaimRisk,
  CurveNumbers,
  CurveShape,
} from '../../audit/index.ts';
import { formatNumber, formatRounded } from './format.ts';
import { sectionsText } from './prose.ts';
import { claimRiskWords } from './risk-words.ts';
import { tableText } from './table.ts';
import { textPlots } from './text-plot.ts';

/** The report of `onerun curve`; with the risks that the claim allows, where they are given. */
export function curveText(
  { claim, relation, points, epsilon, delta, gap, note }: CurveNumbers,
  shape: CurveShape,
  risk: ClaimRisk | null = null,
): string {
  const whom = relation === 'replace' ? 'one record exchanged for another' : 'one record added or removed';
  return sectionsText([
    `${claim} is about data sets with ${whom}: that makes no outcome more than e^epsilon times as likely, but for a probability of delta:`,
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
    relation === 'replace'
      ? 'The trade-off curve: an attack that says the first record with probability alpha where it was the second (a false positive) says the second with probability at least beta where it was the first (a false negative):'
      : 'The trade-off curve: an attack that says in with probability alpha where the record was out (a false positive) says out with probability at least beta where it was in (a false negative):',
    twoColumns(
      'alpha',
      'beta',
      points.map((row) => [row.alpha, row.beta]),
    ),
    ...(risk === null ? [] : riskSections(risk)),
    drawing(shape),
    `Every number is rounded towards less privacy, by at most ${formatNumber(gap, 1)} of itself unless a note says otherwise.`,
    note === undefined ? null : `Note: ${note}.`,
  ]);
}

function riskSections(risk: ClaimRisk): string[] {
  const { lead, table, note } = claimRiskWords(risk);
  return [lead, tableText(table), note];
}

/** The trade-off curve and delta(epsilon), drawn in characters. */
function drawing({ claim, gaussian, floor }: CurveShape): string {
  const end = claim.profile[claim.profile.length - 1][0] || 1;
  const logs = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y]) => [x, Math.log10(y)] as const);
  const diagonal = Array.from({ length: 200 }, (_, i) => [i / 199, 1 - i / 199] as const);
  const plots = textPlots([
    {
      title: 'beta against alpha',
      xRange: [0, 1],
      yRange: [0, 1],
      xEnds: ['0', '1'],
      yEnds: ['0', '1'],
      series: [
        { mark: '.', points: diagonal },
        ...(gaussian === undefined ? [] : [{ mark: 'o', points: gaussian.tradeOff }]),
        { mark: '*', points: claim.tradeOff },
      ],
    },
    {
      title: 'delta (log scale) against epsilon',
      xRange: [0, end],
      yRange: [Math.log10(floor), 0],
      xEnds: ['0', formatNumber(end, 3)],
      yEnds: [formatNumber(floor), '1'],
      series: [
        ...(gaussian === undefined ? [] : [{ mark: 'o', points: logs(gaussian.profile) }]),
        { mark: '*', points: logs(claim.profile) },
      ],
    },
  ]);
  const beside =
    gaussian === undefined
      ? ''
      : `   o ${gaussian.name}, its central limit: an approximation, not a valid claim`;
  return `${plots}\n\n  * ${claim.name}   . perfect privacy${beside}`;
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
