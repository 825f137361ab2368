import {
  type ByteSource,
  LimitReached,
  openParquet,
  type ParquetBatch,
  type ParquetTable,
} from '../../io/index.ts';
import { readSlice } from './descriptor.ts';
import { FILE, type ParquetAnswer, type ParquetQuestion } from './parquet-messages.ts';

/** The file that the parent has open. */
function inherited(name: string, byteLength: number): ByteSource {
  return {
    name,
    byteLength,
    async slice(start, end = byteLength) {
      return (await readSlice(FILE, start, Math.max(0, Math.min(end, byteLength) - start))).buffer;
    },
    stream() {
      throw new Error('internal: the footer is read first');
    },
  };
}

let table: ParquetTable | null = null;
let batches: AsyncGenerator<ParquetBatch> | null = null;

async function answer(question: ParquetQuestion): Promise<ParquetAnswer> {
  if (question.ask === 'open') {
    const { name, byteLength, limits, read } = question;
    table = await openParquet(inherited(name, byteLength), limits, read);
    return { names: table.names, rows: table.rows, truths: table.truths };
  }
  if (question.ask === 'read') batches = table?.batches(question.columns) ?? null;
  if (batches === null) throw new Error('internal: nothing is open');
  const { done, value } = await batches.next();
  return { batch: done ? null : value };
}

process.on('disconnect', () => process.exit());
process.on('message', async (question: ParquetQuestion) => {
  const send = (message: ParquetAnswer) => process.send?.(message);
  try {
    send(await answer(question));
  } catch (error) {
    send(
      error instanceof LimitReached
        ? { limit: error.limit }
        : { invalid: error instanceof Error ? error.message : String(error) },
    );
  }
});
