/** What the exit code of every command means. Nothing but a refuted claim ever gives 1. */
export const EXIT = { consistent: 0, refuted: 1, invalid: 2, internal: 3, interrupted: 130 } as const;

/** What a command hands back: its exit code, and either text or data for standard output. */
export interface CommandOutcome {
  readonly code: number;
  readonly text?: string;
  readonly json?: unknown;
  /** One sentence for standard error, where there is a result and yet no verdict. */
  readonly problem?: string;
}

/** How a result is asked for: in words unless one of these is given. */
export interface AskedForm {
  readonly json?: true;
  /** Given by the Python package: how its verb was called. Asks for data and words in one document. */
  readonly forPython?: string;
}

/** A result in the form that was asked for. `more` is what the Python package keeps besides. */
export function inAskedForm(
  { json, forPython }: AskedForm,
  data: () => unknown,
  words: () => string,
  more: () => object = () => ({}),
): Pick<CommandOutcome, 'text' | 'json'> {
  if (forPython !== undefined) return { json: { data: data(), text: words(), ...more() } };
  return json === undefined ? { text: words() } : { json: data() };
}
