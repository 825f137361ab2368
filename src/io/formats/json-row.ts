import { integerOf } from '../columns/number.ts';
import { JsonScanner } from './json-scanner.ts';

/**
 * The keys of one JSON object and where their values lie; a value is parsed when it is asked for. Used again
 * for every row.
 */
export class JsonRow {
  readonly keys: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private text = '';
  private readonly scanner = new JsonScanner();

  /**
   * Why the last text was refused: nested too deep, or a key twice; null where it is not an object at all.
   */
  get problem(): { readonly tooDeep: true } | { readonly doubled: string } | null {
    return this.scanner.problem;
  }

  /**
   * Finds the object in [from, to), which has no line feed. False where that is anything else than one
   * object.
   */
  scan(text: string, from: number, to: number, names: readonly string[]): boolean {
    const { keys, starts, ends, scanner } = this;
    this.text = text;
    keys.length = starts.length = ends.length = 0;
    return scanner.scanObject(text, from, to, names, keys, starts, ends);
  }

  /** The value of the key at an index. A whole number that a double does not hold is a bigint. */
  value(index: number): unknown {
    const raw = this.text.slice(this.starts[index], this.ends[index]);
    switch (raw[0]) {
      case 't':
        return true;
      case 'f':
        return false;
      case '"':
        return raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1);
      case '[':
      case '{':
      case 'n':
        return JSON.parse(raw);
      default:
        return integerOf(raw) ?? Number(raw);
    }
  }
}
