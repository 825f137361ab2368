import type { ComponentChildren } from 'preact';
import {
  COMPARED_FIELD,
  comparedField,
  modeOf,
  SHORT_MODE,
  type SharedAxis,
  stateLetter,
  stateMark,
} from '../../../../src/bench/index.ts';
import { isMade, type MadePin, movePin, type Pin, renamePin, unpin } from '../../pins.ts';
import { AwaitedState } from './awaited-state.tsx';
import { DrawnPanel } from './panels.tsx';

interface PinnedRowProps {
  readonly pin: Pin;
  /** Its place among all pins, and how many there are. */
  readonly place: number;
  readonly all: number;
  /** Its place among those that are drawn. */
  readonly drawnPlace: number;
  /** The axis that all states share at a width; null where each has its own. */
  readonly shared: ((width: number) => SharedAxis) | null;
  /** Changes the pins as the reader asks. */
  readonly onEdit: (edit: () => void) => void;
}

/** One pinned state: its mark, its name, what it counts as, and its canaries. */
export function PinnedRow({ pin, place, all, drawnPlace, shared, onEdit }: PinnedRowProps) {
  const { key, name, origin } = pin;
  const title = isMade(pin) ? stateLetter(drawnPlace) : name;
  const move = (words: string, by: number, isEnd: boolean) => (
    <button
      type="button"
      disabled={isEnd}
      aria-label={`Move ${title} ${words}`}
      onClick={() => onEdit(() => movePin(key, by))}
    >
      {by < 0 ? '↑' : '↓'}
    </button>
  );
  return (
    <li class="pinned">
      <div class="pinned-head">
        {isMade(pin) ? <StateMark place={drawnPlace} /> : null}
        <input
          type="text"
          value={name}
          aria-label={`Name of ${title}`}
          onInput={({ currentTarget: { value } }) => onEdit(() => renamePin(key, value))}
        />
        {isMade(pin) ? <Mode pin={pin} /> : null}
        <span class="pinned-tools">
          {origin.named === null ? (
            <a href={origin.address} aria-label={`Open ${title} where it is from`}>
              Open
            </a>
          ) : null}
          {move('up', -1, place === 0)}
          {move('down', 1, place === all - 1)}
          <button type="button" aria-label={`Remove ${title}`} onClick={() => onEdit(() => unpin(key))}>
            Remove
          </button>
        </span>
      </div>
      {isMade(pin) ? (
        <DrawnPanel
          title=""
          height={COMPARED_FIELD}
          usual={960}
          label={`Canaries of ${title}, ${name}: ${SHORT_MODE[modeOf(pin.made.state)]}`}
          draw={(width) => comparedField(pin.made.state, width, `pinned-${key}`, shared?.(width) ?? null)}
        />
      ) : (
        <AwaitedState pin={pin} />
      )}
    </li>
  );
}

function StateMark({ place }: { readonly place: number }): ComponentChildren {
  return (
    <>
      <svg
        class="pinned-mark"
        viewBox="0 0 20 20"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: stateMark(place, 10, 10, 7) }}
      />
      <strong>{stateLetter(place)}</strong>
    </>
  );
}

function Mode({ pin }: { readonly pin: MadePin }) {
  const mode = modeOf(pin.made.state);
  return <span class={`pinned-mode ${mode}`}>{SHORT_MODE[mode]}</span>;
}
