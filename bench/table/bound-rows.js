import { library } from '../library.js';
import { solvedByHighs } from './linear-program.js';
import { measuredCase } from './measured-case.js';
import { python } from './python.js';

const CASES = [
  [1e5, 1500, 1429],
  [1e6, 20_000, 19_000],
  [1e7, 1e5, 93_000],
  [1e5, 1e5, 52_000],
  [1e7, 1e7, 5_200_000],
];

const said = (counts) => `(${counts.map((count) => count.toLocaleString('en-US')).join('; ')})`;

/** The physical limit of a bound: how often the curve was asked, and what those questions alone take. */
const questions = ({ asked, floor }) => ({
  what: `${asked.toLocaleString('en-US')} questions to the curve`,
  seconds: floor,
});

/** Epsilon over the Gaussian family by both methods, beside one decision of the listing. */
async function* epsilonRows({ here, last }) {
  const peers = new Map();
  for (const method of ['paper', 'optimal']) {
    const name = method === 'paper' ? 'Algorithm 3' : 'the optimal test';
    for (const counts of CASES) {
      const now = await measuredCase(here.library, 'epsilon', [method, ...counts]);
      const before = last && (await measuredCase(last.library, 'epsilon', [method, ...counts]));
      if (!peers.has(counts)) peers.set(counts, listing(counts, now.mu));
      const peer = peers.get(counts);
      yield { name: `epsilon by ${name}, ${said(counts)}`, now, before, peer, limit: questions(now) };
    }
  }
}

/** The listing decides for one noise after the other: one decision is compared with a whole search. */
function listing([m, guesses, correct], mu) {
  const [found] = python('listing.py', [{ m, guesses, correct, noise: 1 / mu }]) ?? [null];
  if (found === null) return null;
  const { decision, decisions, how } = found;
  return { name: `one of the ${decisions} decisions of the paper's listing, ${how}`, seconds: decision };
}

async function* pValueRow({ here, last }) {
  const [m, guesses, correct, mu] = [1e5, 1500, 1429, 0.797];
  const now = await measuredCase(here.library, 'pValue', [m, guesses, correct, mu]);
  const before = last && (await measuredCase(last.library, 'pValue', [m, guesses, correct, mu]));
  const f = library.family('gaussian').at(mu);
  const { seconds, value } = await solvedByHighs({ m, k: 2, guesses, correct }, f, 40, 1330);
  const peer = { name: `HiGHS, 40 tangents: p ${value.toFixed(7)}`, seconds };
  yield {
    name: `optimal p-value of ${said([m, guesses, correct])} at mu ${mu}`,
    now,
    before,
    peer,
    limit: questions(now),
  };
}

/** Beside the optimal test, in the same sizes. */
async function* independentRows({ here }) {
  const [m, guesses, correct, mu] = [1e5, 1500, 1429, 0.94];
  yield {
    name: `p-value if canaries do not influence each other, ${said([m, guesses, correct])} at mu ${mu}`,
    now: await measuredCase(here.library, 'independentPValue', [m, guesses, correct, mu]),
  };
  for (const counts of [...CASES, [1e5, 30_000, 24_000]])
    yield {
      name: `epsilon if canaries do not influence each other, ${said(counts)}`,
      now: await measuredCase(here.library, 'independentEpsilon', counts),
    };
}

export async function* boundRows(trees) {
  yield* epsilonRows(trees);
  yield* pValueRow(trees);
  yield* independentRows(trees);
}
