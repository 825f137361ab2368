interface SaveButtonsProps {
  readonly onReport: () => void;
  readonly onJson: () => void;
}

/** What a verdict can be kept as, below it. */
export function SaveButtons({ onReport, onJson }: SaveButtonsProps) {
  return (
    <p class="downloads">
      <button type="button" onClick={onReport}>
        Download the report (HTML)
      </button>
      <button type="button" onClick={onJson}>
        Download JSON
      </button>
    </p>
  );
}

/** The same within the menu of a figure. */
export function SaveChoices({ onReport, onJson }: SaveButtonsProps) {
  return (
    <p class="take-files">
      <button type="button" onClick={onReport}>
        Report (HTML)
      </button>
      <button type="button" onClick={onJson}>
        JSON
      </button>
    </p>
  );
}
