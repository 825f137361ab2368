import { expect, test } from 'vitest';
import { dpsgdOnCanaries, frequency, testDesign } from '../../src/mechanisms/index.ts';
import { ZOO_SETTING, zooTable } from '../support/zoo.ts';

test.each(zooTable())('at least 90% of 20 runs are refuted: $bug', async ({ bug, caught, violation }) => {
  if (caught === null) return;
  const { m, ...attack } = caught;
  const subject = dpsgdOnCanaries({ ...ZOO_SETTING, bug, ...attack });
  const design = testDesign(subject.claim, { m, ...(violation === undefined ? {} : { violation }) });
  const { rate } = await frequency(subject, design, 20, 'table');
  expect(rate).toBeGreaterThanOrEqual(0.9);
});
