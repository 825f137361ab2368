import type { FigureRow } from '../../figure-layout.ts';
import { BLUE, GREEN, GREY, INK, ORANGE } from '../plots/sheet/palette.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCount, formatNumber } from '../words/format.ts';
import type { FigureSeries, PanelContent, SeriesStyle } from './panel.ts';
import { distinctValues, groupBy, levelAcross } from './rows.ts';
import { METHOD_NAMES, METHOD_STYLES, shadeOf } from './styles.ts';

/** From the strongest to the weakest, as a rule. */
const SCORE_STYLES: Readonly<Record<string, SeriesStyle>> = {
  'white-box': { name: 'white-box', colour: INK, dot: 'disc' },
  lira: { name: 'LiRA', colour: GREEN, dot: 'ring' },
  rmia: { name: 'RMIA', colour: BLUE, dot: 'disc' },
  calibrated: { name: 'calibrated loss', colour: ORANGE, dot: 'ring' },
  loss: { name: 'loss', colour: GREY, dot: 'disc' },
};

/** Of the lines of one score, from the most reference models to fewer. */
const DASHES = [undefined, '6 3', '2 3', '1 5'];

export function tauStyle(tau: number): SeriesStyle {
  return {
    name: `tau ${formatNumber(tau)}: how often a true claim may be refuted at most`,
    colour: GREY,
    dash: '7 4',
  };
}

/** The panels of one setting: those in which something changes, or one where nothing does. */
export function missingNoisePanels(rows: readonly FigureRow[]): PanelContent[] {
  const base = baseOf(rows);
  const size = `${formatCount(Number(base.m))} canaries`;
  const like = (...columns: string[]) =>
    rows.filter((row) => columns.every((column) => row[column] === base[column]));
  const panels = [
    panel(
      'By number of canaries',
      ordered(firstGuesses(like('score', 'references', 'method')), 'm', (m) => `${formatCount(m)} canaries`),
    ),
    panel(
      `By number of guesses: ${size}`,
      ordered(
        like('m', 'score', 'references', 'method'),
        'guesses',
        (n, { planned }) => `${formatCount(n)} guesses${planned === 'yes' ? ' (planned)' : ''}`,
      ),
    ),
    methodPanel(like('score', 'references')),
    panel(`By the attack’s score: ${size}`, scoreSeries(firstGuesses(like('m', 'method')))),
  ];
  const several = panels.filter(({ series }) => series.length > 1);
  return (several.length > 0 ? several : panels.slice(0, 1)).map((one) => ({
    ...one,
    series: [...one.series, tauSeries(rows)],
  }));
}

/** Across the panel, at the probability with which a true claim may be refuted. */
function tauSeries(rows: readonly FigureRow[]): FigureSeries {
  const tau = Number(rows[0].tau);
  const percents = rows.map(({ short }) => ({ short: 100 * Number(short) }));
  return { style: tauStyle(tau), points: levelAcross([{ short: 0 }, ...percents], 'short', tau) };
}

/**
 * What stands still where something else changes: as many canaries as most scores were played with, the
 * strongest score and the strongest method.
 */
function baseOf(rows: readonly FigureRow[]): FigureRow {
  const sizes = [...groupBy(rows, ({ m }) => String(m)).values()].map((some) => ({
    some,
    scores: new Set(some.map(({ score, references }) => `${score} ${references}`)).size,
    m: Number(some[0].m),
  }));
  const { some } = sizes.reduce((a, b) =>
    b.scores > a.scores || (b.scores === a.scores && b.m > a.m) ? b : a,
  );
  const score = Object.keys(SCORE_STYLES).find((name) => some.some((row) => row.score === name));
  const method = Object.keys(METHOD_STYLES).find((name) => some.some((row) => row.method === name));
  return some
    .filter((row) => row.score === score && row.method === method)
    .reduce((a, b) => (Number(b.references) > Number(a.references) ? b : a));
}

/** Of each number of canaries the rows with the planned number of guesses, or else with the fewest. */
function firstGuesses(rows: readonly FigureRow[]): FigureRow[] {
  return [...groupBy(rows, ({ m }) => String(m)).values()].flatMap((some) => {
    const planned = some.filter((row) => row.planned === 'yes');
    const fewest = Math.min(...some.map((row) => Number(row.guesses)));
    return planned.length > 0 ? planned : some.filter((row) => row.guesses === fewest);
  });
}

/** What holds in every panel that does not vary it, in words. */
export function commonWords(rows: readonly FigureRow[]): string {
  const base = baseOf(rows);
  const some = firstGuesses(rows);
  const numbers = distinctValues(some, 'guesses').map((n) => formatCount(Number(n)));
  const guesses = some.every(({ planned }) => planned === 'yes')
    ? 'the planned number of guesses'
    : `${numbers.join(' or ')} guesses`;
  return `${METHOD_NAMES[String(base.method)]}, score ${scoreName(base)}, ${guesses}`;
}

/** By method: at the most canaries, and the number of guesses at which the weakest method is strongest. */
function methodPanel(rows: readonly FigureRow[]): PanelContent {
  const most = Math.max(...rows.map(({ m }) => Number(m)));
  const designs = [
    ...groupBy(
      rows.filter(({ m }) => m === most),
      ({ guesses }) => String(guesses),
    ).values(),
  ];
  const weakest = (some: readonly FigureRow[]) =>
    Math.min(
      ...[...groupBy(some, ({ method }) => String(method)).values()].map((own) =>
        own.reduce((sum, { power }) => sum + Number(power), 0),
      ),
    );
  const best = designs.reduce((a, b) => (weakest(b) > weakest(a) ? b : a));
  const guesses = formatCount(Number(best[0].guesses));
  const methods = groupBy(best, ({ method }) => String(method));
  return panel(
    `By method: ${formatCount(most)} canaries, ${guesses} guesses`,
    Object.keys(METHOD_STYLES).flatMap((method) => {
      const own = methods.get(method);
      return own === undefined
        ? []
        : [seriesOf(own, { ...METHOD_STYLES[method], name: METHOD_NAMES[method] })];
    }),
  );
}

function scoreSeries(rows: readonly FigureRow[]): FigureSeries[] {
  const scores = groupBy(rows, ({ score }) => String(score));
  return Object.keys(SCORE_STYLES).flatMap((score) => {
    const lines = [...groupBy(scores.get(score) ?? [], ({ references }) => String(references)).values()];
    return lines
      .sort(([a], [b]) => Number(b.references) - Number(a.references))
      .map((line, i) => {
        const dash = DASHES[Math.min(i, DASHES.length - 1)];
        const style = { ...SCORE_STYLES[score], name: scoreName(line[0]) };
        return seriesOf(line, dash === undefined ? style : { ...style, dash });
      });
  });
}

function scoreName({ score, references }: FigureRow): string {
  const { name } = SCORE_STYLES[String(score)];
  return typeof references === 'number'
    ? `${name}, ${references} reference${references === 1 ? '' : 's'}`
    : name;
}

/** A line for each value of a column, from dark to light. */
function ordered(
  rows: readonly FigureRow[],
  column: string,
  name: (value: number, row: FigureRow) => string,
): FigureSeries[] {
  const lines = [...groupBy(rows, (row) => String(row[column])).values()].sort(
    ([a], [b]) => Number(b[column]) - Number(a[column]),
  );
  return lines.map((line, i) =>
    seriesOf(line, {
      name: name(Number(line[0][column]), line[0]),
      colour: shadeOf(i, lines.length),
      dot: 'disc',
    }),
  );
}

function seriesOf(rows: readonly FigureRow[], style: SeriesStyle): FigureSeries {
  const points = rows.map(({ short, power, powerLow, powerHigh }) => ({
    x: 100 * Number(short),
    y: Number(power),
    low: Number(powerLow),
    high: Number(powerHigh),
  }));
  return { style, points: points.sort((a, b) => a.x - b.x) };
}

function panel(title: string, series: readonly FigureSeries[]): PanelContent {
  return {
    title,
    x: { label: axisLabel(AXIS.missing), log: false, tick: (x) => `${formatNumber(x)}%` },
    y: axisLabel(AXIS.power),
    top: 1.05,
    bars: 'capped',
    height: 400,
    series,
    key: series.map(({ style }) => style),
  };
}
