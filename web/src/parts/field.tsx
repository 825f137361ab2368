import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly wide?: boolean;
}

/** One line to type in; numbers are typed as text, for 1e-5 and 4096/50000 are numbers too. */
export function Field({ label, value, onInput, hint, placeholder, wide }: FieldProps) {
  const id = useId();
  return (
    <div class={wide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={value}
        placeholder={placeholder}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onInput: (value: string) => void;
}

export function Choice({ label, value, options, onInput }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface RadiosProps extends ChoiceProps {
  readonly children?: ComponentChildren;
}

/** One of a few, all of them in sight. */
export function Radios({ label, value, options, onInput, children }: RadiosProps) {
  const name = useId();
  return (
    <fieldset class="radios">
      <legend>{label}</legend>
      <div class="options">
        {options.map(([key, text]) => (
          <label key={key}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => onInput(key)}
            />
            {text}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onInput: (checked: boolean) => void;
}

export function Tick({ label, checked, onInput }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" checked={checked} onChange={(event) => onInput(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
