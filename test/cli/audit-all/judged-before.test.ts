import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditsLog } from '../../../src/cli/audit-all/audits-log.ts';
import { judgedBefore, type ManyQuestion, manyQuestion } from '../../../src/cli/audit-all/judged-before.ts';
import { ended } from '../../support/ended-audit.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const { summary } = ended(0.5);
if (summary === null) throw new Error('no summary');
const logged = { summary, evidence: 'e', reportSha256: 'f' };

const open = () => AuditsLog.open(join(temporaryFolder(), 'audits.log.jsonl'));
const ask = (keys: readonly (string | null)[], tau = 0.05, correction: ManyQuestion['correction'] = 'holm') =>
  manyQuestion(keys, { tau, correction });

/** Audits what is not null, and shows the results. */
function judge(log: AuditsLog, keys: readonly (string | null)[], refuted: number, question = ask(keys)) {
  for (const key of keys) if (key !== null && !log.has(key)) log.add(key, key, logged);
  log.begin({ ...question, refuted });
}

test('the same question again was not judged otherwise, nor was one whose errors were mended since', async () => {
  const log = await open();
  expect(judgedBefore(log, ask(['a', null]))).toBeNull();
  judge(log, ['a', null], 0);
  expect(judgedBefore(log, ask(['a', null]))).toBeNull();
  expect(judgedBefore(log, ask(['a', 'b']))).toBeNull();
});

test('as many audits of other files or by other options are told, then and ever after', async () => {
  const log = await open();
  judge(log, ['a', 'b'], 1);
  const other = ask(['c', 'b']);
  const told = { tau: 0.05, correction: 'holm', audits: 2, refuted: 1 };
  expect(judgedBefore(log, other)).toEqual(told);
  judge(log, ['c', 'b'], 0);
  expect(judgedBefore(log, other)).toEqual(told);
  expect(judgedBefore(log, ask(['a', 'b']))).toEqual({ ...told, refuted: 0 });
});

test('another level, correction or number is told as long as the log is there', async () => {
  const log = await open();
  judge(log, ['a'], 1, ask(['a'], 0.05, 'none'));
  const told = { tau: 0.05, correction: 'none', audits: 1, refuted: 1 };
  expect(judgedBefore(log, ask(['a']))).toEqual(told);
  judge(log, ['a'], 0);
  expect(judgedBefore(log, ask(['a']))).toEqual(told);
  expect(judgedBefore(log, ask(['a', 'b']))).toEqual({ ...told, correction: 'holm', refuted: 0 });
});
