import {
  centralLimitMu,
  gaussianMu,
  parseClaim,
  printNumber,
  type TradeOff,
  tradeOff,
} from '../claims/index.ts';
import { expectedFraction } from '../games/index.ts';
import { checkGuesses } from './axes.ts';
import { guessGrid } from './guess-grid.ts';
import { assumptionOf, provedWithin } from './proved.ts';
import { at, type Cell, type Figure, listAt, PROOF, type Row, type Seen } from './sweep.ts';

const COLUMNS = ['noise', 'rate', 'steps', 'm', 'k', 'guesses', 'correct', ...PROOF];
const MOST_GUESSES = 300_000;
const CANARIES = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
const LEVELS = { guesses: [], delta: [1e-5], tau: [0.05] };

/** Ours: the same observations of honest DP-SGD, audited as if it were Gaussian and against its own curve. */
export const dpsgd: Figure = {
  name: 'dpsgd',
  version: 1,
  // Little noise at a small rate, where the Gaussian is far off; and the paper's training, calibrated to epsilon 8 at 1e-5.
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
        : { ...open, guesses: guessGrid(Math.min(at(open, 'm'), MOST_GUESSES)) };
    checkGuesses(cell);
    return cell;
  },
  play: null,
  expected(cell) {
    const truth = curveOf(cell);
    return {
      counts: listAt(cell, 'guesses').map((n) =>
        Math.ceil(n * expectedFraction((x) => truth.fBar(x), n / at(cell, 'm'))),
      ),
    };
  },
  methods: (_, all) => all.filter((method) => method === 'paper'),
  judge: (cell, _, seen) => judge(cell, seen),
  theory(cell) {
    return [curveOf(cell), tradeOff(limitOf(cell))].map((truth) =>
      row(cell, { method: 'theory', family: truth.name, epsilon: truth.epsilon(at(cell, 'delta')) }),
    );
  },
  seconds: () => 2,
};

function claimOf(cell: Cell): string {
  return `dpsgd(noise=${printNumber(at(cell, 'noise'))}, ${planOf(cell)})`;
}

function planOf(cell: Cell): string {
  return `rate=${printNumber(at(cell, 'rate'))}, steps=${at(cell, 'steps')}`;
}

/** The Gaussian that DP-SGD tends to as the steps grow: an approximation, on the wrong side. */
function limitOf(cell: Cell): string {
  const claim = parseClaim(claimOf(cell));
  // With rate 1 it is a Gaussian itself.
  const mu = centralLimitMu(claim) ?? gaussianMu(claim) ?? 0;
  return `gaussian(mu=${printNumber(mu)})`;
}

/** The cells of one mechanism share its curve, which takes a while. */
let last: { readonly claim: string; readonly curve: TradeOff } | null = null;

function curveOf(cell: Cell): TradeOff {
  const claim = claimOf(cell);
  if (last?.claim !== claim) last = { claim, curve: tradeOff(claim) };
  return last.curve;
}

function row(cell: Cell, more: Row): Row {
  const [noise, rate, steps] = [at(cell, 'noise'), at(cell, 'rate'), at(cell, 'steps')];
  return {
    noise,
    rate,
    steps,
    m: at(cell, 'm'),
    k: 2,
    delta: at(cell, 'delta'),
    tau: at(cell, 'tau'),
    ...more,
  };
}

/** The number of guesses is the one that proves most within the Gaussian family; both families see the same counts. */
function judge(cell: Cell, { counts }: Seen): Row[] {
  const [m, tau, delta] = [at(cell, 'm'), at(cell, 'tau'), at(cell, 'delta')];
  let best = { epsilon: -1, observation: { m, k: 2, guesses: 0, correct: 0 } };
  for (const [i, guesses] of listAt(cell, 'guesses').entries()) {
    const observation = { m, k: 2, guesses, correct: counts[i] };
    const epsilon = provedWithin('gaussian', observation, 'paper', tau)(delta);
    if (epsilon > best.epsilon) best = { epsilon, observation };
  }
  const { guesses, correct } = best.observation;
  const own = `dpsgd(${planOf(cell)})`;
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
