import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { InvalidInput } from '../../errors.ts';
import { LimitReached, type Limits, memoryFor, type ParquetTable } from '../../io/index.ts';
import { residentBytes } from './memory.ts';
import type { ParquetAnswer, ParquetQuestion } from './parquet-messages.ts';
import type { FileSource } from './read-source.ts';

/** Bytes that a Node process takes before it reads anything. */
const PROCESS_BYTES = 256e6;
/** More than any engine uses; Node takes whole numbers only. */
const LARGEST_HEAP = 2 ** 40;
/** Milliseconds between two checks of its memory and progress. */
const CHECK_PAUSE = 40;

export const WORKER = fileURLToPath(new URL('./parquet-worker.js', import.meta.url));

/**
 * Reads a Parquet file in a child process, which is killed where it takes too much memory or makes no
 * progress: within this process neither could be stopped.
 */
export async function openParquetInProcess(
  source: Pick<FileSource, 'name' | 'byteLength' | 'descriptor'>,
  limits: Limits,
  read: number,
): Promise<ParquetTable> {
  const allowed = memoryFor(limits, read);
  const memory = PROCESS_BYTES + allowed;
  const child = fork(WORKER, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', source.descriptor],
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${Math.floor(Math.min(memory, LARGEST_HEAP) / 2 ** 20)}`],
  });
  const limit = allowed < limits.memory ? 'ratio' : 'memory';
  const tooMuch = new LimitReached(source.name, limit, limits);
  const worker = new ParquetProcess(child, source.name, limits, memory, tooMuch);
  const { name, byteLength } = source;
  try {
    const opened = await worker.ask({ ask: 'open', name, byteLength, limits, read });
    if (!('names' in opened)) throw new Error('internal: an answer to another question');
    return { ...opened, batches: (columns) => batchesOf(worker, columns), close: () => worker.end() };
  } catch (error) {
    worker.end();
    throw error;
  }
}

async function* batchesOf(worker: ParquetProcess, columns: readonly number[]) {
  let coming = worker.ask({ ask: 'read', columns });
  for (;;) {
    const answer = await coming;
    if (!('batch' in answer)) throw new Error('internal: an answer to another question');
    if (answer.batch === null) return;
    // The child decodes the next rows while these are used.
    coming = worker.ask({ ask: 'next' });
    coming.catch(() => {});
    yield answer.batch;
  }
}

/** The child process and its limits. */
class ParquetProcess {
  private readonly child: ChildProcess;
  private readonly name: string;
  private readonly limits: Limits;
  private readonly memory: number;
  private readonly tooMuch: LimitReached;
  private readonly timer: NodeJS.Timeout;
  private waiting: {
    since: number;
    resolve(answer: ParquetAnswer): void;
    reject(error: Error): void;
  } | null = null;
  private failure: Error | null = null;

  /** `tooMuch` is the error where it takes more than `memory` bytes. */
  constructor(child: ChildProcess, name: string, limits: Limits, memory: number, tooMuch: LimitReached) {
    this.child = child;
    this.name = name;
    this.limits = limits;
    this.memory = memory;
    this.tooMuch = tooMuch;
    child.on('message', (answer: ParquetAnswer) => this.answered(answer));
    child.on('error', (error) => this.fail(error));
    child.on('exit', (_, signal) => this.fail(this.ended(signal)));
    this.timer = setInterval(() => void this.look(), CHECK_PAUSE);
    process.once('exit', this.kill);
  }

  ask(question: ParquetQuestion): Promise<ParquetAnswer> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      this.waiting = { since: performance.now(), resolve, reject };
      this.child.send(question, (error) => error && this.fail(error));
    });
  }

  end(): void {
    clearInterval(this.timer);
    this.failure ??= new Error('internal: the process was ended');
    process.off('exit', this.kill);
    this.kill();
  }

  private readonly kill = () => void this.child.kill('SIGKILL');

  private answered(answer: ParquetAnswer): void {
    const waiting = this.waiting;
    this.waiting = null;
    if ('limit' in answer) waiting?.reject(new LimitReached(this.name, answer.limit, this.limits));
    else if ('invalid' in answer) waiting?.reject(new InvalidInput(answer.invalid));
    else waiting?.resolve(answer);
  }

  private async look(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (this.waiting !== null && performance.now() - this.waiting.since > 1000 * this.limits.seconds)
      this.fail(new LimitReached(this.name, 'seconds', this.limits));
    else if ((await residentBytes(pid)) > this.memory) this.fail(this.tooMuch);
  }

  private fail(error: Error): void {
    if (this.failure !== null) return;
    this.failure = error;
    this.waiting?.reject(error);
    this.end();
  }

  /** An engine that finds no more memory aborts its process. */
  private ended(signal: NodeJS.Signals | null): Error {
    if (signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL') return this.tooMuch;
    return new InvalidInput(
      `invalid file ${this.name}; must be a whole Parquet file: its reader ended before its rows did`,
    );
  }
}
