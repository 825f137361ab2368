import { sheet } from '../plots/sheet.ts';
import { count, percent, value } from '../words/format.ts';
import { figurePanel, keyOf, type PanelData, type Series } from './panel.ts';
import { distinct, type FigureRow, groupBy, pointsOf } from './rows.ts';
import { METHODS, shade } from './styles.ts';

/** Steinke et al. and ours side by side: epsilon against delta, a line for each confidence. */
export function deltasPlot(rows: readonly FigureRow[], document: Document): string {
  const title = 'Delta and confidence (the paper’s two figures on them)';
  const proved = rows.filter((row) => row.method !== 'theory');
  const taus = distinct(rows, 'tau').map(Number);
  const cells = groupBy(rows, (row) => [row.sigma, row.m, row.k].join(' '));
  const settings = new Set(proved.map(settingOf));
  const alone = settings.size === 1;
  const panels = [...cells.values()].flatMap((some) => {
    const theory: Series = {
      style: METHODS.theory,
      points: pointsOf(onceEach(some.filter((row) => row.method === 'theory')), 'delta'),
    };
    const methods = groupBy(
      some.filter((row) => row.method !== 'theory'),
      (row) => `${row.method} ${row.guesses}`,
    );
    return [...methods.values()].map(
      (found): PanelData => ({
        title: SHORT[String(found[0].method)],
        x: { label: 'delta (log scale)', log: true, tick: (x) => value(x) },
        y: alone ? 'empirical epsilon' : `empirical epsilon (${settingOf(found[0])})`,
        series: [
          theory,
          ...[...groupBy(found, (row) => String(row.tau))].map(
            ([tau, line]): Series => ({
              style: {
                name: `${percent(1 - Number(tau))} confidence`,
                colour: shade(taus.indexOf(Number(tau)), taus.length),
                dot: 'disc',
              },
              points: pointsOf(line, 'delta'),
            }),
          ),
        ],
      }),
    );
  });
  const styles = new Map(
    panels.flatMap((one) => one.series.map(({ style }) => [style.name, style] as const)),
  );
  const games = proved[0].games ?? null;
  return sheet({
    title,
    alt: `${title}. Epsilon against delta at each confidence, by ${panels.map((one) => one.title).join(' and ')}: ${panels.map((one) => `${one.title} ${rangeOf(one)}`).join('; ')}.`,
    lines: [
      `${games === null ? 'Expected counts' : `Mean counts of ${games} games of Algorithm 4`}${alone ? `: ${settingOf(proved[0])}` : ''}.`,
    ],
    keys: [...styles.values()].map(keyOf),
    keyColumns: 2,
    columns: Math.min(2, panels.length),
    panels: panels.map((one) => figurePanel(one, document)),
  });
}

const SHORT: Readonly<Record<string, string>> = {
  paper: 'Algorithm 3 (the paper’s)',
  optimal: 'optimal test (ours)',
  steinke: 'Steinke et al.',
};

function settingOf({ sigma, m, guesses, correct }: FigureRow): string {
  return `sigma ${sigma}, m ${count(Number(m))}, ${count(Number(correct))} of ${count(Number(guesses))} right`;
}

/** Theory does not depend on the confidence: its rows repeat. */
function onceEach(rows: readonly FigureRow[]): FigureRow[] {
  return [...groupBy(rows, (row) => String(row.delta)).values()].map(([first]) => first);
}

function rangeOf({ series }: PanelData): string {
  const ys = series.slice(1).flatMap((one) => one.points.map((point) => point.y));
  return `from ${value(Math.min(...ys), 3)} to ${value(Math.max(...ys), 3)}`;
}
