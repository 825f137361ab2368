import { ownFamily, tradeOff } from '../claims/index.ts';
import type { Method } from '../types.ts';
import { assumptionOf, familyOf, provedWithin } from './proved.ts';
import { at, type Cell, type Figure, PROOF, type Row } from './sweep.ts';

/** What a recorded run comes down to: cells that are read from files and not from a grid. */
export interface RecordedRun {
  readonly run: string;
  readonly claim: string;
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  readonly correct: number;
  readonly delta: number;
  readonly tau: number;
}

/** The figure on CIFAR-10: recorded runs, each audited against the Gaussian and against DP-SGD's own curve. */
export const cifar10: Figure = {
  name: 'cifar10',
  version: 1,
  grids: [],
  gathered: [],
  columns: ['run', 'claim', 'm', 'k', 'guesses', 'correct', ...PROOF],
  play: null,
  expected: (cell) => ({ counts: [at(cell, 'correct')] }),
  methods: (_, all) => all,
  judge,
  theory(cell) {
    const truth = tradeOff(String(cell.claim));
    return [row(cell, { method: 'theory', family: truth.name, epsilon: truth.epsilon(at(cell, 'delta')) })];
  },
  seconds: (_, method) => ({ paper: 1, optimal: 4, steinke: 0.01 })[method],
};

function row(cell: Cell, more: Row): Row {
  const { run, claim, m, k, delta, tau } = cell as unknown as RecordedRun;
  return { run, claim, m, k, delta, tau, ...more };
}

function judge(cell: Cell, method: Method): Row[] {
  const { claim, m, k, guesses, correct, delta, tau } = cell as unknown as RecordedRun;
  const rows: Row[] = [];
  // Steinke et al. answer for (epsilon, delta) guarantees only.
  const own = method === 'steinke' ? null : ownFamily(claim);
  for (const family of new Set([familyOf(method, delta, k), ...(own === null ? [] : [own])])) {
    const epsilon = provedWithin(family, { m, k, guesses, correct }, method, tau)(delta);
    rows.push(row(cell, { guesses, correct, method, epsilon, family, assumption: assumptionOf(family) }));
  }
  return rows;
}
