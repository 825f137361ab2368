import { binomialTail, clopperPearsonLower, clopperPearsonUpper } from '../../src/numerics/index.ts';
import { type Cut, type Cuts, cutsOf, hullOf, someOf } from './cuts.ts';
import { NOTHING_LEAKS } from './false-alarms.ts';
import { percent } from './tables.ts';
import { epsilonOfErrors, limitsAt } from './two-errors.ts';

const TAU = 0.05;

/** Whether the limits on the two errors of a cut, each at 5%, prove an epsilon at delta 0. */
const provesByErrors = (cuts: Cuts, cut: Cut): boolean =>
  cut.inAbove * cuts.outs > cut.outAbove * cuts.ins && epsilonOfErrors(limitsAt(cuts, cut, TAU), 0) > 0;

/** The p-value of a cut under no leakage, with all at or above it guessed as in: a binomial tail at delta 0. */
const pValue = ({ inAbove, outAbove }: Cut): number =>
  inAbove > outAbove ? binomialTail(inAbove + outAbove, 0.5, inAbove) : 1;

/** The same scores with the lower ones taken for the more likely in. */
const turned = ({ ins, outs, all }: Cuts): Cuts => ({
  ins,
  outs,
  all: all.map(({ inAbove, outAbove }) => ({ inAbove: ins - inAbove, outAbove: outs - outAbove })),
});

/** Ways to search for a cut on the scores that are tested, and whether each reports leakage. */
export const SEARCHES: Readonly<Record<string, (cuts: Cuts) => boolean>> = {
  'two errors, best of 500 cuts (B)': (cuts) => someOf(cuts, 500).some((cut) => provesByErrors(cuts, cut)),
  'two errors, best cut and direction': (cuts) =>
    [cuts, turned(cuts)].some((one) => one.all.some((cut) => provesByErrors(one, cut))),
  'one run, best cut': ({ all }) => all.some((cut) => pValue(cut) <= TAU),
  'one run, 5% shared by the cuts kept (I)': (cuts) => {
    const hull = hullOf(cuts);
    return hull.some((cut) => pValue(cut) <= TAU / hull.length);
  },
};

/** One row: of so many games of m canaries without leakage, the share in which each search reports some. */
export function searchRow(m: number, games: number): string {
  const alarms = Object.values(SEARCHES).map(() => 0);
  for (let game = 0; game < games; game++) {
    const cuts = cutsOf(NOTHING_LEAKS.play(`searched ${m} ${game}`, m));
    Object.values(SEARCHES).forEach((reports, i) => {
      if (reports(cuts)) alarms[i]++;
    });
  }
  const cells = alarms.map(
    (count) =>
      `${percent(count / games)} (${percent(clopperPearsonLower(count, games, 0.005))} to ${percent(clopperPearsonUpper(count, games, 0.005))})`,
  );
  return `| ${[m.toLocaleString('en-US'), ...cells].join(' | ')} |`;
}

export function searchTable(sizes: readonly number[], games: number): string {
  const head = ['canaries', ...Object.keys(SEARCHES)];
  return [
    `| ${head.join(' | ')} |`,
    `|${'--:|'.repeat(head.length)}`,
    ...sizes.map((m) => searchRow(m, games)),
  ].join('\n');
}
