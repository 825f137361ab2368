import { useState } from 'preact/hooks';
import type { SortedFiles } from '../../dropped.ts';
import { FileInput } from '../../parts/files.tsx';
import { Problem, problemOf } from '../../parts/problem.tsx';
import { type Pin, settlePin } from '../../pins.ts';
import { stateOfAddress } from './states.ts';

/** The place of a state that is not there yet: it is at work, it failed, or it is about a file to choose. */
export function AwaitedState({ pin }: { readonly pin: Pin }) {
  const { key, origin, problem } = pin;
  const [isBusy, setBusy] = useState(false);
  const take = (chosen: SortedFiles) => {
    setBusy(true);
    stateOfAddress(origin.named ?? origin.address, chosen)
      .then((made) => settlePin(key, { made, problem: null }))
      .catch((error: unknown) => settlePin(key, { problem: problemOf(error) }))
      .finally(() => setBusy(false));
  };
  const isAsked = origin.named !== null;
  return (
    <div class="awaited">
      <Problem text={problem} />
      {isAsked ? (
        <>
          <p>This state is about a file that the link does not hold; its SHA-256 is checked.</p>
          <div class="drop">
            <FileInput label={`Choose ${origin.files.join(', ')}`} onChoose={take} />
          </div>
        </>
      ) : null}
      <p class="waiting" role="status">
        {isBusy || (!isAsked && problem === null) ? 'At work…' : ''}
      </p>
    </div>
  );
}
