import { chance } from '../../chance.ts';
import { exp, ln, logBinomialTail } from '../../numerics/index.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';
import { type Counted, observeRun } from '../observe.ts';
import type { AuditCheck, AuditInput, AuditPower } from '../records.ts';
import { pointsTheOtherWay } from './direction.ts';
import { repeatedRows } from './repeated-rows.ts';

/** Below this probability coins are not fair, or rows not independent, and the theorem says nothing. */
const IMPOSSIBLE = 1e-6;

const REPEATED = 'repeated rows';

/** From so many canaries on, an even split is worth a word. */
const EVEN = 10;

/** One run, as far as the checks look at it. */
interface CheckedRun {
  readonly input: AuditInput;
  readonly scores: Scores;
}

/** What must hold of the input before its numbers mean anything. */
export function checkInput(runs: readonly CheckedRun[]): AuditCheck[] {
  const several = runs.length > 1;
  const chance = IMPOSSIBLE / (several ? runs.length + 1 : 1);
  const checks = runs.flatMap(({ input, scores }) => {
    const where = several ? `${quotedPath(input.name)}: ` : '';
    const read = `${input.rows} rows, every score a finite number, no id twice`;
    const fair = checkDraws(drawCounts(scores), scores.kind);
    return [
      { name: 'rows', passed: true, message: where + read },
      ...checkRepeated([scores], chance).map((check) => ({ ...check, message: where + check.message })),
      { ...fair, message: where + fair.message },
    ];
  });
  if (!several) return [...checks, ...checkBothSides(runs[0].scores)];
  // Runs of few canaries show it together.
  if (!checks.some(({ name }) => name === REPEATED))
    checks.push(
      ...checkRepeated(
        runs.map(({ scores }) => scores),
        chance,
      ),
    );
  // Few canaries in each of many runs can look fair in each and not together.
  const all = runs
    .map(({ scores }) => drawCounts(scores))
    .reduce((sum, some) => sum.map((n, i) => n + (some[i] ?? 0)));
  const together = checkDraws(all, runs[0].scores.kind);
  return [...checks, { ...together, message: `all runs together: ${together.message}` }];
}

/** A canary that is written twice is one canary, and counted as two. */
function checkRepeated(runs: readonly Scores[], chance: number): AuditCheck[] {
  const found = repeatedRows(runs, chance);
  if (found === null) return [];
  const message = `rows are written more than once, and a canary counted twice proves nothing more: ${found}, which independent canaries do not do (probability below 1e-6)`;
  return [{ name: REPEATED, passed: false, message }];
}

/** ln of twice the smaller tail of seeing x of n, each with probability p. */
function logTwoSided(n: number, p: number, x: number): number {
  const tail = Math.min(logBinomialTail(n, p, x), logBinomialTail(n, 1 - p, n - x, p));
  return Math.min(0, Math.LN2 + tail);
}

/** How often each option went in. */
export function drawCounts(scores: Scores): number[] {
  if (scores.kind === 'membership') {
    const inside = scores.included.reduce((sum, bit) => sum + bit, 0);
    return [scores.included.length - inside, inside];
  }
  const found = new Array<number>(scores.k).fill(0);
  for (const option of scores.truth) found[option]++;
  return found;
}

/**
 * Whether fair, independent draws decided who is in. What fair coins do not produce voids the theorem: then
 * there is no verdict, whatever the counts say.
 */
export function checkDraws(seen: readonly number[], kind: Scores['kind']): AuditCheck {
  const m = seen.reduce((a, b) => a + b, 0);
  const p = 1 / seen.length;
  // The union bound over options: for membership both say the same.
  const worst = seen.reduce((least, count) => Math.min(least, logTwoSided(m, p, count)), 0);
  const log = kind === 'membership' ? worst : Math.min(0, worst + ln(seen.length));
  const what =
    kind === 'membership'
      ? `${seen[1]} of ${m} canaries are in`
      : `${m} draws over ${seen.length} candidates`;
  return log < ln(IMPOSSIBLE)
    ? {
        name: 'fair draws',
        passed: false,
        message: `${what}, which fair draws do not produce (probability ${exp(log).toExponential(1)}), so the theorem behind the audit does not apply`,
      }
    : {
        name: 'fair draws',
        passed: true,
        message: `${what}: fair draws do that (p = ${Number(exp(log).toPrecision(2))})${evenSplit(seen, kind)}`,
      };
}

/** The same of runs that one canary is in or out of: they are alike, however it was settled which. */
export function checkOneCanary(scores: Scores): AuditCheck[] {
  const [outside, inside] = drawCounts(scores);
  const message = `the canary is in ${inside} of ${inside + outside} runs; no fair draws are needed, only that it was settled in which without a look at any of them`;
  return [{ name: 'draws', passed: true, message }, ...checkBothSides(scores)];
}

/** Coins come out even now and then, and a split that was made even always: only who drew them knows. */
function evenSplit(seen: readonly number[], kind: Scores['kind']): string {
  const m = seen.reduce((a, b) => a + b, 0);
  if (m < EVEN || seen.some((count) => count !== seen[0])) return '';
  const split = kind === 'membership' ? 'exactly half' : 'exactly as often each candidate';
  return `, provided that each canary had a draw of its own: ${split} is also what a split gives that was made even, to which the theorem does not apply`;
}

/** An audit of one run compares canaries that are in with canaries that are out. */
function checkBothSides(scores: Scores): AuditCheck[] {
  if (scores.kind !== 'membership') return [];
  const [outside, inside] = drawCounts(scores);
  if (inside > 0 && outside > 0) return [];
  const message = `all ${inside + outside} canaries are ${inside === 0 ? 'out' : 'in'}, and an audit compares canaries that are in with canaries that are out`;
  return [{ name: 'both kinds', passed: false, message }];
}

/**
 * Far fewer right than blind guessing gets: the attack knows who was in, and says the opposite. Where the
 * guesses are too few to show it, all canaries are ranked: that can only void a verdict, so it needs no
 * correction.
 */
export function checkDirection(
  runs: readonly CheckedRun[],
  counted: readonly Counted[],
  tau: number,
  lowerIsIn: boolean,
): AuditCheck[] {
  const doubtful = counted.every(({ observation: { correct, k }, made }) => k * correct <= made);
  const whole = doubtful ? runs.map(({ scores }) => rankAll(scores, lowerIsIn)) : [];
  for (const { observation, made } of [...counted, ...pooled(counted), ...whole, ...pooled(whole)]) {
    const { k, correct } = observation;
    const p = pointsTheOtherWay({ ...observation, guesses: made });
    if (p === null) continue;
    const ready = runs[0].scores.kind === 'reconstruction' && runs[0].scores.confidence === null;
    const remedy = ready
      ? 'look for a mistake in how the guesses were written; what is changed is tested again'
      : `if a ${lowerIsIn ? 'higher' : 'lower'} score means more likely in, say so, and test again`;
    const message = `the scores seem to point the other way: ${correct} of ${made} guesses are right where blind guessing gets about ${Math.round(made / k)} (p = ${p.toExponential(1)}); ${remedy} at half of tau (${tau / 2}), because that is a second test`;
    return [{ name: 'direction', passed: false, message }];
  }
  return [];
}

/** Every canary guessed, the upper half as in; of equal scores at the cut the most that could be right. */
function rankAll(scores: Scores, lowerIsIn: boolean): Pick<Counted, 'observation' | 'made'> {
  const m = scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
  const { observation, made, ties } = observeRun(scores, m, { sides: 'both', lowerIsIn, seed: 'all' }, 0);
  return { observation: { ...observation, correct: ties.most }, made };
}

/** All runs at one number of guesses as one, in which a small tendency shows. */
function pooled(
  counted: readonly Pick<Counted, 'observation' | 'made'>[],
): Pick<Counted, 'observation' | 'made'>[] {
  const sums = new Map<number, Pick<Counted, 'observation' | 'made'>>();
  for (const { observation, made } of counted) {
    const { guesses, correct } = observation;
    const sum = sums.get(guesses);
    sums.set(guesses, {
      observation: { ...observation, correct: correct + (sum?.observation.correct ?? 0) },
      made: made + (sum?.made ?? 0),
    });
  }
  return [...sums.values()];
}

/** Whether this attack was likely enough to have the violation refuted, where that was asked for. */
export function checkPower(required: number | undefined, found: AuditPower | null): AuditCheck[] {
  if (required === undefined) return [];
  const thisAttack = found?.thisAttack ?? null;
  if (found === null || thisAttack === null) {
    const message = `how likely this attack is to have a violation refuted is not known, and a power of ${required} was required`;
    return [{ name: 'power', passed: false, message }];
  }
  const what = `this attack would have found ${found.violation} with probability ${chance(thisAttack)} (an estimate; the best attack ${chance(found.best)})`;
  return thisAttack >= required
    ? [{ name: 'power', passed: true, message: `${what}, at least the required ${required}` }]
    : [{ name: 'power', passed: false, message: `${what}, less than the required ${required}` }];
}
