/** What the exit code of every command means. Nothing but a refuted claim ever gives 1. */
export const EXIT = { consistent: 0, refuted: 1, invalid: 2, internal: 3, interrupted: 130 } as const;

/** What a command hands back: its exit code, and either words, text or data for standard output. */
export interface CommandOutcome {
  readonly code: number;
  /** To be laid out for the width of the terminal. */
  readonly words?: string;
  /** To be printed as it stands: the lines of a file. */
  readonly text?: string;
  readonly json?: unknown;
  /** One sentence for standard error, where there is a result and yet no verdict. */
  readonly problem?: string;
}

/** How a result is asked for: in words unless one of these is given. */
export interface AskedForm {
  readonly json?: true;
  readonly details?: true;
  readonly quiet?: true;
  /** Given by the Python package: how its verb was called. Asks for data and words in one document. */
  readonly forPython?: string;
}

/** A result in words. */
export interface ResultWords {
  /** The answer: the first line says it alone. */
  readonly screen: string;
  /** What says it in one line where the first does not. */
  readonly line?: string | undefined;
  /** What `--details` adds, or all that it prints where that is not the screen and more. */
  readonly details?: string;
  readonly all?: string;
  /** Where files are and how to go on, in words of the command line. */
  readonly below?: string;
  /** Further options that say more. */
  readonly more?: readonly string[];
}

/** A result in the form that was asked for. `more` is what the Python package keeps besides. */
export function inAskedForm(
  { json, forPython, details, quiet }: AskedForm,
  data: () => unknown,
  words: () => ResultWords,
  more: () => object = () => ({}),
): Pick<CommandOutcome, 'words' | 'text' | 'json'> {
  if (json !== undefined && forPython === undefined) return { json: data() };
  const said = words();
  const all = said.all ?? [said.screen, said.details ?? ''].filter((part) => part !== '').join('\n');
  if (forPython !== undefined) return { json: { data: data(), text: all, screen: said.screen, ...more() } };
  // One line, however long, for whatever reads lines.
  if (quiet !== undefined) return { text: `${said.line ?? said.screen.split('\n', 1)[0]}\n` };
  const { screen, below = '', more: options = [] } = said;
  if (details !== undefined) return { words: below === '' ? all : `${all}\n${below}` };
  const rest = (said.details ?? said.all) === undefined ? [] : ['--details', ...options];
  const last = `${below}${rest.length === 0 ? '' : `More: ${rest.join(', ')}\n`}`;
  return { words: below === '' ? screen + last : `${screen}\n${last}` };
}
