import { useMemo, useRef } from 'preact/hooks';
import { type BoundResult, type ClaimVerdict, METHODS } from '../../../../src/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { type Answered, useAnswer } from '../../parts/answer.ts';
import type { BoundQuestion, ExploredCurve } from '../../work/explore.ts';
import { ownQuestion } from './question.ts';

/** What all methods say about one question. */
interface Explored extends BoundResult {
  readonly delta: number;
}

interface Answers {
  /** The newest report that is complete for at least one method. */
  readonly report: Explored | null;
  /** Whether the report is about an older question than the one that is asked. */
  readonly old: boolean;
  /** The methods that are still at work. */
  readonly waiting: readonly string[];
  readonly claim: ExploredCurve | null;
  /** The most private Gaussian that is not refuted; null where none is refuted. */
  readonly standing: ExploredCurve | null;
  readonly problem: string | null;
}

/** Each method, each curve and each slow search has a worker of its own, so that none holds up another. */
const workers = () => METHODS.map((method) => [method, new LatestAnswerWorker()] as const);
const [METHOD_WORKERS, OWN_WORKERS] = [workers(), workers()];
const [claimWorker, standingWorker] = [new LatestAnswerWorker(), new LatestAnswerWorker()];

export function useAnswers(question: BoundQuestion | null): Answers {
  const answers = METHOD_WORKERS.map(([method, worker]) =>
    useAnswer(worker, question, async (work, asked: BoundQuestion) => ({
      asked,
      verdict: await work.verdictByMethod(asked, method),
      proved: await work.proveWithinFamilies(asked, method),
    })),
  );
  const own = useMemo(() => ownQuestion(question), [question]);
  const ownAnswers = OWN_WORKERS.map(([method, worker]) =>
    useAnswer(worker, own, async (work, asked: BoundQuestion) => ({
      asked,
      proved: await work.proveWithinFamilies(asked, method),
    })),
  );
  const answered = useMemo(
    () => combined(question, answers, own, ownAnswers),
    [question, own, ...answers, ...ownAnswers],
  );
  // The last report is shown until the first method has answered the newest question.
  const last = useRef<Explored | null>(null);
  if (answered !== null) last.current = answered;
  const report = last.current;
  const name = report === null ? null : standingOf(report);
  const curveOf = (claim: string | null) =>
    claim === null || question === null ? null : { claim, delta: question.delta };
  const claim = useAnswer(claimWorker, curveOf(question?.claim ?? null), (work, asked) =>
    work.claimCurve(asked.claim, asked.delta),
  );
  const standing = useAnswer(standingWorker, curveOf(name), (work, asked) =>
    work.claimCurve(asked.claim, asked.delta),
  );
  const ownKnown = own === null ? [] : ownAnswers;
  return {
    report,
    old: answered === null,
    waiting: [
      ...METHODS.filter((_, i) => answers[i].busy),
      ...METHODS.filter((_, i) => ownKnown[i]?.busy).map((method) => `${method} within ${own?.families[0]}`),
    ],
    claim: claim.answer,
    standing: name === null ? null : standing.answer,
    problem: [...answers, ...ownKnown, claim, standing].find((one) => one.problem !== null)?.problem ?? null,
  };
}

type Said = Answered<{
  readonly asked: BoundQuestion;
  readonly verdict: ClaimVerdict;
  readonly proved: BoundResult;
}>;
type OwnSaid = Answered<{ readonly asked: BoundQuestion; readonly proved: BoundResult }>;

/**
 * What the methods that have answered this question say together, as `onerun bound` does; null before the
 * first.
 */
function combined(
  question: BoundQuestion | null,
  answers: readonly Said[],
  own: BoundQuestion | null,
  ownAnswers: readonly OwnSaid[],
): Explored | null {
  const given = answers.flatMap(({ answer }) => (answer?.asked === question ? [answer] : []));
  if (question === null || given.length === 0) return null;
  const { observation, tau, delta } = question;
  const more = ownAnswers.flatMap(({ answer }) =>
    own !== null && answer?.asked === own ? [answer.proved] : [],
  );
  const proved = [...given.map((said) => said.proved), ...more];
  const verdicts = given.map(({ verdict }) => verdict);
  const notes = [...verdicts, ...proved].flatMap((said) => said.notes);
  const results = proved.flatMap((said) => said.results);
  const families = [...question.families, ...(own?.families ?? [])];
  return {
    observation,
    tau,
    delta,
    deltas: [delta],
    reversed: given[0].proved.reversed,
    results: families.flatMap((name) => results.filter(({ family }) => family === name)),
    verdict: {
      claim: verdicts[0].claim,
      claimEpsilon: verdicts[0].claimEpsilon,
      delta,
      tau,
      refuted: verdicts.some(({ refuted }) => refuted),
      refutable: verdicts.some(({ refutable }) => refutable),
      tests: verdicts.flatMap(({ tests }) => tests),
      notes: [],
    },
    notes: [...new Set(notes)],
  };
}

/** The most private Gaussian that is not refuted, where one is. */
function standingOf({ results }: BoundResult): string | null {
  const mus = results.flatMap(({ family, parameter }) =>
    family === 'gaussian' && parameter !== null ? [parameter] : [],
  );
  return mus.length === 0 ? null : `gaussian(mu=${Number(Math.max(...mus).toPrecision(4))})`;
}
