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
