import { describe, expect, test } from 'vitest';
import { dpsgdOnCanaries, frequency, testDesign, ZOO } from '../../src/mechanisms/index.ts';
import { ZOO_SETTING, zooTable } from '../support/zoo.ts';

const rows = zooTable();

test('the table has every bug', () => {
  expect(rows.map(({ bug }) => bug)).toEqual(Object.keys(ZOO));
});

// The table promises 95%; 20 of each are in test/long/zoo.long.ts.
describe('what the table says is caught is refuted in at least 5 of 6 runs', () => {
  test.each(rows)('$bug', async ({ bug, caught, violation }) => {
    if (caught === null) return;
    const { m, ...attack } = caught;
    const subject = dpsgdOnCanaries({ ...ZOO_SETTING, bug, ...attack });
    const design = testDesign(subject.claim, { m, ...(violation === undefined ? {} : { violation }) });
    const { refuted } = await frequency(subject, design, 6, 'table');
    expect(refuted).toBeGreaterThanOrEqual(5);
  });
});
