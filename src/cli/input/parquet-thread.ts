import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { InvalidInput } from '../../errors.ts';
import {
  LimitReached,
  type Limits,
  type ParquetBatch,
  type ParquetOptions,
  type ParquetTable,
} from '../../io/index.ts';

/** What the thread is to read. A descriptor is one of the process, and so of its threads. */
export interface ParquetFile {
  readonly name: string;
  readonly byteLength: number;
  readonly descriptor: number;
  readonly limits: Limits;
}

/** What the thread answers. An error is sent as data, since its class is lost between threads. */
export type ParquetAnswer =
  | { readonly decoded: number }
  | Pick<ParquetTable, 'names' | 'rows' | 'truths'>
  | { readonly batch: ParquetBatch | null }
  | { readonly limit: keyof Limits }
  | { readonly invalid: string };

export const WORKER = fileURLToPath(new URL('./parquet-worker.js', import.meta.url));

/** Reads a Parquet file in a thread, which is ended where it makes no progress: here nothing could end it. */
export async function openParquetInThread(
  { name, byteLength, descriptor }: Pick<ParquetFile, 'name' | 'byteLength' | 'descriptor'>,
  limits: Limits,
  { onRows = () => {} }: ParquetOptions,
): Promise<ParquetTable> {
  const workerData: ParquetFile = { name, byteLength, descriptor, limits };
  const maxOldGenerationSizeMb = Math.ceil(limits.memory / 2 ** 20) + 64;
  const worker = new Worker(WORKER, {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb },
  });
  const ended = new InvalidInput(
    `invalid file ${name}; must be a whole Parquet file: its reader ended before its rows did`,
  );
  let settle: ((answer: ParquetAnswer | Error) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  const answered = (answer: ParquetAnswer | Error) => {
    clearTimeout(timer);
    settle?.(answer);
    settle = null;
  };
  const wait = () => {
    clearTimeout(timer);
    const stalled = () => answered(new LimitReached(name, 'seconds', limits));
    // Timers hold at most 2^31 milliseconds.
    timer = setTimeout(stalled, Math.min(1000 * limits.seconds, 2 ** 31 - 1));
  };
  /** The next answer; the clock runs while somebody waits for it, and starts anew with each page. */
  const answer = () =>
    new Promise<Exclude<ParquetAnswer, { readonly decoded: number }>>((resolve, reject) => {
      settle = (given) => {
        if (given instanceof Error) reject(given);
        else if ('limit' in given) reject(new LimitReached(name, given.limit, limits));
        else if ('invalid' in given) reject(new InvalidInput(given.invalid));
        else if (!('decoded' in given)) resolve(given);
      };
      wait();
    });
  worker.on('message', (given: ParquetAnswer) => {
    if (!('decoded' in given)) return answered(given);
    onRows(given.decoded);
    if (settle !== null) wait();
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    answered(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new LimitReached(name, 'memory', limits) : ended),
  );
  worker.on('exit', () => answered(ended));
  const close = () => {
    clearTimeout(timer);
    void worker.terminate();
  };
  try {
    const opened = await answer();
    if (!('names' in opened)) throw new Error('internal: an answer to another question');
    return {
      ...opened,
      close,
      async *batches(columns) {
        const ask = (question: readonly number[]) => {
          const coming = answer();
          worker.postMessage(question);
          coming.catch(() => {});
          return coming;
        };
        let coming = ask(columns);
        for (;;) {
          const found = await coming;
          if (!('batch' in found)) throw new Error('internal: an answer to another question');
          if (found.batch === null) return;
          // The thread decodes the next rows while these are used.
          coming = ask([]);
          yield found.batch;
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
