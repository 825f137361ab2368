import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesSource, inOrder, readSignals, rowsLike } from '../../src/io/index.ts';
import { type Columns, csv, jsonLines, npy, npz, parquet, text } from './files.ts';

const COLUMNS: Columns = {
  id: ['a', 'b', 'c'],
  loss: [0.5, 0.25, 3],
  reference_0: [1, 2, 3],
  reference_1: [4, 5, 6],
  in_0: [0, 1, 0],
  in_1: [1, 1, 0],
  included: [1, 0, 1],
};

const plain = ({
  own,
  references,
  members,
  ids,
  included,
  rows,
}: Awaited<ReturnType<typeof readSignals>>) => ({
  ids,
  rows,
  name: own?.name,
  layout: own?.layout,
  values: own?.columns.map((column) => [...column]),
  references: references.map((column) => [...column]),
  members: members.map((column) => [...column]),
  included: included && [...included],
});

const EXPECTED = {
  ids: ['a', 'b', 'c'],
  rows: 3,
  name: 'loss',
  layout: 'record',
  values: [[0.5, 0.25, 3]],
  references: [
    [1, 2, 3],
    [4, 5, 6],
  ],
  members: [
    [0, 1, 0],
    [1, 1, 0],
  ],
  included: [1, 0, 1],
};

test.each([
  ['CSV', csv(COLUMNS)],
  ['TSV', csv(COLUMNS, '\t')],
  ['JSON Lines', jsonLines(COLUMNS)],
  ['Parquet', parquet(COLUMNS)],
  ['gzip', new Uint8Array(gzipSync(csv(COLUMNS)))],
])('%s', async (format, bytes) => {
  const name = format === 'TSV' ? 'signals.tsv' : 'signals';
  expect(plain(await readSignals(bytesSource(name, bytes)))).toEqual(EXPECTED);
});

test('NPZ: matrices are columns', async () => {
  const bytes = npz({
    loss: npy([0.5, 0.25, 3]),
    reference: npy([1, 4, 2, 5, 3, 6], [3, 2]),
    in: npy([0, 1, 1, 1, 0, 0], [3, 2]),
    included: npy([1, 0, 1]),
  });
  expect(plain(await readSignals(bytesSource('s.npz', bytes)))).toEqual({ ...EXPECTED, ids: null });
});

test('NPY: one array, under the name of what it is read as', async () => {
  const matrix = bytesSource('r.npy', npy([1, 4, 2, 5, 3, 6], [3, 2]));
  const references = await readSignals(matrix, { npyName: 'reference' });
  expect(plain(references)).toMatchObject({ rows: 3, references: EXPECTED.references, ids: null });
  expect(plain(await readSignals(bytesSource('l.npy', npy([0.5, 0.25, 3]))))).toMatchObject({
    name: 'loss',
    values: EXPECTED.values,
  });
  const cube = bytesSource('c.npy', npy([1, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2]));
  await expect(readSignals(cube)).rejects.toThrow('must have one or two dimensions: 3');
});

test('infinite signals are read, in text and in binary files', async () => {
  const rows = 'id,loss\n0,inf\n1,-Infinity\n2,+inf\n3,1e400\n4,0\n';
  const { own } = await readSignals(text(rows));
  expect([...(own?.columns[0] ?? [])]).toEqual([Infinity, -Infinity, Infinity, Infinity, 0]);
  const binary = await readSignals(bytesSource('l.npy', npy([Infinity, 0])));
  expect([...(binary.own?.columns[0] ?? [])]).toEqual([Infinity, 0]);
});

test('names count from 0 or 1, in any case and order', async () => {
  const { references, own } = await readSignals(text('Ref2,REF1,nll\n2,1,7\n'));
  expect(references.map(([first]) => first)).toEqual([1, 2]);
  expect(own?.name).toBe('loss');
});

test('classes have a label, candidates have none', async () => {
  const { own } = await readSignals(text('logits_0,logits_1,logits_2,label\n1,2,3,2\n'));
  expect(own).toMatchObject({ name: 'logits', layout: 'classes', labels: Int32Array.of(2) });
  expect((await readSignals(text('loss_0,loss_1,truth\n1,2,0\n'))).own?.layout).toBe('candidates');
});

test.each([
  ['id,loss\n1,nan\n', "invalid loss in scores.csv, row 1, column 'loss'; must be a number: nan"],
  ['id,loss\n1,\n', 'must be a number: (empty)'],
  ['id,loss\n1,2\n1,3\n', "doubled id in scores.csv, row 2, column 'id'"],
  [
    'id,loss,probability\n1,2,0.5\n',
    'ambiguous signals in scores.csv; name the one to score: loss, probability',
  ],
  ['loss,reference_0,reference_2\n1,2,3\n', "missing column 'reference_1'"],
  ['loss,in_0\n1,2\n', 'must be 0 or 1, false or true; write 1 for in, 0 for out: 2'],
  ['logits_0,logits_1\n1,2\n', "missing column 'label'"],
  ['logits\n1\n', 'invalid logits in scores.csv; must be one column per class'],
  ['x,y\n1,2\n', "missing column 'loss' in scores.csv (columns: x, y)"],
  ['loss,nll\n1,2\n', 'doubled column in scores.csv; must stand once: loss, nll'],
  ['loss\n', 'missing rows in scores.csv'],
])('%j is refused', async (content, message) => {
  await expect(readSignals(text(content))).rejects.toThrow(message);
});

test('rows are matched by id, by order without ids, and refused where they differ', () => {
  const first = { file: 'a', rows: 3, ids: ['x', 'y', 'z'] };
  expect(rowsLike(first, { ...first, file: 'b' })).toBeNull();
  const rows = rowsLike(first, { file: 'b', rows: 3, ids: ['z', 'x', 'y'] });
  expect(inOrder(Float64Array.of(30, 10, 20), rows)).toEqual(Float64Array.of(10, 20, 30));
  expect(rowsLike(first, { file: 'b', rows: 3, ids: null })).toBeNull();
  expect(() => rowsLike(first, { file: 'b', rows: 2, ids: null })).toThrow(
    'must have one row per row of a (3): 2',
  );
  const missing = 'missing id in b; must have every canary of a: z';
  expect(() => rowsLike(first, { file: 'b', rows: 2, ids: ['y', 'x'] })).toThrow(missing);
  const extra = 'missing id in a; must have every canary of b: w';
  expect(() => rowsLike(first, { file: 'b', rows: 4, ids: ['w', 'x', 'y', 'z'] })).toThrow(extra);
});
