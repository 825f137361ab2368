import { expect } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { processorTime } from '../support/processor-time.ts';
import { plainPage, type TestColumn } from './parquet-file.ts';

/** Types of the format. */
export const BOOLEAN = 0;
const INT32 = 1;
export const INT64 = 2;
const DOUBLE = 5;
export const TEXT = 6;

/** Four canaries. */
export const scores = Float64Array.of(0.5, -1, 2, 0.25);
export const flags = Int32Array.of(1, 0, 0, 1);
export const score: TestColumn = { name: 'score', type: DOUBLE, values: 4, pages: [plainPage(scores)] };
export const included: TestColumn = { name: 'included', type: INT32, values: 4, pages: [plainPage(flags)] };

/** Why bytes are refused as a Parquet file, which must be said within seconds. */
export async function refusal(bytes: Uint8Array): Promise<string> {
  const begin = processorTime();
  const message = await readScores(bytesSource('a.parquet', bytes)).then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(InvalidInput);
      return (error as Error).message;
    },
  );
  expect(processorTime() - begin).toBeLessThan(5000);
  return message;
}
