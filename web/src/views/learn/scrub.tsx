import { useRef, useState } from 'preact/hooks';

interface ScrubProps {
  readonly label: string;
  readonly value: number;
  /** The values that dragging and keys go through, in rising order. */
  readonly stops: readonly number[];
  readonly format: (value: number) => string;
  /** The number that typed text stands for; as it is read by default. */
  readonly read?: (text: string) => number;
  readonly onInput: (value: number) => void;
}

/** So many pixels of a drag are one step. */
const STEP = 7;
/** A shorter movement is a click. */
const STILL = 4;

/** A number within a sentence that is dragged, moved by keys, or typed. */
export function Scrub({ label, value, stops, format, read = Number, onInput }: ScrubProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const drag = useRef<{ x: number; from: number; moved: boolean } | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const [least, most] = [stops[0], stops[stops.length - 1]];
  // The widest value keeps its room, so that no line breaks anew while the number changes.
  const width = `${Math.max(...stops.map((stop) => format(stop).length), format(value).length) + 0.4}ch`;
  const set = (next: number) => {
    if (next !== value) onInput(next);
  };
  const commit = () => {
    if (typed === null) return;
    const number = read(typed);
    setTyped(null);
    if (typed.trim() !== '' && Number.isFinite(number)) set(Math.min(most, Math.max(least, number)));
  };
  if (typed !== null)
    return (
      <input
        type="text"
        class="scrub-typed"
        inputMode="decimal"
        autocomplete="off"
        aria-label={label}
        style={{ width: `calc(${width} + 0.6rem)` }}
        value={typed}
        ref={(input) => {
          if (input !== null && document.activeElement !== input) input.focus();
        }}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          if (event.key === 'Enter') commit();
          else setTyped(null);
          requestAnimationFrame(() => place.current?.focus());
        }}
      />
    );
  return (
    <span
      ref={place}
      class="scrub"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={format(value)}
      title="Drag it, press an arrow key, or type a number"
      style={{ minWidth: width }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, from: nearestStop(stops, value), moved: false };
      }}
      onPointerMove={(event) => {
        const begun = drag.current;
        if (begun === null) return;
        const moved = event.clientX - begun.x;
        begun.moved ||= Math.abs(moved) >= STILL;
        if (begun.moved) set(stops[within(begun.from + Math.round(moved / STEP), stops)]);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onDblClick={() => setTyped(String(value))}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = stopAfterKey(event.key, stops, value);
        if (next !== null) set(next);
        else if (/^[\d.]$/.test(event.key)) setTyped(event.key);
        else if (event.key === 'Enter') setTyped(String(value));
        else return;
        event.preventDefault();
      }}
    >
      {format(value)}
    </span>
  );
}

function within(place: number, stops: readonly number[]): number {
  return Math.min(stops.length - 1, Math.max(0, place));
}

function nearestStop(stops: readonly number[], value: number): number {
  return stops.reduce(
    (best, stop, i) => (Math.abs(stop - value) < Math.abs(stops[best] - value) ? i : best),
    0,
  );
}

/** The stop that a key leads to, from a value that may lie between two; null for other keys. */
function stopAfterKey(key: string, stops: readonly number[], value: number): number | null {
  const above = stops.findIndex((stop) => stop > value);
  const next = above < 0 ? stops.length - 1 : above;
  const belowCount = stops.filter((stop) => stop < value).length;
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: next,
    ArrowUp: next,
    ArrowLeft: belowCount - 1,
    ArrowDown: belowCount - 1,
    PageUp: next + 4,
    PageDown: belowCount - 5,
    Home: 0,
    End: stops.length - 1,
  };
  const to = moves[key];
  return to === undefined ? null : stops[within(to, stops)];
}
