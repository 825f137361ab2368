interface LiveProps {
  /** Null while it is worked on. */
  readonly value: string | null;
  /** How many characters keep their room, so that no line breaks anew when the value changes. */
  readonly room: number;
  /** Punctuation that follows at once. */
  readonly after?: string;
}

/** A number in a sentence that follows the figure. */
export function Live({ value, room, after = '' }: LiveProps) {
  return (
    <span
      class="live"
      style={{ minWidth: `${room + after.length / 2}ch` }}
      data-waiting={value === null ? '' : undefined}
    >
      {`${value ?? '…'}${after}`}
    </span>
  );
}
