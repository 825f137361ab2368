import type { BoundResult } from '../../../src/index.ts';
import { boundWords } from '../../../src/report/index.ts';
import { Table } from '../parts/pieces.tsx';

/** The verdict and what was proved. */
export function Words({
  report,
  waiting,
}: {
  readonly report: BoundResult;
  readonly waiting: readonly string[];
}) {
  const words = boundWords(report);
  const refuted = report.verdict?.refuted === true;
  return (
    <section
      class={`verdict ${refuted ? 'refuted' : words.warning === null ? 'not-refuted' : 'not-refutable'}`}
    >
      <h2 class="mark">{refuted ? 'REFUTED' : 'Not refuted'}</h2>
      <p class={words.warning === null ? undefined : 'warning'}>
        {words.warning ?? sentenceOf(words.verdict)}
      </p>
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

/** A verdict without its mark, which stands above. */
function sentenceOf(verdict: string | null): string {
  const text = (verdict ?? '').replace(/^[^:]*: /, '');
  return text.replace(/^the /, 'The ');
}

/** What the numbers assume, and how to get them again. */
export function Rests({ report, command }: { readonly report: BoundResult; readonly command: string }) {
  const { rests } = boundWords(report);
  return (
    <section>
      <h2>What this rests on</h2>
      <ul>
        {rests.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>The same on the command line:</p>
      <pre>
        <code>{command}</code>
      </pre>
    </section>
  );
}
