import type { ComponentChildren } from 'preact';
import type { Picture } from '../../../../src/report/index.ts';
import type { Answered } from '../../parts/answer.ts';
import { PictureGrid } from '../../parts/pictures.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Working } from '../../parts/working.tsx';

interface LessonProps {
  readonly title: string;
  readonly state: Answered<unknown>;
  readonly pictures: readonly Picture[];
  /** Whether its one picture stands beside the words. */
  readonly single?: boolean;
  readonly children: ComponentChildren;
}

/** Words and controls, and the pictures that are computed from them. */
export function Lesson({ title, state, pictures, single, children }: LessonProps) {
  return (
    <section class="lesson">
      <h2>{title}</h2>
      <div class={single ? 'beside' : undefined}>
        <div>{children}</div>
        <div class={state.busy ? 'busy' : undefined} aria-busy={state.busy}>
          {state.busy && pictures.length === 0 ? (
            <Working stage={{ text: 'Computing', share: null }} />
          ) : null}
          <Problem text={state.problem} />
          <PictureGrid pictures={pictures} />
        </div>
      </div>
    </section>
  );
}
