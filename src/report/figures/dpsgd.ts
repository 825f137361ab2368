import { BLUE, GREY, ORANGE, sheet } from '../plots/sheet.ts';
import { value } from '../words/format.ts';
import { confidenceOf } from './methods.ts';
import { figurePanel, keyOf, type PanelData, type Series, type Style } from './panel.ts';
import { type FigureRow, groupBy, pointsOf } from './rows.ts';
import { compact, METHODS } from './styles.ts';

const OWN: Style = { name: 'Algorithm 3 against DP-SGD’s own curve', colour: BLUE, dot: 'disc' };
const AS_GAUSSIAN: Style = {
  name: 'the same counts against the Gaussian family',
  colour: ORANGE,
  dot: 'ring',
  dash: '3 3',
};
const LIMIT: Style = { name: 'epsilon of the Gaussian it tends to', colour: ORANGE, dash: '9 3 2 3' };
const TRUE: Style = { name: 'theory: the true epsilon', colour: GREY, dash: '7 4' };

const ownCurve = (row: FigureRow) => String(row.family).startsWith('dpsgd');

/** The same observations against two hypotheses, a panel for each mechanism. */
export function dpsgdPlot(rows: readonly FigureRow[], document: Document): string {
  const title = 'DP-SGD audited as what it is, and as a Gaussian (ours)';
  const groups = groupBy(rows, ({ noise, rate, steps, delta, tau }) =>
    [noise, rate, steps, delta, tau].join(' '),
  );
  const panels = [...groups.values()].map((some): PanelData => {
    const { noise, rate, steps, delta } = some[0];
    const part = (theory: boolean, own: boolean) =>
      pointsOf(
        some.filter((row) => (row.method === 'theory') === theory && ownCurve(row) === own),
        'm',
      );
    return {
      title: `noise ${value(Number(noise), 4)}, rate ${value(Number(rate), 4)}, ${steps} steps`,
      x: { label: 'canaries m (log scale)', log: true, tick: compact },
      y: `empirical epsilon at delta ${value(Number(delta))}`,
      series: [
        { style: TRUE, points: part(true, true) },
        { style: LIMIT, points: part(true, false) },
        { style: AS_GAUSSIAN, points: part(false, false) },
        { style: OWN, points: part(false, true) },
      ],
    };
  });
  const last = (series: Series) => value(series.points[series.points.length - 1].y, 3);
  return sheet({
    title,
    alt: `${title}. ${panels.map((one) => `${one.title}, at the most canaries: ${one.series.map((series) => `${series.style.name} ${last(series)}`).join('; ')}`).join('. ')}.`,
    lines: [
      'Expected counts of an honest run. Where the dots’ dotted line is above the dash-dotted one, it would count as a violation.',
      confidenceOf(rows),
    ],
    keys: [TRUE, OWN, LIMIT, AS_GAUSSIAN].map(keyOf),
    keyColumns: 2,
    columns: Math.min(2, panels.length),
    panels: panels.map((one) => figurePanel(one, document)),
  });
}

/** Recorded runs: what each proved against what it claims. */
export function cifar10Plot(rows: readonly FigureRow[], document: Document): string {
  const title = 'Recorded runs on CIFAR-10 (the paper’s Figure 2)';
  const theory = new Map(
    rows.filter((row) => row.method === 'theory').map((row) => [row.run, Number(row.epsilon)] as const),
  );
  const proved = rows
    .filter((row) => row.method !== 'theory')
    .map((row): FigureRow => ({ ...row, claimed: theory.get(row.run) ?? 0 }));
  const over = (row: FigureRow) => Number(row.epsilon) > Number(row.claimed) && worthTesting(row);
  const broken = new Set(proved.filter(over).map((row) => row.run));
  const series = [...groupBy(proved, (row) => `${row.method} ${ownCurve(row)}`).values()].flatMap((some) => {
    const style = recordedStyle(some[0]);
    const [honest, refuted] = [false, true].map((bad) => some.filter((row) => broken.has(row.run) === bad));
    const lines: Series[] = [{ style, points: pointsOf(honest, 'claimed') }];
    if (refuted.length > 0)
      lines.push({ style: { ...style, apart: true, cross: true }, points: pointsOf(refuted, 'claimed') });
    return lines;
  });
  const most = Math.max(...theory.values(), 1);
  const diagonal: Series = {
    style: { ...TRUE, name: 'theory: what was claimed' },
    points: [0, most].map((x) => ({ x, y: x, low: null, high: null })),
  };
  const data: PanelData = {
    title: `${theory.size} recorded ${theory.size === 1 ? 'run' : 'runs'}`,
    x: { label: 'claimed epsilon', log: false, tick: (x) => value(x) },
    y: `empirical epsilon at delta ${value(Number(rows[0].delta))}`,
    series: [diagonal, ...series],
    width: 700,
    height: 440,
  };
  const list = proved.map(
    (row) => `${row.run} by ${row.method} within ${row.family}: ${value(Number(row.epsilon), 4)}`,
  );
  const crosses =
    broken.size === 0 ? [] : [`Crosses: refuted, more was proved than claimed (${[...broken].join(', ')}).`];
  const styles = new Map(data.series.map(({ style }) => [style.name, style] as const).reverse());
  return sheet({
    title,
    alt: `${title}. ${list.join('; ')}.${crosses.map((text) => ` ${text}`).join('')}`,
    lines: [...crosses, confidenceOf(rows)],
    keys: [...styles.values()].reverse().map(keyOf),
    keyColumns: 2,
    keySize: 11,
    panels: [figurePanel(data, document)],
  });
}

/** Within the Gaussian family epsilon is not about DP-SGD: it refutes nothing. */
function worthTesting(row: FigureRow): boolean {
  return row.method === 'steinke' || ownCurve(row);
}

function recordedStyle(row: FigureRow): Style {
  const style = METHODS[String(row.method)];
  if (row.method === 'steinke') return style;
  const against = ownCurve(row) ? 'DP-SGD’s own curve' : 'Gaussian';
  const name = `${row.method === 'paper' ? 'Algorithm 3 (the paper’s)' : 'optimal test (ours)'}, ${against}`;
  return { name, colour: style.colour, ...(ownCurve(row) ? { dot: 'disc' } : { dot: 'ring', dash: '2 4' }) };
}
