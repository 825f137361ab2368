import { useId, useMemo, useRef } from 'preact/hooks';
import { TextInput } from './field.tsx';
import { clamped, nearestStop, roundWhole, type SliderScale, sliderStops, stopText } from './slider-scale.ts';

interface SliderProps {
  readonly label: string;
  readonly value: string;
  readonly scale: SliderScale;
  /** `dragged` is true for a value of the slider, false for a typed one. */
  readonly onInput: (value: string, dragged: boolean) => void;
}

/** A slider, and the number itself to type. */
export function Slider({ label, value, scale, onInput }: SliderProps) {
  const id = useId();
  const held = useRef(false);
  const { least, most, log, whole } = scale;
  // Whole numbers side by side are the positions of the slider themselves; all others are counted.
  const counted = log === true || whole !== true;
  const stops = useMemo(() => (counted ? sliderStops(scale) : []), [least, most, log, whole]);
  const slide = (at: number) => {
    if (counted) return stopText(stops[Math.min(at, stops.length - 1)]);
    return String(held.current ? roundWhole(at, scale) : at);
  };
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <TextInput id={id} value={value} onInput={(typed) => onInput(typed, false)} />
      <input
        type="range"
        aria-label={`${label}, slider`}
        aria-valuetext={value}
        min={counted ? 0 : least}
        max={counted ? stops.length - 1 : Math.max(least, most)}
        step={1}
        value={counted ? nearestStop(stops, Number(value)) : clamped(Number(value), scale)}
        onPointerDown={() => {
          held.current = true;
        }}
        onKeyDown={() => {
          held.current = false;
        }}
        onInput={(event) => onInput(slide(Number(event.currentTarget.value)), true)}
      />
    </div>
  );
}
