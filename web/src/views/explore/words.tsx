import type { BoundResult, ClaimRisk } from '../../../../src/index.ts';
import { boundWords, claimRiskWords } from '../../../../src/report/index.ts';
import { SameCommand, Table } from '../../parts/report-pieces.tsx';

/** The verdict and what was proved. */
export function BoundVerdictBox({
  report,
  waiting,
}: {
  readonly report: BoundResult;
  readonly waiting: readonly string[];
}) {
  const words = boundWords(report);
  const { warning, verdict } = words;
  const style = verdict?.refuted === true ? 'refuted' : warning === null ? 'not-refuted' : 'not-refutable';
  return (
    <section class={`verdict ${style}`}>
      <h2 class="mark">{verdict?.mark}</h2>
      <p class={warning === null ? undefined : 'warning'}>{warning ?? verdict?.sentence}</p>
      <p>{words.seen}</p>
      {words.results === null ? null : (
        <Table caption={words.lead ?? ''} rows={words.results} styles={{ 0: 'name' }} />
      )}
      {words.tests === null ? null : <Table caption="The claim’s p-values" rows={words.tests} />}
      <p class="aside waiting" role="status">
        {waiting.length === 0 ? '' : `Still at work: ${waiting.join(', ')}.`}
      </p>
    </section>
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
