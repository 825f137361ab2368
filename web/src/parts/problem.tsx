import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Superseded } from '../latest-answer-worker.ts';
import { goTo } from '../scroll.ts';

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  return /^(Invalid|LimitReached)/.test(name) ? message : `internal: ${message}`;
}

/** The same, or null where a newer question was asked meanwhile. */
export function problemOf(error: unknown): string | null {
  return error instanceof Superseded ? null : messageOf(error);
}

interface ProblemProps {
  readonly text: string | null;
  /** Whether the page goes to it: for what the user has just asked for and does not get. */
  readonly shown?: boolean;
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

/** Says what cannot be done and why, and what can be done about it. */
export function Problem({ text, shown, children }: ProblemProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown && text !== null) goTo(place.current, 'center');
  }, [shown, text]);
  return (
    <div ref={place} role="alert" tabIndex={-1} class={text === null ? 'quiet-alert' : 'problem'}>
      {text === null ? null : <p>{text[0].toUpperCase() + text.slice(1)}</p>}
      {text === null ? null : children}
    </div>
  );
}
