/** What an address shows of several runs: all of them, or one that is opened, and how its figure stands. */
export interface RunView {
  /** Counted from 1; null where none is opened. */
  readonly run: number | null;
  /** The view of the figure of that run, or of the only one. */
  readonly view: string;
}

/** `run3`, `run3-40-55-log`, or the view of a figure alone. */
export function runOfView(text: string): RunView {
  const [, run, view = ''] = /^run(\d{1,6})(?:-(.*))?$/.exec(text) ?? [];
  return run === undefined ? { run: null, view: text } : { run: Number(run), view };
}

export function runViewText(run: number, view: string): string {
  return view === '' ? `run${run}` : `run${run}-${view}`;
}
