import { parentPort, workerData } from 'node:worker_threads';
import { type ByteSource, LimitReached, openParquet } from '../../io/index.ts';
import { readSlice } from './descriptor.ts';
import type { ParquetAnswer, ParquetFile } from './parquet-thread.ts';

const { name, byteLength, descriptor, limits }: ParquetFile = workerData;

const source: ByteSource = {
  name,
  byteLength,
  async slice(start, end = byteLength) {
    return (await readSlice(descriptor, start, Math.max(0, Math.min(end, byteLength) - start))).buffer;
  },
  stream() {
    throw new Error('internal: the footer is read first');
  },
};

const send = (answer: ParquetAnswer, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(answer, transfer);

/** Milliseconds between two reports. */
const REPORT_PAUSE = 100;
let reported = 0;

function onRows(decoded: number): void {
  const now = performance.now();
  if (now - reported < REPORT_PAUSE) return;
  reported = now;
  send({ decoded });
}

/** What was asked, one question after the other: first which columns are wanted, then the next rows. */
async function* questions(): AsyncGenerator<readonly number[]> {
  const waiting: (readonly number[])[] = [];
  let wake = () => {};
  parentPort?.on('message', (question) => {
    waiting.push(question);
    wake();
  });
  for (;;) {
    const next = waiting.shift();
    if (next !== undefined) yield next;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

try {
  const table = await openParquet(source, limits, { onRows });
  const asked = questions();
  send({ names: table.names, rows: table.rows, truths: table.truths });
  const { value: columns = [] } = await asked.next();
  for await (const batch of table.batches(columns)) {
    const views = batch.columns.filter((values) => ArrayBuffer.isView(values)) as unknown as Uint8Array[];
    send({ batch }, [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))]);
    await asked.next();
  }
  send({ batch: null });
} catch (error) {
  send(
    error instanceof LimitReached
      ? { limit: error.limit }
      : { invalid: error instanceof Error ? error.message : String(error) },
  );
}
