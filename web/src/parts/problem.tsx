import type { ComponentChildren } from 'preact';
import { Superseded } from '../latest-answer-worker.ts';

/** Parts of messages that name options of the command line, and what they are called on the page. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [
    /give two, with --in and --out, or an NPZ/,
    'choose two, one with the scores of members and one with those of others, or an NPZ',
  ],
  [/give --at-least or a plan/, 'say how many right guesses make a run count'],
  [/state one with --violation/, 'state one'],
  [/: leave --guesses out/, ': leave the guesses empty'],
];

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = TERMS.reduce((text, [from, to]) => text.replace(from, to), error.message);
  return /^(Invalid|LimitReached)/.test(error.name) ? said : `internal: ${said}`;
}

/** The same, or null where a newer question was asked meanwhile. */
export function problemOf(error: unknown): string | null {
  return error instanceof Superseded ? null : messageOf(error);
}

interface ProblemProps {
  readonly text: string | null;
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

/** Says what cannot be done and why, and what can be done about it. */
export function Problem({ text, children }: ProblemProps) {
  return (
    <div role="alert" class={text === null ? 'quiet-alert' : 'problem'}>
      {text === null ? null : <p>{text[0].toUpperCase() + text.slice(1)}</p>}
      {text === null ? null : children}
    </div>
  );
}
