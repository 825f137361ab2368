import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beginsAsLedger } from '../../web/src/ledger-file.ts';

const LEDGER = new URL('../../examples/ledger.jsonl', import.meta.url);

test('a file is taken for a ledger by how it begins, damaged or not; tables are not', () => {
  const text = readFileSync(LEDGER, 'utf8').slice(0, 4096);
  for (const ledger of [
    text,
    `\uFEFF${text}`,
    ` ${text}`,
    text.replace('"entry":"design"', '"entry" : "run"'),
    text.replace('"entry":"design",', ''),
  ])
    expect(beginsAsLedger(ledger)).toBe(true);
  for (const table of [
    '',
    'score,included\n1,1\n',
    '{"score":1,"included":0}\n',
    '{"entry":"x"}',
    '{"score":1}\n{"schema":"onerun-ledger/1"}',
  ])
    expect(beginsAsLedger(table)).toBe(false);
});
