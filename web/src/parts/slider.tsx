import { useId } from 'preact/hooks';
import { TextInput } from './field.tsx';

/** The values that a slider ranges over. */
interface Scale {
  readonly least: number;
  readonly most: number;
  /** Whether equal steps multiply the value instead of adding to it. */
  readonly log?: boolean;
  /** Whether only whole numbers are meant. */
  readonly whole?: boolean;
}

interface SliderProps {
  readonly label: string;
  readonly value: string;
  readonly scale: Scale;
  /** `dragged` is true for a value of the slider, false for a typed one. */
  readonly onInput: (value: string, dragged: boolean) => void;
}

const STEPS = 400;

/** A slider, and the number itself to type. */
export function Slider({ label, value, scale, onInput }: SliderProps) {
  const id = useId();
  const exact = scale.whole === true && scale.log !== true;
  const shown = exact ? clamp(Number(value), scale) : positionOf(Number(value), scale);
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <TextInput id={id} value={value} onInput={(typed) => onInput(typed, false)} />
      <input
        type="range"
        aria-label={`${label}, slider`}
        aria-valuetext={value}
        min={exact ? scale.least : 0}
        max={exact ? Math.max(scale.least, scale.most) : STEPS}
        step={1}
        value={shown}
        onInput={(event) => {
          const at = Number(event.currentTarget.value);
          onInput(exact ? String(at) : valueAt(at, scale), true);
        }}
      />
    </div>
  );
}

function clamp(value: number, { least, most }: Scale): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

function positionOf(value: number, scale: Scale): number {
  const { least, most, log } = scale;
  const x = clamp(value, scale);
  const share = log ? Math.log(x / least) / Math.log(most / least) : (x - least) / (most - least);
  return Math.round(share * STEPS);
}

/** The value at a position: rounded to two or three digits, and at the ends exact. */
function valueAt(position: number, { least, most, log, whole }: Scale): string {
  if (position <= 0) return String(least);
  if (position >= STEPS) return String(most);
  const share = position / STEPS;
  const x = log ? least * Math.exp(share * Math.log(most / least)) : least + share * (most - least);
  const round = Number(x.toPrecision(x < 1000 && whole ? 3 : 2));
  return plain(whole ? Math.round(round) : round);
}

/** 1e-5 in place of 0.00001. */
function plain(x: number): string {
  return x !== 0 && x < 1e-3 ? x.toExponential().replace('.0e', 'e') : String(x);
}
