import { appendFileSync, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import type { Figure, SweepTask, TaskResult } from '../../experiments/index.ts';
import { quotedPath } from '../../quote.ts';
import { sha256Of } from '../input/sha256.ts';
import { wholeFile } from '../input/whole-file.ts';
import { writeWhole } from '../output/index.ts';
import { VERSION } from '../shell/version.ts';
import { warn } from './progress.ts';

const SCHEMA = 'onerun-sweep/1';

/** The first line of a log; a part of a sweep also says which part, and with which settings. */
export interface LogHead {
  readonly schema: typeof SCHEMA;
  readonly figure: string;
  readonly shard?: string;
  readonly settings?: unknown;
}

/** The key of a task in a log: a hash of its parameters and of the version of the code that does it. */
export function taskKey(figure: Figure, task: SweepTask): string {
  return sha256Of(JSON.stringify([VERSION, figure.name, figure.version, task])).slice(0, 32);
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
  /** The last head that was read. */
  head: LogHead | null = null;
  private readonly results = new Map<string, { readonly line: string; readonly result: TaskResult }>();
  private readonly wrote = new Set<string>();
  private readonly names = new Set<string>();
  private lines: string[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Reads a log, or begins one. Damaged lines are dropped with a warning; a log that is not to be `mended`
   * stays as it is.
   */
  static async open(path: string, { mended = true } = {}): Promise<SweepLog> {
    const log = new SweepLog(path);
    const text = await readIfThere(path);
    const damaged: number[] = [];
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    if (last !== '') lines.push(last);
    lines.forEach((line, i) => {
      if (!log.take(line)) damaged.push(i + 1);
    });
    if (damaged.length === 0 && last === '') return log;
    if (log.lines.length === 0 && !headBegins(text))
      throw new InvalidInput(
        `${quotedPath(path)} is not a log of onerun reproduce and is not touched: choose another --out`,
      );
    if (damaged.length > 0)
      warn(
        `${quotedPath(basename(path))}: ${damaged.length === 1 ? 'line' : 'lines'} ${damaged.slice(0, 5).join(', ')}${damaged.length > 5 ? ` and ${damaged.length - 5} more` : ''} of ${lines.length} damaged and dropped; what was there is done again`,
      );
    if (mended) await writeWhole(path, log.lines.map((line) => `${line}\n`).join(''));
    return log;
  }

  get(key: string): TaskResult | undefined {
    return this.results.get(key)?.result;
  }

  /** Takes over the results of another log. */
  join(other: SweepLog): void {
    for (const [key, { line }] of other.results) if (!this.results.has(key)) this.append(line);
  }

  begin(head: Omit<LogHead, 'schema'>): void {
    const next: LogHead = { schema: SCHEMA, ...head };
    if (this.head !== null && JSON.stringify(this.head) === JSON.stringify(next)) return;
    this.append(JSON.stringify(next));
  }

  add(key: string, task: SweepTask, result: TaskResult): void {
    const plain = JSON.stringify(result);
    this.append(
      `{"key":"${key}","task":${JSON.stringify(task)},"result":${plain},"check":"${sha256Of(key + plain).slice(0, 16)}"}`,
    );
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
    if (!this.wrote.has(hash)) this.append(JSON.stringify({ wrote: file, sha256: hash }));
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
    else if (typeof data.wrote === 'string' && typeof data.sha256 === 'string') {
      this.wrote.add(data.sha256);
      this.names.add(data.wrote);
    } else if (typeof data.key === 'string' && data.check === checkOf(data.key, data.result))
      this.results.set(data.key, { line, result: data.result as TaskResult });
    else return false;
    this.lines.push(line);
    return true;
  }
}

/** Whether a text is a log that was cut off in its very first line. */
function headBegins(text: string): boolean {
  const start = `{"schema":"${SCHEMA}"`;
  return start.startsWith(text) || text.startsWith(start);
}

async function readIfThere(path: string): Promise<string> {
  return existsSync(path) ? (await wholeFile(path)).toString('utf8') : '';
}
