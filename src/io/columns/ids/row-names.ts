import { textOf } from '../text.ts';
import type { IdCounter } from './id-counter.ts';

/** The most rows of a file whose ids are kept as text: pictures name single canaries of small files only. */
const MOST_NAMED = 1 << 16;
/** Bytes that a text takes beside its characters, with its place in a list. */
const TEXT_BYTES = 24;
/** After so many bytes it is asked again whether there is memory for them. */
const ASK_AGAIN = 1 << 20;

/**
 * The ids of a file's rows as they are written, for pictures; they are evidence of nothing. Those that count
 * are written when they are taken.
 */
export class RowNames {
  private texts: string[] | null = [];
  private bytes = 0;
  private asked = 0;

  /** About how many bytes a row takes; `counter` is what watches ids that still count. */
  rowBytes(counter: IdCounter | null): number {
    if (this.texts === null) return 0;
    if (counter !== null) return counter.rows > MOST_NAMED ? 0 : TEXT_BYTES + 2 * counter.length;
    return this.texts.length === 0 ? TEXT_BYTES : this.bytes / this.texts.length;
  }

  /** Tells about how many rows there will be. */
  reserve(rows: number): void {
    if (rows > 2 * MOST_NAMED) this.texts = null;
  }

  /** Keeps one more; true where it is to be asked whether there is memory for so many. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.texts === null) return false;
    if (this.texts.length === MOST_NAMED) {
      this.texts = null;
      return false;
    }
    this.texts.push(textOf(bytes, start, end));
    this.bytes += TEXT_BYTES + 2 * (end - start);
    if (this.bytes < this.asked + ASK_AGAIN) return false;
    this.asked = this.bytes;
    return true;
  }

  /** Keeps none; true where there were any to keep. */
  forgo(): boolean {
    const kept = this.texts !== null;
    this.texts = null;
    return kept;
  }

  /** Writes those of the rows that counted so far, of which none is kept yet. */
  addCounted({ first, rows }: IdCounter): void {
    if (rows > MOST_NAMED) this.texts = null;
    if (this.texts === null) return;
    for (let row = 0; row < rows; row++) {
      const text = String(first + row);
      this.texts.push(text);
      this.bytes += TEXT_BYTES + 2 * text.length;
    }
  }

  /** Those of all rows; undefined where they were not kept. */
  take(counter: IdCounter | null): readonly string[] | undefined {
    if (counter !== null) this.addCounted(counter);
    const { texts } = this;
    this.texts = null;
    return texts === null || texts.length === 0 ? undefined : texts;
  }
}
