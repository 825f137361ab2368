import {
  centralLimitMu,
  gaussianMu,
  parseClaim,
  printNumber,
  type TradeOff,
  tradeOff,
} from '../claims/index.ts';
import type { FigureRow } from '../figure-layout.ts';
import { expectedFraction } from '../games/index.ts';
import { checkGuesses } from './axes.ts';
import { guessGrid } from './guess-grid.ts';
import { assumptionOf, provedWithin } from './proved.ts';
import { type Figure, type GameCounts, type GridCell, listAt, numberAt, PROOF_COLUMNS } from './sweep.ts';

const COLUMNS = ['noise', 'rate', 'steps', 'm', 'k', 'guesses', 'correct', ...PROOF_COLUMNS];
const MOST_GUESSES = 300_000;
const CANARIES = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
const LEVELS = { guesses: [], delta: [1e-5], tau: [0.05] };

/** Ours: the expected counts of honest DP-SGD, tested within the Gaussian family and within its own. */
export const dpsgdFigure: Figure = {
  name: 'dpsgd',
  version: 2,
  layout: {
    title: 'DP-SGD audited as what it is, and as a Gaussian (ours)',
    picture: { kind: 'dpsgd' },
    table: {
      about:
        'The same counts of honest DP-SGD against its own curve and against the Gaussian family, by canaries m',
      tablePer: ['noise', 'rate', 'steps'],
      rowPer: ['method', 'family'],
      columnPer: 'm',
    },
  },
  // Little noise at a small rate, where the Gaussian approximation is poor; and the paper's training,
  // calibrated to epsilon 8 at delta 1e-5.
  grids: [
    { noise: [0.6], rate: [0.005], steps: [500], m: CANARIES, ...LEVELS },
    { noise: [2.5758326023660345], rate: [4096 / 50_000], steps: [2500], m: CANARIES, ...LEVELS },
  ],
  gathered: ['guesses'],
  columns: COLUMNS,
  complete(open) {
    const cell =
      listAt(open, 'guesses').length > 0
        ? open
        : { ...open, guesses: guessGrid(Math.min(numberAt(open, 'm'), MOST_GUESSES)) };
    checkGuesses(cell);
    return cell;
  },
  game: null,
  expected(cell) {
    const truth = curveOf(cell);
    return {
      counts: listAt(cell, 'guesses').map((n) =>
        Math.ceil(n * expectedFraction((x) => truth.fBar(x), n / numberAt(cell, 'm'))),
      ),
    };
  },
  methods: (_, all) => all.filter((method) => method === 'paper'),
  prove: (cell, _, counts) => prove(cell, counts),
  theory(cell) {
    return [curveOf(cell), tradeOff(centralLimit(cell))].map((truth) =>
      row(cell, { method: 'theory', family: truth.name, epsilon: truth.epsilon(numberAt(cell, 'delta')) }),
    );
  },
  seconds: () => 2,
};

function dpsgdClaim(cell: GridCell): string {
  return `dpsgd(noise=${printNumber(numberAt(cell, 'noise'))}, ${rateAndSteps(cell)})`;
}

function rateAndSteps(cell: GridCell): string {
  return `rate=${printNumber(numberAt(cell, 'rate'))}, steps=${numberAt(cell, 'steps')}`;
}

/** The Gaussian that DP-SGD tends to as the steps grow. It promises more privacy than DP-SGD keeps. */
function centralLimit(cell: GridCell): string {
  const claim = parseClaim(dpsgdClaim(cell));
  // With rate 1 it is a Gaussian itself.
  const mu = centralLimitMu(claim) ?? gaussianMu(claim) ?? 0;
  return `gaussian(mu=${printNumber(mu)})`;
}

/**
 * The curve that was computed last: it takes a while, and the cells of one mechanism come one after another.
 */
let last: { readonly claim: string; readonly curve: TradeOff } | null = null;

function curveOf(cell: GridCell): TradeOff {
  const claim = dpsgdClaim(cell);
  if (last?.claim !== claim) last = { claim, curve: tradeOff(claim) };
  return last.curve;
}

function row(cell: GridCell, more: FigureRow): FigureRow {
  const [noise, rate, steps] = [numberAt(cell, 'noise'), numberAt(cell, 'rate'), numberAt(cell, 'steps')];
  return {
    noise,
    rate,
    steps,
    m: numberAt(cell, 'm'),
    k: 2,
    delta: numberAt(cell, 'delta'),
    tau: numberAt(cell, 'tau'),
    ...more,
  };
}

/**
 * Both families at the number of guesses that proves most within the Gaussian one, so that they see the same
 * counts.
 */
function prove(cell: GridCell, { counts }: GameCounts): FigureRow[] {
  const [m, tau, delta] = [numberAt(cell, 'm'), numberAt(cell, 'tau'), numberAt(cell, 'delta')];
  let best = { epsilon: -1, observation: { m, k: 2, guesses: 0, correct: 0 } };
  for (const [i, guesses] of listAt(cell, 'guesses').entries()) {
    const observation = { m, k: 2, guesses, correct: counts[i] };
    const epsilon = provedWithin('gaussian', observation, 'paper', tau)(delta);
    if (epsilon > best.epsilon) best = { epsilon, observation };
  }
  const { guesses, correct } = best.observation;
  const own = `dpsgd(${rateAndSteps(cell)})`;
  const epsilon = provedWithin(own, best.observation, 'paper', tau)(delta);
  const found = (family: string, proof: number) =>
    row(cell, {
      guesses,
      correct,
      method: 'paper',
      epsilon: proof,
      family,
      assumption: assumptionOf(family),
    });
  return [found('gaussian', best.epsilon), found(own, epsilon)];
}
