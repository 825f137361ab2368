import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { dump } from 'npyjs';

/** Scores and coins of so many canaries, the noise of which is as large as what a canary adds. */
export function draw(random, rows) {
  const included = new Uint8Array(rows);
  const scores = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    included[i] = random.coin();
    scores[i] = included[i] + random.normal();
  }
  return { scores, included };
}

/** CSV with ids made by `idOf`; all digits of every score. */
export async function writeCsv(folder, name, { scores, included }, idOf) {
  const path = join(folder, name);
  const out = createWriteStream(path);
  out.write('id,score,included\n');
  for (let i = 0; i < scores.length; i += 10_000) {
    let chunk = '';
    const end = Math.min(scores.length, i + 10_000);
    for (let j = i; j < end; j++) chunk += `${idOf(j)},${scores[j]},${included[j]}\n`;
    if (!out.write(chunk)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return path;
}

/** Parquet with 64-bit ids, as data frames have them. */
export function writeParquet(folder, name, { scores, included }) {
  const path = join(folder, name);
  const id = BigInt64Array.from({ length: scores.length }, (_, i) => BigInt(i));
  const columnData = [
    { name: 'id', data: id, type: 'INT64' },
    { name: 'score', data: scores, type: 'DOUBLE' },
    { name: 'included', data: Int32Array.from(included), type: 'INT32' },
  ];
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
  return path;
}

/** NPZ as numpy.savez writes it, not compressed. */
export function writeNpz(folder, name, { scores, included }) {
  const path = join(folder, name);
  const array = (values) => new Uint8Array(dump(values, [values.length]));
  const arrays = { 'score.npy': array(scores), 'included.npy': array(included) };
  writeFileSync(path, zipSync(arrays, { level: 0 }));
  return path;
}
