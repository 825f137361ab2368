import {
  attackOn,
  type ClaimTest,
  type ClaimVerdict,
  claimRisk,
  claimTests,
  criticalCount,
  curveShape,
  designOfCounts,
  type EmpiricalEpsilon,
  empiricalEpsilon,
  familyInGame,
  pointsTheOtherWay,
  resolveClaim,
  type Standing,
  searchedMethods,
  standingOf,
} from '../../audit/index.ts';
import { boundNamed } from '../../bounds/index.ts';
import {
  closedForm,
  type Family,
  family as familyOf,
  parseClaim,
  type TradeOff,
  tradeOff,
} from '../../claims/index.ts';
import { LastUsed } from '../../last-used.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { checkObservation } from '../../observation.ts';
import { type BoundName, METHODS } from '../../types.ts';
import type { BenchDetails, BenchQuestion, BenchRow } from '../question.ts';
import { curvePoints } from './claim-curve.ts';

/** From this many guesses on, an optimal search takes longer than a change may wait. */
const MANY_GUESSES = 4000;

/** A piece of work on a question, as others see it. */
interface PieceFacts {
  readonly key: string;
  /** What is at work, in words. */
  readonly words: string;
  /** Whether it may take so long that nothing should have to wait for it. */
  readonly slow: boolean;
}

/** What one piece adds to an answer. */
export interface BenchFinding {
  readonly claim?: {
    readonly name: string;
    readonly epsilon: number;
    readonly curve: ReturnType<typeof curvePoints>;
  };
  readonly tests?: readonly ClaimTest[];
  readonly standing?: Standing | null;
  readonly attack?: ClaimVerdict['attack'];
  readonly critical?: number | null;
  readonly results?: readonly EmpiricalEpsilon[];
  readonly details?: BenchDetails;
  readonly notes?: readonly string[];
}

interface BenchPiece extends PieceFacts {
  run(): BenchFinding;
}

/** All that will be known of an answer, before anything is computed. */
export interface BenchPlan {
  readonly rows: readonly BenchRow[];
  readonly reversed: number | null;
  /** In the order in which they are worked on. */
  readonly pieces: readonly PieceFacts[];
  /** Why some rows are not there. */
  readonly notes: readonly string[];
}

/** The work on a question, cut into pieces: what is quick first, so that something is seen at once. */
export function planWork(question: BenchQuestion): {
  readonly plan: BenchPlan;
  readonly pieces: readonly BenchPiece[];
} {
  const { observation, tau, delta, claim, methods = METHODS } = question;
  checkObservation(observation);
  checkTau(tau);
  checkDelta(delta);
  const searched = question.families.map((text) => ({ text, family: familyOfGame(text, question.game) }));
  const notes = new Set<string>();
  const rows = searched.flatMap(({ text, family }) =>
    searchedMethods(family, observation, methods).flatMap((method): Search[] => {
      const whyNot = boundNamed(method).whyNot(observation, family);
      if (whyNot !== null) notes.add(`${whyNot}: left out`);
      return whyNot === null ? [{ text, family, method }] : [];
    }),
  );
  const searches = rows.map((row) => searchPiece(question, row));
  const pieces = [...searches, ...claimPieces(question, standingGaussian(searches))];
  const placeOf = placesOf(claim);
  pieces.sort((a, b) => placeOf(a.key, a.slow) - placeOf(b.key, b.slow));
  return {
    pieces,
    plan: {
      rows: rows.map(({ family, method }) => ({ family: family.name, method })),
      reversed: pointsTheOtherWay(observation),
      pieces: pieces.map(({ key, words, slow }) => ({ key, words, slow })),
      notes: [...notes],
    },
  };
}

interface Search {
  readonly text: string;
  readonly family: Family;
  readonly method: BoundName;
}

/** Costly members of a family are remembered by the family itself. */
const families = new LastUsed<string, Family>(8);

function familyOfGame(text: string, game: BenchQuestion['game']): Family {
  return families.get(`${game} ${text}`, () =>
    game === 'reconstruction' ? familyInGame(text, game) : familyOf(text),
  );
}

/** The epsilon within one family by one method. */
function searchPiece(
  { observation, tau, delta, onePerRun = false }: BenchQuestion,
  { family, method }: Search,
): BenchPiece {
  let found: BenchFinding | undefined;
  return {
    key: `epsilon ${method} ${family.name}`,
    words: `epsilon by ${method} within ${family.name}`,
    slow: family.search !== undefined || isLong(method, observation.guesses),
    run() {
      if (found !== undefined) return found;
      const rows = empiricalEpsilon(observation, family, { tau, deltas: [delta], method });
      const { assumption } = family;
      found = { results: onePerRun ? rows.map((row) => ({ ...row, assumption })) : rows };
      return found;
    },
  };
}

/**
 * The most private Gaussian that is not refuted, by the best method that is quick; null where none is
 * refuted.
 */
function standingGaussian(searches: readonly BenchPiece[]): () => string | null {
  const quick = searches.filter(
    ({ key, slow }) => key.endsWith(' gaussian') && !key.startsWith('epsilon independent') && !slow,
  );
  return () => {
    const mus = quick.flatMap((piece) => piece.run().results?.map(({ parameter }) => parameter ?? 0) ?? []);
    const mu = Math.max(0, ...mus);
    return mu === 0 ? null : `gaussian(mu=${Number(mu.toPrecision(4))})`;
  };
}

const isLong = (method: BoundName, guesses: number) => method === 'optimal' && guesses > MANY_GUESSES;

/** What is worked out about the claim; nothing without one. */
function claimPieces(question: BenchQuestion, standingMember: () => string | null): BenchPiece[] {
  const { observation, tau, delta, claim, methods = METHODS } = question;
  if (claim === null) return [];
  const { correct: _, ...game } = observation;
  const slow = isLong('optimal', observation.guesses);
  const tests = methods.map((method): BenchPiece => {
    const words = `p-value by ${method}`;
    return {
      key: `test ${method}`,
      words,
      slow: isLong(method, observation.guesses),
      run() {
        const { stated, tested, notes } = curvesOf(claim, question.game);
        const found = claimTests(observation, tested, { tau, delta, methods: [method] });
        const facts = { name: stated.name, epsilon: stated.epsilon(delta), curve: curvePoints(tested) };
        return {
          ...(method === methods[0] ? { claim: facts } : {}),
          tests: found.tests,
          notes: [...notes, ...found.notes],
        };
      },
    };
  });
  const quick = methods.filter((method) => method !== 'optimal');
  const criticalBy = (judges: readonly BoundName[]) =>
    criticalCount(game, curvesOf(claim, question.game).tested, tau, judges);
  // What is refuted without an assumption is told by the tests that need none.
  const deciding = (judges: readonly BoundName[]) => {
    const others = judges.filter((method) => method !== 'independent');
    const count = others.length < judges.length ? criticalBy(others) : null;
    return count !== null && observation.correct >= count ? others : judges;
  };
  const critical = (judges: readonly BoundName[]) => () => ({ critical: criticalBy(deciding(judges)) });
  const standing = (): BenchFinding => {
    const design = designOfCounts(game, claim, tau, deciding(methods), question.game);
    if (design === null) return { standing: null };
    const standing = standingOf(design);
    const { strength, power } = attackOn(design, standing, observation.correct);
    return { standing, attack: { strength, power } };
  };
  const details: BenchPiece = {
    key: 'details',
    words: 'curves and risks',
    slow: false,
    run: () => ({ details: detailsOf(claim, delta, standingMember()) }),
  };
  return [
    ...tests,
    ...(quick.length === 0
      ? []
      : [{ key: 'critical quick', words: 'critical count', slow: false, run: critical(quick) }]),
    { key: 'critical all', words: 'critical count', slow, run: critical(methods) },
    { key: 'standing', words: 'what a pass is worth', slow, run: standing },
    ...(question.details === true ? [details] : []),
  ];
}

/** The curve of the claim as it is stated, and the one that is tested. */
function curvesOf(
  claim: string,
  game: BenchQuestion['game'],
): { readonly stated: TradeOff; readonly tested: TradeOff; readonly notes: readonly string[] } {
  if (game === 'reconstruction') return resolveClaim(claim, game);
  const f = tradeOff(claim);
  return { stated: f, tested: f, notes: [] };
}

function detailsOf(claim: string, delta: number, standing: string | null): BenchDetails {
  const linesOf = (text: string) => curveShape(tradeOff(text), parseClaim(text)).claim;
  return {
    lines: linesOf(claim),
    risk: claimRisk(claim, { deltas: [delta] }),
    standing: standing === null ? null : { ...linesOf(standing), epsilon: tradeOff(standing).epsilon(delta) },
  };
}

/**
 * The order of the pieces: the claim's p-value by Algorithm 3, what else is quick, the optimal test, and what
 * is slow. A claim whose curve takes a while to compute comes after the epsilons that do not need it.
 */
function placesOf(claim: string | null): (key: string, slow: boolean) => number {
  const isFormula = claim === null || closedForm(parseClaim(claim)) !== null;
  const order = [
    ...(isFormula ? [] : ['epsilon paper', 'epsilon steinke', 'epsilon independent']),
    'test paper',
    'test steinke',
    'test independent',
    'critical quick',
    'epsilon paper',
    'epsilon steinke',
    'epsilon independent',
    'test optimal',
    'critical all',
    'standing',
    'epsilon optimal',
    'details',
  ];
  return (key, slow) => order.findIndex((start) => key.startsWith(start)) + (slow ? order.length : 0);
}
