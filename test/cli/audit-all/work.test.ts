import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditSummary } from '../../../src/audit/index.ts';
import { auditTask } from '../../../src/cli/audit-all/audit-work.ts';
import { sha256Of } from '../../../src/cli/input/sha256.ts';
import { WORK } from '../../../src/cli/tasks/work.ts';
import { folderOf, scoresCsv } from '../../support/audits-folder.ts';
import { ended } from '../../support/ended-audit.ts';

const text = scoresCsv(100, 1, 'work');
const data = {
  path: 'a.csv',
  settings: { claim: 'gaussian(sigma=1)', method: ['paper' as const], families: ['gaussian'] },
  defaults: { tau: 0.05 },
  sha256: { 'a.csv': sha256Of(text) },
  draw: '0123456789abcdef',
};
const folder = folderOf({ 'a.csv': text, 'b.csv': `${text}x,1,1\n`, 'bad.csv': 'nothing' });
symlinkSync('/etc/passwd', join(folder, 'out.csv'));

test('the key of an audit is of all that decides it, and not of its draw', async () => {
  const work = await WORK.audit();
  const { key } = auditTask(data, 1);
  expect(work.keyOf(JSON.parse(JSON.stringify(data)))).toBe(key);
  expect(work.keyOf({ ...data, draw: 'another' })).toBe(key);
  for (const other of [
    { ...data, path: 'b.csv' },
    { ...data, settings: {} },
    { ...data, defaults: { tau: 0.01 } },
    { ...data, sha256: { 'a.csv': sha256Of('') } },
  ])
    expect(work.keyOf(other)).not.toBe(key);
});

test('only data of an audit are taken for one', async () => {
  const work = await WORK.audit();
  for (const other of [
    null,
    {},
    { ...data, code: 'x' },
    { ...data, path: '' },
    { ...data, sha256: { 'a.csv': 'x' } },
    { ...data, settings: { command: 'rm' } },
    { ...data, settings: { method: ['other'] } },
  ])
    expect(() => work.keyOf(other)).toThrow('a task that is not of an audit');
});

test('a worker reads nothing outside of its folder, and no file but the one that was meant', async () => {
  const work = await WORK.audit();
  const run = async (more: object, at: string | null = folder) =>
    work.run({ ...data, ...more }, { folder: at });
  const of = (path: string) => ({ path, sha256: { [path]: sha256Of(text) } });
  await expect(run({}, null)).rejects.toThrow('audits need the folder of their files');
  await expect(run(of('/etc/passwd'))).rejects.toThrow('this one begins elsewhere: /etc/passwd');
  await expect(run(of('../a.csv'))).rejects.toThrow('this one leads out of it');
  await expect(run(of('out.csv'))).rejects.toThrow('a link leads out of it');
  await expect(run({ settings: { assignment: '../../x' } })).rejects.toThrow('this one leads out of it');
  await expect(run(of('b.csv'))).rejects.toThrow(/^b\.csv is not the file that was to be audited/);
  // What a reader finds wrong with another file is not what is told.
  await expect(run(of('bad.csv'))).rejects.toThrow(/^bad\.csv is not the file that was to be audited/);
  await expect(run(of('none.csv'))).rejects.toThrow('it is not in the folder of this machine');
  await expect(run({ sha256: {} })).rejects.toThrow('is not the file that was to be audited');
});

test('an answer whose facts do not go together is none', async () => {
  const work = await WORK.audit();
  const summary = ended(0.5).summary as AuditSummary;
  const answer = { summary, evidence: sha256Of(''), report: { sha256: sha256Of(''), gzip: '' } };
  const changed = (more: Partial<AuditSummary>) =>
    work.isResult(data, { ...answer, summary: { ...summary, ...more } });
  expect(changed({})).toBe(true);
  expect(changed({ outcome: 'no-verdict', claim: null, pValue: null })).toBe(true);
  for (const more of [
    { correct: [...summary.correct, 1] },
    { correct: summary.guesses.map((count) => count + 1) },
    { guesses: [], correct: [] },
    { runs: 0 },
    { verdict: 'none' as const },
    { claim: null },
    { pValue: null },
    { verdict: 'refuted' as const },
    { pValue: 1e-9 },
  ])
    expect(changed(more), JSON.stringify(more)).toBe(false);
});
