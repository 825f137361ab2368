/** What is being done, and the share of it that is done. */
export interface Stage {
  readonly text: string;
  /** From 0 to 1, or null where it is not known. */
  readonly share: number | null;
}

export function Working({ stage, onCancel }: { readonly stage: Stage; readonly onCancel?: () => void }) {
  return (
    <div class="working">
      <span role="status">{stage.text}…</span>
      <progress aria-label={stage.text} max={1} value={stage.share ?? undefined} />
      <span class="percent">{stage.share === null ? '' : `${Math.floor(100 * stage.share)}%`}</span>
      {onCancel === undefined ? null : (
        <button type="button" class="plain" onClick={onCancel}>
          Stop
        </button>
      )}
    </div>
  );
}
