import { parquet } from '../../io/files.ts';
import { altered } from '../alter.ts';
import { pick, type Target } from '../target.ts';
import { goodColumns } from './scores.ts';
import { fileCase } from './tables.ts';

/** Files of a common writer, with bytes changed, read in the thread that can be ended. */
export const parquetBytes: Target = {
  name: 'parquet-bytes',
  make: (random) =>
    fileCase('a.parquet', altered(random, parquet(goodColumns(random), pick(random, ['SNAPPY', 'GZIP'])))),
};
