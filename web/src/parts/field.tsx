import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TextInputProps {
  readonly id: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string | undefined;
  /** The id of the element that explains it. */
  readonly describedBy?: string | undefined;
}

/** One line to type in. Numbers are typed as text too, since 1e-5 and 4096/50000 are numbers here. */
export function TextInput({ id, value, onInput, placeholder, describedBy }: TextInputProps) {
  return (
    <input
      id={id}
      type="text"
      autocomplete="off"
      spellcheck={false}
      value={value}
      placeholder={placeholder}
      aria-describedby={describedBy}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly wide?: boolean;
}

/** A line to type in, with its label and perhaps a hint. */
export function Field({ label, value, onInput, hint, placeholder, wide }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class={wide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      <TextInput id={id} value={value} placeholder={placeholder} describedBy={hintId} onInput={onInput} />
      {hint === undefined ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Makes the fields of a view's settings; the placeholder of an empty field says what is usual. */
export function settingFields<S extends Readonly<Record<string, string>>>(
  settings: S,
  onInput: (change: Partial<S>) => void,
) {
  return (key: keyof S & string, label: string, placeholder: string, hint?: string) => (
    <Field
      label={label}
      value={settings[key]}
      placeholder={placeholder}
      hint={hint}
      onInput={(value) => onInput({ [key]: value } as Partial<S>)}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onInput: (value: string) => void;
}

/** One of several, in a list that opens. */
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

/** One of a few, all of them shown. */
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

/** Yes or no. */
export function Tick({ label, checked, onInput }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" checked={checked} onChange={(event) => onInput(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** Which end of the scores is guessed. */
export function SidesChoice(props: Omit<ChoiceProps, 'options'>) {
  const options = [
    ['', 'both'],
    ['in', 'the top, as in'],
    ['out', 'the bottom, as out'],
  ] as const;
  return <Choice {...props} options={options} />;
}
