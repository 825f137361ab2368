import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { clopperPearson } from './interval.js';
import { ROOMS } from './mutants.js';

const EQUIVALENT = new URL('./equivalent.json', import.meta.url);
const RESULT = new URL('./RESULT.md', import.meta.url);

/** Tests that were written because mutants of the sample survived. */
const WRITTEN_FOR_SURVIVORS = [
  'test/audit/calibration-bracket.test.ts',
  'test/audit/calibration-search.test.ts',
  'test/audit/checks/checks.test.ts',
  'test/audit/checks/reversed.test.ts',
  'test/audit/checks/scores.test.ts',
  'test/audit/classical/parts.test.ts',
  'test/audit/curve.test.ts',
  'test/audit/epsilon/certificate-level.test.ts',
  'test/audit/findings.test.ts',
  'test/audit/found-by-mutants.test.ts',
  'test/audit/ledger/bets.test.ts',
  'test/audit/ledger/evidence.test.ts',
  'test/audit/ledger/sketch.test.ts',
  'test/audit/plan/choice.test.ts',
  'test/audit/plan/costly.test.ts',
  'test/audit/plan/law-of-right.test.ts',
  'test/audit/plan/parts.test.ts',
  'test/audit/plan/run-threshold.test.ts',
  'test/audit/plan/settings.test.ts',
  'test/audit/plots/look-at-runs.test.ts',
  'test/audit/plots/many-canaries.test.ts',
  'test/audit/plots/score-groups.test.ts',
  'test/audit/runs/copies.test.ts',
  'test/audit/runs/evidence.test.ts',
  'test/audit/seen.test.ts',
  'test/audit/verdict.test.ts',
  'test/bounds/bets.test.ts',
  'test/bounds/damped-steps.test.ts',
  'test/bounds/effort.test.ts',
  'test/bounds/extremal-law.test.ts',
  'test/bounds/line-proofs.test.ts',
  'test/bounds/optimal-threshold.test.ts',
  'test/bounds/optimum.test.ts',
  'test/bounds/paper-search.test.ts',
  'test/bounds/rounding.test.ts',
  'test/bounds/tested-threshold.test.ts',
  'test/claims/curve-details.test.ts',
  'test/claims/curves/ends.test.ts',
  'test/claims/curves/exchange.test.ts',
  'test/claims/family-search.test.ts',
  'test/claims/grammar-limits.test.ts',
  'test/claims/guarantees.test.ts',
  'test/claims/losses/accountant.test.ts',
  'test/claims/losses/chain-curve.test.ts',
  'test/claims/losses/chain.test.ts',
  'test/claims/losses/compose-laws.test.ts',
  'test/claims/losses/grid-choice.test.ts',
  'test/claims/losses/highest-frequency.test.ts',
  'test/claims/losses/loss-sources.test.ts',
  'test/claims/losses/lost-masses.test.ts',
  'test/claims/losses/one-way.test.ts',
  'test/claims/losses/orders.test.ts',
  'test/claims/losses/smooth/curve.test.ts',
  'test/claims/losses/smooth/highest-frequency.test.ts',
  'test/claims/losses/smooth/single-run.test.ts',
  'test/claims/losses/sources.test.ts',
  'test/claims/parts-that-say-nothing.test.ts',
  'test/claims/usual-model.test.ts',
  'test/claims/written-claims.test.ts',
  'test/numerics/bernoulli.test.ts',
  'test/numerics/cholesky.test.ts',
  'test/numerics/ends.test.ts',
  'test/numerics/fft.test.ts',
  'test/numerics/narrow.test.ts',
];
const asBefore = (one) =>
  WRITTEN_FOR_SURVIVORS.some((file) => one.by?.startsWith(file)) ? { ...one, outcome: 'survived' } : one;

/** Mutants that no test can kill, each with why. */
const equivalent = () =>
  new Map(Object.entries(existsSync(EQUIVALENT) ? JSON.parse(readFileSync(EQUIVALENT, 'utf8')) : {}));

/** What was written by hand below the lists stays. */
const BY_HAND = '## What the survivors are';
const writtenByHand = () => {
  const text = existsSync(RESULT) ? readFileSync(RESULT, 'utf8') : '';
  return text.includes(BY_HAND) ? `\n${text.slice(text.indexOf(BY_HAND))}` : '';
};

const percent = (x) => `${(100 * x).toFixed(1)}%`;

/** Mutants of the list that survive: a test that kills one has refuted its reason, and the mutant counts as any other. */
function equivalentOf(judged) {
  const reasons = equivalent();
  const listed = judged.filter(({ id }) => reasons.has(id));
  for (const { id, by } of listed.filter(({ outcome }) => outcome !== 'survived'))
    console.warn(`${id} is listed as equivalent, and killed by ${by}: take it off the list`);
  return listed
    .filter(({ outcome }) => outcome === 'survived')
    .map((mutant) => ({ ...mutant, reason: reasons.get(mutant.id) }));
}

/** How many of the mutants that were judged are killed, without those that are equivalent, and the interval for it. */
function rateOf(judged, equivalents) {
  const left = new Set(equivalents.map(({ id }) => id));
  const counted = judged.filter(({ id }) => !left.has(id));
  const killed = counted.filter(({ outcome }) => outcome !== 'survived').length;
  const [lower, upper] = clopperPearson(killed, counted.length, 0.05);
  return { killed, of: counted.length, lower, upper };
}

const said = ({ killed, of, lower, upper }) =>
  `${killed} of ${of} killed: ${percent(killed / of)}, 95% interval ${percent(lower)} to ${percent(upper)}`;

const judgedOf = (sample, results) =>
  sample.flatMap((mutant) => (results.has(mutant.id) ? [{ ...mutant, ...results.get(mutant.id) }] : []));

export function summary(sample, results) {
  const judged = judgedOf(sample, results);
  return judged.length === 0 ? 'No mutant was judged.' : said(rateOf(judged, equivalentOf(judged)));
}

/**
 * Writes RESULT.md: the number, its interval, rooms, survivors, and those that are equivalent. `sample` are the mutants
 * that the type checker accepts, `rejected` those that it does not.
 */
export function record({ all, seed, sample, rejected, results }) {
  const judged = judgedOf(sample, results);
  const drawn = judged.length + rejected.length;
  const equivalents = equivalentOf(judged);
  const left = judged.filter(
    ({ id, outcome }) => outcome === 'survived' && !equivalents.some((one) => one.id === id),
  );
  const inRoom = (room) => judged.filter(({ path }) => path.startsWith(`src/${room}/`));
  const place = ({ path, line, was, text }) => `\`${path}:${line}\` \`${short(was)}\` → \`${short(text)}\``;
  writeFileSync(
    RESULT,
    `# Mutation testing: the last result

\`npm run test:mutation\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, seed ${seed}. ${all.toLocaleString('en-US')} mutants of ${ROOMS.map((room) => `\`src/${room}\``).join(', ')}; drawn are the first ${drawn.toLocaleString('en-US')} in the order of the seed, which is a random sample. Of these, ${rejected.length} do not compile: the type checker (\`npm run typecheck\`, part of \`npm test\`) rejects them, so they are no valid mutants and count neither as killed nor as survivors. The other ${judged.length.toLocaleString('en-US')} are judged by the unit tests alone (\`vitest.unit.config.ts\`); slow tests and those of the build are not asked, nor some that need snapshots in files, made-up clocks or a built report.

**${said(rateOf(judged, equivalents))}** (Clopper and Pearson). Equivalent ones are left out: ${equivalents.length}. Tests that were written for survivors of this very sample (${WRITTEN_FOR_SURVIVORS.length} files, listed in \`result.js\`) flatter that number; counted as if these had killed nobody, though other tests might have, it is ${said(rateOf(judged.map(asBefore), equivalents))}. The share among all mutants is probably between the two.

| room | killed | of |
|---|--:|--:|
${ROOMS.map((room) => [room, rateOf(inRoom(room), equivalents)])
  .map(([room, { killed, of }]) => `| ${room} | ${killed} | ${of} |`)
  .join('\n')}

Ended for want of time, which counts as killed: ${judged.filter(({ outcome }) => outcome === 'timeout').length}. Reached by no unit test: ${left.filter(({ ran }) => ran === 0).length}. Survivors for which some of the tests that reach them were not run (the first seconds of them are; \`--seconds\` gives more): ${left.filter(({ left: rest }) => rest > 0).length}.

## Equivalent

${equivalents.map((mutant) => `- ${place(mutant)}: ${mutant.reason}`).join('\n')}

## Survivors

${left.map((mutant) => `- ${place(mutant)}${mutant.ran === 0 ? ' (not reached)' : ''}`).join('\n')}
${writtenByHand()}`,
  );
}

const short = (text) => {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
};
