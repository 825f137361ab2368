import { useEffect, useRef } from 'preact/hooks';
import type { SortedFiles } from '../../dropped.ts';
import { goTo } from '../../scroll.ts';

interface DropQuestionProps {
  readonly dropped: SortedFiles;
  /** What would be replaced, in words. */
  readonly present: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** Asks before what was dropped on another view takes the place of what is here. */
export function DropQuestion({ dropped, present, onTake, onKeep }: DropQuestionProps) {
  const place = useRef<HTMLDivElement>(null);
  // After the view that is shown has taken the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => goTo(place.current, 'center'));
    return () => cancelAnimationFrame(frame);
  }, [dropped]);
  const names = [...dropped.folders, ...dropped.files].map(({ name }) => name);
  const said =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  return (
    <div
      ref={place}
      tabIndex={-1}
      class="notice drop-question"
      role="alertdialog"
      aria-label="A dropped file"
    >
      <p>
        You dropped <strong>{said}</strong>. Here is {present}.
      </p>
      <p class="downloads">
        <button type="button" class="main" onClick={onTake}>
          Audit this one instead
        </button>
        <button type="button" onClick={onKeep}>
          Keep the present one
        </button>
      </p>
    </div>
  );
}
