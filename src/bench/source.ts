import type { AuditResult, CanaryField } from '../audit/index.ts';
import { ONE_PER_RUN } from '../audit-choices.ts';
import { parseClaim, printClaim, usualViolation } from '../claims/index.ts';
import { auditVerdict } from '../report/index.ts';
import { type BoundName, METHODS } from '../types.ts';
import { type Cuts, cutsOfGuesses, type FixedDesign, sameCuts } from './cuts.ts';
import type { BenchAnswer, BenchQuestion } from './question.ts';

/** What the figure shows. */
export interface BenchSource {
  readonly field: CanaryField;
  readonly k: number;
  /** What was fixed before the scores were seen; null where nothing was, as with made-up scores. */
  readonly fixed: FixedDesign | null;
  /** Other numbers of guesses that were fixed too, where there are several. */
  readonly alsoFixed?: readonly FixedDesign[];
  /** Whether the scores are made up, which are no evidence about any mechanism whatever was fixed. */
  readonly isMadeUp?: boolean;
  /** The verdict on the fixed design, which nothing changes; null without one. */
  readonly verdict: { readonly outcome: string; readonly mark: string } | null;
  /** Whether a check of the input failed, which voids every number about the claim. */
  readonly isVoid?: boolean;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly isLate?: boolean;
  readonly tau: number;
  readonly delta: number;
  readonly claim: string | null;
  readonly families: readonly string[];
  /** Whose neighbours the claim and the families are about, where it is not the field's own game. */
  readonly game?: BenchQuestion['game'];
  /** Which methods judge: all that need no assumption, unless an audit asked for others. */
  readonly methods?: readonly BoundName[];
  /** Whether each canary had a run of its own, so that canaries are independent. */
  readonly onePerRun?: boolean;
  /** Mechanisms that games can be played with: the claim's own, and a violation of it. */
  readonly truths: readonly BenchTruth[];
  /** Right guesses of games of the best attack on the claim, at the fixed number of guesses. */
  readonly honest?: readonly number[];
  /** The cuts to begin with, where they are not those of the fixed design. */
  readonly cuts?: Cuts;
  /** The answer about the fixed design, where it is known already. */
  readonly answer: BenchAnswer | null;
}

export interface BenchTruth {
  readonly claim: string;
  /** Whether the claim holds there, so that a refutation is a false alarm. */
  readonly isHonest: boolean;
}

/** The figure of an audit of one run; null where the attack did not say how sure it is of its guesses. */
export function sourceOfAudit(result: AuditResult): BenchSource | null {
  const field = result.plots.fields.find(({ run }) => run === 1);
  if (field === undefined || result.runs.length !== 1) return null;
  const { observations } = result.runs[0];
  const { claim, delta, tauEach, tests, results } = result;
  const { outcome, mark } = auditVerdict(result);
  const isVoid = outcome === 'no-verdict';
  const decisive = decisiveOf(result);
  const observation = observations[decisive];
  const designs = observations.map((one) => ({ cuts: cutsOfGuesses(one), observation: one }));
  const families = [...new Set(results.map(({ family }) => family))];
  const used = [
    ...METHODS.filter((name) => [...tests, ...results].some(({ method }) => method === name)),
    ...(judgedAsIndependent(result) ? (['independent'] as const) : []),
  ];
  const isUsual = isVoid || String(used) === String(METHODS);
  const judged = {
    ...(isUsual ? {} : { methods: used }),
    ...(result.notes.includes(ONE_PER_RUN) ? { onePerRun: true } : {}),
  };
  const question: BenchQuestion = {
    game: result.game,
    observation,
    tau: tauEach,
    delta,
    claim: claim?.stated ?? null,
    families,
    ...judged,
  };
  return {
    field,
    k: observation.k,
    fixed: designs[decisive],
    ...(designs.length > 1 ? { alsoFixed: designs.filter((_, i) => i !== decisive) } : {}),
    verdict: { outcome, mark },
    isVoid,
    tau: tauEach,
    delta,
    claim: claim?.stated ?? null,
    families,
    ...judged,
    ...(isVoid || result.plots.honest === undefined ? {} : { honest: result.plots.honest[decisive] }),
    truths: isVoid ? [] : truthsOf(claim?.stated ?? null, result.power?.violation ?? null, result.game),
    answer: isVoid
      ? null
      : {
          question,
          curve: result.plots.claimed,
          claimName: claim?.stated ?? null,
          claimEpsilon: claim?.epsilon ?? null,
          tests: tests.flatMap(({ method, guesses, pValue, refuted }) =>
            isBound(method) && guesses === observation.guesses ? [{ method, pValue, refuted }] : [],
          ),
          isTested: true,
          standing: result.standing,
          attack: { strength: result.attack.strength, power: result.power?.thisAttack ?? null },
          critical: claim?.critical[decisive] ?? null,
          reversed: null,
          results,
          ...(observations.length > 1 ? { mostOf: observations.map(({ guesses }) => guesses) } : {}),
          details: null,
          notes: [],
          rows: results.map(({ family, method }) => ({ family, method })),
          waiting: [],
        },
  };
}

/** Of several numbers of guesses the one whose test decides; the first where nothing is tested. */
function decisiveOf({ runs, decidedBy }: AuditResult): number {
  const { observations } = runs[0];
  return Math.max(
    0,
    observations.findIndex(({ guesses }) => guesses === decidedBy?.guesses),
  );
}

/** The fixed design that has these cuts, or the one that the figure begins with. */
export function fixedAt({ fixed, alsoFixed = [] }: BenchSource, cuts: Cuts): FixedDesign | null {
  return alsoFixed.find((other) => sameCuts(other.cuts, cuts)) ?? fixed;
}

/** Whether a verdict may rest on independent canaries; the row of a named mechanism is there in any case. */
function judgedAsIndependent({ tests, results }: AuditResult): boolean {
  const whatever = results.filter(({ assumption }) => assumption === 'worst-case');
  const isAsked = ({ method, family }: AuditResult['results'][number]) =>
    method === 'independent' && whatever.some((other) => other.family === family);
  return tests.some(({ method }) => method === 'independent') || results.some(isAsked);
}

function isBound(name: string): name is BoundName {
  return name === 'independent' || METHODS.some((method) => method === name);
}

/** Games are played in or out, not among candidates. */
function truthsOf(claim: string | null, violation: string | null, game: CanaryField['game']): BenchTruth[] {
  if (claim === null || game !== 'membership') return [];
  return [{ claim, isHonest: true }, ...(violation === null ? [] : [{ claim: violation, isHonest: false }])];
}

/** A claim as it stands, and as it is usually broken, where there is a usual way. */
export function usualTruths(claim: string): BenchTruth[] {
  const violation = usualViolation(parseClaim(claim));
  return truthsOf(claim, violation === null ? null : printClaim(violation), 'membership');
}
