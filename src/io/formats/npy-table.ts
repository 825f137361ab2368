import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { StartTable } from '../columns/table.ts';
import type { SourceReading } from '../source-reading.ts';
import { readNpy } from './npy.ts';

/**
 * One numpy array as a table: of one dimension it is a column called `name`, of m x k it is the columns
 * name_0, name_1, ...
 */
export async function readNpyTable(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  reading: SourceReading,
  name: string,
  start: StartTable,
): Promise<number> {
  const { at, length, shape, itemBytes, fortranOrder } = await readNpy(file, stream, reading);
  if (shape.length === 0 || shape.length > 2)
    throw new InvalidInput(
      `invalid file ${quotedPath(file)}; must have one or two dimensions: ${shape.length}`,
    );
  const [rows, width = 1] = shape;
  const names = width === 1 ? [name] : Array.from({ length: width }, (_, j) => `${name}_${j}`);
  const { reads, allow, reserve } = start(names);
  allow(rows, length * itemBytes);
  reserve(rows);
  for (let row = 0; row < rows; row++)
    for (const { position, column } of reads)
      column.fromValue(at(fortranOrder ? position * rows + row : row * width + position));
  return rows;
}
