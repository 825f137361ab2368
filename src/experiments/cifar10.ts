import { ownFamily, tradeOff } from '../claims/index.ts';
import type { FigureRow } from '../figure-layout.ts';
import { oneSide } from '../observation.ts';
import type { Method, Side } from '../types.ts';
import { assumptionOf, familyOf, provedWithin } from './proved.ts';
import { type Figure, type GridCell, numberAt, PROOF_COLUMNS } from './sweep.ts';

/** One recorded run and the counts of its scores: a cell that is read from files instead of a grid. */
export interface RecordedRun {
  readonly run: string;
  readonly claim: string;
  /** The column that its scores were read from. */
  readonly score: string;
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  readonly correct: number;
  readonly sides?: Side;
  readonly delta: number;
  readonly tau: number;
}

/**
 * The paper's Figure 2: recorded runs on CIFAR-10, each within the Gaussian family and within DP-SGD's own,
 * at the score that the run fixed and at the paper's.
 */
export const cifar10Figure: Figure = {
  name: 'cifar10',
  version: 3,
  layout: {
    title: 'Recorded runs on CIFAR-10 (the paper’s Figure 2)',
    picture: { kind: 'cifar10' },
    table: {
      about: 'Epsilon proved by recorded runs',
      tablePer: ['score'],
      rowPer: ['method', 'family'],
      columnPer: 'run',
    },
    recorded: true,
  },
  grids: [],
  gathered: [],
  columns: ['run', 'claim', 'score', 'm', 'k', 'guesses', 'correct', ...PROOF_COLUMNS],
  game: null,
  expected: (cell) => ({ counts: [numberAt(cell, 'correct')] }),
  methods: (_, all) => all,
  prove,
  theory(cell) {
    const truth = tradeOff(String(cell.claim));
    return [
      row(cell, { method: 'theory', family: truth.name, epsilon: truth.epsilon(numberAt(cell, 'delta')) }),
    ];
  },
  seconds: (_, method) => ({ paper: 1, optimal: 4, steinke: 0.01 })[method],
};

function row(cell: GridCell, more: FigureRow): FigureRow {
  const { run, claim, score, m, k, delta, tau } = cell as unknown as RecordedRun;
  return { run, claim, score, m, k, delta, tau, ...more };
}

function prove(cell: GridCell, method: Method): FigureRow[] {
  const { claim, m, k, guesses, correct, sides, delta, tau } = cell as unknown as RecordedRun;
  const observation = { m, k, guesses, correct, ...oneSide(sides) };
  const rows: FigureRow[] = [];
  // Steinke et al. answer for (epsilon, delta) guarantees only.
  const own = method === 'steinke' ? null : ownFamily(claim);
  for (const family of new Set([familyOf(method, delta, k), ...(own === null ? [] : [own])])) {
    const epsilon = provedWithin(family, observation, method, tau)(delta);
    rows.push(row(cell, { guesses, correct, method, epsilon, family, assumption: assumptionOf(family) }));
  }
  return rows;
}
