import type { BenchSource } from '../../../../src/bench/index.ts';
import { formatCount } from '../../../../src/report/index.ts';
import type { StepName } from './story.ts';

/** How to read what the first steps show. */
export function Key({ step, field }: { readonly step: StepName; readonly field: BenchSource['field'] }) {
  const { m, inside } = field;
  return (
    <ul>
      {step === 'promise' ? null : (
        <>
          <li>
            <Mark style="b-in" path="M12 8h0" width={9} />

            <span>a canary that went in: {formatCount(inside)}, above the line</span>
          </li>
          <li>
            <Mark style="b-out" path="M12 3l5 5l-5 5l-5 -5z" width={1.6} />

            <span>one that stayed out: {formatCount(m - inside)}, below it</span>
          </li>
          <li>
            <Mark style="b-path" path="M1 8h22" width={2} />

            <span>the errors of guesses by these scores</span>
          </li>
        </>
      )}
      <li>
        <Mark style="b-claim" path="M1 8h22" width={2} />

        <span>the claim: no attack gets below this curve</span>
      </li>
      <li>
        <Mark style="b-blind" path="M1 8h22" width={1.5} />

        <span>guessing blindly</span>
      </li>
    </ul>
  );
}

function Mark({
  style,
  path,
  width,
}: {
  readonly style: string;
  readonly path: string;
  readonly width: number;
}) {
  return (
    <svg width="24" height="16" aria-hidden="true" focusable="false">
      <path d={path} class={style} stroke-width={width} />
    </svg>
  );
}
