import { appendFileSync, closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import type { SweepTask, TaskResult } from '../../experiments/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { fileLines } from '../input/file-lines.ts';
import { sha256Of } from '../input/sha256.ts';
import { writeWhole } from '../output/index.ts';

const SCHEMA = 'onerun-sweep/1';
const LINE_END = Buffer.from('\n');

/** The first line of a log; a part of a sweep also says which part, and with which settings. */
interface LogHead {
  readonly schema: typeof SCHEMA;
  readonly figure: string;
  readonly shard?: string;
  readonly settings?: unknown;
}

/** A checksum that reveals a damaged line even where it still is JSON. */
function checkOf(key: string, result: unknown): string {
  return sha256Of(key + JSON.stringify(result)).slice(0, 16);
}

/**
 * The log of a sweep, one line of JSON per finished task, appended at once: a run that is killed loses what
 * it was at, and nothing else. It also remembers the files that were made from it.
 */
export class SweepLog {
  readonly path: string;
  /** The last head. */
  head: LogHead | null = null;
  /** The lines of finished tasks by key. Results are read from them when asked for: parsed they are large. */
  private readonly results = new Map<string, string>();
  private readonly wrote = new Set<string>();

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Reads a log, or begins one. Damaged lines are dropped with a warning; a log that is not to be `mended`
   * stays as it is.
   */
  static async open(path: string, { mended = true } = {}): Promise<SweepLog> {
    const log = new SweepLog(path);
    if (!existsSync(path)) return log;
    const damaged = new Set<number>();
    let [count, first, isCut] = [0, '', false];
    for (const { bytes, hasEnd } of fileLines(path)) {
      const line = bytes.toString();
      if (count++ === 0) first = hasEnd ? `${line}\n` : line;
      if (!log.take(line)) damaged.add(count);
      isCut = !hasEnd;
    }
    if (damaged.size === 0 && !isCut) return log;
    if (damaged.size === count && !headBegins(first))
      throw new InvalidInput(
        `${quotedPath(path)} is not a log of onerun reproduce and is not touched: choose another --out`,
      );
    if (damaged.size > 0) warnOf(path, [...damaged], count);
    if (mended) writeWhole(path, goodLines(path, damaged));
    return log;
  }

  has(key: string): boolean {
    return this.results.has(key);
  }

  get(key: string): TaskResult | undefined {
    const line = this.results.get(key);
    return line === undefined ? undefined : JSON.parse(line).result;
  }

  /** Takes over the results of another log. */
  join(other: SweepLog): void {
    for (const [key, line] of other.results) if (!this.results.has(key)) this.append(line);
  }

  /** Writes a head, unless it says what the last one says. */
  begin(head: Omit<LogHead, 'schema'>): void {
    const next = JSON.stringify({ schema: SCHEMA, ...head });
    if (this.head === null || JSON.stringify(this.head) !== next) this.append(next);
  }

  /** Adds a result; its task is kept beside it for those who read the log. */
  add(key: string, task: SweepTask, result: TaskResult): void {
    this.append(JSON.stringify({ key, task, result, check: checkOf(key, result) }));
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

  /** Whether a file with these bytes came from here. */
  made(bytes: Uint8Array): boolean {
    return this.wrote.has(sha256Of(bytes));
  }

  /** To be called before a file is written, so that after a kill in between it is still known as ours. */
  willMake(file: string, bytes: Uint8Array): void {
    if (!this.made(bytes)) this.append(JSON.stringify({ wrote: file, sha256: sha256Of(bytes) }));
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
    if (data.schema === SCHEMA && typeof data.figure === 'string') this.head = data as unknown as LogHead;
    else if (typeof data.wrote === 'string' && typeof data.sha256 === 'string') this.wrote.add(data.sha256);
    else if (typeof data.key === 'string' && data.check === checkOf(data.key, data.result))
      this.results.set(data.key, line);
    else return false;
    return true;
  }
}

/** Whether a file with this first line is a log that was cut off in it. */
function headBegins(text: string): boolean {
  const start = `{"schema":"${SCHEMA}"`;
  return start.startsWith(text) || text.startsWith(start);
}

/** The bytes of a log without its damaged lines. */
function goodLines(path: string, damaged: ReadonlySet<number>): Buffer {
  const good: Buffer[] = [];
  let count = 0;
  for (const { bytes } of fileLines(path)) if (!damaged.has(++count)) good.push(bytes, LINE_END);
  return Buffer.concat(good);
}

function warnOf(path: string, damaged: readonly number[], count: number): void {
  const named = `${damaged.length === 1 ? 'line' : 'lines'} ${damaged.slice(0, 5).join(', ')}`;
  const more = damaged.length > 5 ? ` and ${damaged.length - 5} more` : '';
  const text = `${quotedPath(basename(path))}: ${named}${more} of ${count} damaged and dropped; what was there is done again`;
  process.stderr.write(`warning: ${quoted(text, 1000)}\n`);
}
