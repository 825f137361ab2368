import { appendFileSync, closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { fileLines } from '../input/file-lines.ts';
import { sha256Of } from '../input/sha256.ts';
import { writeWhole } from '../output/index.ts';

const LINE_END = Buffer.from('\n');

/** What kind of log a file is. */
export interface LogKind {
  /** Stands in every head. */
  readonly schema: string;
  /** The command that writes it. */
  readonly command: string;
}

/** A line that says what the lines behind it belong to. */
type AnyHead = Readonly<Record<string, unknown>>;

/** A checksum that reveals a damaged line even where it still is JSON. */
function checkOf(key: string, result: unknown): string {
  return sha256Of(key + JSON.stringify(result)).slice(0, 16);
}

/**
 * A log of results, one line of JSON per finished task, appended at once: a run that is killed loses what it
 * was at, and nothing else. It also remembers the files that were made from it.
 */
export class ResultLog<Head extends object, Result> {
  readonly path: string;
  /** All heads, in the order in which they were written. */
  readonly heads: Head[] = [];
  private readonly kind: LogKind;
  /** The lines of finished tasks by key. Results are read from them when asked for: parsed they are large. */
  private readonly results = new Map<string, string>();
  private readonly wrote = new Set<string>();
  private readonly names = new Set<string>();

  protected constructor(path: string, kind: LogKind) {
    this.path = path;
    this.kind = kind;
  }

  /**
   * Reads what is there. Damaged lines are dropped with a warning; a log that is not to be `mended` stays as
   * it is.
   */
  protected async read(mended = true): Promise<void> {
    if (!existsSync(this.path)) return;
    const damaged: number[] = [];
    let [count, first, isCut] = [0, '', false];
    for (const { bytes, hasEnd } of fileLines(this.path)) {
      const line = bytes.toString();
      if (count++ === 0) first = hasEnd ? `${line}\n` : line;
      if (!this.take(line)) damaged.push(count);
      isCut = !hasEnd;
    }
    if (damaged.length === 0 && !isCut) return;
    if (damaged.length === count && !headBegins(first, this.kind))
      throw new InvalidInput(
        `${quotedPath(this.path)} is not a log of ${this.kind.command} and is not touched: choose another --out`,
      );
    if (damaged.length > 0)
      warn(
        `${quotedPath(basename(this.path))}: ${damaged.length === 1 ? 'line' : 'lines'} ${damaged.slice(0, 5).join(', ')}${damaged.length > 5 ? ` and ${damaged.length - 5} more` : ''} of ${count} damaged and dropped; what was there is done again`,
      );
    if (mended) writeWhole(this.path, goodLines(this.path, new Set(damaged)));
  }

  has(key: string): boolean {
    return this.results.has(key);
  }

  /** Of all finished tasks. */
  keys(): string[] {
    return [...this.results.keys()];
  }

  get(key: string): Result | undefined {
    const line = this.results.get(key);
    return line === undefined ? undefined : JSON.parse(line).result;
  }

  /** Takes over the results of another log. */
  join(other: this): void {
    for (const [key, line] of other.results) if (!this.results.has(key)) this.append(line);
  }

  /** The last head. */
  get head(): Head | null {
    return this.heads.at(-1) ?? null;
  }

  /** Writes a head, unless it says what the last one says. */
  begin(head: Omit<Head, 'schema'>): void {
    const next = { schema: this.kind.schema, ...head };
    if (this.head !== null && JSON.stringify(this.head) === JSON.stringify(next)) return;
    this.append(JSON.stringify(next));
  }

  /** Adds a result; `task` is kept beside it for those who read the log. */
  protected addResult(key: string, task: unknown, result: Result): void {
    const plain = JSON.stringify(result);
    this.append(
      `{"key":"${key}","task":${JSON.stringify(task)},"result":${plain},"check":"${sha256Of(key + plain).slice(0, 16)}"}`,
    );
  }

  /** Returns when everything that was added is on the disk, so that not even a failing machine loses it. */
  sync(): void {
    const file = openSync(this.path, 'r+');
    try {
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Whether a file of this name was ever made from here. */
  knows(file: string): boolean {
    return this.names.has(file);
  }

  /** Whether a file with these bytes came from here. */
  made(bytes: Uint8Array): boolean {
    return this.wrote.has(sha256Of(bytes));
  }

  /** To be called before a file is written, so that after a kill in between it is still known as ours. */
  willMake(file: string, bytes: string | Uint8Array): void {
    const hash = sha256Of(bytes);
    if (!(this.wrote.has(hash) && this.names.has(file)))
      this.append(JSON.stringify({ wrote: file, sha256: hash }));
  }

  /** Whether a line with the schema of this kind is a whole head. */
  protected isHead(_head: AnyHead): boolean {
    return true;
  }

  private append(line: string): void {
    if (!this.take(line)) throw new Error('internal: a log line that cannot be read back');
    appendFileSync(this.path, `${line}\n`);
  }

  /** Takes in one line; false where it is damaged. */
  private take(line: string): boolean {
    let data: Record<string, unknown>;
    try {
      data = JSON.parse(line);
    } catch {
      return false;
    }
    if (typeof data !== 'object' || data === null) return false;
    if (data.schema === this.kind.schema && this.isHead(data)) this.heads.push(data as unknown as Head);
    else if (typeof data.wrote === 'string' && typeof data.sha256 === 'string') {
      this.wrote.add(data.sha256);
      this.names.add(data.wrote);
    } else if (typeof data.key === 'string' && data.check === checkOf(data.key, data.result))
      this.results.set(data.key, line);
    else return false;
    return true;
  }
}

/** Whether a file with this first line is a log that was cut off in it. */
function headBegins(text: string, { schema }: LogKind): boolean {
  const start = `{"schema":"${schema}"`;
  return start.startsWith(text) || text.startsWith(start);
}

/** The bytes of a log without its damaged lines. */
function goodLines(path: string, damaged: ReadonlySet<number>): Buffer {
  const good: Buffer[] = [];
  let count = 0;
  for (const { bytes } of fileLines(path)) if (!damaged.has(++count)) good.push(bytes, LINE_END);
  return Buffer.concat(good);
}

/** Says on standard error what was put right in a log. */
function warn(text: string): void {
  process.stderr.write(`warning: ${quoted(text, 1000)}\n`);
}
