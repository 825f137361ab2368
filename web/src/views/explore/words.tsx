import type { ComponentChildren } from 'preact';
import { type BenchAnswer, standing } from '../../../../src/bench/index.ts';
import type { BoundResult, ClaimRisk } from '../../../../src/index.ts';
import { boundWords, claimRiskWords, verdictSentence } from '../../../../src/report/index.ts';
import type { BenchAnswered } from '../../parts/bench-answer.ts';
import { Problem } from '../../parts/problem.tsx';
import { SameCommand, Table } from '../../parts/report-pieces.tsx';
import { boundReport } from './question.ts';
import { agedTables } from './rows.ts';

interface VerdictProps {
  readonly answered: BenchAnswered;
  /** What is shown: the answer so far, and where it has gaps the values before. */
  readonly shown: BenchAnswer | null;
  /** Why there is no answer. */
  readonly trouble: string | null;
}

/** The verdict and what was proved. Rows keep their places, and values that are out of date are dimmed. */
export function BoundVerdictBox({ answered, shown, trouble }: VerdictProps) {
  const answer = trouble === null ? answered.answer : null;
  const tables = shown === null ? null : agedTables(shown, answer);
  return (
    <VerdictFrame answer={answer} isStopped={answered.isStopped} trouble={trouble}>
      <p class={answer === null ? 'old seen' : 'seen'}>{tables?.seen}</p>
      {tables === null || tables.results === null ? null : (
        <Table
          caption="Lower bounds on epsilon"
          rows={tables.results.table}
          styles={{ 0: 'name' }}
          old={tables.results.old}
        />
      )}
      {tables === null || tables.tests === null ? null : (
        <Table caption="The claim’s p-values" rows={tables.tests.table} old={tables.tests.old} />
      )}
      <Progress answered={answered} isAsked={trouble === null} />
    </VerdictFrame>
  );
}

interface FrameProps {
  readonly answer: BenchAnswer | null;
  readonly isStopped: boolean;
  readonly trouble: string | null;
  readonly children: ComponentChildren;
}

/** The box in the colour of the verdict: that nothing is refuted is said only once every test is in. */
function VerdictFrame({ answer, isStopped, trouble, children }: FrameProps) {
  const report = answer === null || standing(answer) === 'at-work' ? null : boundReport(answer);
  const words = report === null ? null : boundWords(report);
  const style = words === null ? 'at-work' : words.answer.outcome;
  const mark = trouble !== null ? 'No answer' : isStopped ? 'Stopped' : 'At work';
  const sentence = trouble !== null ? '' : 'No verdict yet: not every test of the claim is in.';
  const isWarning = words?.answer.outcome === 'could-not-have-noticed';
  return (
    <section class={`verdict ${style}`}>
      <div class="said">
        <div role="status">
          <h2 class="mark">{words?.answer.mark ?? mark}</h2>
          <p class={isWarning ? 'warning' : undefined}>
            {words === null ? sentence : verdictSentence(words.answer)}
          </p>
          {words?.answer.weakened.map((text) => (
            <p key={text} class="warning">
              {text}
            </p>
          ))}
        </div>
        <Problem text={trouble} />
      </div>
      {children}
    </section>
  );
}

/** What is at work, in words, and how to end it. */
function Progress({ answered, isAsked }: { readonly answered: BenchAnswered; readonly isAsked: boolean }) {
  const { answer, isBusy, isStopped, stop, goOn } = answered;
  const waiting = answer?.waiting ?? [];
  const what = waiting.length === 0 ? 'the claim' : waiting[0];
  const more = waiting.length > 1 ? `, and ${waiting.length - 1} more` : '';
  return (
    <div class="progress">
      <p class="aside waiting">
        {isAsked && isBusy ? `At work on ${what}${more}.` : ''}
        {isStopped ? `Stopped before ${what}${more}.` : ''}
      </p>
      <button
        type="button"
        class={isAsked && (isBusy || isStopped) ? 'plain' : 'plain hidden'}
        onClick={isStopped ? goOn : stop}
      >
        {isStopped ? 'Go on' : 'Stop'}
      </button>
    </div>
  );
}

/** What the claim allows an attack on one record. */
export function ClaimRiskBox({ risk }: { readonly risk: ClaimRisk }) {
  const { lead, table, note } = claimRiskWords(risk);
  return (
    <section>
      <h2>The claim as risk to one record</h2>
      <p>{lead}</p>
      <Table caption={risk.claim} rows={table} styles={{ 0: 'name' }} />
      <p>{note}</p>
    </section>
  );
}

/** What the numbers assume, and how to get them again. */
export function BoundAssumptions({
  report,
  command,
}: {
  readonly report: BoundResult;
  readonly command: string;
}) {
  const { rests } = boundWords(report);
  return (
    <section>
      <h2>What this rests on</h2>
      <ul>
        {rests.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <SameCommand command={command} />
    </section>
  );
}
